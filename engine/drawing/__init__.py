"""Pictures of tangles as plain values: lanes beside rows; whoever paints decides how."""

from engine.drawing.feed_lanes import FeedLanes
from engine.drawing.fork_lanes import ForkLanes
from engine.drawing.lane_row import LaneRow, Lanes, Rows, Strand
from engine.drawing.seams import LONGEST, SPACING

__all__ = [
    "LONGEST",
    "SPACING",
    "FeedLanes",
    "ForkLanes",
    "LaneRow",
    "Lanes",
    "Rows",
    "Strand",
]

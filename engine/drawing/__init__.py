"""Pictures of tangles as plain values: lanes beside rows; the painter decides how they look."""

from engine.drawing.lanes.lane_row import LaneRow, Lanes, RowsWithLanes, Strand
from engine.drawing.lanes.layouts import FeedLanes, ForkLanes
from engine.drawing.lanes.seams import LONGEST, SPACING

__all__ = [
    "LONGEST",
    "SPACING",
    "FeedLanes",
    "ForkLanes",
    "LaneRow",
    "Lanes",
    "RowsWithLanes",
    "Strand",
]

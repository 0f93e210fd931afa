"""Drawings of tangles as plain values, independent of any painter."""

from tanglescope.engine.drawing.lanes.lane_row import LaneRow, Lanes, RowsWithLanes, Strand
from tanglescope.engine.drawing.lanes.lane_windows import LONGEST, SPACING
from tanglescope.engine.drawing.lanes.layouts import FeedLanes, ForkLanes

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

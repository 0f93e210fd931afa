"""Drawings of tangles as plain values, independent of any painter."""

from engine.drawing.lanes.lane_row import LaneRow, Lanes, RowsWithLanes, Strand
from engine.drawing.lanes.lane_windows import LONGEST, SPACING
from engine.drawing.lanes.layouts import FeedLanes, ForkLanes

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

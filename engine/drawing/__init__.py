"""Drawings of tangles as plain values, independent of any painter."""

from tanglescope.engine.drawing.lane_windows import (
    LONGEST,
    SPACING,
    FeedLanes,
    ForkLanes,
    LaneRow,
    Lanes,
    RowsWithLanes,
    Strand,
)

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

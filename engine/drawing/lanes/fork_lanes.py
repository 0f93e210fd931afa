"""Fork lanes: as few lanes as the forks and merges of a stretch of rows need, as git shows them.

A lane is taken by a message until its last effect that is at most `LONGEST` rows below; free
lanes are used again from the left, and a message goes on in the lane of a cause that ends with
it. Longer edges become stubs at both ends, so the width is bounded by what is concurrent nearby.
"""

from collections.abc import Sequence

from engine.drawing.lanes.lane_row import LaneRow, Lanes, Strand
from engine.drawing.lanes.seams import SeamedLanes, Stretch


class ForkLanes(SeamedLanes):
    """The fork lanes of rows that may change."""

    def deal(self, stretch: Stretch, row: int, sources: Sequence[str]) -> Lanes:
        """The strands that reach a row, from left to right by their rows."""
        strands = (s for s in stretch.strands(sources) if stretch.rows[s.last] >= row)
        return tuple(strands)

    def place(self, stretch: Stretch, row: int, lanes: Lanes) -> LaneRow:
        """Go on in the lane of a cause that ends here, else take a free one."""
        key = stretch.key(row)
        below: list[Strand | None] = [
            None if strand and strand.last == key else strand for strand in lanes
        ]
        lane = next((lane for lane, strand in enumerate(lanes) if strand and not below[lane]), -1)
        if lane < 0:
            lane = below.index(None) if None in below else len(below)
        return stretch.lane_row(row, lane, lanes, below)

"""How far down strands lead to something that counts: a lit message, or an edge that is whole.

A strand stands for all edges of its source, so how a piece of it looks depends on which of them
are still to come.
"""

from collections.abc import Callable, Sequence

from engine.drawing import LaneRow

Counts = Callable[[str, str], bool]
"""Whether an edge counts, by its cause and its effect."""


class Reach:
    """The strands of rows laid out from row `first` on."""

    def __init__(self, counts: Counts, rows: Sequence[LaneRow], first: int) -> None:
        self._reach: dict[str, int] = {}
        for number, row in enumerate(rows, first):
            for lane in row.arrivals:
                strand = row.lanes_above[lane]
                if strand and counts(strand.source, row.key):
                    self._reach[strand.source] = number
        for strand in rows[-1].lanes_below if rows else ():
            if strand and counts(strand.source, strand.last):
                self._reach[strand.source] = first + len(rows)

    def leads(self, source: str, row: int) -> bool:
        """Whether the strand of `source` leads to something that counts in `row` or below."""
        return self._reach.get(source, -1) >= row

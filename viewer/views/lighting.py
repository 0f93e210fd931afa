"""Which lanes are lit: those by which a chosen message is joined to its past and its future."""

from collections.abc import Sequence

from engine.drawing import LaneRow
from engine.library import Horizon


class Lighting:
    """What is lit of the rows laid out from row `first` on: everything when nothing is chosen."""

    def __init__(self, horizon: Horizon | None, rows: Sequence[LaneRow], first: int) -> None:
        self._horizon = horizon
        self._reach: dict[str, int] = {}
        if horizon is not None:
            self._measure(rows, first)

    def message(self, key: str) -> bool:
        """Whether a message is lit; what was not looked at stays as it is."""
        return self._horizon is None or not self._horizon.is_concurrent(key)

    def edge(self, cause: str, effect: str) -> bool:
        """Whether both ends of an edge are lit."""
        return self.message(cause) and self.message(effect)

    def strand(self, source: str, row: int) -> bool:
        """Whether the strand of `source` leads to something lit in `row` or below."""
        return self._horizon is None or self._reach.get(source, -1) >= row

    def _measure(self, rows: Sequence[LaneRow], first: int) -> None:
        """Note how far down the strand of each lit message leads to something lit."""
        for number, row in enumerate(rows, first):
            for lane in row.arrivals:
                strand = row.lanes_above[lane]
                if strand and self.edge(strand.source, row.key):
                    self._reach[strand.source] = number
        for strand in rows[-1].lanes_below if rows else ():
            if strand and self.edge(strand.source, strand.last):
                self._reach[strand.source] = first + len(rows)

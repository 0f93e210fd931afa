"""Which lanes are lit: those by which a chosen message is joined to its past and its future."""

from collections.abc import Sequence

from engine.drawing import LaneRow
from engine.library import Horizon
from viewer.views.lanes.reach import Reach


class Lighting:
    """What is lit of the rows laid out from row `first` on: everything when nothing is chosen."""

    def __init__(self, horizon: Horizon | None, rows: Sequence[LaneRow], first: int) -> None:
        self._horizon = horizon
        self._reach = None if horizon is None else Reach(self.edge, rows, first)

    def message(self, key: str) -> bool:
        """Whether a message is lit; what was not looked at stays as it is."""
        return self._horizon is None or not self._horizon.is_concurrent(key)

    def edge(self, cause: str, effect: str) -> bool:
        """Whether both ends of an edge are lit."""
        return self.message(cause) and self.message(effect)

    def strand(self, source: str, row: int) -> bool:
        """Whether the strand of `source` leads to something lit in `row` or below."""
        return self._reach is None or self._reach.leads(source, row)

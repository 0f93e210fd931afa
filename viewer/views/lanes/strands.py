"""Which lanes are highlighted: those that connect a selected message with its past and future."""

from collections.abc import Callable, Container, Sequence

from tanglescope.engine.drawing.lane_windows import LaneRow
from tanglescope.engine.library import Horizon

Counts = Callable[[str, str], bool]
"""Whether an edge counts, by its cause and its effect."""


class Reach:
    """How far the strands of rows laid out from row `first` on reach."""

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
        """Whether the strand of `source` leads to an edge that counts in `row` or below."""
        return self._reach.get(source, -1) >= row


class Lighting:
    """What is highlighted in the rows from row `first` on: everything if no message is selected."""

    def __init__(self, horizon: Horizon | None, rows: Sequence[LaneRow], first: int) -> None:
        self._horizon = horizon
        self._reach = None if horizon is None else Reach(self.edge, rows, first)

    def message(self, key: str) -> bool:
        """Whether a message is highlighted; messages of unknown relation are."""
        return self._horizon is None or not self._horizon.is_concurrent(key)

    def edge(self, cause: str, effect: str) -> bool:
        """Whether both ends of an edge are highlighted."""
        return self.message(cause) and self.message(effect)

    def strand(self, source: str, row: int) -> bool:
        """Whether the strand of `source` leads to a highlighted message in `row` or below."""
        return self._reach is None or self._reach.leads(source, row)


class Dashing:
    """What is dashed in the rows from row `first` on.

    `elided` are the edges (a cause and an effect) that replace hidden messages. Edges from messages
    that are not `here` are dashed as well.
    """

    def __init__(
        self,
        elided: Container[tuple[str, str]],
        here: Container[str],
        rows: Sequence[LaneRow],
        first: int,
    ) -> None:
        self._elided = elided
        self._here = here
        self._whole = Reach(lambda cause, effect: not self.edge(cause, effect), rows, first)

    def edge(self, cause: str, effect: str) -> bool:
        """Whether an edge is dashed."""
        return cause not in self._here or (cause, effect) in self._elided

    def strand(self, source: str, row: int) -> bool:
        """Whether all edges of the strand of `source` in `row` and below are dashed."""
        return not self._whole.leads(source, row)

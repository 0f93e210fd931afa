"""Which lanes are dashed: edges that lead through hidden messages, or from missing ones."""

from collections.abc import Container, Sequence

from engine.drawing import LaneRow
from viewer.views.lanes.reach import Reach


class Dashing:
    """What is dashed of the rows laid out from row `first` on.

    `elided` are the edges (a cause and an effect) that stand for hidden messages; what comes from
    messages that are not `here` is dashed as well.
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
        """Whether all that the strand of `source` leads to in `row` and below is dashed."""
        return not self._whole.leads(source, row)

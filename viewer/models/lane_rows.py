"""The rows of a timeline as those who lay out lanes ask for them."""

from collections.abc import Sequence

from engine.library import Edges
from viewer.models.timeline_model import TimelineModel


class LaneRows:
    """A timeline model without Qt."""

    def __init__(self, model: TimelineModel) -> None:
        self._model = model

    def __len__(self) -> int:
        return self._model.rowCount()

    def slice(self, first: int, count: int) -> list[str]:
        """At most `count` keys from row `first` on."""
        return self._model.keys(first, count)

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """What each of the messages `keys` comes after, and what comes after it."""
        return self._model.edges.of(keys)

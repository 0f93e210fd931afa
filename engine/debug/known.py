"""Known events: a graph as far as it has arrived, with the timeline over it.

All questions of the debugger are about one moment. Before and after an arrival are two of
these; they are built from scratch, 3 us an event, so that no moment can spoil another.
"""

from collections.abc import Iterable

from engine.linear.errors import UnknownEvent
from engine.linear.graph import Node
from engine.linear.scuttlesort.timeline import Timeline


class Known:
    """The events that have arrived at one moment; raises as `Timeline.extend` does."""

    __slots__ = ("_causes", "timeline")

    def __init__(self, nodes: Iterable[Node]) -> None:
        self._causes = {node.id: node.after for node in nodes}
        self.timeline = Timeline()
        self.timeline.extend(self._causes.items())

    def __len__(self) -> int:
        return len(self._causes)

    def __contains__(self, name: object) -> bool:
        return name in self._causes

    def causes(self, name: str) -> list[str]:
        """The direct causes of an event that are known. Raises `UnknownEvent`."""
        return [cause for cause in self._all_causes(name) if cause in self._causes]

    def missing(self, name: str) -> list[str]:
        """The direct causes that an event names and that are missing. Raises `UnknownEvent`."""
        return [cause for cause in self._all_causes(name) if cause not in self._causes]

    def rank(self, name: str) -> int:
        """The length of the longest path to an event. Raises `UnknownEvent`."""
        return self.timeline.rank(name)

    def _all_causes(self, name: str) -> tuple[str, ...]:
        if name not in self._causes:
            raise UnknownEvent(name)
        return self._causes[name]

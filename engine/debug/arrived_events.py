"""The events of a graph that have arrived by one moment, with their timeline.

Every question of the debugger is about one moment. A comparison of before and after an arrival uses
two of these objects. Each is built from scratch, at 3 µs an event, so that they share no state.
"""

from collections.abc import Iterable

from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Node
from tanglescope.engine.linear.scuttlesort.timeline import Timeline


class ArrivedEvents:
    """The events that have arrived at one moment.

    The constructor raises as `Timeline.extend` does.
    """

    __slots__ = ("_causes", "nodes", "timeline")

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.nodes = tuple(nodes)
        self._causes = {node.id: node.after for node in self.nodes}
        self.timeline = Timeline()
        self.timeline.extend(self._causes.items())

    def __len__(self) -> int:
        return len(self._causes)

    def __contains__(self, name: object) -> bool:
        return name in self._causes

    def causes(self, name: str) -> list[str]:
        """The known direct causes of an event. Raises `UnknownEvent`."""
        return [cause for cause in self._all_causes(name) if cause in self._causes]

    def missing(self, name: str) -> list[str]:
        """The missing direct causes of an event. Raises `UnknownEvent`."""
        return [cause for cause in self._all_causes(name) if cause not in self._causes]

    def missing_before(self, name: str) -> set[str]:
        """All missing events in the past of an event. Raises `UnknownEvent`."""
        before = [name, *self.timeline.past(name)]
        return {cause for event in before for cause in self.missing(event)}

    def rank(self, name: str) -> int:
        """The length of the longest path to an event. Raises `UnknownEvent`."""
        return self.timeline.rank(name)

    def _all_causes(self, name: str) -> tuple[str, ...]:
        if name not in self._causes:
            raise UnknownEvent(name)
        return self._causes[name]

"""The events of a graph that have arrived by one moment, with their timeline.

Every question of the debugger is about one moment. A comparison of before and after an arrival uses
two of these objects. Each is built from scratch, at 3 µs an event, so that they share no state.

A rank is decided by the longest path to an event, and leaves it some slack.
"""

from collections.abc import Iterable, Iterator

from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Node
from tanglescope.engine.linear.horizon import joining, shortest_path
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


def deciding_cause(known: ArrivedEvents, name: str) -> str | None:
    """The cause that determines the rank: the one of greatest rank, ties by least name."""
    rank = known.rank(name)
    return min(
        (cause for cause in known.causes(name) if known.rank(cause) == rank - 1), default=None
    )


def deciding_path(known: ArrivedEvents, name: str) -> tuple[str, ...]:
    """A longest path to an event, from the root; its rank is the number of steps."""
    path = [name]
    while (cause := deciding_cause(known, path[-1])) is not None:
        path.append(cause)
    return tuple(reversed(path))


def rising_path(known: ArrivedEvents, arrival: str, name: str) -> tuple[str, ...]:
    """The part of the deciding path to `name` that starts at `arrival`; empty if it isn't on it."""
    path = [name]
    while path[-1] != arrival:
        cause = deciding_cause(known, path[-1])
        if cause is None:
            return ()
        path.append(cause)
    return tuple(reversed(path))


def proving_path(known: ArrivedEvents, earlier: str, later: str) -> tuple[str, ...]:
    """A shortest path from one event to another; empty if there is none."""
    # Ranks decrease towards the past, so events below the rank of `earlier` can't lead to it.
    least = known.rank(earlier)
    if known.rank(later) < least:
        return ()

    def causes(event: str) -> Iterator[str]:
        return (cause for cause in known.causes(event) if known.rank(cause) >= least)

    return tuple(reversed(shortest_path(later, earlier, causes)))


def slack(known: ArrivedEvents, name: str) -> int:
    """The latest rank that an event could have while no other changes, less its rank.

    That is one rank before the first of its known effects; a tip can be pushed to the last rank
    of the timeline. Only direct effects count, so this is the free float of a network plan.
    Raises `UnknownEvent`.
    """
    timeline = known.timeline
    rank = timeline.rank(name)
    effects = timeline.edges(name).effects
    if not effects:
        return timeline.rank(timeline[-1]) - rank
    return min(map(timeline.rank, effects)) - 1 - rank


def missing_between(known: ArrivedEvents, one: str, other: str) -> tuple[str, ...]:
    """The missing events that may join two without a path. Raises `UnknownEvent`."""
    return joining(known.missing_before(one), known.missing_before(other))

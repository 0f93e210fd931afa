"""What is reached in a graph: the past and the future of an event, paths, and components."""

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Collection, Hashable, Iterable, Set
from dataclasses import dataclass, field
from enum import StrEnum
from math import inf
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Horizon:
    """The past and the future of the event `key`; `ghosts` are those of its past.

    The other events are `concurrent`: their authors didn't know of this event, nor its author of
    them. If only a part of the timeline around the event was examined, `examined` holds the events
    of that part; nothing is known about the others.
    """

    key: str
    past: Set[str]
    future: Set[str]
    ghosts: int
    concurrent: int
    examined: Set[str] | None = None
    missing: Set[str] = field(default=frozenset(), compare=False)
    """The ghosts of its past; if it is one itself, also the event."""
    elsewhere: int = field(default=0, compare=False)
    """The number of other ghosts."""

    def holds(self, other: str) -> bool:
        """Whether `other` is the event itself or certainly before or after it."""
        return other == self.key or other in self.past or other in self.future

    def knows_relation_of(self, other: str) -> bool:
        """Whether it is known how `other` is related to the event."""
        return self.examined is None or other in self.examined

    def is_concurrent(self, other: str) -> bool:
        """Whether `other` is certainly concurrent with the event."""
        return self.knows_relation_of(other) and not self.holds(other)


def closure(start: T, step: Callable[[T], Iterable[T]]) -> frozenset[T]:
    """Everything reachable from `start`, which is itself only on a cycle."""
    return reach(step(start), step)


def reach(starts: Iterable[T], step: Callable[[T], Iterable[T]]) -> frozenset[T]:
    """These, and everything reachable from them."""
    seen = set(starts)
    open_ends = list(seen)
    while open_ends:
        for name in step(open_ends.pop()):
            if name not in seen:
                seen.add(name)
                open_ends.append(name)
    return frozenset(seen)


def shortest_path(start: T, end: T, step: Callable[[T], Iterable[T]]) -> list[T]:
    """A shortest path from one event to another along steps; empty if there is none."""
    before = {start: start}
    open_ends = deque([start])
    while open_ends:
        event = open_ends.popleft()
        if event == end:
            path = [end]
            while path[-1] != start:
                path.append(before[path[-1]])
            return path[::-1]
        for other in step(event):
            if other not in before:
                before[other] = event
                open_ends.append(other)
    return []


def horizon(
    key: str, past: Set[str], future: Set[str], ghosts: Collection[str], events: int
) -> Horizon:
    """The horizon of `key`, which may be one of the `ghosts`, among so many `events`."""
    missing = frozenset(event for event in past if event in ghosts)
    concurrent = events - len(past) + len(missing) - len(future) - (key not in ghosts)
    known = missing.union((key,)) if key in ghosts else missing
    elsewhere = len(ghosts) - len(known)
    return Horizon(key, past, future, len(missing), concurrent, None, known, elsewhere)


def joining(one: Set[str], other: Set[str]) -> tuple[str, ...]:
    """The missing events that may join two events, given the missing ones in the past of each.

    The causes of a missing event are unknown, so it may come after the other event, unless it is in
    the past of both.
    """
    return tuple(sorted(one ^ other))


class Edges(NamedTuple):
    """The direct causes and effects of an event, including missing ones."""

    causes: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()


class CauseReason(StrEnum):
    """What proves that a message comes after another one."""

    NAMED = "named"
    """It names the other, by the rule of the conversation."""
    ROOT = "root"
    """The other is the root."""
    FEED = "feed"
    """The other is the latest earlier message of its author that is here."""


@dataclass(frozen=True, slots=True)
class ProvenCause:
    """A cause of a message, here or missing, with all that proves it."""

    name: str
    because: tuple[CauseReason, ...]


class Components(Generic[T]):
    """The connected components of a graph to which nodes are added.

    They are numbered from 1 in the order of their first nodes, so that a component keeps its number
    when others begin. Ghosts connect the nodes that name them.
    """

    def __init__(self) -> None:
        self._above: dict[T, T] = {}
        self._first: dict[T, float] = {}
        self._added = 0
        self._numbered: list[float] | None = None

    def add(self, name: T, after: Iterable[T]) -> None:
        """Add a node with its causes."""
        self._added += 1
        top = self._top(name)
        first = min(self._first[top], self._added)
        for cause in after:
            if (other := self._top(cause)) != top:
                self._above[other] = top
                first = min(first, self._first.pop(other))
        self._first[top] = first
        self._numbered = None

    def number(self, name: T) -> int:
        """The number of the component that a node or ghost is in; 0 for an unknown one."""
        if name not in self._above:
            return 0
        if self._numbered is None:
            self._numbered = sorted(self._first.values())
        return bisect_left(self._numbered, self._first[self._top(name)]) + 1

    def _top(self, name: T) -> T:
        """The representative of the component of a name."""
        if (above := self._above.setdefault(name, name)) == name:
            self._first.setdefault(name, inf)
            return name
        while (further := self._above[above]) != above:
            self._above[name] = further
            name, above = above, further
        return above

"""One walk through a graph: count the causes of each event down to zero.

An event is ready when all its known causes have been visited. So causes come first, ranks are
found on the way, and what is never ready is on a cycle or comes after one. Causes outside of the
graph are ignored.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

from tanglescope.engine.linear.cycles import cycle_among
from tanglescope.engine.linear.errors import CycleError

T = TypeVar("T", bound=Hashable)

Causes = Mapping[T, Collection[T]]
"""Events, each with its causes."""


def effects_of(causes: Causes[T]) -> dict[T, list[T]]:
    """The effects of every event and ghost that has any."""
    effects: dict[T, list[T]] = {}
    for event, named in causes.items():
        for cause in named:
            effects.setdefault(cause, []).append(event)
    return effects


def causes_first(causes: Causes[T]) -> list[T]:
    """The events as they become ready; those on cycles and after them are left out."""
    waiting = WaitingEvents(causes)
    order = waiting.ready
    for event in order:
        order.extend(waiting.visit(event))  # the loop continues with them
    return order


def least_order(causes: Causes[T], key: Callable[[T], Any]) -> list[T]:
    """The events with causes first, else by key; keys are distinct, and cycles are left out."""
    held = HeldEvents[T]()
    for event, named in causes.items():
        held.hold(event, key(event), [cause for cause in named if cause in causes])
    return list(held.release())


class HeldEvents(Generic[T]):
    """Events held back until all that they wait for has been visited; then the least key first."""

    def __init__(self) -> None:
        self._effects: dict[T, list[T]] = {}
        self._keys: dict[T, Any] = {}
        self._waits: dict[T, int] = {}
        self._ready: list[tuple[Any, T]] = []

    def __len__(self) -> int:
        """The number of events that are held."""
        return len(self._keys)

    def __contains__(self, event: object) -> bool:
        return event in self._keys

    def __iter__(self) -> Iterator[T]:
        return iter(self._keys)

    @property
    def is_any_ready(self) -> bool:
        """Whether an event waits for nothing."""
        return bool(self._ready)

    def hold(self, event: T, key: Any, causes: Collection[T]) -> None:
        """Hold an event back that waits for others."""
        self._keys[event] = key
        self._waits[event] = len(causes)
        for cause in causes:
            self._effects.setdefault(cause, []).append(event)
        if not causes:
            heappush(self._ready, (key, event))

    def visit(self, event: T) -> None:
        """Visit an event that others may wait for."""
        for effect in self._effects.pop(event, ()):
            self._waits[effect] -= 1
            if not self._waits[effect]:
                heappush(self._ready, (self._keys[effect], effect))

    def release(self, bound: Any = None) -> Iterator[T]:
        """Release the events that wait for nothing, the least first, up to a key; visit each."""
        while self._ready and (bound is None or self._ready[0][0] < bound):
            _, event = heappop(self._ready)
            del self._keys[event]
            yield event
            self.visit(event)

    def drop(self, event: T) -> list[T]:
        """Drop the events that wait for one, directly or not, and return them."""
        dropped = [event]
        for each in dropped:
            for effect in self._effects.pop(each, ()):
                if self._keys.pop(effect, None) is not None:
                    self._waits[effect] = 0  # its other causes may be visited
                    dropped.append(effect)  # the loop continues with it
        return dropped[1:]


class WaitingEvents(Generic[T]):
    """The number of causes of each event that haven't been visited; `ready` ones have none."""

    def __init__(self, causes: Causes[T]) -> None:
        self._effects: dict[T, list[T]] = {event: [] for event in causes}
        self._waits: dict[T, int] = {}
        self.ready: list[T] = []
        for event, named in causes.items():
            known = [cause for cause in named if cause in self._effects]
            for cause in known:
                self._effects[cause].append(event)
            self._waits[event] = len(known)
            if not known:
                self.ready.append(event)

    def visit(self, event: T) -> Iterator[T]:
        """Visit a ready event; return the effects that become ready."""
        waits = self._waits
        for effect in self._effects[event]:
            waits[effect] -= 1
            if not waits[effect]:
                yield effect


def stuck(causes: Causes[T]) -> set[T]:
    """The events on cycles and those that come after one."""
    return causes.keys() - set(causes_first(causes))


def ranks_of(causes: Causes[T]) -> dict[T, int]:
    """The rank of every event: the length of the longest path to it.

    Events on cycles and after them have none.
    """
    ranks: dict[T, int] = {}
    for event in causes_first(causes):
        ranks[event] = 1 + max((ranks[each] for each in causes[event] if each in ranks), default=-1)
    return ranks


def ranks_without_cycles(causes: Causes[T]) -> dict[T, int]:
    """The rank of every event. Raises `CycleError`."""
    ranks = ranks_of(causes)
    if len(ranks) < len(causes):
        left = {event: causes[event] for event in causes if event not in ranks}
        raise CycleError([str(event) for event in cycle_among(left)])
    return ranks

"""One walk through a graph: count the causes of each event down to zero. What is left is on cycles.

An event is ready when all its known causes have been visited. So causes come first, ranks are
found on the way, and what is never ready is on a cycle or comes after one. Causes outside of the
graph are ignored.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, Generic, TypeVar

from tanglescope.engine.linear.errors import CycleError

_Event = TypeVar("_Event", bound=Hashable)


def cycle_among(stuck: Mapping[_Event, Collection[_Event]]) -> Sequence[_Event]:
    """A cycle, causes first, among events that each have a cause among them.

    Follow causes until an event repeats.
    """
    walk: dict[_Event, None] = {}
    event = next(iter(stuck))
    while event not in walk:
        walk[event] = None
        event = next(cause for cause in stuck[event] if cause in stuck)
    back = list(walk)
    return back[back.index(event) :][::-1]


def on_cycles(causes: Mapping[_Event, Collection[_Event]]) -> set[_Event]:
    """All events that come after themselves; causes outside the events don't count.

    These are the strongly connected components of more than one event (Tarjan, 1972), found without
    recursion: a chain may be as long as the graph. For events sorted causes first or last, as in
    most files, the answer is immediate.
    """
    if _come_causes_first(causes, causes) or _come_causes_first(reversed(list(causes)), causes):
        return set()
    return {
        event
        for component in _components(causes)
        if len(component) > 1 or component[0] in causes[component[0]]
        for event in component
    }


def _come_causes_first(
    order: Iterable[_Event], causes: Mapping[_Event, Collection[_Event]]
) -> bool:
    seen: set[_Event] = set()
    for event in order:
        for cause in causes[event]:
            if cause not in seen and cause in causes:
                return False
        seen.add(event)
    return True


def _components(causes: Mapping[_Event, Collection[_Event]]) -> Iterator[list[_Event]]:
    number: dict[_Event, int] = {}
    low: dict[_Event, int] = {}
    open_: dict[_Event, None] = {}
    for start in causes:
        if start in number:
            continue
        walk: list[tuple[_Event, Iterator[_Event]]] = []
        _enter(start, causes, number, low, open_, walk)
        while walk:
            event, rest = walk[-1]
            cause = next(rest, None)
            if cause is None:
                walk.pop()
                if walk:
                    before = walk[-1][0]
                    low[before] = min(low[before], low[event])
                if low[event] == number[event]:
                    yield _close_component(event, open_)
            elif cause not in number:
                if cause in causes:
                    _enter(cause, causes, number, low, open_, walk)
            elif cause in open_:
                low[event] = min(low[event], number[cause])


def _enter(
    event: _Event,
    causes: Mapping[_Event, Collection[_Event]],
    number: dict[_Event, int],
    low: dict[_Event, int],
    open_: dict[_Event, None],
    walk: list[tuple[_Event, Iterator[_Event]]],
) -> None:
    number[event] = low[event] = len(number)
    open_[event] = None
    walk.append((event, iter(causes[event])))


def _close_component(event: _Event, open_: dict[_Event, None]) -> list[_Event]:
    """The component that begins with an event, now that it is complete."""
    component = []
    while True:
        last, _ = open_.popitem()
        component.append(last)
        if last == event:
            return component


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

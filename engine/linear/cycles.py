"""Find events on cycles."""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

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

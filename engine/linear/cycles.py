"""Which events come in a cycle, once it is known that some do."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

_Event = TypeVar("_Event")


def cycle_among(stuck: Mapping[_Event, Collection[_Event]]) -> Sequence[_Event]:
    """A cycle among events that all have a cause among themselves, causes first.

    Walk back from cause to cause until an event is met again.
    """
    walk: dict[_Event, None] = {}
    event = next(iter(stuck))
    while event not in walk:
        walk[event] = None
        event = next(cause for cause in stuck[event] if cause in stuck)
    back = list(walk)
    return back[back.index(event) :][::-1]

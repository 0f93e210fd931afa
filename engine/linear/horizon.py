"""A horizon: what one event could know of, and what has known of it since."""

from collections.abc import Callable, Container, Iterable, Set
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T", str, int)


@dataclass(frozen=True, slots=True)
class Horizon:
    """The past and the future of the event `key`; `ghosts` are those of its past.

    What is in neither is `concurrent` with it: so many events that it did not know of, nor
    they of it. Where only a part of a timeline was looked at, around the event, `looked_at` are
    the events there; of the others nothing is known.
    """

    key: str
    past: Set[str]
    future: Set[str]
    ghosts: int
    concurrent: int
    looked_at: Set[str] | None = None

    def holds(self, other: str) -> bool:
        """Whether `other` is the event itself, or came surely before or after it."""
        return other == self.key or other in self.past or other in self.future

    def tells_of(self, other: str) -> bool:
        """Whether it is known how `other` is related to the event."""
        return self.looked_at is None or other in self.looked_at

    def is_concurrent(self, other: str) -> bool:
        """Whether the event surely did not know of `other`, nor `other` of it."""
        return self.tells_of(other) and not self.holds(other)


def closure(start: T, step: Callable[[T], Iterable[T]]) -> frozenset[T]:
    """All that one gets to by steps from `start`."""
    seen: set[T] = set()
    open_ends = [start]
    while open_ends:
        for name in step(open_ends.pop()):
            if name not in seen:
                seen.add(name)
                open_ends.append(name)
    return frozenset(seen)


def horizon(
    key: str, past: Set[str], future: Set[str], ghosts: Container[str], events: int
) -> Horizon:
    """The horizon of `key` among so many `events`; it may be one of the `ghosts` itself."""
    missing = sum(event in ghosts for event in past)
    itself = key not in ghosts
    return Horizon(key, past, future, missing, events - len(past) + missing - len(future) - itself)

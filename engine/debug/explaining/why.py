"""Why a message is at its position, and why one of two is before the other."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tanglescope.engine.debug.arrived_events import ArrivedEvents
from tanglescope.engine.linear.horizon import joining, shortest_path


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


DecidingRule: TypeAlias = Literal["rank", "name"]
"""What orders two events: the lesser rank, or where ranks are equal the lesser name."""


@dataclass(frozen=True, slots=True)
class Neighbour:
    """The event directly above or below, and the rule that keeps it there."""

    name: str
    rank: int
    rule: DecidingRule


@dataclass(frozen=True, slots=True)
class WhyHere:
    """The place of an event: `path` is a longest one to it, the root first and itself last.

    `causes` are the known direct ones and `missing` those that aren't here; `equals` is how
    many events share the rank, itself included, so that their names decide among them; `slack` by
    how much the rank could be greater while all others keep theirs.
    """

    name: str
    position: int
    events: int
    rank: int
    equals: int
    slack: int
    causes: tuple[str, ...]
    missing: tuple[str, ...]
    path: tuple[str, ...]
    above: Neighbour | None
    below: Neighbour | None

    @property
    def deciding_cause(self) -> str | None:
        """The cause that the rank comes from."""
        return self.path[-2] if len(self.path) > 1 else None


def why_here(known: ArrivedEvents, name: str) -> WhyHere:
    """What decides the place of an event. Raises `UnknownEvent`."""
    timeline = known.timeline
    rank, position = timeline.rank(name), timeline.position(name)
    return WhyHere(
        name=name,
        position=position,
        events=len(timeline),
        rank=rank,
        equals=_first_of(known, rank + 1) - _first_of(known, rank),
        slack=slack(known, name),
        causes=tuple(known.causes(name)),
        missing=tuple(known.missing(name)),
        path=deciding_path(known, name),
        above=_neighbour(known, rank, position - 1),
        below=_neighbour(known, rank, position + 1),
    )


def _neighbour(known: ArrivedEvents, rank: int, position: int) -> Neighbour | None:
    if not 0 <= position < len(known.timeline):
        return None
    name = known.timeline[position]
    its_rank = known.rank(name)
    return Neighbour(name, its_rank, "name" if its_rank == rank else "rank")


def _first_of(known: ArrivedEvents, rank: int) -> int:
    """The position of the first event of a rank, or where it would be inserted."""
    low, high = 0, len(known.timeline)
    while low < high:
        middle = (low + high) // 2
        if known.rank(known.timeline[middle]) < rank:
            low = middle + 1
        else:
            high = middle
    return low


@dataclass(frozen=True, slots=True)
class Relation:
    """Two events in the order of the timeline.

    `path` leads from the first to the second and proves which one came before; without it
    they are concurrent: neither author knew of the other's event, and either may be first. That
    can't be known while events are `missing` that one of the two comes after.
    """

    first: str
    second: str
    positions: tuple[int, int]
    ranks: tuple[int, int]
    rule: DecidingRule
    path: tuple[str, ...]
    missing: tuple[str, ...] = ()

    @property
    def is_concurrent(self) -> bool | None:
        """Whether neither is in the past of the other; None if that isn't known."""
        return None if self.missing else not self.path


def relation(known: ArrivedEvents, one: str, other: str) -> Relation:
    """Why one of two different events comes before the other. Raises `UnknownEvent`."""
    first, second = sorted((one, other), key=known.timeline.position)
    ranks = known.rank(first), known.rank(second)
    path = proving_path(known, first, second)
    return Relation(
        first=first,
        second=second,
        positions=(known.timeline.position(first), known.timeline.position(second)),
        ranks=ranks,
        rule="name" if ranks[0] == ranks[1] else "rank",
        path=path,
        missing=() if path else missing_between(known, first, second),
    )


def missing_between(known: ArrivedEvents, one: str, other: str) -> tuple[str, ...]:
    """The missing events that may join two without a path. Raises `UnknownEvent`."""
    return joining(known.missing_before(one), known.missing_before(other))

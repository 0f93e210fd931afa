"""Moves: which messages moved between two moments, and why.

A message moves relative to others for one of two reasons: its rank rose, because an arrival
lengthens the longest path to it; or its rank stayed and that of another one rose past it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tanglescope.engine.debug.arrived_events import ArrivedEvents, deciding_cause, rising_path
from tanglescope.engine.debug.replaying.edit_history import EditHistory, Trace
from tanglescope.engine.linear.edit_script import moved_between
from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Node


@dataclass(frozen=True, slots=True)
class Moved:
    """An event that moved from position `source` before to `destination` after.

    `risen` is the event whose rank rose: itself, or one that passed it; `arrival` is the event that
    caused the rise.
    """

    name: str
    source: int
    destination: int
    ranks: tuple[int, int]
    risen: str
    arrival: str


class MomentPair:
    """Two moments; the later one knows everything that the earlier one knew."""

    __slots__ = ("_raised_by", "after", "before")

    def __init__(self, before: ArrivedEvents, after: ArrivedEvents) -> None:
        self.before = before
        self.after = after
        self._raised_by: dict[str, str] = {}

    def moved_events(self) -> list[Moved]:
        """A minimal set of events whose moves lead from one order to the other, top down."""
        old, new = self._places()
        passers = _passers(old, new)
        moved = moved_between(list(self.before.timeline), list(self.after.timeline))
        return [self._why(name, old, new, passers) for name in moved]

    def why_moved(self, name: str) -> Moved | None:
        """Why one event moved among those known before; None if it didn't."""
        old, new = self._places()
        passers = _passers(old, new)
        if name not in passers and not self._passes(name, old, new):
            return None
        return self._why(name, old, new, passers)

    def path(self, moved: Moved) -> tuple[str, ...]:
        """The path through which the arrival raised the rank, from one to the other."""
        return rising_path(self.after, moved.arrival, moved.risen)

    def _places(self) -> tuple[dict[str, int], dict[str, int]]:
        old = {name: position for position, name in enumerate(self.before.timeline)}
        new = {name: position for position, name in enumerate(self.after.timeline)}
        return old, {name: new[name] for name in old}

    def _passes(self, name: str, old: Mapping[str, int], new: Mapping[str, int]) -> bool:
        below = (other for other in old if old[other] > old[name])
        return any(new[other] < new[name] for other in below)

    def _why(
        self,
        name: str,
        old: Mapping[str, int],
        new: Mapping[str, int],
        passers: Mapping[str, str],
    ) -> Moved:
        ranks = self.before.rank(name), self.after.rank(name)
        risen = name if ranks[0] != ranks[1] else passers[name]
        return Moved(name, old[name], new[name], ranks, risen, self._raiser(risen))

    def _raiser(self, name: str) -> str:
        """The last new event on the deciding path to one whose rank rose."""
        event, way = name, []
        while event in self.before and event not in self._raised_by:
            way.append(event)
            cause = deciding_cause(self.after, event)
            if cause is None:
                raise AssertionError(f"{name!r} rose without a new event before it")
            event = cause
        arrival = self._raised_by.get(event, event)
        # Paths share parts, so each part is followed once.
        self._raised_by.update(dict.fromkeys(way, arrival))
        return arrival


def _passers(old: Mapping[str, int], new: Mapping[str, int]) -> dict[str, str]:
    """For every event that another one passed, the lowest of those."""
    found: dict[str, str] = {}
    lowest: str | None = None
    for name in sorted(old, key=old.__getitem__):
        if lowest is not None and new[lowest] > new[name]:
            found[name] = lowest
        else:
            lowest = name
    return found


@dataclass(frozen=True, slots=True)
class HistoricMove:
    """A move in one step of a delivery, and the path through which the arrival caused it."""

    step: int
    moved: Moved
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MoveHistory:
    """How an event got to its position in a delivery.

    It arrived in step `arrived` at position `row` and was moved in `moves` steps since; `last`
    holds the latest. In `pushes` steps, its row changed because of others; `pushed` is the last.
    """

    arrivals: int
    arrived: int
    row: int
    moves: int
    last: tuple[HistoricMove, ...]
    pushes: int = 0
    pushed: Trace | None = None


def move_history(
    arrivals: Sequence[Node], history: EditHistory, name: str, count: int = 3
) -> MoveHistory:
    """How an event moved; `history` was recorded while these arrived. Raises `UnknownEvent`."""
    if name not in history:
        raise UnknownEvent(name)
    arrived, *changes = history.trail(name)
    moves = [trace for trace in changes if trace.is_moved]
    pushes = [trace for trace in changes if not trace.is_moved]
    last = []
    for trace in moves[max(len(moves) - count, 0) :]:
        change = MomentPair(
            ArrivedEvents(arrivals[: trace.step]), ArrivedEvents(arrivals[: trace.step + 1])
        )
        moved = change.why_moved(name)
        if moved is None:
            raise AssertionError(f"an edit moved {name!r} past nothing")
        last.append(HistoricMove(trace.step, moved, change.path(moved)))
    return MoveHistory(
        len(arrivals),
        arrived.step,
        arrived.destination,
        len(moves),
        tuple(last),
        len(pushes),
        pushes[-1] if pushes else None,
    )

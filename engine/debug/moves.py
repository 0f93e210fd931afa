"""Moves: which messages changed place between two moments, and because of what.

A message changes place against others for one of two reasons: its rank rose, because something
arrived that lengthens the longest path to it; or it stayed, and another one rose past it.
"""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.debug.known import Known
from engine.debug.paths import deciding_cause, rising_path
from engine.debug.tape import Tape
from engine.linear.errors import UnknownEvent
from engine.linear.graph import Node


@dataclass(frozen=True, slots=True)
class Moved:
    """An event that changed place, from position `source` before to `destination` after.

    `risen` is the event whose rank rose: itself, or one that passed it. `path` leads from the
    arrival that raised it to `risen`.
    """

    name: str
    source: int
    destination: int
    ranks: tuple[int, int]
    risen: str
    path: tuple[str, ...]

    @property
    def arrival(self) -> str:
        """The event that came and caused it."""
        return self.path[0]


@dataclass(frozen=True, slots=True)
class Change:
    """Two moments, the later of which knows all that the earlier knew."""

    before: Known
    after: Known

    def moved(self) -> list[Moved]:
        """As few events as possible whose moves lead from one order to the other, top down."""
        old, new = self._places()
        common = sorted(old, key=new.__getitem__)
        stay = ascent([old[name] for name in common])
        passers = _passers(old, new)
        return [
            self._why(name, old, new, passers)
            for index, name in enumerate(common)
            if index not in stay
        ]

    def why_moved(self, name: str) -> Moved | None:
        """What changed the place of one event among those known before; None if it kept it."""
        old, new = self._places()
        passers = _passers(old, new)
        if name not in passers and not self._passes(name, old, new):
            return None
        return self._why(name, old, new, passers)

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
        path = rising_path(self.after, self._raised_by(risen), risen)
        return Moved(name, old[name], new[name], ranks, risen, path)

    def _raised_by(self, name: str) -> str:
        """The last new event on the deciding path to one whose rank rose."""
        event = name
        while event in self.before:
            cause = deciding_cause(self.after, event)
            if cause is None:
                raise AssertionError(f"{name!r} rose without a new event before it")
            event = cause
        return event


def ascent(numbers: Sequence[int]) -> set[int]:
    """The indices of a longest ascending subsequence of different numbers."""
    ends: list[int] = []
    indices: list[int] = []
    previous: list[int] = []
    for index, number in enumerate(numbers):
        place = bisect_left(ends, number)
        previous.append(indices[place - 1] if place else -1)
        ends[place : place + 1] = [number]
        indices[place : place + 1] = [index]
    found = set()
    index = indices[-1] if indices else -1
    while index >= 0:
        found.add(index)
        index = previous[index]
    return found


def _passers(old: Mapping[str, int], new: Mapping[str, int]) -> dict[str, str]:
    """For every event with something that stood above it and stands below it, the lowest one."""
    found: dict[str, str] = {}
    lowest: str | None = None
    for name in sorted(old, key=old.__getitem__):
        if lowest is not None and new[lowest] > new[name]:
            found[name] = lowest
        else:
            lowest = name
    return found


@dataclass(frozen=True, slots=True)
class History:
    """How an event came to its place in a delivery.

    It arrived in step `arrived` at position `row` and was moved in `moves` steps since; of the
    `last` of these each is told with its step.
    """

    arrivals: int
    arrived: int
    row: int
    moves: int
    last: tuple[tuple[int, Moved], ...]


def history(arrivals: Sequence[Node], tape: Tape, name: str, count: int = 3) -> History:
    """The history of an event; `tape` was recorded while these arrived. Raises `UnknownEvent`."""
    if name not in tape:
        raise UnknownEvent(name)
    (arrived, *moves) = tape.trail(name)
    last = []
    for trace in moves[max(len(moves) - count, 0) :]:
        change = Change(Known(arrivals[: trace.step]), Known(arrivals[: trace.step + 1]))
        moved = change.why_moved(name)
        if moved is None:
            raise AssertionError(f"an edit moved {name!r} past nothing")
        last.append((trace.step, moved))
    return History(len(arrivals), arrived.step, arrived.destination, len(moves), tuple(last))

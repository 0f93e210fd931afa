"""The edit history: every step of a timeline with its edits, to be played forward and back.

A step is the change by one arrival (or one revision of a database). An edit is two integers, so a
million edits take 8 MB and are recorded without delay. The full order is stored at intervals, in
*keyframes*, from which any step is reached with a bounded number of edits. Keyframes are created
when a jump first passes them, 3 µs an edit; a caller that can't wait then jumps to the end in
advance.

The costs of arrivals are the edits of each, their running average, and bars for a chart.
"""

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log2
from types import MappingProxyType
from typing import TypeAlias

from tanglescope.engine.linear.chunked_rows import ChunkedRows
from tanglescope.engine.linear.edits import Edit, Insert, ListEdit, Move, Remove

_INSERT = -1

_NEAR = 4096  # edits; below that, playing them is faster than building the order anew


Undo: TypeAlias = Move | Remove
"""An edit of a step played backwards."""


@dataclass(frozen=True, slots=True)
class Trace:
    """A step that inserted a message or changed its row, with its rows before and after the step.

    `source` is None for the insertion. `is_moved` is False if only others moved, or were placed
    above it.
    """

    step: int
    source: int | None
    destination: int
    is_moved: bool = True


@dataclass(frozen=True, slots=True)
class _Keyframe:
    steps: int
    names: "array[int]"


class EditHistory:
    """Steps and their edits; each name is inserted once and never removed."""

    __slots__ = (
        "_destinations",
        "_ends",
        "_furthest",
        "_insertions",
        "_keyframes",
        "_names",
        "_numbers",
        "_sources",
    )

    def __init__(self, order: Iterable[str] = ()) -> None:
        """Create a history that starts with an existing order."""
        self._names = list(order)
        self._numbers = {name: number for number, name in enumerate(self._names)}
        self._sources = array("i")
        self._destinations = array("i")
        self._ends = array("q", [0])
        self._insertions = array("q", [len(self._names)])
        self._keyframes = [_Keyframe(0, array("i", range(len(self._names))))]
        self._furthest = Player(self, 0, self._names)

    def __len__(self) -> int:
        """The number of steps."""
        return len(self._ends) - 1

    def __contains__(self, name: object) -> bool:
        return name in self._numbers

    @property
    def edits(self) -> int:
        """The number of edits of all steps."""
        return self._ends[-1]

    def record(self, edits: Iterable[Edit]) -> None:
        """Append a step."""
        count = 0
        for edit in edits:
            count += 1
            match edit:
                case Insert(name, position):
                    self._numbers[name] = len(self._names)
                    self._names.append(name)
                    self._sources.append(_INSERT)
                    self._destinations.append(position)
                case Move(source, destination):
                    self._sources.append(source)
                    self._destinations.append(destination)
        self._ends.append(self._ends[-1] + count)
        self._insertions.append(len(self._names))

    @property
    def names(self) -> Sequence[str]:
        """All names: the initial ones, then in order of insertion."""
        return self._names

    @property
    def ends(self) -> Sequence[int]:
        """The number of edits in the first 0, 1, 2 … steps."""
        return self._ends

    def cost(self, step: int) -> int:
        """The number of edits of a step; steps count from 0."""
        return self._ends[step + 1] - self._ends[step]

    def arrivals(self, step: int) -> list[str]:
        """The names that a step inserted."""
        return self._names[self._insertions[step] : self._insertions[step + 1]]

    def came(self, steps: int) -> int:
        """The number of names after so many steps."""
        return self._insertions[steps]

    def step_of(self, name: str) -> int | None:
        """The step that inserted a name; None if it is an initial one.

        Raises `KeyError`.
        """
        step = bisect_right(self._insertions, self._numbers[name]) - 1
        return step if step >= 0 else None

    def forward(self, step: int) -> list[Edit]:
        """The edits of a step."""
        number = self._insertions[step]
        edits: list[Edit] = []
        for source, destination in self._pairs(step):
            if source == _INSERT:
                edits.append(Insert(self._names[number], destination))
                number += 1
            else:
                edits.append(Move(source, destination))
        return edits

    def back(self, step: int) -> list[Undo]:
        """The edits that undo a step, in the order of application."""
        return [
            Remove(edit.name, edit.position)
            if isinstance(edit, Insert)
            else Move(edit.destination, edit.source)
            for edit in reversed(self.forward(step))
        ]

    def order(self, steps: int) -> list[str]:
        """The order after so many steps."""
        return list(self.player(steps))

    def player(self, steps: int) -> "Player":
        """A replica of the order after so many steps, ready to play from there."""
        if steps > self._furthest.steps:
            self._make_keyframes(steps)
        return self._nearest(steps).walk(steps)

    def walk_to(self, player: "Player", steps: int) -> "Player":
        """A player after so many steps: the given one if it is near, else a new one."""
        if abs(self._ends[steps] - self._ends[player.steps]) > _NEAR:
            return self.player(steps)
        return player.walk(steps)

    def _nearest(self, steps: int) -> "Player":
        """A player at the keyframe that is the fewest edits away from a step."""
        place = bisect_right(self._keyframes, steps, key=lambda keyframe: keyframe.steps)

        def edits(kept: int) -> int:
            return abs(self._ends[kept] - self._ends[steps])

        near = self._keyframes[max(0, place - 1) : place + 1]
        keyframe = min(near, key=lambda keyframe: edits(keyframe.steps))
        if edits(self._furthest.steps) < edits(keyframe.steps):
            return Player(self, self._furthest.steps, list(self._furthest))
        return Player(self, keyframe.steps, [self._names[number] for number in keyframe.names])

    def _make_keyframes(self, steps: int) -> None:
        """Create the missing keyframes; they take 64 bytes an edit at most."""
        player = self._furthest
        last = self._keyframes[-1].steps
        while player.steps < steps:
            player.forward()
            played = self._ends[player.steps] - self._ends[last]
            if played >= 1024 + len(player) // 16:
                last = player.steps
                numbers = array("i", map(self._numbers.__getitem__, player))
                self._keyframes.append(_Keyframe(last, numbers))

    def trail(self, name: str) -> list[Trace]:
        """The step that inserted a name and every step that changed its row. Raises `KeyError`."""
        first = self.step_of(name)
        number = self._numbers[name]
        position = number if first is None else None
        found: list[Trace] = []
        for step in range(first or 0, len(self)):
            before, is_about = position, False
            came = self._insertions[step]
            for source, destination in self._pairs(step):
                if source == _INSERT:
                    is_it = came == number
                    came += 1
                else:
                    is_it = source == position
                if is_it:
                    position, is_about = destination, True
                elif position is not None:
                    position -= _INSERT < source < position
                    position += destination <= position
            if position is not None and (is_about or before != position):
                found.append(Trace(step, before, position, is_about))
        return found

    def _pairs(self, step: int) -> Iterator[tuple[int, int]]:
        start, end = self._ends[step], self._ends[step + 1]
        return zip(self._sources[start:end], self._destinations[start:end], strict=True)


class Player(Sequence[str]):
    """A replica that plays a history in both directions."""

    __slots__ = ("_history", "_rows", "steps")

    def __init__(self, history: EditHistory, steps: int, order: Sequence[str]) -> None:
        self._history = history
        self._rows = ChunkedRows(order)
        self.steps = steps

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __getitem__(self, position: int) -> str:  # type: ignore[override] # it isn't sliced
        return self._rows[position]

    def forward(self) -> list[str]:
        """Apply the next step; return the names of its edits. Raises `IndexError` at the end."""
        if self.steps >= len(self._history):
            raise IndexError(f"step {self.steps} of {len(self._history)}")
        names = [play(self._rows, edit) for edit in self._history.forward(self.steps)]
        self.steps += 1
        return names

    def walk(self, steps: int) -> "Player":
        """Play until so many steps are applied, and return this player."""
        while self.steps < steps:
            self.forward()
        while self.steps > steps:
            self.back()
        return self

    def back(self) -> list[str]:
        """Undo the last step; return the names of its edits. Raises `IndexError` at the start."""
        if not self.steps:
            raise IndexError("there is no step before the first")
        names = [play(self._rows, edit) for edit in self._history.back(self.steps - 1)]
        self.steps -= 1
        return names


def play(rows: ChunkedRows, edit: ListEdit) -> str:
    """Apply one edit, forward or backward; return the name it inserted, moved or removed."""
    match edit:
        case Insert(name, position):
            rows.insert(position, name)
        case Remove(name, position):
            rows.pop(position)
        case Move(source, destination):
            name = rows.pop(source)
            rows.insert(destination, name)
    return name


REPORT: Mapping[int, float] = MappingProxyType(
    {4: 2.5, 8: 3.0, 16: 3.6, 32: 4.7, 64: 7.1, 128: 10.4, 256: 13.1, 512: 16.8, 1024: 21.5}
)
"""Edits per arrival by number of feeds, from the ScuttleSort report's table for 32K events."""


def running_average(costs: Iterable[int]) -> Iterator[float]:
    """The average number of edits per arrival, after every arrival."""
    total = 0
    for number, cost in enumerate(costs, start=1):
        total += cost
        yield total / number


def report_figure(feeds: int) -> float | None:
    """The edits per arrival in the report's model for so many feeds; None outside its table.

    Interpolated linearly over the logarithm of the number of feeds.
    """
    if feeds in REPORT:
        return REPORT[feeds]
    below = max((known for known in REPORT if known < feeds), default=None)
    above = min((known for known in REPORT if known > feeds), default=None)
    if below is None or above is None:
        return None
    share = log2(feeds / below) / log2(above / below)
    return REPORT[below] + share * (REPORT[above] - REPORT[below])


MOST = 1024
"""The greatest number of bars; in a longer history, each bar covers several steps."""


@dataclass(frozen=True, slots=True)
class Bar:
    """Consecutive steps: their highest cost, and the running average at the end."""

    first: int
    count: int
    highest: int
    average: float


@dataclass(frozen=True, slots=True)
class Bars:
    """The costs of all steps."""

    steps: int
    edits: int
    highest: int
    bars: tuple[Bar, ...]

    @property
    def average(self) -> float:
        """Edits per step, over the whole history."""
        return self.edits / self.steps if self.steps else 0.0


def bars(ends: Sequence[int], most: int = MOST) -> Bars:
    """The bars of a history; `ends[n]` is the number of edits in the first n steps."""
    steps = len(ends) - 1
    width = max(1, -(-steps // most))
    found = []
    for first in range(0, steps, width):
        last = min(first + width, steps)
        sums = array("q", ends[first : last + 1])
        highest = max(sums[n + 1] - sums[n] for n in range(last - first))
        found.append(Bar(first, last - first, highest, ends[last] / last))
    return Bars(steps, ends[-1], max((bar.highest for bar in found), default=0), tuple(found))

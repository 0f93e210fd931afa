"""Events by number: names, levels, causes and effects.

A name is stored once and gets a number when it is first mentioned. An event that others refer to
and that has not arrived is a *ghost*: it has effects but no level.
"""

from abc import ABC, abstractmethod
from array import array
from collections.abc import Collection, Iterator
from typing import Protocol, TypeAlias, TypeVar

from engine.linear.scuttlesort.levels import Level

Numbers: TypeAlias = int | list[int] | None
"""Some events: none, one or many, in the smallest form that holds them."""


_Value = TypeVar("_Value")


class EventColumn(Protocol[_Value]):
    """An attribute of every event, by number."""

    def __getitem__(self, event: int, /) -> _Value: ...
    def __setitem__(self, event: int, value: _Value, /) -> None: ...


class EventNames(Protocol):
    """Numbers by name."""

    def __getitem__(self, name: str, /) -> int: ...
    def get(self, name: str, /) -> int | None:
        """The number of a name; None if it was never mentioned."""


class EventSet(Protocol):
    """A set of events."""

    def add(self, event: int, /) -> None:
        """Add an event."""

    def discard(self, event: int, /) -> None:
        """Remove an event, if it is there."""

    def __iter__(self) -> Iterator[int]: ...


class Events(ABC):
    """The attributes of all events; columns may be lists, or read from a database."""

    __slots__ = ("causes", "effects", "ghosts", "levels", "names", "numbers", "tips")

    numbers: EventNames
    names: EventColumn[str]
    levels: EventColumn[Level | None]
    effects: EventColumn[Numbers]
    causes: EventColumn[Collection[int]]
    ghosts: EventSet
    tips: EventSet

    @abstractmethod
    def new(self, name: str) -> int:
        """Assign a number to a new name."""

    def new_ghost(self, name: str) -> int:
        """Assign a number to a name that was only mentioned."""
        number = self.new(name)
        self.ghosts.add(number)
        return number

    def connect(self, causes: Collection[int], effect: int) -> None:
        """Record that `effect` comes directly after `causes`, which are distinct events."""
        self.causes[effect] = causes
        effects_of = self.effects
        for cause in causes:
            effects = effects_of[cause]
            if effects is None:
                effects_of[cause] = effect
                self.tips.discard(cause)
            elif isinstance(effects, int):
                effects_of[cause] = [effects, effect]
            else:
                effects.append(effect)

    def join(self, cause: int, effect: int) -> None:
        """Record that `effect` comes after one more event."""
        others = self.causes[effect]
        self.connect((cause,), effect)
        self.causes[effect] = (*others, cause)

    def part(self, cause: int, effect: int) -> None:
        """Forget that `effect` comes directly after `cause`."""
        self.causes[effect] = [other for other in self.causes[effect] if other != cause]
        others = [other for other in each(self.effects[cause]) if other != effect]
        self.effects[cause] = others if len(others) > 1 else others[0] if others else None

    @abstractmethod
    def forget(self, number: int) -> None:
        """Forget the newest name, which has no causes and no effects."""


_EMPTY = array("i", [-1]) * 64


class Causes:
    """The direct causes of every event: two slots for each, as in the report, and further ones."""

    __slots__ = ("first", "more", "second")

    def __init__(self) -> None:
        self.first = array("i")
        self.second = array("i")
        self.more: dict[int, Collection[int]] = {}

    def __getitem__(self, event: int) -> Collection[int]:
        more = self.more.get(event)
        if more is not None:
            return more
        return [cause for cause in (self.first[event], self.second[event]) if cause >= 0]

    def __setitem__(self, event: int, causes: Collection[int]) -> None:
        if len(causes) > 2:
            self.more[event] = tuple(causes)
            return
        if len(causes) == 2:
            self.first[event], self.second[event] = causes
        elif len(causes) == 1:
            (self.first[event],), self.second[event] = causes, -1
        else:
            self.first[event] = self.second[event] = -1
        if self.more:
            self.more.pop(event, None)

    def grow(self) -> None:
        """Allocate slots for more events."""
        self.first.extend(_EMPTY)
        self.second.extend(_EMPTY)


class MemoryEvents(Events):
    """Events in memory: every column a list."""

    __slots__ = ()

    numbers: dict[str, int]
    names: list[str]
    levels: list[Level | None]
    effects: list[Numbers]
    causes: Causes

    def __init__(self) -> None:
        self.numbers = {}
        self.names = []
        self.levels = []
        self.effects = []
        self.causes = Causes()
        self.ghosts = set()
        self.tips = set()

    def new(self, name: str) -> int:
        """Give a number to a new name."""
        number = self.numbers[name] = len(self.names)
        self.names.append(name)
        self.levels.append(None)
        self.effects.append(None)
        if number == len(self.causes.first):
            self.causes.grow()
        return number

    def forget(self, number: int) -> None:
        """Forget the newest name."""
        del self.numbers[self.names.pop()]
        self.levels.pop()
        self.effects.pop()
        self.causes[number] = ()


def each(numbers: Numbers) -> list[int] | tuple[int, ...]:
    """All numbers."""
    if numbers is None:
        return ()
    if isinstance(numbers, int):
        return (numbers,)
    return numbers

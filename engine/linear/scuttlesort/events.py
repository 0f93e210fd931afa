"""Events by number: names, levels, causes and effects.

A name is stored once and gets a number when it is first mentioned. An event that others refer to
and that has not arrived is a *ghost*: it has effects but no level.

`load` ranks many at once, by Kahn's algorithm layer by layer. A layer holds the events whose known
causes are all in earlier layers, at least one of them in the layer directly before. The number of
the layer is the rank.
"""

from array import array
from collections.abc import Collection, Iterable
from typing import TypeAlias

from tanglescope.engine.linear.errors import (
    CycleError,
    DuplicateEvent,
    TooManyReferences,
    check_name,
)
from tanglescope.engine.linear.scuttlesort.levels import Level, Levels
from tanglescope.engine.linear.walk import cycle_among
from tanglescope.engine.system.collecting import without_collecting

Numbers: TypeAlias = int | list[int] | None
"""Some events: none, one or many, in the smallest form that holds them."""

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


class Events:
    """The attributes of all events: every column a list."""

    __slots__ = ("causes", "effects", "ghosts", "levels", "names", "numbers", "tips")

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.names: list[str] = []
        self.levels: list[Level | None] = []
        self.effects: list[Numbers] = []
        self.causes = Causes()
        self.ghosts: set[int] = set()
        self.tips: set[int] = set()

    def new(self, name: str) -> int:
        """Give a number to a new name."""
        number = self.numbers[name] = len(self.names)
        self.names.append(name)
        self.levels.append(None)
        self.effects.append(None)
        if number == len(self.causes.first):
            self.causes.grow()
        return number

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

    def forget(self, number: int) -> None:
        """Forget the newest name, which has no causes and no effects."""
        del self.numbers[self.names.pop()]
        self.levels.pop()
        self.effects.pop()
        self.causes[number] = ()


class SlottedEvents(Events):
    """Events with two causes at most, whose effects take three slots for each event.

    This is the array "Outgoing" in section 2.2.1 of the report: an event has the first of its
    effects, and for each of its causes the next event with the same cause. So the memory for an
    event doesn't depend on how many others refer to it.
    """

    __slots__ = ()
    effects: "Outgoing"  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.effects = Outgoing(self.causes)

    def new(self, name: str) -> int:
        """Give a number to a new name."""
        number = self.numbers[name] = len(self.names)
        self.names.append(name)
        self.levels.append(None)
        if number == len(self.causes.first):
            self.causes.grow()
            self.effects.grow()
        return number

    def forget(self, number: int) -> None:
        """Forget the newest name, which has no causes and no effects."""
        del self.numbers[self.names.pop(number)]
        self.levels.pop()

    def connect(self, causes: Collection[int], effect: int) -> None:
        """Record that `effect` comes directly after `causes`, which are distinct events."""
        self.causes[effect] = causes
        head, following = self.effects.head, self.effects.following_first
        for cause in causes:
            following[effect] = head[cause]
            if head[cause] < 0:
                self.tips.discard(cause)
            head[cause] = effect
            following = self.effects.following_second

    def join(self, cause: int, effect: int) -> None:
        """Record that `effect` comes after one more event, of which it has one at most."""
        self._reconnect([*self.causes[effect], cause], effect)

    def part(self, cause: int, effect: int) -> None:
        """Forget that `effect` comes directly after `cause`."""
        self._reconnect([other for other in self.causes[effect] if other != cause], effect)

    def _reconnect(self, causes: Collection[int], effect: int) -> None:
        for cause in self.causes[effect]:
            self.effects.remove(effect, cause)
        self.connect(causes, effect)


class Outgoing:
    """The effects of every event, as a linked list through the slots of the effects."""

    __slots__ = ("causes", "following_first", "following_second", "head")

    def __init__(self, causes: Causes) -> None:
        self.causes = causes
        self.head = array("i")
        self.following_first = array("i")
        self.following_second = array("i")

    def __getitem__(self, event: int) -> Numbers:
        effect = self.head[event]
        if effect < 0:
            return None
        first, next_first, next_second = (
            self.causes.first,
            self.following_first,
            self.following_second,
        )
        effects = [effect]
        while (effect := (next_first if first[effect] == event else next_second)[effect]) >= 0:
            effects.append(effect)
        return effects if len(effects) > 1 else effects[0]

    def grow(self) -> None:
        """Allocate slots for more events."""
        for slots in (self.head, self.following_first, self.following_second):
            slots.extend(_EMPTY)

    def remove(self, effect: int, cause: int) -> None:
        """Take an effect of a cause out of the list."""
        following = self._after(effect, cause)
        before = self.head[cause]
        if before == effect:
            self.head[cause] = following
            return
        while (after := self._after(before, cause)) != effect:
            before = after
        self._slots(before, cause)[before] = following

    def _slots(self, effect: int, cause: int) -> "array[int]":
        is_first = self.causes.first[effect] == cause
        return self.following_first if is_first else self.following_second

    def _after(self, effect: int, cause: int) -> int:
        return self._slots(effect, cause)[effect]


SLOTS = 2
"""The number of causes from which on effects don't fit into slots."""


def events_for(max_references: int | None) -> Events:
    """No events, in the form that takes the least memory under a limit of references."""
    is_slotted = max_references is not None and max_references <= SLOTS
    return SlottedEvents() if is_slotted else Events()


def each(numbers: Numbers) -> list[int] | tuple[int, ...]:
    """All numbers."""
    if numbers is None:
        return ()
    if isinstance(numbers, int):
        return (numbers,)
    return numbers


def load(
    events: Iterable[tuple[str, Iterable[str]]],
    max_references: int | None = None,
) -> tuple[Events, Levels]:
    """Build the levels of these events, as adding them one by one would."""
    with without_collecting():
        columns, known = _register(events, max_references)
        return columns, _layers(columns, known)


def _register(
    events: Iterable[tuple[str, Iterable[str]]], max_references: int | None
) -> tuple[Events, list[int]]:
    columns = events_for(max_references)
    get, new = columns.numbers.get, columns.new
    known: dict[int, None] = {}
    for name, after in events:
        number = get(name)
        if number is None:
            check_name(name)
            number = new(name)
        elif number in known:
            raise DuplicateEvent(name)
        known[number] = None
        if isinstance(after, str):
            raise TypeError(f"the causes of {name!r} are a string, not a collection of names")
        causes: dict[int, None] = {}
        for cause in after:
            other = get(cause)
            if other is None:
                check_name(cause)
                other = new(cause)
            if other != number:
                causes[other] = None
        if max_references is not None and len(causes) > max_references:
            raise TooManyReferences(name, len(causes), max_references)
        columns.connect(causes, number)
    columns.ghosts = set(range(len(columns.names))).difference(known)
    columns.tips = {number for number in known if columns.effects[number] is None}
    return columns, list(known)


def _layers(columns: Events, known: Collection[int]) -> Levels:
    names, effects_of, level_of = columns.names, columns.effects, columns.levels
    waits = [0] * len(names)
    for number in known:
        for effect in each(effects_of[number]):
            waits[effect] += 1
    levels: list[Level] = []
    layer = [number for number in known if not waits[number]]
    while layer:
        level = Level(sorted([names[number] for number in layer]))
        levels.append(level)
        free = []
        for number in layer:
            level_of[number] = level
            effects = effects_of[number]
            for effect in (effects,) if isinstance(effects, int) else effects or ():
                waits[effect] -= 1
                if not waits[effect]:
                    free.append(effect)
        layer = free
    filled = Levels.of(levels)
    if filled.events < len(known):
        stuck = {number: columns.causes[number] for number in known if level_of[number] is None}
        raise CycleError([names[number] for number in cycle_among(stuck)])
    return filled

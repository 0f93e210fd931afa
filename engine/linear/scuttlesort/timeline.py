"""The timeline: events in one canonical order, independent of the order of arrival.

The order is by (rank, name), the rank of an event being the length of the longest path to it over
its known causes: the order of ScuttleSort (Tschudin 2022). Every addition returns the fewest edits
that update a replica of the order.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from tanglescope.engine.linear.edit_script import fewest_edits, merge_edits
from tanglescope.engine.linear.edits import Edit, Insert, Move, new_edit
from tanglescope.engine.linear.errors import (
    CycleError,
    DuplicateEvent,
    TooManyReferences,
    UnknownEvent,
    check_name,
)
from tanglescope.engine.linear.horizon import Edges, closure
from tanglescope.engine.linear.scuttlesort.events import Events, each, events_for, load
from tanglescope.engine.linear.scuttlesort.levels import Level, Levels
from tanglescope.engine.linear.scuttlesort.lifting import lift
from tanglescope.engine.linear.scuttlesort.sweep import CycleFound, find_cycle, sweep


def rise_alone(
    events: Events, levels: Levels, event: int, rank: int, causes: Collection[int]
) -> list[Edit] | None:
    """Make way for `event` with at most one move, if possible.

    If one move may not suffice, nothing changes and the result is None.
    """
    effect = events.effects[event]
    if not isinstance(effect, int):
        return None
    level_of: list[Level] = events.levels  # type: ignore[assignment] # effects have levels
    level = level_of[effect]
    new = rank + 1
    rise = new - levels.rank(level)
    if rise <= 0:
        return []
    if len(level) == 1 or effect in causes:
        return None
    for later in each(events.effects[effect]):
        if levels.rank(level_of[later]) <= new:
            return None
    level_of[effect], source, passed = levels.lift(level, events.names[effect], rise)
    return [new_edit(Move, (source, source + passed))] if passed else []


ArrivingEvent: TypeAlias = tuple[Any, ...]
"""The arguments of `Timeline.add`: a name, what it comes after, and rarely more."""


def _join_edges(
    events: Iterable[tuple[str, Iterable[str]]], batch: Iterable[ArrivingEvent]
) -> list[tuple[str, list[str]]]:
    """Events with the further edges of a batch, and without those that they replace."""
    causes = {name: list(after) for name, after in events}
    for name, _, *rest in batch:
        before, without = (*rest, (), ())[:2]
        for effect in before:
            causes[effect].append(name)
        for cause, effect in without:
            causes[effect].remove(cause)
    return list(causes.items())


class Timeline:
    """Events in the order of (rank, name); names compare by code point.

    With `max_references`, events with more causes are refused; with two at most, the memory for an
    event is constant, however many others refer to it.
    """

    __slots__ = ("_events", "_levels", "_max_references")

    def __init__(self, *, max_references: int | None = None) -> None:
        self._events = events_for(max_references)
        self._levels = Levels()
        self._max_references = max_references

    @property
    def max_references(self) -> int | None:
        """The greatest number of causes of an event."""
        return self._max_references

    def __len__(self) -> int:
        return self._levels.events

    def __iter__(self) -> Iterator[str]:
        return iter(self._levels)

    def __contains__(self, name: object) -> bool:
        number = self._events.numbers.get(name) if isinstance(name, str) else None
        return number is not None and self._events.levels[number] is not None

    def __getitem__(self, position: int) -> str:
        index = position + len(self) if position < 0 else position
        if not 0 <= index < len(self):
            raise IndexError(f"position {position} of {len(self)} events")
        return self._levels.names(index, 1)[0]

    def names(self, first: int, count: int) -> list[str]:
        """A page of the order: at most `count` names, from the position `first` on."""
        return self._levels.names(first, count)

    def position(self, name: str) -> int:
        """The position of the event in the order."""
        return self._levels.position(self._level(name), name)

    def rank(self, name: str) -> int:
        """The length of the longest path to the event."""
        return self._levels.rank(self._level(name))

    @property
    def tips(self) -> set[str]:
        """The events without known effects."""
        names = self._events.names
        return {names[number] for number in self._events.tips}

    @property
    def roots(self) -> list[str]:
        """The events without known causes."""
        return self._levels.lowest()

    @property
    def ghosts(self) -> set[str]:
        """The names that events refer to and that haven't arrived yet."""
        names = self._events.names
        return {names[number] for number in self._events.ghosts}

    def add(  # noqa: C901 - in one piece: a call more is 3 % of what most additions cost
        self,
        name: str,
        after: Iterable[str] = (),
        before: Iterable[str] = (),
        without: Iterable[tuple[str, str]] = (),
    ) -> list[Edit]:
        """Add an event that comes after others; return the edits of the order.

        References to the event itself are ignored. References to unknown names take effect when
        these arrive. The event also comes `before` events that are in the timeline and don't refer
        to it. `without` are edges, (cause, effect), that a path over the event replaces.

        Raises:
            DuplicateEvent: the name is in the timeline.
            UnknownEvent: it would come before an event that isn't in the timeline.
            CycleError: the event would come before one of its own causes.
            InvalidName: a name has no UTF-8 form.
            TooManyReferences: there are more causes than `max_references`.
            TypeError: a name is not a string.
        After any of them the timeline is as it was.
        """
        if isinstance(after, str):
            raise TypeError(f"the causes of {name!r} are a string, not a collection of names")
        # Before anything is looked up, since a generator might add to this timeline.
        after = tuple(after)
        events, levels = self._events, self._levels
        numbers, level_of = events.numbers, events.levels
        number = numbers.get(name)
        if number is not None and level_of[number] is not None:
            raise DuplicateEvent(name)
        causes: dict[int, None] = {}
        unknown: dict[str, None] = {}
        highest: Level | None = None
        for cause in after:
            known = numbers.get(cause)
            if known is None:
                unknown[cause] = None
                continue
            causes[known] = None
            level = level_of[known]
            if level is not None and (
                highest is None
                or (
                    level.place > highest.place
                    if level.block is highest.block
                    else level.block.number > highest.block.number
                )
            ):
                highest = level
        effects = self._numbers_of(before) if before else ()
        if number is not None:
            causes.pop(number, None)
        if unknown or self._max_references is not None:
            unknown.pop(name, None)
            self._check_references(name, causes, unknown)
            self._check_effects(effects)
        if number is None:
            if type(name) is not str or not name.isascii():
                check_name(name)
            edits: list[Edit] = []
            number = events.new(name)
            if effects:
                edits = self._push_new(number, highest, causes, effects)
            else:
                events.tips.add(number)
        else:
            edits = self._push(number, highest, causes, effects)
            events.ghosts.discard(number)
        for ghost in unknown:
            causes[events.new_ghost(ghost)] = None
        events.connect(causes, number)
        level, position = levels.put_above(highest, name)
        level_of[number] = level
        edits.append(new_edit(Insert, (name, position)))
        for cause, effect in without:
            events.part(numbers[cause], numbers[effect])
        return edits

    def extend(self, events: Iterable[ArrivingEvent]) -> list[Edit]:
        """Add many events at once, all or none; return the fewest edits for all together.

        Each is given as the arguments of `add`. They are added one by one, or all ranks are
        computed from scratch, whichever is faster.
        """
        batch = [
            (name, after if isinstance(after, str) else tuple(after), *rest)
            for name, after, *rest in events
        ]
        if self._is_cheaper_from_scratch(len(batch)):
            return self._start_again(batch)
        length = len(self)
        edits: list[Edit] = []
        added: set[str] = set()
        with self.all_or_none(added):
            for arriving in batch:
                edits += self.add(*arriving)
                added.add(arriving[0])
        return edits if len(batch) < 2 else merge_edits(edits, length)

    def _is_cheaper_from_scratch(self, number: int) -> bool:
        # From scratch, each of all events costs 5 us; one by one, each new event costs 20 us or
        # more.
        return number > 1 and 4 * number >= len(self)

    def _start_again(self, batch: Sequence[ArrivingEvent]) -> list[Edit]:
        old = list(self)
        events = [*self._arrivals(), *((name, after) for name, after, *_ in batch)]
        if any(rest for _, _, *rest in batch):
            events = _join_edges(events, batch)
        self._events, self._levels = load(events, self._max_references)
        if not old:
            return [Insert(name, position) for position, name in enumerate(self)]
        position = {name: index for index, name in enumerate(old)}
        return fewest_edits((position[name], 1) if name in position else name for name in self)

    def _arrivals(self) -> Iterator[tuple[str, list[str]]]:
        """All events with their causes, in the form that `extend` takes."""
        events = self._events
        for name in self:
            yield name, [events.names[cause] for cause in events.causes[events.numbers[name]]]

    @contextmanager
    def all_or_none(self, added: Collection[str]) -> Iterator[None]:
        """Undo all additions if an exception is raised in the context."""
        try:
            yield
        except BaseException:
            kept = [event for event in self._arrivals() if event[0] not in added]
            self._events, self._levels = load(kept, self._max_references)
            raise

    def edges(self, name: str) -> Edges:
        """The direct causes and effects of an event or a ghost; empty for an unknown name."""
        events = self._events
        number = events.numbers.get(name)
        if number is None:
            return Edges()
        causes, effects = (
            tuple(sorted(events.names[other] for other in others))
            for others in (events.causes[number], each(events.effects[number]))
        )
        return Edges(causes, effects)

    def is_concurrent(self, one: str, other: str) -> bool:
        """Whether neither of two events is in the past of the other."""
        earlier, later = sorted((one, other), key=self.rank)
        rank = self.rank(earlier)
        if rank == self.rank(later):
            return earlier != later
        # Ranks decrease towards the past, so nothing at or below this rank leads there.
        wanted = self._events.numbers[earlier]
        return all(number != wanted for number in self._past_of(later, rank))

    def past(self, name: str) -> set[str]:
        """The known events that lead to this one."""
        self._level(name)
        return {self._events.names[number] for number in self._past_of(name, 0)}

    def future(self, name: str) -> set[str]:
        """The events that this one leads to."""
        self._level(name)
        events = self._events
        future = closure(events.numbers[name], lambda number: each(events.effects[number]))
        return {events.names[number] for number in future}

    def _past_of(self, name: str, least_rank: int) -> Iterator[int]:
        events = self._events
        seen: set[int] = set()
        open_ends = [events.numbers[name]]
        while open_ends:
            for cause in events.causes[open_ends.pop()]:
                level = events.levels[cause]
                if cause in seen or level is None or self._levels.rank(level) < least_rank:
                    continue
                seen.add(cause)
                open_ends.append(cause)
                yield cause

    def _level(self, name: str) -> Level:
        number = self._events.numbers.get(name)
        level = None if number is None else self._events.levels[number]
        if level is None:
            raise UnknownEvent(name)
        return level

    def _numbers_of(self, names: Iterable[str]) -> list[int]:
        """The numbers of events in the timeline. Raises `UnknownEvent`."""
        for name in names:
            self._level(name)
        return [self._events.numbers[name] for name in names]

    def _check_references(
        self, name: str, known: Collection[int], unknown: Collection[str]
    ) -> None:
        for cause in unknown:
            check_name(cause)
        references = len(known) + len(unknown)
        if self._max_references is not None and references > self._max_references:
            raise TooManyReferences(name, references, self._max_references)

    def _check_effects(self, effects: Iterable[int]) -> None:
        """Check that events that get one more cause may have it."""
        if self._max_references is not None:
            for effect in effects:
                references = len(self._events.causes[effect]) + 1
                if references > self._max_references:
                    name = self._events.names[effect]
                    raise TooManyReferences(name, references, self._max_references)

    def _push(
        self, number: int, below: Level | None, causes: dict[int, None], effects: Sequence[int]
    ) -> list[Edit]:
        """Make way for an event that arrived after others that refer to it, and after `effects`."""
        events = self._events
        more = [effect for effect in effects if number not in events.causes[effect]]
        for effect in more:
            events.join(number, effect)
        try:
            return self._rise(number, below, causes)
        except CycleError:
            for effect in more:
                events.part(number, effect)
            raise

    def _push_new(
        self, number: int, below: Level | None, causes: dict[int, None], effects: Sequence[int]
    ) -> list[Edit]:
        """Make way for an event that nothing has referred to, before `effects`."""
        try:
            return self._push(number, below, causes, effects)
        except CycleError:
            self._events.forget(number)
            raise

    def _rise(self, number: int, below: Level | None, causes: dict[int, None]) -> list[Edit]:
        """Make way for an event that arrived after its effects; return the moves."""
        events, levels = self._events, self._levels
        rank = 0 if below is None else levels.rank(below) + 1
        edits = rise_alone(events, levels, number, rank, causes)
        if edits is not None:
            return edits
        try:
            shifts, exceptions = sweep(events, levels, number, rank, causes)
        except CycleFound:
            cycle = find_cycle(events, number, causes)
            raise CycleError([events.names[member] for member in cycle]) from None
        for level, rise in shifts:
            levels.insert_before(level, rise)
        return lift(events, levels, exceptions) if exceptions else []

"""The timeline: events in one canonical order, whatever the order in which they arrive.

The order is by (rank, name), the rank of an event being the length of the longest path to it
over its known causes: the order of ScuttleSort (Tschudin 2021). Every addition answers with the
fewest edits that bring a replica of the order up to date.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator

from engine.linear.edit_script import fewest_moves
from engine.linear.edits import Edit, Insert
from engine.linear.errors import (
    CycleError,
    DuplicateEvent,
    InvalidName,
    TooManyReferences,
    UnknownEvent,
)
from engine.linear.events import Events, MemoryEvents, each
from engine.linear.levels import Level, Levels
from engine.linear.sweep import CycleFound, Sweep, find_cycle, sweep


class Timeline:
    """Events in the order of (rank, name); names compare by code point."""

    __slots__ = ("_events", "_length", "_levels", "max_references")

    def __init__(self, *, max_references: int | None = None) -> None:
        self._events: Events = MemoryEvents()
        self._levels = Levels()
        self._length = 0
        self.max_references = max_references

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[str]:
        return iter(self._levels)

    def __contains__(self, name: object) -> bool:
        number = self._events.numbers.get(name) if isinstance(name, str) else None
        return number is not None and self._events.levels[number] is not None

    def __getitem__(self, position: int) -> str:
        index = position + self._length if position < 0 else position
        if not 0 <= index < self._length:
            raise IndexError(f"position {position} of {self._length} events")
        return self._levels.names(index, 1)[0]

    def names(self, first: int, count: int) -> list[str]:
        """A page of the order: up to `count` names, from the position `first` on."""
        return self._levels.names(first, count)

    def position(self, name: str) -> int:
        """Where the event stands in the order."""
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
    def ghosts(self) -> set[str]:
        """The names that events refer to and that have not come yet."""
        names = self._events.names
        return {names[number] for number in self._events.ghosts}

    def add(self, name: str, after: Iterable[str] = ()) -> list[Edit]:
        """Add an event that comes after others; the edits by which the order changes.

        References to itself are ignored, and those to unknown names are kept until they come.

        Raises:
            DuplicateEvent: the name is in the timeline.
            CycleError: the event would come before one of its own causes.
            InvalidName: a name has no UTF-8 form.
            TooManyReferences: there are more causes than `max_references`.
            TypeError: a name is not a string.
        After any of them the timeline is as it was.
        """
        events, levels = self._events, self._levels
        references = self._references(name, after)
        number = events.numbers.get(name)
        if number is not None and events.levels[number] is not None:
            raise DuplicateEvent(name)
        causes, new_ghosts = self._numbers(references)
        rank = self._rank_after(causes)
        found = Sweep([], [])
        if number is None:
            number = events.new(name)
        else:
            try:
                found = sweep(events, levels, number, rank, causes)
            except CycleFound:
                cycle = [events.names[each] for each in find_cycle(events, number, causes)]
                events.forget(new_ghosts)
                raise CycleError(cycle) from None
            events.ghosts.discard(number)
        events.causes[number] = causes
        for cause in causes:
            events.link(cause, number)
        if events.effects[number] is None:
            events.tips.add(number)
        edits = self._rise(found)
        edits.append(self._place(number, rank))
        return edits

    def extend(self, events: Iterable[tuple[str, Iterable[str]]]) -> list[Edit]:
        """Add many events at once, all of them or none; the edits by which the order changes."""
        edits: list[Edit] = []
        for name, after in events:
            edits += self.add(name, after)
        return edits

    def is_concurrent(self, one: str, other: str) -> bool:
        """Whether neither of two events is in the past of the other."""
        earlier, later = sorted((one, other), key=self.rank)
        rank = self.rank(earlier)
        if rank == self.rank(later):
            return earlier != later
        # Ranks fall along every path into the past: nothing at or below this rank leads there.
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
        seen: set[int] = set()
        open_ends = [events.numbers[name]]
        while open_ends:
            for effect in each(events.effects[open_ends.pop()]):
                if effect not in seen:
                    seen.add(effect)
                    open_ends.append(effect)
        return {events.names[number] for number in seen}

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

    def _references(self, name: str, after: Iterable[str]) -> list[str]:
        """The causes, each once and without the event itself, after a look at all names."""
        if isinstance(after, str):
            raise TypeError(f"the causes of {name!r} are a string, not a collection of names")
        references = [cause for cause in dict.fromkeys(after) if cause != name]
        for checked in (name, *references):
            if not isinstance(checked, str):
                raise TypeError(f"a name is a string, not {checked!r}")
            if not checked.isascii():
                try:
                    checked.encode()
                except UnicodeEncodeError:
                    raise InvalidName(checked) from None
        if self.max_references is not None and len(references) > self.max_references:
            raise TooManyReferences(name, len(references), self.max_references)
        return references

    def _numbers(self, references: list[str]) -> tuple[list[int], list[int]]:
        events = self._events
        causes = []
        new_ghosts = []
        for reference in references:
            number = events.numbers.get(reference)
            if number is None:
                number = events.new(reference)
                events.ghosts.add(number)
                new_ghosts.append(number)
            causes.append(number)
        return causes, new_ghosts

    def _rank_after(self, causes: list[int]) -> int:
        rank = 0
        for cause in causes:
            level = self._events.levels[cause]
            if level is not None:
                rank = max(rank, self._levels.rank(level) + 1)
        return rank

    def _rise(self, found: Sweep) -> list[Edit]:
        """Let rise what the sweep found; the moves of it."""
        events, levels = self._events, self._levels
        old = []
        for number, _ in found.exceptions:
            level = events.levels[number]
            assert level is not None
            old.append((levels.rank(level), events.names[number], number, level))
        old.sort(key=lambda entry: entry[:2])
        before = [levels.position(level, name) for _, name, _, level in old]
        for _, name, _, level in old:
            levels.take(level, name)
        for level, number in found.shifts:
            levels.insert_before(level, number)
        places = {number: place for place, (_, _, number, _) in enumerate(old)}
        new = sorted((rank, events.names[number], number) for number, rank in found.exceptions)
        settled = []
        for rank, name, number in new:
            while levels.count <= rank:
                levels.append()
            level = levels.at(rank)
            events.levels[number] = level
            levels.put(level, name)
            settled.append((level, name))
        after = [levels.start(level) + bisect_left(level, name) for level, name in settled]
        return fewest_moves(before, after, [places[number] for _, _, number in new])

    def _place(self, number: int, rank: int) -> Insert:
        levels = self._levels
        level = levels.at(rank) if rank < levels.count else levels.append()
        name = self._events.names[number]
        place = levels.put(level, name)
        self._events.levels[number] = level
        self._length += 1
        return Insert(name, levels.start(level) + place)

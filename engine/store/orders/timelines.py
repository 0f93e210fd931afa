"""Timelines that live in SQLite, with bounded memory.

A `StoredTimeline` is a `Timeline`: same order, same edits, same errors, same code. Its data is read
on demand, and written by `save` in the transaction of the caller:

    with connection:                                   # BEGIN ... COMMIT
        timeline = StoredTimeline(connection, 7)       # after BEGIN
        edits = timeline.add(name, after)
        timeline.save()                                # before COMMIT

It never commits. After a ROLLBACK, or a change by another connection, its data in memory is wrong:
drop it and construct a new one, which costs three indexed SELECTs. A timeline that was never saved
has no rows. For reading, `names(first, count)` returns a page of the order.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from engine.linear.edits import Edit
from engine.linear.errors import check_name
from engine.linear.scuttlesort.events import Events, Numbers
from engine.linear.scuttlesort.levels import Level
from engine.linear.scuttlesort.timeline import Timeline
from engine.store.orders.levels import StoredLevels

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class _Column(dict[_Key, _Value]):
    """Values by key; `read(key)` loads those that aren't in memory."""

    __slots__ = ("_read",)

    def __init__(self, read: Callable[[_Key], _Value]) -> None:
        self._read = read

    def __missing__(self, key: _Key) -> _Value:
        value = self._read(key)
        dict.__setitem__(self, key, value)
        return value


class _Noted(_Column[_Key, _Value]):
    """A column that records the keys of changed values."""

    __slots__ = ("_changed",)

    def __init__(self, read: Callable[[_Key], _Value], changed: set[_Key]) -> None:
        super().__init__(read)
        self._changed = changed

    def __setitem__(self, key: _Key, value: _Value) -> None:
        self._changed.add(key)
        dict.__setitem__(self, key, value)


class _Numbers(dict[str, int]):
    """Numbers by name; None for an unknown name."""

    __slots__ = ("_find",)

    def __init__(self, find: Callable[[str], int | None]) -> None:
        self._find = find

    def get(self, name: str) -> int | None:  # type: ignore[override] # there is one default
        number = dict.get(self, name)
        return self._find(name) if number is None else number


class _Marked:
    """A set of stored events; a change of membership marks the event as changed."""

    __slots__ = ("_list", "add", "discard")

    def __init__(self, changed: set[int], list_all: Callable[[], list[int]]) -> None:
        self.add = self.discard = changed.add
        self._list = list_all

    def __iter__(self) -> Iterator[int]:
        return iter(self._list())


class StoredEvents(Events):
    """Events over the tables `events` and `causes` of `engine.store.orders.levels`."""

    __slots__ = (
        "_all_read",
        "_changed",
        "_connection",
        "_new_causes",
        "_next",
        "_saved",
        "_stored_levels",
        "_timeline",
    )

    numbers: _Numbers
    names: _Column[int, str]
    levels: _Noted[int, Level | None]
    effects: _Column[int, Numbers]
    causes: _Noted[int, Collection[int]]

    def __init__(
        self, connection: sqlite3.Connection, timeline: int, stored_levels: StoredLevels
    ) -> None:
        self._connection = connection
        self._timeline = timeline
        self._stored_levels = stored_levels
        ((highest,),) = self._select("SELECT ifnull(max(event), -1) FROM events WHERE timeline = ?")
        self._next: int = highest + 1
        self._saved = self._next
        self._all_read = self._next == 0
        self._changed: set[int] = set()
        self._new_causes: set[int] = set()
        self.numbers = _Numbers(self._find)
        self.names = _Column(self._read_name)
        self.levels = _Noted(self._read_level, self._changed)
        self.effects = _Column(self._read_effects)
        self.causes = _Noted(self._read_causes, self._new_causes)
        self.tips = _Marked(self._changed, self._tips)
        self.ghosts = _Marked(self._changed, self._ghosts)

    @property
    def in_memory(self) -> int:
        """The number of events in memory."""
        return len(self.names)

    def new(self, name: str) -> int:
        """Give a number to a new name."""
        number = self._next
        self._next += 1
        self.learn(number, name, None)
        self.effects[number] = None
        dict.__setitem__(self.causes, number, [])
        self._changed.add(number)
        return number

    def forget(self, number: int) -> None:
        """Forget the newest name."""
        self.numbers.pop(self.names.pop(number))
        for column in (self.levels, self.effects, self.causes):
            column.pop(number)
        self._changed.discard(number)
        self._new_causes.discard(number)
        self._next = number

    def learn(self, number: int, name: str, level: Level | None) -> None:
        """Add the stored data of an event."""
        self.numbers[name] = number
        self.names[number] = name
        dict.__setitem__(self.levels, number, level)

    def save(self) -> None:
        """Write all changes since the last call; the levels must have been saved."""
        new = [self._row(number) for number in range(self._saved, self._next)]
        old = [self._row(number) for number in self._changed if number < self._saved]
        self._write(
            "INSERT INTO events (name, level, tip, timeline, event) VALUES (?, ?, ?, ?, ?)", new
        )
        self._write(
            "UPDATE events SET level = ?, tip = ? WHERE timeline = ? AND event = ?",
            [row[1:] for row in old],
        )
        self._write(
            "DELETE FROM causes WHERE timeline = ? AND effect = ?",
            [(self._timeline, effect) for effect in self._new_causes if effect < self._saved],
        )
        self._write(
            "INSERT INTO causes (timeline, cause, effect) VALUES (?, ?, ?)",
            [
                (self._timeline, cause, effect)
                for effect in self._new_causes
                for cause in self.causes[effect]
            ],
        )
        self._saved = self._next
        self._changed.clear()
        self._new_causes.clear()

    def unload(self) -> None:
        """Drop the events from memory; they must have been saved."""
        for column in (self.numbers, self.names, self.levels, self.effects, self.causes):
            column.clear()
        self._all_read = False

    def _row(self, number: int) -> tuple[str, int | None, bool, int, int]:
        level = self.levels[number]
        key = None if level is None else self._stored_levels.key_of(level)
        return self.names[number], key, self._is_tip(number), self._timeline, number

    def _find(self, name: str) -> int | None:
        if self._all_read:
            return None
        # SQLite would convert a number to text.
        check_name(name)
        rows: list[tuple[int, int | None, int]] = self._select(
            "SELECT event, level, block FROM events LEFT JOIN levels USING (timeline, level)"
            " WHERE timeline = ? AND name = ?",
            name,
        )
        for number, level, block in rows:
            self._learn_row(number, name, level, block)
            return number
        return None

    def _read(self, number: int) -> None:
        ((name, level, block),) = self._select(
            "SELECT name, level, block FROM events LEFT JOIN levels USING (timeline, level)"
            " WHERE timeline = ? AND event = ?",
            number,
        )
        self._learn_row(number, name, level, block)

    def _learn_row(self, number: int, name: str, level: int | None, block: int) -> None:
        known = None if level is None else self._stored_levels.level(level, block)
        self.learn(number, name, known)

    def _read_name(self, number: int) -> str:
        self._read(number)
        return self.names[number]

    def _read_level(self, number: int) -> Level | None:
        self._read(number)
        return self.levels[number]

    def _read_effects(self, number: int) -> Numbers:
        effects = self._select("SELECT effect FROM causes WHERE timeline = ? AND cause = ?", number)
        numbers = [effect for (effect,) in effects]
        return numbers if len(numbers) > 1 else numbers[0] if numbers else None

    def _read_causes(self, number: int) -> Collection[int]:
        causes = self._select("SELECT cause FROM causes WHERE timeline = ? AND effect = ?", number)
        return [cause for (cause,) in causes]

    def _tips(self) -> list[int]:
        changed = [number for number in self._changed if self._is_tip(number)]
        return changed + self._written("tip")

    def _ghosts(self) -> list[int]:
        changed = [number for number in self._changed if self.levels[number] is None]
        return changed + self._written("level IS NULL")

    def _is_tip(self, number: int) -> bool:
        return self.levels[number] is not None and self.effects[number] is None

    def _written(self, condition: str) -> list[int]:
        """The events whose rows meet a condition and are unchanged."""
        query = f"SELECT event, name FROM events WHERE timeline = ? AND {condition}"
        rows = [row for row in self._select(query) if row[0] not in self._changed]
        self.names.update(rows)
        return [number for number, _ in rows]

    def _write(self, statement: str, rows: Sequence[tuple[object, ...]]) -> None:
        # Without rows, do nothing: executemany would open a transaction.
        if rows:
            self._connection.executemany(statement, rows)

    def _select(self, query: str, *values: object) -> list[Any]:
        return self._connection.execute(query, (self._timeline, *values)).fetchall()


IN_MEMORY = 100_000
"""The number of events kept in memory between two additions; some 60 MB."""


class StoredTimeline(Timeline):
    """A timeline in the tables of `engine.store.orders.levels`, under a given number."""

    __slots__ = ("_connection", "_limit", "_timeline")

    _events: StoredEvents
    _levels: StoredLevels

    def __init__(
        self,
        connection: sqlite3.Connection,
        timeline: int,
        *,
        max_references: int | None = None,
        in_memory: int = IN_MEMORY,
    ) -> None:
        self._connection = connection
        self._timeline = timeline
        self._limit = in_memory
        self.max_references = max_references
        self._open()

    def add(
        self,
        name: str,
        after: Iterable[str] = (),
        before: Iterable[str] = (),
        without: Iterable[tuple[str, str]] = (),
    ) -> list[Edit]:
        """Add an event that comes after others; return the edits of the order."""
        edits = super().add(name, after, before, without)
        if self._events.in_memory > self._limit:
            self.save()
            self._events.unload()
            self._levels.unload()
        return edits

    def save(self) -> None:
        """Write all changes; the caller commits."""
        self._levels.save()
        self._events.save()

    def _open(self) -> None:
        self._levels = StoredLevels(self._connection, self._timeline)
        self._events = StoredEvents(self._connection, self._timeline, self._levels)
        self._levels.learn = self._events.learn

    def _is_cheaper_from_scratch(self, _number: int) -> bool:
        return False

    @contextmanager
    def all_or_none(self, _added: Collection[str]) -> Iterator[None]:
        """Undo all additions if an exception is raised in the context."""
        self.save()
        if not self._connection.in_transaction:
            # Releasing a savepoint outside of a transaction would commit.
            self._connection.execute("BEGIN")
        self._connection.execute("SAVEPOINT additions")
        try:
            yield
        except BaseException:
            self._connection.execute("ROLLBACK TO additions")
            self._open()
            raise
        finally:
            self._connection.execute("RELEASE additions")

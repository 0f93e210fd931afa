"""Timelines that live in SQLite, with bounded memory.

A `StoredTimeline` is a `Timeline`: same order, same edits, same errors, the same code. What it
works on is read when needed, and written by `save` in the transaction of the caller:

    with connection:                                   # BEGIN ... COMMIT
        timeline = StoredTimeline(connection, 7)       # after BEGIN
        edits = timeline.add(name, after)
        timeline.save()                                # before COMMIT

It never commits. After a ROLLBACK, or a change by another connection, what it has in memory is
wrong: drop it and construct another one, which costs three indexed SELECTs. A timeline that was
never saved has no rows. For reading, `names(first, count)` gives a page of the order.
"""

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager

from engine.linear.edits import Edit
from engine.linear.scuttlesort.timeline import Timeline
from engine.store.orders.events import StoredEvents
from engine.store.orders.levels import StoredLevels

IN_MEMORY = 100_000
"""Events kept in memory between two additions; some 60 MB."""


class StoredTimeline(Timeline):
    """A timeline in the tables of `engine.store.orders.levels`, under a number that is given."""

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

    def add(self, name: str, after: Iterable[str] = ()) -> list[Edit]:
        """Add an event that comes after others; the edits by which the order changes."""
        edits = super().add(name, after)
        if self._events.in_memory > self._limit:
            self.save()
            self._events.unload()
            self._levels.unload()
        return edits

    def save(self) -> None:
        """Write what has changed; the caller commits."""
        self._levels.save()
        self._events.save()

    def _open(self) -> None:
        self._levels = StoredLevels(self._connection, self._timeline)
        self._events = StoredEvents(self._connection, self._timeline, self._levels)
        self._levels.learn = self._events.learn

    def _is_cheaper_from_scratch(self, _number: int) -> bool:
        return False

    @contextmanager
    def _all_or_none(self, _added: Collection[str]) -> Iterator[None]:
        self.save()
        if not self._connection.in_transaction:
            # To release a savepoint outside of a transaction would commit.
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

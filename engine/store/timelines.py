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
from collections.abc import Iterable

from engine.linear.edits import Edit
from engine.linear.timeline import Timeline
from engine.store.events import StoredEvents
from engine.store.levels import StoredLevels

IN_MEMORY = 100_000
"""Events kept in memory between two additions; some 60 MB."""


class StoredTimeline(Timeline):
    """A timeline in the tables of `engine.store.levels`, under a number of the caller's choice."""

    __slots__ = ("_limit",)

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
        self._levels = StoredLevels(connection, timeline)
        self._events = StoredEvents(connection, timeline, self._levels)
        self._levels.learn = self._events.learn
        self.max_references = max_references
        self._limit = in_memory

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

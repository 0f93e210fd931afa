"""Implementations of timelines: one law must hold for all of them."""

import sqlite3
from collections.abc import Callable
from typing import Any

from engine.linear import Edit, Timeline
from engine.store.orders.levels import TABLES
from engine.store.orders.timelines import StoredTimeline

Maker = Callable[..., Timeline]


class Forgotten(sqlite3.Connection):
    """A connection that closes when it isn't referenced any more."""

    def __del__(self) -> None:
        self.close()


def database() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", check_same_thread=False, factory=Forgotten)
    for statement in TABLES:
        connection.execute(statement)
    return connection


def stored(**options: int | None) -> Timeline:
    """A timeline in a database that holds another one with the same names."""
    connection = database()
    other = StoredTimeline(connection, 1)
    other.extend([("b", ["a", "c"]), ("a", []), ("x", ["b"])])
    other.save()
    return StoredTimeline(connection, 2, **options)


def stored_and_forgetful(**options: int | None) -> Timeline:
    """A timeline with a tiny cache."""
    return stored(in_memory=2, **options)


class Reopened(StoredTimeline):
    """A timeline that is closed and opened again after every addition."""

    def add(self, *arriving: Any) -> list[Edit]:
        edits = super().add(*arriving)
        self.save()
        self._open()
        return edits


def stored_and_reopened(**options: int | None) -> Timeline:
    return Reopened(database(), 2, **options)


MAKERS = [Timeline, stored, stored_and_forgetful, stored_and_reopened]

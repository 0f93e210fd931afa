"""Subjects of a check: each derives something again and compares it with what is kept."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from engine.store.files.sqlite import Database, quoted

LAST = 1 << 62
"""An end beyond all numbers of rows."""


class RowRange(NamedTuple):
    """The rows from `first` on up to, but without, `end`; `weight` says how much work they are."""

    first: int = 0
    end: int = LAST
    weight: int = 1


class Problem(NamedTuple):
    """Something that is kept and isn't what it should be: `what` in words, `where` it is."""

    what: str
    where: str


@dataclass(frozen=True, slots=True)
class How:
    """How thoroughly to check: `quick` leaves out what takes most of the time.

    `hmac_key` is that of the network, if it has one: databases don't keep it.
    """

    quick: bool = False
    hmac_key: bytes | None = None


Divide = Callable[[Database], list[RowRange]]
Compare = Callable[[Database, RowRange, How], Iterator[Problem]]


@dataclass(frozen=True, slots=True)
class CheckSubject:
    """One thing to check: `compare` yields what is wrong in a part of it, in one transaction.

    `divide` finds parts that can be compared side by side.
    """

    name: str
    divide: Divide
    compare: Compare
    quick: bool = True
    """Whether a quick check looks at it."""


def whole(_database: Database) -> list[RowRange]:
    """A subject in one part."""
    return [RowRange()]


def by_rows(table: str, size: int) -> Divide:
    """Parts of `size` rows by their numbers; the last one takes in what comes meanwhile."""

    def divide(database: Database) -> list[RowRange]:
        ((last,),) = database.execute(f"SELECT ifnull(max(rowid), 0) FROM {quoted(table)}")
        starts = range(0, max(1, int(last) + 1), size)
        # A forged number may be so large that its parts would never end.
        if len(starts) > _MOST_PARTS:
            return by_places(table, size)(database)
        ends = [*starts[1:], LAST]
        return [RowRange(start, end, size) for start, end in zip(starts, ends, strict=True)]

    return divide


def by_places(table: str, size: int) -> Divide:
    """The same where numbers are far apart: parts begin at every `size`th row."""

    def divide(database: Database) -> list[RowRange]:
        rows = database.execute(
            f"SELECT id FROM (SELECT rowid AS id, row_number() OVER (ORDER BY rowid) AS place"
            f" FROM {quoted(table)}) WHERE place % ? = 0",
            (size,),
        )
        starts = [-LAST, *(int(number) for (number,) in rows)]
        ends = [*starts[1:], LAST]
        return [RowRange(start, end, size) for start, end in zip(starts, ends, strict=True)]

    return divide


_MOST_PARTS = 100_000


def message_named(connection: sqlite3.Connection, number: int) -> str:
    """A message by its key, or by its number where there is none."""
    row = connection.execute("SELECT key FROM messages WHERE id = ?", (number,)).fetchone()
    return f"message {row[0]}" if row else f"message number {number}"

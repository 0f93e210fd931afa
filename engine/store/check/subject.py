"""The subjects of a check: each derives some data again and compares it with the stored data."""

import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from tanglescope.engine.language.wording import tr
from tanglescope.engine.store.files.sqlite import Database, quote_name

LAST = 1 << 62
"""An end beyond all row numbers."""


class RowRange(NamedTuple):
    """The rows from `first` up to `end`, exclusive; `weight` is the amount of work."""

    first: int = 0
    end: int = LAST
    weight: int = 1


class Problem(NamedTuple):
    """Wrong stored data: `what` is the problem in words, `where` the location."""

    what: str
    where: str


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """The thoroughness of a check: `quick` leaves out the slowest subjects.

    `hmac_key` is that of the network, if it has one: databases don't store it.
    """

    quick: bool = False
    hmac_key: bytes | None = None


Divide = Callable[[Database], list[RowRange]]
Compare = Callable[[Database, RowRange, CheckOptions], Iterator[Problem]]


@dataclass(frozen=True, slots=True)
class CheckSubject:
    """One kind of data to check: `compare` yields the problems of a part, in one transaction.

    `divide` finds parts that can be compared in parallel. `name` is English, and translated where
    it is shown.
    """

    name: str
    divide: Divide
    compare: Compare
    quick: bool = True
    """Whether a quick check includes it."""


def whole(_database: Database) -> list[RowRange]:
    """A subject as one part."""
    return [RowRange()]


def by_rows(table: str, size: int) -> Divide:
    """Parts of `size` rows by number; the last one includes rows that arrive meanwhile."""

    def divide(database: Database) -> list[RowRange]:
        ((last,),) = database.execute(f"SELECT ifnull(max(id), 0) FROM {quote_name(table)}")
        starts = range(0, max(1, int(last) + 1), size)
        # With a forged huge number, there would be endless parts.
        if len(starts) > _MOST_PARTS:
            return by_places(table, size)(database)
        ends = [*starts[1:], LAST]
        return [RowRange(start, end, size) for start, end in zip(starts, ends, strict=True)]

    return divide


def by_places(table: str, size: int) -> Divide:
    """Parts that begin at every `size`th row, for numbers that are far apart."""

    def divide(database: Database) -> list[RowRange]:
        rows = database.execute(
            f"SELECT id FROM (SELECT id, row_number() OVER (ORDER BY id) AS place"
            f" FROM {quote_name(table)}) WHERE place % ? = 0",
            (size,),
        )
        starts = [-LAST, *(int(number) for (number,) in rows)]
        ends = [*starts[1:], LAST]
        return [RowRange(start, end, size) for start, end in zip(starts, ends, strict=True)]

    return divide


_MOST_PARTS = 100_000


def message_at(key: str) -> str:
    """The location of a problem: a message."""
    return tr("message {key}", key=key)


def numbered_message(number: int) -> str:
    """The location of a problem: a message whose key is unknown."""
    return tr("message number {number}", number=number)


def feed_at(feed: str) -> str:
    """The location of a problem: a feed."""
    return tr("feed {feed}", feed=feed)


def message_named(connection: sqlite3.Connection, number: int) -> str:
    """A message by its key, or by its number if it has no key."""
    row = connection.execute("SELECT key FROM messages WHERE id = ?", (number,)).fetchone()
    return message_at(row[0]) if row else numbered_message(number)

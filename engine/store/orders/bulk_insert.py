"""Bulk insert of timelines: create all rows of a new timeline at once.

The rows are the same as after adding the events one by one with `engine.store.orders.timelines`,
except for their numbers, which have no meaning elsewhere. The database is needed only to write the
rows.
"""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.linear.scuttlesort.bulk import load
from engine.linear.scuttlesort.levels import FULL
from engine.store.orders.levels import STEP

Event = tuple[str, Sequence[str]]
"""A name and the names of the causes."""


class BulkTimeline(NamedTuple):
    """The rows of one timeline, without its number; ghosts have no rank and aren't tips.

    An event's number is its place in the lists; `causes` are pairs of cause and effect.
    """

    names: list[str]
    ranks: list[int | None]
    tips: list[bool]
    causes: list[tuple[int, int]]

    def order(self) -> list[str]:
        """The names of the events in their order."""
        ranked = zip(self.ranks, self.names, strict=True)
        return [name for _, name in sorted(each for each in ranked if each[0] is not None)]


def lay(events: Iterable[Event]) -> BulkTimeline:
    """Order a whole timeline. Raises `CycleError`, `DuplicateEvent`."""
    columns, levels = load(events)
    ranks = [None if level is None else levels.rank(level) for level in columns.levels]
    tips = [False] * len(ranks)
    for tip in columns.tips:
        tips[tip] = True
    causes = [(cause, effect) for effect in range(len(ranks)) for cause in columns.causes[effect]]
    return BulkTimeline(columns.names, ranks, tips, sorted(causes))


class TimelineRows(NamedTuple):
    """The rows of new timelines, for each of the tables (`engine.store.orders.levels`)."""

    blocks: Iterable[tuple[int, ...]]
    levels: Iterable[tuple[int, ...]]
    events: Iterable[tuple[int, int, str, int | None, bool]]
    causes: Iterable[tuple[int, int, int]]


def write(connection: sqlite3.Connection, laid: Mapping[int, BulkTimeline]) -> None:
    """Write the rows of new timelines, by their numbers."""
    put(
        connection,
        TimelineRows(
            ((timeline, *row) for timeline, each in laid.items() for row in _blocks(each)),
            (
                (timeline, level, level // FULL, STEP * (1 + level % FULL))
                for timeline, each in laid.items()
                for level in range(_height(each))
            ),
            (
                (timeline, event, *row)
                for timeline, each in laid.items()
                for event, row in enumerate(zip(each.names, each.ranks, each.tips, strict=True))
            ),
            ((timeline, *pair) for timeline, each in laid.items() for pair in each.causes),
        ),
    )


def put(connection: sqlite3.Connection, rows: TimelineRows) -> None:
    """Insert prepared rows."""
    connection.executemany(
        "INSERT INTO blocks (timeline, block, label, levels, events) VALUES (?, ?, ?, ?, ?)",
        rows.blocks,
    )
    connection.executemany(
        "INSERT INTO levels (timeline, level, block, label) VALUES (?, ?, ?, ?)", rows.levels
    )
    connection.executemany(
        "INSERT INTO events (timeline, event, name, level, tip) VALUES (?, ?, ?, ?, ?)",
        rows.events,
    )
    connection.executemany(
        "INSERT INTO causes (timeline, cause, effect) VALUES (?, ?, ?)", rows.causes
    )


def _height(laid: BulkTimeline) -> int:
    return 1 + max((rank for rank in laid.ranks if rank is not None), default=-1)


def _blocks(laid: BulkTimeline) -> Iterator[tuple[int, int, int, int]]:
    events = Counter(rank // FULL for rank in laid.ranks if rank is not None)
    height = _height(laid)
    for block in range(-(-height // FULL)):
        yield block, STEP * (1 + block), min(FULL, height - block * FULL), events[block]

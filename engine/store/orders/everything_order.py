"""The order of everything: the numbers of all messages in a sequence.

The order is by (rank, key). Sorting a million messages takes seconds, so a long order is stored in
one piece, like the orders of large threads, and read in milliseconds. A few new messages are
inserted at their positions; after many, the order is sorted again when it is next read.
"""

from array import array
from bisect import bisect
from collections import defaultdict
from collections.abc import Callable, Collection
from contextlib import closing, suppress
from functools import cache
from pathlib import Path
from typing import Any

from engine.store.files.database import connect, reading, writing
from engine.store.files.errors import DatabaseError
from engine.store.files.sqlite import Database
from engine.store.orders.order_cache import LARGE, from_blob, to_blob

FEW = 500
"""The number of messages that are inserted one by one, with up to 20 queries each."""

_DENSE = 16
"""The largest ratio of numbers to messages at which an array is used."""


class EverythingOrder:
    """The order of all ranked messages."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @property
    def is_kept(self) -> bool:
        """Whether the stored order is up to date, or too short to be stored."""
        return self.count() is not None or self._revision() < LARGE

    def count(self) -> int | None:
        """The number of messages in the order; None if the stored order is out of date."""
        row = self._database.execute(
            "SELECT length(numbers) / 4 FROM everything_cache WHERE revision = ?",
            (self._revision(),),
        ).fetchone()
        return None if row is None else int(row[0])

    def numbers(self) -> "array[int]":
        """The numbers of all messages in their order."""
        row = self._database.execute(
            "SELECT numbers FROM everything_cache WHERE revision = ?", (self._revision(),)
        ).fetchone()
        return self.sorted_out() if row is None else from_blob(row[0])

    def renew(self) -> None:
        """Store the current order, in a transaction of its own."""
        if not self.is_kept:
            with reading(self._database):
                revision, numbers = self._revision(), self.sorted_out()
            self.put(revision, numbers)

    def put(self, revision: int, numbers: "array[int]") -> None:
        """Store the order of a revision, in a transaction of its own."""
        with writing(self._database):
            self._database.execute(
                "INSERT INTO everything_cache (only_one, revision, numbers) VALUES (1, ?, ?)"
                " ON CONFLICT DO UPDATE SET revision = excluded.revision,"
                " numbers = excluded.numbers WHERE excluded.revision > revision",
                (revision, to_blob(numbers)),
            )

    def follow(self, revision: int, changed: Collection[int]) -> None:
        """Update the stored order from a revision, within a transaction of the caller.

        `changed` are the numbers of all messages that have arrived since or got a new rank.
        """
        row = self._database.execute(
            "SELECT numbers FROM everything_cache WHERE revision = ?", (revision,)
        ).fetchone()
        if row is None or len(changed) > FEW:
            return
        import numpy as np

        others = np.frombuffer(from_blob(row[0]), np.int32)
        others = others[~np.isin(others, list(changed))]
        sort_key = cache(self._sort_key)
        arrived = sorted(changed, key=sort_key)
        places: list[int] = []
        end = len(others)
        for number in reversed(arrived):  # from the end: smaller keys have smaller positions
            end = _place(others, end, number, sort_key)
            places.append(end)
        numbers = array("i")
        numbers.frombytes(np.insert(others, places[::-1], arrived).tobytes())
        self._database.execute(
            "UPDATE everything_cache SET revision = ?, numbers = ?",
            (self._revision(), to_blob(numbers)),
        )

    def sorted_out(self) -> "array[int]":
        """The order computed from ranks and keys."""
        rank_of = self._ranks().__getitem__
        # The index returns sorted keys; the stable sort by rank keeps their order.
        by_key = self._database.execute(
            "SELECT id FROM messages WHERE id BETWEEN 0 AND ? ORDER BY key", (self._revision(),)
        )
        numbers = sorted((number for (number,) in by_key), key=rank_of)
        return array("i", numbers[bisect(numbers, -1, key=rank_of) :])

    def _ranks(self) -> "array[int] | defaultdict[int, int]":
        """Ranks by message number; -1 if there is none."""
        ((count,),) = self._database.execute("SELECT count(*) FROM ranks")
        last = self._revision()
        ranks: array[int] | defaultdict[int, int]
        if last <= _DENSE * (count + 1):
            ranks = array("i", [-1]) * (last + 1)
        else:  # Forged numbers may be too far apart for an array.
            ranks = defaultdict(lambda: -1)
        ranked = "SELECT message, rank FROM ranks WHERE rank IS NOT NULL AND message >= 0"
        for number, rank in self._database.execute(ranked):
            ranks[number] = rank
        return ranks

    def _sort_key(self, number: int) -> list[int | str]:
        """The sort key of a message."""
        found = self._database.execute(
            "SELECT ifnull(rank, 0), key FROM messages JOIN ranks ON message = id WHERE id = ?",
            (number,),
        ).fetchone()
        return [0, ""] if found is None else list(found)

    def _revision(self) -> int:
        ((number,),) = self._database.execute("SELECT ifnull(max(message), 0) FROM ranks")
        return int(number)


def _place(others: Any, end: int, number: int, sort_key: Callable[[int], list[int | str]]) -> int:
    """The position of a message before `end`, searched from the end, where most new ones belong."""
    own = sort_key(number)
    step = 1
    while step < end and sort_key(int(others[end - step])) > own:
        step *= 2
    near = range(max(0, end - step), end - step // 2)
    return near.start + bisect(near, own, key=lambda at: sort_key(int(others[at])))


def keep(path: Path, revision: int, numbers: "array[int]") -> None:
    """Store the order of everything in the database at `path`, if it can be written now."""
    # Otherwise the next reader sorts it again.
    with suppress(DatabaseError), closing(connect(path)) as database:
        EverythingOrder(database).put(revision, numbers)

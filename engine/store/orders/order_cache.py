"""The order cache: the numbers of the messages of large conversations, in order.

The order of a timeline is in its levels, where it is cheap to change, but reading a million rows
from there takes seconds. So the order of a large conversation is stored a second time, in the table
`order_cache`: in one piece that is read in milliseconds. It is valid while its revision is that of
the conversation. Small changes update it at once, large ones at the end of an import.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, overload

from engine.linear.chunked_rows import ChunkedRows, NumberedKeys
from engine.linear.edits import Edit, Insert
from engine.store.files.database import reading, writing
from engine.store.files.sqlite import Database, in_chunks
from engine.store.orders.order_blocks import from_blob, to_blob

if TYPE_CHECKING:
    from engine.store.arrivals.changes import TimelineSnapshot

LARGE = 4096
"""The number of messages from which on the order of a conversation is cached."""

_REMEMBERED = 16_384
_READ_AT_ONCE = 500

_ORDER = """SELECT messages.id FROM blocks
    JOIN levels USING (timeline, block) JOIN events USING (timeline, level)
    JOIN messages ON messages.key = events.name
    WHERE timeline = ? ORDER BY blocks.label, levels.label, events.name"""


class StoredKeys(NumberedKeys):
    """The keys of messages by their numbers, with a cache.

    `table` is a table or subquery with the columns `id` and `key`.
    """

    def __init__(self, database: Database, numbers: "array[int]", table: str = "messages") -> None:
        self.numbers = numbers
        self.table = table
        self._database = database
        self._ghosts: dict[str, int] = {}
        self._ghost_names: list[str] = []
        self._names: dict[int, str] = {}

    def mark(self, key: str, *, placeholder: bool = False) -> int:
        """The number of a message, or the negative number of a ghost. Raises `KeyError`."""
        if placeholder:
            if key not in self._ghosts:
                self._ghost_names.append(key)
                self._ghosts[key] = -len(self._ghost_names)
            return self._ghosts[key]
        question = f"SELECT id FROM {self.table} WHERE key = ?"
        row = self._database.execute(question, (key,)).fetchone()
        if row is None:
            raise KeyError(key)
        return int(row[0])

    def numbered(self, keys: Iterable[str]) -> dict[int, str]:
        """The numbers of the known messages and ghosts."""
        wanted = list(keys)
        found = {self._ghosts[key]: key for key in wanted if key in self._ghosts}
        for places, some in in_chunks(wanted):
            question = f"SELECT id, key FROM {self.table} WHERE key IN ({places})"
            found.update(self._database.execute(question, some))
        return found

    def names(self, marks: Sequence[int]) -> list[str]:
        """The keys of messages and ghosts."""
        missing = [mark for mark in marks if mark > 0 and mark not in self._names]
        if len(self._names) + len(missing) > _REMEMBERED:
            self._names.clear()
            missing = [mark for mark in marks if mark > 0]
        for places, some in in_chunks(missing):
            with reading(self._database):
                question = f"SELECT id, key FROM {self.table} WHERE id IN ({places})"
                self._names.update(self._database.execute(question, some))
            # If the database is damaged, a message without a row is a missing message.
            for mark in some:
                self._names.setdefault(mark, f"number {mark}")
        return [self._names[mark] if mark > 0 else self._ghost_name(mark) for mark in marks]

    def _ghost_name(self, mark: int) -> str:
        place = -mark - 1
        if 0 <= place < len(self._ghost_names):
            return self._ghost_names[place]
        return f"number {mark}"  # the database is damaged

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[str]:
        for first in range(0, len(self.numbers), _READ_AT_ONCE):
            yield from self.names(self.numbers[first : first + _READ_AT_ONCE])

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> list[str]: ...

    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            return self.names(self.numbers[place])
        return self.names([self.numbers[place]])[0]


def read_through(database: Database, snapshot: "TimelineSnapshot") -> "TimelineSnapshot":
    """A snapshot whose keys are looked up by a separate connection, as each thread needs."""
    keys = snapshot.keys
    if not isinstance(keys, StoredKeys):
        return snapshot
    return replace(snapshot, keys=StoredKeys(database, keys.numbers, keys.table))


class OrderCache:
    """The cached orders of large conversations, each in one piece."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keys(self, number: int) -> StoredKeys | None:
        """The order of a conversation; None if it isn't cached or out of date."""
        row = self._database.execute(
            "SELECT numbers FROM order_cache JOIN conversations ON conversations.id = conversation"
            " WHERE conversation = ? AND order_cache.revision = conversations.revision",
            (number,),
        ).fetchone()
        return None if row is None else StoredKeys(self._database, from_blob(row[0]))

    def follow(
        self, number: int, revision: int, edits: Iterable[Edit], numbers: dict[str, int]
    ) -> None:
        """Update the cached order of a conversation from the previous revision to `revision`."""
        row = self._database.execute(
            "SELECT numbers FROM order_cache WHERE conversation = ? AND revision = ?",
            (number, revision - 1),
        ).fetchone()
        if row is None:
            return
        rows = ChunkedRows(from_blob(row[0]))
        for edit in edits:
            if isinstance(edit, Insert):
                rows.insert_mark(edit.position, numbers[edit.name])
            else:
                rows.move(edit.source, edit.destination)
        self._write(number, revision, rows.marks())

    def renew(self) -> None:
        """Cache the orders of large conversations that have changed, in separate transactions."""
        stale = self._database.execute(
            """SELECT id FROM conversations LEFT JOIN order_cache ON conversation = id
            WHERE messages >= ? AND order_cache.revision IS NOT conversations.revision""",
            (LARGE,),
        ).fetchall()
        for (number,) in stale:
            with writing(self._database):
                ((revision,),) = self._database.execute(
                    "SELECT revision FROM conversations WHERE id = ?", (number,)
                )
                self._write(number, revision, self.sorted_out(number))

    def sorted_out(self, number: int) -> "array[int]":
        """The order computed from the levels of the timeline."""
        return array("i", (number for (number,) in self._database.execute(_ORDER, (number,))))

    def _write(self, number: int, revision: int, numbers: "array[int]") -> None:
        self._database.execute(
            "INSERT INTO order_cache (conversation, revision, numbers) VALUES (?, ?, ?)"
            " ON CONFLICT DO UPDATE SET revision = excluded.revision, numbers = excluded.numbers",
            (number, revision, to_blob(numbers)),
        )


class RankedRows:
    """The numbers of rows in the order of (rank, key); `key_of` returns the key of a number."""

    def __init__(
        self, numbers: "array[int]", ranks: "array[int]", key_of: Callable[[int], Any]
    ) -> None:
        self.numbers = numbers
        self.ranks = ranks
        self._key_of = key_of
        self._before = numbers.tobytes()
        self._ranks_before = ranks[:]
        self._added: dict[int, int] = {}

    def rank(self, number: int) -> int:
        """The rank of a row. Raises `KeyError`."""
        if number in self._added:
            return self._added[number]
        wanted = array(self.numbers.typecode, [number]).tobytes()
        size = len(wanted)
        # From the end, where most named rows are.
        at = self._before.rfind(wanted)
        while at >= 0 and at % size:  # a match across two numbers
            at = self._before.rfind(wanted, 0, at + size - 1)
        if at < 0:
            raise KeyError(number)
        return self._ranks_before[at // size]

    def insert(self, number: int, rank: int, key: Any) -> None:
        """Insert a row without effects."""
        first, end = bisect_left(self.ranks, rank), bisect_right(self.ranks, rank)
        level = self.numbers[first:end]
        at = first + bisect_left(level, key, key=self._key_of)
        self.numbers.insert(at, number)
        self.ranks.insert(at, rank)
        self._added[number] = rank

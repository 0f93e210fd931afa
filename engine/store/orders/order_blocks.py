"""Stored orders: the numbers of messages in blocks of some hundred rows, with a directory.

An order is sorted by (rank, key). A block holds the numbers of consecutive messages. The directory
is an index that says how many rows each block has and with which rank and key it begins. So the
whole order is read in milliseconds, a position is found by bisection, and an edit rewrites one or
two blocks, however long the order is. Every edit is also returned for the replicas.

`conversation` is the number of the conversation that an order belongs to; 0 is everything.
"""

import sys
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import itemgetter
from typing import TypeAlias

from engine.linear.edit_script import fewest_moves
from engine.linear.edits import Edit, Insert
from engine.store.files.sqlite import Database
from engine.store.orders.levels import fill_gaps

TABLES = (
    """CREATE TABLE order_blocks (
        id INTEGER PRIMARY KEY,
        conversation INTEGER NOT NULL,
        label INTEGER NOT NULL,
        rows INTEGER NOT NULL,
        rank INTEGER NOT NULL,
        key TEXT NOT NULL,
        numbers BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX order_directory ON order_blocks(conversation, label, rows, rank, key)",
)

FULL = 900
"""The most rows of a block: it and its row fit into one page of SQLite's usual size."""

_LAID = 800
"""The rows of a block of an order that is written as a whole."""

_SEVERAL = 8
"""The number of edits in one block from which on the sort keys of all its rows are read at once."""

SortKey: TypeAlias = tuple[int, str]
"""The rank and the key of a message."""

SortKeys: TypeAlias = Callable[[Collection[int]], Mapping[int, SortKey]]
"""Returns the stored sort keys of messages, by their numbers."""


class OrderBlocks:
    """The order of one conversation; changed only inside a transaction."""

    def __init__(self, database: Database, conversation: int, sort_keys: SortKeys) -> None:
        self._database = database
        self._conversation = conversation
        self._sort_keys = sort_keys

    def __len__(self) -> int:
        ((rows,),) = self._database.execute(
            "SELECT ifnull(sum(rows), 0) FROM order_blocks INDEXED BY order_directory"
            " WHERE conversation = ?",
            (self._conversation,),
        )
        return int(rows)

    def numbers(self) -> "array[int]":
        """The numbers of all messages in their order."""
        blobs = self._database.execute(
            "SELECT numbers FROM order_blocks WHERE conversation = ? ORDER BY label",
            (self._conversation,),
        )
        return from_blob(b"".join(blob for (blob,) in blobs))

    def position(self, number: int, key: SortKey) -> int | None:
        """The position of a message, given its sort key; None if it isn't in the order."""
        blocks = self._blocks()
        index = _index(blocks, key)
        if not blocks or number not in (numbers := blocks[index].read(self._database)):
            return None
        return sum(block.rows for block in blocks[:index]) + numbers.index(number)

    def is_sound(self) -> bool:
        """Whether the directory is that of the blocks."""
        blocks = self._blocks()
        first = [next(iter(block.read(self._database)), -1) for block in blocks]
        keys = self._sort_keys(first)
        return all(
            len(block.read(self._database)) == block.rows and keys.get(number) == block.first
            for block, number in zip(blocks, first, strict=True)
        )

    def write(self, numbers: Sequence[int]) -> None:
        """Replace the whole order."""
        numbers = array("i", numbers)
        parts = [numbers[start : start + _LAID] for start in range(0, len(numbers), _LAID)]
        firsts = self._sort_keys([part[0] for part in parts])
        blocks = [Block(None, None, firsts[part[0]], len(part), part) for part in parts]
        self._database.execute(
            "DELETE FROM order_blocks WHERE conversation = ?", (self._conversation,)
        )
        self.save(blocks)

    def edit(
        self, moved: Mapping[int, SortKey], new: Mapping[int, SortKey], names: Mapping[int, str]
    ) -> list[Edit]:
        """Move and insert messages to where their sort keys belong; return the fewest edits.

        The stored sort keys of moved messages still have to be those of before. `names` are the
        keys of the new messages.
        """
        editing = _Editing(self._blocks(), self._database, self._sort_keys)
        before = editing.take(moved)
        after = editing.put(moved)
        came = editing.put(new)
        self.save(editing.blocks)
        places = {number: place for place, (_, number) in enumerate(before)}
        moves = fewest_moves(
            [position for position, _ in before],
            [position for position, _ in after],
            [places[number] for _, number in after],
        )
        return [*moves, *(Insert(names[number], position) for position, number in came)]

    def save(self, blocks: Iterable["Block"]) -> None:
        """Write the blocks that have changed."""
        here: list[Block] = []
        empty: list[Block] = []
        for block in blocks:
            (here if block.rows else empty).append(block)
        connection = self._database.conn
        connection.executemany(
            "DELETE FROM order_blocks WHERE id = ?",
            [(block.id,) for block in empty if block.id is not None],
        )
        for block, label in zip(here, fill_gaps([each.label for each in here]), strict=True):
            if block.label != label or block.numbers is not None:
                block.label = label
                self._save(block)

    def _save(self, block: "Block") -> None:
        numbers = None if block.numbers is None else to_blob(block.numbers[:])
        if block.id is not None:
            self._database.execute(
                "UPDATE order_blocks SET label = ?, rows = ?, rank = ?, key = ?,"
                " numbers = ifnull(?, numbers) WHERE id = ?",
                (block.label, block.rows, *block.first, numbers, block.id),
            )
        else:
            self._database.execute(
                "INSERT INTO order_blocks (conversation, label, rows, rank, key, numbers)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (self._conversation, block.label, block.rows, *block.first, numbers),
            )

    def _blocks(self) -> list["Block"]:
        rows = self._database.execute(
            "SELECT id, label, rank, key, rows FROM order_blocks INDEXED BY order_directory"
            " WHERE conversation = ? ORDER BY label",
            (self._conversation,),
        )
        return [Block(id_, label, (rank, key), rows) for id_, label, rank, key, rows in rows]


class Block:
    """A block: its row, its label, its first sort key, its size and, once it is read, its numbers.

    A new one has no row and no label.
    """

    __slots__ = ("first", "id", "label", "numbers", "rows")

    def __init__(
        self,
        id_: int | None,
        label: int | None,
        first: SortKey,
        rows: int,
        numbers: "array[int] | None" = None,
    ) -> None:
        self.id = id_
        self.label = label
        self.first = first
        self.rows = rows
        self.numbers = numbers

    def read(self, database: Database) -> "array[int]":
        """The numbers of its messages."""
        if self.numbers is None:
            ((blob,),) = database.execute(
                "SELECT numbers FROM order_blocks WHERE id = ?", (self.id,)
            )
            self.numbers = from_blob(blob)
        return self.numbers


class _Editing:
    """The blocks of an order while it is edited."""

    def __init__(self, blocks: list[Block], database: Database, sort_keys: SortKeys) -> None:
        self.blocks = blocks
        self._database = database
        self._sort_keys = sort_keys
        self._known: dict[int, SortKey] = {}

    def take(self, numbers: Collection[int]) -> list[tuple[int, int]]:
        """Remove messages; return their positions before, ascending, each with its number."""
        keys = self._sort_keys(numbers) if numbers else {}
        found = []
        for number in numbers:
            index = _index(self.blocks, keys[number])
            offset = self.blocks[index].read(self._database).index(number)
            found.append((self._before(index) + offset, number, index))
        for _, number, index in found:
            block = self.blocks[index]
            here = block.read(self._database)
            here.remove(number)
            block.rows -= 1
            if here:
                block.first = self._key(here[0])
        return sorted((position, number) for position, number, _ in found)

    def put(self, keys: Mapping[int, SortKey]) -> list[tuple[int, int]]:
        """Insert messages; return their positions afterwards, ascending, each with its number."""
        self._known.update(keys)
        self._foresee(keys.values())
        found = []
        for number, key in sorted(keys.items(), key=itemgetter(1)):
            if not self.blocks:
                self.blocks.append(Block(None, None, key, 0, array("i")))
            index = _index(self.blocks, key)
            block = self.blocks[index]
            here = block.read(self._database)
            offset = bisect_left(here, key, key=self._key)
            here.insert(offset, number)
            block.rows += 1
            if not offset:
                block.first = key
            found.append((self._before(index) + offset, number))
            if block.rows > FULL:
                self._split(index, offset)
        return found

    def _before(self, index: int) -> int:
        return sum([block.rows for block in self.blocks[:index]])

    def _split(self, index: int, offset: int) -> None:
        """Split a full block in two; at the end of the order, begin a new one."""
        block = self.blocks[index]
        here = block.read(self._database)
        is_end = index == len(self.blocks) - 1 and offset == len(here) - 1
        half = offset if is_end else len(here) // 2
        below = here[half:]
        del here[half:]
        block.rows = half
        self.blocks.insert(index + 1, Block(None, None, self._key(below[0]), len(below), below))

    def _key(self, number: int) -> SortKey:
        if number not in self._known:
            self._known.update(self._sort_keys([number]))
        return self._known[number]

    def _foresee(self, keys: Iterable[SortKey]) -> None:
        """Read the sort keys of blocks that several messages join at once."""
        if not self.blocks:
            return
        for index, count in Counter(_index(self.blocks, key) for key in keys).items():
            if count >= _SEVERAL:
                here = self.blocks[index].read(self._database)
                unknown = [number for number in here if number not in self._known]
                self._known.update(self._sort_keys(unknown))


def _index(blocks: Sequence[Block], key: SortKey) -> int:
    """The block in which a sort key belongs."""
    return max(0, bisect_right(blocks, key, key=lambda block: block.first) - 1)


def from_blob(blob: bytes) -> "array[int]":
    """Convert between numbers and the blob that a database stores."""
    numbers = array("i")
    numbers.frombytes(blob[: len(blob) // numbers.itemsize * numbers.itemsize])
    return _swapped(numbers)


def to_blob(numbers: "array[int]") -> bytes:
    """Convert between numbers and the blob that a database stores."""
    return _swapped(numbers).tobytes()


def _swapped(numbers: "array[int]") -> "array[int]":
    """Convert numbers to or from the byte order of files, which is little-endian."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers

"""Stored orders: the numbers of messages in blocks of some hundred rows, with a directory.

A block holds the numbers of consecutive messages. The directory is an index that says how many rows
each block has and with which message it begins. So the whole order is read in milliseconds, and an
edit rewrites one or two blocks, however long the order is. Where an order is sorted by rank and
key, a position is found by bisection.

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
from engine.linear.edits import Edit, Insert, ListEdit, Move, Remove
from engine.store.files.sqlite import Database
from engine.store.orders.levels import fill_gaps

TABLES = (
    """CREATE TABLE order_blocks (
        id INTEGER PRIMARY KEY,
        conversation INTEGER NOT NULL,
        label INTEGER NOT NULL,
        rows INTEGER NOT NULL,
        first INTEGER NOT NULL,
        numbers BLOB NOT NULL
    ) STRICT""",
    "CREATE INDEX order_directory ON order_blocks(conversation, label, rows, first)",
)

FULL = 960
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

    def __init__(self, database: Database, conversation: int) -> None:
        self._database = database
        self._conversation = conversation

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

    def position(self, number: int, key: SortKey, sort_keys: SortKeys) -> int | None:
        """The position of a message in a sorted order, by its sort key; None if it isn't there."""
        editing = self._editing(sort_keys)
        return editing.position(number, key) if editing.blocks else None

    def is_sound(self) -> bool:
        """Whether the directory is that of the blocks."""
        return all(
            len(here) == block.rows and here[:1] == array("i", [block.first])
            for block in self._blocks()
            for here in [block.read(self._database)]
        )

    def write(self, numbers: Sequence[int]) -> None:
        """Replace the whole order."""
        numbers = array("i", numbers)
        parts = [numbers[start : start + _LAID] for start in range(0, len(numbers), _LAID)]
        self.remove()
        self._save([Block(None, None, len(part), part[0], part) for part in parts], [])

    def remove(self) -> None:
        """Remove the order, until it is written again."""
        self._database.execute(
            "DELETE FROM order_blocks WHERE conversation = ?", (self._conversation,)
        )

    def apply(self, edits: Iterable[ListEdit], numbers: Mapping[str, int]) -> None:
        """Apply edits by position; `numbers` are those of the inserted messages, by key."""
        editing = self._editing(lambda _: {})
        for edit in edits:
            match edit:
                case Insert(name, position):
                    editing.insert(position, numbers[name])
                case Move(source, destination):
                    editing.insert(destination, editing.pop(source))
                case Remove(_, position):
                    editing.pop(position)
        self._save(editing.blocks, editing.emptied)

    def sort(
        self,
        moved: Mapping[int, SortKey],
        new: Mapping[int, SortKey],
        names: Mapping[int, str],
        sort_keys: SortKeys,
    ) -> list[Edit]:
        """Move and insert messages to where their sort keys belong; return the fewest edits.

        The stored sort keys of moved messages still have to be those of before. `names` are the
        keys of the new messages.
        """
        editing = self._editing(sort_keys)
        before = editing.take(moved)
        after = editing.put({number: moved[number] for _, number in before})
        came = editing.put(new)
        self._save(editing.blocks, editing.emptied)
        places = {number: place for place, (_, number) in enumerate(before)}
        moves = fewest_moves(
            [position for position, _ in before],
            [position for position, _ in after],
            [places[number] for _, number in after],
        )
        return [*moves, *(Insert(names[number], position) for position, number in came)]

    def _editing(self, sort_keys: SortKeys) -> "_Editing":
        return _Editing(self._blocks(), self._database, sort_keys)

    def _save(self, blocks: Sequence["Block"], emptied: Iterable["Block"]) -> None:
        """Write the blocks that have changed."""
        self._database.conn.executemany(
            "DELETE FROM order_blocks WHERE id = ?",
            [(block.id,) for block in emptied if block.id is not None],
        )
        labels = fill_gaps([block.label for block in blocks])
        for block, label in zip(blocks, labels, strict=True):
            if block.label != label or block.numbers is not None:
                block.label = label
                self._write(block)

    def _write(self, block: "Block") -> None:
        numbers = None if block.numbers is None else to_blob(block.numbers[:])
        if block.id is not None:
            self._database.execute(
                "UPDATE order_blocks SET label = ?, rows = ?, first = ?,"
                " numbers = ifnull(?, numbers) WHERE id = ?",
                (block.label, block.rows, block.first, numbers, block.id),
            )
        else:
            self._database.execute(
                "INSERT INTO order_blocks (conversation, label, rows, first, numbers)"
                " VALUES (?, ?, ?, ?, ?)",
                (self._conversation, block.label, block.rows, block.first, numbers),
            )

    def _blocks(self) -> list["Block"]:
        rows = self._database.execute(
            "SELECT id, label, rows, first FROM order_blocks INDEXED BY order_directory"
            " WHERE conversation = ? ORDER BY label",
            (self._conversation,),
        )
        return [Block(*row) for row in rows]


class Block:
    """A block: its row, its label, its size, its first message and, once it is read, all of them.

    A new one has no row and no label.
    """

    __slots__ = ("first", "id", "label", "numbers", "rows")

    def __init__(
        self,
        id_: int | None,
        label: int | None,
        rows: int,
        first: int,
        numbers: "array[int] | None" = None,
    ) -> None:
        self.id = id_
        self.label = label
        self.rows = rows
        self.first = first
        self.numbers = numbers

    def read(self, database: Database) -> "array[int]":
        """The numbers of its messages."""
        if self.numbers is None:
            ((blob,),) = database.execute(
                "SELECT numbers FROM order_blocks WHERE id = ?", (self.id,)
            )
            self.numbers = from_blob(blob)
        return self.numbers

    def insert(self, database: Database, offset: int, number: int) -> None:
        """Insert a message."""
        here = self.read(database)
        here.insert(offset, number)
        self.rows, self.first = len(here), here[0]

    def pop(self, database: Database, offset: int) -> int:
        """Remove a message; if it was the only one, the block is empty."""
        here = self.read(database)
        number = here.pop(offset)
        self.rows, self.first = len(here), here[0] if here else number
        return number


class _Editing:
    """The blocks of an order while it is edited."""

    def __init__(self, blocks: list[Block], database: Database, sort_keys: SortKeys) -> None:
        self.blocks = blocks
        self.emptied: list[Block] = []
        self._database = database
        self._sort_keys = sort_keys
        self._known: dict[int, SortKey] = {}

    # By position

    def insert(self, position: int, number: int) -> None:
        """Insert a message at a position."""
        index = 0
        while index < len(self.blocks) and position > self.blocks[index].rows:
            position -= self.blocks[index].rows
            index += 1
        self._insert(index, position, number)

    def pop(self, position: int) -> int:
        """Remove the message at a position."""
        index = 0
        while position >= self.blocks[index].rows:
            position -= self.blocks[index].rows
            index += 1
        return self._pop(index, position)

    # By sort key

    def position(self, number: int, key: SortKey) -> int | None:
        """The position of a message; None if it isn't in the order."""
        index = self._index(key)
        here = self.blocks[index].read(self._database)
        return self._before(index) + here.index(number) if number in here else None

    def take(self, numbers: Collection[int]) -> list[tuple[int, int]]:
        """Remove messages; return their positions before, ascending, each with its number."""
        keys = self._sort_keys(numbers) if numbers else {}
        found = sorted(
            (position, number)
            for number in numbers
            if (position := self.position(number, keys[number])) is not None
        )
        for position, _ in reversed(found):
            self.pop(position)
        return found

    def put(self, keys: Mapping[int, SortKey]) -> list[tuple[int, int]]:
        """Insert messages; return their positions afterwards, ascending, each with its number."""
        self._known.update(keys)
        self._foresee(keys.values())
        found = []
        for number, key in sorted(keys.items(), key=itemgetter(1)):
            index = self._index(key)
            here = self.blocks[index].read(self._database) if self.blocks else array("i")
            offset = bisect_left(here, key, key=self._key)
            found.append((self._before(index) + offset, number))
            self._insert(index, offset, number)
        return found

    def _index(self, key: SortKey) -> int:
        """The block in which a sort key belongs."""
        found = bisect_right(self.blocks, key, key=lambda block: self._key(block.first))
        return max(0, found - 1)

    def _key(self, number: int) -> SortKey:
        if number not in self._known:
            # If the database is damaged, a message may be missing.
            self._known[number] = self._sort_keys([number]).get(number, (0, ""))
        return self._known[number]

    def _foresee(self, keys: Iterable[SortKey]) -> None:
        """Read the sort keys of blocks that several messages join at once."""
        if not self.blocks:
            return
        for index, count in Counter(map(self._index, keys)).items():
            if count >= _SEVERAL:
                here = self.blocks[index].read(self._database)
                unknown = [number for number in here if number not in self._known]
                self._known.update(self._sort_keys(unknown))

    # Blocks

    def _before(self, index: int) -> int:
        return sum([block.rows for block in self.blocks[:index]])

    def _insert(self, index: int, offset: int, number: int) -> None:
        if not self.blocks:
            self.blocks.append(Block(None, None, 0, number, array("i")))
        block = self.blocks[index]
        block.insert(self._database, offset, number)
        if block.rows > FULL:
            self._split(index, offset)

    def _pop(self, index: int, offset: int) -> int:
        block = self.blocks[index]
        number = block.pop(self._database, offset)
        if not block.rows:
            self.emptied.append(self.blocks.pop(index))
        return number

    def _split(self, index: int, offset: int) -> None:
        """Split a full block in two; at the end of the order, begin a new one."""
        block = self.blocks[index]
        here = block.read(self._database)
        is_end = index == len(self.blocks) - 1 and offset == len(here) - 1
        half = offset if is_end else len(here) // 2
        below = here[half:]
        del here[half:]
        block.rows = half
        self.blocks.insert(index + 1, Block(None, None, len(below), below[0], below))


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

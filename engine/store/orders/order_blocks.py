"""Stored orders: the numbers of messages in blocks of some hundred rows, with a directory.

A block holds the numbers of consecutive messages. The directory is an index that says how many rows
each block has and with which message it begins. So the whole order is read in milliseconds, and an
edit rewrites one or two blocks, however long the order is. A position is found by bisection: in
time order, the messages are sorted by adjusted time, and those with the same one are adjacent, each
after its causes, else by their own time and key (`engine.linear.orders.timestamps`). In the order
of threads and tangles, the rank is in the place of the adjusted time, and causes have a lesser one:
so it is sorted by rank and key.

`conversation` is the number of the conversation that an order belongs to; 0 is everything.
"""

import sys
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, groupby
from math import inf
from typing import Any, NamedTuple, TypeAlias

from tanglescope.engine.linear.edit_script import common_ends, fewest_moves
from tanglescope.engine.linear.edits import Edit, Insert, ListEdit, Remove
from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.walk import HeldEvents
from tanglescope.engine.store.files.sqlite import Database

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

_INSERT = "INSERT INTO order_blocks (conversation, label, rows, first, numbers)"

FULL = 960
"""The most rows of a block: it and its row fit into one page of SQLite's usual size."""

_FILLED = 800
"""The rows of a block of an order that is written as a whole."""

_SEVERAL = 8
"""The number of edits in one block from which on the sort keys of all its rows are read at once."""


_STEP = 1 << 32
"""The gap between labels at the ends: enough for 32 halvings, and for 2**31 steps."""


class SortKey(NamedTuple):
    """What an order compares: adjusted time or rank, own time, and key or a sort key for it."""

    adjusted: float
    moment: float
    key: Any


SortKeys: TypeAlias = Callable[[Collection[int]], Mapping[int, SortKey]]
"""Returns the stored sort keys of messages, by their numbers."""


class OrderBlocks:
    """The order of one conversation; changed only inside a transaction.

    Only to find and to change positions, it needs `sort_keys`.
    """

    def __init__(
        self, database: Database, conversation: int, sort_keys: SortKeys = lambda _: {}
    ) -> None:
        self._database = database
        self._conversation = conversation
        self._sort_keys = sort_keys

    def __len__(self) -> int:
        return self._database.number(
            "SELECT ifnull(sum(rows), 0) FROM order_blocks INDEXED BY order_directory"
            " WHERE conversation = ?",
            (self._conversation,),
        )

    def numbers(self) -> "array[int]":
        """The numbers of all messages in their order."""
        return from_blob(b"".join(self._blobs()))

    def beginning(self, count: int) -> "array[int]":
        """The numbers of the first messages, at most `count`."""
        found = array("i")
        for blob in self._blobs():
            found += from_blob(blob)
            if len(found) >= count:
                break
        return found[:count]

    def _blobs(self) -> Iterator[bytes]:
        rows = self._database.execute(
            "SELECT numbers FROM order_blocks WHERE conversation = ? ORDER BY label",
            (self._conversation,),
        )
        return (blob for (blob,) in rows)

    def around(self, position: int) -> tuple[Iterator[int], Iterator[int]]:
        """The numbers above a position, upwards, and those from it on; read block by block."""
        editing = self._editing()
        return editing.upwards(position), chain.from_iterable(editing.onwards(position))

    def position(self, number: int, adjusted: float) -> int | None:
        """The position of a message, by its adjusted time or rank; None if it isn't there."""
        editing = self._editing()
        return editing.position(number, adjusted) if editing.blocks else None

    def is_sound(self) -> bool:
        """Whether the directory is that of the blocks."""
        return all(
            len(here) == block.rows and here[:1] == array("i", [block.first])
            for block in self._blocks()
            for here in [block.read(self._database)]
        )

    def write(self, numbers: "array[int]") -> "array[int]":
        """Bring the order to these numbers, and return those of before.

        Only the blocks of the part that differs are written.
        """
        if not (before := self.numbers()):
            put_orders(self._database, {self._conversation: numbers})
            return before
        blocks = self._blocks()
        first, rest = common_ends(before, numbers)
        ends = list(accumulate(block.rows for block in blocks))
        above = bisect_right(ends, first)
        below = max(above, bisect_left([0, *ends], len(before) - rest))
        start, end = ends[above - 1] if above else 0, sum(each.rows for each in blocks[below:])
        parts = _parts(numbers[start : len(numbers) - end])
        new = [Block(None, None, len(part), part[0], part) for part in parts]
        self._save([*blocks[:above], *new, *blocks[below:]], blocks[above:below])
        return before

    def sort(
        self,
        keys: Mapping[int, SortKey],
        causes: Mapping[int, Collection[int]] | None,
        new: Mapping[int, str],
    ) -> list[Edit]:
        """Move and insert messages to their positions; return the fewest edits.

        `keys` are the sort keys that they have now, and `causes` those of their causes that have
        the same adjusted time; None if all have lesser ones, as in orders by rank. The stored sort
        keys still have to be those of before. All effects with the same adjusted time must be among
        them. `new` are the keys of the new messages. Raises `CycleError`.
        """
        editing = self._editing()
        before = editing.take([number for number in keys if number not in new])
        found = editing.put(keys, causes)
        self._save(editing.blocks, editing.emptied)
        places = {number: place for place, (_, number) in enumerate(before)}
        after: list[tuple[int, int]] = []
        inserts: list[Edit] = []
        for position, number in found:
            if number in new:
                inserts.append(Insert(new[number], position))
            elif number in places:
                after.append((position - len(inserts), places[number]))
        moves = fewest_moves(
            [position for position, _ in before],
            [position for position, _ in after],
            [place for _, place in after],
        )
        return [*moves, *inserts]

    def remove(self, gone: Mapping[int, str]) -> list[ListEdit]:
        """Remove messages, given with their keys; return the edits. Their sort keys still count."""
        editing = self._editing()
        found = editing.take(gone)
        self._save(editing.blocks, editing.emptied)
        return [Remove(gone[number], position) for position, number in reversed(found)]

    def _editing(self) -> "_Editing":
        return _Editing(self._blocks(), self._database, self._sort_keys)

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
                f"{_INSERT} VALUES (?, ?, ?, ?, ?)",
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
        self._rows = sum([block.rows for block in blocks])

    # By position

    def insert(self, position: int, number: int) -> None:
        """Insert a message at a position."""
        self._insert(*self._locate(position), number)

    def pop(self, position: int) -> int:
        """Remove the message at a position."""
        index, offset = self._locate(position)
        if self.blocks[index].rows == offset:
            index, offset = index + 1, 0
        return self._pop(index, offset)

    def _locate(self, position: int) -> tuple[int, int]:
        """The block in which a position is, and the position there; at most the end of a block."""
        # Most messages join near the end.
        index, before = len(self.blocks), self._rows
        if 2 * position < before:
            index, before = 0, 0
            while position > before + self.blocks[index].rows:
                before += self.blocks[index].rows
                index += 1
            return index, position - before
        while index and position <= before:
            index -= 1
            before -= self.blocks[index].rows
        return index, position - before

    # In time order

    def position(self, number: int, adjusted: float) -> int | None:
        """The position of a message; None if it isn't in the order."""
        first = max(0, self._first_block((adjusted,)) - 1)
        last = bisect_right(
            self.blocks, adjusted, key=lambda block: self._key(block.first).adjusted
        )
        for index in range(first, last):
            here = self.blocks[index].read(self._database)
            if number in here:
                return self._before(index) + here.index(number)
        return None

    def take(self, numbers: Collection[int]) -> list[tuple[int, int]]:
        """Remove messages; return their positions before, ascending, each with its number."""
        keys = self._sort_keys(numbers) if numbers else {}
        found = sorted(
            (position, number)
            for number in numbers
            if (position := self.position(number, keys[number].adjusted)) is not None
        )
        for position, _ in reversed(found):
            self.pop(position)
        return found

    def put(
        self, keys: Mapping[int, SortKey], causes: Mapping[int, Collection[int]] | None
    ) -> list[tuple[int, int]]:
        """Insert messages; return their positions afterwards, ascending, each with its number."""
        self._known.update(keys)
        self._foresee(keys.values())
        found: list[tuple[int, int]] = []
        ascending = sorted(keys, key=lambda number: keys[number])
        if causes is None:
            for number in ascending:
                position = self._start(keys[number])
                self.insert(position, number)
                found.append((position, number))
            return found
        for adjusted, group in groupby(ascending, lambda number: keys[number].adjusted):
            come = HeldEvents[int]()
            for number in group:
                come.hold(number, keys[number], set(causes[number]))
            for further, (position, number) in enumerate(list(self._places(adjusted, come))):
                self.insert(position + further, number)
                found.append((position + further, number))
        return found

    def _places(self, adjusted: float, come: HeldEvents[int]) -> Iterator[tuple[int, int]]:
        """The positions of messages with one adjusted time, before any of them is inserted."""
        position = self._start((adjusted,))
        compared = 0
        for here in self.onwards(position):
            for offset, number in enumerate(here):
                if not come:
                    return
                if come.is_any_ready:
                    compared += 1
                    if compared == _SEVERAL:
                        self._read_keys(here[offset:])
                    key = self._key(number)
                    if key.adjusted != adjusted:
                        break
                    yield from ((position, each) for each in come.release(key))
                come.visit(number)
                position += 1
            else:
                compared = 0
                continue
            break
        yield from ((position, each) for each in come.release())
        if come:
            raise CycleError([str(number) for number in come])

    def _start(self, bound: tuple[Any, ...]) -> int:
        """The position of the first message whose sort key isn't less than a beginning of one."""
        if not self.blocks:
            return 0
        index = max(0, self._first_block(bound) - 1)
        here = self.blocks[index].read(self._database)
        return self._before(index) + bisect_left(here, bound, key=self._key)

    def onwards(self, position: int) -> Iterator["array[int]"]:
        """The messages from a position on, block by block."""
        index, offset = self._locate(position)
        for block in self.blocks[index:]:
            yield block.read(self._database)[offset:]
            offset = 0

    def upwards(self, position: int) -> Iterator[int]:
        """The messages above a position, the nearest first."""
        index, offset = self._locate(position)
        for block in reversed(self.blocks[: index + 1]):
            yield from reversed(block.read(self._database)[:offset])
            offset = FULL

    def _first_block(self, bound: tuple[Any, ...]) -> int:
        """The number of blocks that begin with a lesser sort key."""
        return bisect_left(self.blocks, bound, key=lambda block: self._key(block.first))

    def _key(self, number: int) -> SortKey:
        if number not in self._known:
            # If the database is damaged, a message may be missing.
            lost = SortKey(-inf, -inf, "")
            self._known[number] = self._sort_keys([number]).get(number, lost)
        return self._known[number]

    def _foresee(self, keys: Iterable[SortKey]) -> None:
        """Read the sort keys of blocks that several messages join at once."""
        if not self.blocks:
            return
        for index, count in Counter(map(self._first_block, keys)).items():
            if count >= _SEVERAL:
                self._read_keys(self.blocks[max(0, index - 1)].read(self._database))

    def _read_keys(self, numbers: Iterable[int]) -> None:
        unknown = [number for number in numbers if number not in self._known]
        self._known.update(self._sort_keys(unknown))

    # Blocks

    def _before(self, index: int) -> int:
        if 2 * index > len(self.blocks):
            return self._rows - sum([block.rows for block in self.blocks[index:]])
        return sum([block.rows for block in self.blocks[:index]])

    def _insert(self, index: int, offset: int, number: int) -> None:
        if not self.blocks:
            self.blocks.append(Block(None, None, 0, number, array("i")))
        block = self.blocks[index]
        block.insert(self._database, offset, number)
        self._rows += 1
        if block.rows > FULL:
            self._split(index, offset)

    def _pop(self, index: int, offset: int) -> int:
        block = self.blocks[index]
        number = block.pop(self._database, offset)
        self._rows -= 1
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


def put_orders(database: Database, orders: Mapping[int, Sequence[int]]) -> None:
    """Write the orders of conversations that have none, by the numbers of these."""
    database.conn.executemany(
        f"{_INSERT} VALUES (?, ?, ?, ?, ?)",
        (
            (conversation, _STEP * start, len(part), part[0], to_blob(part))
            for conversation, numbers in orders.items()
            for start, part in enumerate(_parts(numbers), 1)
        ),
    )


def _parts(numbers: Sequence[int]) -> Iterator["array[int]"]:
    """The blocks of an order that is written as a whole."""
    for start in range(0, len(numbers), _FILLED):
        yield array("i", numbers[start : start + _FILLED])


def fill_gaps(labels: Sequence[int | None]) -> list[int]:
    """Ascending labels: existing ones if possible, and new ones for None."""
    filled: list[int] = []
    index = 0
    while index < len(labels):
        label = labels[index]
        if label is not None:
            filled.append(label)
            index += 1
            continue
        end = index
        while end < len(labels) and labels[end] is None:
            end += 1
        count = end - index
        following = labels[end] if end < len(labels) else None
        if following is None:
            low, step = (filled[-1] if filled else 0), _STEP
        elif not filled:
            low, step = following - _STEP * (count + 1), _STEP
        else:
            low, step = filled[-1], (following - filled[-1]) // (count + 1)
        if step == 0:
            return [_STEP * place for place in range(len(labels))]
        filled += [low + step * (place + 1) for place in range(count)]
        index = end
    return filled


def from_blob(blob: bytes) -> "array[int]":
    """Convert between numbers and the blob that a database stores."""
    numbers = array("i")
    numbers.frombytes(blob[: len(blob) // numbers.itemsize * numbers.itemsize])
    return _swap_bytes(numbers)


def to_blob(numbers: "array[int]") -> bytes:
    """Convert between numbers and the blob that a database stores."""
    return _swap_bytes(numbers).tobytes()


def _swap_bytes(numbers: "array[int]") -> "array[int]":
    """Convert numbers to or from the byte order of files, which is little-endian."""
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers

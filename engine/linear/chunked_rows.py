"""A list of a million rows, stored in chunks, so that an edit anywhere takes microseconds.

Replicas of long timelines mostly read by row, insert and remove, and rarely ask for the row of a
key. Chunks with prefix sums make the first three cheap. Only the few keys whose row must be known
at any moment are tracked: ghosts, and the messages that name them. The row of any other key is
found by searching the chunks, which takes milliseconds at a million rows, for example when the
reader jumps to a message.

If keys are stored as numbers (`NumberedKeys`), a row takes 5 bytes.
"""

import sys
from abc import abstractmethod
from array import array
from collections.abc import Container, Iterable, Iterator, Sequence
from copy import copy
from itertools import filterfalse
from operator import itemgetter
from typing import Any, TypeAlias

RowMark: TypeAlias = Any
"""The content of a row: a key, or the number of a key."""


class NumberedKeys(Sequence[str]):
    """Keys stored as numbers; a key is looked up when it is needed."""

    numbers: "array[int]"

    @abstractmethod
    def mark(self, key: str, *, placeholder: bool = False) -> int:
        """The number of a key; negative for a placeholder row. Raises `KeyError`."""

    @abstractmethod
    def numbers_of(self, keys: Iterable[str]) -> dict[int, str]:
        """The numbers of those of `keys` that have one, each with its key."""

    def index(self, key: str, start: int = 0, stop: int = sys.maxsize) -> int:
        """The place of a key, found by its number. Raises `ValueError`."""
        try:
            return self.numbers.index(self.mark(key), start, stop)
        except KeyError:
            raise ValueError(key) from None

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and not self.numbers_of([key]).keys().isdisjoint(self.numbers)

    def of(self, numbers: "array[int]") -> "NumberedKeys":
        """Other keys of the same kind."""
        others = copy(self)
        others.numbers = numbers
        return others

    @abstractmethod
    def names(self, marks: Sequence[int]) -> list[str]:
        """The keys of numbers."""


_FULL = 2048


class PrefixSums:
    """Sums over the first n of many small counts (a Fenwick tree)."""

    __slots__ = ("_tree",)

    def __init__(self, counts: Sequence[int]) -> None:
        self._tree = [0, *counts]
        for node in range(1, len(self._tree)):
            parent = node + (node & -node)
            if parent < len(self._tree):
                self._tree[parent] += self._tree[node]

    def add(self, index: int, amount: int) -> None:
        """Change the count at `index` by `amount`."""
        node = index + 1
        while node < len(self._tree):
            self._tree[node] += amount
            node += node & -node

    def before(self, index: int) -> int:
        """The sum of all counts before `index`."""
        total = 0
        while index:
            total += self._tree[index]
            index &= index - 1
        return total

    def find(self, offset: int) -> tuple[int, int]:
        """The index of the count that holds element `offset`, and the offset inside it."""
        node, step = 0, 1 << (len(self._tree).bit_length() - 1)
        while step:
            following = node + step
            if following < len(self._tree) and self._tree[following] <= offset:
                node, offset = following, offset - self._tree[following]
            step >>= 1
        return node, offset


class _Chunk:
    """Some rows; a byte for each says whether it is a placeholder, if there is any."""

    __slots__ = ("index", "keys", "mask", "placeholders")

    def __init__(self, keys: "list[str] | array[int]", mask: bytearray) -> None:
        self.keys: Any = keys
        self.mask = mask
        self.placeholders = mask.count(1)
        self.index = 0

    def rows(self) -> Iterator[tuple[RowMark, int]]:
        """The marks, each with a 1 if it is a placeholder, otherwise with a 0."""
        return zip(self.keys, self.mask, strict=True)

    def find(self, mark: RowMark) -> int:
        """The offset of a mark in the chunk; -1 if it isn't there."""
        if isinstance(self.keys, list):
            return self.keys.index(mark) if mark in self.keys else -1
        text, wanted = self.keys.tobytes(), array(self.keys.typecode, [mark]).tobytes()
        size, place = len(wanted), text.find(wanted)
        while place % size and place >= 0:  # within two numbers
            place = text.find(wanted, place + 1)
        return int(place // size)

    def insert(self, offset: int, key: RowMark, *, placeholder: bool) -> None:
        self.keys.insert(offset, key)
        self.mask.insert(offset, placeholder)
        self.placeholders += placeholder

    def pop(self, offset: int) -> tuple[RowMark, bool]:
        placeholder = bool(self.mask.pop(offset))
        self.placeholders -= placeholder
        return self.keys.pop(offset), placeholder

    def offset_of_message(self, number: int) -> int:
        """The offset of a message, given its offset without placeholder rows."""
        offset = number
        # Go down by the number of placeholders up to here, until there are no more.
        while (following := number + self.mask.count(1, 0, offset + 1)) != offset:
            offset = following
        return offset


class ChunkedRows:
    """Keys by row, where some rows are placeholders: in the list, but not counted as messages."""

    __slots__ = ("_chunks", "_messages", "_numbered", "_placeholders", "_rows", "_size", "_tracked")

    def __init__(
        self,
        keys: "Sequence[str] | array[int]" = (),
        placeholders: Container[RowMark] = (),
        numbered: NumberedKeys | None = None,
    ) -> None:
        half = _FULL // 2
        self._numbered = numbered
        rows: Any = keys if isinstance(keys, list | array) else list(keys)
        parts = [rows[start : start + half] for start in range(0, len(rows), half)] or [rows[:0]]
        self._chunks = [
            _Chunk(
                part,
                bytearray(key in placeholders for key in part)
                if placeholders
                else bytearray(len(part)),
            )
            for part in parts
        ]
        self._placeholders = sum(chunk.placeholders for chunk in self._chunks)
        self._tracked: dict[str, _Chunk] = {}
        self._size = len(keys)
        self._messages: PrefixSums | None = None  # made when placeholder rows come
        self._renumber()

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[str]:
        for chunk in self._chunks:
            yield from self.names(chunk.keys)

    def mark(self, key: str, *, placeholder: bool = False) -> RowMark:
        """The mark of a key in the rows. Raises `KeyError` if it has none."""
        return key if self._numbered is None else self._numbered.mark(key, placeholder=placeholder)

    def marks_of(self, keys: Iterable[str]) -> dict[RowMark, str]:
        """The marks of those of `keys` that can have one."""
        if self._numbered is None:
            return {key: key for key in keys}
        return dict(self._numbered.numbers_of(keys))

    def names(self, marks: Iterable[RowMark]) -> list[str]:
        """The keys in the rows."""
        return list(marks) if self._numbered is None else self._numbered.names(list(marks))

    def marks(self) -> "array[int]":
        """All numbers in the rows, where keys are numbers."""
        found = array("i")
        for chunk in self._chunks:
            found.extend(chunk.keys)
        return found

    def without_placeholders(self) -> Sequence[str]:
        """The keys in the rows that are no placeholders, by their numbers if they have some."""
        found: Any = [] if self._numbered is None else array("i")
        for chunk in self._chunks:
            if chunk.placeholders:
                found.extend(map(itemgetter(0), filterfalse(itemgetter(1), chunk.rows())))
            else:
                found.extend(chunk.keys)
        return found if self._numbered is None else self._numbered.of(found)

    def rows_of(self, marks: Container[RowMark]) -> Iterator[tuple[RowMark, int]]:
        """The rows of all of these, in one pass."""
        row = 0
        for chunk in self._chunks:
            for mark in chunk.keys:
                if mark in marks:
                    yield mark, row
                row += 1

    def __getitem__(self, row: int) -> str:
        if not 0 <= row < self._size:
            raise IndexError(f"row {row} of {self._size}")
        index, offset = self._rows.find(row)
        return self.names(self._chunks[index].keys[offset : offset + 1])[0]

    def slice(self, first: int, count: int) -> list[str]:
        """At most `count` keys from row `first` on."""
        index, offset = self._rows.find(first)
        marks: list[RowMark] = []
        while index < len(self._chunks) and len(marks) < count:
            marks += self._chunks[index].keys[offset : offset + count - len(marks)]
            index, offset = index + 1, 0
        return self.names(marks)

    def insert(self, row: int, key: str, *, placeholder: bool = False) -> None:
        """Insert `key` at `row`."""
        chunk = self.insert_mark(
            row, self.mark(key, placeholder=placeholder), placeholder=placeholder
        )
        if key in self._tracked:
            self._tracked[key] = chunk
        self._split(chunk)

    def insert_mark(self, row: int, mark: RowMark, *, placeholder: bool = False) -> _Chunk:
        """Insert the mark of a key at `row`."""
        index, offset = self._rows.find(row - 1) if row else (0, -1)
        chunk = self._chunks[index]
        chunk.insert(offset + 1, mark, placeholder=placeholder)
        self._size += 1
        self._rows.add(index, 1)
        if placeholder:
            self._placeholders += 1
        elif self._messages:
            self._messages.add(index, 1)
        return chunk

    def pop(self, row: int) -> str:
        """Remove and return the row at `row`; a tracked key must be inserted again."""
        return self.names([self._pop(row)[0]])[0]

    def move(self, source: int, destination: int) -> RowMark:
        """Move the row at `source` to `destination`; most moves stay within a chunk."""
        index, offset = self._rows.find(source)
        chunk = self._chunks[index]
        target = offset + destination - source
        if 0 <= target < len(chunk.keys):
            key, placeholder = chunk.pop(offset)
            chunk.insert(target, key, placeholder=placeholder)
            return key
        key, placeholder = self._pop(source)
        chunk = self.insert_mark(destination, key, placeholder=placeholder)
        if self._tracked and (name := self.names([key])[0]) in self._tracked:
            self._tracked[name] = chunk
        self._split(chunk)
        return key

    def fill(self, row: int) -> None:
        """Turn a placeholder row into a message."""
        self.insert(row, self.pop(row))

    def row_of_message(self, position: int) -> int:
        """The row of the message at `position`, which doesn't count placeholder rows."""
        if not self._placeholders:
            return position
        index, rest = self._sums_of_messages().find(position)
        if index == len(self._chunks):
            raise IndexError(f"message {position} of {self._size - self._placeholders}")
        return self._rows.before(index) + self._chunks[index].offset_of_message(rest)

    def messages_before(self, row: int) -> int:
        """The number of messages above `row`, without placeholder rows."""
        if not self._placeholders:
            return row
        index, offset = self._rows.find(row)
        if index == len(self._chunks):
            return self._size - self._placeholders
        placeholders = self._chunks[index].mask.count(1, 0, offset)
        return self._sums_of_messages().before(index) + offset - placeholders

    def _sums_of_messages(self) -> PrefixSums:
        if self._messages is None:
            counts = [len(chunk.keys) - chunk.placeholders for chunk in self._chunks]
            self._messages = PrefixSums(counts)
        return self._messages

    def row_of(self, key: str) -> int:
        """The row of `key`. Raises `ValueError` if it has none."""
        tracked = self._tracked.get(key)
        for mark in self._marks(key):
            for chunk in self._chunks if tracked is None else (tracked,):
                if (offset := chunk.find(mark)) >= 0:
                    return self._rows.before(chunk.index) + offset
        raise ValueError(f"{key} isn't in any row")

    def _marks(self, key: str) -> Iterator[RowMark]:
        """The marks of a key: for the message, or for the placeholder row in its place."""
        if self._numbered is None:
            yield key
            return
        for placeholder in (True, False) if self._placeholders else (False,):
            try:
                yield self._numbered.mark(key, placeholder=placeholder)
            except KeyError:
                continue

    def topmost(self, keys: set[str]) -> str:
        """The topmost of these tracked keys."""
        index = min(self._tracked[key].index for key in keys)
        chunk = self._chunks[index]
        return min((key for key in keys if self._tracked[key] is chunk), key=self.row_of)

    def track(self, key: str, row: int) -> None:
        """Track the row of `key`, which is now at `row`."""
        self._tracked[key] = self._chunks[self._rows.find(row)[0]]

    def track_all(self, keys: Container[RowMark]) -> None:
        """Track the rows of these keys."""
        for chunk in self._chunks:
            found = [mark for mark in chunk.keys if mark in keys]
            self._tracked.update((key, chunk) for key in self.names(found))

    def untrack(self, key: str) -> None:
        """Stop tracking `key`."""
        self._tracked.pop(key, None)

    def _pop(self, row: int) -> tuple[RowMark, bool]:
        """Remove a row; return its mark, and whether it was a placeholder."""
        index, offset = self._rows.find(row)
        key, placeholder = self._chunks[index].pop(offset)
        self._size -= 1
        self._rows.add(index, -1)
        if placeholder:
            self._placeholders -= 1
        elif self._messages:
            self._messages.add(index, -1)
        return key, placeholder

    def _split(self, chunk: _Chunk) -> None:
        """Split a full chunk in two."""
        if len(chunk.keys) <= _FULL:
            return
        half = len(chunk.keys) // 2
        below = _Chunk(chunk.keys[half:], chunk.mask[half:])
        del chunk.keys[half:], chunk.mask[half:]
        chunk.placeholders -= below.placeholders
        self._chunks.insert(chunk.index + 1, below)
        if any(each is chunk for each in self._tracked.values()):
            for key in self._tracked.keys() & set(self.names(below.keys)):
                self._tracked[key] = below
        self._renumber()

    def _renumber(self) -> None:
        for index, chunk in enumerate(self._chunks):
            chunk.index = index
        self._rows = PrefixSums([len(chunk.keys) for chunk in self._chunks])
        self._messages = None

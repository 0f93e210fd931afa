"""Arrow, imported without pandas; its columns as rows for SQLite and as numbers.

Arrow imports pandas with the first array that is built from Python values, in order to recognize
data frames, which this program doesn't use: half a second and 60 MB in every checking process. It
tries once, so pandas is hidden at that moment; code that needs data frames later can still import
it.
"""

import ctypes
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from tanglescope.engine.store.orders.longest_paths import Integers
from tanglescope.engine.system.hidden_imports import hide_modules

with hide_modules("pandas"):
    pa.array(())

__all__ = [
    "ONE_PASS",
    "AnyIntegers",
    "Chunks",
    "Column",
    "Flags",
    "NameNumbers",
    "Pass",
    "RowNumbers",
    "chunks_of",
    "codes",
    "flat",
    "list_values",
    "pa",
    "release",
    "whole",
]

Column: TypeAlias = pa.Array | pa.ChunkedArray

Chunks: TypeAlias = Callable[[str], Iterable[pa.Array]]
"""Returns the chunks of a column by its name."""

RowNumbers: TypeAlias = NDArray[np.int32]
AnyIntegers: TypeAlias = NDArray[np.signedinteger[Any]]
Flags: TypeAlias = NDArray[np.bool_]

_NO_HASHES: Integers = np.empty(0, np.int64)
_NO_NUMBERS: RowNumbers = np.empty(0, np.int32)


def release() -> None:
    """Return free memory of this process to the system, from all allocators.

    glibc doesn't release memory below a block that is still in use: after loading, that is most of
    it.
    """
    pa.default_memory_pool().release_unused()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)


def list_values(column: Column) -> list[Any]:
    """The values of a column as a list; a missing number is NaN, which SQLite stores as NULL."""
    values: list[Any] = column.to_numpy(zero_copy_only=False).tolist()
    return values


def flat(lists: Column) -> tuple[Integers, pa.Array]:
    """The values of all lists in one array, and the row of each value."""
    return pc.list_parent_indices(lists).to_numpy().astype(np.int64), pc.list_flatten(lists)


def whole(column: Column) -> pa.Array:
    """A column as one contiguous array."""
    found = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    return pa.concat_arrays(found.chunks) if isinstance(found, pa.ChunkedArray) else found


def chunks_of(table: pa.Table) -> Chunks:
    """The chunks of the columns of a table."""
    return lambda name: table[name].chunks


def codes(chunks: Iterable[pa.Array]) -> RowNumbers:
    """A number for each different text of a column."""
    known: dict[str, int] = {}
    found = [_NO_NUMBERS]
    for chunk in chunks:
        coded = chunk.dictionary_encode()
        numbers = [known.setdefault(text, len(known)) for text in coded.dictionary.to_pylist()]
        found.append(np.array(numbers, np.int32)[coded.indices.to_numpy()])
    return np.concatenate(found)


@dataclass(frozen=True, slots=True)
class Pass:
    """One of `count` passes over names: each is for those with other hashes."""

    number: int = 0
    count: int = 1

    def holds(self, texts: pa.Array) -> Flags:
        """Which of some names it is for; never where there is none."""
        is_there: Flags = texts.is_valid().to_numpy(zero_copy_only=False)
        return self.has(_hashes(texts)) & is_there

    def has(self, hashes: Integers) -> Flags:
        """Which of some hashes it is for."""
        found: Flags = np.equal(hashes % self.count, self.number)
        return found


ONE_PASS = Pass()


class NameNumbers:
    """Numbers names: a key has that of the first row that it is in, any other name a higher one.

    Texts come chunk by chunk, and only the keys of this pass are kept: they take several times the
    memory of hashes and numbers. `others` are the other names, with their numbers, of all passes.
    """

    def __init__(
        self,
        keys: Iterable[pa.Array],
        others: dict[str, int],
        now: Pass = ONE_PASS,
    ) -> None:
        texts, hashes, rows, self._count = [], [_NO_HASHES], [_NO_NUMBERS], 0
        for chunk in keys:
            found = _hashes(chunk)
            (here,) = np.nonzero(now.has(found))
            texts.append(chunk.take(pa.array(here)))
            hashes.append(found[here])
            rows.append((here + self._count).astype(np.int32))
            self._count += len(chunk)
        self._keys = whole(pa.chunked_array(texts, pa.string()))
        self._hashes = np.concatenate(hashes)
        self._places = np.argsort(self._hashes, kind="stable").astype(np.int32)
        self._hashes = self._hashes[self._places]
        self._rows = np.concatenate(rows)
        self._others, self._now = others, now

    def of(self, chunks: Iterable[pa.Array]) -> RowNumbers:
        """The numbers of the names in a column; -1 for those of other passes, and for none."""
        return np.concatenate([_NO_NUMBERS, *map(self._number, chunks)])

    def names(self) -> pa.Array:
        """All names, by their numbers; null in place of keys if there are other passes."""
        keys = self._keys if self._now.count == 1 else pa.nulls(self._count, pa.string())
        others = pa.array(self._others, pa.string())
        return pa.concat_arrays([keys, others]) if len(others) else keys

    def _number(self, names: pa.Array) -> RowNumbers:
        hashes = _hashes(names)
        is_here = self._now.has(hashes) & names.is_valid().to_numpy(zero_copy_only=False)
        numbers = self._find(names, hashes, is_here)
        is_other = is_here & (numbers < 0)
        numbers[is_other] = [
            self._others.setdefault(name, self._count + len(self._others))
            for name in names.filter(pa.array(is_other)).to_pylist()
        ]
        return numbers

    def _find(self, names: pa.Array, hashes: Integers, is_here: Flags) -> RowNumbers:
        """The first row of each name, -1 for one that is no key."""
        rows = np.full(len(names), -1, np.int32)
        (left,) = np.nonzero(is_here)
        left = left[np.argsort(hashes[left])]  # searching in order keeps to the caches
        place = np.searchsorted(self._hashes, hashes[left])
        while len(left):  # again only for those with the hash of another name
            left, place = (each[place < len(self._hashes)] for each in (left, place))
            has_hash = self._hashes[place] == hashes[left]
            left, place = left[has_hash], place[has_hash]
            found = self._places[place]
            keys, wanted = self._keys.take(pa.array(found)), names.take(pa.array(left))
            is_found = pc.equal(keys, wanted).to_numpy(zero_copy_only=False)
            rows[left[is_found]] = self._rows[found[is_found]]
            left, place = left[~is_found], place[~is_found] + 1
        return rows


def _hashes(texts: pa.Array) -> Integers:
    return np.fromiter(map(hash, texts.to_pylist()), np.int64, len(texts))

"""Arrow, imported without pandas; its columns as rows for SQLite and as numbers.

Arrow imports pandas with the first array that is built from Python values, in order to recognize
data frames, which this program doesn't use: half a second and 60 MB in every checking process. It
tries once, so pandas is hidden at that moment; code that needs data frames later can still import
it.
"""

import ctypes
import sys
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from tanglescope.engine.store.orders.longest_paths import Integers
from tanglescope.engine.system.hidden_imports import hide_modules

with hide_modules("pandas"):
    pa.array(())

__all__ = ["Column", "codes", "flat", "list_values", "number_names", "pa", "release", "whole"]

Column: TypeAlias = pa.Array | pa.ChunkedArray


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


def codes(column: Column) -> Integers:
    """A number for each different text of a column."""
    numbers: Integers = whole(column).dictionary_encode().indices.to_numpy().astype(np.int64)
    return numbers


def number_names(*columns: Column) -> tuple[pa.Array, list[Integers]]:
    """All different names of some columns in the order of their first use, and those of each.

    A missing name is -1.
    """
    chunks = [chunk for column in columns for chunk in getattr(column, "chunks", [column])]
    coded = pa.chunked_array(chunks, pa.string()).dictionary_encode().chunks
    numbers = np.concatenate([_NO_NUMBERS, *(each.indices.fill_null(-1) for each in coded)])
    names = coded[0].dictionary if coded else pa.array([], pa.string())
    return names, np.split(numbers, np.cumsum(list(map(len, columns)))[:-1])


_NO_NUMBERS = np.empty(0, np.int64)

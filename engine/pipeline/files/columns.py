"""Arrow columns as rows for SQLite and as numbers, without a loop over single values."""

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import pyarrow.compute as pc

from tanglescope.engine.pipeline.files.arrow import pa
from tanglescope.engine.store.orders.longest_paths import Integers

Column: TypeAlias = pa.Array | pa.ChunkedArray


def listed(column: Column) -> list[Any]:
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


def numbered(*groups: Sequence[pa.Array]) -> tuple[pa.Array, list[Integers]]:
    """All different names of some groups in the order of their first use, and those of each.

    A missing name is -1.
    """
    column = pa.chunked_array([each for group in groups for each in group], pa.string())
    coded = column.dictionary_encode().chunks or [pa.array([], pa.string()).dictionary_encode()]
    numbers = np.concatenate([each.indices.fill_null(-1).to_numpy() for each in coded])
    ends = np.cumsum([sum(map(len, group)) for group in groups])[:-1]
    return coded[0].dictionary, np.split(numbers.astype(np.int64), ends)

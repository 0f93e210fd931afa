"""Convert Arrow columns to rows for SQLite, without a loop over single values."""

from typing import Any

import numpy as np
import pyarrow.compute as pc

from engine.linear.longest_paths import Integers
from engine.pipeline.files.arrow import pa

Table = pa.Table | pa.RecordBatch


def listed(column: pa.Array | pa.ChunkedArray) -> list[Any]:
    """The values of a column as a list; a missing number is NaN, which SQLite stores as NULL."""
    values: list[Any] = column.to_numpy(zero_copy_only=False).tolist()
    return values


def flat(lists: pa.Array | pa.ChunkedArray) -> tuple[Integers, pa.Array]:
    """The values of all lists in one array, and the row of each value."""
    return pc.list_parent_indices(lists).to_numpy().astype(np.int64), pc.list_flatten(lists)

"""Convert Arrow columns to rows for SQLite, without a loop over single values."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow.compute as pc

from engine.linear.longest_paths import Integers
from engine.linear.scuttlesort.levels import FULL
from engine.pipeline.files.arrow import pa
from engine.store.orders.bulk_insert import TimelineRows
from engine.store.orders.levels import STEP

Table = pa.Table | pa.RecordBatch


def listed(column: pa.Array | pa.ChunkedArray) -> list[Any]:
    """The values of a column as a list; a missing number is NaN, which SQLite stores as NULL."""
    values: list[Any] = column.to_numpy(zero_copy_only=False).tolist()
    return values


def flat(lists: pa.Array | pa.ChunkedArray) -> tuple[Integers, pa.Array]:
    """The values of all lists in one array, and the row of each value."""
    return pc.list_parent_indices(lists).to_numpy().astype(np.int64), pc.list_flatten(lists)


def timeline_rows(threads: pa.RecordBatch, first: int) -> TimelineRows:
    """The timelines of `schemas.THREAD_TABLE`, numbered from `first` on."""
    thread, names = flat(threads["names"])
    ranks = pc.list_flatten(threads["ranks"])
    tips = pc.list_flatten(threads["tips"])
    starts = threads["names"].offsets.to_numpy()
    events = np.arange(len(thread)) - (starts[:-1] - starts[0])[thread]
    is_known = ranks.is_valid().to_numpy(zero_copy_only=False)
    known, rank = thread[is_known], ranks.drop_null().to_numpy().astype(np.int64)
    edge, cause = flat(threads["causes"])
    return TimelineRows(
        _blocks(first, len(threads), known, rank),
        _levels(first, len(threads), known, rank),
        zip(
            (thread + first).tolist(),
            events.tolist(),
            listed(names),
            ranks.to_pylist(),
            listed(tips),
            strict=True,
        ),
        zip(
            (edge + first).tolist(),
            cause.to_pylist(),
            pc.list_flatten(threads["effects"]).to_pylist(),
            strict=True,
        ),
    )


def _heights(count: int, thread: Integers, rank: Integers) -> Integers:
    heights = np.zeros(count, np.int64)
    np.maximum.at(heights, thread, rank + 1)
    return heights


def _levels(first: int, count: int, thread: Integers, rank: Integers) -> Iterator[tuple[int, ...]]:
    heights = _heights(count, thread, rank)
    timeline = np.repeat(np.arange(count), heights)
    level = np.arange(len(timeline)) - _starts(heights)[timeline]
    label = STEP * (1 + level % FULL)
    columns = (timeline + first, level, level // FULL, label)
    return zip(*(column.tolist() for column in columns), strict=True)


def _blocks(first: int, count: int, thread: Integers, rank: Integers) -> Iterator[tuple[int, ...]]:
    heights = _heights(count, thread, rank)
    blocks = -(-heights // FULL)
    timeline = np.repeat(np.arange(count), blocks)
    block = np.arange(len(timeline)) - _starts(blocks)[timeline]
    levels = np.minimum(FULL, heights[timeline] - block * FULL)
    events = np.bincount(_starts(blocks)[thread] + rank // FULL, minlength=len(timeline))
    columns = (timeline + first, block, STEP * (1 + block), levels, events)
    return zip(*(column.tolist() for column in columns), strict=True)


def _starts(sizes: Integers) -> Integers:
    """The start of each run, for consecutive runs of these sizes."""
    return np.cumsum(sizes) - sizes

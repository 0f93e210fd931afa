"""The timeline of everything in Spark, compared with the timeline in memory."""

from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyspark.sql import SparkSession

from engine.archive.record import START
from engine.pipeline.files import schemas
from engine.pipeline.files.parts import check_slice
from engine.pipeline.files.plans import StagedArchive
from engine.pipeline.files.slices import cut
from engine.pipeline.spark.everything import (
    TimedBatch,
    TooManyPasses,
    adjust_blocks,
    block_size,
    kept,
    nodes,
    put_timed,
)
from engine.pipeline.spark.source import messages, read_found
from tests.engine.linear.strategies import delivered
from tests.engine.linear.test_longest_paths import reaches
from tests.engine.pipeline.test_engines import written


def latest(events: dict[str, list[str]], moments: dict[str, float]) -> dict[str, float]:
    """The latest time of each event and its past."""
    return {name: max(moments[each] for each in reaches(events, name) | {name}) for name in events}


def tied(events: dict[str, list[str]], adjusted: dict[str, float]) -> dict[str, set[str]]:
    """The causes of each event that have its adjusted time."""
    return {
        name: {
            cause
            for cause in causes
            if cause != name and cause in adjusted and adjusted[cause] == adjusted[name]
        }
        for name, causes in events.items()
    }


def rows(folder: Path) -> list[dict[str, Any]]:
    """The rows written to a folder."""
    return [row for batch in read_found(folder) for row in batch.to_pylist()]


@pytest.mark.spark
@pytest.mark.parametrize("way", ["in one block", "in blocks"])
def test_times_are_those_of_one_graph_of_all(spark: SparkSession, way: str, tmp_path: Path) -> None:
    archive = written(tmp_path, "ndjson", seed=6)
    parts = [check_slice(piece, tmp_path) for piece in cut(archive, START)]
    staged = StagedArchive(0, archive, START, tmp_path, parts)
    table = messages(spark, [staged]).orderBy("position").collect()
    first = {row.key: row.position for row in reversed(table)}
    again = [row.position for row in table if first[row.key] != row.position]
    columns = [again, [True] * len(again), [None] * len(again)]
    exceptions = pa.table(columns, schema=schemas.EXCEPTION_TABLE)
    told = spark.createDataFrame(exceptions, schemas.EXCEPTION)
    graph = nodes(kept(messages(spark, [staged]), told))
    known = {row.key: row for row in graph.collect()}
    events = {key: row.causes for key, row in known.items()}
    moments = {key: row.moment for key, row in known.items()}
    size = 50 if way == "in blocks" else None
    found = rows(put_timed(graph, tmp_path / "blocks", tmp_path / "times", size))
    keys = {row.position: row.key for row in table}
    adjusted = latest(events, moments)
    assert {keys[row["position"]]: row["time"] for row in found} == adjusted
    assert {keys[row["position"]]: set(row["tied"]) for row in found} == tied(events, adjusted)
    assert len(found) == len(events)
    missing = {name for causes in events.values() for name in causes} - events.keys()
    assert {ghost for row in found for ghost in row["ghosts"]} == missing


@pytest.mark.spark
def test_messages_in_a_cycle_are_left_to_the_database(spark: SparkSession, tmp_path: Path) -> None:
    ring = [("a", 0, 1.0, ["b"], 1), ("b", 1, 1.0, ["a"], 1), ("c", 2, None, [], 0)]
    form = "key string, position long, moment double, causes array<string>, named int"
    graph = spark.createDataFrame(ring, form)
    assert rows(put_timed(graph, tmp_path / "blocks", tmp_path / "times")) == []


def test_a_block_takes_no_more_than_its_share_of_the_memory() -> None:
    assert 5_500_000 < block_size(4 << 30) < 7_500_000
    assert block_size(0) == 1


def clock(name: str) -> float:
    """Some time for an event; several have the same."""
    return float(sum(name.encode()) % 5)


def in_batches(events: dict[str, list[str]], size: int) -> Iterator[pa.RecordBatch]:
    rows = list(events.items())
    for start in range(0, len(rows), size):
        names, causes = zip(*rows[start : start + size], strict=True)
        named = [len(each) for each in causes]
        columns = [
            pa.array(names, pa.string()),
            pa.array(map(clock, names), pa.float64()),
            pa.array(causes, pa.list_(pa.string())),
            pa.array(named, pa.int32()),
        ]
        yield pa.record_batch(columns, ["key", "moment", "causes", "named"])


def test_a_cause_that_is_not_named_counts_only_if_it_is_here() -> None:
    columns = [
        pa.array(["b", "a"]),
        pa.array([1.0, None], pa.float64()),
        pa.array([["ghost", "a", "none"], []], pa.list_(pa.string())),
        pa.array([1, 0], pa.int32()),
    ]
    block = pa.record_batch(columns, ["key", "moment", "causes", "named"])
    ((_, times, ghosts, tied),) = adjust_blocks(lambda: [block], 10)
    assert times.tolist() == [inf, inf]
    assert ghosts.to_pylist() == [["ghost"], []]
    assert tied.to_pylist() == [["a"], []]


def timed(events: dict[str, list[str]], rows: int, size: int) -> list[TimedBatch]:
    """The times found when events are read a few rows at a time and processed in blocks."""
    return list(adjust_blocks(lambda: in_batches(events, rows), size))


def by_blocks(
    events: dict[str, list[str]], size: int
) -> tuple[dict[str, float], dict[str, set[str]]]:
    """The adjusted times, and the causes with the same ones."""
    found = [
        (name, time, set(tied))
        for batch, times, _, lists in timed(events, size, size)
        for name, time, tied in zip(
            batch["key"].to_pylist(), times.tolist(), lists.to_pylist(), strict=True
        )
    ]
    return {name: time for name, time, _ in found}, {name: tied for name, _, tied in found}


@given(delivered(), st.integers(1, 13))
def test_blocks_of_any_size_in_any_order_give_the_latest_times(
    events: dict[str, list[str]], size: int
) -> None:
    adjusted = latest(events, {name: clock(name) for name in events})
    assert by_blocks(events, size) == (adjusted, tied(events, adjusted))


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_history_in_reverse_takes_as_many_passes_as_it_needs(size: int) -> None:
    names = [str(number) for number in range(60)]
    events = {name: names[max(0, i - 1) : i] for i, name in enumerate(names)}
    backwards = dict(reversed(events.items()))
    times, _ = by_blocks(backwards, size)
    assert times == latest(events, {name: clock(name) for name in names})


def test_a_cycle_is_tied_or_refused() -> None:
    ring = {"a": ["b"], "b": ["a"]}
    assert by_blocks(ring, 1)[1] == {"a": {"b"}, "b": {"a"}}
    with pytest.raises(TooManyPasses):
        by_blocks(ring, 2)


@given(delivered(), st.integers(1, 5), st.integers(1, 13))
def test_causes_that_are_in_no_block_are_reported(
    events: dict[str, list[str]], rows: int, size: int
) -> None:
    missing = {name: sorted(set(causes) - events.keys()) for name, causes in events.items()}
    found = {
        name: sorted(set(ghosts))
        for batch, _, lists, _ in timed(events, rows, size)
        for name, ghosts in zip(batch["key"].to_pylist(), lists.to_pylist(), strict=True)
    }
    assert found == missing

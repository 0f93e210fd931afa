"""The timeline of everything in Spark, compared with the timeline in memory."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyspark.sql import SparkSession

from engine.archive.record import START
from engine.linear import Timeline
from engine.pipeline.files import schemas
from engine.pipeline.files.parts import check_slice
from engine.pipeline.files.plans import StagedArchive
from engine.pipeline.files.slices import cut
from engine.pipeline.spark.everything import (
    RankedBatch,
    Unranked,
    block_size,
    kept,
    nodes,
    put_ranked,
    rank_blocks,
)
from engine.pipeline.spark.source import messages, read_found
from tests.engine.linear import oracle
from tests.engine.linear.strategies import delivered
from tests.engine.pipeline.test_engines import written


def rows(folder: Path) -> list[dict[str, Any]]:
    """The rows written to a folder."""
    return [row for batch in read_found(folder) for row in batch.to_pylist()]


@pytest.mark.spark
@pytest.mark.parametrize("way", ["in one block", "in blocks"])
def test_ranks_are_those_of_one_timeline_of_all(
    spark: SparkSession, way: str, tmp_path: Path
) -> None:
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
    timeline = Timeline()
    timeline.extend((row.key, row.causes) for row in graph.collect())
    size = 50 if way == "in blocks" else None
    found = rows(put_ranked(graph, tmp_path / "blocks", tmp_path / "ranks", size))
    keys = {row.position: row.key for row in table}
    assert {keys[row["position"]]: row["rank"] for row in found} == {
        name: timeline.rank(name) for name in timeline
    }
    assert len(found) == len(timeline)
    assert {ghost for row in found for ghost in row["ghosts"]} == timeline.ghosts


@pytest.mark.spark
def test_messages_in_a_cycle_are_left_to_the_database(spark: SparkSession, tmp_path: Path) -> None:
    ring = [("a", 0, ["b"], 1), ("b", 1, ["a"], 1), ("c", 2, [], 0)]
    form = "key string, position long, causes array<string>, named int"
    graph = spark.createDataFrame(ring, form)
    assert rows(put_ranked(graph, tmp_path / "blocks", tmp_path / "ranks")) == []


def test_a_block_takes_no_more_than_its_share_of_the_memory() -> None:
    assert 5_500_000 < block_size(4 << 30) < 7_500_000
    assert block_size(0) == 1


def in_batches(events: dict[str, list[str]], size: int) -> Iterator[pa.RecordBatch]:
    rows = list(events.items())
    for start in range(0, len(rows), size):
        names, causes = zip(*rows[start : start + size], strict=True)
        named = [len(each) for each in causes]
        columns = [
            pa.array(names, pa.string()),
            pa.array(causes, pa.list_(pa.string())),
            pa.array(named, pa.int32()),
        ]
        yield pa.record_batch(columns, ["key", "causes", "named"])


def test_a_cause_that_is_not_named_counts_only_if_it_is_here() -> None:
    columns = [
        pa.array(["b", "a"]),
        pa.array([["ghost", "a", "none"], []], pa.list_(pa.string())),
        pa.array([1, 0], pa.int32()),
    ]
    block = pa.record_batch(columns, ["key", "causes", "named"])
    ((_, ranks, ghosts),) = rank_blocks(lambda: [block], 10)
    assert ranks.tolist() == [1, 0]
    assert ghosts.to_pylist() == [["ghost"], []]


def ranked(events: dict[str, list[str]], rows: int, size: int) -> list[RankedBatch]:
    """The ranks found when events are read a few rows at a time and processed in blocks."""
    return list(rank_blocks(lambda: in_batches(events, rows), size))


def ranks_by_blocks(events: dict[str, list[str]], size: int) -> dict[str, int]:
    return {
        name: rank
        for batch, ranks, _ in ranked(events, size, size)
        for name, rank in zip(batch["key"].to_pylist(), ranks.tolist(), strict=True)
    }


@given(delivered(), st.integers(1, 13))
def test_blocks_of_any_size_in_any_order_give_the_longest_paths(
    events: dict[str, list[str]], size: int
) -> None:
    assert ranks_by_blocks(events, size) == oracle.ranks(events)


@pytest.mark.parametrize("size", [1, 7, 1000])
def test_a_history_in_reverse_takes_as_many_passes_as_it_needs(size: int) -> None:
    names = [str(number) for number in range(60)]
    events = {name: names[max(0, i - 1) : i] for i, name in enumerate(names)}
    backwards = dict(reversed(events.items()))
    assert ranks_by_blocks(backwards, size) == {name: i for i, name in enumerate(names)}


@pytest.mark.parametrize("size", [1, 2])
def test_a_cycle_is_reported(size: int) -> None:
    with pytest.raises(Unranked):
        ranks_by_blocks({"a": ["b"], "b": ["a"]}, size)


@given(delivered(), st.integers(1, 5), st.integers(1, 13))
def test_causes_that_are_in_no_block_are_reported(
    events: dict[str, list[str]], rows: int, size: int
) -> None:
    missing = {name: sorted(set(causes) - events.keys()) for name, causes in events.items()}
    found = {
        name: sorted(set(ghosts))
        for batch, _, lists in ranked(events, rows, size)
        for name, ghosts in zip(batch["key"].to_pylist(), lists.to_pylist(), strict=True)
    }
    assert found == missing

"""The timeline of everything in Spark, against the timeline in memory."""

from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

from engine.archive.record import START
from engine.linear import Timeline
from engine.pipeline.files import schemas
from engine.pipeline.files.parts import check_slice
from engine.pipeline.files.slices import cut
from engine.pipeline.files.staged import Staged
from engine.pipeline.spark.everything import block_size, nodes, put_ranked
from engine.pipeline.spark.source import messages
from engine.pipeline.spark.tasks import put_there
from engine.pipeline.spark.threads import kept
from tests.engine.pipeline.test_engines import written


def rows(folder: Path) -> list[dict[str, Any]]:
    """What was put down in a folder."""
    return [row for batch in put_there(folder) for row in batch.to_pylist()]


@pytest.mark.spark
@pytest.mark.parametrize("way", ["in one block", "in blocks"])
def test_ranks_are_those_of_one_timeline_of_all(
    spark: SparkSession, way: str, tmp_path: Path
) -> None:
    archive = written(tmp_path, "ndjson", seed=6)
    parts = [check_slice(piece, tmp_path) for piece in cut(archive, START)]
    staged = Staged(0, archive, START, tmp_path, parts)
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
    found = rows(put_ranked(graph, tmp_path / "by time", tmp_path / "ranks", size))
    keys = {row.position: row.key for row in table}
    assert {keys[row["position"]]: row["rank"] for row in found} == {
        name: timeline.rank(name) for name in timeline
    }
    assert len(found) == len(timeline)
    assert {ghost for row in found for ghost in row["ghosts"]} == timeline.ghosts


@pytest.mark.spark
def test_messages_in_a_cycle_are_left_to_the_database(spark: SparkSession, tmp_path: Path) -> None:
    ring = [("a", 0, 1.0, ["b"]), ("b", 1, 2.0, ["a"]), ("c", 2, 3.0, [])]
    graph = spark.createDataFrame(ring, schemas.NODE)
    assert rows(put_ranked(graph, tmp_path / "by time", tmp_path / "ranks")) == []


def test_a_block_takes_no_more_than_its_share_of_the_memory() -> None:
    assert 1_500_000 < block_size(8 << 30) < 2_500_000
    assert block_size(0) == 1


def test_no_column_of_a_block_gets_too_long_for_arrow() -> None:
    names, bytes_of_name = 4, len(f"%{'x' * 44}.sha256")
    assert block_size(1 << 40) * names * bytes_of_name < 1 << 31

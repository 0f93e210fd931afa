"""The Spark executor: its tables, its files, and how it stops."""

import re
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from threading import Event
from typing import Any

import pyarrow as pa
import pytest
from pyspark.sql import SparkSession

from tanglescope.engine.archive.record import START
from tanglescope.engine.pipeline.budget import Budget
from tanglescope.engine.pipeline.building import DatabaseBuild
from tanglescope.engine.pipeline.direct import read_messages
from tanglescope.engine.pipeline.errors import FolderNotShared
from tanglescope.engine.pipeline.executor import LoadedMessages, beside
from tanglescope.engine.pipeline.files.arrow import chunks_of
from tanglescope.engine.pipeline.files.parts import check_slice
from tanglescope.engine.pipeline.files.sliced import SlicedArchive
from tanglescope.engine.pipeline.files.slices import cut
from tanglescope.engine.pipeline.ordering import Members
from tanglescope.engine.pipeline.spark import executor
from tanglescope.engine.pipeline.spark.executor import (
    SparkExecutor,
    put_times,
    read_found,
    write_found,
)
from tanglescope.engine.pipeline.spark.session import SparkSettings
from tanglescope.engine.pipeline.spark.tables import edges, messages
from tests.engine.pipeline.test_engines import written
from tests.engine.store.orders.test_longest_paths import reaches

WORDS = pa.schema([("word", pa.string())])
SAID = pa.table({"word": ["one", "two", "three"]}, schema=WORDS)


def loaded(folder: Path) -> LoadedMessages:
    """The messages of an archive with every kind of fault, in one part, as a build loads them."""
    archive = written(folder, "ndjson", seed=6)
    slices = cut(archive, START, folder)
    parts = {piece: check_slice(piece) for piece in slices}
    archives = [SlicedArchive(0, archive, START, slices, parts)]
    build = DatabaseBuild(folder / "new.db", Budget.of(0))
    build.load(archives, lambda each: each.in_order())
    assert build.load_summary.left_out
    assert build.load_summary.dated
    return LoadedMessages(archives, folder, build.load_summary.left_out, build.load_summary.dated)


@pytest.mark.spark
def test_messages_are_those_that_the_direct_executor_reads(
    spark: SparkSession, tmp_path: Path
) -> None:
    given = loaded(tmp_path)
    ours = Members.of(chunks_of(messages(spark, given).orderBy("position").toArrow()))
    theirs = read_messages(given)
    for column in fields(Members):
        one, other = getattr(ours, column.name), getattr(theirs, column.name)
        assert repr(one.tolist()) == repr(other.tolist()), column.name


@pytest.mark.spark
@pytest.mark.parametrize("size", [None, 50], ids=["in one block", "in blocks"])
def test_times_are_those_of_one_graph_of_all(
    spark: SparkSession, size: int | None, tmp_path: Path
) -> None:
    once = messages(spark, loaded(tmp_path))
    rows = once.collect()
    keys = {row.position: row.key for row in rows}
    moments = {row.key: row.moment for row in rows}
    named, timed = tmp_path / "edges", tmp_path / "times"
    edges(once).write.parquet(str(named))
    put_times(spark, named, timed, size)
    after: dict[str, list[str]] = {key: [] for key in keys.values()}
    for row in spark.read.parquet(str(named)).collect():
        cause = row.ghost if row.cause is None else keys[row.cause]
        if cause is not None and cause != keys[row.effect]:
            after[keys[row.effect]].append(cause)
    found = [row for batch in read_found(timed) for row in batch.to_pylist()]
    assert {keys[row["position"]]: row["time"] for row in found} == {
        key: max(moments[each] for each in (reaches(after, key) | {key}) & after.keys())
        for key in after
    }
    assert [row["position"] for row in found] == sorted(keys)
    ghosts = {cause for causes in after.values() for cause in causes} - after.keys()
    assert ghosts


@pytest.mark.spark
def test_messages_in_a_cycle_are_left_to_the_database(spark: SparkSession, tmp_path: Path) -> None:
    ring = [(0, 1.0, 1, None), (1, 1.0, 0, None), (2, None, None, None)]
    form = "effect long, moment double, cause long, ghost string"
    spark.createDataFrame(ring, form).repartition(1).write.parquet(str(tmp_path / "edges"))
    put_times(spark, tmp_path / "edges", tmp_path / "times")
    assert list(read_found(tmp_path / "times")) == []


@pytest.mark.spark
def test_what_a_killed_run_left_in_the_folder_is_none_of_it(
    spark: SparkSession, tmp_path: Path
) -> None:
    folder = tmp_path / "said"
    folder.mkdir()
    for name in ("00000007.parquet", ".half.tmp"):
        (folder / name).write_bytes(b"half a file")
    assert write_found(spark.range(0, 1, 1, 1), lambda _: [SAID], WORDS, folder) == 3
    assert pa.Table.from_batches(read_found(folder, 2)) == SAID
    assert [file.name for file in folder.iterdir()] == ["00000000.parquet"]


@pytest.mark.spark
def test_a_folder_in_which_something_lacks_is_reported(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, elsewhere = tmp_path / "said", tmp_path / "elsewhere"
    rows_in = executor.rows_in

    def unseen(_: Path) -> int:
        """This machine's view if a worker writes to a folder of its own with the same name."""
        folder.rename(elsewhere)
        folder.mkdir()
        return rows_in(folder)

    monkeypatch.setattr(executor, "rows_in", unseen)
    with pytest.raises(FolderNotShared, match=re.escape(str(folder))):
        write_found(spark.range(0, 1, 1, 1), lambda _: [SAID], WORDS, folder)


@pytest.mark.spark
def test_the_share_of_a_stage_grows_with_its_steps(spark: SparkSession) -> None:
    """Many tasks count as soon as they are done, also for steps of which more jobs follow."""
    subject = SparkExecutor(SparkSettings())
    subject._spark = spark
    assert subject.share() == 0.0
    shares = []
    for name in ("edges", "order"):
        with subject._stepping(name):
            spark.range(0, 80, 1, 40).count()
            # Spark tells its status tracker of tasks in another thread.
            spark.sparkContext._jsc.sc().listenerBus().waitUntilEmpty()
            shares.append(subject.share())
    begins = [executor._STEPS[name][1] for name in ("edges", "order")]
    assert all(
        share is not None and share > begin for share, begin in zip(shares, begins, strict=True)
    )
    assert shares == sorted(shares)  # type: ignore[type-var]
    steps = [re.search(r"stages: (\d+), tasks: (\d+)$", line) for line in subject.summary()]
    assert len(steps) == 2
    assert all(step and int(step[1]) >= 1 and int(step[2]) >= 40 for step in steps)


def test_a_step_is_asked_to_stop_until_it_has() -> None:
    """A job that is asked to stop before it starts runs all the same."""
    asked_often = Event()
    asked: list[None] = []

    def stop() -> None:
        asked.append(None)
        if len(asked) == 3:
            asked_often.set()

    work: list[Future[Any]] = []

    def fail() -> None:
        with beside(stop) as other:
            work.append(other.submit(asked_often.wait, 30))
            work.append(other.submit(print))
            raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        fail()
    assert work[0].result(timeout=0)
    assert work[1].cancelled()


def test_the_plan_goes_on_while_spark_ends_and_waits_for_it_at_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_end, ended = Event(), Event()

    class Session:
        version = "4"
        sparkContext = type("Context", (), {"master": "local"})  # noqa: N815 - Spark's name

    @contextmanager
    def slow(_: SparkSettings) -> Iterator[Session]:
        yield Session()
        assert may_end.wait(30)
        ended.set()

    monkeypatch.setattr(executor, "session", slow)
    subject = SparkExecutor(SparkSettings())
    with subject:
        subject.end()
        assert not ended.is_set()
        may_end.set()
    assert ended.is_set()
    assert subject.summary() == ["Spark 4, master local"]

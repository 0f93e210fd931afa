"""One Spark session for all tests, with slices so small that every archive has many."""

import gc
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from engine.archive.record import Cursor
from engine.library import Engine
from engine.pipeline import direct_job, importing
from engine.pipeline.files import plans, slices
from engine.pipeline.spark import spark_job
from engine.pipeline.spark.session import SparkSettings, session
from engine.pipeline.spark.spark_job import PreChecks

SLICE = 1 << 16


@pytest.fixture(autouse=True)
def as_often_collected_as_before() -> Iterator[None]:
    """Slices that threads check side by side, which only tests do, forget how often it was."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """The session; its JVM and Python workers are those of every test."""
    if shutil.which("java") is None:
        pytest.skip("there is no Java here, and Spark needs one")
    with session(SparkSettings("local[2]", memory="1g")) as started:
        yield started


@pytest.fixture
def shared_spark(
    request: pytest.FixtureRequest, spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> SparkSession:
    """Imports use the session of all tests, which does all the work, and cut small slices.

    It brings into order, too, as on a cluster.
    """

    @contextmanager
    def shared(settings: SparkSettings) -> Iterator[SparkSession]:
        yield spark

    @contextmanager
    def no_pre_checks(*_: object) -> Iterator[PreChecks]:
        yield PreChecks({})

    monkeypatch.setattr(spark_job, "session", shared)
    monkeypatch.setattr(spark_job, "pre_checks", no_pre_checks)
    monkeypatch.setattr(spark_job, "can_order", lambda *_: False)
    monkeypatch.setattr(plans, "cut", cut_small)
    return spark


def cut_small(path: Path, start: Cursor) -> list[slices.Slice]:
    """The slices of an archive, many of them."""
    return slices.cut(path, start, SLICE)


@pytest.fixture
def in_bulk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The direct engine builds the smallest archives as a whole, too; threads check for it."""
    monkeypatch.setattr(direct_job, "started", ThreadPoolExecutor)
    monkeypatch.setattr(plans, "cut", cut_small)
    monkeypatch.setattr(importing, "BULK", 0)


@pytest.fixture(params=["direct", "in bulk", pytest.param("spark", marks=pytest.mark.spark)])
def engine(request: pytest.FixtureRequest) -> Engine:
    """Each engine in turn, each way of the direct one; Spark is started only where it is asked."""
    if request.param == "direct":
        return Engine.DIRECT
    request.getfixturevalue("in_bulk" if request.param == "in bulk" else "shared_spark")
    return Engine.DIRECT if request.param == "in bulk" else Engine.SPARK

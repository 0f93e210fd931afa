"""One Spark session for all tests, with slices so small that every archive has many."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from engine.archive.record import Cursor
from engine.library import Engine
from engine.pipeline import job, slices
from engine.pipeline.session import Settings, session

SLICE = 1 << 16


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """The session; its JVM and Python workers are those of every test."""
    if shutil.which("java") is None:
        pytest.skip("there is no Java here, and Spark needs one")
    with session(Settings("local[2]", memory="1g")) as started:
        yield started


@pytest.fixture
def shared_spark(
    request: pytest.FixtureRequest, spark: SparkSession, monkeypatch: pytest.MonkeyPatch
) -> SparkSession:
    """Imports use the session of all tests, and cut archives into small slices."""

    @contextmanager
    def shared(settings: Settings) -> Iterator[SparkSession]:
        yield spark

    def cut(path: Path, start: Cursor) -> list[slices.Slice]:
        return slices.cut(path, start, SLICE)

    monkeypatch.setattr(job, "session", shared)
    monkeypatch.setattr(job, "cut", cut)
    return spark


@pytest.fixture(params=[Engine.DIRECT, pytest.param(Engine.SPARK, marks=pytest.mark.spark)])
def engine(request: pytest.FixtureRequest) -> Engine:
    """Each engine in turn; Spark is started only where it is asked for."""
    chosen: Engine = request.param
    if chosen is Engine.SPARK:
        request.getfixturevalue("shared_spark")
    return chosen

"""One Spark session for all tests, with slices so small that every archive has many."""

import gc
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from tanglescope.engine.archive.record import Cursor
from tanglescope.engine.library import Engine
from tanglescope.engine.pipeline import direct, importing
from tanglescope.engine.pipeline.files import sliced, slices
from tanglescope.engine.pipeline.spark import executor
from tanglescope.engine.pipeline.spark.session import SparkSettings, session

SLICE = 1 << 16


@pytest.fixture(autouse=True)
def restored_gc_threshold() -> Iterator[None]:
    """Restore the garbage collector's thresholds, since only tests check slices in threads."""
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)


def _no_class_data(*_: Path) -> AbstractContextManager[str]:
    return nullcontext("-Xshare:auto")


@pytest.fixture(scope="session")
def spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """The session; all tests share its JVM and Python workers.

    At its end it doesn't record what it loaded, which takes half a minute: no later run reads it.
    """
    if shutil.which("java") is None:
        pytest.skip("there is no Java here, and Spark needs one")
    with ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("tanglescope.engine.pipeline.spark.session.class_data", _no_class_data)
            started = stack.enter_context(session(SparkSettings("local[2]", memory="1g")))
        yield started


@pytest.fixture
def shared_spark(spark: SparkSession, monkeypatch: pytest.MonkeyPatch) -> SparkSession:
    """Make imports use the session of all tests, with small slices."""

    @contextmanager
    def shared(settings: SparkSettings) -> Iterator[SparkSession]:
        yield spark

    monkeypatch.setattr(executor, "session", shared)
    monkeypatch.setattr(sliced, "cut", cut_small)
    return spark


def cut_small(path: Path, start: Cursor, folder: Path) -> list[slices.Slice]:
    """The slices of an archive, many of them."""
    return slices.cut(path, start, folder, SLICE)


@pytest.fixture
def in_bulk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the direct engine build even the smallest archives as a whole, and check in threads."""
    monkeypatch.setattr(direct, "start_workers", ThreadPoolExecutor)
    monkeypatch.setattr(sliced, "cut", cut_small)
    monkeypatch.setattr(importing, "BULK", 0)


_SPARK = pytest.param("spark", marks=pytest.mark.spark)
_SLOW_SPARK = pytest.param("spark", marks=[pytest.mark.spark, pytest.mark.slow])

seldom_with_spark = pytest.mark.parametrize(
    "engine", ["direct", "in bulk", _SLOW_SPARK], indirect=True
)
"""With Spark only among the slow tests, where the engines differ in nothing that is tested."""


@pytest.fixture(params=["direct", "in bulk", _SPARK])
def engine(request: pytest.FixtureRequest) -> Engine:
    """Each engine in turn, in each of its modes; Spark is started only if it is needed."""
    if request.param == "direct":
        return Engine.DIRECT
    request.getfixturevalue("in_bulk" if request.param == "in bulk" else "shared_spark")
    return Engine.DIRECT if request.param == "in bulk" else Engine.SPARK

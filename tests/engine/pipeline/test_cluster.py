"""A real cluster on this machine: a master and two workers from the installed Spark."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pyarrow as pa
import pyspark
import pytest

from engine.library import Engine, import_archives
from engine.pipeline.spark.session import SparkSettings, session
from tests.engine.pipeline.contents import differences
from tests.engine.pipeline.test_engines import watched, written

pytestmark = [pytest.mark.slow, pytest.mark.spark]

SPARK = Path(pyspark.__file__).parent
HOST = "127.0.0.1"


@contextmanager
def daemon(log: Path, name: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Spark that is ended at the end; what it says is in `log`."""
    with log.open("wb") as file:
        process = subprocess.Popen(
            [SPARK / "bin" / "spark-class", f"org.apache.spark.deploy.{name}", *arguments],
            stdout=file,
            stderr=file,
            cwd=log.parent,
            env={**os.environ, "SPARK_HOME": str(SPARK), "SPARK_LOCAL_IP": HOST, "PYTHONPATH": ""},
        )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=60)


def said(log: Path, pattern: str, process: subprocess.Popen[bytes]) -> str:
    """Wait until a process says something."""
    while process.poll() is None:
        found = re.search(pattern, log.read_text(errors="replace"))
        if found:
            return found[0]
        try:
            process.wait(timeout=0.1)
        except subprocess.TimeoutExpired:
            continue
    raise AssertionError(log.read_text())


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster with two workers of one processor each."""
    folder = tmp_path_factory.mktemp("cluster")
    with ExitStack() as stack:
        log = folder / "master.log"
        ports = ("--port", "0", "--webui-port", "0")
        started = stack.enter_context(daemon(log, "master.Master", "--host", HOST, *ports))
        address = said(log, r"spark://127\.0\.0\.1:[1-9]\d*", started)
        for number in range(2):
            log = folder / f"worker {number}.log"
            work = ("--cores", "1", "--memory", "1g", "--work-dir", str(folder / f"work {number}"))
            worker = ("--host", HOST, "--webui-port", "0", *work, address)
            started = stack.enter_context(daemon(log, "worker.Worker", *worker))
            said(log, "Successfully registered with master", started)
        yield address


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The driver is reached under this machine's own address, whatever its name is."""
    monkeypatch.setenv("SPARK_LOCAL_IP", HOST)
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)


def test_the_workers_run_the_code_that_was_shipped(master: str, here: None) -> None:
    def where(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        import engine

        for _ in batches:
            yield pa.RecordBatch.from_pydict({"file": [engine.__file__], "process": [os.getpid()]})

    with session(SparkSettings(master, memory="1g")) as spark:
        rows = spark.range(0, 8, 1, 8).mapInArrow(where, "file string, process long").collect()
    assert {".zip" in row.file for row in rows} == {True}
    assert len({row.process for row in rows}) == 2


@pytest.mark.parametrize("form", ["ndjson", "log.bipf"])
def test_a_cluster_leaves_the_same_database(
    master: str, here: None, form: str, tmp_path: Path
) -> None:
    archive = written(tmp_path, form, seed=8)
    database = tmp_path / "clustered.db"
    report = import_archives([archive], database, engine=Engine.AUTO, master=master)
    assert report.added > 0
    assert differences(database, watched(archive, tmp_path / "other.db")) == []

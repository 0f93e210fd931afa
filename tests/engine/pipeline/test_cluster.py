"""A real cluster on this machine: a master and two workers from the installed Spark."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pyarrow as pa
import pyspark
import pytest

from tanglescope.engine.library import Engine, import_archives
from tanglescope.engine.pipeline.files import sliced
from tanglescope.engine.pipeline.spark.session import SparkSettings, session
from tanglescope.engine.store.arrivals.reports import Progress
from tests.engine.pipeline.conftest import cut_small
from tests.engine.pipeline.contents import differences, digests
from tests.engine.pipeline.generated import network, write
from tests.engine.pipeline.test_engines import watched, written

MESSAGES = int(os.environ.get("TANGLESCOPE_CLUSTER_MESSAGES", "3000"))
"""Of the archive in whose middle workers are killed; a million takes a quarter of an hour."""

FEW = 10_000

pytestmark = [pytest.mark.slow, pytest.mark.spark]

SPARK = Path(pyspark.__file__).parent
HOST = "127.0.0.1"


@contextmanager
def daemon(log: Path, name: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A Spark process that is ended after the test; its output is in `log`."""
    with log.open("wb") as file:
        process = subprocess.Popen(
            [SPARK / "bin" / "spark-class", f"org.apache.spark.deploy.{name}", *arguments],
            stdout=file,
            stderr=file,
            cwd=log.parent,
            start_new_session=True,
            env={**os.environ, "SPARK_HOME": str(SPARK), "SPARK_LOCAL_IP": HOST, "PYTHONPATH": ""},
        )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(timeout=60)


def said(log: Path, pattern: str, process: subprocess.Popen[bytes]) -> str:
    """Wait until the output of a process contains a text."""
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
            stack.enter_context(worker(folder, f"worker {number}", address))
        yield address


@contextmanager
def worker(folder: Path, name: str, master: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker of one processor that is registered with the master."""
    log = folder / f"{name}.log"
    work = ("--cores", "1", "--memory", "1g", "--work-dir", str(folder / name))
    place = ("--host", HOST, "--webui-port", "0")
    with daemon(log, "worker.Worker", *place, *work, master) as started:
        said(log, "Successfully registered with master", started)
        yield started


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the driver be reached under this machine's address, whatever its name is."""
    monkeypatch.setenv("SPARK_LOCAL_IP", HOST)
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)


def test_the_workers_run_the_code_that_was_shipped(master: str, here: None) -> None:
    def where(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from tanglescope import engine

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


def test_workers_that_are_killed_in_the_middle_cost_no_message(
    master: str, here: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, database, other = (tmp_path / name for name in ("log.ndjson", "new.db", "other.db"))
    write(archive, "ndjson", network(MESSAGES))
    if MESSAGES <= FEW:
        monkeypatch.setattr(sliced, "cut", cut_small)
    with ExitStack() as stack:
        more = [stack.enter_context(worker(tmp_path, name, master)) for name in ("third", "fourth")]
        killed: list[int] = []

        def kill(progress: Progress) -> None:
            share = progress.done_bytes / progress.total_bytes
            if not killed and progress.stage == "checking" and 0.4 < share < 1:
                killed.extend(process.pid for process in more)
                for session in killed:
                    os.killpg(session, signal.SIGKILL)

        report = import_archives([archive], database, master=master, on_progress=kill)
    assert len(killed) == 2, "all was checked before"
    assert report.added > 0.98 * MESSAGES
    import_archives([archive], other, engine=Engine.DIRECT)
    assert digests(database) == digests(other)
    if MESSAGES <= FEW:
        assert differences(database, other) == []

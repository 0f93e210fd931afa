"""The JVM requires a secret from its clients, and ends with the process that started it."""

import os
import re
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack, nullcontext
from pathlib import Path
from time import monotonic

import pytest
from py4j.protocol import Py4JError, Py4JJavaError, Py4JNetworkError
from pyspark.sql import SparkSession

from tanglescope.engine.language.wording import quote_program
from tanglescope.engine.pipeline.errors import SparkFailed
from tanglescope.engine.pipeline.spark import session
from tanglescope.engine.pipeline.spark.session import SparkSettings, class_data
from tests.engine.pipeline.children import WITH_JVM, Child
from tests.engine.pipeline.test_engines import written

pytestmark = pytest.mark.spark


def asked_by_a_stranger(spark: SparkSession, name: str) -> None:
    """Connect to the driver's port for a service, as another program on this machine could."""
    context = spark.sparkContext
    java = context._jvm
    assert java is not None
    driver = context._jsc.sc().getConf()
    port = int(driver.get("spark.driver.port"))
    socket.create_connection(("127.0.0.1", port)).close()  # it listens
    settings = driver.clone().set("spark.authenticate", "false")
    # Scala's default arguments, as Java sees them.
    manager, usual = java.org.apache.spark.SecurityManager, "$lessinit$greater$default$"
    security = manager(settings, getattr(manager, f"{usual}2")(), getattr(manager, f"{usual}3")())
    rpc = java.org.apache.spark.rpc.RpcEnv.create("other", "localhost", 0, settings, security, True)
    try:
        address = java.org.apache.spark.rpc.RpcAddress("localhost", port)
        rpc.setupEndpointRef(address, name)
    finally:
        rpc.shutdown()


def start_instead(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> None:
    """Let a script of the shell take the place of Spark's own, which starts Java."""
    submit = folder / "bin" / "spark-submit"
    submit.parent.mkdir()
    submit.write_text(f"#!/bin/sh\n{script}\n")
    submit.chmod(0o755)
    monkeypatch.setattr(session, "_find_spark_home", lambda: str(folder))


def test_a_program_without_the_secret_is_refused(spark: SparkSession) -> None:
    with pytest.raises(Py4JJavaError):
        asked_by_a_stranger(spark, "MapOutputTracker")


@pytest.mark.parametrize(
    ("master", "alone"), [("local", True), ("local[2,3]", True), ("spark://a:1", False)]
)
def test_one_machine_is_distinguished_from_a_cluster(master: str, *, alone: bool) -> None:
    options = SparkSettings(master).options(Path("run"), "")
    assert options.get("spark.authenticate") == ("true" if alone else None)


def java_of(child: Child) -> set[int]:
    """The JVMs among the processes of an import."""
    found = set()
    for pid in child.family():
        try:
            if b"java" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")[0]:
                found.add(pid)
        except OSError:
            continue
    return found


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="only Linux ends it at once")
@pytest.mark.parametrize("stage", ["starting", "checking"])
def test_a_jvm_ends_within_seconds_of_the_death_of_its_parent(tmp_path: Path, stage: str) -> None:
    archive = written(tmp_path, "ndjson", seed=1)
    with Child(*WITH_JVM, "--database", tmp_path / "new.db", archive) as child:
        for event in child.events():
            if event.get("stage", "starting") == stage:
                break
        while not java_of(child):
            assert child.process.poll() is None
        os.kill(child.process.pid, signal.SIGKILL)
        killed = monotonic()
        while java_of(child):
            assert monotonic() - killed < 5
        child.wait_until_gone()


@pytest.fixture
def jar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only class data archive of the installed Spark."""
    spark = tmp_path / "spark"
    jar = spark / "jars" / "spark-core.jar"
    jar.parent.mkdir(parents=True)
    jar.write_bytes(b"classes")
    (tmp_path / "java").write_bytes(b"a JVM")
    monkeypatch.setenv("SPARK_HOME", str(spark))
    return jar


def _run(folder: Path, *, records: bool) -> str:
    """Let a run read or write the file; return its option for Java."""
    run = folder / "run"
    run.mkdir(exist_ok=True)
    with class_data(folder / "java", folder, run) as option:
        if records:
            Path(option.partition("=")[2]).write_bytes(b"what it loaded")
    return option.partition("=")[0]


READS, WRITES = "-XX:SharedArchiveFile", "-XX:ArchiveClassesAtExit"


def test_workers_can_run_the_code_that_is_shipped_to_them(tmp_path: Path) -> None:
    archive = session._packed_engine(tmp_path)
    code = (
        "from tanglescope.engine.language.languages import codes\n"
        "from tanglescope.engine.linear.orders.collation import sort_by_collation\n"
        "from tanglescope.engine.pipeline.files import sliced\n"
        "from tanglescope.engine.tangle.emoji import show_emoji\n"
        "print(sliced.__file__, show_emoji(':tada:'), *sort_by_collation('böc'), *codes())"
    )
    found = subprocess.run(
        [sys.executable, "-P", "-c", code],
        env={**os.environ, "PYTHONPATH": archive},
        capture_output=True,
        text=True,
        check=True,
    )
    assert found.stdout.startswith(archive)
    assert found.stdout.endswith(" \N{PARTY POPPER} b c ö en de\n")


@pytest.mark.usefixtures("jar")
def test_a_run_records_what_it_loaded_and_the_next_one_reads_it(tmp_path: Path) -> None:
    """A killed JVM writes nothing, and one that can read the file doesn't write it."""
    assert _run(tmp_path, records=False) == WRITES
    assert _run(tmp_path, records=True) == WRITES
    assert _run(tmp_path, records=False) == READS
    assert [each.read_bytes() for each in tmp_path.glob("classes-*")] == [b"what it loaded"]


def test_it_is_not_read_once_spark_was_installed_anew(jar: Path, tmp_path: Path) -> None:
    """Java would refuse it silently, and every later start would be slow."""
    _run(tmp_path, records=True)
    os.utime(jar, (1, 1))
    assert _run(tmp_path, records=True) == WRITES
    assert len(list(tmp_path.glob("classes-*"))) == 1


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (
            """Picked up JAVA_TOOL_OPTIONS: -XX:NoSuch
Error occurred during initialization of VM
Could not reserve enough space for 104857598951424KB object heap""",
            "Could not reserve enough space for 104857598951424KB object heap",
        ),
        (
            """Invalid maximum heap size: -Xmx10x
Error: Could not create the Java Virtual Machine.
Error: A fatal exception has occurred. Program will exit.""",
            "Invalid maximum heap size: -Xmx10x",
        ),
        (
            """Exception in thread "main" org.apache.spark.SparkException: Master must be one of
\tat org.apache.spark.deploy.SparkSubmit.error(SparkSubmit.scala:1047)
Caused by: java.lang.IllegalArgumentException: no such master""",
            "java.lang.IllegalArgumentException: no such master",
        ),
        (
            """An error occurred while calling o57.collectToPython.
: org.apache.spark.SparkException: Job aborted due to stage failure
Caused by: java.io.IOException: Cannot run program "python9": error=2, No such file or directory
\tat java.base/java.lang.ProcessBuilder.start(ProcessBuilder.java:1143)
Caused by: java.io.IOException: error=2, No such file or directory""",
            'java.io.IOException: Cannot run program "python9": error=2, No such file or directory',
        ),
        (
            """An error occurred while calling o57.collectToPython.
: java.util.concurrent.ExecutionException: java.lang.IllegalStateException: full
Caused by: java.lang.IllegalStateException: full""",
            "java.lang.IllegalStateException: full",
        ),
    ],
)
def test_the_reason_for_which_java_ended_at_its_start_is_taken_from_its_log(
    said: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_instead(monkeypatch, tmp_path, f"cat <<'END'\n{said}\nEND\nexit 1")
    with pytest.raises(SparkFailed, match=re.escape(quote_program("Spark", why))):
        session._start(SparkSettings("local[1]"), tmp_path, "")


@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("kill -KILL $$", "has ended unexpectedly"),
        # Like the launcher that Spark starts first.
        ("sh -c 'kill -KILL $$'", "has ended unexpectedly"),
        ("exit 1", "has ended unexpectedly"),
        (
            'echo "${0%submit}class: line 97: CMD: bad array subscript"; exit 1',
            "has ended unexpectedly",
        ),
        ("echo 'no such option'; exit 1", "no such option"),
    ],
)
def test_a_jvm_that_was_killed_before_it_was_ready_is_distinguished_from_one_that_failed(
    end: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start_instead(monkeypatch, tmp_path, f"{end}\nexit $?")
    with pytest.raises(SparkFailed, match=said):
        session._start(SparkSettings("local[1]"), tmp_path, "")


class FakeJvm:
    """A JVM that holds the text of its error as long as it runs."""

    def __init__(self) -> None:
        self.is_running = True

    def kill(self) -> None:
        """End it."""
        self.is_running = False


class ErrorInJava(Py4JError):
    """An error whose text is asked of the JVM, like `Py4JJavaError`."""

    def __init__(self, jvm: FakeJvm) -> None:
        super().__init__()
        self._jvm = jvm

    def __str__(self) -> str:
        if not self._jvm.is_running:
            raise Py4JNetworkError("Connection refused")
        return "java.lang.IllegalStateException: a queue is full"


@pytest.mark.parametrize(
    ("is_running", "said"), [(True, "a queue is full"), (False, "has ended unexpectedly")]
)
def test_what_java_says_is_asked_before_it_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, *, is_running: bool
) -> None:
    jvm = FakeJvm()
    monkeypatch.setattr(session, "find_java", lambda: tmp_path)
    monkeypatch.setattr(session, "class_data", lambda *_: nullcontext(""))
    monkeypatch.setattr(session, "_start", lambda *_: (jvm, None))
    for name in ("_stop", "_end"):
        monkeypatch.setattr(session, name, lambda _: None)
    with ExitStack() as stack:
        stack.enter_context(pytest.raises(SparkFailed, match=said))
        stack.enter_context(session.session(SparkSettings("local[1]")))
        jvm.is_running = is_running
        raise ErrorInJava(jvm)
    assert not jvm.is_running

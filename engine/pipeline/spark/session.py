"""Spark sessions with settings that suit one import, on one machine or on a cluster.

The files of a run are in a folder of its own in the user's cache, named after the process; folders
of ended processes are removed at the next start.
"""

import hashlib
import os
import re
import shutil
import struct
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from zipfile import ZipFile

from py4j.protocol import Py4JError, Py4JNetworkError
from pyspark.errors import PySparkException
from pyspark.find_spark_home import _find_spark_home
from pyspark.sql import SparkSession

from engine import child_processes
from engine.archive.threads import processors
from engine.descriptors import SPARK, require
from engine.files import new_run_folder, system_message
from engine.pipeline.disk_space import DISK_FULL
from engine.pipeline.errors import NoRoom, SparkFailed
from engine.pipeline.spark import parent_death
from engine.pipeline.spark.java import find_java
from engine.user_folders import cache_folder
from engine.wording import quoted, tr

_KILLED_CHILD = 128  # status of a shell
_LOOK = 0.05  # seconds
_GOODBYE = 30.0  # seconds


class Gateway:
    """A JVM with Spark's settings that waits for Python; its output goes to a log."""

    def __init__(self, folder: Path, log: Path, settings: Mapping[str, str]) -> None:
        self._connection = folder / "gateway"
        submit = os.path.join(_find_spark_home(), "bin", "spark-submit")  # noqa: PTH118
        options = [word for each in settings.items() for word in ("--conf", "=".join(each))]
        environment = {
            "SPARK_CONNECT_MODE": "0",
            "SPARK_LAUNCHER_OPTS": _NO_STATISTICS,
            "_PYSPARK_DRIVER_CONN_INFO_PATH": str(self._connection),
        }
        self._log = log
        self._script = os.fsencode(os.path.join(_find_spark_home(), "bin", "spark-class"))  # noqa: PTH118
        with log.open("ab") as file:
            self._begin = file.tell()
            self._process = subprocess.Popen(
                [
                    *child_processes.python(str(parent_death.__file__), str(os.getpid())),
                    *(submit, *options, "pyspark-shell"),
                ],
                stdin=subprocess.PIPE,  # the JVM ends with it
                stdout=file,
                stderr=file,
                env=os.environ | environment,
            )

    def address(self) -> tuple[int, str]:
        """The port it listens on, and the secret for it. Raises `OSError`."""
        while not self._connection.exists():
            if (status := self._process.poll()) is not None:
                # A shell adds 128 where its child was killed. A launcher that was killed within
                # Spark's script gives 1, like a failure, but had no time to say why.
                was_killed = status < 0 or status > _KILLED_CHILD or not self._has_said_why()
                ended = ConnectionAbortedError if was_killed else ChildProcessError
                raise ended(tr("Java ended before it was ready."))
            time.sleep(_LOOK)
        # Spark renames the file when all of it is written.
        recorded = self._connection.read_bytes()
        port, length = struct.unpack_from(">ii", recorded)
        return port, recorded[8 : 8 + length].decode()

    def _has_said_why(self) -> bool:
        """Whether the log has more than the messages of Spark's own script."""
        with self._log.open("rb") as log:
            log.seek(self._begin)
            said = log.read().splitlines()
        return any(line and not line.startswith(self._script) for line in said)

    def kill(self) -> None:
        """End the JVM at once."""
        self._process.kill()

    def end(self) -> None:
        """Wait for the JVM to end, or end it."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        try:
            self._process.wait(_GOODBYE)
        except subprocess.TimeoutExpired:
            self.kill()
            self._process.wait()


@dataclass(frozen=True, slots=True)
class ClassData:
    """The class data sharing file (CDS), and where a run writes a new one if there is none."""

    kept: Path
    recorded: Path

    @classmethod
    def of(cls, java: Path, cache: Path, folder: Path) -> "ClassData":
        """The files for a Java and the installed Spark; `folder` is that of the run."""
        digest = hashlib.sha256()
        for file in (java.resolve(), *sorted(Path(_find_spark_home(), "jars").glob("*.jar"))):
            status = file.stat()
            digest.update(f"{file} {status.st_size} {status.st_mtime_ns}\n".encode())
        name = f"classes-{digest.hexdigest()[:16]}.jsa"
        return cls(cache / name, folder / name)

    @property
    def option(self) -> str:
        """The option with which a JVM reads or writes the file."""
        if self.kept.exists():
            return f"-XX:SharedArchiveFile={self.kept}"
        return f"-XX:ArchiveClassesAtExit={self.recorded}"

    def keep(self) -> None:
        """Keep the file that was written, and remove outdated ones."""
        if not self.recorded.exists():
            return
        for old in self.kept.parent.glob("classes-*.jsa"):
            old.unlink()
        self.recorded.replace(self.kept)


LARGE = 4 << 30
"""Bytes above which the JVM's optimizing compiler saves time."""

_NO_ROOM = tuple(map(os.strerror, DISK_FULL))
"""Texts of the system for a full disk, from Java and from Python."""

_ALONE = re.compile(r"local(\[[^]]*\])?")
"""Masters that run in one JVM, local to this machine."""

_ERROR = re.compile(r"[A-Za-z_.]*(?:Error|Exception): ")
_SAYS_NOTHING = re.compile(
    "WARNING: |Picked up |Error occurred during initialization of VM"
    "|Error: Could not create the Java Virtual Machine|Error: A fatal exception has occurred"
)
"""Lines of a JVM that don't say what went wrong."""

_PACKAGE = Path(__file__).parents[2]
_LOG_SETTINGS = Path(__file__).with_name("log4j2.properties")


@dataclass(frozen=True, slots=True)
class SparkSettings:
    """Where Spark runs: `master` as Spark writes it; `work` is how many bytes are waiting.

    `memory` is that of the JVM's heap, `processes` is how many tasks this machine does at once.
    """

    master: str = ""
    work: int = 0
    memory: str = "2g"
    processes: int = field(default_factory=processors)

    @property
    def url(self) -> str:
        """The master; by default this machine, with three tries for a task."""
        return self.master or f"local[{self.processes},3]"

    @property
    def is_local(self) -> bool:
        """Whether everything happens on this machine, in one JVM."""
        return self.url.startswith("local")

    @property
    def is_alone(self) -> bool:
        """Whether that JVM has no executors outside of it."""
        return _ALONE.fullmatch(self.url) is not None


@contextmanager
def session(settings: SparkSettings) -> Iterator[SparkSession]:
    """A Spark session that is over, with its JVM, at the end. Raises `TanglescopeError`."""
    require(SPARK)
    java = find_java()
    cache = cache_folder("spark")
    folder = new_run_folder(cache)
    try:
        classes = ClassData.of(java, cache, folder)
        gateway, spark = _start(settings, folder, classes.option)
        try:
            if not settings.is_local:
                spark.sparkContext.addPyFile(str(_packed(folder)))
            yield spark
        except BaseException as error:
            gateway.kill()  # nothing waits for Spark to end in order
            if not isinstance(error, Py4JError | PySparkException | ConnectionError):
                raise
            if any(reason in str(error) for reason in _NO_ROOM):
                raise NoRoom(folder) from error
            raise SparkFailed(_explained(error, settings)) from error
        finally:
            _stop(spark)
            gateway.end()
            classes.keep()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _start(settings: SparkSettings, folder: Path, sharing: str) -> tuple[Gateway, SparkSession]:
    builder = _builder(settings, folder, sharing)
    log = folder / "spark.log"
    with _environment(settings, {}):
        gateway = Gateway(folder, log, dict(builder._options))
        try:
            port, secret = gateway.address()
            there = {"PYSPARK_GATEWAY_PORT": str(port), "PYSPARK_GATEWAY_SECRET": secret}
            with _environment(settings, there):
                return gateway, builder.getOrCreate()
        except BaseException as error:
            gateway.end()
            if isinstance(error, Py4JError | PySparkException | OSError):
                raise SparkFailed(_explained(error, settings, log)) from error
            raise


def _builder(settings: SparkSettings, folder: Path, sharing: str) -> SparkSession.Builder:
    options = [
        f"-Dlog4j2.configurationFile={_LOG_SETTINGS.as_uri()}",
        f"-Djava.io.tmpdir={folder}",
        "-Xlog:disable",
        _NO_STATISTICS,
        *_SMALL_HEAP,
        *([] if settings.work >= LARGE else _QUICK_COMPILER),
        *([sharing] if settings.is_local else []),
    ]
    builder = (
        SparkSession.builder.master(settings.url)
        .appName("tanglescope")
        .config("spark.driver.extraJavaOptions", " ".join(f'"{option}"' for option in options))
        .config("spark.driver.memory", settings.memory)
        .config("spark.executor.extraJavaOptions", _NO_STATISTICS)
        .config("spark.local.dir", str(folder))
        .config("spark.sql.warehouse.dir", str(folder / "warehouse"))
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.executorEnv.PYTHONSAFEPATH", "1")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.execution.arrow.maxRecordsPerBatch", "4000")
        .config("spark.sql.execution.arrow.pyspark.enabled", "true")
    )
    if settings.is_alone:
        # Other users of this machine can reach ports on 127.0.0.1; Spark generates the secret
        # itself.
        builder = builder.config("spark.authenticate", "true")
    if settings.is_local:
        # A page that shows file names to other users of this machine.
        builder = builder.config("spark.ui.enabled", "false")
        # A few similar partitions leave adaptive execution nothing to improve.
        builder = builder.config("spark.sql.shuffle.partitions", str(2 * settings.processes))
        builder = builder.config("spark.sql.adaptive.enabled", "false")
    return builder


_NO_STATISTICS = "-XX:-UsePerfData"
"""Otherwise a JVM writes into a folder of the user in /tmp, which others can read."""

# A few more collections are better than a heap of maximum size that is half empty.
_SMALL_HEAP = ["-XX:+UseSerialGC", "-XX:MinHeapFreeRatio=10", "-XX:MaxHeapFreeRatio=30"]
_QUICK_COMPILER = ["-XX:TieredStopAtLevel=1"]


@contextmanager
def _environment(settings: SparkSettings, more: dict[str, str]) -> Iterator[None]:
    """What the JVM and the workers inherit: our Python, our code, and no need of a host name."""
    wanted = child_processes.variables() | more
    if settings.is_local:
        wanted |= {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_HOSTNAME": "localhost"}
    if "PYSPARK_PYTHON" not in os.environ:
        wanted["PYSPARK_PYTHON"] = sys.executable
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _stop(spark: SparkSession) -> None:
    """Stop the session and its JVM; it may have ended already."""
    context = spark.sparkContext
    gateway = context._gateway
    with suppress(Py4JError, Py4JNetworkError, ConnectionError):
        spark.stop()
    with suppress(Py4JError, Py4JNetworkError, ConnectionError):
        if gateway is not None:
            gateway.shutdown()
    type(context)._gateway = None
    type(context)._jvm = None


def _explained(error: BaseException, settings: SparkSettings, log: Path | None = None) -> str:
    said = log.read_text(errors="replace") if log and log.exists() else ""
    text = f"{said}\n{error}"
    if "UnknownHostException" in text:
        return tr(
            "Spark can't find the address of this machine: its host name can't be resolved. "
            "Add the name to /etc/hosts, or let Spark work on this machine alone."
        )
    if isinstance(error, Py4JNetworkError | ConnectionError):
        return tr(
            "The Java process of Spark has ended unexpectedly. Start the import again: it "
            "continues where it stopped."
        )
    # Java's log says why Java ended, but not what prevented the connection.
    if isinstance(error, OSError) and not isinstance(error, ChildProcessError):
        why = system_message(error)
    else:
        why = quoted("Spark", _cause(text))
    return tr("Spark ({url}) couldn't do the work: {why}.", url=settings.url, why=why)


def _cause(text: str) -> str:
    """The most informative line of the stack traces of Java and Python; "" for none."""
    found = (line.strip() for line in text.splitlines())
    lines = [line for line in found if line and not _SAYS_NOTHING.match(line)]
    causes = [line.removeprefix("Caused by: ") for line in lines if line.startswith("Caused by: ")]
    errors = [line for line in lines if _ERROR.match(line)]
    return next(reversed([*lines[:1], *causes, *errors]), "")


def _packed(folder: Path) -> Path:
    """The package as a zip file, for workers that don't have it."""
    package = folder / "tanglescope.zip"
    with ZipFile(package, "w") as archive:
        for file in sorted(_PACKAGE.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                archive.write(file, file.relative_to(_PACKAGE.parent))
    return package

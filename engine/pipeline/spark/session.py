"""Spark sessions with settings that suit one import, on one machine or on a cluster.

The files of a run are in a folder of its own in the user's cache, named after the process; folders
of ended processes are removed at the next start.
"""

import ctypes
import hashlib
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from py4j.protocol import Py4JError, Py4JNetworkError
from pyspark.errors import PySparkException
from pyspark.find_spark_home import _find_spark_home
from pyspark.sql import SparkSession

from tanglescope.engine.archive.checking import processors
from tanglescope.engine.language.wording import quote_program, tr
from tanglescope.engine.pipeline.disk_space import DISK_FULL
from tanglescope.engine.pipeline.errors import NoRoom, SparkFailed
from tanglescope.engine.pipeline.spark.java import find_java
from tanglescope.engine.system import child_processes
from tanglescope.engine.system.descriptors import SPARK, require
from tanglescope.engine.system.files import new_run_folder, system_message
from tanglescope.engine.system.user_folders import cache_folder

LARGE = 4 << 30
"""Bytes above which the JVM's optimizing compiler saves time."""

PARTITION = 256 << 20
"""Bytes of an archive for each partition of a shuffle: some 400,000 messages. A task costs time."""

_PR_SET_PDEATHSIG = 1  # linux/prctl.h
_LOOK = 0.05  # seconds
_GOODBYE = 30.0  # seconds

_NO_ROOM = tuple(map(os.strerror, DISK_FULL))
"""Texts of the system for a full disk, from Java and from Python."""

_ALONE = re.compile(r"local(\[[^]]*\])?")
"""Masters that run in one JVM, local to this machine."""

_ERROR = re.compile(r"[A-Za-z_.]*(?:Error|Exception): ")
_SAYS_NOTHING = re.compile(
    r"WARNING: |Picked up |Error occurred during initialization of VM|\S*/bin/spark-class: line "
    "|Error: Could not create the Java Virtual Machine|Error: A fatal exception has occurred"
    "|Killed$"
)
"""Lines of a JVM that don't say what went wrong, and what Spark's script says if it is killed."""

_PACKAGE = Path(__file__).absolute().parents[3]
_LOG_SETTINGS = Path(__file__).with_name("log4j2.properties")

_NO_STATISTICS = "-XX:-UsePerfData"
"""Otherwise a JVM writes into a folder of the user in /tmp, which others can read."""

# A few more collections are better than a heap of maximum size that is half empty.
_SMALL_HEAP = ["-XX:+UseSerialGC", "-XX:MinHeapFreeRatio=10", "-XX:MaxHeapFreeRatio=30"]
_QUICK_COMPILER = ["-XX:TieredStopAtLevel=1"]


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

    def options(self, folder: Path, classes: str) -> dict[str, str]:
        """Spark's configuration for a run with files in `folder`."""
        java = [
            f"-Dlog4j2.configurationFile={_LOG_SETTINGS.as_uri()}",
            f"-Djava.io.tmpdir={folder}",
            "-Xlog:disable",
            _NO_STATISTICS,
            *_SMALL_HEAP,
            *([] if self.work >= LARGE else _QUICK_COMPILER),
            *([classes] if self.is_local else []),
        ]
        options = {
            "spark.master": self.url,
            "spark.app.name": "tanglescope",
            "spark.driver.extraJavaOptions": " ".join(f'"{option}"' for option in java),
            "spark.driver.memory": self.memory,
            "spark.executor.extraJavaOptions": _NO_STATISTICS,
            "spark.local.dir": str(folder),
            "spark.sql.warehouse.dir": str(folder / "warehouse"),
            "spark.ui.showConsoleProgress": "false",
            "spark.executorEnv.PYTHONSAFEPATH": "1",
            "spark.sql.session.timeZone": "UTC",
            "spark.sql.execution.arrow.maxRecordsPerBatch": "4000",
            "spark.sql.execution.arrow.pyspark.enabled": "true",
        }
        if self.is_local:
            options |= {
                # A page that shows file names to other users of this machine.
                "spark.ui.enabled": "false",
                # A few similar partitions leave adaptive execution nothing to improve.
                "spark.sql.shuffle.partitions": str(max(self.processes, self.work // PARTITION)),
                "spark.sql.adaptive.enabled": "false",
            }
        if _ALONE.fullmatch(self.url):
            # Other users of this machine can reach ports on 127.0.0.1; Spark generates the secret
            # itself.
            options["spark.authenticate"] = "true"
        return options


@contextmanager
def session(settings: SparkSettings) -> Iterator[SparkSession]:
    """A Spark session that is over, with its JVM, at the end. Raises `TanglescopeError`."""
    require(SPARK)
    cache = cache_folder("spark")
    folder = new_run_folder(cache)
    try:
        with class_data(find_java(), cache, folder) as option:
            process, spark = _start(settings, folder, option)
            try:
                if not settings.is_local:
                    spark.sparkContext.addPyFile(_packed_engine(folder))
                yield spark
            except BaseException as error:
                text = _text_of(error)
                process.kill()  # nothing waits for Spark to end in order
                if not isinstance(error, Py4JError | PySparkException | ConnectionError):
                    raise
                if any(reason in text for reason in _NO_ROOM):
                    raise NoRoom(folder) from error
                raise SparkFailed(_explain(error, text, settings)) from error
            finally:
                _stop(spark)
                _end(process)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def class_data(java: Path, cache: Path, folder: Path) -> Iterator[str]:
    """The option with which a JVM reads its classes from a file (CDS), or writes one for later.

    The file is for this Java and the installed Spark; `folder` is that of the run.
    """
    digest = hashlib.sha256()
    for file in (java.resolve(), *sorted(Path(_find_spark_home(), "jars").glob("*.jar"))):
        status = file.stat()
        digest.update(f"{file} {status.st_size} {status.st_mtime_ns}\n".encode())
    name = f"classes-{digest.hexdigest()[:16]}.jsa"
    if (kept := cache / name).exists():
        yield f"-XX:SharedArchiveFile={kept}"
        return
    yield f"-XX:ArchiveClassesAtExit={folder / name}"
    if (folder / name).exists():  # a killed JVM writes nothing
        for old in cache.glob("classes-*.jsa"):
            old.unlink()
        (folder / name).replace(kept)


def _start(
    settings: SparkSettings, folder: Path, sharing: str
) -> tuple[subprocess.Popen[bytes], SparkSession]:
    """A JVM whose output goes to a log, and its session; both end with this process."""
    connection, log = folder / "gateway", folder / "spark.log"
    home = _find_spark_home()
    options = settings.options(folder, sharing).items()
    with _environment(settings), log.open("wb") as file:
        process = subprocess.Popen(
            [
                os.path.join(home, "bin", "spark-submit"),  # noqa: PTH118
                *(word for each in options for word in ("--conf", "=".join(each))),
                "pyspark-shell",
            ],
            stdin=subprocess.PIPE,  # the JVM ends with it
            stdout=file,
            stderr=file,
            env=os.environ | {"_PYSPARK_DRIVER_CONN_INFO_PATH": str(connection)},
            preexec_fn=_end_with_parent,
        )
        try:
            # Spark renames the file when all of it is written.
            while not connection.exists():
                if process.poll() is not None:  # one that was killed doesn't say why
                    raise ChildProcessError if _cause(_log_text(log)) else ConnectionAbortedError
                time.sleep(_LOOK)
            port, length = struct.unpack_from(">ii", answer := connection.read_bytes())
            os.environ["PYSPARK_GATEWAY_PORT"] = str(port)
            os.environ["PYSPARK_GATEWAY_SECRET"] = answer[8 : 8 + length].decode()
            return process, SparkSession.builder.getOrCreate()
        except BaseException as error:
            text = _text_of(error)
            _end(process)
            if isinstance(error, Py4JError | PySparkException | OSError):
                said = f"{_log_text(log)}\n{text}"
                raise SparkFailed(_explain(error, said, settings)) from error
            raise


def _end_with_parent() -> None:
    """Leave Ctrl+C to the parent, and let Linux end this process with it: a JVM takes seconds."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


@contextmanager
def _environment(settings: SparkSettings) -> Iterator[None]:
    """What the JVM and the workers inherit: our Python, our code, and no need of a host name."""
    before = dict(os.environ)
    os.environ.update(
        {"SPARK_CONNECT_MODE": "0", "SPARK_LAUNCHER_OPTS": _NO_STATISTICS}
        | (
            {"SPARK_LOCAL_IP": "127.0.0.1", "SPARK_LOCAL_HOSTNAME": "localhost"}
            if settings.is_local
            else {}
        )
        | {"PYSPARK_PYTHON": os.environ.get("PYSPARK_PYTHON", sys.executable)}
        | child_processes.variables()
    )
    try:
        yield
    finally:
        for name in os.environ.keys() - before.keys():
            del os.environ[name]
        os.environ.update(before)


def _stop(spark: SparkSession) -> None:
    """Stop the session; its JVM may have ended already."""
    context = spark.sparkContext
    gateway = context._gateway
    with suppress(Py4JError, Py4JNetworkError, ConnectionError):
        spark.stop()
    with suppress(Py4JError, Py4JNetworkError, ConnectionError):
        if gateway is not None:
            gateway.shutdown()
    type(context)._gateway = None
    type(context)._jvm = None


def _packed_engine(folder: Path) -> str:
    """The engine and what it reads, as an archive for workers; links of a checkout are followed."""
    package = folder / "package"
    others = shutil.ignore_patterns("viewer", "samples", "icons", "manual", "__pycache__")
    shutil.copytree(_PACKAGE, package / _PACKAGE.name, ignore=others)
    return shutil.make_archive(str(package), "zip", package)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Wait for a JVM to end, or end it."""
    assert process.stdin is not None
    process.stdin.close()
    try:
        process.wait(_GOODBYE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _text_of(error: BaseException) -> str:
    """The text of an error, which may be in the JVM: it has to run. `""` if it doesn't."""
    with suppress(Py4JError, OSError):
        return str(error)
    return ""


def _explain(error: BaseException, text: str, settings: SparkSettings) -> str:
    if "UnknownHostException" in text:
        return tr(
            "Spark can't find the address of this machine: its host name can't be resolved. "
            "Add the name to /etc/hosts, or let Spark work on this machine alone."
        )
    if isinstance(error, Py4JNetworkError | ConnectionError) or not text:
        return tr(
            "The Java process of Spark has ended unexpectedly. Start the import again: it "
            "continues where it stopped."
        )
    # Java's log says why Java ended, but not what prevented the connection.
    if isinstance(error, OSError) and not isinstance(error, ChildProcessError):
        why = system_message(error)
    else:
        why = quote_program("Spark", _cause(text))
    return tr("Spark ({url}) couldn't do the work: {why}.", url=settings.url, why=why)


def _log_text(log: Path) -> str:
    return log.read_text(errors="replace")


def _cause(text: str) -> str:
    """The most informative line of the stack traces of Java and Python; "" for none."""
    found = (line.strip() for line in text.splitlines())
    lines = [line for line in found if line and not _SAYS_NOTHING.match(line)]
    causes = [line.removeprefix("Caused by: ") for line in lines if line.startswith("Caused by: ")]
    errors = [line for line in lines if _ERROR.match(line)]
    informative = ""
    for line in [*lines[:1], *causes, *errors]:
        # Java says which program can't be run, then the end of that again as its cause.
        is_said = informative.endswith(_ERROR.sub("", line, count=1)) and not informative.endswith(
            line
        )
        informative = informative if is_said else line
    return informative

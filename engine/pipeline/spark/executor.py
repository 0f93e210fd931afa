"""The Spark executor: workers check slices, and Spark's tables link and order the messages.

Workers write what they find to files, which this process loads.
"""

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from threading import Thread
from time import monotonic
from types import MappingProxyType

import numpy as np
import pyarrow.compute as pc
import pyarrow.parquet as pq
from py4j.protocol import Py4JError
from pyspark import TaskContext
from pyspark.sql import DataFrame, SparkSession

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.pipeline.budget import Budget
from tanglescope.engine.pipeline.building import OrderedMessages
from tanglescope.engine.pipeline.errors import FolderNotShared
from tanglescope.engine.pipeline.executor import (
    THREADS_AT_ONCE,
    Executor,
    LoadedMessages,
    beside,
)
from tanglescope.engine.pipeline.files import schemas
from tanglescope.engine.pipeline.files.arrow import chunks_of, pa
from tanglescope.engine.pipeline.files.parts import Criteria, StagedFile, check_slice
from tanglescope.engine.pipeline.files.slices import Slice
from tanglescope.engine.pipeline.ordering import Members, order_threads
from tanglescope.engine.pipeline.spark import tables
from tanglescope.engine.pipeline.spark.session import SparkSettings, session
from tanglescope.engine.pipeline.spark.tables import (
    TooManyPasses,
    adjust_blocks,
    edges,
    members,
    needed,
    read_blocks,
    whole_groups,
)
from tanglescope.engine.system.files import make_private_folder

_STEPS = {
    "check": (later("Check slices"), 0.0, 1.0),
    "link": (later("Link messages to threads"), 0.0, 1.0),
    "edges": (later("Find what comes after what"), 0.0, 0.9),
    "order": (later("Put everything in time order"), 0.9, 1.0),
}
"""The steps of Spark: names, and where in the stage of the plan they begin and end, as measured."""

_TELLING = 20
"""The number of a step's tasks from which those that are done tell how much of it is."""

Find = Callable[[Iterator[pa.RecordBatch]], Iterable[pa.Table]]
"""Computes the result of a partition; it must be picklable."""


class SparkExecutor(Executor):
    """An executor on Spark, where `settings` say."""

    weights = MappingProxyType(
        {"checking": 0.58, "linking": 0.15, "ordering": 0.25, "publishing": 0.02}
    )
    ordered = 0.9

    def __init__(self, settings: SparkSettings) -> None:
        self.shares_folder = not settings.is_local
        self._settings = settings
        self._stack = ExitStack()
        self._closing: Thread | None = None
        self._step = ""
        self._share = 0.0
        self._done: list[str] = []

    def __enter__(self) -> None:
        self._spark = self._stack.enter_context(session(self._settings))
        master = self._spark.sparkContext.master
        engine = tr("Spark {version}, master {master}", version=self._spark.version, master=master)
        self._done.append(engine)

    def __exit__(self, *error: object) -> None:
        if self._closing is None:
            self._stack.__exit__(*error)  # type: ignore[arg-type]
        else:
            self._closing.join()

    def fits(self, budget: Budget) -> bool:  # noqa: ARG002 - Spark has its own
        """Always: what doesn't fit is on disk."""
        return True

    def end(self) -> None:
        """End Spark while the caller goes on."""
        self._step = ""
        self._closing = Thread(target=self._stack.close, name="ending Spark")
        self._closing.start()

    def stop(self) -> None:
        """Make the running jobs fail."""
        with suppress(Py4JError, OSError):
            self._spark.sparkContext.cancelAllJobs()

    def summary(self) -> Sequence[str]:
        """Spark and its steps."""
        return self._done

    def share(self) -> float | None:
        """The share of the stage that is done, by the tasks of its running step.

        A few tasks tell nothing: the last one may take longer than all others.
        """
        if not (step := self._step):  # which another thread may end at any moment
            return 0.0
        with suppress(Py4JError, OSError):
            _, done, known = self._tasks(step)
            if known >= _TELLING:
                _, begin, end = _STEPS[step]
                self._share = begin + (end - begin) * done / known
        return self._share

    @contextmanager
    def checking(
        self,
        slices: Sequence[Slice],
        budget: Budget,  # noqa: ARG002 - Spark has its own
        criteria: Criteria,
    ) -> Iterator[Sequence[Future[object]]]:
        """Check slices in the tasks of one job."""
        if not slices:
            yield []
            return
        with beside(self.stop) as other:
            yield [other.submit(self._check, slices, criteria)]

    def link(self, messages: LoadedMessages) -> Iterable[pa.RecordBatch]:
        """Order the threads of a partition at once."""
        folder = messages.folder / "threads"
        table = members(tables.messages(self._spark, messages))
        with self._stepping("link"):
            write_found(table, _order, schemas.THREAD_TABLE, folder)
        return read_found(folder, THREADS_AT_ONCE)

    def order(self, messages: LoadedMessages) -> OrderedMessages | None:
        """Find adjusted times from the edges of all messages, in one task."""
        named, timed = messages.folder / "edges", messages.folder / "times"
        with self._stepping("edges"):
            table = edges(tables.messages(self._spark, messages))
            table.write.mode("overwrite").parquet(str(named))
        with self._stepping("order"):
            put_times(self._spark, named, timed)
        self._step = ""
        times = pa.Table.from_batches(read_found(timed), schemas.TIMED_TABLE)
        if not len(times):
            return None
        places = times["position"].to_numpy()
        # Some at a time: the columns of Spark take several times the memory of the edges.
        edges_found, ghosts, waiting = [], [], []
        for some in read_blocks(named, _EDGES, ["effect", "cause", "ghost", "implies"]):
            edges_found.append(needed(some, places))
            missing = some.filter(pc.field("ghost").is_valid())
            ghosts += missing["ghost"].to_pylist()
            waiting.append(np.searchsorted(places, missing["effect"].to_numpy()))
        cause, effect = map(np.concatenate, zip(*edges_found, strict=True))
        ordered = times["time"].to_numpy(), (cause, effect), ghosts, np.concatenate(waiting)
        return OrderedMessages(*ordered)

    def _check(self, slices: Sequence[Slice], criteria: Criteria) -> None:
        """Check each slice in a task whose worker reads its bytes and writes its part.

        Messages don't pass through the JVM. The workers receive the key of the network.
        """

        def check(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
            for batch in batches:
                for number in batch["id"].to_pylist():
                    part = check_slice(slices[number], criteria)
                    yield pa.RecordBatch.from_pydict({"rows": [part.records]})

        count = len(slices)
        with self._stepping("check"):
            self._spark.range(0, count, 1, count).mapInArrow(check, schemas.PUT).collect()
        self._step = ""

    @contextmanager
    def _stepping(self, name: str) -> Iterator[None]:
        """Run Spark's jobs as a step that Spark's own pages name, too."""
        self._spark.sparkContext.setJobGroup(name, _STEPS[name][0], interruptOnCancel=True)
        self._step, began = name, monotonic()
        if not _STEPS[name][1]:  # a stage begins
            self._share = 0.0
        yield
        (stages, tasks, _), seconds = self._tasks(name), monotonic() - began
        line = later("{step}: {seconds:,.1f} s, stages: {stages:,}, tasks: {tasks:,}")
        step = tr(_STEPS[name][0])
        self._done.append(tr(line, step=step, seconds=seconds, stages=stages, tasks=tasks))

    def _tasks(self, name: str) -> tuple[int, int, int]:
        """How many stages of a step have begun, their completed tasks, and all its known tasks."""
        tracker = self._spark.sparkContext.statusTracker()
        jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(name)]
        numbers = {stage for job in jobs if job is not None for stage in job.stageIds}
        stages = [info for info in map(tracker.getStageInfo, numbers) if info is not None]
        begun = [info for info in stages if info.numCompletedTasks or info.numActiveTasks]
        done = sum(info.numCompletedTasks for info in begun)
        return len(begun), done, sum(info.numTasks for info in stages)


def put_times(spark: SparkSession, named: Path, timed: Path, size: int | None = None) -> None:
    """Write the adjusted time of every message, from sorted edges in files.

    `size` is how many edges a block holds; without it, what the machine of the task can take. If
    messages come in a cycle, nothing is written: the database knows which of them count.
    """

    def adjust(_: Iterator[pa.RecordBatch]) -> Iterator[pa.Table]:
        with suppress(TooManyPasses):
            at_once = size or tables.block_size()
            yield from adjust_blocks(lambda: read_blocks(named, at_once))

    write_found(spark.range(0, 1, 1, 1), adjust, schemas.TIMED_TABLE, timed)


def _order(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.Table]:
    return (order_threads(Members.of(chunks_of(table))) for table in whole_groups(batches, "root"))


_AT_ONCE = 20_000
_EDGES = 200_000


def write_found(table: DataFrame, find: Find, schema: pa.Schema, folder: Path) -> int:
    """Write what `find` makes of each partition as Parquet, for `read_found`; return how many rows.

    Raises `FolderNotShared` if less is there than the workers say.
    """
    shutil.rmtree(folder, ignore_errors=True)
    make_private_folder(folder)

    def put(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        context = TaskContext.get()
        assert context is not None, "only a worker comes here"
        count = 0
        with StagedFile(folder / f"{context.partitionId():08}.parquet", schema) as file:
            for found in find(batches):
                file.table(found, _AT_ONCE)
                count += len(found)
        yield pa.RecordBatch.from_pydict({"rows": [count]})

    count: int = sum(answer.rows for answer in table.mapInArrow(put, schemas.PUT).collect())
    if count != rows_in(folder):
        raise FolderNotShared(folder)
    return count


def rows_in(folder: Path) -> int:
    """The number of rows in the files of a folder."""
    return sum(pq.read_metadata(file).num_rows for file in folder.glob("*.parquet"))


def read_found(folder: Path, at_once: int = _AT_ONCE) -> Iterator[pa.RecordBatch]:
    """The rows that were written, in batches."""
    for file in sorted(folder.glob("*.parquet")):
        yield from pq.ParquetFile(file).iter_batches(at_once)

"""The Spark engine's job: Spark's workers check and order, this process writes meanwhile.

Parts are loaded in order as soon as they exist, whether or not Spark is ready. Loading reveals the
few messages whose verdict depends on their feed. On one machine with enough memory, this process
orders everything, as the direct engine does, after Spark has ended. Otherwise Spark does; its tasks
read the parts once more.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Event, Thread
from typing import Any

from py4j.protocol import Py4JError
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from engine.archive.processes import started
from engine.archive.threads import processors
from engine.pipeline.budget import can_order
from engine.pipeline.building import THREADS_AT_ONCE, DatabaseBuild
from engine.pipeline.errors import Cancelled, FolderNotShared
from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa
from engine.pipeline.files.columns import flat, listed
from engine.pipeline.files.parts import CheckedSlice, check_slice
from engine.pipeline.files.plans import ArchivePlan
from engine.pipeline.files.slices import Slice
from engine.pipeline.job import Arriving, Job, OnProgress, explain_ended_workers
from engine.pipeline.memory import Memory
from engine.pipeline.spark.everything import kept, members, nodes, put_ordered, put_timed
from engine.pipeline.spark.exceptions import Exceptions
from engine.pipeline.spark.session import SparkSettings, session
from engine.pipeline.spark.source import check_in_spark, messages, read_found
from engine.store.arrivals.reports import ImportReport

_BETWEEN_LOOKS = 0.2


@contextmanager
def watched(
    spark: SparkSession, look: Callable[[], None], cancelled: Callable[[], bool]
) -> Iterator[None]:
    """Call `look` repeatedly; once `cancelled`, let Spark's jobs end and raise `Cancelled`."""
    ended = Event()
    stopped = Event()

    def watch() -> None:
        while not ended.wait(_BETWEEN_LOOKS):
            if cancelled():
                stopped.set()
                with suppress(Py4JError, OSError):
                    spark.sparkContext.cancelAllJobs()
            look()

    watcher = Thread(target=watch, name="watching Spark")
    watcher.start()
    try:
        yield
    except (Py4JError, PySparkException):
        if stopped.is_set():
            raise Cancelled from None
        raise
    finally:
        ended.set()
        watcher.join()
    if stopped.is_set():
        raise Cancelled


@contextmanager
def beside(cancel: Callable[[], object]) -> Iterator[ThreadPoolExecutor]:
    """A thread that waits for Spark while the caller continues; a failure of one ends the other.

    `cancel` ends the jobs that Spark has at that moment.
    """
    with ThreadPoolExecutor(1) as other:
        try:
            yield other
        except BaseException:
            other.shutdown(wait=False, cancel_futures=True)
            # Spark may be about to begin a job, or have another one to follow.
            over = Thread(target=other.shutdown, name="waiting for Spark")
            over.start()
            while over.is_alive():
                with suppress(Py4JError, OSError):
                    cancel()
                over.join(_BETWEEN_LOOKS)
            raise


WHILE_WAKING = 6
"""Slices for each processor that it checks until Spark is ready: 5.3 s on two idle processors."""

_WHILE_PLANNING = 2
"""Slices for each processor that it checks until Spark's workers are ready."""


class PreChecks:
    """The slices that this machine checks before Spark is ready."""

    def __init__(self, checks: Mapping[Slice, Future[CheckedSlice]], processes: int = 1) -> None:
        self._checks = checks
        self._processes = processes

    def does_all(self, plans: Sequence[ArchivePlan]) -> bool:
        """Whether all slices will be checked here before Spark is ready."""
        is_little = len(self._checks) <= WHILE_WAKING * self._processes
        return is_little and not any(map(self.left, plans))

    def end(self) -> None:
        """Leave the remaining slices to Spark once it has started its work."""
        begun = [check for check in self._checks.values() if not check.done()]
        for check in begun[_WHILE_PLANNING * processors() :]:
            check.cancel()

    def left(self, plan: ArchivePlan) -> list[Slice]:
        """The missing slices of an archive that aren't checked here."""
        return [
            piece
            for piece in plan.missing
            if piece not in self._checks or self._checks[piece].cancelled()
        ]

    def begun(self, plan: ArchivePlan) -> list[Future[CheckedSlice]]:
        """The checks that have begun here."""
        found = (self._checks[piece] for piece in plan.slices if piece in self._checks)
        return [check for check in found if not check.cancelled()]


@contextmanager
def pre_checks(
    plans: Sequence[ArchivePlan], hmac_key: bytes | None, processes: int
) -> Iterator[PreChecks]:
    """Check missing slices of archives in a pool of processes until Spark takes over."""
    with started(processes) as pool:
        checks = {
            piece: pool.submit(check_slice, piece, each.folder, hmac_key)
            for each in plans
            for piece in each.missing
        }
        yield PreChecks(checks, processes)


_SECONDS = 0.1


class SparkJob(Job):
    """A job for Spark, where `settings` say."""

    def __init__(
        self,
        archives: Sequence[Path],
        path: Path,
        settings: SparkSettings,
        on_progress: OnProgress | None = None,
        cancelled: Callable[[], bool] = lambda: False,
        hmac_key: bytes | None = None,
    ) -> None:
        self._settings = settings
        self.shares_folder = not settings.is_local
        super().__init__(archives, path, on_progress, cancelled, hmac_key)

    def check(self) -> None:
        """Check the slices that aren't checked yet."""
        with _on_call(self._settings) as spark, self._checking(spark) as arriving:
            self.await_all(arriving)

    def build(self) -> ImportReport:
        """Check, and load meanwhile; then bring into order."""
        with _on_call(self._settings) as spark:
            return self.build_with(partial(self._work, spark))

    def _work(self, spark: "_Spark", build: DatabaseBuild) -> None:
        with self._checking(spark) as arriving:
            exceptions = self.load(build, arriving)
        self.meter.stage("publishing")
        # At 100,000 messages this takes 0.7 s of processor time here, 8 s as tables in Spark.
        if self._settings.is_alone and can_order(build.added, Memory.now().free):
            spark.end()
            self.order_here(build, exceptions)
        else:
            times = self._order_in_spark(spark.awake(), build, exceptions)
            spark.end()  # remaining processes take memory on this machine
            _order_everything(build, times)

    def _order_in_spark(
        self, spark: SparkSession, build: DatabaseBuild, exceptions: Exceptions
    ) -> Path:
        """Let Spark's workers order everything; load threads."""
        late = spark.createDataFrame(exceptions.table(build.times), schemas.EXCEPTION)
        found = kept(messages(spark, self.staged(self.parts_of)), late)
        jobs = spark.sparkContext
        with (
            watched(spark, self.meter.report, self.cancelled),
            beside(jobs.cancelAllJobs) as other,
        ):
            threads = other.submit(put_ordered, members(found), self.staging / "threads")
            times = other.submit(
                put_timed, nodes(found), self.staging / "blocks", self.staging / "times"
            )
            build.index()
            build.order(read_found(threads.result(), THREADS_AT_ONCE))
            return times.result()

    @contextmanager
    def _checking(self, spark: "_Spark") -> Iterator[Arriving]:
        """Have missing slices checked; return a function that gives a plan's parts in order."""
        self.meter.stage("checking")
        self.meter.checked(self.parts(), before=True)
        ahead_of_it = pre_checks(self.plans, self.hmac_key, self._settings.processes)
        with explain_ended_workers(), ahead_of_it as ahead, beside(spark.cancel) as other:
            checks: list[Future[Any]] = [
                check for each in self.plans for check in ahead.begun(each)
            ]
            if self._settings.master or not ahead.does_all(self.plans):
                spark.wake()
                checks.append(other.submit(self._check_in_spark, spark, ahead))
            yield partial(self._arriving, checks)

    def find_parts(self) -> None:
        """Find the parts that have been made since the last time."""
        for each in self.plans:
            each.look()

    def _check_in_spark(self, spark: "_Spark", ahead: PreChecks) -> None:
        """Once it is awake, let Spark check what is left."""
        awake = spark.awake()
        ahead.end()
        for each in self.plans:
            self.stop_if_cancelled()
            if left := ahead.left(each):
                check_in_spark(awake, left, each.folder, self.hmac_key)

    def _arriving(self, checks: list[Future[Any]], plan: ArchivePlan) -> Iterator[CheckedSlice]:
        for piece in plan.slices:
            while piece not in plan.parts:
                done, running = wait(checks, 0)
                plan.look()
                if piece in plan.parts:
                    self.count()
                    break
                self.look()
                for check in done:
                    if not check.cancelled():
                        check.result()
                if not running:
                    raise FolderNotShared(plan.folder)
                wait(running, _SECONDS, FIRST_EXCEPTION)
                self.stop_if_cancelled()
            yield plan.parts[piece]


class _Spark:
    """Spark, started in the background if it is needed."""

    def __init__(
        self, settings: SparkSettings, session: ExitStack, waker: ThreadPoolExecutor
    ) -> None:
        self._settings = settings
        self._session = session
        self._waker = waker
        self._waking: Future[SparkSession] | None = None

    def wake(self) -> None:
        """Start it, unless it has been started."""
        if self._waking is None:
            enter = self._session.enter_context
            self._waking = self._waker.submit(enter, session(self._settings))

    def awake(self) -> SparkSession:
        """Its session, once it is ready. Raises `SparkError`."""
        self.wake()
        assert self._waking is not None
        return self._waking.result()

    def cancel(self) -> None:
        """Stop its jobs, if it is ready."""
        waking = self._waking
        if waking is not None and waking.done() and waking.exception() is None:
            waking.result().sparkContext.cancelAllJobs()

    def end(self) -> None:
        """Let it end while the caller goes on."""
        self._waker.submit(self._session.close)


@contextmanager
def _on_call(settings: SparkSettings) -> Iterator[_Spark]:
    """Spark, for as long as it may be needed; raises what failed meanwhile."""
    # Linux kills the JVM when the thread that started it ends, so that thread outlives it.
    with ThreadPoolExecutor(1) as waker, ExitStack() as stack:
        try:
            yield _Spark(settings, stack, waker)
        finally:
            waker.submit(lambda: None).result()  # once it is ready, or has ended


def _order_everything(build: DatabaseBuild, folder: Path) -> None:
    """Load adjusted times, ordered by place as messages are by number; not if some lack."""
    table = pa.Table.from_batches(read_found(folder), schemas.TIMED_TABLE).sort_by("position")
    if len(table) != build.added:
        return
    ghosts, tied = (
        zip(listed(names), (place + 1).tolist(), strict=True)
        for place, names in (flat(table[name].combine_chunks()) for name in ("ghosts", "tied"))
    )
    build.order_everything(table["time"].to_numpy().tolist(), ghosts, tied)

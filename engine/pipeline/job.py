"""The job: archives become a database in bulk, by one engine or the other.

Checking is nearly all of the work and the same in every case. A new or empty database is validated,
ordered and built as a whole; an existing one takes the checked messages in batches, like any
others. A stopped or killed job continues where it was: checked slices are kept in the user's cache
until all of them are in it.
"""

from abc import ABC, abstractmethod
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from time import monotonic

import numpy as np

from engine.archive.errors import ArchiveError, CheckingStopped
from engine.archive.processes import WorkerEnded
from engine.pipeline.budget import Budget
from engine.pipeline.building import THREADS_AT_ONCE, DatabaseBuild, LoadedBatch, LoadSummary, sweep
from engine.pipeline.errors import Cancelled, TooManyArchives
from engine.pipeline.files import schemas
from engine.pipeline.files.arrow import pa
from engine.pipeline.files.parts import CheckedSlice, network_of
from engine.pipeline.files.plans import (
    MOST_ARCHIVES,
    ArchivePlan,
    StagedArchive,
    known_archives,
    plan,
)
from engine.pipeline.files.staging import forget_parts, parts_for
from engine.pipeline.graph import MessageGraph, sources
from engine.pipeline.memory import ended_for_memory
from engine.pipeline.ordering import order_threads
from engine.pipeline.publishing import DatabaseInUse, is_untouched
from engine.pipeline.spark.exceptions import Exceptions
from engine.store.arrivals.archives import Archives
from engine.store.arrivals.extracts import Batch
from engine.store.arrivals.importer import in_words, is_bad, take_in_all
from engine.store.arrivals.reports import ImportReport, Pace, Progress, message_count, together
from engine.store.files.database import connect, writing
from engine.store.files.sqlite import Database
from engine.wording import tr

AT_ONCE = {"checking": 0.85, "publishing": 0.15}
"""Share of each stage in the total time if loading runs while checking, as measured."""

LOADING = 0.2
"""Share of loading in the work of that stage, as measured."""

IN_TURN = {"checking": 0.6, "loading": 0.4}
"""The same if an existing database takes in the checked messages."""


class Meter:
    """Reports the progress of an import of so many bytes; each call of `report` is one."""

    def __init__(
        self,
        on_progress: Callable[[Progress], None] | None,
        total: int,
        weights: dict[str, float],
        now: Callable[[], float] = monotonic,
    ) -> None:
        self._on_progress = on_progress
        self._weights = weights
        self._loading = 0.0 if "loading" in weights else LOADING
        """Share of loading in the work of checking."""
        self._total = total
        self._stage = "starting"
        self._checked = self._loaded = self._records = 0
        self._rules: Counter[str] = Counter()
        self._now = now
        self._pace = Pace(now=now)
        self._began = now()
        self._took: dict[str, float] = {}
        """Estimated durations of stages, from what was observed of them."""

    def stage(self, name: str) -> None:
        """Begin the next stage."""
        if (took := self._whole()) is not None:
            self._took[self._stage] = took
        self._stage = name
        self._checked = self._loaded = 0
        self._began = self._now()
        self._pace = Pace(0, self._records, self._now)
        self.report()

    def checked(
        self,
        parts: Iterable[CheckedSlice],
        under_way: tuple[int, int] = (0, 0),
        *,
        before: bool = False,
    ) -> None:
        """These slices are checked by now, and so many bytes and records of others.

        `before` this run they were if so.
        """
        parts = list(parts)
        size, records = under_way
        done = size + sum(part.slice.size for part in parts)
        # A slice that has just been finished may be in neither.
        if done <= self._checked and not before:
            return
        self._checked = done
        self._records = max(self._records, records + sum(part.records for part in parts))
        self._rules = Counter()
        for part in parts:
            self._rules.update(part.rules)
        if before:
            self._pace = Pace(self._done, self._records, self._now)
        self.report()

    def loaded(self, size: int) -> None:
        """Count more bytes of archives that are in the database now."""
        self._loaded += size
        self.report()

    @property
    def _done(self) -> int:
        """The bytes of this stage that are done."""
        if self._stage == "loading":
            return self._loaded
        return round((1 - self._loading) * self._checked + self._loading * self._loaded)

    def report(self) -> None:
        """Report the current state."""
        if self._on_progress is not None:
            done = min(self._done, self._total)
            self._pace.note(done, self._records)
            rate, rules = self._pace.per_second, dict(self._rules)
            self._on_progress(
                Progress(
                    self._stage, done, self._total, self._records, rules, rate, self._left(done)
                )
            )

    def _whole(self) -> float | None:
        """The estimated duration of this stage at its present speed."""
        return self._pace.left(0, self._total) or None

    def _left(self, done: int) -> float | None:
        """The estimated time until this stage and those after it end."""
        if self._stage not in self._weights:
            return None
        weight, stages = self._weights[self._stage], list(self._weights)
        whole, here = self._whole(), self._pace.left(done, self._total)
        if whole is None or here is None:
            # Nothing is known of this stage yet: estimate it from a finished stage.
            known = next((stage for stage in stages if stage in self._took), None)
            if known is None:
                return None
            whole = self._took[known] * weight / self._weights[known]
            here = whole - (self._now() - self._began)
        behind = stages[stages.index(self._stage) + 1 :]
        left = here + whole * sum(self._weights[stage] for stage in behind) / weight
        return left if here > 0 or behind else None


class TooManyMessages(Exception):
    """There is too little memory to order all messages at once."""


OnProgress = Callable[[Progress], None]

Arriving = Callable[[ArchivePlan], Iterable[CheckedSlice]]
"""Yields the parts of an archive in order, each as soon as it is checked."""

_BETWEEN_LOOKS = 0.2  # seconds


class Job(ABC):
    """Imports what is new in archives into the database at `path`.

    `shares_folder` says that other machines do some of the work.
    """

    shares_folder = False

    def __init__(
        self,
        archives: Sequence[Path],
        path: Path,
        on_progress: OnProgress | None = None,
        cancelled: Callable[[], bool] = lambda: False,
        hmac_key: bytes | None = None,
    ) -> None:
        if len(archives) > MOST_ARCHIVES:
            raise TooManyArchives(len(archives), MOST_ARCHIVES)
        self.failed: list[str] = []
        self.path = path
        self.cancelled = cancelled
        self.hmac_key = hmac_key
        self._looked = 0.0
        self.staging = parts_for(path, shared=self.shares_folder)
        sweep(path)
        self.plans = list(self._planned(archives))
        sizes = [piece.size for each in self.plans for piece in each.slices]
        self.budget = Budget.of(sum(sizes))
        self.meter = Meter(on_progress, sum(sizes), AT_ONCE if is_untouched(path) else IN_TURN)

    def run(self) -> ImportReport:
        """Run the job.

        Raises `SparkError`, `CheckingStopped`, `NoMemory`, `DatabaseError`, `OSError`.
        """
        try:
            report = self._run()
        except Cancelled:
            return ImportReport(0, 0, 0, cancelled=True, failed=tuple(self.failed))
        if report.cancelled:
            return report
        forget_parts(self.path, self.staging)
        return replace(report, failed=(*report.failed, *self._shortened()))

    @abstractmethod
    def check(self) -> None:
        """Check all slices that have no part yet. Raises `Cancelled`."""

    @abstractmethod
    def find_parts(self) -> None:
        """Find the parts that have been made since the last time."""

    @abstractmethod
    def build(self) -> ImportReport:
        """Check the rest, and build the database: `build_with` does the work.

        Raises `Cancelled`.
        """

    def build_with(self, work: Callable[[DatabaseBuild], None]) -> ImportReport:
        """Let `work` load all messages and orders into a new database, then publish it."""
        build = DatabaseBuild(self.path, self.budget, self.cancelled)
        try:
            work(build)
            self.meter.stage("publishing")
            loaded = build.publish()
        except (DatabaseInUse, TooManyMessages):
            # A database was begun here, or memory is too short for building it as a whole:
            # it takes in what is checked, and keeps what it has.
            build.abandon()
            return self.merge()
        except BaseException:
            build.abandon()
            self.stop_if_cancelled()
            raise
        return self._report(loaded)

    def load(self, build: DatabaseBuild, arriving: Arriving) -> Exceptions:
        """Load all parts as they arrive; returns what is needed to order them."""
        exceptions = Exceptions()

        def report(batch: LoadedBatch) -> None:
            exceptions.add(batch)
            self.stop_if_cancelled()
            self.look()

        def loading(plan: ArchivePlan) -> Iterator[CheckedSlice]:
            for part in arriving(plan):
                yield part
                self.meter.loaded(part.slice.size)

        build.load(self.staged(loading), report)
        return exceptions

    def order_here(self, build: DatabaseBuild, exceptions: Exceptions) -> None:
        """Order everything that is loaded in this process, and create indexes meanwhile."""
        files = sources(self.staged(self.parts_of))
        with _beside() as beside:
            graph = beside.submit(MessageGraph.read, files, exceptions.table(build.times))
            threads = beside.submit(lambda: _ordered(graph.result()))
            everything = beside.submit(lambda: graph.result().in_order())
            build.index()
            build.order(threads.result().to_batches(THREADS_AT_ONCE))
            self.stop_if_cancelled()
            if (timed := everything.result()) is not None:
                waiting = zip(timed.ghosts.to_pylist(), (timed.waiting + 1).tolist(), strict=True)
                order = array("i", (timed.order + 1).astype(np.int32).tobytes())
                build.order_everything(timed.times.tolist(), waiting, order=order)
        self.stop_if_cancelled()

    def merge(self) -> ImportReport:
        """Add the checked messages to an existing database."""
        self.meter.stage("loading")
        database = connect(self.path)
        if self.budget.is_tight:
            database.execute(f"PRAGMA cache_size = -{self.budget.cache >> 10}")
        try:
            reports: list[ImportReport] = []
            for each in self.staged(self.parts_of):
                reports.append(self._take_in(database, each))
                if reports[-1].cancelled:
                    break
            return together(reports, message_count(database), self.failed)
        finally:
            database.close()

    def staged(self, arriving: Arriving) -> list[StagedArchive]:
        """The archives, of which the parts arrive in their order."""
        return [
            StagedArchive(number, each.path, each.start, each.folder, arriving(each))
            for number, each in enumerate(self.plans)
        ]

    def await_all(self, arriving: Arriving) -> None:
        """Wait until all parts are there. Raises `Cancelled`."""
        for each in self.plans:
            for _ in arriving(each):
                self.stop_if_cancelled()

    def look(self) -> None:
        """Report what is checked by now, if the last report was some time ago."""
        if monotonic() - self._looked >= _BETWEEN_LOOKS:
            self._looked = monotonic()
            self.find_parts()
            self.count()

    def count(self) -> None:
        """Report what is checked by now."""
        sizes, records = zip(*(each.under_way() for each in self.plans), strict=True)
        self.meter.checked(self.parts(), (sum(sizes), sum(records)))

    def stop_if_cancelled(self) -> None:
        """Raise `Cancelled` if the job was cancelled."""
        if self.cancelled():
            raise Cancelled

    def parts(self) -> list[CheckedSlice]:
        """All parts that exist by now."""
        return [part for each in self.plans for part in each.parts.values()]

    @staticmethod
    def parts_of(plan: ArchivePlan) -> list[CheckedSlice]:
        """The parts of a completely checked archive, in order."""
        return [plan.parts[piece] for piece in plan.slices]

    def _run(self) -> ImportReport:
        is_new = is_untouched(self.path)
        if not any(each.slices for each in self.plans) and self.path.exists():
            return self.merge()
        self.meter.report()
        if is_new:
            return self.build()
        if any(each.missing for each in self.plans):
            self.check()
        return self.merge()

    def _planned(self, archives: Sequence[Path]) -> Iterator[ArchivePlan]:
        known = {}
        if self.path.exists():
            known = known_archives(self.path, archives, pardons=self.hmac_key is not None)
        seen = set()
        for archive in archives:
            try:
                found = plan(archive, known, self.staging, network_of(self.hmac_key))
            except ArchiveError as error:
                self.failed.append(str(error))
                continue
            if found.path not in seen:
                seen.add(found.path)
                yield found

    def _shortened(self) -> Iterator[str]:
        """A sentence for each archive that has lost bytes since it was divided into slices."""
        for each in self.plans:
            before = max((piece.start + piece.size for piece in each.slices), default=0)
            with suppress(OSError):  # what was removed since then has been read
                if (missing := before - each.path.stat().st_size) > 0:
                    yield tr(
                        "{archive} became shorter while it was read: its last {missing:,} bytes "
                        "may be missing. Import it again when it is complete.",
                        archive=each.path,
                        missing=missing,
                    )

    def _report(self, loaded: LoadSummary) -> ImportReport:
        rules = Counter(bad.rule for _, bad in loaded.bad)
        first = next((in_words(path, bad) for path, bad in loaded.bad if is_bad(bad)), None)
        return ImportReport(
            loaded.added, loaded.added, rules.total(), dict(rules), first, failed=tuple(self.failed)
        )

    def _take_in(self, database: Database, archive: StagedArchive) -> ImportReport:
        with writing(database):
            seen = Archives(database).recognize(archive.path)

        def batches() -> Iterator[Batch]:
            for part, batch in archive.batches():
                yield batch
                self.meter.loaded(part.slice.size)

        return take_in_all(database, seen, batches(), None, None, self.cancelled)


def _ordered(graph: MessageGraph) -> pa.Table:
    """The orders of all threads, in groups of a size at which ordering is fastest."""
    none = schemas.THREAD_TABLE.empty_table()
    return pa.concat_tables([none, *map(order_threads, graph.threads())])


@contextmanager
def _beside() -> Iterator[ThreadPoolExecutor]:
    """A worker thread that computes while the caller writes; a failure drops pending work.

    After a failure, pending work is dropped.
    """
    with ThreadPoolExecutor(1) as other:
        try:
            yield other
        except BaseException:
            other.shutdown(wait=False, cancel_futures=True)
            raise


@contextmanager
def explain_ended_workers() -> Iterator[None]:
    """Turn the death of a checking process into a `CheckingStopped` with an explanation."""
    before = ended_for_memory()
    try:
        yield
    except WorkerEnded:
        text = (
            tr("Memory ran out, and the system ended a process that was checking messages.")
            if ended_for_memory() > before
            else tr("A process that was checking messages was killed.")
        )
        again = tr(
            "What was checked is kept. If memory is short, close other programs or "
            "raise the memory limit of this one; then start the import again: it "
            "continues where it stopped."
        )
        raise CheckingStopped(f"{text} {again}") from None

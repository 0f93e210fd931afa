"""The plan of an import: archives become a database in six steps.

    cut      each archive into slices
    check    every record of a slice; what counts is a part: messages in columns, and bad records
    link     messages to the roots of their threads, each of which is put into its order
    order    all messages in the timeline of everything
    build    a new database from parts, threads and this order, while they come into being
    publish  it

An executor checks, links and orders; this module decides what happens when, and doesn't know which
executor it has. A database that holds messages takes in the checked ones in batches, like any
others. A stopped or killed import continues where it was: parts are kept in the user's cache until
all of them are in the database.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, wait
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TypeVar

from tanglescope.engine.archive.record import ArchiveError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.pipeline.budget import Budget
from tanglescope.engine.pipeline.building import DatabaseBuild, LoadSummary, sweep
from tanglescope.engine.pipeline.errors import Cancelled, FolderNotShared, TooManyArchives
from tanglescope.engine.pipeline.executor import Executor, LoadedMessages, beside
from tanglescope.engine.pipeline.files.arrow import pa
from tanglescope.engine.pipeline.files.parts import CheckedSlice, Criteria
from tanglescope.engine.pipeline.files.sliced import MOST_ARCHIVES, SlicedArchive, cut_archive
from tanglescope.engine.pipeline.files.slices import Slice
from tanglescope.engine.pipeline.files.staging import forget_parts, parts_for
from tanglescope.engine.pipeline.meter import IN_TURN, Meter, in_turn
from tanglescope.engine.pipeline.publishing import DatabaseInUse, is_untouched
from tanglescope.engine.store.arrivals.archives import Archives
from tanglescope.engine.store.arrivals.extracts import Batch
from tanglescope.engine.store.arrivals.importer import BULK, gather, take_in_all
from tanglescope.engine.store.arrivals.reports import (
    ImportReport,
    Progress,
    message_count,
    together,
)
from tanglescope.engine.store.files.database import connect, writing
from tanglescope.engine.store.files.sqlite import Database

_WAIT = 0.1  # seconds
_Result = TypeVar("_Result")


class ImportPlan:
    """Imports what is new in archives into the database at `path`."""

    def __init__(
        self,
        archives: Sequence[Path],
        path: Path,
        executor: Executor,
        budget: Budget,
        on_progress: Callable[[Progress], None] | None = None,
        cancelled: Callable[[], bool] = lambda: False,
        criteria: Criteria = Criteria(),  # noqa: B008 - it is frozen
    ) -> None:
        if len(archives) > MOST_ARCHIVES:
            raise TooManyArchives(len(archives), MOST_ARCHIVES)
        self._path = path
        self._executor = executor
        self._cancelled = cancelled
        self._criteria = criteria
        self._failed: list[str] = []
        self._checks: SimpleQueue[Future[object]] = SimpleQueue()  # those that are done
        self._running = 0
        self._unchecked: set[Slice] = set()
        self._folder = parts_for(path, shared=executor.shares_folder)
        sweep(path)
        self.archives = self._cut(archives)
        size = sum(piece.size for each in self.archives for piece in each.slices)
        self._budget = budget
        is_empty = not any(each.slices for each in self.archives)
        is_new = is_untouched(path) and not (is_empty and path.exists())
        self._builds = is_new and executor.fits(budget)
        # Others may wait to write into a database that holds messages.
        self._batch = budget.batch if is_new else min(budget.batch, BULK)
        weights = executor.weights if self._builds else IN_TURN
        if self._builds and not budget.beside:
            weights = in_turn(weights)
        self._meter = Meter(on_progress, size, weights)

    def run(self) -> ImportReport:
        """Carry out the plan.

        Raises `SparkError`, `CheckingStopped`, `NoMemory`, `DatabaseError`, `OSError`.
        """
        try:
            report = self._import()
        except BaseException:
            if not self._cancelled():  # which makes what runs then fail in many ways
                raise
            return ImportReport(0, 0, 0, cancelled=True, failed=tuple(self._failed))
        if report.cancelled:
            return report
        forget_parts(self._path, self._folder)
        self._meter.stage("")
        return replace(
            report,
            failed=(*report.failed, *self._shortened_archives()),
            seconds=self._meter.seconds,
            details=tuple(self._executor.summary()),
        )

    # The steps

    def _cut(self, archives: Sequence[Path]) -> list[SlicedArchive]:
        found: dict[Path, SlicedArchive] = {}
        with closing(connect(self._path)) if self._path.exists() else nullcontext() as database:
            for archive in archives:
                try:
                    sliced = cut_archive(
                        len(found), archive, database, self._folder, self._criteria
                    )
                    found.setdefault(sliced.path, sliced)
                except ArchiveError as error:
                    self._failed.append(str(error))
        return list(found.values())

    def _import(self) -> ImportReport:
        if self._builds or self._missing():
            self._meter.report()
            with self._executor:
                if self._builds:
                    # If a database was begun here meanwhile, it takes in what is checked.
                    with suppress(DatabaseInUse):
                        return self._build()
                else:
                    self._check()
        return self._take_in_all()

    def _build(self) -> ImportReport:
        """Check, link, order, build and publish: a new database."""
        limit, cancelled = self._criteria.limit, self._cancelled
        if not self._budget.beside:
            self._check()
            self._meter.stage("loading")
        with DatabaseBuild(self._path, self._budget, cancelled, limit) as build:
            with self._checking() if self._budget.beside else nullcontext():
                build.load(self.archives, self._arriving)
            self._meter.stage("linking")
            if self._budget.is_tight:
                build.index(self._meter.share)
            loaded = build.load_summary
            messages = LoadedMessages(self.archives, self._folder, loaded.left_out, loaded.dated)
            with beside(self._executor.stop) as other:
                linking = other.submit(self._executor.link, messages)
                ordering = other.submit(self._executor.order, messages)
                build.index(self._share)
                threads = self._result(linking)
                self._meter.stage("ordering")
                build.order(self._count_rows(threads, loaded.added))
                everything = self._result(ordering)
            self._executor.end()  # what it has started takes memory
            if everything is not None:
                found = self._executor.ordered
                build.order_everything(
                    everything, lambda share: self._meter.share(found + (1 - found) * share)
                )
            self._stop_if_cancelled()
            self._meter.stage("publishing")
            build.publish(self._meter.share)
            return self._report(loaded)

    def _check(self) -> None:
        with self._checking():
            for each in self.archives:
                for _ in self._arriving(each):
                    pass

    def _take_in_all(self) -> ImportReport:
        """Take all parts into the database, slice by slice."""
        self._meter.stage("loading")
        database = connect(self._path)
        if self._budget.is_tight:
            database.execute(f"PRAGMA cache_size = -{self._budget.cache >> 10}")
        try:
            reports: list[ImportReport] = []
            for each in self.archives:
                reports.append(self._take_in(database, each))
                if reports[-1].cancelled:
                    break
            return together(reports, message_count(database), self._failed)
        finally:
            database.close()

    def _take_in(self, database: Database, archive: SlicedArchive) -> ImportReport:
        with writing(database):
            seen = Archives(database).recognize(archive.path)

        waiting: list[CheckedSlice] = []

        def batches() -> Iterator[Batch]:
            for part, batch in archive.batches():
                waiting.append(part)
                yield batch

        def count_batches() -> Iterator[Batch]:
            # Every batch costs something for each thread that it continues.
            for batch in gather(batches(), self._batch, self._cancelled):
                yield batch
                while waiting:
                    self._meter.count_slice(waiting.pop())

        return take_in_all(database, seen, count_batches(), None, None, self._cancelled)

    # Parts

    @contextmanager
    def _checking(self) -> Iterator[None]:
        """Have the missing slices checked while the context lasts."""
        self._meter.stage("checking")
        missing = self._missing()
        self._unchecked = set(missing)
        with self._executor.checking(missing, self._budget, self._criteria) as checks:
            self._running = len(checks)
            for check in checks:
                check.add_done_callback(self._checks.put)
            yield

    def _arriving(self, archive: SlicedArchive) -> Iterator[CheckedSlice]:
        """The parts of an archive in order, each as soon as it is there; it counts as done after.

        Raises `Cancelled`.
        """
        for piece in archive.slices:
            while not archive.is_checked(piece):
                self._stop_if_cancelled()
                if not self._running:
                    raise FolderNotShared(Path(piece.folder))
                with suppress(Empty):
                    self._checks.get(timeout=_WAIT).result()
                    self._running -= 1
            yield (part := archive.parts[piece])
            self._stop_if_cancelled()
            # What an earlier import has checked is only loaded.
            is_typical = piece in self._unchecked or not self._unchecked
            self._meter.count_slice(part, is_typical=is_typical)

    def _missing(self) -> list[Slice]:
        """All slices that have no part yet."""
        return [piece for each in self.archives for piece in each.missing]

    # Progress

    def _share(self, share: float) -> None:
        """Report the share of a stage that is done here, or by the executor if that is less."""
        done = self._executor.share()
        self._meter.share(share if done is None else min(share, done))

    def _count_rows(
        self, threads: Iterable[pa.RecordBatch], total: int
    ) -> Iterator[pa.RecordBatch]:
        done = 0
        for batch in threads:
            yield batch
            done += len(batch["positions"].flatten())
            self._share(self._executor.ordered * done / total)

    def _result(self, future: Future[_Result]) -> _Result:
        """What a step beside this thread returns. Raises `Cancelled`."""
        while not wait([future], _WAIT).done:
            self._stop_if_cancelled()
            self._share(self._executor.ordered)
        return future.result()

    def _stop_if_cancelled(self) -> None:
        if self._cancelled():
            raise Cancelled

    # The report

    def _report(self, loaded: LoadSummary) -> ImportReport:
        added, rules = loaded.added, loaded.rules
        return ImportReport(
            added, added, rules.total(), dict(rules), loaded.first_bad, failed=tuple(self._failed)
        )

    def _shortened_archives(self) -> Iterator[str]:
        """A sentence for each archive that has lost bytes since it was divided into slices."""
        for each in self.archives:
            before = max((piece.start + piece.size for piece in each.slices), default=0)
            with suppress(OSError):  # what was removed since then has been read
                if (missing := before - each.path.stat().st_size) > 0:
                    yield tr(
                        "{archive} became shorter while it was read: its last {missing:,} bytes "
                        "may be missing. Import it again when it is complete.",
                        archive=each.path,
                        missing=missing,
                    )

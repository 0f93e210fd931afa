"""The job: archives become a database by Spark.

Checking is nearly all of the work and the same in every case. A database that isn't there yet is
judged, ordered and built as a whole; one that is there takes the checked messages in, portion by
portion, as it takes in any others. A job that was stopped or killed goes on where it was: what
is checked stays beside the database until all of it is in there.
"""

import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from threading import Thread

import pyarrow as pa
from pyspark.sql import DataFrame, SparkSession

from engine.archive.errors import ArchiveError
from engine.archive.opening import open_archive
from engine.archive.record import START, Cursor
from engine.pipeline import schemas
from engine.pipeline.building import Building, Exceptions, Loaded, sweep
from engine.pipeline.chains import exceptions
from engine.pipeline.checking import check_in_spark
from engine.pipeline.errors import Cancelled
from engine.pipeline.everything import nodes, ranked
from engine.pipeline.parts import Part, read_parts
from engine.pipeline.progress import Meter
from engine.pipeline.session import Settings, session
from engine.pipeline.slices import Slice, cut
from engine.pipeline.staged import Staged, folder_for, messages
from engine.pipeline.threads import kept, members, ordered
from engine.pipeline.watching import watched
from engine.store.archives import Archives, SeenArchive
from engine.store.database import connect, writing
from engine.store.extracts import Portion
from engine.store.importing import in_words, take_in_all
from engine.store.reports import ImportReport, Progress, held, together
from engine.store.sqlite import Database

Tell = Callable[[Progress], None]


def import_with_spark(
    archives: Sequence[Path],
    path: Path,
    settings: Settings,
    tell: Tell | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ImportReport:
    """Take in what is new in archives, into the database at `path`.

    Raises:
        SparkError: Spark can't do it, and why.
        DatabaseError: the path is no database of ours, or can't be opened.
    """
    job = _Job(archives, path, settings, tell, cancelled)
    try:
        return job.run()
    except Cancelled:
        return ImportReport(0, 0, 0, cancelled=True, failed=tuple(job.failed))


@dataclass(slots=True)
class _Plan:
    """An archive on its way: its slices, and those of their parts that are there."""

    path: Path
    start: Cursor
    folder: Path
    slices: list[Slice]
    parts: dict[Slice, Part]

    @property
    def missing(self) -> list[Slice]:
        return [piece for piece in self.slices if piece not in self.parts]

    def look(self) -> None:
        """Find the parts that have come to be."""
        self.parts |= read_parts(self.folder, self.missing)

    def staged(self, number: int) -> Staged:
        parts = [self.parts[piece] for piece in self.slices]
        return Staged(number, self.path, self.start, self.folder, parts)


class _Job:
    def __init__(
        self,
        archives: Sequence[Path],
        path: Path,
        settings: Settings,
        tell: Tell | None,
        cancelled: Callable[[], bool],
    ) -> None:
        self.failed: list[str] = []
        self._path = path
        self._settings = settings
        self._cancelled = cancelled
        self._staging = path.with_name(f".{path.name}.importing").absolute()
        sweep(path)
        self._plans = list(self._planned(archives))
        sizes = [piece.size for plan in self._plans for piece in plan.slices]
        self._meter = Meter(tell, sum(sizes))

    def run(self) -> ImportReport:
        is_new = not self._path.exists()
        if not any(plan.slices for plan in self._plans) and not is_new:
            return self._merge()
        self._meter.report()
        if is_new:
            with session(self._settings) as spark:
                self._check(spark)
                report = self._build(spark)
        else:
            if any(plan.missing for plan in self._plans):
                with session(self._settings) as spark:
                    self._check(spark)
            report = self._merge()
        if not report.cancelled:
            shutil.rmtree(self._staging, ignore_errors=True)
        return report

    def _planned(self, archives: Sequence[Path]) -> Iterator[_Plan]:
        known = _known(self._path, archives) if self._path.exists() else {}
        for archive in archives:
            try:
                path = open_archive(archive).path.resolve()
                start = known[path].cursor if path in known else START
                slices = cut(path, start)
            except ArchiveError as error:
                self.failed.append(str(error))
                continue
            folder = folder_for(self._staging, path)
            yield _Plan(path, start, folder, slices, read_parts(folder, slices))

    def _check(self, spark: SparkSession) -> None:
        self._meter.stage("checking")
        self._meter.checked(self._parts(), before=True)
        for plan in self._plans:
            if missing := plan.missing:
                with watched(spark, partial(self._look, plan), self._cancelled):
                    check_in_spark(spark, missing, plan.folder)
                self._look(plan)

    def _look(self, plan: _Plan) -> None:
        plan.look()
        self._meter.checked(self._parts())

    def _parts(self) -> list[Part]:
        return [part for plan in self._plans for part in plan.parts.values()]

    def _build(self, spark: SparkSession) -> ImportReport:
        archives = [plan.staged(number) for number, plan in enumerate(self._plans)]
        building = Building(self._path)
        try:
            loaded = self._build_from(spark, archives, building)
        except FileExistsError:
            # Somebody began a database here: it takes in what is checked, and keeps what it has.
            building.abandon()
            return self._merge()
        except BaseException:
            building.abandon()
            raise
        rules = Counter(bad.rule for _, bad in loaded.bad)
        first = next((in_words(path, bad) for path, bad in loaded.bad), None)
        return ImportReport(
            loaded.added, loaded.added, rules.total(), dict(rules), first, failed=tuple(self.failed)
        )

    def _build_from(
        self, spark: SparkSession, archives: list[Staged], building: Building
    ) -> Loaded:
        self._meter.stage("judging")
        staged = messages(spark, archives)
        orders = _Orders(self._staging)
        with watched(spark, self._meter.report, self._cancelled):
            found = None if staged is None else exceptions(staged).toArrow()
            odd = Exceptions(schemas.EXCEPTION_TABLE.empty_table() if found is None else found)
            self._meter.stage("loading")
            ordering = _Ordering(staged, found, spark, orders)
            for part in building.load(archives, odd):
                self._meter.loaded(part.slice.size)
                if self._cancelled():
                    raise Cancelled
            ordering.wait()
        self._meter.stage("publishing")
        building.order(orders.threads)
        building.rank(orders.ranks)
        return building.publish()

    def _merge(self) -> ImportReport:
        self._meter.stage("loading")
        reports: list[ImportReport] = []
        database = connect(self._path)
        try:
            for number, plan in enumerate(self._plans):
                reports.append(self._take_in(database, plan.staged(number)))
            return together(reports, held(database), self.failed)
        finally:
            database.close()

    def _take_in(self, database: Database, archive: Staged) -> ImportReport:
        with writing(database):
            seen = Archives(database).recognize(archive.path)

        def portions() -> Iterator[Portion]:
            for part, portion in archive.portions():
                yield portion
                self._meter.loaded(part.slice.size)

        return take_in_all(database, seen, portions(), None, None, self._cancelled)


class _Orders:
    """Where the orders are put down: of threads, and of everything."""

    def __init__(self, staging: Path) -> None:
        self.threads = staging / "threads"
        self.by_time = staging / "by time"
        self.ranks = staging / "ranks"


class _Ordering:
    """Threads and everything being ordered, while somebody else loads the messages."""

    def __init__(
        self,
        messages: DataFrame | None,
        exceptions: pa.Table | None,
        spark: SparkSession,
        orders: _Orders,
    ) -> None:
        self._error: BaseException | None = None
        self._worker = Thread(target=self._run, args=(messages, exceptions, spark, orders))
        self._worker.start()

    def wait(self) -> None:
        """Go on when all is in its order. Raises what went wrong."""
        self._worker.join()
        if self._error is not None:
            raise self._error

    def _run(
        self,
        messages: DataFrame | None,
        exceptions: pa.Table | None,
        spark: SparkSession,
        orders: _Orders,
    ) -> None:
        if messages is None or exceptions is None:
            return
        try:
            odd = spark.createDataFrame(exceptions, schemas.EXCEPTION)
            accepted = kept(messages, odd)
            _put(ordered(members(accepted)), orders.threads)
            _put(ranked(nodes(accepted), orders.by_time), orders.ranks)
        except BaseException as error:
            self._error = error


def _put(table: DataFrame, folder: Path) -> None:
    table.write.mode("overwrite").parquet(str(folder))


def _known(path: Path, archives: Sequence[Path]) -> dict[Path, SeenArchive]:
    """Those of the archives that the database has read from, by their paths."""
    database = connect(path)
    try:
        found = (Archives(database).find(each.resolve()) for each in map(_log, archives) if each)
        return {seen.path: seen for seen in found if seen is not None}
    finally:
        database.close()


def _log(archive: Path) -> Path | None:
    """The file in which an archive is."""
    try:
        return open_archive(archive).path
    except ArchiveError:
        return None

"""Imports: archives become a database, by the engine that suits their size.

Large archives are imported by a plan (`engine.pipeline.plan`), of which an engine is the executor.
Both engines produce the same database. The direct one works in this process, and is faster on a
single machine as long as memory suffices. Spark orders data that doesn't fit into memory, can use
several machines, and needs Java. Small archives, and what is added to a database, are stored batch
by batch in this process.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, nullcontext, suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tanglescope.engine.archive.record import (
    ArchiveError,
    Dialect,
    MissingArchive,
    Reader,
    UnreadableArchive,
)
from tanglescope.engine.archive.splitting import estimated_records
from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.pipeline.budget import (
    Budget,
    SparkBudget,
    short_of_memory,
    watching,
)
from tanglescope.engine.pipeline.disk_space import DiskSpace
from tanglescope.engine.pipeline.errors import NoJava, NoMemory, NoSpark, SparkError
from tanglescope.engine.pipeline.memory import seldom_collected
from tanglescope.engine.pipeline.publishing import is_untouched, remove_empty
from tanglescope.engine.pipeline.spark.java import find_java, java_there, require_spark
from tanglescope.engine.sources import open_source
from tanglescope.engine.store.arrivals.archives import Archives
from tanglescope.engine.store.arrivals.importer import Importer
from tanglescope.engine.store.arrivals.reports import (
    ArchivesProgress,
    Countdown,
    ImportReport,
    Progress,
    message_count,
    together,
)
from tanglescope.engine.store.files.database import connect, require_folder
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.files.import_lock import importing_alone
from tanglescope.engine.store.reference_limit import (
    ReferenceLimit,
    limit_references,
    reference_limit,
)
from tanglescope.engine.system.files import is_there, system_message

if TYPE_CHECKING:
    from tanglescope.engine.pipeline.executor import Executor

LARGE = 34_000_000
"""Bytes above which an import runs in a process of its own."""

BULK = 4 << 20
"""Bytes above which child processes and building the database as a whole save time."""

MESSAGE = 680
"""Bytes of a message, on average, in an archive that can't be sampled."""

OnEngine = Callable[["Engine", str], None]
"""Receives the chosen engine, and the reason if the user didn't choose it."""


class Engine(StrEnum):
    """The engine of an import; `AUTO` is Spark if memory doesn't suffice for the other."""

    AUTO = "auto"
    DIRECT = "direct"
    SPARK = "spark"


def import_archives(
    archives: Sequence[Path],
    path: Path,
    *,
    engine: Engine = Engine.AUTO,
    master: str | None = None,
    hmac_key: bytes | None = None,
    keys: Sequence[bytes] = (),
    references: ReferenceLimit | None = None,
    on_engine: OnEngine | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ImportReport:
    """Import what is new in `archives` into the database at `path`, which is created if missing.

    `master` is Spark's master URL (`spark://host:7077`, `local[4]`); it implies Spark. Unreadable
    archives are listed in the report; the others are imported. `hmac_key` is that of the network,
    if it has one; Spark's workers are sent it. `keys` may decrypt Autobases. `references` limits
    to how many others new messages and nodes may refer, and a limit of 0 lifts it.

    Raises:
        SparkError: Spark can't do it, and why.
        NoMemory: there is too little of it; what was done stays done.
        NoRoom: the disk is full; what was done stays done.
        UnreadableArchive: an archive was removed meanwhile; what was done stays done.
        ImportRunning: another one writes the same database.
        LimitTooLow: references can't be cut to so few.
        DatabaseError: the path is no database of ours, or can't be opened.
    """
    if on_progress is not None:
        on_progress = Countdown().of(on_progress)
    with (
        importing_alone(path),
        _removing_an_empty_one(path),
        DiskSpace(path) as room,
        short_of_memory(),
        seldom_collected(),
    ):
        sources = _sources(archives, path)
        limit = _set_limit(path, references)
        with _naming_a_removed_one(sources):
            waiting = room.waiting = sum(each.waiting for each in sources)
            pays = _pays(sources, path)
            if master is not None:
                engine = Engine.SPARK
            is_planned = pays or engine is Engine.SPARK
            planned = [each for each in sources if each.is_planned and is_planned]
            in_batches = [each for each in sources if each not in planned]
            messages = sum(each.messages() for each in planned)
            reason = ""
            if engine is Engine.AUTO:
                engine, reason = _choose_engine(waiting, messages, pays=pays)
            if on_engine is not None:
                on_engine(engine, reason)
            if engine is Engine.DIRECT:
                cancelled = watching(cancelled)
            reports = []
            if planned:
                executor = _executor(engine, master or "", waiting, messages, room)
                # Arrow loads slowly, so it is imported only where it is needed.
                from tanglescope.engine.pipeline.files.parts import Criteria
                from tanglescope.engine.pipeline.plan import ImportPlan

                sliced = [each.archive for each in planned]
                criteria = Criteria(hmac_key, limit)
                budget = Budget.of(messages)
                plan = ImportPlan(sliced, path, executor, budget, on_progress, cancelled, criteria)
                reports.append(plan.run())
            if not reports or (in_batches and not cancelled()):
                run = _import_in_batches
                reports.append(run(in_batches, path, on_progress, cancelled, hmac_key, keys))
            first, by = reports[0], engine if planned else Engine.DIRECT
            whole = first if len(reports) == 1 else _sum_reports(reports, path)
            return replace(
                whole, engine=by, why=reason, seconds=first.seconds, details=first.details
            )


def _set_limit(path: Path, given: ReferenceLimit | None) -> ReferenceLimit | None:
    """The limit of references of a collection, after it was set if it is given."""
    if given is None and not is_there(path):
        return None
    with closing(connect(path)) as database:
        if given is not None:
            limit_references(database, given if given.most else None)
        return reference_limit(database)


def _executor(
    engine: Engine, master: str, waiting: int, messages: int, room: DiskSpace
) -> "Executor":
    """The executor of an engine. Raises `SparkError`, `NoMemory`."""
    if engine is Engine.DIRECT:
        from tanglescope.engine.pipeline.direct import DirectExecutor

        return DirectExecutor()
    require_spark()
    from tanglescope.engine.pipeline.spark.executor import SparkExecutor
    from tanglescope.engine.pipeline.spark.session import SparkSettings

    given = SparkBudget.of(messages)
    settings = SparkSettings(master, waiting, f"{given.heap >> 20}m", given.processes)
    room.is_shared = not settings.is_local
    return SparkExecutor(settings)


@contextmanager
def _removing_an_empty_one(path: Path) -> Iterator[None]:
    """Remove the database at `path` if the import creates it and reads nothing into it."""
    is_new = not is_there(path)
    try:
        yield
    finally:
        if is_new and is_there(path):
            remove_empty(path)


@dataclass(frozen=True, slots=True)
class _Source:
    """An archive, and how many of its bytes are new; one without a reader can't be read."""

    archive: Path
    reader: Reader | None
    waiting: int = 0

    @property
    def is_planned(self) -> bool:
        """Whether it suits a plan, unlike the log of a single device, graphs, and a database."""
        reader = self.reader
        return bool(reader and reader.dialect is Dialect.CLASSIC and not reader.is_database)

    def messages(self) -> int:
        """How many messages are probably new, by a sample of the archive if it can be sampled."""
        found = None
        if self.reader is not None:
            with suppress(ArchiveError):  # the import will report it
                start = self.reader.path.stat().st_size - self.waiting
                found = estimated_records(self.reader, start)
        return self.waiting // MESSAGE if found is None else found


def _sources(archives: Sequence[Path], path: Path) -> list[_Source]:
    """The archives of an import into the database at `path`. Raises `DatabaseError`."""
    require_folder(path)
    found: list[_Source] = []
    with closing(connect(path)) if path.exists() else nullcontext() as database:
        for archive in archives:
            try:
                reader = open_source(archive)
            except ArchiveError:
                found.append(_Source(archive, None))  # importing it will report why
                continue
            log = reader.path.resolve()
            seen = None if database is None else Archives(database).find(log)
            new = log.stat().st_size - (seen.cursor.offset if seen else 0)
            found.append(_Source(archive, reader, max(new, 0)))
    return found


@contextmanager
def _naming_a_removed_one(sources: Sequence[_Source]) -> Iterator[None]:
    """Turn what fails because an archive was removed into an `UnreadableArchive` with a remedy."""
    try:
        yield
    except (OSError, MissingArchive, SparkError):
        for log in (each.reader.path for each in sources if each.reader):
            try:
                log.stat()
            except OSError as error:
                raise UnreadableArchive(
                    tr(
                        "{archive} can't be read any more: {why}. What was checked is kept. Put "
                        "the file back, and start the import again: it continues where it stopped.",
                        archive=log,
                        why=system_message(error),
                    )
                ) from error
        raise


def _pays(sources: Sequence[_Source], path: Path) -> bool:
    """Whether a plan saves time: for much new data that can be cut, and an untouched database."""
    readers = [each.reader for each in sources if each.reader]
    return (
        sum(each.waiting for each in sources) >= BULK
        and find_spec("pyarrow") is not None
        and all(each.dialect is Dialect.CLASSIC and each.can_be_split for each in readers)
        and is_untouched(path)
    )


def is_bulk(archive: Path, path: Path) -> bool:
    """Whether an archive has so much new data that its import gets a process of its own.

    Raises `ArchiveError`, `DatabaseError`.
    """
    open_source(archive)
    return sum(each.waiting for each in _sources([archive], path)) >= LARGE


def spark_missing() -> str:
    """What Spark lacks here, and how to install it; `""` if nothing is missing."""
    try:
        require_spark()
        if java_there() is None:
            find_java()
    except SparkError as error:
        return str(error)
    return ""


def room_warning(archives: Sequence[Path], path: Path) -> str:
    """A sentence about an import that probably fills the disk; `""` if there is enough space."""
    room = DiskSpace(path)
    try:
        room.waiting = sum(each.waiting for each in _sources(archives, path))
        short = [(room.missing(place), place) for place in room.places if room.missing(place)]
    except (OSError, DatabaseError):
        return ""  # the import will report it
    if not short:
        return ""
    missing, place = short[0]
    return tr(
        "The disk of {place} probably has too little space: the import needs about "
        "{megabytes:,} MB more than are free.",
        place=place,
        megabytes=-(-missing // 1_000_000),
    )


def _sum_reports(reports: Sequence[ImportReport], path: Path) -> ImportReport:
    with closing(connect(path)) as database:
        failed = [sentence for report in reports for sentence in report.failed]
        return together(reports, message_count(database), failed)


def _choose_engine(waiting: int, messages: int, *, pays: bool) -> tuple[Engine, str]:
    """The engine for so many bytes with an estimated number of messages, and why.

    On one machine Spark never takes less time or less of the processors (`bench/import.py
    --crossover`): it is there for what is too large for memory when it is built as a whole.
    """
    if waiting < LARGE:
        return Engine.DIRECT, tr("It is a small import.")
    if not pays:
        return Engine.DIRECT, tr("The new messages are added in batches.")
    about = round(messages, 2 - len(str(messages)))  # an estimate
    if Budget.of(messages).passes:
        fits = later("About {messages:,} messages fit into memory, where this engine is faster.")
        return Engine.DIRECT, tr(fits, messages=about)
    large = tr("About {messages:,} messages don't fit into memory at once.", messages=about)
    try:
        require_spark()
        find_java()
        SparkBudget.of(messages)
    except (NoSpark, NoJava) as error:
        return Engine.DIRECT, f"{large} {error}"
    except NoMemory:
        crowded = tr("Spark needs more memory than is free.")
        return Engine.DIRECT, f"{large} {crowded}"
    return Engine.SPARK, large


def _import_in_batches(
    sources: Sequence[_Source],
    path: Path,
    on_progress: Callable[[Progress], None] | None,
    cancelled: Callable[[], bool],
    hmac_key: bytes | None,
    keys: Sequence[bytes],
) -> ImportReport:
    """Store archives one after the other, batch by batch."""
    reports: list[ImportReport] = []
    failed: list[str] = []
    sizes = [each.reader.path.stat().st_size if each.reader else 0 for each in sources]
    journey = ArchivesProgress(on_progress, sizes) if on_progress else None
    with closing(connect(path)) as database:
        for each in sources:
            if reports and reports[-1].cancelled:
                break
            try:
                importer = Importer(database, each.archive, hmac_key=hmac_key, keys=keys)
                reports.append(importer.run(journey.report if journey else None, None, cancelled))
            except ArchiveError as error:
                failed.append(str(error))
            if journey:
                journey.next()
        return together(reports, message_count(database), failed)

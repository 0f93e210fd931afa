"""Imports: archives become a database, by the engine that suits their size.

Both engines produce the same database. The direct one works in this process, and is faster on a
single machine as long as memory suffices. Spark orders data that doesn't fit into memory, can use
several machines, and needs Java.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path

from engine.archive.errors import ArchiveError, UnreadableArchive
from engine.archive.record import Dialect
from engine.archive.splitting import can_be_split
from engine.files import is_there, system_message
from engine.pipeline.budget import Budget, SparkBudget, short_of_memory, watching
from engine.pipeline.disk_space import DiskSpace
from engine.pipeline.errors import NoJava, NoMemory, NoSpark, SparkError
from engine.pipeline.memory import seldom_collected
from engine.pipeline.publishing import is_untouched, remove_empty
from engine.pipeline.spark.java import find_java, require_spark
from engine.sources import open_source
from engine.store.arrivals.archives import Archives
from engine.store.arrivals.importer import Importer
from engine.store.arrivals.reports import (
    ArchivesProgress,
    Countdown,
    ImportReport,
    Progress,
    message_count,
    together,
)
from engine.store.conversations.catalogue import Catalogue
from engine.store.conversations.source import Source
from engine.store.files.database import connect, require_folder
from engine.store.files.errors import DatabaseError
from engine.store.files.import_lock import importing_alone
from engine.store.files.sqlite import Database
from engine.wording import later, tr

MANY = 50_000
"""The number of messages above which an import runs in a process of its own."""

BULK = 16 << 20
"""Bytes above which child processes and building the database as a whole save time."""

_BYTES = 680  # of a message in an archive, on average


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
    refs: Sequence[str] = (),
    on_engine: OnEngine | None = None,
    on_progress: Callable[[Progress], None] | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> ImportReport:
    """Import what is new in `archives` into the database at `path`, which is created if missing.

    `master` is Spark's master URL (`spark://host:7077`, `local[4]`); it implies Spark. Unreadable
    archives are listed in the report; the others are imported. `hmac_key` is that of the network,
    if it has one; Spark's workers are sent it. `keys` may decrypt Autobases;
    `refs` choose what is read of Git repositories.

    Raises:
        SparkError: Spark can't do it, and why.
        NoMemory: there is too little of it; what was done stays done.
        NoRoom: the disk is full; what was done stays done.
        UnreadableArchive: an archive was removed meanwhile; what was done stays done.
        ImportRunning: another one writes the same database.
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
        _naming_a_removed_one(archives),
    ):
        waiting = room.waiting = _waiting(archives, path)
        reason = ""
        if master is not None:
            engine = Engine.SPARK
        elif engine is Engine.AUTO:
            engine, reason = _chosen(waiting, archives, path)
        if on_engine is not None:
            on_engine(engine, reason)
        if engine is Engine.DIRECT:
            cancelled = watching(cancelled)
        if engine is Engine.DIRECT and not _pays(waiting, archives, path):
            return _import_directly(archives, path, on_progress, cancelled, hmac_key, keys, refs)
        # Arrow and Spark load slowly, so they are imported only where they are needed.
        if engine is Engine.DIRECT:
            from engine.pipeline.direct_job import DirectJob

            return DirectJob(archives, path, on_progress, cancelled, hmac_key).run()
        require_spark()
        find_java()  # a small archive may leave Spark nothing to do
        from engine.pipeline.spark.session import SparkSettings
        from engine.pipeline.spark.spark_job import SparkJob

        given = SparkBudget.of()
        settings = SparkSettings(master or "", waiting, f"{given.heap >> 20}m", given.processes)
        room.is_shared = not settings.is_local
        tangled = [archive for archive in archives if _is_for_one_process(archive)]
        others = [archive for archive in archives if archive not in tangled]
        reports = []
        if others:
            job = SparkJob(others, path, settings, on_progress, cancelled, hmac_key)
            reports.append(job.run())
        if tangled and not cancelled():
            reports.append(
                _import_directly(tangled, path, on_progress, cancelled, hmac_key, keys, refs)
            )
        return _summed(reports, path)


@contextmanager
def _removing_an_empty_one(path: Path) -> Iterator[None]:
    """Remove the database at `path` if the import creates it and reads nothing into it."""
    is_new = not is_there(path)
    try:
        yield
    finally:
        if is_new and is_there(path):
            remove_empty(path)


@contextmanager
def _naming_a_removed_one(archives: Sequence[Path]) -> Iterator[None]:
    """Turn what fails because an archive was removed into an `UnreadableArchive` with a remedy."""
    logs = []
    for archive in archives:
        with suppress(ArchiveError):
            logs.append(open_source(archive).path)
    try:
        yield
    except (OSError, SparkError):
        for log in logs:
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


def _pays(waiting: int, archives: Sequence[Path], path: Path) -> bool:
    """Whether to build the database as a whole: for much new data and an untouched database."""
    if waiting < BULK or find_spec("pyarrow") is None:
        return False
    return is_untouched(path) and all(map(_can_be_cut, archives))


def _can_be_cut(archive: Path) -> bool:
    """Whether the archive can be divided among processes."""
    try:
        reader = open_source(archive)
    except ArchiveError:
        return True  # reading it will report the problem
    return reader.dialect is Dialect.CLASSIC and can_be_split(reader)


def is_bulk(archive: Path, path: Path) -> bool:
    """Whether an archive has so much new data that its import gets a process of its own.

    Raises `ArchiveError`, `DatabaseError`.
    """
    open_source(archive)
    return _waiting([archive], path) >= MANY * _BYTES


def room_warning(archives: Sequence[Path], path: Path) -> str:
    """A sentence about an import that probably fills the disk; `""` if there is enough space."""
    room = DiskSpace(path)
    try:
        room.waiting = _waiting(archives, path)
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


def _is_for_one_process(archive: Path) -> bool:
    """Whether an archive doesn't suit Spark: the log of a single device, or graphs."""
    try:
        return open_source(archive).dialect is not Dialect.CLASSIC
    except ArchiveError:
        return False


def _summed(reports: Sequence[ImportReport], path: Path) -> ImportReport:
    if len(reports) == 1:
        return reports[0]
    database = connect(path)
    try:
        failed = [sentence for report in reports for sentence in report.failed]
        return together(reports, message_count(database), failed)
    finally:
        database.close()


def _chosen(waiting: int, archives: Sequence[Path], path: Path) -> tuple[Engine, str]:
    """The engine for so many bytes, and why.

    On one machine Spark never takes less time or less of the processors (`bench/import.py
    --crossover`): it is there for what is too large for memory when it is built as a whole.
    """
    if waiting // _BYTES < MANY:
        return Engine.DIRECT, tr("It is a small import.")
    if not _pays(waiting, archives, path):
        return Engine.DIRECT, tr("The new messages are added in batches.")
    messages = round(waiting // _BYTES, -3)  # an estimate, so it is rounded
    if Budget.of(waiting).whole:
        fits = later("About {messages:,} messages fit into memory, where this engine is faster.")
        return Engine.DIRECT, tr(fits, messages=messages)
    large = tr("About {messages:,} messages don't fit into memory at once.", messages=messages)
    try:
        require_spark()
        find_java()
        SparkBudget.of()
    except (NoSpark, NoJava) as error:
        return Engine.DIRECT, f"{large} {error}"
    except NoMemory:
        crowded = tr("Spark needs more memory than is free.")
        return Engine.DIRECT, f"{large} {crowded}"
    return Engine.SPARK, large


def _waiting(archives: Sequence[Path], path: Path) -> int:
    """How many bytes have not been read into the database."""
    require_folder(path)
    database = connect(path) if path.exists() else None
    waiting = 0
    for archive in archives:
        try:
            log = open_source(archive).path.resolve()
        except ArchiveError:
            continue  # reading it will report the problem
        seen = Archives(database).find(log) if database is not None else None
        waiting += max(log.stat().st_size - (seen.cursor.offset if seen else 0), 0)
    if database is not None:
        database.close()
    return waiting


def _import_directly(
    archives: Sequence[Path],
    path: Path,
    on_progress: Callable[[Progress], None] | None,
    cancelled: Callable[[], bool],
    hmac_key: bytes | None,
    keys: Sequence[bytes],
    refs: Sequence[str],
) -> ImportReport:
    database = connect(path)
    try:
        report = _import_each(database, archives, on_progress, cancelled, hmac_key, keys, refs)
        Catalogue(Source(path, database)).renew()
        return report
    finally:
        database.close()


def _import_each(
    database: Database,
    archives: Sequence[Path],
    on_progress: Callable[[Progress], None] | None,
    cancelled: Callable[[], bool],
    hmac_key: bytes | None,
    keys: Sequence[bytes],
    refs: Sequence[str],
) -> ImportReport:
    reports: list[ImportReport] = []
    failed: list[str] = []
    journey = ArchivesProgress(on_progress, list(map(_size, archives))) if on_progress else None
    for archive in archives:
        if reports and reports[-1].cancelled:
            break
        try:
            importer = Importer(database, archive, hmac_key=hmac_key, keys=keys, refs=refs)
            reports.append(importer.run(journey.report if journey else None, None, cancelled))
        except ArchiveError as error:
            failed.append(str(error))
        if journey:
            journey.next()
    return together(reports, message_count(database), failed)


def _size(archive: Path) -> int:
    try:
        return open_source(archive).path.stat().st_size
    except (ArchiveError, OSError):
        return 0  # reading it will report the problem

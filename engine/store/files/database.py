"""Opening a database: one connection, safe settings, and an up-to-date schema.

WAL lets a second process read while one writes, and survives `kill -9` at any moment;
`synchronous = NORMAL` may lose the last transactions when the *machine* loses power,
never the integrity of the file, and an import can be repeated.
"""

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from threading import Lock
from time import monotonic, sleep

from tanglescope.engine.language.wording import tr
from tanglescope.engine.store.files.errors import (
    HELP,
    LATER,
    DatabaseError,
    MissingDatabase,
    Unreachable,
    code_of,
    kind_of,
    path_of,
    replaced_in_words,
    reporting_damage,
)
from tanglescope.engine.store.files.known_databases import is_noted, new_number, note, note_log
from tanglescope.engine.store.files.opening import (
    BUSY_SECONDS,
    COMPANIONS,
    LARGEST_COPY,
    Connection,
    open_file,
    refuse_strange_companions,
)
from tanglescope.engine.store.files.schema import APPLICATION, migrations
from tanglescope.engine.store.files.soundness import decoding_message
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.files.untrusted import refuse_untrusted
from tanglescope.engine.system.files import (
    is_database,
    is_replaced,
    keep_private,
    make_private_file,
    missing,
    remedy,
    system_message,
    unwritable,
)

_SETTINGS: tuple[str, ...] = (
    "trusted_schema = OFF",  # a database may be hostile: its schema must not call functions
    "cell_size_check = ON",
    "synchronous = NORMAL",
    "cache_size = -65536",  # KiB: enough for a large timeline
    "journal_size_limit = 16777216",  # bytes it is cut to after it grew because of a reader
)

_LONG_LOG = 32 << 20
"""The size of the log in bytes from which on a writer waits for readers to finish."""

_PATIENCE = 250
"""The milliseconds that it waits after a transaction: a reading process may be suspended."""

_LOOK_AGAIN = 0.01
"""The seconds between attempts while another process holds a lock."""


def connect(
    path: Path,
    *,
    read_only: bool = False,
    as_written: bool = False,
    most: int | None = LARGEST_COPY,
) -> Database:
    """Open the database at `path`; if it can be written, it is created and migrated as needed.

    With `read_only`, an older one is migrated, too, unless it is opened `as_written`. One that has
    to be copied first (`opening`) may have `most` bytes.

    Raises:
        DatabaseError: the file isn't our database, or can't be opened.
    """
    _refuse_what_is_no_database(path, read_only)
    try:
        return _open(path, read_only, as_written, most)
    except sqlite3.Error as error:
        text = tr("{path} can't be opened: {why}.", path=path, why=system_message(error))
        code = code_of(error)
        raise kind_of(code)(f"{text} {tr(HELP.get(code, LATER))}") from error
    except UnicodeDecodeError as error:
        text = tr("{path} can't be opened: {why}.", path=path, why=decoding_message(error))
        raise DatabaseError(f"{text} {tr(HELP[sqlite3.SQLITE_CORRUPT])}") from error


def _open(path: Path, read_only: bool, as_written: bool, most: int | None) -> Database:
    file = Path(os.path.realpath(path))
    if is_replaced(file):  # before a file is created that SQLite would refuse to open
        raise DatabaseError(replaced_in_words(file))
    if not read_only:
        refuse_strange_companions(path)
        _keep_private(file)
    connection = open_file(path, read_only=read_only, settings=_SETTINGS, most=most)
    try:
        return _database(connection, path, read_only, as_written)
    except BaseException:
        connection.close()
        raise


_making = Lock()
"""Held while a file is created: closing it would release locks that other threads just took."""


def _keep_private(path: Path) -> None:
    """Create the file of a new database, or make an existing one and its logs private.

    SQLite gives the logs the permissions of the database.
    """
    with _making:
        try:
            make_private_file(path)
        except OSError as error:
            text = tr("{path} can't be opened: {why}.", path=path, why=system_message(error))
            raise Unreachable(f"{text} {remedy(error)}") from None
    for end in COMPANIONS:
        keep_private(path.with_name(f"{path.name}{end}"))


def is_outdated(database: Database) -> bool:
    """Whether an older version wrote a database, which was opened as it was written."""
    return bool(migrations.pending(database))


def _database(connection: Connection, path: Path, read_only: bool, as_written: bool) -> Database:
    database = Database(connection)
    with _one_version(database):
        refuse_untrusted(database, path)
        is_behind = is_outdated(database)
    may_be_written = os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)
    if is_behind and not as_written and not (connection.is_copy or may_be_written):
        raise DatabaseError(
            tr(
                "{path} was written by an older version of Tanglescope and has to be upgraded"
                " before it can be read, but it can't be written here. Change the permissions of"
                " the file and its folder, or open a copy that can be written.",
                path=path,
            )
        )
    if not read_only:
        _keep_a_log(database)
        if is_behind:
            _bring_up_to_date(database, path)
    elif is_behind and not as_written:
        if connection.is_copy:
            _bring_up_to_date(database, path)
        else:
            # An older version wrote it, or a process was killed while creating it.
            connect(path).close()
    if read_only:
        connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    return database


@contextmanager
def _one_version(database: Database) -> Iterator[None]:
    """Read one version of a database, while another process may be creating it."""
    database.execute("BEGIN")
    try:
        yield
    finally:
        database.rollback()


def _keep_a_log(database: Database) -> None:
    """Switch to a write-ahead log, which is stored in the database.

    SQLite itself doesn't wait for other processes here.
    """
    patience = monotonic() + BUSY_SECONDS
    while True:
        try:
            database.enable_wal()
            database.execute("SELECT 1 FROM sqlite_master").fetchone()  # SQLite opens the log
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or monotonic() > patience:
                raise
            sleep(_LOOK_AGAIN)
        else:
            _note_log(database)
            return


def _note_log(database: Database) -> None:
    """Record that the log beside a database is written here."""
    if isinstance(connection := database.conn, Connection) and connection.writes:
        note_log(path_of(database))


def _bring_up_to_date(database: Database, path: Path) -> None:
    """Apply the missing migrations: all in one transaction, or none."""
    if database.execute("SELECT 1 FROM sqlite_master").fetchone() is None:
        # SQLite needs no temporary files to create empty tables and rename some.
        database.execute("PRAGMA temp_store = MEMORY")
    with writing(database):
        # Another process may have changed the schema since it was read.
        refuse_untrusted(database, path)
        made = 0 if database.execute("SELECT 1 FROM sqlite_master").fetchone() else new_number()
        if made:
            database.execute(f"PRAGMA user_version = {made}")
        database.execute(f"PRAGMA application_id = {APPLICATION}")
        migrations.apply(database)
    database.execute("PRAGMA temp_store = DEFAULT")
    if made and not getattr(database.conn, "is_copy", False):
        note(made, path_of(database))


def is_known(database: Database) -> bool:
    """Whether this program created a database for this user, or checked it in full."""
    ((number,),) = database.execute("PRAGMA user_version")
    return is_noted(number, path_of(database))


def remember(database: Database) -> None:
    """Remember a database as fully verified. Raises `DatabaseError`."""
    number = new_number()
    with writing(database):
        database.execute(f"PRAGMA user_version = {number}")
    note(number, path_of(database))


def remember_checked(path: Path) -> None:
    """Remember the checked database at `path` as known, if it can be written."""
    with suppress(DatabaseError), closing(connect(path)) as database:
        if not is_known(database):
            remember(database)


def require_folder(path: Path) -> None:
    """Check that a database can be created at `path`. Raises `DatabaseError`."""
    if not path.parent.is_dir():
        raise DatabaseError(
            tr(
                "{path} can't be created: there is no folder {folder}.",
                path=path,
                folder=path.parent,
            )
        )
    place = path if path.exists() else path.parent
    if not os.access(place, os.W_OK):
        is_fixed = hasattr(os, "statvfs") and os.statvfs(place).f_flag & os.ST_RDONLY
        code = errno.EROFS if is_fixed else errno.EACCES
        raise Unreachable(unwritable(place, OSError(code, os.strerror(code))))


@contextmanager
def writing(database: Database) -> Iterator[None]:
    """A transaction: all of it is committed, or nothing.

    Takes the write lock at once, so that two processes wait for each other instead of
    failing in the middle. Raises `DatabaseError` if the disk or another process prevents it, or
    if rows are damaged; then nothing is written.
    """
    if is_moved(database):  # the log beside it would damage the new file
        raise DatabaseError(replaced_in_words(path_of(database)))
    with database.turn, reporting_damage(database, _why_refused, with_conflicts=True):
        database.execute("BEGIN IMMEDIATE")
        try:
            _note_log(database)
            yield
            database.commit()
            _shorten_log(database)
        except BaseException:
            # Without a journal, rolling back fails; the original error matters more.
            with suppress(sqlite3.Error):
                database.rollback()
            raise


def is_moved(database: Database) -> bool:
    """Whether the file of an open database is no longer at its path."""
    path = getattr(database.conn, "database", None)
    return path is not None and is_replaced(path)


def _shorten_log(database: Database) -> None:
    """Restart the log once it is long, as soon as its readers have finished.

    SQLite restarts it only when a transaction finds no readers. If readers overlap, as in a window
    while messages arrive, that moment would never come.
    """
    path = getattr(database.conn, "database", None)
    if path is None:
        return
    # The transaction is already committed, whether or not this succeeds.
    with suppress(OSError, sqlite3.OperationalError):
        if path.with_name(f"{path.name}-wal").stat().st_size > _LONG_LOG:
            database.execute(f"PRAGMA busy_timeout = {_PATIENCE}")
            database.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()
            database.execute(f"PRAGMA busy_timeout = {int(1000 * BUSY_SECONDS)}")


def _why_refused(database: Database, code: int, why: object) -> str:
    """The reason why nothing can be written, and what to do about it."""
    help_ = HELP.get(code, LATER)
    text = tr(
        "{path} can't be written: {why}. What was written before is kept.",
        path=path_of(database),
        why=why,
    )
    return f"{text} {tr(help_)}"


@contextmanager
def reading(database: Database) -> Iterator[None]:
    """Answer several queries from one version of the database.

    Raises `DatabaseError` if it is damaged or can't be reached.
    """
    with database.turn:
        if database.conn.in_transaction:
            yield
            return
        with reporting_damage(database):
            database.execute("BEGIN")
            try:
                yield
            finally:
                # If the disk fails, rolling back may fail; the original error matters more.
                with suppress(sqlite3.Error):
                    database.rollback()


def _refuse_what_is_no_database(path: Path, read_only: bool) -> None:
    _refuse_long_name(path)
    if path.is_dir():
        raise DatabaseError(tr("{path} is a folder; a database is a file.", path=path))
    if not path.exists():
        if read_only:
            raise MissingDatabase(
                missing(path), at_command_line="`tanglescope import` creates a database."
            )
        require_folder(path)
        return
    if not path.is_file():
        raise DatabaseError(tr("{path} isn't a file, so it isn't a database.", path=path))
    if path.stat().st_size and not is_database(path):
        raise DatabaseError(
            tr("{path} isn't a database; to read an archive, import it.", path=path)
        )


def _refuse_long_name(path: Path) -> None:
    """Refuse a name that is too long for the suffixes that SQLite appends."""
    try:
        os.lstat(f"{os.path.realpath(path)}{max(COMPANIONS, key=len)}")
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise DatabaseError(
                tr("{path} can't be opened: its name is too long. Choose a shorter one.", path=path)
            ) from None
    except ValueError:
        return  # an invalid path is refused when it is opened

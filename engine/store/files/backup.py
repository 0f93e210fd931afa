"""Backups: a copy of a database in one file, made while others read and write; and restoring it.

SQLite copies a consistent state page by page. A backup gets its name only when all of it is on the
disk. Restoring is one transaction, so that a crash leaves either the old or the new content.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from itertools import count
from pathlib import Path

from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.store.check.running import Checkup, OnProgress, check_up
from tanglescope.engine.store.files.database import (
    connect,
    is_known,
    is_outdated,
    reading,
    remember,
    require_folder,
)
from tanglescope.engine.store.files.errors import (
    DatabaseError,
    MissingDatabase,
    Unreachable,
    code_of,
    path_of,
)
from tanglescope.engine.store.files.known_databases import new_number, note
from tanglescope.engine.store.files.opening import COMPANIONS, new_file
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.system.files import Beside, locked_by, missing, private_mode, system_message
from tanglescope.engine.system.systems import sync

_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
"""The errors of SQLite that say that a file is damaged, and not that it can't be reached."""

_PAGES = 1000
"""The pages that are copied in one step, some megabytes."""

_PATIENCE = 0.1  # seconds


def back_up(path: Path, target: Path) -> None:
    """Copy the database at `path` into the new file `target`, an older one as it is.

    Raises `DatabaseError`.
    """
    with closing(connect(path, read_only=True, as_written=True, most=None)) as database:
        _copy(database, target)


def to_read(path: Path, copy: Path) -> Path:
    """The file to read instead of the database at `path`, which isn't changed.

    For an older one, that is the new file `copy`, which is upgraded. Raises `DatabaseError`.
    """
    with closing(connect(path, read_only=True, as_written=True)) as database:
        if not is_outdated(database):
            return path
        _copy(database, copy)
    connect(copy).close()
    return copy


def _copy(database: Database, target: Path) -> None:
    require_folder(target)
    growing = Beside.GROWING.of(target)
    with _alone(growing, Beside.GROWING_LOCK.of(target), target):
        _refuse_existing(target)
        # In a transaction, as SQLite begins anew if another process writes between two steps.
        with reading(database), _writing(target):
            number = new_number() if is_known(database) else 0
            with new_file(growing) as copy:
                database.conn.backup(copy, pages=_PAGES, progress=_between_steps)
                copy.execute(f"PRAGMA user_version = {number}")
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, without companions
            growing.chmod(private_mode(path_of(database)))
            sync(growing)
            growing.replace(target)
            if number:
                note(number, target)


def _refuse_existing(target: Path) -> None:
    if os.path.lexists(target):  # also a link that leads nowhere
        raise DatabaseError(
            tr(
                "{path} exists already, and a backup overwrites nothing. Choose another name.",
                path=target,
            )
        )


@contextmanager
def _alone(temporary: Path, lock: Path, target: Path) -> Iterator[None]:
    """Hold the only right to a temporary file, and remove it before and afterwards.

    Its name is fixed, so that what a killed process leaves is removed by the next one. Raises
    `DatabaseError` while another process uses it.
    """
    with ExitStack() as using:
        with _writing(target):
            held = using.enter_context(locked_by(lock, _PATIENCE))
        if held is None:
            raise Unreachable(
                tr("Another program is writing {path}. Wait until it has finished.", path=target)
            )
        with _writing(target):
            _sweep(temporary)
        using.callback(_sweep, temporary)
        yield


@contextmanager
def _writing(target: Path) -> Iterator[None]:
    """Report what fails as an obstacle to writing a backup, and not to reading the database."""
    try:
        yield
    except (sqlite3.Error, OSError) as error:
        raise Unreachable(
            tr(
                "{path} can't be written: {why}. Nothing was changed.",
                path=target,
                why=system_message(error),
            )
        ) from error


def restore(
    backup: Path,
    path: Path,
    *,
    hmac_key: bytes | None = None,
    on_progress: OnProgress | None = None,
) -> Path | None:
    """Restore the backup into the database at `path`; return where the old content was kept.

    The backup is checked in full first. `hmac_key` is that of the network, if it has one.
    Raises `DatabaseError` if the backup is damaged or forged, or not our database; then nothing is
    changed.
    """
    _refuse_nothing(backup)
    with _migrate_copy(backup, path) as source, reading(source):
        try:
            found = check_up(source, hmac_key=hmac_key, on_progress=on_progress)
        except (DatabaseError, sqlite3.DatabaseError) as error:
            raise _damage_error(backup, error) from error
        _refuse_forgeries(found, backup)
        kept, new = (_free_name(path), None) if path.exists() else (None, path)
        with _removed_unless_done(new), closing(connect(path)) as own:
            if kept is not None:
                _copy(own, kept)
            with _removed_unless_done(kept):  # otherwise the database still has this content
                _replace_content(own, source)
            remember(own)
    return kept


@contextmanager
def _removed_unless_done(path: Path | None) -> Iterator[None]:
    """Remove a file, if one is given, unless the context is completed."""
    with ExitStack() as undo:
        if path is not None:
            undo.callback(_sweep, path)
        yield
        undo.pop_all()


def _refuse_nothing(backup: Path) -> None:
    """Refuse a missing backup and an empty one, which SQLite reads as an empty database."""
    if backup.is_file() and not backup.stat().st_size:
        raise DatabaseError(
            tr("{path} is empty, so it isn't a complete backup. Nothing was restored.", path=backup)
        )
    if not backup.exists():
        nothing = tr("Nothing was restored.")
        raise MissingDatabase(f"{missing(backup)} {nothing}")


def _replace_content(database: Database, source: Database) -> None:
    """Copy `source` into a database, all or nothing."""
    try:
        source.conn.backup(database.conn, pages=_PAGES, progress=_between_steps)
    except sqlite3.Error as error:
        raise DatabaseError(
            tr(
                "{path} can't be written: {why}. Its contents are unchanged.",
                path=path_of(database),
                why=system_message(error),
            )
        ) from error


def _between_steps(_status: int, _left: int, _total: int) -> None:
    """Do nothing: Python handles Ctrl+C only between steps, and undoes the copy then."""


@contextmanager
def _migrate_copy(backup: Path, path: Path) -> Iterator[Database]:
    """The content of a backup in the present schema; the backup itself is never written.

    An older one is migrated in a copy beside `path`, which is removed afterwards.
    """
    with closing(_connect(backup, backup)) as source:
        if not is_outdated(source):
            yield source
            return
        copy = Beside.MIGRATED.of(path)
        with _alone(copy, Beside.MIGRATED_LOCK.of(path), path):
            _copy(source, copy)
            with closing(_connect(copy, backup)) as migrated:
                yield migrated


def _connect(file: Path, backup: Path) -> Database:
    """Open a backup, or its copy, which is migrated."""
    try:
        return connect(file, read_only=True, as_written=file == backup)
    except DatabaseError as error:
        why = error.__cause__
        if isinstance(why, sqlite3.DatabaseError) and code_of(why) in _DAMAGED:
            raise _damage_error(backup, why) from error
        raise


def _damage_error(backup: Path, why: Exception) -> DatabaseError:
    # Our own errors are sentences with a full stop; SQLite's have none.
    sentence = system_message(why).removesuffix(".")
    return DatabaseError(
        tr("{path} is damaged, so nothing was restored: {why}.", path=backup, why=sentence)
    )


def _sweep(growing: Path) -> None:
    """Remove an unfinished backup, and the journal that a full disk leaves beside it."""
    for end in ("", *COMPANIONS):
        growing.with_name(f"{growing.name}{end}").unlink(missing_ok=True)


def _refuse_forgeries(found: Checkup, path: Path) -> None:
    if not found.ok:
        what, where = found.problems[0]
        raise DatabaseError(
            plural(
                "{path} is damaged or was forged, so nothing was restored: {where}: {what}"
                " {n:,} problems were found.",
                "{path} is damaged or was forged, so nothing was restored: {where}: {what}"
                " {n:,} problem was found.",
                len(found.problems),
                path=path,
                where=where,
                what=what,
            )
        )


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}.before-{number}") for number in count(1))
    return next(each for each in names if not os.path.lexists(each))

"""Opening the file of a database: the only way from a path to SQLite.

SQLite believes the files beside a database. It rolls back a rollback journal that it finds and then
deletes the file that the journal names as its super-journal, whichever that is; it continues a log
(`-wal`) and truncates an index of the log (`-shm`), also under a second name. So SQLite never sees
such a file that this program didn't write:

- This program keeps no rollback journal on the disk, so a database with one is refused.
- A log is continued where it is if this program recorded that it wrote it. Otherwise the database
  is read from a private copy of both files. To write it, that copy takes the place of the database,
  if no process has it open.
"""

import errno
import os
import shutil
import sqlite3
import stat
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from tanglescope.engine.language.wording import tr
from tanglescope.engine.store.files import known_databases
from tanglescope.engine.store.files.errors import DatabaseError, Unreachable, replaced_in_words
from tanglescope.engine.store.files.known_databases import has_log, is_own_log, is_untouched
from tanglescope.engine.system.files import (
    is_open,
    is_plain,
    make_private_file,
    new_run_folder,
    note_closed,
    note_open,
    open_regular,
    remedy,
    replacing_private,
    system_message,
)
from tanglescope.engine.system.systems import are_bytes_locked_now, open_safely
from tanglescope.engine.system.user_folders import cache_folder

BUSY_SECONDS = 10.0
"""The seconds that a writer waits for the transaction of another process."""

COMPANIONS = ("-wal", "-shm", "-journal")
"""The suffixes of the files that SQLite looks for beside a database."""

LARGEST_COPY = 1 << 30
"""Bytes of a database and its log above which they aren't copied unless the user asks for it."""

_LOCKED_BY_ALL = (0x40000002, 510)
"""Start and length of the bytes of a file that every connection of SQLite locks."""

_TRIES = 3
_AT_ONCE = 1 << 20  # bytes


class Connection(sqlite3.Connection):
    """A connection that is registered in the process while it is open."""

    database: Path | None = None
    """The file that it is about."""
    is_registered = False
    is_copy = False
    """Whether it is on a private copy, which is gone when it is closed."""
    writes = False

    def close(self) -> None:
        """Close and unregister the connection."""
        vouched = self.writes and self._is_vouched_for()
        super().close()
        if self.database is not None and self.is_registered:
            self.is_registered = False
            if self.writes:
                known_databases.note_closed(self.database, vouched=vouched)
            note_closed(self.database)

    def _is_vouched_for(self) -> bool:
        with suppress(sqlite3.Error):
            ((number,),) = self.execute("PRAGMA user_version")
            return self.database is not None and known_databases.is_noted(number, self.database)
        return False


def open_file(
    path: Path, *, read_only: bool, settings: Sequence[str], most: int | None = LARGEST_COPY
) -> Connection:
    """Open the file of a database, with only those files beside it that this program wrote.

    A private copy has `most` bytes. Raises `DatabaseError`, `sqlite3.Error`.
    """
    file = Path(os.path.realpath(path))
    refuse_strange_companions(path)
    if is_open(file) or not has_log(file):
        return _in_place(file, read_only, settings)
    if is_own_log(file):
        if not read_only or os.access(file.parent, os.W_OK):
            return _in_place(file, read_only, settings)
    elif is_untouched(file):
        raise _strange(path, f"{file.name}-wal")
    if read_only:
        connection = _on_copy(path, file, most, settings)
        connection.execute("PRAGMA journal_mode = MEMORY").fetchone()
        return connection
    _take_log_in(path, file, most, settings)
    return _in_place(file, read_only, settings)


def open_foreign(path: Path, settings: Sequence[str]) -> Connection:
    """Open another program's database, which may be running, without changing anything beside it.

    Its log is believed only in a private copy. Raises `DatabaseError`, `sqlite3.Error`.
    """
    file = Path(os.path.realpath(path))
    refuse_strange_companions(path)
    if has_log(file):
        return _on_copy(path, file, LARGEST_COPY, settings)
    # Without a log, SQLite would create one for a reader unless nothing can change the file.
    return open_on_disk(path, settings)


def open_on_disk(path: Path, settings: Sequence[str]) -> Connection:
    """Open another program's database as it is on the disk; nothing beside it is seen.

    What a program writes meanwhile may look like damage. Raises `sqlite3.Error`.
    """
    file = Path(os.path.realpath(path))
    return _connect(_address(file, "mode=ro&immutable=1"), settings, file)


@contextmanager
def new_file(path: Path) -> Iterator[sqlite3.Connection]:
    """A new file of a database under a temporary name, which nothing else uses."""
    make_private_file(path)
    with closing(sqlite3.connect(path)) as connection:
        yield connection


def _in_place(file: Path, read_only: bool, settings: Sequence[str]) -> Connection:
    # In a read-only folder, locks don't work, but there are no writers either.
    immutable = read_only and not os.access(file.parent, os.W_OK) and not has_log(file)
    mode = "ro" if read_only else "rwc"
    try:
        note_open(file)
    except OSError:
        raise DatabaseError(replaced_in_words(file)) from None
    try:
        connection = _connect(
            _address(file, f"mode={mode}&immutable={immutable:d}"), settings, file
        )
    except BaseException:
        note_closed(file)
        raise
    connection.is_registered = True
    connection.writes = not read_only
    return connection


def _address(file: Path, how: str) -> str:
    return f"file:{quote(os.fsencode(file))}?{how}"


def _connect(address: str, settings: Sequence[str], file: Path) -> Connection:
    connection = sqlite3.connect(
        address,
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        factory=Connection,
    )
    connection.database = file
    try:
        for setting in settings:
            connection.execute(f"PRAGMA {setting}")
    except BaseException:
        connection.close()
        raise
    return connection


def _on_copy(path: Path, file: Path, most: int | None, settings: Sequence[str]) -> Connection:
    """Open a private copy of a database and the log beside it, which no other file names."""
    with _copy(path, file, most, settings) as copy:
        connection = _connect(_address(copy, "mode=rw"), settings, file)
        connection.is_copy = True
        return connection


@contextmanager
def _copy(path: Path, file: Path, most: int | None, settings: Sequence[str]) -> Iterator[Path]:
    """A private copy of a database, into which the log beside it was taken."""
    try:
        folder = new_run_folder(cache_folder("opened"))
        try:
            copy = folder / "library.db"
            _copy_both(path, file, copy, most)
            with closing(_connect(_address(copy, "mode=rw"), settings, file)) as connection:
                connection.execute("PRAGMA journal_mode = DELETE").fetchone()
            yield copy
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    except OSError as error:
        text = tr(
            "{path} can't be opened: a log is beside it that Tanglescope didn't write here, so both"
            " have to be copied first, and that failed: {why}.",
            path=path,
            why=system_message(error),
        )
        raise Unreachable(f"{text} {remedy(error)}") from error


def _copy_both(path: Path, file: Path, copy: Path, most: int | None) -> None:
    """Copy a database and the log beside it, as both were at one moment. Raises `OSError`."""
    ends = "", "-wal"
    for _ in range(_TRIES):
        before = [_state(Path(f"{file}{end}")) for end in ends]
        size = sum(bytes_ for bytes_, *_ in before)
        if most is not None and size > most:
            raise DatabaseError(
                tr(
                    "{path} can't be opened: a log is beside it that Tanglescope didn't write here,"
                    " so both would have to be copied, which are {megabytes:,} MB. Back it up,"
                    " which makes one file, and open the backup.",
                    path=path,
                    megabytes=size // 1_000_000,
                )
            )
        if size > shutil.disk_usage(copy.parent).free:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        for end in ends:
            with (
                open_regular(Path(f"{file}{end}")) as source,
                copy.with_name(f"{copy.name}{end}").open("wb") as target,
            ):
                shutil.copyfileobj(source, target, _AT_ONCE)
        if before == [_state(Path(f"{file}{end}")) for end in ends]:
            return
    raise DatabaseError(
        tr(
            "{path} can't be opened: another program is writing to it. Try again when it has"
            " finished.",
            path=path,
        )
    )


def _state(path: Path) -> tuple[int, ...]:
    status = path.lstat()
    return status.st_size, status.st_ino, status.st_mtime_ns, status.st_ctime_ns


def _take_log_in(path: Path, file: Path, most: int | None, settings: Sequence[str]) -> None:
    """Replace a database by a copy into which the log beside it was taken; remove the log."""
    with used_by_no_other(path), _copy(path, file, most, settings) as copy:
        with copy.open("rb") as source, replacing_private(file, durably=True) as target:
            shutil.copyfileobj(source, target, _AT_ONCE)
        for end in COMPANIONS:
            Path(f"{file}{end}").unlink(missing_ok=True)


@contextmanager
def used_by_no_other(path: Path) -> Iterator[None]:
    """Keep all other connections of SQLite to a database away.

    Raises `DatabaseError` if there is one, in this process, too.
    """
    file = Path(os.path.realpath(path))
    if is_open(file):
        raise _in_use(path)
    try:
        descriptor = open_safely(file, os.O_RDWR)
    except OSError as error:
        text = tr("{path} can't be written: {why}.", path=path, why=system_message(error))
        raise Unreachable(f"{text} {remedy(error)}") from None
    try:
        if not are_bytes_locked_now(descriptor, *_LOCKED_BY_ALL):
            raise _in_use(path)
        yield
    finally:
        os.close(descriptor)


def _in_use(path: Path) -> DatabaseError:
    return DatabaseError(
        tr(
            "{path} can't be written: another program has it open, and that isn't a Tanglescope"
            " with your settings. Close it there first.",
            path=path,
        )
    )


def refuse_strange_companions(path: Path) -> None:
    """Refuse a rollback journal, and anything but a plain file in the place of a log.

    Each is looked at in a single call: another process may remove its log at any moment. Raises
    `DatabaseError`.
    """
    file = Path(os.path.realpath(path))
    for end in COMPANIONS:
        if end == "-shm" and is_open(file):
            continue  # checked when this process opened it, and SQLite doesn't open it again
        companion = Path(f"{file}{end}")
        with suppress(FileNotFoundError):
            status = companion.lstat()
            if not stat.S_ISREG(status.st_mode):
                raise DatabaseError(
                    tr(
                        "{path} can't be opened: {companion} beside it, which would be its log, "
                        "isn't a file. Remove it.",
                        path=path,
                        companion=companion.name,
                    )
                )
            if end == "-journal":
                raise _strange(path, companion.name)
            if not is_plain(status):
                raise DatabaseError(
                    tr(
                        "{path} can't be opened: {companion} beside it, which would be its log, "
                        "has a second name. Close the database everywhere, and replace"
                        " {companion} by a copy of itself.",
                        path=path,
                        companion=companion.name,
                    )
                )


def _strange(path: Path, companion: str) -> DatabaseError:
    return DatabaseError(
        tr(
            "{path} can't be opened: {companion} beside it is of another program, and could let"
            " SQLite delete your files. Move {name} alone to another folder, and open it there.",
            path=path,
            companion=companion,
            name=path.name,
        )
    )

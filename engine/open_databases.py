"""The files in use: open databases, which only SQLite may open, and archives that are read.

A process that closes any descriptor of a file releases all its locks on that file. Another process
may then believe that it is the last user, and delete the log that is in use
(https://www.sqlite.org/howtocorrupt.html, section 2.2). So code that opens a file named by a user
or an archive asks this module first, which only compares names and inodes.
"""

import errno
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from tanglescope.engine.wording import later, tr

REPLACED = later("another file was put in its place while it was open, or it was moved or deleted")

_COMPANIONS = ("", "-wal", "-shm", "-journal")

Identity = tuple[int, int]
"""The identity of a file, independent of its name: device and inode."""

_open: list[Path] = []
"""One entry per connection; any thread may add and remove entries, each in one atomic step."""

_files: dict[Path, Identity] = {}
"""The file at the path of an open database when its first connection was opened."""


class _Followed(NamedTuple):
    """An archive that is read, and what finds its files."""

    archive: Path
    files_of: Callable[[Path], Iterable[Path]]


_followed: list[_Followed] = []
"""One entry per reader or follower of an archive, changed like `_open`."""


def note_open(database: Path) -> None:
    """Note that a connection to a database is about to be opened.

    Raises `OSError` if another file has replaced an open one: the log beside it belongs to the old
    file.
    """
    there = _identity(database)
    if database not in _open and there is not None:
        _files[database] = there
    elif is_replaced(database):
        raise OSError(errno.ESTALE, tr(REPLACED), str(database))
    _open.append(database)


def note_closed(database: Path) -> None:
    """Note that a connection is closed."""
    _open.remove(database)
    if database not in _open:
        _files.pop(database, None)


def is_open(database: Path) -> bool:
    """Whether this process has a connection to the database at a path."""
    return database in _open


def is_replaced(database: Path) -> bool:
    """Whether the file of an open database was moved, removed or replaced by another one."""
    noted = _files.get(database)
    return noted is not None and _identity(database) != noted


def open_database_of(path: Path) -> Path | None:
    """The open database to which the file at `path` belongs, under any name; None if none."""
    identity = _identity(path)
    if identity is None:
        return None
    for database in dict.fromkeys(list(_open)):
        for companion in _COMPANIONS:
            if _identity(database.with_name(database.name + companion)) == identity:
                return database
    return None


def note_followed(archive: Path, files_of: Callable[[Path], Iterable[Path]]) -> None:
    """Note that an archive is being read or followed, so that nothing is written over its files.

    `files_of` finds them when something is about to be written, as a folder may get more.
    """
    _followed.append(_Followed(archive, files_of))


def note_left(archive: Path) -> None:
    """Note that one reader or follower of an archive has finished."""
    _followed.remove(next(each for each in list(_followed) if each.archive == archive))


def keep_off(file: Path) -> None:
    """Check a file before it is overwritten.

    Raises `OSError` if it belongs to an open database, or is an archive that is read or followed.
    """
    if open_database_of(file) is not None:
        raise OSError(errno.EEXIST, tr("it belongs to the database that is open"), str(file))
    identity = _identity(file)
    if identity is not None and identity in map(_identity, _followed_files()):
        raise OSError(errno.EEXIST, tr("it is an archive that is open here"), str(file))


def _followed_files() -> Iterator[Path]:
    for archive, files_of in dict.fromkeys(list(_followed)):  # other threads change it
        yield archive
        yield from files_of(archive)


def _identity(path: Path) -> Identity | None:
    with suppress(OSError, ValueError):
        status = path.stat()
        return status.st_dev, status.st_ino
    return None

"""The databases that this process has open: nothing but SQLite may open their files.

A process that closes any descriptor of a file lets go of all locks that it holds on it. Another
process may then take itself for the last one, and delete the log that is in use
(https://www.sqlite.org/howtocorrupt.html, section 2.2). So whoever is about to open a file that
a person or an archive has named asks here first, which only looks at names and inodes.
"""

import errno
from contextlib import suppress
from pathlib import Path

from engine.wording import tr

_COMPANIONS = ("", "-wal", "-shm", "-journal")

_open: list[Path] = []
"""One entry for each connection; lists are changed in one go, whatever thread does it."""


def note_open(database: Path) -> None:
    """A connection to the database is about to be made."""
    _open.append(database)


def note_closed(database: Path) -> None:
    """A connection that was noted is closed."""
    _open.remove(database)


def open_database_of(path: Path) -> Path | None:
    """The open database to which the file at `path` belongs, under whatever name; else None."""
    identity = _identity(path)
    if identity is None:
        return None
    for database in dict.fromkeys(_open):
        for companion in _COMPANIONS:
            if _identity(database.with_name(database.name + companion)) == identity:
                return database
    return None


def keep_off(file: Path) -> None:
    """Look at a file before it is written over. Raises `OSError` if an open database needs it."""
    if open_database_of(file) is not None:
        raise OSError(errno.EBUSY, tr("it belongs to the database that is open"), str(file))


def _identity(path: Path) -> tuple[int, int] | None:
    with suppress(OSError, ValueError):
        status = path.stat()
        return status.st_dev, status.st_ino
    return None

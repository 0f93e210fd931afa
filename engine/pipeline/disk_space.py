"""Disk space: what an import needs, and one clear error if a disk is full.

Workers write parts, this process writes a database, and Spark writes to the cache; each reports a
full disk in its own way.
"""

import errno
import shutil
import sqlite3
from pathlib import Path
from types import TracebackType

from engine.files import Beside
from engine.pipeline.errors import NoRoom
from engine.store.files.errors import DiskFull

DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Error numbers for a full disk, an exceeded quota and a file that is too large."""

_PARTS = 0.75
_DATABASE = 2.1
"""Bytes of parts and of the database for each byte of an archive, as measured."""


class DiskSpace:
    """The disk that an import into the database at `path` writes to; `waiting` bytes are new.

    As a context manager it turns every error about a full disk into `NoRoom`.
    """

    def __init__(self, path: Path) -> None:
        self.waiting = 0
        self._path = path

    def __enter__(self) -> "DiskSpace":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if error is None or not _is_full(error):
            return
        place = self._place(error)
        missing = self.missing() if place == self._path else 0
        raise NoRoom(place, missing) from error

    def missing(self) -> int:
        """The estimated bytes that the rest of the import needs beyond the free space."""
        parts = Beside.PARTS.of(self._path).rglob("*.parquet")
        checked = sum(file.stat().st_size for file in parts)
        wanted = max(int(_PARTS * self.waiting) - checked, 0) + int(_DATABASE * self.waiting)
        return max(wanted - _free(self._path) - self._reusable(), 0)

    def _reusable(self) -> int:
        """The bytes of SQLite's log, which is written over after a transaction."""
        log = self._path.with_name(f"{self._path.name}-wal")
        return log.stat().st_size if log.exists() else 0

    def _place(self, error: BaseException) -> Path:
        """The path whose disk is full: the database's, or the one that the error names."""
        # Workers write beside the database and to the cache, and don't report which is full.
        other = error.place if isinstance(error, NoRoom) else getattr(error, "filename", None)
        return self._path if other is None else min(self._path, Path(other), key=_free)


def _is_full(error: BaseException) -> bool:
    if isinstance(error, sqlite3.OperationalError):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
    is_known = isinstance(error, NoRoom | DiskFull)
    return is_known or (isinstance(error, OSError) and error.errno in DISK_FULL)


def _free(path: Path) -> int:
    """The free bytes on the disk of a path, which need not exist yet."""
    there = next(each for each in (path, *path.absolute().parents) if each.exists())
    return shutil.disk_usage(there).free

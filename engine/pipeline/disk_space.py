"""Disk space: what an import needs, and one clear error if a disk is full.

Workers write parts, this process writes a database, and Spark writes to the cache; each reports a
full disk in its own way.
"""

import errno
import shutil
import sqlite3
from pathlib import Path
from types import TracebackType

from tanglescope.engine.pipeline.errors import NoRoom
from tanglescope.engine.pipeline.files.staging import own_parts
from tanglescope.engine.store.files.errors import DiskFull

DISK_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Error numbers for a full disk, an exceeded quota and a file that is too large."""

_PARTS = 0.75
_DATABASE = 2.1
"""Bytes of parts and of the database for each byte of an archive, as measured."""


class DiskSpace:
    """The disks that an import into the database at `path` writes to; `waiting` bytes are new.

    As a context manager it turns every error about a full disk into `NoRoom`.
    """

    def __init__(self, path: Path) -> None:
        self.waiting = 0
        self.is_shared = False
        self._path = path
        self._parts = own_parts(path)

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
        raise NoRoom(place, self.missing(place)) from error

    @property
    def places(self) -> tuple[Path, Path]:
        """The paths of the database and of the checked parts, whose disks may be different."""
        # On a cluster both are on the disk that all machines share.
        return self._path, self._path.parent if self.is_shared else self._parts

    def missing(self, place: Path | None = None) -> int:
        """The estimated bytes that the rest of the import needs on a disk beyond the free space.

        It is the disk of `place`, or of the database.
        """
        disk = _disk(place or self._path)
        wanted = 0
        if disk == _disk(self._path):
            wanted += int(_DATABASE * self.waiting) - self._reusable()
        if disk == _disk(self.places[1]):
            checked = sum(file.stat().st_size for file in self._parts.rglob("*.parquet"))
            wanted += max(int(_PARTS * self.waiting) - checked, 0)
        return max(wanted - _free(place or self._path), 0)

    def _reusable(self) -> int:
        """The bytes of SQLite's log, which is written over after a transaction."""
        log = self._path.with_name(f"{self._path.name}-wal")
        return log.stat().st_size if log.exists() else 0

    def _place(self, error: BaseException) -> Path:
        """The path whose disk is full: the database's, or the one that the error is about."""
        if isinstance(error, sqlite3.Error | DiskFull):
            return self._path
        # Workers write to the cache, and don't always report which disk is full.
        named = error.folder if isinstance(error, NoRoom) else getattr(error, "filename", None)
        return min(self._path, Path(named or self.places[1]), key=_free)


def _is_full(error: BaseException) -> bool:
    if isinstance(error, sqlite3.OperationalError):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
    is_known = isinstance(error, NoRoom | DiskFull)
    return is_known or (isinstance(error, OSError) and error.errno in DISK_FULL)


def _free(path: Path) -> int:
    """The free bytes on the disk of a path, which need not exist yet."""
    return shutil.disk_usage(_existing(path)).free


def _disk(path: Path) -> int:
    return _existing(path).stat().st_dev


def _existing(path: Path) -> Path:
    return next(each for each in (path, *path.absolute().parents) if each.exists())

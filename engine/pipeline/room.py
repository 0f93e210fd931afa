"""Room on the disk: what an import needs, and clear words for a full disk wherever it is met.

Workers write parts to files, this process writes a database, Spark writes to the cache: each
of them says in its own way that there is no room.
"""

import errno
import shutil
import sqlite3
from pathlib import Path
from types import TracebackType

from engine.pipeline.errors import NoRoom
from engine.store.files.errors import DiskFull

OUT_OF_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system answers where a disk, a quota or the largest file of a disk is full."""

_PARTS = 0.75
_DATABASE = 2.1
"""Bytes of what is checked, and of the database, for a byte of an archive, as measured."""


class Room:
    """Where an import into the database at `path` writes; `waiting` bytes of archives are new.

    As a context it raises `NoRoom` for every way to say that a disk is full.
    """

    def __init__(self, path: Path) -> None:
        self.waiting = 0
        self._path = path

    def __enter__(self) -> "Room":
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
        missing = self._missing() if place == self._path else 0
        raise NoRoom(place, missing) from error

    def _place(self, error: BaseException) -> Path:
        """The path whose disk is full: the database's, or that which the error names."""
        # Workers write beside the database and to the cache, and don't say where it went wrong.
        other = error.place if isinstance(error, NoRoom) else getattr(error, "filename", None)
        return self._path if other is None else min(self._path, Path(other), key=_free)

    def _missing(self) -> int:
        """How many bytes more than there are the rest of the import takes, by estimate."""
        parts = self._path.with_name(f".{self._path.name}.importing").rglob("*.parquet")
        checked = sum(file.stat().st_size for file in parts)
        wanted = max(int(_PARTS * self.waiting) - checked, 0) + int(_DATABASE * self.waiting)
        return max(wanted - _free(self._path), 0)


def _is_full(error: BaseException) -> bool:
    if isinstance(error, sqlite3.OperationalError):
        return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_FULL
    is_known = isinstance(error, NoRoom | DiskFull)
    return is_known or (isinstance(error, OSError) and error.errno in OUT_OF_ROOM)


def _free(path: Path) -> int:
    """How many bytes are left on the disk that a path is, or will be, on."""
    there = next(each for each in (path, *path.absolute().parents) if each.exists())
    return shutil.disk_usage(there).free

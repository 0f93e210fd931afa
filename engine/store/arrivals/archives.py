"""Archives that were read: how far, and how to know them again.

An archive is known by its path and by the bytes at both ends of what was read. One that
has grown is read on from where reading stopped; one that was replaced is read anew.
"""

import hashlib
import os
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

from engine.archive.record import START, Cursor
from engine.store.files.errors import reports_damage
from engine.store.files.sqlite import Database

WINDOW = 65536
"""The number of bytes at either end of the part that was read that identify an archive."""


@dataclass(frozen=True, slots=True)
class SeenArchive:
    """An archive as the database knows it; reading goes on at `cursor`."""

    number: int
    path: Path
    cursor: Cursor


@reports_damage(attrgetter("_database"))
class Archives:
    """The archives that a database has read from."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def paths(self) -> list[Path]:
        """Where those archives were of which something was read, each once, as they came."""
        rows = self._database.execute(
            "SELECT path FROM archives WHERE offset > 0 GROUP BY path ORDER BY min(id)"
        )
        return [Path(path) for (path,) in rows]

    def bad_records(self) -> dict[str, int]:
        """How many of their records were refused by which rule, the most first."""
        question = "SELECT rule, count(*) FROM quarantine GROUP BY rule ORDER BY 2 DESC, 1"
        return dict(self._database.execute(question).fetchall())

    def recognize(self, path: Path) -> SeenArchive:
        """The archive at `path`, entered with nothing read when it is new or was replaced."""
        seen = self.find(path)
        if seen is not None:
            return seen
        (archive,) = self._database.execute(
            "INSERT INTO archives (path, fingerprint) VALUES (?, ?) RETURNING id",
            (_named(path), fingerprint(path, 0)),
        ).fetchone()
        return SeenArchive(archive, path, START)

    def find(self, path: Path) -> SeenArchive | None:
        """The archive at `path`, if something was read from it as it is now."""
        known = self._database.execute(
            "SELECT id, offset, number, extent, fingerprint FROM archives"
            " WHERE path = ? ORDER BY id DESC",
            (_named(path),),
        ).fetchall()
        for archive, offset, number, extent, digest in known:
            if fingerprint(path, extent) == digest:
                return SeenArchive(archive, path, Cursor(offset, number))
        return None

    def advance(self, archive: SeenArchive, cursor: Cursor) -> SeenArchive:
        """Everything before `cursor` has been taken in."""
        # Cursors into compressed archives count decompressed bytes, beyond the file's end.
        extent = min(cursor.offset, archive.path.stat().st_size)
        self._database.execute(
            "UPDATE archives SET offset = ?, number = ?, extent = ?, fingerprint = ? WHERE id = ?",
            (
                cursor.offset,
                cursor.number,
                extent,
                fingerprint(archive.path, extent),
                archive.number,
            ),
        )
        return SeenArchive(archive.number, archive.path, cursor)


def _named(path: Path) -> str:
    """A path as text; bytes that are none are escaped, since SQLite takes no halves of characters.

    Two files might share such a name; archives are distinguished by their contents.
    """
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def fingerprint(path: Path, extent: int) -> bytes:
    """The digest of both ends of the first `extent` bytes; of fewer where the file is shorter."""
    window = min(WINDOW, extent)
    with path.open("rb") as file:
        beginning = file.read(window)
        file.seek(extent - window)
        end = file.read(window)
    return hashlib.sha256(beginning + end).digest()

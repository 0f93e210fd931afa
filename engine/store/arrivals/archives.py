"""Archives that were read: how far, and how to recognize them.

An archive is identified by its path and by the bytes at both ends of the part that was read. If it
has grown, reading resumes where it stopped; if it was replaced, it is read again from the start.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path

import orjson

from tanglescope.engine.archive.record import START, Cursor
from tanglescope.engine.archive.source import open_disk_file
from tanglescope.engine.store.files.errors import reports_damage
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.system.files import path_as_text

WINDOW = 65536
"""The number of bytes at each end of the part that was read by which an archive is recognized."""


@dataclass(frozen=True, slots=True)
class SeenArchive:
    """An archive as the database knows it; reading resumes at `cursor`."""

    number: int
    path: Path
    cursor: Cursor


@reports_damage(attrgetter("_database"))
class Archives:
    """The archives that were read into a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def paths(self) -> list[Path]:
        """The paths of the archives of which something was read, each once, in order of import."""
        rows = self._database.execute(
            "SELECT path FROM archives WHERE offset > 0 GROUP BY path ORDER BY min(id)"
        )
        return [Path(path) for (path,) in rows]

    def bad_records(self) -> dict[str, int]:
        """The number of refused records by rule, the largest first."""
        question = "SELECT rule, count(*) FROM quarantine GROUP BY rule ORDER BY 2 DESC, 1"
        return dict(self._database.execute(question).fetchall())

    def recognize(self, path: Path) -> SeenArchive:
        """The archive at `path`; a new or replaced one is entered as unread."""
        seen = self.find(path)
        if seen is not None:
            return seen
        (archive,) = self._database.execute(
            "INSERT INTO archives (path, fingerprint) VALUES (?, ?) RETURNING id",
            (path_as_text(path), fingerprint(path, 0)),
        ).fetchone()
        return SeenArchive(archive, path, START)

    def find(self, path: Path) -> SeenArchive | None:
        """The archive at `path`, if a part of its current content was read."""
        known = self._database.execute(
            "SELECT id, offset, number, extent, fingerprint FROM archives"
            " WHERE path = ? ORDER BY id DESC",
            (path_as_text(path),),
        ).fetchall()
        for archive, offset, number, extent, digest in known:
            if fingerprint(path, extent) == digest:
                return SeenArchive(archive, path, Cursor(offset, number))
        return None

    def refs(self, path: Path) -> tuple[str, ...]:
        """The branches and tags that were last chosen of the repository at `path`, if any were."""
        row = self._database.execute(
            "SELECT refs FROM archives WHERE path = ? AND refs <> '[]' ORDER BY id DESC",
            (path_as_text(path),),
        ).fetchone()
        return () if row is None else tuple(orjson.loads(row[0]))

    def choose(self, path: Path, refs: Sequence[str]) -> None:
        """Keep which branches and tags are read of the repository at `path`."""
        self._database.execute(
            "UPDATE archives SET refs = ? WHERE path = ?",
            (as_json(refs), path_as_text(path)),
        )

    def advance(self, archive: SeenArchive, cursor: Cursor) -> SeenArchive:
        """Note that everything before `cursor` is stored."""
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


def fingerprint(path: Path, extent: int) -> bytes:
    """The digest of both ends of the first `extent` bytes, or of a shorter file."""
    window = min(WINDOW, extent)
    with open_disk_file(path) as file:
        beginning = file.read(window)
        file.seek(extent - window)
        end = file.read(window)
    return hashlib.sha256(beginning + end).digest()

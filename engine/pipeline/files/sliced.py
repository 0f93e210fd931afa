"""Archives to import, cut into slices, with the parts of slices that are checked already."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tanglescope.engine.archive.record import START, Cursor
from tanglescope.engine.pipeline.files.parts import CheckedSlice, Criteria, find_part, kept_part
from tanglescope.engine.pipeline.files.slices import Slice, cut
from tanglescope.engine.sources import open_source
from tanglescope.engine.store.arrivals.archives import Archives
from tanglescope.engine.store.arrivals.extracts import Batch
from tanglescope.engine.store.arrivals.quarantine import Quarantine
from tanglescope.engine.store.files.database import writing
from tanglescope.engine.store.files.sqlite import Database

_ARCHIVE = 48
"""Bits of a position that hold the offset; the number of the archive is above them."""

MOST_ARCHIVES = 1 << 63 - _ARCHIVE
"""The number of archives whose positions fit into 64 bits with a sign."""


def folder_for(staging: Path, archive: Path) -> Path:
    """The folder for the parts of an archive."""
    return staging / hashlib.sha256(str(archive).encode()).hexdigest()[:16]


@dataclass(slots=True)
class SlicedArchive:
    """An archive, cut into slices from `start` on, and the parts that exist.

    `number` is its index in the import.
    """

    number: int
    path: Path
    start: Cursor
    slices: list[Slice]
    parts: dict[Slice, CheckedSlice]

    @property
    def missing(self) -> list[Slice]:
        """The slices that are not checked yet."""
        return [piece for piece in self.slices if piece not in self.parts]

    def in_order(self) -> list[CheckedSlice]:
        """All parts, of an archive that is checked."""
        return [self.parts[piece] for piece in self.slices]

    def is_checked(self, piece: Slice) -> bool:
        """Whether the part of a slice has been written by now."""
        if piece not in self.parts and (part := find_part(piece)) is not None:
            self.parts[piece] = part
        return piece in self.parts

    def position(self, offset: int) -> int:
        """The position of a message among the messages of all archives."""
        return (self.number << _ARCHIVE) + offset

    def batches(self) -> Iterator[tuple[CheckedSlice, Batch]]:
        """The content of its parts in order, as if the archive had been read at once."""
        lines, after = self.start.number, self.start
        for part in self.in_order():
            batch = part.batch(lines, after)
            lines += part.lines
            after = batch.after
            yield part, batch


def cut_archive(
    number: int, archive: Path, database: Database | None, staging: Path, criteria: Criteria
) -> SlicedArchive:
    """Cut an archive, of which a database may know a part. Raises `ArchiveError`.

    Parts of an earlier import are used if they were checked by the same criteria.
    """
    path = open_source(archive).path.resolve()
    has_key = criteria.hmac_key is not None
    start = START if database is None else _start(path, database, has_key=has_key)
    slices = cut(path, start, folder_for(staging, path))
    found = {piece: kept_part(piece, criteria) for piece in slices}
    parts = {piece: part for piece, part in found.items() if part}
    return SlicedArchive(number, path, start, slices, parts)


def _start(path: Path, database: Database, *, has_key: bool) -> Cursor:
    """Where the part of an archive ends that a database has read."""
    archives = Archives(database)
    if (seen := archives.find(path)) is None:
        return START
    with writing(database):
        if Quarantine(database).pardon(seen.number, has_key=has_key):
            seen = archives.advance(seen, START)
    return seen.cursor

"""Plans: archives to import, divided into slices, with the parts that exist already."""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from engine.archive.errors import ArchiveError
from engine.archive.record import START, Cursor
from engine.pipeline.files.parts import CheckedSlice, forget_under_way, read_parts, under_way
from engine.pipeline.files.slices import Slice, cut
from engine.sources import open_source
from engine.store.arrivals.archives import Archives, SeenArchive
from engine.store.arrivals.extracts import Batch
from engine.store.arrivals.quarantine import Quarantine
from engine.store.files.database import connect, writing

_ARCHIVE = 48
"""Bits of a position that hold the offset; the number of the archive is above them."""

MOST_ARCHIVES = 1 << 63 - _ARCHIVE
"""The number of archives whose positions fit into 64 bits with a sign."""


@dataclass(frozen=True, slots=True)
class StagedArchive:
    """An archive whose slices are checked; `number` is its index in the import.

    If `parts` is lazy, parts may still be written while they are iterated, and they can be iterated
    once. `start` is where checking began; the database knows what is before it.
    """

    number: int
    path: Path
    start: Cursor
    folder: Path
    parts: Iterable[CheckedSlice]

    def batches(self) -> Iterator[tuple[CheckedSlice, Batch]]:
        """Its content in order, as if the archive had been read at once."""
        lines = self.start.number
        after = self.start
        for part in self.parts:
            batch = part.batch(self.folder, lines, after)
            lines += part.lines
            after = batch.after
            yield part, batch

    def position(self, offset: int) -> int:
        """The position of a message among the messages of all archives."""
        return (self.number << _ARCHIVE) + offset


def folder_for(staging: Path, archive: Path) -> Path:
    """The folder for the parts of an archive."""
    return staging / hashlib.sha256(str(archive).encode()).hexdigest()[:16]


@dataclass(slots=True)
class ArchivePlan:
    """An archive, divided into slices from `start` on; `network` identifies the signature key."""

    path: Path
    start: Cursor
    folder: Path
    network: str
    slices: list[Slice]
    parts: dict[Slice, CheckedSlice]

    @property
    def missing(self) -> list[Slice]:
        """The slices that are not checked yet."""
        return [piece for piece in self.slices if piece not in self.parts]

    def under_way(self) -> tuple[int, int]:
        """The bytes and records of the missing slices that are checked already."""
        return under_way(self.folder, self.missing)

    def look(self) -> None:
        """Find the parts that have been written."""
        self.parts |= read_parts(self.folder, self.missing, self.network)


def plan(archive: Path, known: dict[Path, SeenArchive], staging: Path, network: str) -> ArchivePlan:
    """The plan for an archive of which a database may know a part. Raises `ArchiveError`."""
    path = open_source(archive).path.resolve()
    start = known[path].cursor if path in known else START
    slices = cut(path, start)
    folder = folder_for(staging, path)
    forget_under_way(folder)
    return ArchivePlan(path, start, folder, network, slices, read_parts(folder, slices, network))


def known_archives(
    path: Path, archives: Sequence[Path], *, pardons: bool = False
) -> dict[Path, SeenArchive]:
    """The archives that the database at `path` has read from, by path.

    With `pardons` those of which signatures were refused are to be read again from their start.
    """
    database = connect(path)
    try:
        found = {}
        for log in _logs(archives):
            seen = Archives(database).find(log)
            if seen is not None and pardons:
                with writing(database):
                    if Quarantine(database).pardon(seen.number):
                        seen = Archives(database).advance(seen, START)
            if seen is not None:
                found[log] = seen
        return found
    finally:
        database.close()


def _logs(archives: Sequence[Path]) -> Iterator[Path]:
    """The files in which archives are."""
    for archive in archives:
        try:
            yield open_source(archive).path.resolve()
        except ArchiveError:
            continue

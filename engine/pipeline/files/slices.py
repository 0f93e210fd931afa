"""Slices: an archive divided into pieces that are checked once, by any process at any time.

A slice is identified by its position and the digest of its bytes, so that pieces that were checked
before a crash, or before the archive grew, aren't checked again, and changed ones are.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path

from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import Cursor, Reader, Record
from tanglescope.engine.archive.source import open_disk_file, skip_hole
from tanglescope.engine.archive.splitting import (
    MIDDLE,
    read_part,
    split_points,
)

SLICE = 4 << 20
"""Bytes of a slice: some 6,000 messages or half a second of work, which is also how often an import
reports its progress.
"""

_AT_ONCE = 1 << 20  # bytes


@dataclass(frozen=True, slots=True)
class Slice:
    """The records of an archive between two offsets; `end` is None for a part that isn't cut.

    `number` is the number of the record before it, `MIDDLE` where that isn't known; `size` is how
    many bytes there were when the slice was cut. What is found in it is put into `folder`.
    """

    reader: Reader
    start: int
    number: int
    end: int | None
    size: int
    folder: str

    def file(self, ending: str) -> Path:
        """A file for what is found in these bytes; names sort like slices."""
        cut = "" if self.end is None else "-cut"
        return Path(self.folder, f"{self.start:016x}-{self.size:x}{cut}{ending}")

    def records(self) -> Iterator[tuple[Cursor, Record]]:
        """Its records, each with the cursor before it."""
        return read_part(self.reader, Cursor(self.start, self.number), self.end)

    def fingerprint(self) -> str:
        """The digest of its bytes as they are now."""
        digest = hashlib.sha256()  # the fastest of the standard library on current processors
        left = self.size
        with open_disk_file(self.reader.path) as file:
            file.seek(self.start)
            while left > 0 and (some := file.read(min(left, _AT_ONCE))):
                digest.update(some)
                left -= len(some)
                if hole := skip_hole(file):  # which may have terabytes
                    digest.update(b"%d zeros" % hole)
                    left -= hole
        return digest.hexdigest()

    def lines(self, start: int) -> int:
        """How many lines end between the offset `start` and the end of the slice."""
        if self.end is None or start >= self.end:
            return 0
        return self.reader.lines_between(start, self.end)


def cut(path: Path, start: Cursor, folder: Path, step: int = SLICE) -> list[Slice]:
    """Divide an archive from `start` on into slices. Raises `ArchiveError`."""
    reader = open_archive(path)
    size = reader.path.stat().st_size
    if start.offset >= size > 0 and reader.can_be_split:
        return []
    offsets = [start.offset, *split_points(reader, start.offset, size, step)]
    return [
        Slice(
            reader,
            first,
            MIDDLE if first != start.offset else start.number,
            end,
            max((size if end is None else end) - first, 0),
            str(folder),
        )
        for first, end in zip_longest(offsets, offsets[1:])
    ]

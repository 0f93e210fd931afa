"""Staged archives: checked, slice by slice, and not yet in any database."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.archive.record import Cursor
from engine.pipeline.files.parts import CheckedSlice
from engine.store.arrivals.extracts import Portion

_ARCHIVE = 48
"""Bits of a position below the number of its archive: offsets in files are smaller."""


@dataclass(frozen=True, slots=True)
class Staged:
    """An archive whose slices are checked: `number` among those of the import, from 0 on.

    Its parts may come to be while one goes through them, as `parts` says; then that works once.
    `start` is where checking began, because a database knew what is before it.
    """

    number: int
    path: Path
    start: Cursor
    folder: Path
    parts: Iterable[CheckedSlice]

    def portions(self) -> Iterator[tuple[CheckedSlice, Portion]]:
        """All it holds, in its order, as if the archive had been read in one go."""
        lines = self.start.number
        after = self.start
        for part in self.parts:
            portion = part.portion(self.folder, lines, after)
            lines += part.lines
            after = portion.after
            yield part, portion

    def position(self, offset: int) -> int:
        """The place of a message among those of all archives."""
        return (self.number << _ARCHIVE) + offset


def folder_for(staging: Path, archive: Path) -> Path:
    """Where the parts of an archive are."""
    return staging / hashlib.sha256(str(archive).encode()).hexdigest()[:16]

"""Read a growing file from where the last read stopped."""

from collections.abc import Iterator
from pathlib import Path

from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.archive.record import START, Cursor, Record


class Follower:
    """Yields the records of a growing archive as they become complete."""

    def __init__(self, path: Path, cursor: Cursor = START) -> None:
        self._path = path
        self.cursor = cursor

    def poll(self) -> Iterator[Record]:
        """The records completed since the last call, oldest first."""
        if self._path.is_dir() or self._path.stat().st_size:
            for record in open_archive(self._path).records(self.cursor, growing=True):
                self.cursor = record.after
                yield record

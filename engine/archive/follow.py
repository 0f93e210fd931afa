"""Following: what a running client appends to an archive, read without touching it."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.archive.errors import ArchiveReplaced
from engine.archive.folder import find_log
from engine.archive.opening import open_archive
from engine.archive.record import START, Cursor, Reader, Record
from engine.archive.source import Source

_HEAD = 64


@dataclass(frozen=True, slots=True)
class _Shape:
    """What the file system and the first bytes say about which file this is."""

    device: int
    inode: int
    size: int
    changed: int
    head: bytes

    def continues(self, earlier: "_Shape", offset: int) -> bool:
        """Whether this is the file that was read up to `offset` when it had an earlier shape."""
        same_file = (self.device, self.inode) == (earlier.device, earlier.inode)
        head = earlier.head[:offset]
        return same_file and self.size >= earlier.size and self.head.startswith(head)


class Follower:
    """Hands out the records of a growing archive as they become complete.

    follower = Follower(path, start=saved_cursor)
    for record in follower.poll():      # again and again; costs a stat() if nothing changed
        ...
    save(follower.cursor)               # just behind the last record handed out
    """

    def __init__(self, path: Path, start: Cursor = START) -> None:
        self.path = find_log(path) if path.is_dir() else path
        self.cursor = start
        self._reader: Reader | None = None
        self._shape: _Shape | None = None

    def poll(self) -> Iterator[Record]:
        """The records that came to completion since the last time, oldest first.

        Raises `ArchiveReplaced` once when the file was cut or exchanged; from then on its
        records are read from the start. Raises the errors of `open_archive` as well.
        """
        shape = _look(self.path)
        if shape == self._shape:
            return
        earlier, self._shape = self._shape, shape
        if earlier is not None and not shape.continues(earlier, self.cursor.offset):
            self.cursor, self._reader = START, None
            self._shape = None
            raise ArchiveReplaced(
                f"{self.path} was cut or replaced: it is read from its start again."
            )
        if shape.size == 0:
            return
        reader = self._reader or open_archive(self.path)
        for record in reader.records(self.cursor, growing=True):
            self._reader = reader
            self.cursor = record.after
            yield record


def _look(path: Path) -> _Shape:
    with Source(path).open() as file:
        status = os.fstat(file.fileno())
        head = file.read(_HEAD)
    return _Shape(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, head)

"""The shape of an archive: what changes when a program writes to it, found without reading it."""

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from engine.archive.errors import NoLogInFolder
from engine.archive.folder import find_log
from engine.archive.opening import graphs_in

Shape: TypeAlias = frozenset[tuple[Path, int, int, int]]
"""For each file its path, and where it is on the disk, its size and when it was written."""


def shape_of(archive: Path) -> Shape | None:
    """The shape of an archive, which may be a folder; None if it isn't there."""
    try:
        shape = frozenset(_status(file) for file in _files_of(archive))
    except (OSError, NoLogInFolder):
        return None
    return shape or None


def _files_of(archive: Path) -> Iterable[Path]:
    if not archive.is_dir():
        return [archive]
    graphs = graphs_in(archive)
    return [find_log(archive)] if graphs is None else graphs.files()


def _status(file: Path) -> tuple[Path, int, int, int]:
    status = file.stat()
    return file, status.st_ino, status.st_size, status.st_mtime_ns

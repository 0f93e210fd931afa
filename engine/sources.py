"""Sources: whatever a user names to be read, an archive in any format or a database."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from engine.archive.opening import is_own_database, open_archive
from engine.archive.record import Reader
from engine.archive.source import ArchiveSource

_HEADER = 100
"""The size of the header of a database."""


_REFS: ContextVar[tuple[str, ...]] = ContextVar("refs", default=())


@contextmanager
def choosing_refs(patterns: Sequence[str]) -> Iterator[None]:
    """Read only these branches and tags of Git repositories; all of them if there are none."""
    before = _REFS.set(tuple(patterns))
    try:
        yield
    finally:
        _REFS.reset(before)


def open_source(path: Path, keys: Sequence[bytes] = ()) -> Reader:
    """A reader for an archive or a database.

    `keys` may decrypt Autobases. What is read of Git repositories is chosen by `choosing_refs`,
    since a source may be opened far from where it is named. Raises as `open_archive` does, and
    `DatabaseError`.
    """
    if not _is_database(path):
        return open_archive(path, keys, _REFS.get())
    # Imported here: only a database needs SQLite, and commands start faster without it.
    from engine.store.files.database_reader import DatabaseReader

    return DatabaseReader(path)


def is_of_database(reader: Reader) -> bool:
    """Whether a reader reads a database, which may have records of all kinds."""
    return reader.format == "database"


def _is_database(path: Path) -> bool:
    """Whether a file is a database, compressed or not.

    Raises `NotAnArchive` for one that is open here: the process would lose its locks.
    """
    if not path.is_file():
        return False
    with ArchiveSource.of(path).open() as file:
        return is_own_database(file.read(_HEADER))

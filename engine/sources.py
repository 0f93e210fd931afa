"""Sources: whatever a user names to be read, an archive in any format or a database."""

from collections.abc import Sequence
from pathlib import Path

from engine.archive.opening import is_own_database, open_archive
from engine.archive.record import Reader
from engine.archive.source import ArchiveSource
from engine.files import is_database

_HEADER = 100
"""The size of the header of a database."""


def open_source(path: Path, keys: Sequence[bytes] = (), refs: Sequence[str] = ()) -> Reader:
    """A reader for an archive or a database.

    `keys` may decrypt Autobases; `refs` choose what is read of a Git repository. Raises as
    `open_archive` does, and `DatabaseError`.
    """
    if not is_database(path) and not _is_packed_database(path):
        return open_archive(path, keys, refs)
    # Imported here: only a database needs SQLite, and commands start faster without it.
    from engine.store.files.database_reader import DatabaseReader

    return DatabaseReader(path)


def is_of_database(reader: Reader) -> bool:
    """Whether a reader reads a database, which may have records of all kinds."""
    return reader.format == "database"


def _is_packed_database(path: Path) -> bool:
    """Whether a file is a compressed database."""
    if not path.is_file() or not (source := ArchiveSource.of(path)).magic:
        return False
    with source.open() as file:
        return is_own_database(file.read(_HEADER))

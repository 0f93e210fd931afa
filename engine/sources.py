"""Sources: whatever a user names to be read, an archive in any format or a database."""

from collections.abc import Sequence
from pathlib import Path

from tanglescope.engine.archive.folder import database_in
from tanglescope.engine.archive.record import NotAnArchive, Reader
from tanglescope.engine.archive.source import ArchiveSource, chosen_refs
from tanglescope.engine.system.files import (
    SQLITE_HEADER,
    is_database,
    is_own_database,
    open_database_of,
)

_HEADER = 100
"""The size of the header of a database."""


def open_source(path: Path, keys: Sequence[bytes] = ()) -> Reader:
    """A reader for an archive or a database.

    `keys` may decrypt Autobases. What is read of Git repositories is chosen by `choosing_refs`,
    since a source may be opened far from where it is named. Raises as `open_archive` does, and
    `DatabaseError`.
    """
    file = database_in(path) if path.is_dir() else path
    beginning = _beginning(file) if file is not None else b""
    if file is not None and beginning.startswith(SQLITE_HEADER):
        # Imported here: only a database needs SQLite, and commands start faster without it.
        from tanglescope.engine.store.files.database_reader import DatabaseReader
        from tanglescope.engine.store.files.tilde_friends import TildeReader, is_of_tilde_friends

        if is_own_database(beginning):
            return DatabaseReader(file)
        if is_of_tilde_friends(file):
            return TildeReader(file)
    # Imported here: the window and commands that only read databases start faster without it.
    from tanglescope.engine.archive.opening import open_archive

    return open_archive(path, keys, chosen_refs())


def is_collection(path: Path) -> bool:
    """Whether a file is a database to open, and not one of Tilde Friends to read messages from."""
    if not is_database(path):
        return False
    try:
        if open_database_of(path) is not None or is_own_database(_beginning(path)):
            return True
    except NotAnArchive:  # a follower has opened it since it was asked
        return True
    # Imported here: only a database needs SQLite.
    from tanglescope.engine.store.files.tilde_friends import is_of_tilde_friends

    return not is_of_tilde_friends(path)


def _beginning(path: Path) -> bytes:
    """How a file begins, compressed or not.

    Raises `NotAnArchive` for one that is open here: the process would lose its locks.
    """
    if not path.is_file():
        return b""
    with ArchiveSource.of(path).open() as file:
        return file.read(_HEADER)

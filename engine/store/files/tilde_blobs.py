"""The blobs in the database of Tilde Friends, which has them beside its messages.

The database isn't trusted: a blob counts only if its bytes have the hash in its id. What a running
program has only in its log is found once it is in the database.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from tanglescope.engine.files import is_database, open_database_of
from tanglescope.engine.store.files.opening import open_on_disk

_SETTINGS = ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON")
_COLUMNS = """SELECT count(*) FROM sqlite_master AS its JOIN pragma_table_xinfo('blobs') AS here
    WHERE its.type = 'table' AND its.name = 'blobs' AND its.sql NOT LIKE '%VIRTUAL%'
    AND here.name IN ('id', 'content') AND NOT here.hidden"""
_IDS = "SELECT CAST(id AS BLOB) FROM blobs WHERE length(CAST(id AS BLOB)) = 52"
_CONTENT = """SELECT content FROM blobs
    WHERE id = ? AND typeof(content) = 'blob' AND length(content) <= ?"""


@dataclass(frozen=True, slots=True)
class TildeBlobs:
    """The table of blobs in a database; see `engine.blobs.folders.BlobTable`."""

    path: Path

    def content(self, blob: str, most: int) -> bytes | None:
        """The bytes under an id, not verified; None if there are none, or too many."""
        try:
            with closing(open_on_disk(self.path, _SETTINGS)) as database:
                row = database.execute(_CONTENT, (blob, most)).fetchone()
        except (OSError, sqlite3.Error):
            return None
        return None if row is None else bytes(row[0])

    def ids(self) -> Iterator[str]:
        """The ids in the table that are as long as those of blobs."""
        found: list[tuple[bytes]] = []
        with (
            suppress(OSError, sqlite3.Error),
            closing(open_on_disk(self.path, _SETTINGS)) as database,
        ):
            found = database.execute(_IDS).fetchall()
        for (blob,) in found:
            yield blob.decode("ascii", "replace")


def tables_in(archives: Iterable[Path]) -> list[TildeBlobs]:
    """The tables of blobs in archives that are databases."""
    return [TildeBlobs(each) for each in archives if _has_blobs(each)]


def _has_blobs(path: Path) -> bool:
    # If one that is open here were opened as a file, the process would lose its locks.
    if open_database_of(path) is not None or not is_database(path):
        return False
    try:
        with closing(open_on_disk(path, _SETTINGS)) as database:
            ((columns,),) = database.execute(_COLUMNS)
    except (OSError, sqlite3.Error):
        return False
    return bool(columns == 2)

"""Publishing: a database that was built beside its place is moved there, whole or not at all.

Where nothing is, it gets its name. Where a database is that is still empty, as a
window makes one when it opens, it is copied over it in one transaction, so that a process with that
one open goes on with it.
"""

import sqlite3
from contextlib import closing
from pathlib import Path

from engine.store.files.database import connect, remember
from engine.store.files.sqlite import Database, quoted
from engine.store.files.strangers import own_tables


class Occupied(Exception):
    """Something was put into the database meanwhile."""


_PAGES = 16
"""Pages that are copied at once: fewer than a database without a row has."""


def is_untouched(path: Path) -> bool:
    """Whether nothing is at `path`, or a database without a row. Raises `DatabaseError`."""
    if not path.exists():
        return True
    with closing(connect(path)) as database:
        return is_empty(database)


def is_empty(database: Database) -> bool:
    """Whether a database of ours holds no row, but for the one that every database has."""
    return not any(
        database.execute(f"SELECT EXISTS (SELECT 1 FROM {quoted(table)})").fetchone()[0]
        for table in own_tables()
        if table != "joined"
    )


def put_in_place(made: Path, path: Path) -> None:
    """Move a database to `path`. Raises `Occupied` if one with something in it is there."""
    if path.exists():
        _copy(made, path)
        made.unlink()
        return
    try:
        path.hardlink_to(made)
    except FileExistsError:
        raise Occupied(path) from None
    except OSError:
        # Not every disk knows links.
        if path.exists():
            raise Occupied(path) from None
        made.replace(path)
        return
    made.unlink()


def _page_size(database: sqlite3.Connection) -> int:
    """Bytes of a page."""
    ((size,),) = database.execute("PRAGMA page_size")
    return int(size)


def _copy(made: Path, path: Path) -> None:
    """Let a database without a row become the one that was made."""
    with (
        closing(sqlite3.connect(made)) as source,
        closing(connect(path)) as target,
        closing(connect(path, read_only=True)) as reader,
    ):
        if _page_size(source) != _page_size(target.conn):
            raise Occupied(path)  # it came to be while the other was made, and pages can't be cut
        is_ours = False

        def look(status: int, remaining: int, total: int) -> None:  # noqa: ARG001 - SQLite's
            # Other programs can't write from the first page on; what came before must not be lost.
            nonlocal is_ours
            if not is_ours and not is_empty(reader):
                raise Occupied(path)
            is_ours = is_ours or status == sqlite3.SQLITE_OK

        source.backup(target.conn, pages=_PAGES, progress=look)
        remember(target)

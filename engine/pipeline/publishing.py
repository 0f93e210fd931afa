"""Publish a database that was built in a temporary file, atomically.

If there is no database at the path, the file is renamed. If there is an empty database, such as the
window creates when it opens, the content is copied over it in one transaction, so that processes
that have it open can continue.
"""

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.store.files.database import connect, remember
from tanglescope.engine.store.files.known_databases import note
from tanglescope.engine.store.files.opening import COMPANIONS, used_by_no_other
from tanglescope.engine.store.files.sqlite import Database, quote_name
from tanglescope.engine.store.files.untrusted import own_tables
from tanglescope.engine.store.reference_limit import TABLE as LIMIT
from tanglescope.engine.store.reference_limit import reference_limit


class DatabaseInUse(Exception):
    """Another process has written to the database meanwhile."""


_PAGES = 16
"""Pages that are copied at once: fewer than an empty database has."""


def is_untouched(path: Path) -> bool:
    """Whether there is nothing at `path`, or an empty database. Raises `DatabaseError`."""
    if not path.exists():
        return True
    with closing(connect(path)) as database:
        return is_empty(database)


def is_empty(database: Database) -> bool:
    """Whether a Tanglescope database is empty, apart from a limit of references."""
    return not any(
        database.execute(f"SELECT EXISTS (SELECT 1 FROM {quote_name(table)})").fetchone()[0]
        for table in own_tables()
        if table != LIMIT
    )


def remove_empty(path: Path) -> None:
    """Remove a database if it is empty, without a limit, and no connection to it is open."""
    with suppress(TanglescopeError, OSError):
        with closing(connect(path)) as database:
            if not is_empty(database) or reference_limit(database) is not None:
                return
        with used_by_no_other(path):
            for end in ("", *COMPANIONS):
                path.with_name(f"{path.name}{end}").unlink(missing_ok=True)


def put_in_place(made: Path, number: int, path: Path) -> None:
    """Move a new database, which has this number, to `path`.

    Raises `DatabaseInUse` if the one there isn't empty.
    """
    if path.exists():
        _copy(made, path)
        made.unlink()
        return
    _move(made, path)
    note(number, path)


def _move(made: Path, path: Path) -> None:
    try:
        path.hardlink_to(made)
    except FileExistsError:
        raise DatabaseInUse(path) from None
    except OSError:
        # Not every file system supports links.
        if path.exists():
            raise DatabaseInUse(path) from None
        made.replace(path)
        return
    made.unlink()


def _copy(made: Path, path: Path) -> None:
    """Copy the new database over an empty one."""
    with (
        closing(connect(made)) as source,
        closing(connect(path)) as target,
        closing(connect(path, read_only=True)) as reader,
    ):
        # One that was created meanwhile may have pages of another size, which can't be changed.
        if len({each.execute("PRAGMA page_size").fetchone() for each in (source, target)}) > 1:
            raise DatabaseInUse(path)
        is_ours, limit = False, reference_limit(source)

        def look(status: int, remaining: int, total: int) -> None:  # noqa: ARG001 - SQLite's
            # From the first page on, other programs can't write; earlier writes must not be lost.
            nonlocal is_ours
            if not is_ours and (not is_empty(reader) or reference_limit(reader) != limit):
                raise DatabaseInUse(path)
            is_ours = is_ours or status == sqlite3.SQLITE_OK

        source.conn.backup(target.conn, pages=_PAGES, progress=look)
        remember(target)

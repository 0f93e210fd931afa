"""Libraries for tests, filled with signed messages."""

from collections.abc import Callable, Iterable
from contextlib import closing
from pathlib import Path

from engine.library import Library
from engine.message.message import content_of
from engine.store.files.schema import APPLICATION, migrations
from engine.store.files.sqlite import Database
from engine.store.search import indexed
from tests.engine.authors import Said


def write(path: Path, said: Iterable[Said]) -> Path:
    """An archive of NDJSON with these messages."""
    path.write_bytes(b"".join(each.line for each in said))
    return path


def as_of_before(new: Path, path: Path, migration: str) -> Path:
    """A database as an older program would have made it from the messages in a `new` one.

    It lacks a migration and all later ones.
    """
    with closing(Database(path)) as old:
        old.execute(f"PRAGMA application_id = {APPLICATION}")
        migrations.apply(old, stop_before=migration)
        old.execute("ATTACH ? AS new", (str(new),))
        tables = {name for (name,) in old.execute("SELECT name FROM main.sqlite_master")}
        theirs = {name for (name,) in old.execute("SELECT name FROM new.sqlite_master")}
        for table in sorted(tables & theirs & _COPIED):
            old.execute(f"INSERT INTO main.{table} SELECT * FROM new.{table}")
        old.execute(
            """INSERT INTO threads
                (id, root, present, title, messages, authors, first, latest, revision)
            SELECT id, root, present, title, messages, authors, first, latest, revision
            FROM conversations WHERE name = 'thread'"""
        )
        threads = "(SELECT id FROM threads)"
        old.execute(
            "INSERT INTO main.participants SELECT * FROM new.participants"
            f" WHERE conversation IN {threads}"
        )
        for table in ("blocks", "levels", "events", "causes"):
            old.execute(
                f"INSERT INTO main.{table} SELECT * FROM new.{table} WHERE timeline IN {threads}"
            )
        values = old.execute("SELECT id, value FROM main.messages").fetchall()
        old.conn.executemany(
            "INSERT INTO search (rowid, text, channel) VALUES (?, ?, ?)",
            [(number, *indexed(content_of(value))) for number, value in values],
        )
        old.conn.commit()
    return path


_COPIED = {"archives", "feeds", "ghosts", "links", "messages", "namings", "quarantine", "ranks"}


def library_of(folder: Path, *said: Said) -> Library:
    """A library that has imported these messages at once."""
    library = Library.open(folder / "library.db")
    library.ingest(write(folder / "log.ndjson", said))
    return library


def steps_of(database: Database, act: Callable[[], object]) -> int:
    """The steps of SQLite during a call, in hundreds."""
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    database.conn.set_progress_handler(count, 100)
    act()
    database.conn.set_progress_handler(None, 0)
    return steps

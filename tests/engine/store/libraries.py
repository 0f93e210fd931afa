"""Libraries for tests, filled with signed messages."""

from collections.abc import Callable, Iterable
from pathlib import Path

from tanglescope.engine.library import Library
from tanglescope.engine.store.files.sqlite import Database
from tests.engine.authors import Said


def write(path: Path, said: Iterable[Said]) -> Path:
    """An archive of NDJSON with these messages."""
    path.write_bytes(b"".join(each.line for each in said))
    return path


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


def enter_messages(database: Database, keys: Iterable[str]) -> None:
    """Rows of messages with made-up keys, each by an author of its own."""
    for number, key in enumerate(keys, 1):
        database.execute("INSERT INTO feeds (id, key) VALUES (?, ?)", (number, f"@{number}"))
        database.execute(
            "INSERT INTO nodes (id, key, author, sequence, value, status)"
            " VALUES (?, ?, ?, 1, '{}', 'valid')",
            (number, key, number),
        )

"""Damaged rows are reported in sentences; errors in a sound file are not taken for damage."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.store.files.database import connect, reading
from tanglescope.engine.store.files.errors import DatabaseError
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write


@pytest.fixture
def database(tmp_path: Path) -> Path:
    alice = Author("alice")
    path = tmp_path / "own.db"
    with Library.open(path) as library:
        library.ingest(write(tmp_path / "log.ndjson", [alice.say(post("hello"))]))
    return path


def change_schema(path: Path, before: str, after: bytes) -> None:
    """Overwrite bytes in the schema of a database, as damage does."""
    with closing(sqlite3.connect(path)) as stranger:
        stranger.execute("PRAGMA journal_mode = DELETE")
    content = path.read_bytes()
    assert before.encode() in content
    path.write_bytes(content.replace(before.encode(), after, 1))


def test_a_damaged_schema_that_isnt_utf_8_is_reported(database: Path) -> None:
    change_schema(database, "conversation INTEGER NOT", b"conversation INTEGER \xceOT")
    with pytest.raises(
        DatabaseError, match="can't be opened: SQLite says “malformed database schema"
    ):
        connect(database)


def test_nonsense_in_a_damaged_file_is_reported_as_damage(database: Path) -> None:
    def change(*statements: str) -> None:
        with closing(sqlite3.connect(database)) as stranger:
            for statement in statements:
                stranger.execute(statement)
            stranger.commit()

    schema = "UPDATE sqlite_schema SET sql = {} WHERE name = 'feeds'"
    change("PRAGMA writable_schema = ON", schema.format("replace(sql, ' STRICT', '')"))
    change("UPDATE feeds SET waiting = 'many'")
    change("PRAGMA writable_schema = ON", schema.format("sql || ' STRICT'"))
    with (
        closing(connect(database, read_only=True)) as damaged,
        pytest.raises(DatabaseError, match=r"can't be read: .* feeds\.waiting"),
        reading(damaged),
    ):
        raise TypeError("many is no number")


def test_an_error_of_ours_in_a_sound_file_stays_what_it_is(database: Path) -> None:
    with (
        closing(connect(database, read_only=True)) as sound,
        pytest.raises(TypeError, match="ours"),
        reading(sound),
    ):
        raise TypeError("ours")

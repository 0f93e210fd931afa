import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.library import Library
from engine.store.database import connect
from engine.store.errors import DatabaseError

FOREIGN = {
    "a trigger": "CREATE TRIGGER theft AFTER INSERT ON messages BEGIN DELETE FROM messages; END",
    "a view": "CREATE VIEW seen AS SELECT * FROM messages",
    "a table of another module": "CREATE VIRTUAL TABLE words USING fts5(a)",
    "a search that keeps texts": "DROP TABLE search; CREATE VIRTUAL TABLE search USING fts5(text)",
}


def refused(path: Path, statement: str, words: str, *, read_only: bool) -> None:
    """See a database refused in these words, and left as a stranger's statement made it."""
    Library.open(path).close()
    with closing(sqlite3.connect(path)) as stranger:
        stranger.executescript(statement)
    before = path.read_bytes()
    with pytest.raises(DatabaseError, match=words):
        connect(path, read_only=read_only)
    assert path.read_bytes() == before


@pytest.mark.parametrize("statement", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("read_only", [True, False])
def test_what_a_stranger_put_into_a_database_is_not_run(
    tmp_path: Path, statement: str, read_only: bool
) -> None:
    refused(tmp_path / "gift.db", statement, "never makes", read_only=read_only)


CHANGED = {
    "a table of any types": "ALTER TABLE quarantine RENAME TO kept;"
    " CREATE TABLE quarantine AS SELECT * FROM kept; DROP TABLE kept",
    "a column that is computed": "ALTER TABLE links ADD COLUMN more"
    " TEXT AS (hex(zeroblob(100000000)))",
    "a column less": "ALTER TABLE quarantine DROP COLUMN rule",
    "an index that computes": "CREATE INDEX slow ON messages(hex(value))",
    "an index that leaves things out": "DROP INDEX messages_by_feed;"
    " CREATE INDEX messages_by_feed ON messages(author, sequence) WHERE sequence > 5",
    "an index less": "DROP INDEX messages_by_feed",
    "a table less": "DROP TABLE ghosts",
}


@pytest.mark.parametrize("statement", CHANGED.values(), ids=CHANGED)
@pytest.mark.parametrize("read_only", [True, False])
def test_what_a_stranger_changed_in_a_database_is_not_used(
    tmp_path: Path, statement: str, read_only: bool
) -> None:
    refused(tmp_path / "gift.db", statement, "left untouched", read_only=read_only)


def test_a_database_of_our_own_is_no_strangers(tmp_path: Path) -> None:
    for _ in range(2):
        connect(tmp_path / "own.db").close()

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.store.files import database as opening
from tanglescope.engine.store.files import untrusted
from tanglescope.engine.store.files.database import connect
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.files.schema import migrations
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.files.untrusted import TODAY
from tests.engine.store.older_databases import release_migration

FOREIGN = {
    "a trigger": "CREATE TRIGGER theft AFTER INSERT ON nodes BEGIN DELETE FROM nodes; END",
    "a view": "CREATE VIEW seen AS SELECT * FROM messages",
    "a table of another module": "CREATE VIRTUAL TABLE words USING fts5(a)",
    "a table": "CREATE TABLE diary (text)",
    "a table whose name is a query": 'CREATE TABLE "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL'
    ' SELECT i + 1 FROM n) SELECT i FROM n)" (text)',
    "a table that looks as if the search kept it": "CREATE TABLE search_more (id)",
    "an index": "CREATE INDEX slow ON nodes(rule)",
    "an index that computes": "CREATE INDEX slow ON nodes(hex(value))",
    "an index of the notes on migrations": "CREATE INDEX slow ON _sqlite_migrations(hex(name))",
    "statistics": "ANALYZE",
}


def refused(path: Path, statement: str, words: str, *, read_only: bool) -> None:
    """Check that a database is refused with these words and stays unchanged."""
    Library.open(path).close()
    with closing(sqlite3.connect(path)) as stranger:
        stranger.executescript(statement)
    before = path.read_bytes()
    with pytest.raises(DatabaseError, match=words):
        connect(path, read_only=read_only)
    assert path.read_bytes() == before


@pytest.mark.parametrize("statement", FOREIGN.values(), ids=FOREIGN)
@pytest.mark.parametrize("read_only", [True, False])
def test_code_added_to_a_database_is_not_run(
    tmp_path: Path, statement: str, read_only: bool
) -> None:
    refused(tmp_path / "gift.db", statement, "never creates", read_only=read_only)


CHANGED = {
    "a table of any types": "ALTER TABLE quarantine RENAME TO kept;"
    " CREATE TABLE quarantine AS SELECT * FROM kept; DROP TABLE kept",
    "a column that is computed": "ALTER TABLE links ADD COLUMN more"
    " TEXT AS (hex(zeroblob(100000000)))",
    "a column less": "ALTER TABLE quarantine DROP COLUMN rule",
    "notes on migrations that compute": "ALTER TABLE _sqlite_migrations ADD COLUMN more"
    " TEXT AS (hex(zeroblob(100000000)))",
    "an index that leaves things out": "DROP INDEX nodes_by_author;"
    " CREATE INDEX nodes_by_author ON nodes(author, sequence) WHERE sequence > 5",
    "an index less": "DROP INDEX nodes_by_author",
    "a view that leaves things out": "DROP VIEW messages;"
    " CREATE VIEW messages AS SELECT * FROM nodes WHERE sequence > 5",
    "a view less": "DROP VIEW messages",
    "a table less": "DROP TABLE redated",
    "a table of the search's less": "PRAGMA writable_schema = ON;"
    " DELETE FROM sqlite_master WHERE name = 'search_config'",
    "a search that keeps texts": "DROP TABLE search; CREATE VIRTUAL TABLE search USING fts5(text)",
    "a migration less": "DELETE FROM _sqlite_migrations WHERE id = 1",
}


@pytest.mark.parametrize("statement", CHANGED.values(), ids=CHANGED)
@pytest.mark.parametrize("read_only", [True, False])
def test_a_database_with_a_changed_schema_is_not_used(
    tmp_path: Path, statement: str, read_only: bool
) -> None:
    refused(tmp_path / "gift.db", statement, "left untouched", read_only=read_only)


def test_migrations_in_another_order_are_not_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    release_migration(monkeypatch)
    statement = "UPDATE _sqlite_migrations SET id = 99 WHERE id = 1"
    refused(tmp_path / "gift.db", statement, "in an order that", read_only=False)


def test_a_database_of_an_older_version_is_recognized_and_brought_up_to_date(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.db"
    connect(path).close()
    release_migration(monkeypatch)
    connect(path).close()
    with closing(connect(path, read_only=True)) as database:
        assert not migrations.pending(database)


def test_code_added_to_an_older_database_is_found_before_its_migration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.db"
    connect(path).close()
    with closing(sqlite3.connect(path)) as stranger:
        stranger.execute("CREATE TABLE diary (text)")
    release_migration(monkeypatch)
    with pytest.raises(DatabaseError, match=r"diary.*never creates"):
        connect(path)


def test_the_digest_of_todays_schema_is_that_of_our_migrations() -> None:
    assert untrusted._digest(untrusted._stages()[-1].entries) == TODAY, (
        "note the new one in engine/store/files/untrusted.py"
    )


def test_a_database_of_our_own_is_trusted(tmp_path: Path) -> None:
    for _ in range(2):
        connect(tmp_path / "own.db").close()


def test_code_added_after_the_first_check_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new.db"
    keep_a_log = opening._keep_a_log

    def be_late(opened: Database) -> None:
        keep_a_log(opened)
        with closing(sqlite3.connect(path)) as stranger:
            stranger.execute("CREATE TABLE theirs (a)")

    monkeypatch.setattr(opening, "_keep_a_log", be_late)
    with pytest.raises(DatabaseError, match="another program"):
        connect(path)

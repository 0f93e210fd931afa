"""A new database is moved to its place as a whole, and replaces no existing file."""

from contextlib import closing
from pathlib import Path

import pytest

from tanglescope.engine.library import Engine, Library, import_archives
from tanglescope.engine.pipeline.publishing import (
    DatabaseInUse,
    is_empty,
    is_untouched,
    put_in_place,
)
from tanglescope.engine.store.arrivals.reports import Progress
from tanglescope.engine.store.files.database import connect
from tanglescope.engine.store.files.sqlite import quote_name
from tanglescope.engine.store.files.untrusted import own_tables
from tests.engine.pipeline.contents import differences
from tests.engine.pipeline.test_engines import watched, written


def test_a_database_that_a_window_has_open_and_no_one_has_filled_is_built_in_place(
    in_bulk: None, tmp_path: Path
) -> None:
    archive = written(tmp_path, "ndjson", seed=8)
    database = tmp_path / "open.db"
    with Library.open(database) as window:
        assert is_untouched(database)
        version = window.version()
        import_archives([archive], database, engine=Engine.DIRECT)
        assert window.version() != version
        thread = window.threads()[0]
        assert len(window.conversation(thread.address).in_order()) == thread.messages
        assert window.check().ok
        with pytest.raises(DatabaseInUse):
            put_in_place(database, 1, database)
    assert differences(database, watched(archive, tmp_path / "other.db")) == []
    assert not list(tmp_path.glob(".*")), "nothing is left over"


def test_a_write_at_the_last_moment_is_kept(tmp_path: Path) -> None:
    made, path = tmp_path / "made.db", tmp_path / "there.db"
    watched(written(tmp_path, "ndjson", seed=1), made)
    connect(made).close()
    kept = watched(written(tmp_path, "ndjson", seed=2), path)
    with Library.open(kept) as library:
        before = len(library)
        with pytest.raises(DatabaseInUse):
            put_in_place(made, 1, path)
        assert (len(library), library.check().ok) == (before, True)
    assert made.exists()


def test_an_empty_database_that_came_to_be_meanwhile_takes_in_what_is_checked(
    in_bulk: None, tmp_path: Path
) -> None:
    archive, path = written(tmp_path, "ndjson", seed=1), tmp_path / "new.db"
    others: list[Library] = []

    def open_one(progress: Progress) -> None:
        if progress.stage == "publishing" and not others:
            others.append(Library.open(path))

    import_archives([archive], path, engine=Engine.DIRECT, on_progress=open_one)
    (other,) = others
    with other:
        assert len(other.threads()) > 1
    assert differences(path, watched(archive, tmp_path / "other.db")) == []


def test_a_database_with_only_a_setting_in_it_counts_as_used(
    tmp_path: Path,
) -> None:
    path = tmp_path / "there.db"
    assert is_untouched(path)
    database = connect(path)
    assert is_untouched(path)
    database.execute("INSERT INTO storing_texts VALUES (1)")
    database.close()
    assert not is_untouched(path)


def test_a_new_database_is_ready_when_it_is_first_opened(in_bulk: None, tmp_path: Path) -> None:
    made = tmp_path / "made.db"
    import_archives([written(tmp_path, "ndjson", seed=4)], made, engine=Engine.DIRECT)
    before = made.read_bytes()
    connect(made).close()
    assert made.read_bytes() == before


def test_no_name_of_a_table_is_ever_taken_for_a_query(tmp_path: Path) -> None:
    endless = (
        "(WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n)"
    )
    with closing(connect(tmp_path / "own.db")) as database:
        # Another program may add it while the database is open.
        database.execute(f"CREATE TABLE {quote_name(endless)} (text)")
        database.conn.set_progress_handler(lambda: 1, 10_000_000)
        assert is_empty(database)


def test_every_table_of_ours_decides_whether_a_database_is_empty() -> None:
    assert {"nodes", "search", "storing_texts"} <= set(own_tables())
    assert not [table for table in own_tables() if table.startswith(("search_", "_"))]

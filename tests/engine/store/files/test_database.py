"""Opening databases: our own are migrated, those of other programs are left alone."""

import os
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from threading import Barrier, BrokenBarrierError, Event, Thread
from types import SimpleNamespace
from typing import Any

import pytest
from sqlite_utils import hookimpl
from sqlite_utils.plugins import pm

from tanglescope.engine.store.files import database as store
from tanglescope.engine.store.files.database import connect, reading, writing
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.files.schema import APPLICATION, FORMER_SCHEMAS, migrations
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.system.files import is_database
from tests.engine.store.older_databases import is_older, release_migration


def test_a_missing_database_is_made_and_found_again(tmp_path: Path) -> None:
    connect(tmp_path / "new.db").close()
    assert "nodes" in tables(tmp_path / "new.db")


def test_reading_asks_for_a_database_that_is_there(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError, match="doesn't exist"):
        connect(tmp_path / "new.db", read_only=True)
    assert not (tmp_path / "new.db").exists()


def test_what_was_left_half_made_is_completed_for_readers(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    sqlite3.connect(path).close()
    assert "nodes" in tables(path)


def test_an_older_database_is_brought_up_to_date_for_readers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.db"
    connect(path).close()
    release_migration(monkeypatch)
    assert is_older(path)
    assert "toys" in tables(path)
    assert not is_older(path)


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize("former", sorted(FORMER_SCHEMAS))
def test_a_database_with_former_tables_is_left_untouched(
    tmp_path: Path, former: str, read_only: bool
) -> None:
    path = tmp_path / "early.db"
    with closing(sqlite3.connect(path)) as early:
        early.execute(f"PRAGMA application_id = {APPLICATION}")
        migrations.ensure_migrations_table(Database(early))
        early.execute("CREATE TABLE threads (id INTEGER PRIMARY KEY)")
        early.execute(
            "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
            " VALUES ('tanglescope', ?, '')",
            (former,),
        )
        early.commit()
    before = path.read_bytes()
    with pytest.raises(DatabaseError, match=r"older Tanglescope.* import its archives"):
        connect(path, read_only=read_only)
    assert path.read_bytes() == before


def test_a_database_of_another_program_is_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE messages (text)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(DatabaseError, match="another program"):
        connect(path)
    assert path.read_bytes() == before


def test_a_database_of_a_newer_version_is_left_untouched(tmp_path: Path) -> None:
    path = tmp_path / "newer.db"
    database = connect(path)
    database.execute(
        "INSERT INTO _sqlite_migrations (migration_set, name, applied_at)"
        " VALUES ('tanglescope', 'invented_later', '')"
    )
    database.close()
    with pytest.raises(DatabaseError, match=r"newer Tanglescope \(invented_later\)"):
        connect(path)


@pytest.mark.parametrize("kind", ["archive", "folder", "nowhere"])
def test_anything_but_a_database_is_refused_in_words(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "thing"
    if kind == "archive":
        path.write_bytes(b'{"key": "%"}\n' * 100)
    elif kind == "folder":
        path.mkdir()
    else:
        path = tmp_path / "no" / "folder.db"
    with pytest.raises(DatabaseError) as caught:
        connect(path)
    assert str(path.name) in str(caught.value)


@pytest.mark.parametrize("read_only", [True, False])
@pytest.mark.parametrize("length", [248, 251, 255, 256, 5000])
def test_a_name_without_room_for_the_logs_is_refused_and_leaves_no_file(
    tmp_path: Path, length: int, read_only: bool
) -> None:
    with pytest.raises(DatabaseError, match="its name is too long"):
        connect(tmp_path / ("x" * length), read_only=read_only)
    assert list(tmp_path.iterdir()) == []


def test_the_longest_name_with_room_for_the_logs_is_taken(tmp_path: Path) -> None:
    database = tmp_path / ("x" * 247)
    connect(database).close()
    assert is_database(database)


def test_no_file_is_made_where_an_open_database_was_deleted(tmp_path: Path) -> None:
    database = tmp_path / "own.db"
    with closing(connect(database)):
        database.unlink()
        with pytest.raises(DatabaseError, match="no longer the database that is open"):
            connect(database)
        assert not database.exists()


def test_a_cut_database_is_refused_in_words(tmp_path: Path) -> None:
    path = tmp_path / "cut.db"
    connect(path).close()
    path.write_bytes(path.read_bytes()[:5000])
    with pytest.raises(DatabaseError, match="can't be opened"):
        connect(path)


def test_what_fails_half_way_leaves_nothing(tmp_path: Path) -> None:
    with closing(connect(tmp_path / "new.db")) as database:

        def fail_half_way() -> None:
            with writing(database):
                database.execute("INSERT INTO feeds (key) VALUES ('@a')")
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            fail_half_way()
        assert feeds(database) == 0


def test_a_reader_sees_one_version_while_others_write(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    with closing(connect(path)) as writer, closing(connect(path, read_only=True)) as reader:
        with reading(reader):
            assert feeds(reader) == 0
            with writing(writer):
                writer.execute("INSERT INTO feeds (key) VALUES ('@a')")
            assert feeds(reader) == 0
        assert feeds(reader) == 1


def tables(path: Path) -> list[str]:
    with closing(connect(path, read_only=True)) as database:
        return database.table_names()


def feeds(database: Database) -> int:
    ((number,),) = database.execute("SELECT count(*) FROM feeds").fetchall()
    return int(number)


def test_a_full_disk_is_reported_in_words_and_leaves_what_was_committed(tmp_path: Path) -> None:
    database = connect(tmp_path / "full.db")
    ((pages,),) = database.execute("PRAGMA page_count")
    database.execute(f"PRAGMA max_page_count = {pages}")
    full = pytest.raises(DatabaseError, match=r"full\.db can't be written: .*Free some space")
    with full, writing(database):
        database.execute("INSERT INTO feeds (key) VALUES (?)", ("a" * 100_000,))
    database.execute(f"PRAGMA max_page_count = {pages + 1000}")
    with writing(database):
        database.execute("INSERT INTO feeds (key) VALUES ('b')")
    assert database.execute("SELECT key FROM feeds").fetchall() == [("b",)]
    database.close()


def test_a_writer_that_waits_in_vain_for_another_one_fails_with_a_reason(tmp_path: Path) -> None:
    one, other = connect(tmp_path / "busy.db"), connect(tmp_path / "busy.db")
    other.execute("PRAGMA busy_timeout = 0")
    refused = pytest.raises(DatabaseError, match="Another program is writing")
    with writing(one), refused, writing(other):
        pass
    one.close()
    other.close()


def test_a_database_in_a_folder_that_cannot_be_written_is_read_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.db"
    connect(path).close()
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)
    with closing(connect(path, read_only=True)) as database:
        assert database.execute("SELECT count(*) FROM messages").fetchone() == (0,)
        assert [each.name for each in tmp_path.iterdir()] == ["kept.db"], "nothing beside it"
    with pytest.raises(DatabaseError, match="permissions"):
        connect(tmp_path / "new.db")


@pytest.mark.parametrize("read_only", [True, False])
def test_an_older_database_that_cannot_be_written_is_said_to_need_an_upgrade(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read_only: bool
) -> None:
    path = tmp_path / "older.db"
    connect(path).close()
    release_migration(monkeypatch)
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)
    with pytest.raises(DatabaseError, match=r"older version .* upgraded .* open a copy"):
        connect(path, read_only=read_only)
    assert is_older(path)


HALF_WRITTEN = """
import os, sqlite3, sys
own = sqlite3.connect(sys.argv[1], isolation_level=None)
own.execute("PRAGMA cache_size = 1")  # pages: the rest goes to the file before it is committed
own.execute("PRAGMA journal_mode = DELETE")
own.execute("BEGIN IMMEDIATE")
own.executemany("INSERT INTO feeds (key) VALUES (?)", ((f"@{n:0999}",) for n in range(99)))
os._exit(0)
"""


@pytest.fixture
def half_written(tmp_path: Path) -> Path:
    """A database without messages, whose writer was killed before its commit."""
    path = tmp_path / "own.db"
    connect(path).close()
    subprocess.run([sys.executable, "-c", HALF_WRITTEN, str(path)], check=True)
    assert path.with_name("own.db-journal").exists()
    return path


@pytest.mark.parametrize("read_only", [True, False])
def test_a_rollback_journal_is_never_read(half_written: Path, read_only: bool) -> None:
    """This program writes none; SQLite would delete whichever file one names."""
    with pytest.raises(DatabaseError, match=r"own.db-journal beside it is of another program"):
        connect(half_written, read_only=read_only)
    assert half_written.with_name("own.db-journal").exists()


def test_a_new_database_needs_no_rollback_journal(tmp_path: Path) -> None:
    seen = set()

    def look() -> int:
        seen.update(each.name for each in tmp_path.iterdir())
        return 0

    sqlite3_connect = sqlite3.connect

    def watched(*arguments: Any, **how: Any) -> sqlite3.Connection:
        connection: sqlite3.Connection = sqlite3_connect(*arguments, **how)
        connection.set_progress_handler(look, 1)
        return connection

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tanglescope.engine.store.files.opening.sqlite3.connect", watched)
        connect(tmp_path / "new.db").close()
    assert "new.db-wal" in seen
    assert "new.db-journal" not in seen


def test_reading_an_open_database_releases_no_lock(tmp_path: Path) -> None:
    path = tmp_path / "own.db"
    with closing(connect(path)) as database:
        tables(path)
        assert is_database(path)
        connect(path, read_only=True).close()
        # The last process to close deletes the log; another process asks for the locks.
        program = (
            "import sqlite3, sys; own = sqlite3.connect(sys.argv[1]); own.execute(sys.argv[2])"
        )
        subprocess.run([sys.executable, "-c", program, path, "PRAGMA user_version"], check=True)
        assert path.with_name("own.db-wal").exists()
        assert database.execute("SELECT count(*) FROM messages").fetchone() == (0,)


BALLAST = """INSERT INTO order_blocks (conversation, label, rows, first, numbers)
VALUES (1, 0, 1, 1, zeroblob(?))"""


def test_a_log_that_a_reader_had_grow_shrinks_again(tmp_path: Path) -> None:
    path = tmp_path / "own.db"
    log = path.with_name("own.db-wal")
    with closing(connect(path)) as writer, closing(connect(path, read_only=True)) as reader:
        with reading(reader):
            reader.execute("SELECT count(*) FROM messages").fetchone()
            for _ in range(5):
                writer.execute(BALLAST, (5_000_000,))
        assert log.stat().st_size > 25_000_000
        for _ in range(2):  # one read allows a full checkpoint, one starts the log anew
            writer.execute(BALLAST, (1,))
        assert log.stat().st_size <= 16 << 20


SLOWLY = """WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50000)
SELECT count(*) FROM n, (SELECT count(*) FROM order_blocks)"""


def test_a_log_stays_short_although_someone_reads_all_the_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "_PATIENCE", 60_000)  # on a machine that is busy
    path = tmp_path / "own.db"
    log = path.with_name("own.db-wal")
    with closing(connect(path)) as writer:
        over = Event()
        baton = Barrier(2)

        def read() -> None:
            """Read until the other one has started."""
            with closing(connect(path, read_only=True)) as reader, suppress(BrokenBarrierError):
                while not over.is_set():
                    with reading(reader):
                        reader.execute(SLOWLY).fetchone()
                        baton.wait()
                    reader.execute("SELECT 1")

        readers = [Thread(target=read) for _ in range(2)]
        for each in readers:
            each.start()
        longest = 0
        for _ in range(50):
            with writing(writer):
                writer.execute(BALLAST, (2_000_000,))
            longest = max(longest, log.stat().st_size)
        over.set()
        baton.abort()
        for each in readers:
            each.join()
    assert longest < 48 << 20


def test_what_a_killed_writer_left_in_the_log_is_read_where_nothing_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "own.db"
    (tmp_path / "left").mkdir()
    left = tmp_path / "left" / "own.db"
    with closing(connect(path)) as database:
        with writing(database):
            database.execute("INSERT INTO feeds (key) VALUES ('in the log')")
        for name in ("own.db", "own.db-wal"):
            shutil.copy(tmp_path / name, left.with_name(name))
    monkeypatch.setattr(os, "access", lambda _, mode: mode != os.W_OK)
    with closing(connect(left, read_only=True)) as database:
        assert database.execute("SELECT key FROM feeds").fetchall() == [("in the log",)]


def test_a_database_that_is_only_read_cannot_be_written(tmp_path: Path) -> None:
    connect(tmp_path / "own.db").close()
    with (
        closing(connect(tmp_path / "own.db", read_only=True)) as database,
        pytest.raises(DatabaseError, match="readonly"),
        writing(database),
    ):
        database.execute("INSERT INTO feeds (key) VALUES ('x')")


@pytest.mark.usefixtures("settings_as_shipped")
@pytest.mark.parametrize("read_only", [True, False])
def test_a_database_may_be_untrusted(tmp_path: Path, read_only: bool) -> None:
    connect(tmp_path / "own.db").close()
    with closing(connect(tmp_path / "own.db", read_only=read_only)) as database:
        for setting, value in (("trusted_schema", 0), ("cell_size_check", 1), ("synchronous", 1)):
            assert database.execute(f"PRAGMA {setting}").fetchall() == [(value,)], setting


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.skipif(not hasattr(os, "fchmod"), reason="has no permissions by descriptor")
@pytest.mark.parametrize("umask", [0o000, 0o022, 0o277], ids=oct)
def test_a_new_database_and_its_logs_are_for_the_user_only(tmp_path: Path, umask: int) -> None:
    path = tmp_path / "new.db"
    before = os.umask(umask)
    try:
        with closing(connect(path)) as database:
            with writing(database):
                database.execute("INSERT INTO feeds (key) VALUES ('@a')")
            found = {each.name: mode(each) for each in tmp_path.iterdir()}
    finally:
        os.umask(before)
    assert found == {"new.db": 0o600, "new.db-wal": 0o600, "new.db-shm": 0o600}


def test_a_database_that_others_could_read_is_kept_from_them_by_who_writes(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    with closing(connect(path)):
        for each in tmp_path.iterdir():
            each.chmod(0o644)
        connect(path, read_only=True).close()
        assert mode(path) == 0o644, "who only reads changes nothing"
        connect(path).close()
        assert {mode(each) for each in tmp_path.iterdir()} == {0o600}


REPLACEMENTS: dict[str, Callable[[Path, Path], object]] = {
    "another one": lambda path, other: other.replace(path),
    "nothing": lambda path, _: path.rename(path.with_name("away.db")),
}


@pytest.mark.parametrize("kind", REPLACEMENTS)
def test_nothing_is_written_beside_a_database_that_was_replaced_while_it_was_open(
    tmp_path: Path, kind: str
) -> None:
    path, other = tmp_path / "own.db", tmp_path / "other.db"
    for each, feed in ((path, "@own"), (other, "@other")):
        with closing(connect(each)) as database, writing(database):
            database.execute("INSERT INTO feeds (key) VALUES (?)", (feed,))
    with closing(connect(path)) as database:
        assert not store.is_moved(database)
        REPLACEMENTS[kind](path, other)
        assert store.is_moved(database)
        refused = pytest.raises(DatabaseError, match="no longer the database that is open")
        with refused, writing(database):
            database.execute("INSERT INTO feeds (key) VALUES ('@lost')")
        if kind == "another one":
            with pytest.raises(DatabaseError, match="no longer the database that is open"):
                connect(path)
    there = path if kind == "another one" else tmp_path / "away.db"
    with closing(connect(there, read_only=True)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        expected = "@other" if kind == "another one" else "@own"
        assert database.execute("SELECT key FROM feeds").fetchall() == [(expected,)]


COMPANIONS: dict[str, Callable[[Path], object]] = {
    "a pipe": lambda path: os.mkfifo(path),  # some systems have none
    "a folder": Path.mkdir,
    "a link": lambda path: path.symlink_to(path.with_name("diary")),
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a second name": lambda path: path.hardlink_to(path.with_name("diary")),
}


@pytest.mark.parametrize("kind", COMPANIONS)
@pytest.mark.parametrize("end", ["-wal", "-shm", "-journal"])
@pytest.mark.parametrize("read_only", [True, False])
def test_anything_but_a_log_beside_a_database_is_reported_and_does_not_block(
    tmp_path: Path, kind: str, end: str, read_only: bool
) -> None:
    path = tmp_path / "own.db"
    connect(path).close()
    (tmp_path / "diary").write_text("dear diary")
    COMPANIONS[kind](path.with_name(f"own.db{end}"))
    with pytest.raises(DatabaseError, match=f"own.db{end} beside it"):
        connect(path, read_only=read_only)
    assert (tmp_path / "diary").read_text() == "dear diary"


def test_plugins_of_sqlite_utils_have_no_part_in_a_database(tmp_path: Path) -> None:
    met: list[sqlite3.Connection] = []

    class Plugin:
        @hookimpl
        def prepare_connection(self, conn: sqlite3.Connection) -> None:
            met.append(conn)

    plugin = Plugin()
    pm.register(plugin)
    try:
        connect(tmp_path / "new.db").close()
        connect(tmp_path / "new.db", read_only=True).close()
    finally:
        pm.unregister(plugin)
    assert not met


@pytest.mark.skipif(not hasattr(os, "statvfs"), reason="other systems don't say")
@pytest.mark.parametrize(
    ("flags", "remedy"), [(0, "Change its permissions"), (1, "Its disk can only be read")]
)
def test_a_folder_that_cannot_be_written_is_named_with_what_to_do(
    flags: int, remedy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert os.ST_RDONLY == 1
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(os, "statvfs", lambda _: SimpleNamespace(f_flag=flags))
    with pytest.raises(DatabaseError, match=f"{tmp_path} can't be written: .*{remedy}"):
        store.require_folder(tmp_path / "new.db")

import os
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.store.files.backup import back_up, restore
from tanglescope.engine.store.files.errors import DatabaseError
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import write
from tests.engine.store.older_databases import is_older, release_migration


@pytest.fixture
def ann() -> Author:
    return Author("ann")


def holding(path: Path, said: list[Said]) -> Path:
    with Library.open(path) as library:
        library.ingest(write(path.with_suffix(".ndjson"), said))
    return path


def keys(path: Path) -> list[str]:
    with Library.open(path, read_only=True) as library:
        assert library.check().ok
        return [thread.root for thread in library.threads()]


def test_a_backup_is_one_file_that_holds_everything(tmp_path: Path, ann: Author) -> None:
    path = holding(tmp_path / "own.db", [ann.say(post("hello"))])
    back_up(path, tmp_path / "copy.db")
    assert keys(tmp_path / "copy.db") == keys(path)
    assert not list(tmp_path.glob(".copy.db*"))


def test_a_backup_is_taken_while_someone_writes(tmp_path: Path, ann: Author) -> None:
    path = holding(tmp_path / "own.db", [ann.say(post("hello"))])
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM conversations")
        back_up(path, tmp_path / "copy.db")
        writer.execute("ROLLBACK")
    assert keys(tmp_path / "copy.db") == keys(path)


def test_a_backup_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    own = holding(tmp_path / "own.db", [])
    with pytest.raises(DatabaseError, match="overwrites nothing"):
        back_up(own, tmp_path / "precious")
    assert (tmp_path / "precious").read_text() == "mine"


def test_going_back_keeps_what_was_there(tmp_path: Path, ann: Author) -> None:
    first = holding(tmp_path / "first.db", [ann.say(post("one"))])
    second = holding(tmp_path / "second.db", [Author("bob").say(post("two"))])
    before = keys(second)
    kept = restore(first, second)
    assert kept == tmp_path / "second.db.before-1"
    assert keys(second) == keys(first)
    assert keys(kept) == before
    assert restore(first, second) == tmp_path / "second.db.before-2"


@pytest.fixture
def ctrl_c(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Ctrl+C after the first page of a copy, even if the tests run in the background."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr("tanglescope.engine.store.files.backup._PAGES", 1)
    monkeypatch.setattr(
        "tanglescope.engine.store.files.backup._between_steps",
        lambda *_: signal.raise_signal(signal.SIGINT),
    )
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_stops_a_restore_in_the_middle_and_leaves_everything_as_it_was(
    tmp_path: Path, ann: Author
) -> None:
    first = holding(tmp_path / "first.db", [ann.say(post("one"))])
    second = holding(tmp_path / "second.db", [Author("bob").say(post("two"))])
    before = keys(second)
    with pytest.raises(KeyboardInterrupt):
        restore(first, second)
    assert keys(second) == before
    assert not list(tmp_path.glob("*before*"))


@pytest.mark.usefixtures("ctrl_c")
def test_a_copy_that_is_stopped_in_the_middle_leaves_no_file(tmp_path: Path, ann: Author) -> None:
    own = holding(tmp_path / "own.db", [ann.say(post("one"))])
    for act in (back_up, restore):
        with pytest.raises(KeyboardInterrupt):
            act(own, tmp_path / "new.db")
        assert not list(tmp_path.glob("*new.db*"))


def test_an_obstacle_to_the_copy_is_none_to_reading_the_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ann: Author
) -> None:
    own = holding(tmp_path / "own.db", [ann.say(post("one"))])

    def fill(*_: int) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("tanglescope.engine.store.files.backup._PAGES", 1)
    monkeypatch.setattr("tanglescope.engine.store.files.backup._between_steps", fill)
    with pytest.raises(DatabaseError, match=r"copy.db can't be written: .*disk is full"):
        back_up(own, tmp_path / "copy.db")
    with pytest.raises(DatabaseError, match=r"new.db can't be written: .*disk is full"):
        restore(own, tmp_path / "new.db")
    names = {each.name for each in tmp_path.iterdir()}
    assert not {name for name in names if "new" in name or "copy" in name}


def test_a_backup_makes_a_database_that_was_lost(tmp_path: Path, ann: Author) -> None:
    first = holding(tmp_path / "first.db", [ann.say(post("one"))])
    assert restore(first, tmp_path / "lost.db") is None
    assert keys(tmp_path / "lost.db") == keys(first)


def test_a_backup_of_an_older_version_is_restored_and_stays_as_it_is(
    tmp_path: Path, ann: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = holding(tmp_path / "older.db", [ann.say(post("one"))])
    before = keys(backup)
    release_migration(monkeypatch)
    with closing(sqlite3.connect(backup)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    written = backup.read_bytes()
    assert restore(backup, tmp_path / "own.db") is None
    assert keys(tmp_path / "own.db") == before
    assert backup.read_bytes() == written
    assert not list(tmp_path.glob(".own.db*"))


def test_a_database_of_an_older_version_is_backed_up_as_it_is(
    tmp_path: Path, ann: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = holding(tmp_path / "older.db", [ann.say(post("one"))])
    before = keys(older)
    release_migration(monkeypatch)
    back_up(older, tmp_path / "copy.db")
    assert is_older(older)
    assert is_older(tmp_path / "copy.db")
    assert keys(tmp_path / "copy.db") == before


def test_a_backup_that_is_out_of_reach_is_not_called_damaged(
    tmp_path: Path, ann: Author, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = holding(tmp_path / "backup.db", [ann.say(post("one"))])

    def refuse(*_: object, **__: object) -> None:
        error = sqlite3.OperationalError("unable to open database file")
        error.sqlite_errorcode = sqlite3.SQLITE_CANTOPEN
        raise error

    monkeypatch.setattr(sqlite3, "connect", refuse)
    with pytest.raises(DatabaseError, match=r"can't be opened: .* Check its path"):
        restore(backup, tmp_path / "own.db")


def test_readers_see_either_the_old_or_the_new_state_meanwhile(tmp_path: Path, ann: Author) -> None:
    first = holding(tmp_path / "first.db", [ann.say(post("one"))])
    second = holding(tmp_path / "second.db", [Author("bob").say(post("two"))])
    with Library.open(second, read_only=True) as reader:
        before = [thread.root for thread in reader.threads()]
        restore(first, second)
        assert [thread.root for thread in reader.threads()] == keys(first) != before


def test_a_damaged_backup_changes_nothing(tmp_path: Path, ann: Author) -> None:
    said = [ann.say(post(f"{number} " + "x" * 4000)) for number in range(60)]
    damaged = holding(tmp_path / "gift.db", said)
    with closing(sqlite3.connect(damaged)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        # This isn't checked when a database is opened.
        question = "SELECT rootpage FROM sqlite_master WHERE name = 'nodes_by_author'"
        (page,) = database.execute(question).fetchone()
    content = bytearray(damaged.read_bytes())
    content[4096 * (page - 1) : 4096 * page] = bytes(4096)
    damaged.write_bytes(content)
    own = holding(tmp_path / "own.db", [ann.say(post("mine"))])
    before = keys(own)
    with pytest.raises(DatabaseError, match=r"is damaged, so nothing was restored: .*[^.]\.$"):
        restore(damaged, own)
    assert keys(own) == before
    assert not list(tmp_path.glob("own.db.before*"))


def test_an_empty_file_is_no_backup(tmp_path: Path, ann: Author) -> None:
    own = holding(tmp_path / "own.db", [ann.say(post("mine"))])
    before = keys(own)
    (tmp_path / "cut.db").touch()
    with pytest.raises(DatabaseError, match=r"cut\.db is empty"):
        restore(tmp_path / "cut.db", own)
    assert keys(own) == before
    assert not list(tmp_path.glob("own.db.before*"))


def test_a_forged_backup_changes_nothing(tmp_path: Path, ann: Author) -> None:
    forged = holding(tmp_path / "gift.db", [ann.say(post("I agree"))])
    with closing(sqlite3.connect(forged)) as database:
        database.execute("UPDATE conversations SET title = 'I object'")
        database.commit()
    own = holding(tmp_path / "own.db", [Author("bob").say(post("mine"))])
    before = keys(own)
    with pytest.raises(DatabaseError, match=r"nothing was restored: thread .* title"):
        restore(forged, own)
    assert keys(own) == before
    assert not list(tmp_path.glob("own.db.before*"))
    with pytest.raises(DatabaseError, match="nothing was restored"):
        restore(forged, tmp_path / "new.db")
    assert not (tmp_path / "new.db").exists()


@pytest.mark.parametrize(("original", "copied"), [(0o600, 0o600), (0o644, 0o600), (0o400, 0o400)])
def test_a_backup_is_private_and_never_more_open_than_its_original(
    tmp_path: Path, original: int, copied: int
) -> None:
    path = holding(tmp_path / "own.db", [])
    path.chmod(original)
    before = os.umask(0)
    try:
        back_up(path, tmp_path / "copy.db")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "copy.db").stat().st_mode) == copied


def test_a_backup_that_fails_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ann: Author
) -> None:
    path = holding(tmp_path / "own.db", [ann.say(post("hello"))])
    growing = tmp_path / ".copy.db.growing"

    def fail(_: Path) -> None:
        # As SQLite leaves it when the disk is full.
        growing.with_name(f"{growing.name}-journal").touch()
        raise OSError("no room")

    monkeypatch.setattr("tanglescope.engine.store.files.backup.sync", fail)
    with pytest.raises(DatabaseError, match="no room"):
        back_up(path, tmp_path / "copy.db")
    assert not list(tmp_path.glob("*copy.db*"))


def test_two_copies_with_one_name_at_once_are_one_copy_and_one_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ann: Author
) -> None:
    own = holding(tmp_path / "own.db", [ann.say(post("hello"))])
    refused = []

    def begin_again(*_: int) -> None:
        with pytest.raises(
            DatabaseError, match=r"is writing .*copy\.db\. Wait until it has"
        ) as why:
            back_up(own, tmp_path / "copy.db")
        refused.append(why)

    monkeypatch.setattr("tanglescope.engine.store.files.backup._PAGES", 1)
    monkeypatch.setattr("tanglescope.engine.store.files.backup._between_steps", begin_again)
    back_up(own, tmp_path / "copy.db")
    assert refused
    assert keys(tmp_path / "copy.db") == keys(own)
    assert [each.name for each in tmp_path.glob("*copy.db*")] == ["copy.db"]


def test_what_a_killed_backup_leaves_is_removed_by_the_next_one(
    tmp_path: Path, ann: Author
) -> None:
    own = holding(tmp_path / "own.db", [ann.say(post("hello"))])
    for end in ("growing", "growing-journal", "growing-lock"):
        (tmp_path / f".copy.db.{end}").write_text("half of it")
    back_up(own, tmp_path / "copy.db")
    assert [each.name for each in tmp_path.glob("*copy.db*")] == ["copy.db"]


def test_the_commands_do_both(tmp_path: Path, ann: Author) -> None:
    path = holding(tmp_path / "own.db", [ann.say(post("hello"))])
    copy = tmp_path / "copy.db"

    def tanglescope(*arguments: str | Path) -> str:
        command = [sys.executable, "-m", "tanglescope.viewer", *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    assert f"{copy} holds" in tanglescope("backup", copy, "--database", path)
    assert "The previous database is " in tanglescope("restore", copy, "--database", path)


def test_no_advice_for_databases_is_given_about_a_backup_that_is_missing_or_cut(
    tmp_path: Path,
) -> None:
    lost, cut = tmp_path / "lost.backup", tmp_path / "cut.backup"
    Library.open(tmp_path / "mine.db").close()
    back_up(tmp_path / "mine.db", cut)
    cut.write_bytes(cut.read_bytes()[:20_000])
    with pytest.raises(DatabaseError, match="doesn't exist"):
        restore(lost, tmp_path / "new.db")
    with pytest.raises(DatabaseError, match="is damaged, so nothing was restored") as caught:
        restore(cut, tmp_path / "new.db")
    assert "import" not in str(caught.value).lower()
    assert not (tmp_path / "new.db").exists()


def test_a_link_that_leads_nowhere_is_not_replaced_by_a_backup(tmp_path: Path) -> None:
    database = tmp_path / "own.db"
    Library.open(database).close()
    (tmp_path / "copy.db").symlink_to("gone")
    with pytest.raises(DatabaseError, match="exists already"):
        back_up(database, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").is_symlink()

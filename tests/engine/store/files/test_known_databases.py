"""Databases that this program made or checked are known; copies and forgeries are not."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.commandline.check import check
from engine.library import Engine, Library, import_archives
from engine.store.files import known_databases
from engine.store.files.backup import back_up, restore
from engine.store.files.database import connect, remember_checked
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of, write


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a user's state."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A database that was made here."""
    with library_of(tmp_path, Author("ann").say(post("hello"))) as library:
        return library.path


def is_known(path: Path) -> bool:
    with Library.open(path, read_only=True) as library:
        return library.is_known()


def test_what_was_made_here_is_known_also_when_it_has_grown(own: Path, tmp_path: Path) -> None:
    assert is_known(own)
    with Library.open(own) as library:
        library.ingest(write(tmp_path / "more.ndjson", [Author("bob").say(post("more"))]))
    assert is_known(own)


@pytest.mark.parametrize("is_there", [True, False])
def test_what_an_import_builds_as_a_whole_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_there: bool
) -> None:
    monkeypatch.setattr("engine.pipeline.importing.BULK", 0)
    archive = write(tmp_path / "log.ndjson", [Author("ann").say(post("hello"))])
    if is_there:
        connect(tmp_path / "own.db").close()
    import_archives([archive], tmp_path / "own.db", engine=Engine.DIRECT)
    assert is_known(tmp_path / "own.db")


def copied_over(own: Path) -> None:
    gift = own.with_name("gift.db")
    with closing(sqlite3.connect(own)) as source, closing(sqlite3.connect(gift)) as copy:
        source.backup(copy)
        copy.execute("PRAGMA user_version = 7")
        copy.execute("PRAGMA journal_mode = DELETE")
    for end in ("-wal", "-shm"):
        own.with_name(f"{own.name}{end}").unlink(missing_ok=True)
    own.write_bytes(gift.read_bytes())


def moved_over(own: Path) -> None:
    shutil.copy(own, own.with_name("gift.db"))
    own.with_name("gift.db").replace(own)


def no_state(own: Path) -> None:
    shutil.rmtree(own.parent / "state")


def nonsense_for_state(own: Path) -> None:
    (own.parent / "state" / "tanglescope" / "known-databases.json").write_text("[" * 9999)


@pytest.mark.parametrize("change", [copied_over, moved_over, no_state, nonsense_for_state])
def test_a_file_from_elsewhere_is_not_taken_for_a_known_one(
    own: Path, change: Callable[[Path], None]
) -> None:
    change(own)
    assert not is_known(own)


def test_a_copy_is_not_known_and_the_original_is(own: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copy(own, tmp_path / "copy.db"))
    assert (is_known(copy), is_known(own)) == (False, True)


def test_a_backup_is_as_known_as_its_original_and_has_a_number_of_its_own(
    own: Path, tmp_path: Path
) -> None:
    back_up(own, tmp_path / "backup.db")
    assert is_known(tmp_path / "backup.db")
    stranger = Path(shutil.copy(own, tmp_path / "stranger.db"))
    back_up(stranger, tmp_path / "other.db")
    assert not is_known(tmp_path / "other.db")
    numbers = set()
    for name in ("library.db", "backup.db", "other.db"):
        with closing(connect(tmp_path / name, read_only=True)) as database:
            numbers.add(database.execute("PRAGMA user_version").fetchone())
    assert len(numbers) == 3


def test_what_was_restored_was_checked_and_is_known(own: Path, tmp_path: Path) -> None:
    stranger = Path(shutil.copy(own, tmp_path / "stranger.db"))
    restore(stranger, tmp_path / "restored.db")
    assert is_known(tmp_path / "restored.db")


def test_what_was_checked_in_full_is_known(own: Path, tmp_path: Path) -> None:
    stranger = Path(shutil.copy(own, tmp_path / "stranger.db"))
    for words, expected in ((["--quick"], False), ([], True)):
        assert CliRunner().invoke(check, [*words, "--database", str(stranger)]).exit_code == 0
        assert is_known(stranger) is expected


def test_what_failed_a_check_is_not_known(own: Path, tmp_path: Path) -> None:
    forged = Path(shutil.copy(own, tmp_path / "forged.db"))
    with closing(sqlite3.connect(forged)) as stranger:
        stranger.execute("UPDATE conversations SET title = 'Buy now'")
        stranger.commit()
    assert CliRunner().invoke(check, ["--database", str(forged)]).exit_code == 1
    assert not is_known(forged)


def test_where_nothing_can_be_noted_nothing_is_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with Library.open(tmp_path / "own.db") as library:
        assert not library.is_known()
    remember_checked(tmp_path / "own.db")


def test_the_newest_are_remembered_in_a_private_file(
    tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_databases, "_MOST", 3)
    path = tmp_path / "file"
    path.touch()
    for number in range(1, 6):
        known_databases.note(number, path)
    noted = [known_databases.is_noted(number, path) for number in range(1, 6)]
    assert noted == [False, False, True, True, True]
    assert not known_databases.is_noted(0, path)
    place = state / "tanglescope" / "known-databases.json"
    assert place.stat().st_mode & 0o777 == 0o600

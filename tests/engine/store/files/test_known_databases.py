"""Databases that this program made or checked are known; copies and forgeries are not."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner

from tanglescope.engine.commandline.check import check
from tanglescope.engine.library import Engine, Library, import_archives
from tanglescope.engine.store.files import known_databases
from tanglescope.engine.store.files.backup import back_up, restore
from tanglescope.engine.store.files.database import connect, remember_checked
from tanglescope.engine.store.files.errors import DatabaseError
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
    monkeypatch.setattr("tanglescope.engine.pipeline.importing.BULK", 0)
    archive = write(tmp_path / "log.ndjson", [Author("ann").say(post("hello"))])
    if is_there:
        connect(tmp_path / "own.db").close()
    import_archives([archive], tmp_path / "own.db", engine=Engine.DIRECT)
    assert is_known(tmp_path / "own.db")


def records(state: Path) -> list[Path]:
    return list((state / "tanglescope" / "known-databases").iterdir())


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
    for record in records(own.parent / "state"):
        record.write_text("[" * 9999)


def altered_in_place(own: Path) -> None:
    """As a raw copy with its number would be, altered and written over the original."""
    altered = Path(shutil.copy(own, own.with_name("altered.db")))
    with closing(sqlite3.connect(altered)) as stranger:
        stranger.execute("UPDATE conversations SET title = 'Buy now'")
        stranger.commit()
    times = own.stat()
    own.write_bytes(altered.read_bytes())
    os.utime(own, ns=(times.st_atime_ns, times.st_mtime_ns))


def log_beside(own: Path) -> None:
    """A log that changes nothing, as far as its reader can see, and isn't of this program."""
    copy = Path(shutil.copy(own, own.with_name("copy.db")))
    with closing(sqlite3.connect(copy)) as stranger:
        stranger.execute("UPDATE conversations SET title = 'Buy now'")
        stranger.commit()
        shutil.copy(f"{copy}-wal", f"{own}-wal")


@pytest.mark.parametrize(
    "change", [copied_over, moved_over, no_state, nonsense_for_state, altered_in_place]
)
def test_a_file_from_elsewhere_is_not_taken_for_a_known_one(
    own: Path, change: Callable[[Path], None]
) -> None:
    change(own)
    assert not is_known(own)


def test_a_log_of_another_program_beside_a_known_database_is_refused(own: Path) -> None:
    log_beside(own)
    for read_only in (True, False):
        with pytest.raises(DatabaseError, match=r"library.db-wal beside it is of another program"):
            connect(own, read_only=read_only)
    Path(f"{own}-wal").unlink()
    assert is_known(own)


def test_what_a_killed_program_left_in_its_log_is_known(own: Path, tmp_path: Path) -> None:
    program = (
        "import os, sys; from pathlib import Path\n"
        "from tanglescope.engine.store.files.database import *\n"
        "own = connect(Path(sys.argv[1]))\n"
        "with writing(own): own.execute('INSERT INTO feeds (key) VALUES (?)', ('@new',))\n"
        "os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", program, own], check=False)
    assert Path(f"{own}-wal").stat().st_size
    assert is_known(own)
    with closing(connect(own)) as database:
        assert database.execute("SELECT key FROM feeds WHERE key = '@new'").fetchall()
    assert not Path(f"{own}-wal").exists()
    assert is_known(own)


def test_an_altered_copy_on_the_inode_of_a_deleted_database_is_not_known(
    own: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_databases, "_identity_of", lambda _: "2f-1-0")
    altered = Path(shutil.copy(own, tmp_path / "altered.db"))
    remember_checked(own)
    assert is_known(own)
    own.unlink()
    assert not is_known(altered)


def test_records_of_deleted_databases_are_removed(own: Path, tmp_path: Path, state: Path) -> None:
    (before,) = records(state)
    with own.open("rb"):  # otherwise the new database may be on its inode
        own.unlink()
        connect(tmp_path / "other.db").close()
        assert before not in records(state)
    assert len(records(state)) == 1


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


def test_the_newest_are_remembered_in_private_files(
    tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_databases, "_MOST", 3)
    paths = [tmp_path / str(number) for number in range(1, 6)]
    for number, path in enumerate(paths, 1):
        path.touch()
        known_databases.note(number, path)
    noted = [known_databases.is_noted(number, path) for number, path in enumerate(paths, 1)]
    assert noted == [False, False, True, True, True]
    assert not known_databases.is_noted(0, paths[-1])
    assert {each.stat().st_mode & 0o777 for each in records(state)} == {0o600}
    assert (state / "tanglescope" / "known-databases").stat().st_mode & 0o777 == 0o700

"""The open database under another name: neither read as an archive nor overwritten."""

import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner
from pytestqt.qtbot import QtBot

from tanglescope.engine.archive.record import NotAnArchive
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.export.conversations import ExportSelection, write_export
from tanglescope.engine.library import Engine, Library, import_archives, is_bulk
from tanglescope.engine.message.identity import NotASecret, read_identity
from tanglescope.engine.system.files import is_database
from tanglescope.viewer import app
from tanglescope.viewer.command_line import cli
from tanglescope.viewer.dialogs.crash_report import CrashReport
from tests.engine.store.libraries import write
from tests.quick import mostly_slow
from tests.viewer.windows import Open, Talk, wait_for_rows, wait_until_open

LAST_ONE = """
import sqlite3, sys
own = sqlite3.connect(sys.argv[1])
own.execute("PRAGMA user_version").fetchone()
own.close()
"""
"""Whoever closes as the last one deletes the log; this asks the locks whether it is."""

NAMES: dict[str, Callable[[Path], Path]] = {
    "its name": lambda own: own,
    "its log": lambda own: own.with_name("own.db-wal"),
    "its index of the log": lambda own: own.with_name("own.db-shm"),
    "a symbolic link": lambda own: linked(own, Path.symlink_to),
    "a hard link": lambda own: linked(own, Path.hardlink_to),
    "a hard link to its index": lambda own: linked(own.with_name("own.db-shm"), Path.hardlink_to),
}


def linked(own: Path, link: Callable[[Path, Path], None]) -> Path:
    other = own.with_name("other name")
    link(other, own)
    return other


READERS: dict[str, Callable[[Library, Path], object]] = {
    "a look": lambda _, path: is_database(path),
    "an archive": lambda library, path: library.ingest(path),
    "a large archive": lambda library, path: is_bulk(path, library.path),
    "an import": lambda library, path: import_archives([path], library.path, engine=Engine.DIRECT),
    "an archive to follow": lambda library, path: library.follow(path).poll(),
    "an identity": lambda _, path: read_identity(path),
}


@pytest.fixture
def library(tmp_path: Path, talk: Talk) -> Library:
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", talk.said))
        yield library


@pytest.mark.parametrize("name", mostly_slow(NAMES, "its name", "its index of the log"))
@pytest.mark.parametrize("reader", READERS)
def test_a_command_that_reads_files_leaves_its_own_database_alone(
    library: Library, name: str, reader: str
) -> None:
    path = NAMES[name](library.path)
    with suppress(NotAnArchive, NotASecret):
        READERS[reader](library, path)
    subprocess.run([sys.executable, "-c", LAST_ONE, library.path], check=True)
    log = library.path.with_name("own.db-wal")
    assert log.exists(), "the locks were lost"
    assert library.check().problems == ()


@pytest.mark.parametrize("name", ["its name", "a hard link", "its index of the log"])
def test_a_database_is_no_archive_of_itself(library: Library, name: str) -> None:
    with pytest.raises(NotAnArchive, match="and isn't an archive"):
        library.ingest(NAMES[name](library.path))


def test_a_database_with_an_index_of_two_names_is_refused_elsewhere(library: Library) -> None:
    linked(library.path.with_name("own.db-shm"), Path.hardlink_to)
    elsewhere = [
        sys.executable,
        "-P",
        "-m",
        "tanglescope.viewer",
        "threads",
        "--database",
        library.path,
    ]
    said = subprocess.run(elsewhere, capture_output=True, text=True, check=False)
    assert said.returncode == 3
    assert "Close the database everywhere, and replace own.db-shm by a copy" in said.stderr
    assert library.check().problems == ()


def test_a_file_that_was_a_database_may_become_an_archive(tmp_path: Path, talk: Talk) -> None:
    Library.open(tmp_path / "file").close()
    (tmp_path / "file").unlink()
    write(tmp_path / "file", talk.said)
    with Library.open(tmp_path / "own.db") as library:
        assert library.ingest(tmp_path / "file").added == len(talk.said)


@pytest.mark.parametrize("command", ["import", "verify", "screenshot", "backup", "restore"])
def test_a_command_does_no_harm_to_the_database_it_is_for(
    library: Library, talk: Talk, command: str
) -> None:
    path = library.path
    library.close()
    words = [command, str(path), *(["--database", str(path)] if command != "verify" else [])]
    result = CliRunner().invoke(cli, words)
    assert isinstance(result.exception, SystemExit) or result.exit_code == 0, result.exception
    with Library.open(path) as again:
        assert len(again) == len(talk.said)
        assert again.check().problems == ()


@pytest.mark.parametrize("name", [name for name in NAMES if "link" not in name])
def test_nothing_is_written_over_the_database_that_is_open(
    application: object, library: Library, talk: Talk, name: str
) -> None:
    path = NAMES[name](library.path)
    with pytest.raises(TanglescopeError, match="the database that is open"):
        write_export(library, ExportSelection(talk.root.key), "json", path, lambda _: b"")
    with pytest.raises(OSError, match="the database that is open"):
        library.export(talk.ann.feed, path)
    with pytest.raises(TanglescopeError, match="the database that is open"):
        app.picture(library.path, path, app.Screenshot((300, 200)))
    report = CrashReport("what went wrong", None)
    report.save_to(path)
    assert "the database that is open" in report.text.toPlainText()
    assert library.check().problems == ()


def test_a_picture_that_cannot_be_painted_leaves_the_file_that_is_there(
    application: object, library: Library, tmp_path: Path
) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("dear diary")
    with pytest.raises(TanglescopeError, match=r"its name ends in \.png"):
        app.picture(library.path, diary, app.Screenshot((300, 200)))
    assert diary.read_text() == "dear diary"
    assert list(tmp_path.glob("diary*")) == [diary]


@pytest.mark.parametrize(
    "name", mostly_slow((each for each in NAMES if each != "its name"), "its index of the log")
)
def test_a_window_that_is_given_its_own_database_goes_on_following(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot, name: str
) -> None:
    log = write(tmp_path / "log.ndjson", talk.said)
    window = open_window(log)
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    path = NAMES[name](tmp_path / "own.db")
    window.open_path(path)
    window.unlocking.unlock(path)
    subprocess.run([sys.executable, "-c", LAST_ONE, tmp_path / "own.db"], check=True)
    assert (tmp_path / "own.db-wal").exists()
    if not is_database(path):
        assert window.banner.isVisible()
        talk.answer("later")
        write(log, talk.said)
        wait_for_rows(qtbot, window, 42)


def test_an_import_of_the_database_into_itself_is_reported_in_the_dialog(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    dialog = window.importing._open()
    dialog.add([tmp_path / "own.db", tmp_path / "own.db-shm"])
    dialog.start.click()
    qtbot.waitUntil(lambda: bool(dialog.outcome.text()), timeout=60_000)
    assert "own.db" in dialog.outcome.text()
    with Library.open(tmp_path / "own.db") as library:
        assert library.check().problems == ()
        assert len(library) == len(talk.said)

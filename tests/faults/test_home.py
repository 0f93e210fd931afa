"""A home folder, temporary folder or settings file that can't be used.

The folders are below a file, where not even root can write.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from PySide6.QtCore import QSettings
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library
from tanglescope.viewer import app
from tanglescope.viewer.command_line import cli
from tanglescope.viewer.settings import Settings, harmless
from tanglescope.viewer.theme import Choice
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.window.samples import open_sample
from tanglescope.viewer.window.subject_commands import TABLE
from tests.engine.store.libraries import write
from tests.faults.disks import on_a_disk
from tests.faults.test_hostile_files import use
from tests.quick import mostly_slow
from tests.viewer.actions.test_writing import type_reply
from tests.viewer.windows import Talk, destroy, notice, wait_for_rows, wait_until_open

ROOT = Path(__file__).parents[2]
OpenWith = Callable[[Path, QSettings], MainWindow]
FOLDERS = ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME")


@pytest.fixture
def nowhere(tmp_path: Path) -> Path:
    """A folder that doesn't exist and can't be created."""
    (tmp_path / "file").write_text("no folder")
    return tmp_path / "file" / "home"


@pytest.fixture
def homeless(nowhere: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in FOLDERS:
        monkeypatch.setenv(name, str(nowhere))
    return nowhere


@pytest.fixture
def database(tmp_path: Path, talk: Talk) -> Path:
    path = tmp_path / "kept.db"
    with Library.open(path) as library:
        library.ingest(write(tmp_path / "log.ndjson", talk.said))
    return path


def settings_in(path: Path) -> QSettings:
    return harmless(QSettings(str(path), QSettings.Format.IniFormat))


@pytest.fixture
def open_with(application: object) -> Iterator[OpenWith]:
    """Open a window on a database, with its own home folder and these settings."""
    windows: list[MainWindow] = []

    def opened_with(database: Path, store: QSettings) -> MainWindow:
        window = MainWindow(TABLE, database.with_name("own.db"), Settings(store), Choice.LIGHT)
        windows.append(window)
        window.show()
        window.open_path(database)
        return window

    yield opened_with
    for window in windows:
        window.close()
    destroy(*windows)


def call(*words: str | Path) -> tuple[int, str]:
    """The exit status of a command, and its output on stderr."""
    answer = CliRunner().invoke(cli, list(map(str, words)))
    assert answer.exception is None or isinstance(answer.exception, SystemExit), answer.exception
    return answer.exit_code, answer.stderr


def test_without_a_home_every_command_works_on_a_database_elsewhere(
    homeless: Path, database: Path, tmp_path: Path, talk: Talk
) -> None:
    log, at = tmp_path / "log.ndjson", ("--database", database)
    assert call("import", log, "--database", tmp_path / "new.db") == (0, "")
    for words in (["threads"], ["search", "answer"], ["show", talk.root.key], ["check"]):
        assert call(*words, *at) == (0, "")
    assert call("backup", tmp_path / "copy.db", *at) == (0, "")
    assert call("restore", tmp_path / "copy.db", *at) == (0, "")
    assert not homeless.exists()


@pytest.mark.parametrize(
    "words", [["threads"], ["check"], ["import", "LOG"], ["install-desktop"], ["demo"]]
)
def test_what_needs_a_home_says_in_a_line_where_it_would_be(
    homeless: Path, tmp_path: Path, talk: Talk, words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "has_display", lambda: False)  # otherwise the demo opens a window
    log = write(tmp_path / "log.ndjson", talk.said)
    status, said = call(*(log if word == "LOG" else word for word in words))
    assert status in (4, 5)
    assert said.startswith(f"Error: {homeless}")
    assert said.count("\n") == 1


def test_a_window_without_a_home_opens_and_says_that_nothing_can_be_signed(
    homeless: Path, open_with: OpenWith, database: Path, talk: Talk, qtbot: QtBot
) -> None:
    window = open_with(database, settings_in(homeless / "tanglescope.conf"))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    composer = type_reply(qtbot, window, "hello")
    composer.publish.click()
    qtbot.waitUntil(lambda: str(homeless) in composer._notice.text())
    assert composer.text() == "hello"
    assert not homeless.exists()


def test_a_window_without_a_home_says_where_the_sample_would_be(
    homeless: Path, open_with: OpenWith, database: Path, talk: Talk, qtbot: QtBot
) -> None:
    window = open_with(database, settings_in(homeless / "tanglescope.conf"))
    wait_until_open(qtbot, window, talk.root.key)
    open_sample(window)
    assert str(homeless) in notice(window)
    assert window.model.address == talk.root.key


SETTINGS: dict[str, Callable[[Path], object]] = {
    "noise": lambda path: path.write_bytes(bytes(range(256)) * 99),
    "zeros": lambda path: path.write_bytes(bytes(1 << 16)),
    "half a section": lambda path: path.write_text("[General\nzoom="),
    "a text": lambda path: path.write_text("Dear diary,\n" * 999),
    "brackets": lambda path: path.write_text("[" * 100_000),
    "no end of a value": lambda path: path.write_text('[General]\nrecent="' + "\\" * 9999),
    "other types": lambda path: path.write_text(
        "[General]\nzoom=@Point(1 2)\ngeometry=@ByteArray(\\xff\\xff)\nrecent=@Invalid()\n"
        "compact=@Size(a)\nmarks=@DateTime(\\0)\n"
    ),
    "a list longer than any memory": lambda path: path.write_text(
        "[General]\nzoom=@Variant(\\0\\0\\0\\t\\x7f\\xff\\xff\\xff)\n"
    ),
    "a folder": os.mkdir,
    "a link to itself": lambda path: path.symlink_to(path),
    # No link to a device: if it may, Qt replaces the device by a file.
}


@pytest.mark.parametrize("kind", mostly_slow(SETTINGS, "a folder", "noise", "other types"))
def test_a_window_opens_whatever_is_in_the_place_of_its_settings(
    open_with: OpenWith, database: Path, tmp_path: Path, qtbot: QtBot, kind: str
) -> None:
    path = tmp_path / "tanglescope.conf"
    SETTINGS[kind](path)
    use(Settings(settings_in(path)))
    wait_for_rows(qtbot, open_with(database, settings_in(path)), 41)


def test_a_file_of_settings_that_would_end_the_process_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "tanglescope.conf"
    SETTINGS["a list longer than any memory"](path)
    settings = Settings(settings_in(path))
    assert path.with_name("tanglescope.conf.strange").exists()
    settings.zoom = 3
    assert Settings(settings_in(path)).zoom == 3


TEMPORARY = """
import os, subprocess, sys
from pathlib import Path
folder, temporary, log = Path(sys.argv[2]), Path(sys.argv[1]), sys.argv[3]
if temporary.is_dir():
    with (temporary / "ballast").open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(512))
        except OSError:
            pass
environment = {**os.environ, "TMPDIR": str(temporary), "SQLITE_TMPDIR": str(temporary)}
at = ["--database", str(folder / "own.db")]
for words in (["import", log], ["check"], ["screenshot", str(folder / "a.png")]):
    answer = subprocess.run(
        [sys.executable, "-m", "tanglescope.viewer", *words, *at],
        capture_output=True, text=True, env=environment,
    )
    print(words[0], answer.returncode, answer.stderr)
"""
DONE = ["import 0", "check 0", "screenshot 0"]


def test_a_full_temporary_folder_does_no_harm(tmp_path: Path, talk: Talk) -> None:
    log = write(tmp_path / "log.ndjson", talk.said)
    said = on_a_disk("64k", tmp_path / "full", TEMPORARY, tmp_path, log)
    assert [line.strip() for line in said.splitlines() if line] == DONE


@pytest.mark.slow
def test_a_missing_temporary_folder_does_no_harm(nowhere: Path, tmp_path: Path, talk: Talk) -> None:
    log = write(tmp_path / "log.ndjson", talk.said)
    words = [sys.executable, "-c", TEMPORARY, nowhere, tmp_path, log]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert [line.strip() for line in said.splitlines() if line] == DONE

"""Imports that are suspended, run at once, or run while a message is published: no data is lost."""

import os
import signal
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library, OwnFeed
from tanglescope.viewer.dialogs.import_dialog import ImportDialog
from tanglescope.viewer.window.main_window import MainWindow
from tanglescope.viewer.workers import child_process
from tests.engine.authors import post
from tests.engine.store.libraries import write
from tests.viewer.imports import (
    PATIENCE,
    begin_import,
    import_process_of,
    long_archive_in,
    outcome_of,
)
from tests.viewer.windows import Open, Talk, wait_for_rows, wait_until_open


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return long_archive_in(tmp_path_factory.mktemp("long"))


def running(qtbot: QtBot, window: MainWindow, *archives: Path) -> ImportDialog:
    """Start an import, and wait until its process runs."""
    dialog = begin_import(qtbot, window, *archives)
    qtbot.waitUntil(lambda: import_process_of(window) > 0, timeout=PATIENCE)
    return dialog


@pytest.mark.slow
def test_an_import_that_was_suspended_goes_on_and_the_window_does_all_the_while(
    open_window: Open, archive: Path, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    dialog = running(qtbot, window, archive)
    number = import_process_of(window)
    os.kill(number, signal.SIGSTOP)
    window.show_view("inspector")
    window.timeline.step(1)
    qtbot.waitUntil(window.is_settled, timeout=PATIENCE)
    os.kill(number, signal.SIGCONT)
    assert "2,000 messages added" in outcome_of(qtbot, dialog)
    with Library.open(tmp_path / "own.db", read_only=True) as library:
        assert library.check().problems == ()
        assert len(library) == 2000 + len(talk.said)


@pytest.mark.parametrize("how", ["cancel", "close"])
def test_a_suspended_import_can_be_ended(
    open_window: Open, archive: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr(child_process, "_GRACE", 300)
    monkeypatch.setattr(child_process, "_GOODBYE", 300)
    window = open_window()
    dialog = running(qtbot, window, archive)
    number = import_process_of(window)
    os.kill(number, signal.SIGSTOP)
    if how == "close":
        window.leave()
    else:
        qtbot.mouseClick(dialog.cancel, Qt.MouseButton.LeftButton)
        assert outcome_of(qtbot, dialog)
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


@pytest.mark.slow
def test_two_windows_that_import_the_same_end_with_all_of_it_once(
    open_window: Open, archive: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    windows = [open_window(), open_window()]
    dialogs = [running(qtbot, window, archive) for window in windows]
    for dialog in dialogs:
        if "in all" not in outcome_of(qtbot, dialog):  # the other one was first, and reported it
            qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
            assert "2,000 in all." in outcome_of(qtbot, dialog)
    with Library.open(tmp_path / "own.db", read_only=True) as library:
        assert library.check().problems == ()
        assert len(library) == 2000


@pytest.mark.slow
def test_what_is_published_while_an_import_goes_on_is_there_in_the_end(
    open_window: Open, archive: Path, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window()
    own = OwnFeed.open(tmp_path / "feed")
    dialog = running(qtbot, window, archive)
    keys: list[str] = []
    with Library.open(tmp_path / "own.db") as library:
        publisher = library.publisher(own)
        while not dialog.start.isVisible():
            keys.append(publisher.publish(publisher.preview(post(f"{len(keys)}"))).key)
            qtbot.wait(1)
    reported = outcome_of(qtbot, dialog)
    if "in all" not in reported:
        qtbot.mouseClick(dialog.start, Qt.MouseButton.LeftButton)
        reported = outcome_of(qtbot, dialog)
    with Library.open(tmp_path / "own.db", read_only=True) as library:
        assert library.check().problems == ()
        assert set(library.messages(keys)) == set(keys), reported
        assert len(library) == 2000 + len(keys)


def test_links_of_ssb_lead_to_messages_in_the_window_and_nowhere_else(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    key = talk.answers[20].key
    data = key[1:44].replace("+", "-").replace("/", "_")
    for form in ("ssb:message/sha256/{}=", "ssb:message/classic/{}=", "ssb://message/classic/{}="):
        window.timeline.go_to(talk.root.key)
        window.ways.follow(form.format(data))
        assert window.timeline.current_key() == key, form
        assert not window.findChildren(QMessageBox)
    feed = talk.bob.feed[1:44].replace("+", "-").replace("/", "_")
    window.ways.follow(f"ssb:feed/ed25519/{feed}=")
    assert window.workbench.name() == "person", "as the id of the feed does"

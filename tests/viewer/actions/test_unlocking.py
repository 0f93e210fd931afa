"""Private texts in the database: stored only on request, and removed on request."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from tanglescope.viewer.dialogs.confirm import KeepTextsDialog
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.archive.samples import unpack
from tests.viewer.windows import Open

PUBLIC = 167


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return unpack("small", tmp_path)


@pytest.fixture
def unlocked(open_window: Open, folder: Path, qtbot: QtBot) -> MainWindow:
    window = open_window(folder / "log.ndjson")
    qtbot.waitUntil(lambda: window.threads.model.rowCount() == PUBLIC, timeout=20_000)
    window.unlocking.unlock(folder / "secret")
    qtbot.waitUntil(lambda: window.threads.model.rowCount() > PUBLIC, timeout=20_000)
    return window


def answer(window: MainWindow, text: str, qtbot: QtBot) -> None:
    """Choose the command, then the button with this text in its dialog."""
    window.menus.action("keep_private").trigger()
    box = window.findChild(KeepTextsDialog)
    button = next(each for each in box.findChildren(QPushButton) if each.text() == text)
    button.click()
    qtbot.waitUntil(lambda: window.findChild(KeepTextsDialog) is None)


def is_ticked(window: MainWindow) -> bool:
    return window.menus.action("keep_private").isChecked()


def test_cancelling_the_question_stores_no_text(unlocked: MainWindow, qtbot: QtBot) -> None:
    answer(unlocked, "Cancel", qtbot)
    assert not is_ticked(unlocked)


def test_stored_text_is_read_without_a_secret_until_it_is_removed(
    unlocked: MainWindow, open_window: Open, folder: Path, qtbot: QtBot
) -> None:
    answer(unlocked, "Keep the text", qtbot)
    qtbot.waitUntil(lambda: is_ticked(unlocked), timeout=20_000)
    shown = unlocked.threads.model.rowCount()
    unlocked.unlocking.unlock(folder / "secrets.json", groups=True)
    qtbot.waitUntil(lambda: unlocked.threads.model.rowCount() > shown, timeout=20_000)
    shown = unlocked.threads.model.rowCount()
    session = unlocked._session
    qtbot.waitUntil(
        lambda: len(session.library.stored_texts) == len(session.private.opened_keys()),
        timeout=20_000,
    )
    unlocked.close()

    again = open_window(session.database)
    qtbot.waitUntil(lambda: again.threads.model.rowCount() == shown, timeout=20_000)
    assert is_ticked(again)
    again.menus.action("keep_private").trigger()
    qtbot.waitUntil(lambda: not is_ticked(again), timeout=20_000)
    again.close()

    last = open_window(session.database)
    qtbot.waitUntil(lambda: last.threads.model.rowCount() == PUBLIC, timeout=20_000)
    assert not is_ticked(last)

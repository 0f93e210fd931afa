from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import EVERYTHING
from tanglescope.viewer.views.thread_tabs import Tabs
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_until_open


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    made = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, made, talk.root.key)
    qtbot.waitUntil(lambda: made.threads.model.rowCount() == 2)
    return made


def test_a_thread_is_opened_in_a_tab_of_its_own_and_left_again(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    bar = window._frame.tabs
    assert not bar.isVisible()
    row = window.threads.model.row_of(talk.bread.key)
    assert row is not None
    place = window.threads.list.visualRect(window.threads.model.index(row)).center()
    qtbot.mouseClick(window.threads.list.viewport(), Qt.MouseButton.MiddleButton, pos=place)
    assert window.model.address == talk.bread.key
    assert bar.isVisible()
    assert [bar.tabText(number) for number in range(2)] == [
        "Where are the bicycles?",
        "Who bakes bread?",
    ]
    window.menus.action("previous_tab").trigger()
    assert window.model.address == talk.root.key
    window.menus.action("close_tab").trigger()
    assert window.model.address == talk.bread.key
    assert not bar.isVisible()


def test_keys_open_a_thread_in_a_new_tab_and_leave_the_current_one(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    window.threads.list.setFocus()
    ctrl = Qt.KeyboardModifier.ControlModifier
    qtbot.keyClick(window.threads.list, Qt.Key.Key_Return, ctrl)
    window.open_thread(talk.bread.key)
    assert window.tabbing.tabs == Tabs((talk.root.key, talk.bread.key), 1)


def test_tabs_and_the_page_beside_are_there_again_in_the_next_session(
    window: MainWindow, talk: Talk, open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    window.tabbing.open(EVERYTHING)
    wait_until_open(qtbot, window, EVERYTHING)
    window.beside.open(talk.bread.key)
    window.close()
    again = open_window(tmp_path / "own.db")
    wait_until_open(qtbot, again, EVERYTHING)
    assert again.tabbing.tabs == Tabs((talk.root.key, EVERYTHING), 1)
    qtbot.waitUntil(lambda: again._frame.tabs.tabText(0) == "Where are the bicycles?")
    assert again.beside.page.isVisible()
    assert again.beside.page.timeline.timeline.address == talk.bread.key

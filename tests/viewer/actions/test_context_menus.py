import json
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from engine.message.uris import usual
from tests.engine.store.libraries import write
from tests.viewer.panels.windows import settle
from tests.viewer.windows import Open, Talk, all_read, opened
from viewer.actions.context_menus import MESSAGE
from viewer.panels.diagram import DiagramPanel
from viewer.panels.search.panel import SearchPanel
from viewer.window.commands import COMMANDS
from viewer.window.main_window import MainWindow

# Menus are windows of their own, which the offscreen platform does little for.
pytestmark = pytest.mark.qt_log_ignore("does not support")


@pytest.fixture
def talk() -> Talk:
    return Talk(answers=3)


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    made = open_window(write(tmp_path / "log.ndjson", talk.said))
    opened(qtbot, made, talk.root.key)
    all_read(qtbot, made, 4)
    return made


def menu() -> QMenu:
    found = QApplication.activePopupWidget()
    assert isinstance(found, QMenu)
    return found


def texts(shown: QMenu) -> list[str]:
    return [action.text() for action in shown.actions() if not action.isSeparator()]


def ask(window: MainWindow, point: QPoint, reason: QContextMenuEvent.Reason) -> None:
    view = window.timeline
    place = view.viewport().mapToGlobal(point)
    QApplication.sendEvent(view.viewport(), QContextMenuEvent(reason, point, place))


def test_all_that_a_context_menu_offers_is_in_the_table_of_commands() -> None:
    assert {name for group in MESSAGE for name in group} <= {each.name for each in COMMANDS}


def test_a_right_click_chooses_a_message_and_offers_what_can_be_done_with_it(
    window: MainWindow, talk: Talk
) -> None:
    key, y = window.timeline.visible_rows()[2]
    ask(window, QPoint(200, y + 4), QContextMenuEvent.Reason.Mouse)
    assert window.timeline.current_key() == key
    offered = [window.menus.action(name).text() for group in MESSAGE for name in group]
    assert texts(menu()) == offered
    menu().close()


def test_the_menu_key_offers_it_for_the_current_message(window: MainWindow, talk: Talk) -> None:
    window.timeline.go_to(talk.answers[2].key)
    ask(window, QPoint(0, 0), QContextMenuEvent.Reason.Keyboard)
    assert window.timeline.current_key() == talk.answers[2].key
    menu().close()


def test_a_right_click_beside_all_messages_offers_nothing(window: MainWindow) -> None:
    bottom = window.timeline.viewport().height() - 2
    ask(window, QPoint(200, bottom), QContextMenuEvent.Reason.Mouse)
    assert QApplication.activePopupWidget() is None


def test_a_message_is_copied_as_link_as_line_and_by_its_author_and_that_is_said(
    window: MainWindow, talk: Talk
) -> None:
    window.timeline.go_to(talk.answers[1].key)
    clipboard, told = QGuiApplication.clipboard(), []
    for name in ("copy", "copy_key", "copy_link", "copy_ndjson", "copy_feed", "copy_address"):
        clipboard.clear()
        window.menus.action(name).trigger()
        told.append(window.activity._state.text())
        match name:
            case "copy_link":
                assert clipboard.text().startswith("ssb:message/classic/")
                assert usual(clipboard.text()) == talk.answers[1].key
            case "copy_ndjson":
                (line,) = clipboard.text().splitlines()
                assert json.loads(line)["key"] == talk.answers[1].key
                assert json.loads(line)["value"] == talk.answers[1].value
            case "copy_feed":
                assert clipboard.text() == talk.bob.feed
    assert told == [
        "Text copied",
        "Id copied",
        "Link copied",
        "Copied as NDJSON",
        "Id copied",
        "Address copied",
    ]


def test_a_message_opens_in_a_tab_and_is_held_for_comparison(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    feed = f"feed:{talk.bob.feed}"
    window.ways.open(feed, talk.answers[2].key)
    opened(qtbot, window, feed)
    window.menus.action("message_tab").trigger()
    assert window.tabbing.tabs.addresses == (feed, talk.root.key)
    assert window.timeline.current_key() == talk.answers[2].key
    window.menus.action("hold").trigger()
    assert window.inspector.isVisible()
    assert window.inspector.held_key == talk.answers[2].key
    settle(qtbot, window)
    window.menus.action("hold").trigger()
    assert window.inspector.held_key is None
    assert not window.inspector.hold.isChecked()


def test_boxes_of_the_diagram_and_hits_of_the_search_offer_the_same(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    window.menus.action("panel_diagram").trigger()
    settle(qtbot, window)
    panel = window.workbench.panel()
    assert isinstance(panel, DiagramPanel)
    made = panel.view.plan
    assert made is not None
    number = made.numbers[talk.answers[1].key]
    inside = next(
        QPoint(x, y)
        for y in range(0, panel.view.height(), 4)
        for x in range(0, panel.view.width(), 4)
        if panel.view._under(QPoint(x, y).toPointF()) == number
    )
    qtbot.mouseClick(panel.view, Qt.MouseButton.RightButton, pos=inside)
    assert window.timeline.current_key() == talk.answers[1].key
    menu().close()
    window.menus.action("panel_search").trigger()
    search = window.workbench.panel()
    assert isinstance(search, SearchPanel)
    search.form.words.setText("bread")
    qtbot.waitUntil(lambda: search.model.rowCount() == 1, timeout=10_000)
    place = search.list.visualRect(search.model.index(0)).center()
    search.list.customContextMenuRequested.emit(place)
    assert window.timeline.current_key() == talk.bread.key
    menu().close()


def test_the_address_of_a_listed_conversation_is_copied_without_opening_it(
    window: MainWindow, talk: Talk, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: window.threads.model.row_of(talk.bread.key) is not None)
    row = window.threads.model.row_of(talk.bread.key)
    assert row is not None
    offered = window.threads.menu(row).actions()
    next(action for action in offered if "address" in action.text()).trigger()
    assert QGuiApplication.clipboard().text() == talk.bread.key
    assert window.activity._state.text() == "Address copied"
    assert window.model.address == talk.root.key

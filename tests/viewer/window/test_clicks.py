"""Clicks and keys do what they do in other programs."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from tanglescope.engine.library import Library
from tanglescope.viewer.models.sidebar import SidebarList
from tanglescope.viewer.panels.person import PersonPanel
from tanglescope.viewer.window.main_window import MainWindow
from tests.engine.store.libraries import write
from tests.viewer.windows import Open, Talk, wait_for_messages, wait_until_open


@pytest.fixture
def window(open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    like = {"type": "vote", "vote": {"link": talk.root.key, "value": 1}}
    said = [*talk.said, talk.ann.say(like)]
    window = open_window(write(tmp_path / "log.ndjson", said), own_collections=True)
    wait_for_messages(qtbot, window, len(said))
    window.open_thread(talk.root.key, talk.root.key)
    wait_until_open(qtbot, window, talk.root.key)
    window.timeline.grab()
    return window


def click(qtbot: QtBot, window: MainWindow, row: int, inside: QPointF) -> None:
    placed = next(each for each in window.timeline._placed if each.row == row)
    point = (inside + QPointF(0, placed.y)).toPoint()
    qtbot.mouseClick(window.timeline.viewport(), Qt.MouseButton.LeftButton, pos=point)


def test_a_face_opens_the_profile(window: MainWindow, talk: Talk, qtbot: QtBot) -> None:
    window.timeline._place()
    bubble = window.timeline._placed[0].bubble
    click(qtbot, window, 0, bubble._portrait.center() + QPointF(0, 12))
    panel = window.workbench.panel()
    assert isinstance(panel, PersonPanel)


def test_a_heart_says_who_likes_a_message(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    shown: list[QMenu] = []
    monkeypatch.setattr(QMenu, "popup", lambda menu, _place: shown.append(menu))
    qtbot.waitUntil(lambda: window.model.row(0).votes == 1)
    window.timeline._place()
    click(qtbot, window, 0, window.timeline._placed[0].bubble._votes.center())
    qtbot.waitUntil(lambda: bool(shown))
    assert [each.text() for each in shown[0].actions()] == ["Ann"]
    shown[0].actions()[0].trigger()
    assert isinstance(window.workbench.panel(), PersonPanel)


def test_hiding_is_undone(window: MainWindow, talk: Talk, qtbot: QtBot) -> None:
    rows = window.model.rowCount()
    window.timeline.go_to(talk.answers[3].key)
    window.menus.action("hide_author").trigger()
    qtbot.waitUntil(lambda: window.model.rowCount() < rows)
    window.menus.action("undo").trigger()
    qtbot.waitUntil(lambda: window.model.rowCount() == rows)
    assert window.session.settings.within(talk.root.key).filters.feeds == frozenset()
    window.menus.action("undo").trigger()
    assert window.activity._state.text() == "Nothing can be undone."


def test_pinning_is_undone_in_reverse_order(window: MainWindow, talk: Talk, qtbot: QtBot) -> None:
    window.conversation_lists.turn_pin(talk.root.key)
    window.conversation_lists.turn_pin(talk.bread.key)
    settings, database = window.session.settings, window.session.database
    assert settings.of(database).pinned == [talk.root.key, talk.bread.key]
    window.menus.action("undo").trigger()
    assert settings.of(database).pinned == [talk.root.key]
    window.menus.action("undo").trigger()
    assert settings.of(database).pinned == []


def test_marking_as_read_is_undone(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window.open_thread(talk.bread.key)
    window.open_paths([write(tmp_path / "more.ndjson", [talk.answer("late")])], is_added=True)
    qtbot.waitUntil(lambda: window.conversation_lists._unread() == {talk.root.key: 1})
    window.menus.action("mark_read").trigger()
    qtbot.waitUntil(lambda: window.conversation_lists._unread() == {})
    window.menus.action("undo").trigger()
    qtbot.waitUntil(lambda: window.conversation_lists._unread() == {talk.root.key: 1})
    assert window.threads.sidebar_filter().sidebar_list is SidebarList.THREADS


def drag(window: MainWindow, file: Path, across: float, *, offers_opening: bool = True) -> None:
    """Drag a file over a part of the window, and drop it there."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file))])
    copy, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
    none, at = Qt.KeyboardModifier.NoModifier, QPoint(round(window.width() * across), 300)
    QApplication.sendEvent(window, QDragEnterEvent(at, copy, data, button, none))
    QApplication.sendEvent(window, QDragMoveEvent(at, copy, data, button, none))
    is_marked = [
        bool(zone.property("current")) for zone in (window.drops.opening, window.drops.adding)
    ]
    opens = offers_opening and across < 0.5
    assert is_marked == [opens, not opens]
    assert window.drops.opening.isVisible() is offers_opening
    assert window.drops.adding.text() == f"Add to {window.windowTitle()}"
    QApplication.sendEvent(window, QDropEvent(QPointF(at), copy, data, button, none))
    assert window.drops.isHidden()


def test_a_drop_opens_or_adds_as_was_shown_before(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    before, messages = window.session.database, len(window.session.library)
    drag(window, write(tmp_path / "more.ndjson", [talk.answer("late")]), 0.8)
    wait_for_messages(qtbot, window, messages + 1)
    assert window.session.database == before
    drag(window, write(tmp_path / "other.ndjson", talk.said[:2]), 0.2)
    wait_for_messages(qtbot, window, 2)
    assert window.session.database != before


def test_a_window_that_takes_all_archives_offers_to_add_them_only(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    messages = len(window.session.library)
    drag(window, write(tmp_path / "more.ndjson", [talk.answer("late")]), 0.2, offers_opening=False)
    wait_for_messages(qtbot, window, messages + 1)
    Library.open(tmp_path / "other.db").close()
    drag(window, tmp_path / "other.db", 0.2)
    assert window.session.database == tmp_path / "other.db"


def test_a_dropped_database_is_added_with_all_that_is_in_it(
    window: MainWindow, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    before, messages = window.session.database, len(window.session.library)
    with Library.open(tmp_path / "other.db") as library:
        library.ingest(write(tmp_path / "more.ndjson", [talk.answer("late")]))
        (tmp_path / "g.ndjson").write_text('{"id": "a", "after": []}\n')
        library.ingest(tmp_path / "g.ndjson")
    drag(window, tmp_path / "other.db", 0.8)
    wait_for_messages(qtbot, window, messages + 2)
    assert window.session.database == before
    drag(window, tmp_path / "other.db", 0.2)
    qtbot.waitUntil(lambda: window.session.database == tmp_path / "other.db")
    wait_for_messages(qtbot, window, 2)


def test_the_folder_of_an_export_is_offered_until_something_else_is_said(
    window: MainWindow, tmp_path: Path
) -> None:
    window.activity.say_written("Exported.", tmp_path / "page.html")
    assert window.activity.folder.isVisible()
    window.activity.say("Something else")
    assert window.activity.folder.isHidden()

import json
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.message.canonical import canonical
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.inspector import Inspector
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.engine.words.test_inspection import inspection
from tests.viewer.fake_library import message
from tests.viewer.windows import Open, Talk, wait_for_rows, wait_until_open


def first_link(inspector: Inspector) -> QUrl:
    cursor = QTextCursor(inspector.page.document())
    while not cursor.charFormat().anchorHref():
        assert cursor.movePosition(QTextCursor.MoveOperation.NextCharacter)
    return QUrl(cursor.charFormat().anchorHref())


def test_the_inspector_follows_the_current_message(
    open_window: Open, talk: Talk, settings: Settings, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    page = window.inspector.page
    assert window.inspector.isHidden()
    window.menus.action("inspector").trigger()
    assert settings.inspector
    assert "Select a message" in page.toPlainText()
    window.timeline.go_to(talk.answers[20].key)
    qtbot.waitUntil(lambda: talk.answers[20].key in page.toPlainText())
    assert "21 of 41" in page.toPlainText()
    assert "the author signed exactly this text" in page.toPlainText()
    page.anchorClicked.emit(first_link(window.inspector))
    assert window.timeline.current_key() == talk.answers[19].key
    qtbot.waitUntil(lambda: "20 of 41" in page.toPlainText())
    window.inspector.copy.click()
    assert QGuiApplication.clipboard().text().encode() == canonical(talk.answers[19].value)
    window.menus.action("inspector").trigger()
    assert window.inspector.isHidden()


def test_a_missing_message_is_reported_as_missing(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    ann = Author("ann")
    root = ann.say(post("Shall we sail?"))
    lost = ann.say(post("Lost on its way", root))
    late = ann.say(post("After it", root, lost))
    window = open_window(write(tmp_path / "log.ndjson", [root, late]))
    wait_until_open(qtbot, window, root.key)
    wait_for_rows(qtbot, window, 3)
    window.menus.action("inspector").trigger()
    window.timeline.go_to(lost.key)
    qtbot.waitUntil(lambda: "Missing" in window.inspector.page.toPlainText())
    assert not window.inspector.copy.isEnabled()


def test_markup_in_the_inspector_is_shown_as_text(application: QApplication) -> None:
    inspector = Inspector(load("light"))
    evil = '<img src="file:///etc/passwd"><a href="http://x">y</a>\u202ered'
    author = {"@ann.ed25519": evil}
    shown = inspection(message("%a", status="unverified"), names=author, value=evil)
    inspector.show_inspection(shown)
    text = inspector.page.toPlainText()
    assert '<img src="file:///etc/passwd">' in text
    assert "\\u202ered" in text
    assert "\u202e" not in text
    assert "<a href" not in inspector.page.toHtml()
    assert "<img" not in inspector.page.toHtml()
    inspector.deleteLater()


def test_a_node_of_a_graph_shows_no_signature(application: QApplication) -> None:
    inspector = Inspector(load("light"))
    inspector.show_inspection(inspection(message("a", has_signed_text=False), value="{}"))
    assert inspector.copy.text() == "Copy as read"
    assert "signed" not in inspector.copy.accessibleDescription()
    inspector.show_inspection(inspection(message("%a"), value="{}"))
    assert inspector.copy.text() == "Copy as signed"
    inspector.deleteLater()


def test_an_event_of_a_room_is_copied_as_it_was_read(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    event = {
        "event_id": "$a",
        "type": "m.room.message",
        "sender": "@ann:example.org",
        "prev_events": [],
        "auth_events": [],
        "content": {"body": "Hello", "msgtype": "m.text"},
        "hashes": {"sha256": "x"},
        "signatures": {"example.org": {"ed25519:1": "y"}},
    }
    (tmp_path / "room.ndjson").write_text(json.dumps(event) + "\n")
    window = open_window(tmp_path / "room.ndjson")
    wait_until_open(qtbot, window, "graph:room")
    wait_for_rows(qtbot, window, 1)
    window.menus.action("inspector").trigger()
    window.timeline.go_to("$a")
    qtbot.waitUntil(lambda: "signatures" in window.inspector.page.toPlainText())
    window.inspector.copy.click()
    assert json.loads(QGuiApplication.clipboard().text()) == event


def test_a_pinned_message_is_compared_with_the_next_current_ones(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    page = window.inspector.page
    window.menus.action("inspector").trigger()
    window.timeline.go_to(talk.answers[3].key)
    qtbot.waitUntil(lambda: "4 of 41" in page.toPlainText())
    window.inspector.hold.click()
    window.timeline.go_to(talk.answers[6].key)
    qtbot.waitUntil(
        lambda: "certainly written after the pinned one. 3 signed steps" in page.toPlainText()
    )
    window.inspector.hold.click()
    qtbot.waitUntil(lambda: "pinned one" not in page.toPlainText())


def test_back_and_forward_work_as_in_a_browser(
    open_window: Open, talk: Talk, tmp_path: Path, qtbot: QtBot
) -> None:
    window = open_window(write(tmp_path / "log.ndjson", talk.said))
    wait_until_open(qtbot, window, talk.root.key)
    wait_for_rows(qtbot, window, 41)
    first, second = talk.answers[3].key, talk.answers[9].key
    window.timeline.go_to(first)
    window.inspector.page.key_clicked.emit(second)
    window.inspector.went.emit(False)
    assert window.timeline.current_key() == first
    window.inspector.went.emit(True)
    assert window.timeline.current_key() == second

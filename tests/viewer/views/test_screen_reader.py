"""Reports to screen readers: rows with the focus, and announcements."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer.theme import load
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.views.banner import Banner
from tanglescope.viewer.views.timeline.timeline_view import TimelineView
from tests.viewer import gallery


class Reader:
    """A fake screen reader: it records events of rows and announced sentences."""

    def __init__(self) -> None:
        self.rows: list[tuple[QAccessible.Event, str]] = []
        self.sentences: list[str] = []

    def hear(self, event: QAccessibleEvent) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            self.sentences.append(event.message())
        else:
            found = event.accessibleInterface()
            assert found is not None
            self.rows.append((event.type(), found.text(QAccessible.Text.Name)))

    def focused(self) -> list[str]:
        """Return the names of the rows that got the focus, in order."""
        return [text for kind, text in self.rows if kind == QAccessible.Event.Focus]


@pytest.fixture
def reader(monkeypatch: pytest.MonkeyPatch) -> Reader:
    made = Reader()
    monkeypatch.setattr(screen_reader.QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(screen_reader.QAccessible, "updateAccessibility", made.hear)
    return made


@pytest.fixture
def view(qtbot: QtBot) -> TimelineView:
    made = TimelineView(load("light"))
    made.setModel(gallery.model())
    made.resize(600, 400)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    made.setFocus()
    return made


def test_the_row_that_a_key_leads_to_is_read_aloud(
    view: TimelineView, reader: Reader, qtbot: QtBot
) -> None:
    view.go_to(gallery.B1)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    first, second = reader.focused()[-2:]
    row = view.timeline.row(view.timeline.row_of(gallery.B1) or 0)
    assert first == row.spoken_text(["Ann"])
    assert "in reply to Ann" in first
    assert second.startswith("Bob Builder")
    assert second != first


def test_selecting_and_deselecting_rows_is_read_aloud(view: TimelineView, reader: Reader) -> None:
    view.go_to(gallery.B1)
    view.go_to("%c1")
    selected = [text for kind, text in reader.rows if kind == QAccessible.Event.Selection]
    left = [text for kind, text in reader.rows if kind == QAccessible.Event.SelectionRemove]
    assert [text.partition(",")[0] for text in selected] == ["Bob Builder", "Cynthia"]
    assert left == selected[:1]


def test_a_view_without_the_focus_announces_no_row(view: TimelineView, reader: Reader) -> None:
    view.clearFocus()
    view.go_to("%c1")
    assert reader.focused() == []


def test_the_current_row_is_announced_when_the_view_gets_the_focus(
    view: TimelineView, reader: Reader, qtbot: QtBot
) -> None:
    view.go_to("%c1")
    view.clearFocus()
    reader.rows.clear()
    view.setFocus()
    assert [text.partition(",")[0] for text in reader.focused()] == ["Cynthia"]


def test_a_notice_is_read_aloud(reader: Reader, qtbot: QtBot) -> None:
    banner = Banner()
    qtbot.addWidget(banner)
    banner.say("The disk is full.")
    assert reader.sentences == ["The disk is full."]


def test_a_description_is_announced_once_and_only_with_the_focus(
    reader: Reader, qtbot: QtBot, view: TimelineView
) -> None:
    screen_reader.describe(view, "Ann, 2 causes")
    screen_reader.describe(view, "Ann, 2 causes")
    other = QWidget()
    qtbot.addWidget(other)
    screen_reader.describe(other, "Bob, no causes")
    assert reader.sentences == ["Ann, 2 causes"]
    assert other.accessibleDescription() == "Bob, no causes"


def test_nothing_is_reported_without_a_screen_reader(
    view: TimelineView, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screen_reader.QAccessible, "isActive", lambda: False)
    view.go_to("%c1")
    screen_reader.say(view, "Nobody hears this.")
    assert reader.rows == []
    assert reader.sentences == []

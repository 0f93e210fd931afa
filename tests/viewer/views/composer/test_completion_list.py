"""The list that completes what is begun in a field."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer.models.composing import Suggestion
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.composer.completion_list import CompletionList
from tests.viewer.windows import destroy

OFFERS = [
    Suggestion("Ines", "[@Ines](@i)", "in this conversation", "@i"),
    Suggestion("Ivo", "[@Ivo](@v)"),
]


class Page(QWidget):
    """A window with a field whose keys the list takes first."""

    def __init__(self) -> None:
        super().__init__()
        self.field = QPlainTextEdit(self)
        self.list = CompletionList(self.field, load("light"))
        self.asked: list[str] = []
        self.list.wanted.connect(self.asked.append)
        self.field.textChanged.connect(self.list.look)
        self.field.cursorPositionChanged.connect(self.list.stay)
        self.field.keyPressEvent = self._press  # type: ignore[method-assign]
        column = QVBoxLayout(self)
        column.addStretch(1)
        column.addWidget(self.field)
        self.resize(700, 300)

    def _press(self, event: object) -> None:
        if not self.list.take_key(event):  # type: ignore[arg-type]
            QPlainTextEdit.keyPressEvent(self.field, event)  # type: ignore[arg-type]

    def type(self, text: str, offers: list[Suggestion] = OFFERS) -> None:
        QTest.keyClicks(self.field, text)
        self.list.show_offers(self.asked[-1] if self.asked else "", offers)


@pytest.fixture
def page(application: object, qtbot: QtBot) -> Iterator[Page]:
    page = Page()
    page.show()
    yield page
    destroy(page)


def press(page: Page, key: Qt.Key) -> None:
    QTest.keyClick(page.field, key)


def test_offers_are_asked_for_while_a_word_is_written(page: Page) -> None:
    QTest.keyClicks(page.field, "Hi @in")
    assert page.asked == ["@", "@i", "@in"]


def test_the_first_offer_is_chosen_and_taken_with_tab(page: Page) -> None:
    page.type("Hi @i")
    assert page.list.isVisible()
    press(page, Qt.Key.Key_Tab)
    assert page.field.toPlainText() == "Hi [@Ines](@i) "
    assert page.list.isHidden()


def test_arrows_go_round(page: Page) -> None:
    page.type("@i")
    for key, name in (
        (Qt.Key.Key_Down, "Ivo"),
        (Qt.Key.Key_Down, "Ines, in this conversation"),
        (Qt.Key.Key_Up, "Ivo"),
    ):
        press(page, key)
        assert page.list.accessibleDescription() == name
    press(page, Qt.Key.Key_Return)
    assert page.field.toPlainText() == "[@Ivo](@v) "


def test_what_is_taken_replaces_what_was_begun_after_any_character(page: Page) -> None:
    page.field.setPlainText("⛵🚀 and 👩‍🚀 @i, then")
    cursor = page.field.textCursor()
    cursor.setPosition(page.field.document().find("@i").selectionEnd())
    page.field.setTextCursor(cursor)
    page.list.look()
    page.list.show_offers("@i", OFFERS)
    press(page, Qt.Key.Key_Return)
    assert page.field.toPlainText() == "⛵🚀 and 👩‍🚀 [@Ines](@i) , then"


def test_escape_closes_the_list_until_another_word_is_begun(page: Page) -> None:
    page.type("@i")
    press(page, Qt.Key.Key_Escape)
    page.type("n")
    assert page.list.isHidden()
    page.type(" @i")
    assert page.list.isVisible()


def test_a_late_answer_is_dropped(page: Page) -> None:
    QTest.keyClicks(page.field, "@i")
    QTest.keyClicks(page.field, "v")
    page.list.show_offers("@i", OFFERS)
    assert page.list.isHidden()
    page.list.show_offers("@iv", OFFERS[1:])
    assert page.list.isVisible()
    page.list.show_offers("@iv", [])
    assert page.list.isHidden()


def test_another_place_of_the_cursor_closes_the_list(page: Page) -> None:
    page.type("see @i")
    page.field.moveCursor(QTextCursor.MoveOperation.StartOfBlock)
    assert page.list.isHidden()


def test_other_keys_are_left_to_the_field(page: Page) -> None:
    press(page, Qt.Key.Key_Return)
    page.type("@i")
    press(page, Qt.Key.Key_Backspace)
    assert page.field.toPlainText() == "\n@"


@pytest.mark.parametrize("height", [120, 300, 900])
def test_the_list_is_inside_the_window_and_beside_the_line(page: Page, height: int) -> None:
    page.resize(500, height)
    page.type("@i", OFFERS * 4)
    area, line = page.list.geometry(), page.field.cursorRect()
    top = page.field.viewport().mapTo(page, QPoint(0, line.top())).y()
    assert page.rect().contains(area)
    assert area.bottom() < top or area.top() > top
    if height > 300:
        assert not page.list.list.verticalScrollBar().isVisible()


def test_a_click_takes_an_offer(page: Page, qtbot: QtBot) -> None:
    page.type("@i")
    view = page.list.list
    spot = view.visualRect(page.list.model.index(1, 0)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert page.field.toPlainText() == "[@Ivo](@v) "

"""A list of rows: what is scrolled, chosen, dragged and tinted, and how rows glide."""

from collections.abc import Iterator
from typing import cast

import pytest
from PySide6.QtCore import QPoint, Qt, QVariantAnimation
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from tanglescope.viewer import motion
from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.panels.rows_view import RowsView
from tanglescope.viewer.session import Session
from tanglescope.viewer.subjects import MessageSubject
from tanglescope.viewer.theme import load
from tests.viewer.panels.test_panel import AnswerPanel, RecordingSession

KEYS = [f"%{number:02}.sha256" for number in range(40)]
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def view(qtbot: QtBot) -> Iterator[RowsView]:
    panel = AnswerPanel(load("light"))
    qtbot.addWidget(panel)
    panel.show_place(cast(Session, RecordingSession()), "%thread", None)
    made = RowsView("Messages", Labels(panel), panel.theme, panel, can_drag=True)
    panel.resize(300, 260)
    made.resize(300, 260)
    made.show_rows(KEYS)
    panel.show()
    return made


def middle(view: RowsView, row: int) -> QPoint:
    return QPoint(150, view.middle_of(row))


def picture(view: RowsView) -> QImage:
    return view.viewport().grab().toImage()


def color(name: str) -> QColor:
    return load("light").color(name)


def test_the_list_scrolls_by_whole_rows_to_its_last_one(view: RowsView) -> None:
    whole = view.viewport().height() // view.row_height()
    bar = view.verticalScrollBar()
    assert bar.maximum() == (40 - whole) * view.row_height()
    assert view.visible().start == 0
    view.reveal(30)
    assert bar.value() == (30 - whole // 2) * view.row_height()
    assert view.places()[KEYS[30]] == whole // 2 * view.row_height()
    view.reveal(31)
    assert bar.value() == (30 - whole // 2) * view.row_height(), "the row was visible"
    view.show_rows(KEYS[:5])
    assert bar.maximum() == 0
    assert view.subject_at(None) == MessageSubject(KEYS[4])
    view.show_rows([])
    assert view.subject_at(None) is None


def test_keys_step_through_the_rows_and_open_one(view: RowsView, qtbot: QtBot) -> None:
    chosen: list[str] = []
    view.chosen.connect(chosen.append)
    page = view.viewport().height() // view.row_height() - 1
    key = Qt.Key
    steps = [(key.Key_Down, 1), (key.Key_PageDown, 1 + page), (key.Key_Up, page), (key.Key_End, 39)]
    for pressed, row in [*steps, (key.Key_Down, 39), (key.Key_Home, 0), (key.Key_X, 0)]:
        qtbot.keyClick(view, pressed)
        qtbot.keyClick(view, key.Key_Return)
        assert chosen.pop() == KEYS[row]
        assert row in view.visible()
    view.show_rows([])
    qtbot.keyClick(view, key.Key_Down)
    qtbot.keyClick(view, key.Key_Return)
    assert chosen == []


def test_a_click_chooses_the_row_under_it(view: RowsView, qtbot: QtBot) -> None:
    chosen: list[str] = []
    view.chosen.connect(chosen.append)
    view.verticalScrollBar().setValue(7 * view.row_height())
    qtbot.mouseClick(view.viewport(), LEFT, pos=middle(view, 9))
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.RightButton, pos=middle(view, 8))
    assert chosen == [KEYS[9]]
    assert view.subject_at(middle(view, 8)) == MessageSubject(KEYS[8])


def test_a_row_is_dragged_between_two_others_where_the_line_is(
    view: RowsView, qtbot: QtBot
) -> None:
    dragged: list[tuple[int, int]] = []
    chosen: list[str] = []
    view.dragged.connect(lambda *move: dragged.append(move))
    view.chosen.connect(chosen.append)
    view.verticalScrollBar().setValue(2 * view.row_height())
    edge = QPoint(150, view.middle_of(7) - view.row_height() // 2)
    qtbot.mousePress(view.viewport(), LEFT, pos=middle(view, 3))
    qtbot.mouseMove(view.viewport(), middle(view, 3) + QPoint(0, 1))
    qtbot.mouseRelease(view.viewport(), LEFT, pos=middle(view, 3))
    assert (chosen, dragged) == ([KEYS[3]], []), "a click with an unsteady hand"
    qtbot.mousePress(view.viewport(), LEFT, pos=middle(view, 3))
    qtbot.mouseMove(view.viewport(), edge)
    assert picture(view).pixelColor(edge) == color("accent")
    qtbot.mouseRelease(view.viewport(), LEFT, pos=edge)
    assert dragged.pop() == (3, 6)
    assert picture(view).pixelColor(edge) != color("accent")
    qtbot.mousePress(view.viewport(), LEFT, pos=middle(view, 6))
    qtbot.mouseMove(view.viewport(), QPoint(150, view.middle_of(4) - view.row_height() // 2))
    qtbot.mouseRelease(view.viewport(), LEFT)
    assert dragged.pop() == (6, 4)
    qtbot.mousePress(view.viewport(), LEFT, pos=middle(view, 6))
    qtbot.mouseMove(view.viewport(), edge + QPoint(0, 60))
    qtbot.mouseMove(view.viewport(), middle(view, 6))
    qtbot.mouseRelease(view.viewport(), LEFT, pos=middle(view, 6))
    assert (len(chosen), dragged) == (1, []), "it was brought back"
    qtbot.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert dragged == [(6, 7)]


def test_rows_are_tinted_and_the_current_ones_are_marked(view: RowsView, qtbot: QtBot) -> None:
    view.set_marks({KEYS[1]: "moved"})
    view.set_key(KEYS[2])
    painted, left = picture(view), QPoint(4, view.middle_of(2))
    assert painted.pixelColor(275, view.middle_of(1)) == color("moved")
    assert painted.pixelColor(275, view.middle_of(2)) != color("moved")
    assert painted.pixelColor(left) == color("accent")
    view.set_key(KEYS[3])
    assert picture(view).pixelColor(left) != color("accent")
    view.window().activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    focused = picture(view)
    view.clearFocus()
    assert picture(view) != focused, "a ring around the row of the focus"


def test_rows_glide_to_their_new_positions(view: RowsView, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(motion, "has_motion", lambda: True)
    before, height = view.places(), view.row_height()
    view.show_rows([KEYS[1], KEYS[0], *KEYS[2:]])
    view.update_rows(before)
    assert view.places() == before
    (glide,) = view.findChildren(QVariantAnimation)
    glide.setCurrentTime(110)
    assert 0 < view.places()[KEYS[0]] < height
    glide.setCurrentTime(220)
    assert view.places()[KEYS[0]] == height
    view.show_rows(KEYS)
    assert view.places() == before

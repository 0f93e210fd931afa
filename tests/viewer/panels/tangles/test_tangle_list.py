from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from viewer.panels.tangles.tangle_list import TangleList, _paint_name
from viewer.panels.tangles.tangle_row import Arc, Pill, TangleRow, TangleRows
from viewer.theme import load
from viewer.views.timeline.border import Border


def rows(count: int, below: int = -1) -> TangleRows:
    line = Border("the line", "accent")
    pill = Pill("1′", "muted", "bubble", "a majority has voted")
    made = [
        TangleRow(
            f"m{number}",
            f"@{number % 3}",
            "Ann",
            "text",
            (pill,),
            below=line if number == below else None,
        )
        for number in range(count)
    ]
    return TangleRows(made, {f"m{number}": [f"m{number - 1}"] for number in range(1, count)})


@pytest.fixture
def view(application: QApplication) -> Iterator[TangleList]:
    view = TangleList(load("light"), "Messages")
    view.resize(420, 300)
    view.show()
    yield view
    view.close()
    view.deleteLater()


def test_a_line_takes_space_below_its_row(view: TangleList) -> None:
    view.show_rows(rows(6))
    plain = view.visualRect(view.model().index(3, 0)).top()
    view.show_rows(rows(6, below=2))
    assert view.visualRect(view.model().index(3, 0)).top() > plain


def test_the_chosen_row_stays_chosen_without_a_signal(view: TangleList, qtbot: QtBot) -> None:
    view.show_rows(rows(8))
    view.choose("m5")
    with qtbot.assertNotEmitted(view.chosen):
        view.show_rows(rows(12))
    assert view.current_key() == "m5"
    view.choose("nobody")
    assert view.current_key() is None


def test_choosing_a_row_sends_a_signal(view: TangleList, qtbot: QtBot) -> None:
    view.show_rows(rows(8))
    with qtbot.waitSignal(view.chosen) as signal:
        place = view.visualRect(view.model().index(2, 0)).center()
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, place.y()))
    assert signal.args == ["m2"]


def test_the_view_keeps_its_position_when_rows_are_added_below(view: TangleList) -> None:
    view.show_rows(rows(100))
    view.verticalScrollBar().setValue(40)
    view.show_rows(rows(140))
    assert view.verticalScrollBar().value() == 40


def test_a_view_at_its_end_follows_the_end(view: TangleList) -> None:
    view.show_rows(rows(100))
    view.scrollToBottom()
    view.show_rows(rows(140))
    assert view.verticalScrollBar().value() == view.verticalScrollBar().maximum()


def test_lanes_and_arcs_are_painted_at_every_scroll_position(view: TangleList) -> None:
    view.show_rows(rows(1000, below=500), [Arc("m900", "m10"), Arc("m505", "m499"), Arc("m1", "x")])
    for place in (0, 400, 10**6):
        view.verticalScrollBar().setValue(place)
        assert not view.grab().isNull()


def test_a_row_is_read_aloud_with_its_marks_and_its_line(view: TangleList) -> None:
    view.show_rows(rows(2, below=0))
    text = view.model().data(view.model().index(0, 0), Qt.ItemDataRole.AccessibleTextRole)
    assert text == "Ann, text, a majority has voted, Below it: the line"
    assert QAccessible.queryAccessibleInterface(view).text(QAccessible.Text.Name) == "Messages"


def test_causes_that_are_no_rows_are_not_drawn() -> None:
    made = TangleRows([TangleRow("a", "@", "", "")], {"a": ["gone"], "b": ["a"]})
    assert made.edges(["a"])["a"].causes == ()
    assert made.edges(["a"])["a"].effects == ()


def test_names_are_shortened_where_marks_leave_little_room(application: QApplication) -> None:
    [row], painted = rows(1).all, QImage(200, 30, QImage.Format.Format_RGB32)
    with QPainter(painted) as painter:
        for room in (0, 9, 60):
            assert _paint_name(painter, QFont(), row, load("light"), QRect(0, 0, room, 30)) <= room


def test_rows_are_painted_from_left_to_right_in_every_language(view: TangleList) -> None:
    view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    view.show_rows(rows(9))
    before = view.viewport().grab().toImage()
    view.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert view.viewport().grab().toImage() == before

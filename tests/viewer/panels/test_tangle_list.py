from collections.abc import Iterator
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QColor, QFont, QImage, QPainter
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.words.rows import Arc, Border, Pill, TangleRow, TangleRows, Tone
from tanglescope.viewer.panels.tangle_list import TangleList, _paint_name
from tanglescope.viewer.subjects import MessageSubject
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.lanes.lane_painter import BOW_WIDTH, GAP, PITCH


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


def test_a_chosen_row_is_scrolled_into_view_once(view: TangleList) -> None:
    view.show_rows(rows(100))
    view.choose("m70")
    there = view.visualRect(view.currentIndex())
    assert view.viewport().rect().contains(there.center())
    view.verticalScrollBar().setValue(0)
    view.choose("m70")
    view.show_rows(rows(101))
    assert view.verticalScrollBar().value() == 0


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


def columns_with(view: TangleList, color: QColor, row: int) -> list[int]:
    """The x coordinates at which a row has a colour."""
    place, painted = view.visualRect(view.model().index(row, 0)), view.viewport().grab().toImage()
    lines = range(place.top(), place.bottom())
    return [
        x for x in range(painted.width()) if any(painted.pixelColor(x, y) == color for y in lines)
    ]


def test_the_text_begins_to_the_right_of_lanes_and_arcs(view: TangleList) -> None:
    chain = rows(40)
    view.show_rows(chain)
    narrow = view.gutter
    view.show_rows(chain, [Arc("m30", "m2")])
    assert view.gutter == narrow + BOW_WIDTH
    branches = {row.key: ["m0"] for row in chain.all[1:4]}
    view.show_rows(TangleRows(chain.all[:4], branches))
    assert view.gutter == narrow + PITCH
    theme = view.theme
    assert min(columns_with(view, theme.color("muted"), 0)) > view.gutter
    assert min(columns_with(view, theme.color("text"), 0)) > view.gutter
    dots = columns_with(view, theme.author("@0"), 0)
    assert min(dots) < narrow, "the dot of the message is in its lane"


def test_a_row_leaves_room_around_its_text_and_grows_with_the_font(view: TangleList) -> None:
    view.show_rows(rows(2))
    height, least = view.visualRect(view.model().index(0, 0)).height(), view.minimumHeight()
    assert height >= view.fontMetrics().height() + 10
    large = QFont(view.font())
    large.setPointSizeF(2 * large.pointSizeF())
    view.setFont(large)
    assert view.minimumHeight() > least + 10
    view.grab()  # forces a layout
    assert view.visualRect(view.model().index(0, 0)).height() > height + 5


def test_marks_are_at_the_right_and_new_rows_have_a_stripe(view: TangleList) -> None:
    pill = Pill("by a majority of all", "text", "danger", "")
    made = [
        TangleRow(f"m{number}", "@0", "Ann", "text", (pill,), fresh=number == 1)
        for number in range(2)
    ]
    view.show_rows(TangleRows(made, {}))
    marks = columns_with(view, view.theme.color("danger"), 0)
    assert marks[-1] > view.viewport().width() - 20
    assert 0 < marks[-1] - marks[0] < view.fontMetrics().horizontalAdvance(pill.text) + 10, "small"
    warning = view.theme.color("warning")
    assert columns_with(view, warning, 0) == []
    assert view.gutter - 8 < columns_with(view, warning, 1)[0] < view.gutter


def test_the_tone_of_a_row_is_seen_in_its_text(view: TangleList) -> None:
    tones = (Tone.USUAL, Tone.STRONG, Tone.MUTED, Tone.STRUCK)
    made = [TangleRow(f"m{row}", "@0", "", "lllll", (), tone) for row, tone in enumerate(tones)]
    view.show_rows(TangleRows(made, {}))
    colors = ("text", "accent", "muted", "muted")
    for row, name in enumerate(colors):
        assert columns_with(view, view.theme.color(name), row)
    painted, areas = view.viewport().grab().toImage(), []
    for row in (2, 3):
        place = view.visualRect(view.model().index(row, 0))
        areas.append(painted.copy(place.adjusted(view.gutter, 0, 0, 0)))
    assert areas[0] != areas[1], "a line through the text"


def test_rows_have_the_subject_of_their_message(view: TangleList) -> None:
    view.show_rows(rows(8))
    place = view.visualRect(view.model().index(5, 0)).center()
    assert view.subject_at(view.viewport().mapTo(view, place)) == MessageSubject("m5")
    assert view.subject_at(None) is None
    view.choose("m3")
    assert view.subject_at(None) == MessageSubject("m3")


def test_an_arc_is_drawn_between_rows_that_are_not_seen(view: TangleList) -> None:
    chain, bar = rows(200), view.verticalScrollBar()
    pictures = []
    for arc in (Arc("m150", "m60"), Arc("x", "y")):
        view.show_rows(chain, [arc])
        bar.setValue(view.visualRect(view.model().index(100, 0)).top() + bar.value())
        pictures.append(view.viewport().grab().toImage())
    line = [
        x
        for x in range(pictures[0].width())
        if pictures[0].pixelColor(x, 150) != pictures[1].pixelColor(x, 150)
    ]
    assert line
    assert view.gutter - BOW_WIDTH - GAP <= line[0] <= line[-1] < view.gutter


def test_a_branch_is_drawn_from_the_dot_it_follows_past_the_rows_between(view: TangleList) -> None:
    made = rows(4).all
    view.show_rows(TangleRows(made, {"m1": ["m0"], "m2": ["m1"], "m3": ["m0"]}))
    painted = view.viewport().grab().toImage()
    ground = painted.pixelColor(2, 2)

    def lanes(row: int) -> int:
        """How many strands cross the upper edge of a row."""
        y = view.visualRect(view.model().index(row, 0)).top() + 1
        inked = [painted.pixelColor(x, y) != ground for x in range(view.gutter)]
        return sum(now and not before for before, now in pairwise([False, *inked]))

    assert [lanes(row) for row in range(4)] == [0, 2, 2, 1]

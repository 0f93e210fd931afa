"""Orders side by side: what scrolls, which lines there are, and how wide everything is."""

from collections.abc import Sequence
from typing import cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from tanglescope.engine.debug.comparison import Crossings, compare_orders, crossings
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.named import order_name
from tanglescope.viewer.panels.compare import CrossingView
from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.session import Session
from tanglescope.viewer.theme import load, paint_in
from tests.viewer.painted import picture_of
from tests.viewer.panels.test_panel import AnswerPanel, RecordingSession

NAMES = [f"%{number:02}" for number in range(40)]
GRAPH = Graph((*map(Node, NAMES[:-1]), Node(NAMES[-1], (NAMES[-2],))))
"""Messages of which only the last one follows another."""
CAUSAL, SWAPPED = NAMES, [*NAMES[1:2], *NAMES[:1], *NAMES[2:]]
BROKEN = [*NAMES[:-2], NAMES[-1], NAMES[-2]]


def drawn(*orders: Sequence[str]) -> Crossings:
    """The orders as columns, called by the names of known ones."""
    by = ("scuttlesort", "depth", "forward", "timestamp")
    return crossings(compare_orders(GRAPH, dict(zip(by, map(tuple, orders), strict=False))))


@pytest.fixture
def view(qtbot: QtBot) -> CrossingView:
    panel = AnswerPanel(load("light"))
    qtbot.addWidget(panel)
    panel.show_place(cast(Session, RecordingSession()), "%thread", None)
    made = CrossingView(Labels(panel), panel.theme, panel)
    panel.resize(800, 200)
    made.resize(800, 200)
    panel.show()
    return made


def show(qtbot: QtBot, view: CrossingView, *orders: Sequence[str]) -> None:
    """Show these orders, and wait until they have their places."""
    view.show_crossings(drawn(*orders))
    qtbot.waitUntil(lambda: view.columns[-1].viewport().height() > 150)


def lines(view: CrossingView, gap: int = 0) -> QImage:
    """The picture of the lines between two columns."""
    return picture_of(view._gaps[gap])


def line_at(picture: QImage, x: int, y: int) -> str:
    """The kind of colour of a line at a place: blue, red or grey, or nothing without a line."""
    below = picture.pixelColor(0, picture.height() - 1)
    there = [picture.pixelColor(x, y + step) for step in (-1, 0, 1)]
    darkest = min(there, key=QColor.lightness)
    if below.lightness() - darkest.lightness() < 5:
        return ""
    slant = darkest.red() - darkest.blue()
    return "red" if slant > 40 else "blue" if slant < -40 else "grey"


def colour(name: str) -> str:
    return load("light").color(name).name()


def test_each_order_has_a_column_with_its_name(view: CrossingView, qtbot: QtBot) -> None:
    show(qtbot, view, CAUSAL, SWAPPED)
    assert [column.accessibleName() for column in view.columns] == [
        f"The order {order_name('scuttlesort')}",
        f"The order {order_name('depth')}",
    ]
    assert [column.rows[0] for column in view.columns] == [NAMES[0], NAMES[1]]
    assert [len(column.rows) for column in view.columns] == [40, 40]


def test_only_the_last_column_has_a_scroll_bar_and_all_scroll_together(
    view: CrossingView, qtbot: QtBot
) -> None:
    show(qtbot, view, CAUSAL, SWAPPED, BROKEN)
    first, second, third = view.columns
    off, needed = Qt.ScrollBarPolicy.ScrollBarAlwaysOff, Qt.ScrollBarPolicy.ScrollBarAsNeeded
    assert [each.verticalScrollBarPolicy() for each in view.columns] == [off, off, needed]
    third.verticalScrollBar().setValue(2 * third.row_height())
    before = lines(view, 1)
    third.verticalScrollBar().setValue(5 * third.row_height())
    assert first.visible().start == second.visible().start == 5
    assert lines(view, 1) == before, "straight lines five rows later"
    third.verticalScrollBar().setValue(1000 * third.row_height())
    assert lines(view, 1) != before
    show(qtbot, view, CAUSAL, SWAPPED)
    assert view.columns == [first, second]
    assert second.verticalScrollBarPolicy() == needed
    assert len(view._gaps) == 1
    view.show_crossings(drawn())
    assert (view.columns, view._gaps) == ([], [])


def test_columns_share_the_room_and_lines_keep_theirs(view: CrossingView, qtbot: QtBot) -> None:
    show(qtbot, view, CAUSAL, SWAPPED)
    bar = view.columns[1].verticalScrollBar().sizeHint().width()
    assert view._gaps[0].width() == 64
    assert view.columns[0].width() == pytest.approx((800 - 64 - bar) / 2, abs=2)
    assert view.columns[1].width() == pytest.approx((800 - 64 + bar) / 2, abs=2)
    view.resize(440, 200)
    assert view._gaps[0].width() == 40
    view.resize(410, 200)
    assert view._gaps[0].width() == 28
    qtbot.waitUntil(lambda: view.columns[0].width() < 200)


def test_a_message_is_revealed_in_the_first_order_that_has_it(
    view: CrossingView, qtbot: QtBot
) -> None:
    show(qtbot, view, CAUSAL[:20], SWAPPED)
    view.reveal("%elsewhere")
    assert view.columns[0].visible().start == 0
    view.reveal(NAMES[15])
    assert 15 in view.columns[0].visible()
    assert view.columns[0].visible().start > 0
    view.reveal(NAMES[35])
    assert 35 in view.columns[1].visible(), "the shorter order doesn't hold the other"


def test_lines_lead_from_row_to_row_in_the_colours_of_what_they_mean(
    view: CrossingView, qtbot: QtBot
) -> None:
    show(qtbot, view, CAUSAL, SWAPPED)
    left = view.columns[0]
    straight, crossing = left.middle_of(3), left.middle_of(0)
    picture = lines(view)
    last = picture.width() - 1
    assert {line_at(picture, x, straight) for x in (1, 32, last - 1)} == {"grey"}
    assert line_at(picture, 32, straight + left.row_height() // 2) == ""
    assert line_at(picture, 1, crossing) == "grey"
    view.set_key(NAMES[0])
    marked = lines(view)
    assert line_at(marked, 1, crossing) == "blue"
    assert line_at(marked, last - 1, left.middle_of(1)) == "blue"
    assert line_at(marked, 1, left.middle_of(1)) == "grey"
    assert line_at(marked, 32, straight) == "grey"
    view.set_key(None)
    assert lines(view) == picture


def test_a_message_above_what_it_follows_is_tinted_and_its_line_is_red(
    view: CrossingView, qtbot: QtBot
) -> None:
    found = drawn(CAUSAL, BROKEN)
    assert set(found.columns[1].broken) == {38}
    show(qtbot, view, CAUSAL, BROKEN)
    left, right = view.columns
    right.verticalScrollBar().setValue(right.verticalScrollBar().maximum())
    picture = lines(view)
    assert line_at(picture, 1, left.middle_of(39)) == "red"
    assert line_at(picture, 1, left.middle_of(38)) == "grey"
    tinted = picture_of(right.viewport()).pixelColor(5, right.middle_of(38)).name()
    assert tinted == colour("danger_soft")
    untinted = left.viewport().grab().toImage().pixelColor(5, left.middle_of(39)).name()
    assert untinted != colour("danger_soft")


def test_what_one_order_leaves_out_has_no_line(view: CrossingView, qtbot: QtBot) -> None:
    show(qtbot, view, CAUSAL[:5], CAUSAL)
    picture = lines(view)
    last = picture.width() - 2
    right = view.columns[1]
    assert line_at(picture, last, right.middle_of(4)) == "grey"
    assert line_at(picture, last, right.middle_of(5)) == ""


def test_another_theme_paints_everything_anew(view: CrossingView, qtbot: QtBot) -> None:
    show(qtbot, view, CAUSAL, CAUSAL)
    before = lines(view), view.columns[0].viewport().grab().toImage()
    paint_in(load("dark"), view)
    after = lines(view), view.columns[0].viewport().grab().toImage()
    assert [one != other for one, other in zip(before, after, strict=True)] == [True, True]
    show(qtbot, view, CAUSAL, CAUSAL, CAUSAL)
    assert lines(view, 1) == lines(view), "what is added has the theme, too"


def test_a_click_on_a_row_of_any_order_chooses_its_message(
    view: CrossingView, qtbot: QtBot
) -> None:
    chosen: list[str] = []
    view.chosen.connect(chosen.append)
    show(qtbot, view, CAUSAL, SWAPPED)
    for column in view.columns:
        place = QPoint(20, column.middle_of(0))
        qtbot.mouseClick(column.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen == [NAMES[0], NAMES[1]]

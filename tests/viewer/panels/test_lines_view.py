"""Tables are filtered by typing and sorted by clicking."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from tanglescope.engine.words.rows import NO_NUMBER, TableLine
from tanglescope.viewer import theme
from tanglescope.viewer.models.lines import LinesModel
from tanglescope.viewer.panels import tangles
from tanglescope.viewer.panels.tangles import LineDelegate, LinesView

LINES = (
    TableLine("a", ("thread", "Moss", 1200)),
    TableLine("b", ("thread", "moss and fern", NO_NUMBER)),
    TableLine("c", ("feed", "Straße", 30)),
    TableLine("d", ("chess", "fern", 30)),
)
UP, DOWN = Qt.SortOrder.AscendingOrder, Qt.SortOrder.DescendingOrder


def made(qtbot: QtBot) -> LinesView:
    view = LinesView("Lines", ("Name", "Says", "Number"), (80, 0, 60), theme.load("light"), None)
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.sort_on_click()
    return view


@pytest.fixture
def view(qtbot: QtBot) -> LinesView:
    view = made(qtbot)
    view.show_lines(LINES)
    view.show()
    return view


def keys(view: LinesView) -> str:
    rows = range(view.lines.rowCount())
    return "".join(LINES[view.lines.number_in(row)].key for row in rows)


def test_headers_are_aligned_with_their_columns(view: LinesView) -> None:
    role = Qt.ItemDataRole.TextAlignmentRole
    for column in range(view.lines.columnCount()):
        header = view.lines.headerData(column, Qt.Orientation.Horizontal, role)
        assert header == view.lines.index(0, column).data(role)


def test_texts_keep_their_direction_in_a_mirrored_window(view: LinesView) -> None:
    option = QStyleOptionViewItem()
    option.direction = Qt.LayoutDirection.RightToLeft
    index = view.lines.index(0, 1)
    delegate = view.itemDelegateForIndex(index)
    assert isinstance(delegate, LineDelegate)
    delegate.initStyleOption(option, index)
    assert option.direction is Qt.LayoutDirection.LeftToRight
    assert option.displayAlignment & Qt.AlignmentFlag.AlignRight


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("MOSS", "ab"),
        (" fern ", "bd"),
        ("strasse", "c"),
        ("1,200", "a"),
        ("thread", "ab"),
        ("thread moss", ""),
        ("moss ", "ab"),
        ("", "abcd"),
    ],
)
def test_the_filter_leaves_lines_with_the_words_in_a_cell(
    view: LinesView, words: str, left: str
) -> None:
    view.lines.filter_by("nothing")
    view.lines.filter_by(words)
    assert keys(view) == left


@pytest.mark.parametrize(
    ("column", "order", "sorted_"),
    [
        (0, UP, "dcab"),
        (0, DOWN, "abcd"),
        (1, UP, "dabc"),
        (2, UP, "bcda"),
        (2, DOWN, "acdb"),
        (-1, UP, "abcd"),
    ],
)
def test_lines_are_sorted_by_a_column(
    view: LinesView, column: int, order: Qt.SortOrder, sorted_: str
) -> None:
    view.sortByColumn(column, order)
    assert keys(view) == sorted_
    view.lines.filter_by("fern")
    assert keys(view) == "".join(key for key in sorted_ if key in "bd")


def test_the_current_line_stays_when_lines_are_filtered(view: LinesView) -> None:
    current_rows: list[int] = []
    view.turned.connect(current_rows.append)
    view.turn_to(1)
    view.sortByColumn(0, UP)
    assert view.currentIndex().row() == 3
    view.lines.filter_by("feed")
    assert (view.current_line, view.currentIndex().isValid()) == (1, False)
    view.lines.filter_by("")
    assert view.currentIndex().row() == 3
    assert current_rows == [1]
    view.show_lines(LINES[1:])
    assert view.current_line == 0
    assert current_rows == [1, 0]


def test_a_large_list_is_filtered_and_sorted_without_a_call_for_each_cell(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[object] = []

    class Counted(LinesModel):
        def data(self, *arguments: Any) -> Any:
            calls.append(arguments)
            return super().data(*arguments)

    monkeypatch.setattr(tangles, "LinesModel", Counted)
    view = made(qtbot)
    view.show_lines(tuple(TableLine(str(n), ("x", f"moss {n % 50}", n)) for n in range(5000)))
    view.lines.filter_by("moss 7")
    view.sortByColumn(1, DOWN)
    view.grab()
    assert view.lines.rowCount() == 100
    assert 0 < len(calls) < 5000


def test_an_empty_column_leaves_its_space_to_the_others(qtbot: QtBot) -> None:
    view = made(qtbot)
    view.show_lines(LINES)
    least = view.minimumWidth()
    view.show_lines([TableLine("a", ("thread", "Moss", NO_NUMBER))])
    assert view.isColumnHidden(2)
    assert view.minimumWidth() < least
    view.show_lines([TableLine("a", ("thread", "Moss", 0))])
    assert not view.isColumnHidden(2)
    assert view.minimumWidth() == least


def test_a_column_takes_no_more_than_its_texts_need_from_the_first(qtbot: QtBot) -> None:
    view = LinesView("Lines", ("#", "Says", "Status"), (40, 0, 0), theme.load("light"), None)
    qtbot.addWidget(view)
    view.resize(900, 300)
    view.show()
    for status, share in (("tip", 0.2), ("very long " * 40, 0.55)):
        view.show_lines([TableLine("a", (1, "moss " * 80, status))])
        says, taken = view.columnWidth(1), view.columnWidth(2)
        assert 0 < taken <= share * (says + taken)
        assert view.fontMetrics().horizontalAdvance(status) < taken or says <= taken


def test_a_narrow_list_narrows_its_columns_and_a_low_one_keeps_three_rows(qtbot: QtBot) -> None:
    view = LinesView("Lines", ("Name", "Says"), (200, 0), theme.load("light"), None)
    qtbot.addWidget(view)
    view.show_lines([TableLine("a", ("thread", "moss"))])
    view.resize(600, 300)
    view.show()
    wide = view.columnWidth(0)
    view.resize(view.minimumWidth(), 10)
    qtbot.waitUntil(lambda: not view.horizontalScrollBar().isVisible())
    assert view.columnWidth(0) < wide
    assert not view.horizontalScrollBar().maximum()
    assert view.viewport().height() >= 3 * view.rowHeight(0)


def test_the_texts_of_a_large_list_are_not_all_measured(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = made(qtbot)
    measured: list[str] = []
    advance = LinesView._advance

    def note(view: LinesView, text: str) -> int:
        measured.append(text)
        return advance(view, text)

    monkeypatch.setattr(LinesView, "_advance", note)
    texts = ["x" * (n % 70) + str(n) for n in range(2000)]
    view.show_lines([TableLine(text, ("thread", text, 1)) for text in texts])
    assert len(measured) < 100
    assert len(view._longest[1]) == 69 + 4


def test_a_short_text_is_whole_while_a_long_one_beside_it_is_cut(qtbot: QtBot) -> None:
    view = LinesView("Lines", ("Says", "Status"), (0, 0), theme.load("light"), None)
    qtbot.addWidget(view)
    view.resize(300, 300)
    view.show_lines([TableLine("a", ("moss and fern " * 9, "connected"))])
    margins = 2 * 8 + 2 * 3  # of the style sheet, and of Qt
    assert view.columnWidth(1) >= view.fontMetrics().horizontalAdvance("connected") + margins

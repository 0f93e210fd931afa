"""The base of panels that play a history."""

from typing import cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.panels.replay.playing import PlayingPanel, TitledRows, side_by_side
from tanglescope.viewer.panels.rows_view import RowsView
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.flow_layout import FlowLayout
from tests.viewer.panels.test_answer_page import Loading


@pytest.fixture
def panel(qtbot: QtBot) -> PlayingPanel:
    panel = PlayingPanel("step {step} of {steps}", "Moved", load("light"), None)
    qtbot.addWidget(panel)
    panel.resize(300, 400)
    return panel


def test_lists_are_side_by_side_under_their_titles_and_never_vanish(panel: PlayingPanel) -> None:
    names = ["Before", "After"]
    columns = [
        (PlainLabel(name), RowsView(name, cast(Labels, Loading()), load("light"), panel))
        for name in names
    ]
    found = side_by_side("Both orders", panel, *columns)
    assert found.accessibleName() == "Both orders"
    assert found.orientation() == Qt.Orientation.Horizontal
    assert [found.widget(n).accessibleName() for n in range(found.count())] == names
    found.resize(300, 100)
    panel.grab()  # forces a layout
    left, right = (found.widget(n).geometry() for n in range(2))
    assert right.left() == left.right() + 2, "one line of pixels is between them"
    found.setSizes([0, 300])
    assert found.widget(0).width() > 0


def test_the_rows_have_the_whole_width_and_the_rest_is_inset(panel: PlayingPanel) -> None:
    choices, ways = FlowLayout(), FlowLayout()
    rows, first, last = QWidget(panel), QPushButton("Choice", panel), QPushButton("Way", panel)
    chart = QPushButton("Chart", panel)
    choices.add(first)
    ways.add(last)
    panel.lay_out(choices, (chart, panel.transport), rows, ways)
    panel.grab()  # forces a layout
    column = [first, chart, panel.transport, rows, panel.page, last]
    tops = [each.mapTo(panel, QPoint()).y() for each in column]
    gaps = {tops[n + 1] - tops[n] - each.height() for n, each in enumerate(column[:-1])}
    assert gaps == {6}
    lefts = [each.mapTo(panel, QPoint()).x() for each in column]
    assert lefts == [12, 0, 0, 0, 12, 12]
    assert rows.width() == panel.width()
    assert panel.page.width() == panel.width() - 24
    assert tops[0] == panel.height() - tops[-1] - last.height() == 10
    assert rows.height() > 100, "the rows take the room that is left"


def test_a_title_that_wraps_has_room_for_its_lines(panel: PlayingPanel) -> None:
    title = PlainLabel("The order after this arrival and all before it")
    title.setWordWrap(True)
    rows = RowsView("Rows", cast(Labels, Loading()), load("light"), panel)
    titled = TitledRows(title, rows, panel)
    least = {}
    for width in (600, 100):
        titled.resize(width, 400)
        titled.grab()  # forces a layout
        least[width] = titled.minimumSizeHint().height()
        assert title.height() >= title.heightForWidth(width)
        assert rows.geometry().top() == title.geometry().bottom() + 1
    assert least[100] - least[600] == title.heightForWidth(100) - title.heightForWidth(600) > 0
    assert titled.accessibleName() == title.text()
    title.setWordWrap(False)
    titled.grab()
    assert titled.minimumSizeHint().height() > title.sizeHint().height()


def test_what_is_around_a_title_hears_that_it_wraps(panel: PlayingPanel) -> None:
    title = PlainLabel("The order after this arrival and all before it")
    title.setWordWrap(True)
    rows = RowsView("Rows", cast(Labels, Loading()), load("light"), panel)
    around = QVBoxLayout(panel)
    around.addWidget(TitledRows(title, rows, panel))
    least = []
    for width in (600, 130, 600):
        panel.resize(width, 400)
        panel.grab()  # forces a layout
        least.append(around.minimumSize().height())
    assert least[0] == least[2] < least[1]

"""The layout of panels that play a history."""

from typing import cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.panels.replay.history_view import lay_out, side_by_side
from tanglescope.viewer.panels.rows_view import RowsView
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.flow_layout import FlowLayout
from tests.viewer.panels.test_answer_page import Loading


@pytest.fixture
def panel(qtbot: QtBot) -> QWidget:
    panel = QWidget()
    qtbot.addWidget(panel)
    panel.resize(300, 400)
    return panel


def test_lists_are_side_by_side_under_their_titles_and_never_vanish(panel: QWidget) -> None:
    names = ["Before", "After"]
    columns = [
        (PlainLabel(name), RowsView(name, cast(Labels, Loading()), load("light"), panel))
        for name in names
    ]
    found = side_by_side("Both orders", columns, panel)
    assert found.accessibleName() == "Both orders"
    assert found.orientation() == Qt.Orientation.Horizontal
    assert [found.widget(n).accessibleName() for n in range(found.count())] == names
    found.resize(300, 100)
    panel.grab()  # forces a layout
    left, right = (found.widget(n).geometry() for n in range(2))
    assert right.left() == left.right() + 2, "one line of pixels is between them"
    found.setSizes([0, 300])
    assert found.widget(0).width() > 0


def test_the_rows_have_the_whole_width_and_the_rest_is_inset(panel: QWidget) -> None:
    choices, ways, above = FlowLayout(), FlowLayout(), QVBoxLayout()
    rows, first, last = QWidget(panel), QPushButton("Choice", panel), QPushButton("Way", panel)
    charts = [QPushButton("Chart", panel), QPushButton("Player", panel)]
    status = PlainLabel("Moved", panel)
    choices.add(first)
    ways.add(last)
    for chart in charts:
        above.addWidget(chart)
    lay_out(panel, choices, above, rows, status, ways)
    panel.grab()  # forces a layout
    column = [first, *charts, rows, status, last]
    tops = [each.mapTo(panel, QPoint()).y() for each in column]
    gaps = {tops[n + 1] - tops[n] - each.height() for n, each in enumerate(column[:-1])}
    assert gaps == {6}
    lefts = [each.mapTo(panel, QPoint()).x() for each in column]
    assert lefts == [12, 0, 0, 0, 12, 12]
    assert rows.width() == panel.width()
    assert status.width() == panel.width() - 24
    assert tops[0] == panel.height() - tops[-1] - last.height() == 10
    assert rows.height() > 200, "the rows take the room that is left"

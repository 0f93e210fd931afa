"""The layout of panels that play a history: choices, orders, and a description of the step."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from tanglescope.viewer.panels.replay.history_view import TitledRows
from tanglescope.viewer.panels.rows_view import RowsView
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.flow_layout import FlowLayout
from tanglescope.viewer.views.layout.inset import inset

_SIDE = 12
_GAP = 6


def side_by_side(
    name: str, columns: Sequence[tuple[PlainLabel, RowsView]], parent: QWidget
) -> QSplitter:
    """Lists of rows side by side, each under its title."""
    found = QSplitter(Qt.Orientation.Horizontal, parent)
    found.setAccessibleName(name)
    found.setHandleWidth(1)
    found.setChildrenCollapsible(False)
    for title, rows in columns:
        title.setObjectName("column_title")
        found.addWidget(TitledRows(title, rows, found))
    return found


def lay_out(
    panel: QWidget,
    choices: FlowLayout,
    above: QVBoxLayout,
    rows: QWidget,
    status: QWidget,
    ways: FlowLayout,
) -> None:
    """Fill a panel: choices, what is `above` the rows, the rows, their texts, and buttons."""
    choices.setContentsMargins(_SIDE, 10, _SIDE, 0)
    ways.setContentsMargins(_SIDE, 0, _SIDE, 10)
    column = QVBoxLayout(panel)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(_GAP)
    above.setSpacing(_GAP)
    column.addLayout(choices)
    column.addLayout(above)
    column.addWidget(rows, 1)
    column.addLayout(inset(status, _SIDE, 0, _SIDE, 0))
    column.addLayout(ways)

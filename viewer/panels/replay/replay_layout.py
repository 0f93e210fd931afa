"""The layout of panels that play a history: choices, orders, and a description of the step."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QVBoxLayout, QWidget

from viewer.panels.replay.history_view import TitledRows
from viewer.panels.rows_view import RowsView
from viewer.views.flow_layout import FlowLayout
from viewer.views.label import PlainLabel

_SIDE = 12


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
    above: Sequence[QWidget],
    rows: QWidget,
    status: QWidget,
    ways: FlowLayout,
) -> None:
    """Fill a panel: choices, the widgets `above` the rows, the rows, their texts, and buttons."""
    choices.setContentsMargins(_SIDE, 10, _SIDE, 0)
    ways.setContentsMargins(_SIDE, 0, _SIDE, 10)
    telling = QHBoxLayout()
    telling.setContentsMargins(_SIDE, 0, _SIDE, 0)
    telling.addWidget(status)
    column = QVBoxLayout(panel)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(6)
    column.addLayout(choices)
    for part in above:
        column.addWidget(part)
    column.addWidget(rows, 1)
    column.addLayout(telling)
    column.addLayout(ways)

"""Tooltips: the only module that sets and shows them.

Qt interprets a tooltip that looks like HTML and opens the files it names, and texts of messages
are hostile input. A house test checks that nothing else in the window calls Qt for a tooltip.
"""

from html import escape

from PySide6.QtCore import QPoint
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QListWidgetItem,
    QTabBar,
    QTableWidgetItem,
    QToolTip,
    QTreeWidgetItem,
    QWidget,
)

_LONGEST = 100
"""The length of a line that needn't be wrapped; Qt wraps only HTML."""


def tooltip(text: str) -> str:
    """A text escaped for Qt's tooltips: shown as plain text, line by line."""
    lines = text.split("\n")
    if not {"<", "&"} & set(text) and all(len(line) <= _LONGEST for line in lines):
        return text  # screen readers may read it, too
    return f"<p>{'<br>'.join(escape(line, quote=False) for line in lines)}</p>"


def set_tooltip(thing: QWidget | QAction | QListWidgetItem | QTableWidgetItem, text: str) -> None:
    """Give a widget, an action or an item a tooltip."""
    thing.setToolTip(tooltip(text))


def set_tab_tooltip(bar: QTabBar, number: int, text: str) -> None:
    """Give a tab a tooltip."""
    bar.setTabToolTip(number, tooltip(text))


def set_column_tooltip(item: QTreeWidgetItem, column: int, text: str) -> None:
    """Give a cell of a tree a tooltip."""
    item.setToolTip(column, tooltip(text))


def show_tooltip(place: QPoint, text: str, widget: QWidget) -> None:
    """Show a tooltip at a point of the screen, or none for an empty text."""
    QToolTip.showText(place, tooltip(text), widget)

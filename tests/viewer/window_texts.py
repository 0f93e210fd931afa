"""All texts of a window: those it shows, and those for screen readers."""

import re
from collections.abc import Iterable, Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QGroupBox,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)

_ROLES = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
_MOST = 200  # rows of a model


def texts_of(window: QWidget) -> set[str]:
    """Return the lines of all texts of a window and its children."""
    texts = [
        text
        for widget in (window, *window.findChildren(QWidget))
        for text in texts_of_widget(widget)
    ]
    for action in window.findChildren(QAction):
        texts += [action.text().replace("&", ""), action.toolTip()]
    lines = {line.strip() for text in texts for line in text.splitlines()}
    return {line for line in lines if re.search("[^\\W\\d_]{2}", line)}


def repeated_mnemonics(widget: QWidget) -> list[list[str]]:
    """The texts of each menu of a widget, and of its visible controls, that share a mnemonic."""
    menus = [[action.text() for action in menu.actions()] for menu in widget.findChildren(QMenu)]
    controls = [*widget.findChildren(QAbstractButton), *widget.findChildren(QLabel)]
    shown = [each.text() for each in controls if each.isVisibleTo(widget)]
    return [repeated for texts in (*menus, shown) for repeated in sharing_a_mnemonic(texts)]


def sharing_a_mnemonic(texts: Iterable[str]) -> list[list[str]]:
    """The texts that share a mnemonic, letter by letter."""
    found: dict[str, list[str]] = {}
    for text in texts:
        if key := re.search(r"&(\w)", text.replace("&&", "")):
            found.setdefault(key[1].casefold(), []).append(text)
    return [same for same in found.values() if len(same) > 1]


def texts_of_widget(widget: QWidget) -> Iterator[str]:
    """Yield the texts of a widget, without those of its children."""
    yield from (widget.accessibleName(), widget.accessibleDescription(), widget.windowTitle())
    yield re.sub("<[^>]*>", " ", widget.toolTip())
    match widget:
        case QAbstractButton() | QLabel():
            yield re.sub("<[^>]*>", " ", widget.text())
        case QLineEdit():
            yield from (widget.text(), widget.placeholderText())
        case QComboBox():
            yield from (widget.itemText(number) for number in range(widget.count()))
        case QAbstractSpinBox():
            yield widget.text()
        case QTextEdit() | QPlainTextEdit():
            yield from (widget.toPlainText(), widget.placeholderText())
        case QTabBar():
            yield from (widget.tabText(number) for number in range(widget.count()))
        case QGroupBox() | QMenu():
            yield widget.title()
        case QAbstractItemView() if widget.model() is not None:
            yield from texts_of_model(widget.model())


def texts_of_model(model: QAbstractItemModel) -> Iterator[str]:
    """Yield the texts in the rows and headers of a model."""
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(QModelIndex())
    for column in range(columns):
        yield str(model.headerData(column, Qt.Orientation.Horizontal) or "")
        for row in range(min(model.rowCount(QModelIndex()), _MOST)):
            for role in _ROLES:
                yield str(model.data(model.index(row, column), role) or "")

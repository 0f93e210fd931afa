"""What is cut or overlaps in a window, found without looking at it.

Every visible label, button, tab, field and header says how much room its text needs; whatever got
less, sticks out of its parent, or lies on its neighbour is a fault, told in one line.
"""

import re
from collections.abc import Iterator

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractScrollArea,
    QAbstractSpinBox,
    QComboBox,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenuBar,
    QSplitterHandle,
    QStackedWidget,
    QStyle,
    QStyleOptionComboBox,
    QTabBar,
    QWidget,
)

from viewer.views.label import ElidedLabel
from viewer.views.layout.scroller import Scroller

_OVERLAYS = frozenset({"pill"})
"""Names of widgets that lie on others on purpose."""

_CLIPPING = (QAbstractScrollArea, QMenuBar, QTabBar, QComboBox, QLineEdit, QAbstractSpinBox)
"""What arranges its own parts, or scrolls to them."""


def faults(window: QWidget) -> list[str]:
    """A line for everything in a window that is cut or lies on something else."""
    shown = [each for each in window.findChildren(QWidget) if _is_shown(each, window)]
    found = (
        f"{_path(widget, window)}: {fault}"
        for widget in [window, *shown]
        for fault in _faults_of(widget)
    )
    return sorted(set(found))


def _faults_of(widget: QWidget) -> Iterator[str]:
    yield from _too_small(widget)
    yield from _sticking_out(widget)
    yield from _on_each_other(widget)
    match widget:
        case Scroller() if widget.horizontalScrollBar().maximum() and not _is_whole(widget):
            yield f"is scrolled sideways: {widget.width()}, needs {widget.width_wanted()}"
        case QLabel():
            yield from _cut_label(widget)
        case QComboBox():
            yield from _cut_choice(widget)
        case QLineEdit():
            yield from _cut_placeholder(widget)
        case QTabBar():
            yield from _cut_tabs(widget)
        case QHeaderView():
            yield from _cut_sections(widget)
        case _:
            pass


def _too_small(widget: QWidget) -> Iterator[str]:
    """A widget that says itself how small it may be, or a button or field that is cut."""
    own_affair = isinstance(widget.parentWidget(), (QComboBox, QLineEdit, QAbstractSpinBox))
    if own_affair or isinstance(widget, QLabel | QHeaderView):
        return
    least = widget.minimumSizeHint()
    if isinstance(widget, QAbstractButton | QAbstractSpinBox):
        least = widget.sizeHint()
    layout = widget.layout()
    if layout is not None and layout.hasHeightForWidth():
        least.setHeight(layout.minimumHeightForWidth(widget.width()))
    # What was said explicitly wins over what Qt thinks.
    if widget.minimumWidth():
        least.setWidth(widget.minimumWidth())
    if widget.minimumHeight():
        least.setHeight(widget.minimumHeight())
    least = least.boundedTo(widget.maximumSize())
    if not _holds(widget.size(), least):
        yield f"is {_told(widget.size())}, needs {_told(least)}"


def _sticking_out(widget: QWidget) -> Iterator[str]:
    parent = widget.parentWidget()
    if parent is None or widget.isWindow() or _scrolls(parent):
        return
    if widget.objectName() not in _OVERLAYS and not parent.rect().contains(widget.geometry()):
        yield f"at {_placed(widget.geometry())} sticks out of {_told(parent.size())}"


def _on_each_other(parent: QWidget) -> Iterator[str]:
    if isinstance(parent, (*_CLIPPING, QStackedWidget)):
        return
    parts = [
        each
        for each in parent.children()
        if isinstance(each, QWidget)
        and each.isVisible()
        and not each.isWindow()
        and not isinstance(each, QSplitterHandle)
        and each.objectName() not in _OVERLAYS
        and not each.size().isEmpty()
    ]
    for number, one in enumerate(parts):
        for other in parts[number + 1 :]:
            if one.geometry().intersects(other.geometry()):
                yield f"{_name(one)} lies on {_name(other)}"


def _cut_label(label: QLabel) -> Iterator[str]:
    if not label.text() or isinstance(label, ElidedLabel):
        return
    if not label.wordWrap():
        if not _holds(label.size(), label.sizeHint()):
            yield f"“{label.text()}” is {_told(label.size())}, needs {_told(label.sizeHint())}"
        return
    needed = label.heightForWidth(label.width())
    if needed > label.height():
        yield f"“{label.text()}” is {label.height()} high, needs {needed}"
    parts = re.split(r"[\s/-]", label.text())  # where Qt begins another line
    words = (label.fontMetrics().horizontalAdvance(word) for word in parts)
    if label.textFormat() is Qt.TextFormat.PlainText and max(words) > label.width():
        yield f"a word of “{label.text()}” is wider than {label.width()}"


def _cut_choice(box: QComboBox) -> Iterator[str]:
    option = QStyleOptionComboBox()
    box.initStyleOption(option)
    room = box.style().subControlRect(
        QStyle.ComplexControl.CC_ComboBox, option, QStyle.SubControl.SC_ComboBoxEditField, box
    )
    needed = box.fontMetrics().horizontalAdvance(box.currentText())
    if needed > room.width() and not box.toolTip():
        yield f"“{box.currentText()}” needs {needed}, has {room.width()}"


def _cut_placeholder(field: QLineEdit) -> Iterator[str]:
    hint, margins = field.placeholderText(), field.textMargins()
    room = field.contentsRect().width() - margins.left() - margins.right() - _MARGIN
    needed = field.fontMetrics().horizontalAdvance(hint)
    if not field.text() and needed > room and not field.toolTip():
        yield f"“{hint}” needs {needed}, has {room}"


def _cut_tabs(bar: QTabBar) -> Iterator[str]:
    for number in range(bar.count()):
        if not bar.isTabVisible(number):
            continue
        place, text = bar.tabRect(number), bar.tabText(number).replace("&", "")
        if bar.fontMetrics().horizontalAdvance(text) > place.width() and not bar.tabToolTip(number):
            yield f"the tab “{text}” is {place.width()} wide"
        if not bar.rect().contains(place):
            yield f"the tab “{text}” at {_placed(place)} sticks out of {_told(bar.size())}"


def _cut_sections(header: QHeaderView) -> Iterator[str]:
    model = header.model()
    if model is None or header.orientation() is not Qt.Orientation.Horizontal:
        return
    for number in range(header.count()):
        if header.isSectionHidden(number):
            continue
        text = model.headerData(number, Qt.Orientation.Horizontal)
        needed = header.fontMetrics().horizontalAdvance(str(text or "")) + _MARGIN
        if needed > header.sectionSize(number):
            yield f"the column “{text}” is {header.sectionSize(number)} wide, needs {needed}"


_MARGIN = 4
"""What Qt leaves at both sides of a text together."""


def _is_shown(widget: QWidget, window: QWidget) -> bool:
    if not widget.isVisible() or widget.window() is not window:
        return False
    return not widget.objectName().startswith("qt_") and not widget.size().isEmpty()


def _is_whole(widget: QWidget) -> bool:
    """Whether a widget is as wide as its window: there is no more room for it."""
    return widget.width() >= widget.window().width()


def _scrolls(parent: QWidget) -> bool:
    """Whether what sticks out of a widget can be scrolled to, or is its own affair."""
    above = parent.parentWidget()
    is_viewport = isinstance(above, QAbstractScrollArea) and above.viewport() is parent
    return is_viewport or isinstance(parent, _CLIPPING)


def _holds(size: QSize, least: QSize) -> bool:
    """Whether there is room, but for a pixel that rounding takes."""
    return size.width() + 1 >= least.width() and size.height() + 1 >= least.height()


def _path(widget: QWidget, window: QWidget) -> str:
    names = []
    part: QWidget | None = widget
    while part is not None and part is not window:
        if type(part) is not QWidget and not part.objectName().startswith("qt_"):
            names.append(_name(part))
        part = part.parentWidget()
    return " < ".join(names[:4]) or type(window).__name__


def _name(widget: QWidget) -> str:
    return widget.objectName() or type(widget).__name__


def _told(size: QSize) -> str:
    return f"{size.width()}x{size.height()}"


def _placed(place: QRect) -> str:
    return f"{place.x()},{place.y()} {_told(place.size())}"

"""Named frames; rows, columns and splitters of parts, each made in one call."""

from typing import TypeAlias, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLayout,
    QSplitter,
    QVBoxLayout,
    QWidget,
)

BoxPart: TypeAlias = (
    QWidget | QLayout | int | tuple[QWidget | QLayout, int] | tuple[QWidget, int, Qt.AlignmentFlag]
)
"""A widget or a layout, perhaps with its stretch and alignment; or the stretch of an empty part."""

Margins: TypeAlias = tuple[int, int, int, int]
"""The pixels on the left, above, on the right and below."""

_Box = TypeVar("_Box", bound=QBoxLayout)
_NONE: Margins = (0, 0, 0, 0)
_AIR = 9
"""Pixels between parts without a line."""


class NamedFrame(QFrame):
    """A part with its name for screen readers; `style` is its name in the style sheet."""

    def __init__(self, name: str, parent: QWidget | None = None, *, style: str = "") -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setObjectName(style)


def make_row(
    *parts: BoxPart, on: QWidget | None = None, margins: Margins = _NONE, spacing: int | None = None
) -> QHBoxLayout:
    """Parts side by side; `on` is the widget that they fill."""
    return fill(QHBoxLayout() if on is None else QHBoxLayout(on), parts, margins, spacing)


def make_column(
    *parts: BoxPart, on: QWidget | None = None, margins: Margins = _NONE, spacing: int | None = None
) -> QVBoxLayout:
    """Parts one below the other; `on` is the widget that they fill."""
    return fill(QVBoxLayout() if on is None else QVBoxLayout(on), parts, margins, spacing)


def fill(box: _Box, parts: tuple[BoxPart, ...], margins: Margins, spacing: int | None) -> _Box:
    """Put parts into a layout, with margins in pixels and a spacing other than the style's."""
    box.setContentsMargins(*margins)
    if spacing is not None:
        box.setSpacing(spacing)
    for part in parts:
        match part:
            case int():
                box.addStretch(part)
            case QWidget():
                box.addWidget(part)
            case QLayout():
                box.addLayout(part)
            case QLayout() as inner, stretch:
                box.addLayout(inner, stretch)
            case widget, stretch:
                box.addWidget(widget, stretch)
            case widget, stretch, side:
                box.addWidget(widget, stretch, side)
    return box


def make_splitter(
    way: Qt.Orientation,
    name: str,
    *parts: tuple[QWidget, int],
    on: QWidget,
    is_airy: bool = False,
) -> QSplitter:
    """Parts that the reader gives more or less room, each with its share when the window grows.

    They are divided by a line, or by some space.
    """
    splitter = QSplitter(way, on)
    splitter.setAccessibleName(name)
    splitter.setHandleWidth(_AIR if is_airy else 1)
    if is_airy:
        splitter.setObjectName("airy")
    splitter.setChildrenCollapsible(False)
    for place, (part, share) in enumerate(parts):
        splitter.addWidget(part)
        splitter.setStretchFactor(place, share)
    return splitter


def inset(part: QWidget, left: int, top: int, right: int, bottom: int) -> QHBoxLayout:
    """A layout that holds a widget, with margins in pixels; a hidden widget takes no room.

    A label loses margins of its own when the text size changes before it is first shown.
    """
    return make_row(part, margins=(left, top, right, bottom))

"""The background of a row in a list: softly tinted where it is chosen or under the mouse."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from viewer.theme import Theme

_RADIUS = 9


@contextmanager
def row_painted(painter: QPainter, option: QStyleOptionViewItem, theme: Theme) -> Iterator[QRect]:
    """Paint the ground of one row; what is painted meanwhile goes into the area."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    area = option.rect.adjusted(8, 1, -8, -1)
    chosen = bool(option.state & QStyle.StateFlag.State_Selected)
    if chosen or option.state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent_soft" if chosen else "line"))
        painter.drawRoundedRect(area, _RADIUS, _RADIUS)
    try:
        yield area
    finally:
        painter.restore()

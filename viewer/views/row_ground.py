"""What a row of a list stands on: softly tinted where it is chosen or under the mouse."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from viewer.theme import Theme

_RADIUS = 9


def paint_row_ground(
    painter: QPainter, option: QStyleOptionViewItem, area: QRect, theme: Theme
) -> None:
    """Paint the ground of one row."""
    chosen = bool(option.state & QStyle.StateFlag.State_Selected)
    if chosen or option.state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("accent_soft" if chosen else "line"))
        painter.drawRoundedRect(area, _RADIUS, _RADIUS)

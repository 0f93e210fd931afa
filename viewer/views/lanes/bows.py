"""Bows: thin edges that are none of the graph's, right of the lanes, with a tip at their end."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPen

from viewer.theme import Theme

BOW_WIDTH = 22
"""The room for bows, where there are any."""


def paint_bow(
    painter: QPainter, theme: Theme, left: float, begin: float, end: float, *, about_current: bool
) -> None:
    """Paint a bow from the height `begin` to the height `end`."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.color("accent" if about_current else "ghost"), 1.0))
    painter.drawPath(_bow(left, begin, end))


def _bow(left: float, begin: float, end: float) -> QPainterPath:
    path = QPainterPath(QPointF(left, begin))
    bulge = min(BOW_WIDTH + 6.0, 10 + abs(begin - end) / 8)
    path.cubicTo(left + bulge, begin, left + bulge, end, left, end)
    path.moveTo(left + 5, end - 3)
    path.lineTo(left, end)
    path.lineTo(left + 5, end + 3)
    return path

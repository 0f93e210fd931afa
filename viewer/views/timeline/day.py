"""The date between two messages of different days."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen

from viewer.views.look import BEFORE_GROUP, DAY_HEIGHT, BubbleLook


def paint_day(painter: QPainter, day: str, look: BubbleLook) -> None:
    """Draw `day` on a line, in the uppermost `DAY_HEIGHT` pixels and a little below."""
    metrics = QFontMetrics(look.small)
    width = metrics.horizontalAdvance(day) + 28
    left, right = look.left, look.width - look.left
    middle, height = (left + right) // 2, BEFORE_GROUP + DAY_HEIGHT // 2
    painter.setFont(look.small)
    painter.setPen(QPen(look.theme.color("line"), 1))
    painter.drawLine(left, height, middle - width // 2, height)
    painter.drawLine(middle + width // 2, height, right, height)
    painter.setPen(look.theme.color("muted"))
    area = QRect(middle - width // 2, height - 12, width, 24)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, day)

"""A labelled line between two rows, up to which something holds."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen

from tanglescope.engine.words.rows import Border
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.typography import BEFORE_GROUP, DAY_HEIGHT, MARGIN, BubbleLook

BORDER_HEIGHT = 24

_END = 14  # pixels of the line to the right of its label
_LEAST_RULE = 48
"""The length below which the lines beside a day are left out: stubs look like dashes."""


def paint_borders(painter: QPainter, borders: Sequence[Border], look: BubbleLook, top: int) -> None:
    """Draw the lines below a row of the timeline, over its lanes too, from `top` on."""
    left = look.left - look.gutter
    for number, border in enumerate(borders):
        area = QRect(left, top + number * BORDER_HEIGHT, look.width - MARGIN - left, BORDER_HEIGHT)
        paint_border(painter, border, look.theme, look.small, area)


def paint_border(painter: QPainter, border: Border, theme: Theme, font: QFont, area: QRect) -> None:
    """Draw a line over the whole width of an area, its label at the right."""
    metrics = QFontMetrics(font)
    width = min(metrics.horizontalAdvance(border.label) + 16, area.width() - 3 * _END)
    middle = area.center().y()
    label = QRect(area.right() - _END - width, area.top(), width, area.height())
    painter.setPen(QPen(theme.color(border.color), 1.4))
    painter.drawLine(area.left(), middle, label.left(), middle)
    painter.drawLine(label.right(), middle, area.right(), middle)
    painter.setFont(font)
    text = metrics.elidedText(border.label, Qt.TextElideMode.ElideRight, width - 8)
    painter.drawText(label, Qt.AlignmentFlag.AlignCenter, text)


def paint_day(painter: QPainter, day: str, look: BubbleLook) -> None:
    """Draw `day` on a line, in the uppermost `DAY_HEIGHT` pixels and a little below."""
    metrics = QFontMetrics(look.small)
    left, right = look.left, look.width - look.left
    width = metrics.horizontalAdvance(day) + 28
    if width > right - left:  # off the middle if it would cover the lanes
        right = look.width - MARGIN
        day = fitting_day(day, metrics, right - left)
        width = min(metrics.horizontalAdvance(day) + 28, right - left)
    middle, height = (left + right) // 2, BEFORE_GROUP + DAY_HEIGHT // 2
    painter.setFont(look.small)
    painter.setPen(QPen(look.theme.color("line"), 1))
    if middle - width // 2 - left >= _LEAST_RULE:
        painter.drawLine(left, height, middle - width // 2, height)
        painter.drawLine(middle + width // 2, height, right, height)
    painter.setPen(look.theme.color("muted"))
    area = QRect(middle - width // 2, height - 12, width, 24)
    painter.drawText(area, Qt.AlignmentFlag.AlignCenter, day)


def fitting_day(day: str, metrics: QFontMetrics, room: int) -> str:
    """As much of a day as there is room for: how much later it is is left out first."""
    if metrics.horizontalAdvance(day) > room:
        day = day.partition(" · ")[0]
    return metrics.elidedText(day, Qt.TextElideMode.ElideRight, room)

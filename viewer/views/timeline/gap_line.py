"""The thin line that stands for hidden messages: how many there are, and that they can be shown."""

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen

from viewer.models.row import Row
from viewer.views import look as measures
from viewer.views.look import BubbleLook
from viewer.views.timeline.border import BORDER_HEIGHT, paint_borders
from viewer.views.timeline.context import Context, RowMarks
from viewer.views.timeline.line import LineLayout

_ABOVE, _BELOW = 9, 4
_BESIDE = 12


class GapLine(LineLayout):
    """A row that is hardly there: a dashed line with a sentence in its middle."""

    def __init__(self, row: Row, context: Context, look: BubbleLook) -> None:
        super().__init__(row, context, look)
        self.above = _ABOVE
        self._end = _ABOVE + look.small_line + _BELOW
        self.height = self._end + BORDER_HEIGHT * len(context.borders)

    @property
    def dot(self) -> int:
        """How far below the upper edge the line runs."""
        return _ABOVE + self._look.small_line // 2

    def paint(self, painter: QPainter, top: int, marks: RowMarks) -> None:
        """Draw the row with its upper edge at `top`."""
        look, theme = self._look, self._look.theme
        painter.save()
        painter.translate(0, top)
        left, right = look.left, look.width - measures.MARGIN
        metrics = QFontMetrics(look.small)
        room = right - left - 4 * _BESIDE
        text = metrics.elidedText(self.row.text, Qt.TextElideMode.ElideRight, room)
        width = metrics.horizontalAdvance(text) + 2 * _BESIDE
        height = look.small_line + 2 * _BELOW
        area = QRect((left + right - width) // 2, _ABOVE - _BELOW, width, height)
        if marks.current or marks.chosen:
            painter.setPen(QPen(theme.color("accent"), 1.2) if marks.focused else Qt.PenStyle.NoPen)
            painter.setBrush(theme.color("accent_soft"))
            painter.drawRoundedRect(area.adjusted(0, 1, 0, -1), 9, 9)
        painter.setPen(QPen(theme.color("line"), 1, Qt.PenStyle.DashLine))
        painter.drawLine(left, self.dot, area.left() - 4, self.dot)
        painter.drawLine(area.right() + 4, self.dot, right, self.dot)
        painter.setFont(look.small)
        painter.setPen(theme.color("muted"))
        painter.drawText(area, Qt.AlignmentFlag.AlignCenter, text)
        paint_borders(painter, self.context.borders, look, self._end)
        painter.restore()

    def is_warning_at(self, point: QPointF) -> bool:
        """A click anywhere on the line shows what it stands for."""
        return 0 <= point.y() < self._end and point.x() >= self._look.left

    def link_at(self, _point: QPointF) -> str:
        """Nobody is named."""
        return ""

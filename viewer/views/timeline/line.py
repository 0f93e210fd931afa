"""A row on one line: time, author, and the beginning of the text."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen

from tanglescope.engine.language.wording import number
from tanglescope.viewer.models.row import Row, RowKind
from tanglescope.viewer.views import typography
from tanglescope.viewer.views.timeline.context import Context, RowMarks
from tanglescope.viewer.views.timeline.row_layout import RowLayout
from tanglescope.viewer.views.timeline.texts import alignment_of
from tanglescope.viewer.views.typography import BubbleLook, fill_round, write

_PADDING = 3
_NAME_WIDTH = 132
"""The width of the names of authors; less where this would be a third of the line."""
_AFTER_NAME = 10
_MIDDLE = Qt.AlignmentFlag.AlignVCenter


class LineLayout(RowLayout):
    """A row laid out on one line."""

    def __init__(self, row: Row, context: Context, look: BubbleLook) -> None:
        super().__init__(row, context, look)
        day = typography.DAY_HEIGHT + typography.BEFORE_GROUP if context.day else 0
        self.above = day + _PADDING
        self._end = self.above + look.line + _PADDING

    @property
    def dot(self) -> int:
        """The y coordinate of the line's middle, below the upper edge."""
        return self.above + self._look.line // 2

    @property
    def _clock_width(self) -> int:
        return QFontMetrics(self._look.small).horizontalAdvance("00:00") + 14

    @property
    def _name_width(self) -> int:
        room = self._look.width - typography.MARGIN - self._look.left - self._clock_width
        return min(_NAME_WIDTH, max(0, room) // 3)

    def _paint(self, painter: QPainter, marks: RowMarks) -> None:
        look, theme, row = self._look, self._look.theme, self.row
        left, right = look.left, look.width - typography.MARGIN
        self._paint_band(painter, left, right, marks)
        muted, clock, name = theme.color("muted"), self._clock_width, self._name_width
        depth = row.message.depth if row.message else None
        # The column is as wide as a time of day.
        time = row.clock if depth is None else number(depth)
        write(painter, time, look.small, muted, self._part(left, clock))
        color = muted if row.kind is RowKind.GHOST else theme.author(row.feed)
        area = self._part(left + clock, name - _AFTER_NAME)
        write(painter, row.author, look.bold, color, area)
        if marks.sign:
            room = QFontMetrics(look.small).horizontalAdvance(marks.sign)
            right -= room + 8
            accent = theme.color("accent")
            write(painter, marks.sign, look.small, accent, self._part(right + 4, room))
        start = left + clock + name
        color = theme.color("text") if row.kind is RowKind.WRITING else muted
        badge = f"[{row.badge[0]}] " if row.badge else ""
        votes = f"  ♥ {number(row.votes)}" if row.votes else ""
        text, area = f"{badge}{row.text}{votes}", self._part(start, right - start)
        write(painter, text, look.font, color, area, alignment_of(row.text) | _MIDDLE)

    def _paint_band(self, painter: QPainter, left: int, right: int, marks: RowMarks) -> None:
        """Draw the background of a row that is marked."""
        theme = self._look.theme
        high = self._look.line + 2 * _PADDING
        band = QRectF(left - 8, self.above - _PADDING, right - left + 16, high)
        if marks.moved:
            bar = QRectF(left - 14, band.top(), 3, high)
            fill_round(painter, theme.color("warning"), bar, 1.5)
        chosen = marks.current or marks.chosen or marks.selected
        if chosen or marks.concurrent:
            painter.setPen(theme.outline("accent" if chosen else "outline"))
            painter.setBrush(theme.color("accent_soft" if chosen else "concurrent"))
            painter.drawRoundedRect(band, 6, 6)

    def _part(self, left: int, width: int) -> QRect:
        return QRect(left, self.above, width, self._look.line)

    def link_at(self, point: QPointF) -> str:
        """The author's name leads to the feed; a line has no other links."""
        left = self._look.left + self._clock_width
        over = left <= point.x() < left + self._name_width - _AFTER_NAME
        return self.row.profile if over and point.y() >= self.above else ""

    def is_warning_at(self, point: QPointF) -> bool:
        """A click on a fold opens it; a warning is shown on the line, and nothing behind it."""
        return bool(self.row.folds) and point.y() >= self.above and not self.link_at(point)


_ABOVE, _BELOW = 9, 4
_BESIDE = 12


class GapLine(RowLayout):
    """A row of hidden messages: a dashed line with a sentence in its middle."""

    above = _ABOVE

    def __init__(self, row: Row, context: Context, look: BubbleLook) -> None:
        super().__init__(row, context, look)
        self._end = _ABOVE + look.small_line + _BELOW

    @property
    def dot(self) -> int:
        """The y coordinate of the line, below the upper edge."""
        return _ABOVE + self._look.small_line // 2

    def _paint(self, painter: QPainter, marks: RowMarks) -> None:
        look, theme = self._look, self._look.theme
        left, right = look.left, look.width - typography.MARGIN
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

    def is_warning_at(self, point: QPointF) -> bool:
        """A click anywhere on the line shows the hidden messages."""
        return 0 <= point.y() < self._end and point.x() >= self._look.left

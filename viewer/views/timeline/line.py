"""A row on one line: time, author, and the beginning of the text."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPen

from tanglescope.engine.wording import number
from tanglescope.viewer.models.row import Row, RowKind
from tanglescope.viewer.views import typography
from tanglescope.viewer.views.timeline.border import BORDER_HEIGHT, paint_borders, paint_day
from tanglescope.viewer.views.timeline.context import Context, RowMarks
from tanglescope.viewer.views.timeline.selection import Span
from tanglescope.viewer.views.timeline.texts import alignment_of
from tanglescope.viewer.views.typography import BubbleLook

_PADDING = 3
_NAME_WIDTH = 132
"""The width of the names of authors; less where this would be a third of the line."""


class LineLayout:
    """A row laid out on one line, with the interface of a bubble."""

    def __init__(self, row: Row, context: Context, look: BubbleLook) -> None:
        self.row = row
        self.context = context
        self._look = look
        day = typography.DAY_HEIGHT + typography.BEFORE_GROUP if context.day else 0
        self.above = day + _PADDING
        self._end = self.above + look.line + _PADDING
        self.height = self._end + BORDER_HEIGHT * len(context.borders)

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

    def paint(self, painter: QPainter, top: int, marks: RowMarks) -> None:
        """Draw the row with its upper edge at `top`."""
        look, theme = self._look, self._look.theme
        painter.save()
        painter.translate(0, top)
        if self.context.day:
            paint_day(painter, self.context.day, look)
        left, right = look.left, look.width - typography.MARGIN
        band = QRectF(left - 8, self.above - _PADDING, right - left + 16, look.line + 2 * _PADDING)
        painter.setPen(Qt.PenStyle.NoPen)
        if marks.moved:
            painter.setBrush(theme.color("warning"))
            painter.drawRoundedRect(QRectF(left - 14, band.top(), 3, band.height()), 1.5, 1.5)
        chosen = marks.current or marks.chosen or marks.selected
        if chosen or marks.concurrent:
            painter.setPen(theme.outline("accent" if chosen else "outline"))
            painter.setBrush(theme.color("accent_soft" if chosen else "concurrent"))
            painter.drawRoundedRect(band, 6, 6)
        clock = self._clock_width
        paint_borders(painter, self.context.borders, look, self._end)
        ghost = self.row.kind is RowKind.GHOST
        depth = self.row.message.depth if self.row.message else None
        # The column is as wide as a time of day.
        time = self.row.clock if depth is None else number(depth)
        self._write(painter, time, left, clock, theme.color("muted"), small=True)
        name = theme.color("muted") if ghost else theme.author(self.row.feed)
        self._write(painter, self.row.author, left + clock, self._name_width, name, bold=True)
        start = left + clock + self._name_width
        plain = self.row.kind is RowKind.WRITING
        color = theme.color("text" if plain else "muted")
        if marks.sign:
            room = QFontMetrics(look.small).horizontalAdvance(marks.sign)
            right -= room + 8
            self._write(painter, marks.sign, right + 4, room, theme.color("accent"), small=True)
        self._write(painter, self._text(), start, right - start, color, alignment_of(self.row.text))
        painter.restore()

    def link_at(self, point: QPointF) -> str:
        """The author's name leads to the feed; a line has no other links."""
        left = self._look.left + self._clock_width
        over = left <= point.x() < left + self._name_width - 10 and point.y() >= self.above
        return self.row.profile if over else ""

    def is_warning_at(self, point: QPointF) -> bool:
        """A click on a fold opens it; a warning is shown on the line, and nothing behind it."""
        return bool(self.row.folds) and point.y() >= self.above and not self.link_at(point)

    def quote_at(self, _point: QPointF) -> str | None:
        """A line has no quotes."""
        return None

    def is_votes_at(self, _point: QPointF) -> bool:
        """A line has no heart to click."""
        return False

    def file_at(self, _point: QPointF) -> None:
        """A line shows no files."""

    def position_at(self, _point: QPointF) -> int:
        """Zero: a line is selected as a whole."""
        return 0

    def word_at(self, _point: QPointF) -> Span:
        """The whole line."""
        return 0, len(self.row.text)

    def is_text_at(self, _point: QPointF) -> bool:
        """False: a line is selected as a row, not as text."""
        return False

    def text(self, span: Span) -> str:
        """The text of `span`."""
        return self.row.text[span[0] : span[1]]

    def _text(self) -> str:
        badge = f"[{self.row.badge[0]}] " if self.row.badge else ""
        votes = f"  ♥ {number(self.row.votes)}" if self.row.votes else ""
        return f"{badge}{self.row.text}{votes}"

    def _write(
        self,
        painter: QPainter,
        text: str,
        left: int,
        width: int,
        color: QColor,
        side: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
        *,
        bold: bool = False,
        small: bool = False,
    ) -> None:
        font = self._look.bold if bold else self._look.small if small else self._look.font
        painter.setFont(font)
        painter.setPen(color)
        room = width - 10 if bold else width
        cut = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, room)
        area = QRect(left, self.above, width, self._look.line)
        painter.drawText(area, side | Qt.AlignmentFlag.AlignVCenter, cut)


_ABOVE, _BELOW = 9, 4
_BESIDE = 12


class GapLine(LineLayout):
    """A row of hidden messages: a dashed line with a sentence in its middle."""

    def __init__(self, row: Row, context: Context, look: BubbleLook) -> None:
        super().__init__(row, context, look)
        self.above = _ABOVE
        self._end = _ABOVE + look.small_line + _BELOW
        self.height = self._end + BORDER_HEIGHT * len(context.borders)

    @property
    def dot(self) -> int:
        """The y coordinate of the line, below the upper edge."""
        return _ABOVE + self._look.small_line // 2

    def paint(self, painter: QPainter, top: int, marks: RowMarks) -> None:
        """Draw the row with its upper edge at `top`."""
        look, theme = self._look, self._look.theme
        painter.save()
        painter.translate(0, top)
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
        paint_borders(painter, self.context.borders, look, self._end)
        painter.restore()

    def is_warning_at(self, point: QPointF) -> bool:
        """A click anywhere on the line shows the hidden messages."""
        return 0 <= point.y() < self._end and point.x() >= self._look.left

    def link_at(self, _point: QPointF) -> str:
        """There are no links to authors."""
        return ""

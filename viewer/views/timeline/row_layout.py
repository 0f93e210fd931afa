"""What all shapes of a row share: the date above it, the lines below it, and what can be hit."""

from abc import ABC, abstractmethod

from PySide6.QtCore import QPointF, QRect, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPen

from tanglescope.engine.words.rows import Border
from tanglescope.viewer.models.row import Row
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.timeline.attachments import Click
from tanglescope.viewer.views.timeline.context import Context, RowMarks
from tanglescope.viewer.views.timeline.selection import Span
from tanglescope.viewer.views.typography import BEFORE_GROUP, DAY_HEIGHT, MARGIN, BubbleLook, write

BORDER_HEIGHT = 24

_END = 14  # pixels of the line to the right of its label
_LEAST_RULE = 48
"""The length below which the lines beside a day are left out: stubs look like dashes."""
_CENTRE = Qt.AlignmentFlag.AlignCenter


class RowLayout(ABC):
    """A row laid out for one width; `above` is the height above its text.

    Points are counted from its upper left corner.
    """

    above: int
    _end: int
    """The height without the lines below."""

    def __init__(self, row: Row, context: Context, look: BubbleLook) -> None:
        self.row = row
        self.context = context
        self._look = look

    @property
    def height(self) -> int:
        """The height of the row, with the lines below."""
        return self._end + BORDER_HEIGHT * len(self.context.borders)

    @property
    @abstractmethod
    def dot(self) -> int:
        """The y coordinate of its dot in the lanes."""

    def paint(self, painter: QPainter, top: int, marks: RowMarks) -> None:
        """Draw the row with its upper edge at `top`."""
        look = self._look
        painter.save()
        painter.translate(0, top)
        if self.context.day:
            paint_day(painter, self.context.day, look)
        # Over the lanes, too.
        left = look.left - look.gutter
        for number, border in enumerate(self.context.borders):
            line = self._end + number * BORDER_HEIGHT
            area = QRect(left, line, look.width - MARGIN - left, BORDER_HEIGHT)
            paint_border(painter, border, look.theme, look.small, area)
        self._paint(painter, marks)
        painter.restore()

    @abstractmethod
    def _paint(self, painter: QPainter, marks: RowMarks) -> None:
        """Draw what the row shows."""

    # A simple row has only a text, which is selected as a whole.

    def link_at(self, _point: QPointF) -> str:
        """The address under a point; "" for none."""
        return ""

    def is_warning_at(self, _point: QPointF) -> bool:
        """Whether a click at a point shows what the row hides."""
        return False

    def quote_at(self, _point: QPointF) -> str | None:
        """The key of the answered message whose line lies under a point."""
        return None

    def is_votes_at(self, _point: QPointF) -> bool:
        """Whether the number of likes lies under a point."""
        return False

    def file_at(self, _point: QPointF) -> Click | None:
        """The file of the message that lies under a point."""
        return None

    def position_at(self, _point: QPointF) -> int:
        """The text position nearest to a point."""
        return 0

    def word_at(self, _point: QPointF) -> Span:
        """The word under a point."""
        return 0, len(self.row.text)

    def is_text_at(self, _point: QPointF) -> bool:
        """Whether there is text under a point."""
        return False

    def text(self, span: Span) -> str:
        """The text of `span`, one line per paragraph."""
        return self.row.text[span[0] : span[1]]


def paint_border(painter: QPainter, border: Border, theme: Theme, font: QFont, area: QRect) -> None:
    """Draw a line up to which something holds over the whole width, its label at the right."""
    metrics, color = QFontMetrics(font), theme.color(border.color)
    width = min(metrics.horizontalAdvance(border.label) + 16, area.width() - 3 * _END)
    middle = area.center().y()
    label = QRect(area.right() - _END - width, area.top(), width, area.height())
    painter.setPen(QPen(color, 1.4))
    painter.drawLine(area.left(), middle, label.left(), middle)
    painter.drawLine(label.right(), middle, area.right(), middle)
    write(painter, border.label, font, color, label.adjusted(4, 0, -4, 0), _CENTRE)


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
    painter.drawText(QRect(middle - width // 2, height - 12, width, 24), _CENTRE, day)


def fitting_day(day: str, metrics: QFontMetrics, room: int) -> str:
    """As much of a day as there is room for: how much later it is is left out first."""
    if metrics.horizontalAdvance(day) > room:
        day = day.partition(" · ")[0]
    return metrics.elidedText(day, Qt.TextElideMode.ElideRight, room)

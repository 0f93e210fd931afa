"""Fonts and distances for everything that is drawn in a timeline."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QFontMetrics,
    QFontMetricsF,
    QPaintDevice,
    QPainter,
)
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from tanglescope.engine.language.wording import number
from tanglescope.viewer.blobs.pictures import Pictures
from tanglescope.viewer.theme import Theme

WIDEST_COLUMN = 820
WIDEST_TEXT = 640
MARGIN = 24
AVATAR = 36
AVATAR_GAP = 12
PADDING = 12
PADDING_ABOVE = 8
RADIUS = 12
BEFORE_GROUP = 16
BEFORE_FOLLOWER = 4
BEFORE_EVENT = 12
DAY_HEIGHT = 44
QUOTE_BAR = 3
BEFORE_VOTES = 8
AFTER_HEART = 3
_LEAST_FOR_VOTES = 44
_LEAST_TEXT = 60
"""Below so many pixels text is cut, not wrapped."""


@dataclass(frozen=True, slots=True)
class BubbleLook:
    """How bubbles of one width are drawn."""

    theme: Theme
    font: QFont
    width: int
    ratio: float = 1.0
    gutter: int = 0
    pictures: Pictures | None = None
    """The source of the pictures of messages; None if none are shown."""
    offers: bool = True
    """Whether files say what a click does; not on paper."""

    @property
    def bold(self) -> QFont:
        """For authors."""
        return strong(self.font)

    @property
    def small(self) -> QFont:
        """For times, badges and quotes."""
        return small(self.font, 0.88)

    @property
    def line(self) -> int:
        """The height of a line of text."""
        return QFontMetrics(self.font).height()

    @property
    def small_line(self) -> int:
        """The height of a line of small text."""
        return QFontMetrics(self.small).height()

    @property
    def left(self) -> int:
        """The left edge of the column, which is centred in a wide window."""
        return max(MARGIN + self.gutter, (self.width - WIDEST_COLUMN) // 2)

    @property
    def text_left(self) -> int:
        """The left edge of bubbles."""
        return self.left + AVATAR + AVATAR_GAP

    @property
    def text_width(self) -> int:
        """The maximum width of text."""
        return max(
            _LEAST_TEXT, min(WIDEST_TEXT, self.width - self.text_left - MARGIN - 2 * PADDING)
        )

    def text_width_beside(self, votes: int) -> int:
        """The maximum width of text, quotes and files beside a number of likes."""
        if not votes:
            return self.text_width
        width = QFontMetrics(self.small).horizontalAdvance(number(votes))
        needed = BEFORE_VOTES + self.small_line + AFTER_HEART + width
        return max(_LEAST_TEXT, self.text_width - max(needed, _LEAST_FOR_VOTES))


def small(font: QFont, share: float = 0.9) -> QFont:
    """A smaller size of the same font, for the labels of charts."""
    made = QFont(font)
    made.setPointSizeF(font.pointSizeF() * share)
    return made


def strong(font: QFont) -> QFont:
    """The same font in semibold, for names and titles."""
    made = QFont(font)
    made.setWeight(QFont.Weight.DemiBold)
    return made


def fixed_pitch() -> QFont:
    """The system's font with letters of one width, for a widget; its size stays the widget's."""
    font = QFont()
    font.setFamilies(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont).families())
    font.setStyleHint(QFont.StyleHint.Monospace)
    return font


class TextPainter(QPainter):
    """A painter of smooth shapes and of texts in their own direction, whatever that of the window.

    Qt would put "3 before" as "before 3" into a mirrored window, and a full stop at the wrong end.
    """

    def __init__(self, device: QPaintDevice) -> None:
        super().__init__(device)
        self.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
        self.setRenderHint(QPainter.RenderHint.Antialiasing)


def fill_round(painter: QPainter, color: QColor, area: QRect | QRectF, radius: float) -> None:
    """Fill an area with round corners."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawRoundedRect(area, radius, radius)


def write(
    painter: QPainter,
    text: str,
    font: QFont,
    color: QColor,
    area: QRect | QRectF,
    align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
) -> None:
    """Write a line into an area, elided if it is too long."""
    painter.setFont(font)
    painter.setPen(color)
    elide, room = Qt.TextElideMode.ElideRight, area.width() + _ROUNDED_OFF
    painter.drawText(area, align, QFontMetricsF(font).elidedText(text, elide, room))


_ROUNDED_OFF = 0.5
"""What whole pixels may lack of the width of a text that an area was made for."""


def write_at(
    painter: QPainter,
    text: str,
    font: QFont,
    color: QColor,
    place: tuple[int, int],
    room: int | None = None,
) -> int:
    """Write a line whose base begins at a place, elided if it needs more room; return its width."""
    metrics = QFontMetrics(font)
    if room is not None:
        text = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
    painter.setFont(font)
    painter.setPen(color)
    painter.drawText(*place, text)
    return metrics.horizontalAdvance(text)


_RADIUS = 9


@contextmanager
def row_painted(painter: QPainter, option: QStyleOptionViewItem, theme: Theme) -> Iterator[QRect]:
    """Paint the background of one row, and clip further painting to it."""
    painter.save()
    painter.setLayoutDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    area = option.rect.adjusted(8, 1, -8, -1)
    chosen = bool(option.state & QStyle.StateFlag.State_Selected)
    if chosen or option.state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(theme.outline("accent" if chosen else "outline"))
        painter.setBrush(theme.color("accent_soft" if chosen else "line"))
        painter.drawRoundedRect(area, _RADIUS, _RADIUS)
    try:
        yield area
    finally:
        painter.restore()

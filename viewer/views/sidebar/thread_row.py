"""A conversation in the list: faces, title, date, the latest text, and how much of it is unread."""

from collections.abc import Callable
from datetime import date

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from tanglescope.engine.language.wording import number
from tanglescope.engine.library import ConversationSummary
from tanglescope.viewer import drawings
from tanglescope.viewer.avatar import paint_face
from tanglescope.viewer.blobs.pictures import Pictures
from tanglescope.viewer.models import Index
from tanglescope.viewer.models.previews import Preview
from tanglescope.viewer.models.thread_model import (
    HeadingRole,
    PinnedRole,
    ThreadRole,
    UnreadRole,
    faces,
    is_torn,
    latest,
    marked_title,
    people,
    sign,
    size,
    waiting,
)
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.timeline.texts import alignment_of
from tanglescope.viewer.views.typography import (
    fill_round,
    row_painted,
    small,
    strong,
    write,
    write_at,
)

_PADDING = 12
_ABOVE = 8
_BELOW_HEADING = 6
_FACE = 36
_PIN = 12
_FACE_GAP = 10
_LEAST_TITLE = 24
"""The letters of a title and a day below which only the title is shown."""
_STACKED = 0.72
"""The size of each of two faces, compared with that of one."""


class ThreadDelegate(QStyledItemDelegate):
    """Paints a conversation, or the heading of a group of them."""

    def __init__(
        self,
        theme: Theme,
        preview: Callable[[ConversationSummary], Preview | None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.theme = theme
        self.pictures: Pictures | None = None
        self.shows_sizes = True
        """Whether it says how many messages there are."""
        self.shows_years = True
        """Whether dates name the year: headings above them may do so."""
        self._preview = preview

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """The same size for every row, so that long lists aren't measured."""
        return QSize(120, max(_FACE, _texts_height(option.font)) + 2 * (_ABOVE + 1))

    def height_of_heading(self, font: QFont) -> int:
        """The height of the text of a heading with what is below it; the rest is above it."""
        return QFontMetrics(strong(small(font))).height() + _BELOW_HEADING

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one row."""
        if heading := index.data(HeadingRole):
            self._paint_heading(painter, option, heading)
            return
        thread: ConversationSummary = index.data(ThreadRole)
        preview = self._preview(thread)
        with row_painted(painter, option, self.theme) as area:
            inside = area.adjusted(_PADDING, _ABOVE, -_PADDING, -_ABOVE)
            self._paint_faces(painter, inside, thread, preview or Preview())
            inside.setLeft(inside.left() + inside.height() + _FACE_GAP)
            spare = max(0, inside.height() - _texts_height(option.font))
            inside.adjust(0, spare // 2, 0, -spare // 2)
            unread: int = index.data(UnreadRole)
            first, second = QRect(inside), QRect(inside)
            if inside.width() >= QFontMetrics(option.font).averageCharWidth() * _LEAST_TITLE:
                first.setRight(self._paint_day(painter, option.font, inside, thread) - 8)
            if index.data(PinnedRole):
                first.setRight(self._paint_pin(painter, first) - 6)
            self._paint_title(painter, option.font, first, thread, is_unread=bool(unread))
            second.setRight(self._paint_counts(painter, option.font, inside, thread, unread) - 8)
            self._paint_text(painter, option.font, second, thread, preview)

    def _paint_heading(self, painter: QPainter, option: QStyleOptionViewItem, text: str) -> None:
        font, muted = strong(small(option.font)), self.theme.color("muted")
        area = option.rect.adjusted(20, 0, -20, -_BELOW_HEADING)
        place = area.left(), area.bottom() - QFontMetrics(font).descent()
        write_at(painter, text, font, muted, place, area.width())

    def _paint_faces(
        self, painter: QPainter, area: QRect, thread: ConversationSummary, preview: Preview
    ) -> None:
        """Draw one face, or two that overlap; without people, the sign of the conversation."""
        side, corner = area.height(), QPointF(area.topLeft())
        people = list(zip(faces(thread), (*preview.portraits, "", ""), strict=False))[:2]
        if not people:
            self._paint_sign(painter, QRectF(corner.x(), corner.y(), side, side), sign(thread))
        own_side = round(side * _STACKED) if len(people) > 1 else side
        away = side - own_side
        for place, person in reversed(list(enumerate(people))):
            at = corner + (QPointF(away, 0) if place else QPointF(0, away))
            paint_face(painter, at, own_side, person, self.pictures, self.theme)

    def _paint_sign(self, painter: QPainter, area: QRectF, icon: str) -> None:
        fill_round(painter, self.theme.color("line"), area, area.width() * 0.3)
        margin = area.width() * 0.26
        area = area.adjusted(margin, margin, -margin, -margin)
        drawings.paint(painter, icon, area, self.theme.color("muted"))

    def _paint_pin(self, painter: QPainter, area: QRect) -> int:
        """Draw a pin at the right of the first line; return where it begins."""
        place = QRectF(area.right() - _PIN, area.top() + 2, _PIN, _PIN)
        drawings.paint(painter, "pin", place, self.theme.color("accent"))
        return round(place.left())

    def _paint_title(
        self,
        painter: QPainter,
        font: QFont,
        area: QRect,
        thread: ConversationSummary,
        *,
        is_unread: bool,
    ) -> None:
        font = strong(font) if is_unread else QFont(font)
        is_titled = thread.present or is_torn(thread)
        font.setItalic(not is_titled)
        metrics, color = QFontMetrics(font), self.theme.color("text" if is_titled else "muted")
        text = metrics.elidedText(marked_title(thread), Qt.TextElideMode.ElideRight, area.width())
        rightward = alignment_of(text) is Qt.AlignmentFlag.AlignLeft
        left = area.left() if rightward else area.right() - metrics.horizontalAdvance(text)
        write_at(painter, text, font, color, (left, area.top() + metrics.ascent()))

    def _paint_day(
        self, painter: QPainter, font: QFont, area: QRect, thread: ConversationSummary
    ) -> int:
        """Draw the date of the latest message at the right; return where it begins."""
        day = latest(thread, date.today(), with_year=self.shows_years)
        font = small(font, 0.88)
        metrics = QFontMetrics(font)
        left = area.right() - metrics.horizontalAdvance(day)
        place = left, area.top() + metrics.ascent() + 1
        write_at(painter, day, font, self.theme.color("muted"), place)
        return left

    def _paint_counts(
        self, painter: QPainter, font: QFont, area: QRect, thread: ConversationSummary, unread: int
    ) -> int:
        """Draw the numbers at the right of the second line; return where they begin."""
        font, right = small(font, 0.88), area.right()
        metrics = QFontMetrics(font)
        base = area.bottom() - metrics.descent()
        if unread:
            right = self._paint_unread(painter, font, right, base, unread) - 8
        size = number(thread.messages) if self.shows_sizes else ""
        text = " · ".join(filter(None, (waiting(thread), size)))
        right -= metrics.horizontalAdvance(text)
        write_at(painter, text, font, self.theme.color("muted"), (right, base))
        return right

    def _paint_unread(
        self, painter: QPainter, font: QFont, right: int, base: int, unread: int
    ) -> int:
        """Draw the number of unread messages in a pill; return where it begins."""
        font, text, theme = strong(font), number(unread), self.theme
        metrics = QFontMetrics(font)
        height = metrics.height()
        width = max(height, metrics.horizontalAdvance(text) + 10)
        pill = QRectF(right - width, base - metrics.ascent(), width, height)
        fill_round(painter, theme.color("accent"), pill, height / 2)
        write(painter, text, font, theme.color("on_accent"), pill, Qt.AlignmentFlag.AlignCenter)
        return round(pill.left())

    def _paint_text(
        self,
        painter: QPainter,
        font: QFont,
        area: QRect,
        thread: ConversationSummary,
        preview: Preview | None,
    ) -> None:
        """Draw the latest text with its author, or else who takes part, or how much there is."""
        font = small(font, 0.88)
        text = people(thread) or ("" if self.shows_sizes else size(thread))
        if preview is not None and preview.text:
            is_named = preview.author and thread.authors != 1
            text = f"{preview.author}: {preview.text}" if is_named else preview.text
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # names stay where they are
        place = area.left(), area.bottom() - QFontMetrics(font).descent()
        write_at(painter, text, font, self.theme.color("muted"), place, area.width())


def _texts_height(font: QFont) -> int:
    return QFontMetrics(font).height() + QFontMetrics(small(font, 0.88)).height() + 2

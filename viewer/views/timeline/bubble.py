"""The layout and painting of one row.

A bubble knows what is above its text (a date, the author's line, what it answers) apart
from the text itself. That part depends on the row before and grows or shrinks when rows
come and go there; the view holds on to the text, so the eye doesn't notice.
"""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, QSizeF, Qt
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QFont,
    QFontMetrics,
    QPainter,
    QPalette,
    QPen,
    QTextCursor,
)

from tanglescope.engine.language.wording import number, tr
from tanglescope.engine.tangle.references import names_feed
from tanglescope.viewer import drawings, picture_places
from tanglescope.viewer.avatar import paint_face
from tanglescope.viewer.markdown import MessageDocument
from tanglescope.viewer.models.row import Quote, Row, RowKind
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views import typography
from tanglescope.viewer.views.timeline.attachments import Attachments, Click
from tanglescope.viewer.views.timeline.context import Context, RowMarks
from tanglescope.viewer.views.timeline.row_layout import RowLayout
from tanglescope.viewer.views.timeline.selection import Span
from tanglescope.viewer.views.timeline.texts import document_of, reads_leftward
from tanglescope.viewer.views.typography import BubbleLook, fill_round, strong, write, write_at

_LONGEST_MEASURED = 80
_APART = 5
_BAR = 10
"""The room of the bar before a quote."""


@dataclass(frozen=True, slots=True)
class Strips:
    """Small lines of a row, one below the other: the first quotes, then the warning."""

    row: Row
    quotes: tuple[Quote, ...]
    look: BubbleLook

    @property
    def step(self) -> int:
        """The height of a line."""
        return self.look.small_line + _APART

    @property
    def height(self) -> int:
        """The height of all lines, with the space below them."""
        lines = len(self.quotes) + (self.row.warning is not None)
        below = -_APART if self.row.folded else 4
        return lines * self.step + (below if lines else 0)

    @property
    def width(self) -> int:
        """How wide the widest line would be."""
        bold, plain = QFontMetrics(self._bold), QFontMetrics(self.look.small)
        widths = [
            bold.horizontalAdvance(quote.author)
            + plain.horizontalAdvance(quote.text[:_LONGEST_MEASURED])
            + 26
            for quote in self.quotes
        ]
        if self.row.warning is not None:
            widths.append(
                plain.horizontalAdvance(self.row.warning)
                + bold.horizontalAdvance(self._offer)
                + self.look.small_line
                + 28
            )
        return max(widths, default=0)

    def quote_at(self, y: float) -> str | None:
        """The key of the quoted message at a y coordinate below the first line."""
        line = int(y // self.step)
        return self.quotes[line].key if 0 <= line < len(self.quotes) else None

    def author_at(self, x: float, y: float) -> str:
        """The feed of the author's name at a point; "" for none."""
        line = int(y // self.step)
        if not 0 <= line < len(self.quotes):
            return ""
        quote = self.quotes[line]
        end = _BAR + QFontMetrics(self._bold).horizontalAdvance(quote.author)
        is_named = isinstance(quote.hue, str) and names_feed(quote.hue)
        return str(quote.hue) if is_named and _BAR <= x < end else ""

    def is_warning_at(self, y: float) -> bool:
        """Whether the line at a y coordinate is the warning."""
        return self.row.warning is not None and int(y // self.step) == len(self.quotes)

    def paint(self, painter: QPainter, area: QRect) -> None:
        """Draw all lines from the upper edge of `area` on."""
        top = area.top()
        for quote in self.quotes:
            self._paint_quote(painter, quote, QRect(area.left(), top, area.width(), self.step))
            top += self.step
        if self.row.warning is not None:
            self._paint_warning(painter, QRect(area.left(), top, area.width(), self.step))

    @property
    def _bold(self) -> QFont:
        return strong(self.look.small)

    @property
    def _offer(self) -> str:
        return tr("Show") if self.row.folded else tr("Hide")

    def _paint_quote(self, painter: QPainter, quote: Quote, area: QRect) -> None:
        look, theme = self.look, self.look.theme
        color = theme.author(quote.hue)
        bar = QRectF(area.left(), area.top(), typography.QUOTE_BAR, look.small_line)
        fill_round(painter, color, bar, 1.5)
        base, muted = area.top() + QFontMetrics(self._bold).ascent(), theme.color("muted")
        place, name = (area.left() + _BAR, base), color if quote.hue else muted
        left = place[0] + write_at(painter, quote.author, self._bold, name, place)
        left += 8 if quote.author else 0
        write_at(painter, quote.text, look.small, muted, (left, base), area.right() - left)

    def _paint_warning(self, painter: QPainter, area: QRect) -> None:
        theme, bold = self.look.theme, QFontMetrics(self._bold)
        size = self.look.small_line
        mark = QRectF(area.left(), area.top(), size, size)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("warning_soft"))
        painter.drawEllipse(mark)
        painter.setFont(self._bold)
        painter.setPen(theme.color("warning"))
        painter.drawText(mark, Qt.AlignmentFlag.AlignCenter, "!")
        base, left = area.top() + bold.ascent(), area.left() + size + 8
        room = area.right() - bold.horizontalAdvance(self._offer) - 12 - left
        muted, warning = theme.color("muted"), self.row.warning or ""
        left += 12 + write_at(painter, warning, self.look.small, muted, (left, base), room)
        write_at(painter, self._offer, self._bold, theme.color("accent"), (left, base))


_MOST_FOUND = 200
_ABOVE_MISSING = 3
"""The space above and below the text of a missing message, which is quieter than that of others."""
_BEFORE_FILES = 8
_MOST_QUOTES = 3
_BESIDE_HEADER = 4
"""The total margin beside author and time."""
_SMALL_AVATAR = 22
"""The side of the picture beside an event."""


class Bubble(RowLayout):
    """A row with a frame around its text, files and quotes."""

    def __init__(self, row: Row, context: Context, look: BubbleLook) -> None:
        super().__init__(row, context, look)
        self._strips = Strips(row, context.quotes[:_MOST_QUOTES], look)
        self._files = Attachments(row, look)
        self._document = document_of(row, look, self._files)
        self._lay_out()

    def _lay_out(self) -> None:
        look, kind = self._look, self.row.kind
        top = (typography.DAY_HEIGHT if self.context.day else 0) + self._space_above()
        self._header_top = top
        if self._has_header:
            top += look.line + 4
        size = self._document.size()
        folded = self.row.folded
        text_width = 0 if folded else min(round(self._document.idealWidth() + 1), look.text_width)
        text_height = 0 if folded else round(size.height())
        below = QPointF(0, text_height + _BEFORE_FILES)
        if not (files := self._files.lay_out_others()).isEmpty():
            text_height += _BEFORE_FILES + files.height()
            text_width = max(text_width, files.width())
        quotes = self._strips.height
        if quotes:
            room = look.text_width_beside(self.row.votes)
            text_width = max(text_width, min(room, self._strips.width))
        if reads_leftward(self._document):
            self._document.setTextWidth(text_width)  # its right edge is that of the bubble
        self._place_files(below)
        across = 0 if kind is RowKind.EVENT else typography.PADDING
        down = 0 if kind is RowKind.EVENT else typography.PADDING_ABOVE
        down = _ABOVE_MISSING if kind is RowKind.GHOST else down
        icon = look.line + 8 if kind in (RowKind.LOCKED, RowKind.GHOST) else 0
        width, height = text_width + icon + 2 * across, text_height + quotes + 2 * down
        self._frame = QRect(look.text_left, top, width, height)
        self.above = top + down + quotes
        self._text = QPointF(look.text_left + icon + across, self.above)
        self._end = top + height
        self._lay_out_header()

    def _place_files(self, below: QPointF) -> None:
        """Put files into their places in the text, and all others below it."""
        document = self._document
        inside = document.corners() if isinstance(document, MessageDocument) else []
        self._files.place(inside, below)

    @property
    def _has_header(self) -> bool:
        """Whether it begins with a line of author and time."""
        row = self.row
        said = row.feed or row.clock or row.badge
        return bool(self.context.headed and row.kind in (RowKind.WRITING, RowKind.LOCKED) and said)

    @property
    def dot(self) -> int:
        """The y coordinate of the author's line, or else the first line, below the upper edge."""
        if self.row.kind is RowKind.GHOST:
            return self._frame.center().y()
        if self.row.kind is RowKind.EVENT:
            return round(self._text.y()) + self._look.line // 2
        if self._has_header:
            return self._header_top + typography.AVATAR // 2
        return self._frame.top() + typography.PADDING_ABOVE + self._look.line // 2

    def _lay_out_header(self) -> None:
        """Find the places of author, time and channel: a long name is cut, what doesn't fit goes.

        An event names its author in its text, and has only a picture beside it.
        """
        look, row, top = self._look, self.row, self._header_top
        bold, small, left = QFontMetrics(look.bold), QFontMetrics(look.small), look.text_left + 2
        end = look.width - _BESIDE_HEADER + 2
        self._name = bold.elidedText(row.author, Qt.TextElideMode.ElideRight, end - left)
        name_end = left + bold.horizontalAdvance(self._name)
        self._clock_left = name_end + 8 if self._name else left
        fits = self._clock_left + small.horizontalAdvance(row.clock) <= end
        self._clock = row.clock if fits else ""
        self._author, self._channel = QRectF(), QRectF()
        if row.kind is RowKind.EVENT:
            corner = QPointF(look.left + typography.AVATAR, self._text.y() + look.line / 2)
            size = QSizeF(_SMALL_AVATAR, _SMALL_AVATAR)
            self._author = QRectF(corner - QPointF(_SMALL_AVATAR, _SMALL_AVATAR / 2), size)
        elif self._has_header:
            self._author = QRectF(look.left, top, name_end - look.left, look.line + 2)
            left = self._clock_left + small.horizontalAdvance(self._clock) + 8
            width = small.horizontalAdvance(row.channel)
            if row.channel and left + width <= look.text_left + look.text_width:
                self._channel = QRectF(left, top, width, look.line + 2)

    def _space_above(self) -> int:
        if self.row.kind in (RowKind.EVENT, RowKind.GHOST):
            return typography.BEFORE_EVENT
        return typography.BEFORE_GROUP if self.context.headed else typography.BEFORE_FOLLOWER

    def _paint(self, painter: QPainter, marks: RowMarks) -> None:
        if marks.moved:
            self._paint_moved(painter)
        self._paint_frame(painter, marks)
        self._paint_author(painter)
        inside = self._frame.adjusted(
            typography.PADDING, typography.PADDING_ABOVE, -typography.PADDING, 0
        )
        self._strips.paint(painter, inside)
        self._paint_votes(painter)
        if marks.sign:
            self._paint_sign(painter, marks.sign)
        if not self.row.folded:
            self._paint_text(painter, marks)

    def link_at(self, point: QPointF) -> str:
        """The address under `point`, counted from the row's upper left corner; "" for none.

        The names of authors, also of what it answers, and the picture lead to the feed; the
        channel leads to all its messages.
        """
        if self._author.contains(point) or self._portrait.contains(point):
            return self.row.profile
        if self._channel.contains(point):
            return self.row.channel
        if self._is_over(point):
            left = self._frame.left() + typography.PADDING
            if feed := self._strips.author_at(point.x() - left, self._in_strips(point)):
                return feed
        if self.row.folded:
            return ""
        return self._document.documentLayout().anchorAt(point - self._text)

    def is_votes_at(self, point: QPointF) -> bool:
        """Whether the number of likes lies under `point`."""
        return bool(self.row.votes) and self._votes.contains(point)

    def file_at(self, point: QPointF) -> Click | None:
        """The file of the message that lies under `point`, or that a link there names."""
        return self._files.at(point - self._text) or self._files.find_file(self.link_at(point))

    def position_at(self, point: QPointF) -> int:
        """The text position nearest to `point`."""
        fuzzy = Qt.HitTestAccuracy.FuzzyHit
        return self._document.documentLayout().hitTest(point - self._text, fuzzy)

    def word_at(self, point: QPointF) -> Span:
        """The word under `point`."""
        cursor = QTextCursor(self._document)
        cursor.setPosition(max(0, self.position_at(point)))
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        return cursor.selectionStart(), cursor.selectionEnd()

    def is_text_at(self, point: QPointF) -> bool:
        """Whether there is text under `point`."""
        exact = Qt.HitTestAccuracy.ExactHit
        hit = self._document.documentLayout().hitTest(point - self._text, exact)
        return hit >= 0 and not self.row.folded

    def text(self, span: Span) -> str:
        """The text of `span`, one line per paragraph."""
        cursor = self._cursor(span)
        return picture_places.text_between(
            self._document, cursor.selectionStart(), cursor.selectionEnd()
        )

    def _cursor(self, span: Span) -> QTextCursor:
        last = self._document.characterCount() - 1
        cursor = QTextCursor(self._document)
        cursor.setPosition(min(span[0], last))
        cursor.setPosition(min(span[1], last), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def quote_at(self, point: QPointF) -> str | None:
        """The key of the answered message whose line lies under `point`."""
        return self._strips.quote_at(self._in_strips(point)) if self._is_over(point) else None

    def is_warning_at(self, point: QPointF) -> bool:
        """Whether the line that warns of the text lies under `point`, or what opens a fold."""
        if self.row.folds:
            return self._frame.contains(point.toPoint()) and not self.link_at(point)
        return self._is_over(point) and self._strips.is_warning_at(self._in_strips(point))

    def _is_over(self, point: QPointF) -> bool:
        """Whether `point` is above the text within the frame."""
        inside = self._frame.contains(point.toPoint())
        return inside and (self.row.folded or point.y() < self._text.y())

    def _in_strips(self, point: QPointF) -> float:
        return point.y() - self._frame.top() - typography.PADDING_ABOVE

    @property
    def _theme(self) -> Theme:
        return self._look.theme

    def _paint_moved(self, painter: QPainter) -> None:
        bar = QRectF(self._look.left - 12, self._header_top, 3, self._end - self._header_top)
        fill_round(painter, self._theme.color("warning"), bar, 1.5)

    def _paint_frame(self, painter: QPainter, marks: RowMarks) -> None:
        theme, frame = self._theme, QRectF(self._frame)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        match self.row.kind:
            case RowKind.GHOST:
                frame = frame.adjusted(0.5, 0.5, -0.5, -0.5)
            case RowKind.EVENT:
                frame = frame.adjusted(-8, -4, 8, 4)
            case _:
                painter.setBrush(theme.color("bubble"))
                painter.setPen(theme.outline())
        if marks.concurrent:
            painter.setBrush(theme.color("concurrent"))
            painter.setPen(theme.outline())
        if marks.current or marks.chosen:
            painter.setBrush(theme.color("accent_soft"))
            if marks.current and marks.focused:
                painter.setPen(QPen(theme.color("accent"), 1.2))
        painter.drawRoundedRect(frame, typography.RADIUS, typography.RADIUS)
        name = {RowKind.LOCKED: "lock", RowKind.GHOST: "ghost"}.get(self.row.kind)
        if name:
            is_quiet = self.row.kind is RowKind.GHOST
            size = self._look.small_line if is_quiet else self._look.line
            left = self._frame.left() + typography.PADDING
            drawings.paint(
                painter, name, QRectF(left, self._text.y(), size, size), theme.color("muted")
            )

    @property
    def _portrait(self) -> QRectF:
        """The area of the author's picture."""
        if self._author.isNull() or not self.row.feed:
            return QRectF()
        side = self._author.width() if self.row.kind is RowKind.EVENT else typography.AVATAR
        return QRectF(self._author.topLeft(), QSizeF(side, side))

    @property
    def _votes(self) -> QRectF:
        """The area of the heart and its number."""
        look, left = self._look, self._frame.right() + typography.BEFORE_VOTES
        size = look.small_line
        top = self._frame.bottom() - size - (0 if self.row.kind is RowKind.EVENT else 7)
        width = QFontMetrics(look.small).horizontalAdvance(number(self.row.votes))
        return QRectF(left, top, size + typography.AFTER_HEART + width, size)

    def _paint_author(self, painter: QPainter) -> None:
        if not (face := self._portrait).isNull():
            person = self.row.feed, self.row.portrait
            side, pictures = round(face.width()), self._look.pictures
            paint_face(painter, face.topLeft(), side, person, pictures, self._theme, ground="")
        if not self._has_header:
            return
        look, theme, row = self._look, self._theme, self.row
        base, muted = self._header_top + QFontMetrics(look.bold).ascent(), theme.color("muted")
        place = (look.text_left + 2, base)
        write_at(painter, self._name, look.bold, theme.author(row.feed), place)
        left = self._clock_left
        if self._clock:
            left += 8 + write_at(painter, self._clock, look.small, muted, (left, base))
        if not self._channel.isNull():
            left = round(self._channel.left())
            accent = theme.color("accent")
            left += 8 + write_at(painter, row.channel, look.small, accent, (left, base))
        if row.badge:
            self._paint_badge(painter, left, row.badge[0])

    def _paint_badge(self, painter: QPainter, left: int, word: str) -> None:
        small = self._look.small
        width = QFontMetrics(small).horizontalAdvance(word) + 14
        area = QRect(left, self._header_top, width, self._look.line)
        ground, pen = ("warning_soft", "warning") if self.row.is_doubtful else ("bubble", "muted")
        fill_round(painter, self._theme.color(ground), area, area.height() / 2)
        write(painter, word, small, self._theme.color(pen), area, Qt.AlignmentFlag.AlignCenter)

    def _paint_votes(self, painter: QPainter) -> None:
        if not self.row.votes:
            return
        look, color = self._look, self._theme.color("muted")
        left, top, size = self._votes.left(), self._votes.top(), look.small_line
        drawings.paint(painter, "heart", QRectF(left, top, size, size), color)
        base = round(top) + QFontMetrics(look.small).ascent()
        place = round(left) + size + typography.AFTER_HEART, base
        write_at(painter, number(self.row.votes), look.small, color, place)

    def _paint_sign(self, painter: QPainter, sign: str) -> None:
        metrics, left = QFontMetrics(self._look.small), self._frame.right() + 6
        if self.row.votes:
            left += metrics.horizontalAdvance(number(self.row.votes)) + self._look.small_line + 13
        place = left, self._frame.top() + metrics.ascent() + 3
        write_at(painter, sign, self._look.small, self._theme.color("accent"), place)

    def _paint_text(self, painter: QPainter, marks: RowMarks) -> None:
        muted = self.row.kind in (RowKind.GHOST, RowKind.LOCKED)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.palette.setColor(
            QPalette.ColorRole.Text, self._theme.color("muted" if muted else "text")
        )
        context.selections = self._find_words(marks.words)
        if marks.selected:
            cursor = self._cursor(marks.selected)
            context.selections += [self._mark(cursor, "accent", "on_accent")]
        painter.setClipRect(self._frame, Qt.ClipOperation.IntersectClip)
        painter.translate(self._text)
        if isinstance(self._document, MessageDocument):
            self._paint_code_panels(painter, self._document)
            self._paint_quote_bars(painter, self._document)
        self._document.documentLayout().draw(painter, context)
        self._files.paint(painter)

    def _find_words(self, wanted: tuple[str, ...]) -> list[QAbstractTextDocumentLayout.Selection]:
        """The positions of words, up to a limit."""
        found: list[QAbstractTextDocumentLayout.Selection] = []
        for word in wanted:
            cursor = self._document.find(word)
            while not cursor.isNull() and len(found) < _MOST_FOUND:
                found.append(self._mark(cursor, "moved", "text"))
                cursor = self._document.find(word, cursor)
        return found

    def _mark(
        self, cursor: QTextCursor, ground: str, text: str
    ) -> QAbstractTextDocumentLayout.Selection:
        mark = QAbstractTextDocumentLayout.Selection()
        mark.cursor = cursor
        mark.format.setBackground(self._theme.color(ground))
        mark.format.setForeground(self._theme.color(text))
        return mark

    def _paint_code_panels(self, painter: QPainter, document: MessageDocument) -> None:
        layout = document.documentLayout()
        for first, last in document.codes():
            top = layout.blockBoundingRect(first).top() - 5 + document.lowered
            bottom = layout.blockBoundingRect(last).bottom() + 5 + document.lowered
            left = first.blockFormat().leftMargin() - 8
            width = self._frame.width() - 2 * typography.PADDING - left
            area = QRectF(left, top, width, bottom - top)
            fill_round(painter, self._theme.color("code"), area, 6)

    def _paint_quote_bars(self, painter: QPainter, document: MessageDocument) -> None:
        for block in document.quotes():
            area = document.documentLayout().blockBoundingRect(block)
            leftward = block.textDirection() is Qt.LayoutDirection.RightToLeft
            side = document.textWidth() - 3 if leftward else 0
            top = area.top() + document.lowered
            bar = QRectF(side, top, 3, area.height())
            fill_round(painter, self._theme.color("quote"), bar, 1.5)

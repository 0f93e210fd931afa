"""The list of what a search finds, in the panel and below the field of the toolbar."""

from datetime import date

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QTextLayout
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.engine.words import times
from tanglescope.viewer.avatar import paint_face
from tanglescope.viewer.blobs.pictures import Pictures
from tanglescope.viewer.markdown import qt_span
from tanglescope.viewer.models import Index
from tanglescope.viewer.models.finding import Finding, FoundGroup, Span
from tanglescope.viewer.models.found_model import FoundModel, FoundRole
from tanglescope.viewer.subjects import (
    ConversationSubject,
    MessageSubject,
    Subject,
    subject_of_author,
)
from tanglescope.viewer.theme import Theme, Themed
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.views.list_keys import LongList, index_at
from tanglescope.viewer.views.typography import row_painted, small, strong, write, write_at

_ELIDE = Qt.TextElideMode.ElideRight
_BESIDE_FACE = 8


class FoundDelegate(QStyledItemDelegate):
    """A person or a conversation in a line; a message in two: who and where, and what was said."""

    def __init__(self, view: "FoundList") -> None:
        super().__init__(view)
        self._view = view
        self.pictures: Pictures | None = None

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """One of two heights."""
        line = option.fontMetrics.height()
        return QSize(120, 2 * line + 20 if _is_said(index.data(FoundRole)) else line + 14)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a heading, or a row: its face, and its lines."""
        row: Finding | str = index.data(FoundRole)
        theme = self._view.theme
        if isinstance(row, str):
            area = option.rect.adjusted(18, 0, -18, -3)
            below = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom
            write(painter, row, strong(small(option.font)), theme.color("muted"), area, below)
            return
        with row_painted(painter, option, theme) as area:
            inside = area.adjusted(10, 0, -10, 0)
            if row.feed:
                side = option.fontMetrics.height() + (10 if _is_said(row) else 4)
                corner = QPointF(inside.left(), inside.top() + (inside.height() - side) / 2)
                person = row.feed, row.portrait
                paint_face(painter, corner, side, person, self.pictures, theme)
                inside.setLeft(inside.left() + side + _BESIDE_FACE)
            if _is_said(row):
                self._paint_said(painter, option.font, inside.adjusted(0, 7, 0, -7), row)
            else:
                self._paint_named(painter, option.font, inside, row)

    def _paint_named(self, painter: QPainter, font: QFont, area: QRect, row: Finding) -> None:
        metrics, theme = QFontMetrics(font), self._view.theme
        top = area.top() + (area.height() - metrics.height()) // 2
        place = metrics.elidedText(row.place, _ELIDE, area.width() // 3)
        width = metrics.horizontalAdvance(place)
        begin = area.right() - width, top + metrics.ascent()
        write_at(painter, place, font, theme.color("muted"), begin)
        painter.setPen(theme.color("accent" if row.group is FoundGroup.ALL else "text"))
        room = area.width() - width - (16 if width else 0)
        self._write(painter, font, QRect(area.left(), top, room, metrics.height()), row)

    def _paint_said(self, painter: QPainter, font: QFont, area: QRect, row: Finding) -> None:
        theme, metrics = self._view.theme, QFontMetrics(font)
        muted, base = theme.color("muted"), area.top() + metrics.ascent()
        when = times.short_day(row.asserted, date.today())
        begin = area.right() - metrics.horizontalAdvance(when)
        write_at(painter, when, font, muted, (begin, base))
        room, corner = begin - area.right() + area.width() - 16, (area.left(), base)
        author = theme.author(row.feed)
        named = write_at(painter, row.author, strong(font), author, corner, room) + 8
        place = tr("in {conversation}", conversation=row.place)
        write_at(painter, place, font, muted, (area.left() + named, base), max(0, room - named))
        painter.setPen(theme.color("text"))
        self._write(painter, font, area.adjusted(0, metrics.height() + 4, 0, 0), row)

    def _write(self, painter: QPainter, font: QFont, area: QRect, row: Finding) -> None:
        """Write the text of a row with its hits highlighted."""
        metrics = QFontMetrics(font)
        hits = "".join(row.text[first:last] for first, last in row.spans)
        wider = QFontMetrics(strong(font)).horizontalAdvance(hits) - metrics.horizontalAdvance(hits)
        text = metrics.elidedText(row.text, _ELIDE, area.width() - wider)
        line = QTextLayout(text, font)
        line.setFormats([mark for span in row.spans if (mark := self._mark(span, text))])
        line.beginLayout()
        line.createLine()
        line.endLayout()
        line.draw(painter, QPointF(area.topLeft()))

    def _mark(self, span: Span, text: str) -> QTextLayout.FormatRange | None:
        """The area in which a span of the text is highlighted, as far as it is visible."""
        if span[0] >= len(text):
            return None
        mark = QTextLayout.FormatRange()
        mark.start, mark.length = qt_span(text, *span)
        mark.format.setBackground(self._view.theme.color("moved"))
        mark.format.setFontWeight(QFont.Weight.DemiBold)
        return mark


def _is_said(row: object) -> bool:
    """Whether it is a message or a node."""
    return isinstance(row, Finding) and row.group in (FoundGroup.MESSAGE, FoundGroup.NODE)


class FoundList(Themed, LongList):
    """The rows of a `FoundModel`."""

    def __init__(self, model: FoundModel, theme: Theme, name: str, parent: QWidget) -> None:
        super().__init__(name, parent)
        self.setObjectName("found")
        self.theme = theme
        self._delegate = FoundDelegate(self)
        self._found = model
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setMouseTracking(True)

    def set_pictures(self, pictures: Pictures | None) -> None:
        """Take the faces of people from these pictures."""
        self._delegate.pictures = pictures
        if pictures is not None:
            pictures.arrived.connect(self.viewport().update)

    def height_of(self, rows: int) -> int:
        """The height of the first rows."""
        return sum(self.sizeHintForRow(row) for row in range(min(rows, self._found.rowCount())))

    def step(self, rows: int) -> None:
        """Choose a row further down, past headings, and read it aloud: a field has the focus."""
        if (place := self._found.next(self.currentIndex().row(), rows)) >= 0:
            self.setCurrentIndex(self._found.index(place))
            said = self.currentIndex().data(Qt.ItemDataRole.AccessibleTextRole)
            screen_reader.say(self, said)

    def choose_row(self) -> Finding | None:
        """The chosen row, otherwise the first one, which then is chosen."""
        if not self.currentIndex().isValid():
            self.step(1)
        row = self.currentIndex().data(FoundRole)
        return row if isinstance(row, Finding) else None

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The person, conversation or message of a row."""
        match row := index_at(self, point).data(FoundRole):
            case Finding(group=FoundGroup.PERSON):
                return subject_of_author(row.feed)
            case Finding(group=FoundGroup.CONVERSATION):
                return ConversationSubject(row.address)
            case Finding(group=FoundGroup.NODE | FoundGroup.MESSAGE):
                return MessageSubject(row.key)
            case _:
                return None

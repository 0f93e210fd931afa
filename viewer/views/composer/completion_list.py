"""The list of names and channels that completes what is begun in a field."""

from collections.abc import Sequence

from PySide6.QtCore import (
    QModelIndex,
    QPoint,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QFontMetrics,
    QKeyEvent,
    QPainter,
    QStandardItem,
    QStandardItemModel,
    QTextCursor,
)
from PySide6.QtWidgets import (
    QPlainTextEdit,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from tanglescope.engine.language.wording import plural, tr
from tanglescope.viewer.avatar import paint_face
from tanglescope.viewer.blobs.pictures import Pictures
from tanglescope.viewer.models import Index
from tanglescope.viewer.models.composing import Suggestion, unfinished_name
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_row
from tanglescope.viewer.views.list_keys import LongList
from tanglescope.viewer.views.typography import row_painted, write_at

_LETTERS = 52
_MARGIN, _BORDER = 6, 1
_ROOM = 8
"""The space between the list and the line of text, and between the list and the window's edges."""
_SuggestionRole = Qt.ItemDataRole.UserRole


class CompletionList(NamedFrame):
    """Offers what can complete a field, above or below the line that is written."""

    wanted = Signal(str)
    """Emitted with what is begun, when offers for it are wanted."""

    def __init__(self, field: QPlainTextEdit, theme: Theme) -> None:
        super().__init__(tr("What can be completed"), field, style="quick_found")
        self._field = field
        self._begun = ""
        self._is_declined = False
        """Whether the list was closed for what is begun."""
        self.model = QStandardItemModel(self)
        self.list = LongList(tr("What can be completed"), self)
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setModel(self.model)
        self._delegate = _SuggestionDelegate(theme, self.list)
        self.list.setItemDelegate(self._delegate)
        self.list.clicked.connect(self._take)
        make_row(self.list, on=self, margins=(4, _MARGIN, 4, _MARGIN))
        self.hide()

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._delegate.theme = theme

    def set_pictures(self, pictures: Pictures | None) -> None:
        """Set where the pictures of people are."""
        self._delegate.pictures = pictures
        if pictures is not None:
            pictures.arrived.connect(self.list.viewport().update)

    def look(self) -> None:
        """Ask for offers for what is begun before the cursor; close the list if nothing is."""
        now = unfinished_name(self._before())
        self._is_declined = self._is_declined and bool(now) and bool(self._begun)
        self._begun = now
        if now and not self._is_declined:
            self.wanted.emit(now)
        else:
            self.hide()

    def stay(self) -> None:
        """Look again if the cursor was moved while the list is open."""
        if self.isVisible() and unfinished_name(self._before()) != self._begun:
            self.look()

    def close_list(self) -> None:
        """Close the list until something else is begun."""
        self._is_declined = True
        self.hide()

    def show_offers(self, begun: str, offers: Sequence[Suggestion]) -> None:
        """Offer these, if they are for what is begun now; the first is chosen."""
        if begun != self._begun or self._is_declined:
            return
        self.model.clear()
        for offer in offers:
            item = QStandardItem(", ".join(filter(None, (offer.name, offer.beside))))
            item.setData(offer, _SuggestionRole)
            item.setEditable(False)
            self.model.appendRow(item)
        if not offers:
            self.hide()
            return
        self._place()
        self.show()
        self.raise_()
        self._choose(0, plural("{n:,} suggestions", "{n:,} suggestion", len(offers)))

    def take_key(self, event: QKeyEvent) -> bool:
        """Handle a key of the field while the list is open; False leaves it to the field."""
        if self.isHidden() or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        rows, row = self.model.rowCount(), self.list.currentIndex().row()
        match event.key():
            case Qt.Key.Key_Down:
                self._choose((row + 1) % rows)
            case Qt.Key.Key_Up:
                self._choose((row - 1) % rows)
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Tab:
                self._take(self.list.currentIndex())
            case Qt.Key.Key_Escape:
                self.close_list()
            case _:
                return False
        return True

    def _before(self) -> str:
        """The line before the cursor; nothing if text is selected."""
        cursor = self._field.textCursor()
        if cursor.hasSelection():
            return ""
        cursor.movePosition(QTextCursor.MoveOperation.StartOfBlock, QTextCursor.MoveMode.KeepAnchor)
        return cursor.selectedText()

    def _choose(self, row: int, said: str = "") -> None:
        index = self.model.index(row, 0)
        self.list.setCurrentIndex(index)
        name = index.data()
        screen_reader.describe(self, name)
        screen_reader.say(self._field, ", ".join(filter(None, (said, name))))

    def _take(self, index: QModelIndex) -> None:
        """Write an offer in place of what is begun."""
        offer: Suggestion = index.data(_SuggestionRole)
        cursor = self._field.textCursor()
        length = len(self._begun.encode("utf-16-le", "surrogatepass")) // 2
        cursor.movePosition(QTextCursor.MoveOperation.Left, QTextCursor.MoveMode.KeepAnchor, length)
        self.hide()
        cursor.insertText(f"{offer.written} ")
        self._field.setTextCursor(cursor)
        self._field.setFocus()

    def _place(self) -> None:
        """Put the list beside the line, on top of everything in the window."""
        window, metrics = self._field.window(), self._field.fontMetrics()
        if self.parentWidget() is not window:
            self.setParent(window)
        height = self.model.rowCount() * _row_height(metrics) + 2 * (_MARGIN + _BORDER)
        width = min(window.width() - 2 * _ROOM, _LETTERS * metrics.averageCharWidth())
        line = self._field.cursorRect()
        corner = self._field.viewport().mapTo(window, QPoint(line.left(), line.top()))
        left = max(_ROOM, min(corner.x(), window.width() - width - _ROOM))
        above, below = corner.y() - _ROOM, corner.y() + line.height() + _ROOM
        is_below = below + height <= window.height() or above < window.height() - below
        room = window.height() - below if is_below else above
        height = min(height, room)
        self.setGeometry(QRect(left, below if is_below else above - height, width, height))


class _SuggestionDelegate(QStyledItemDelegate):
    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme
        self.pictures: Pictures | None = None

    def sizeHint(self, option: QStyleOptionViewItem, _index: Index) -> QSize:
        """The same size for every row."""
        return QSize(120, _row_height(option.fontMetrics))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a face, the name, and what is beside it."""
        offer: Suggestion = index.data(_SuggestionRole)
        font, metrics = option.font, QFontMetrics(option.font)
        with row_painted(painter, option, self.theme) as whole:
            area = whole.adjusted(10, 0, -10, 0)
            if offer.feed:
                side = area.height() - 10
                corner, person = QPointF(area.left(), area.top() + 5), (offer.feed, offer.portrait)
                paint_face(painter, corner, side, person, self.pictures, self.theme)
                area.setLeft(area.left() + side + 8)
            base = area.top() + (area.height() + metrics.ascent() - metrics.descent()) // 2
            elide = Qt.TextElideMode.ElideRight
            beside = metrics.elidedText(offer.beside, elide, area.width() * 2 // 3)
            width = metrics.horizontalAdvance(beside)
            muted, color = self.theme.color("muted"), self.theme.color("text")
            write_at(painter, beside, font, muted, (area.right() - width, base))
            room = area.width() - width - 16
            write_at(painter, offer.name, font, color, (area.left(), base), room)


def _row_height(metrics: QFontMetrics) -> int:
    return metrics.height() + 14

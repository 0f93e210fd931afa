"""A list of messages, one line each, that paints only visible rows, for any length."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QWidget

from tanglescope.engine.debug.open_graph import author_in
from tanglescope.engine.language.wording import number
from tanglescope.viewer.motion import RowGlide
from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.subjects import MessageSubject, Subject, subject_of_author
from tanglescope.viewer.theme import Theme, Themed
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.views.typography import TextPainter, fill_round, strong, write

_AHEAD = 20  # rows beyond the visible ones whose labels are loaded
_PADDING = 10
_DOT = 4.0
_LEAST_TEXT = 120
"""The room for the text below which the name is cut."""


class RowsView(Themed, QAbstractScrollArea):
    """Rows with a number, an author and a text; a row can be selected.

    If it can be dragged, then with the mouse, or with Shift and an arrow key.
    """

    chosen = Signal(str)
    """Emitted with a row that was clicked or opened."""
    dragged = Signal(int, int)
    """Emitted with a dragged row and its new position, counted without the row."""
    scrolled = Signal()

    def __init__(
        self, name: str, labels: Labels, theme: Theme, parent: QWidget, *, can_drag: bool = False
    ) -> None:
        super().__init__(parent)
        self.setObjectName("rows")
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.viewport().setAutoFillBackground(False)
        self.theme = theme
        self._labels = labels
        self.rows: Sequence[str] = ()
        self._marks: Mapping[str, str] = {}
        self._key: str | None = None
        self._current = 0
        self._can_drag = can_drag
        self._pressed: tuple[int, QPoint] | None = None
        self._target: int | None = None
        self._glide = RowGlide(self.viewport().update, self)
        labels.came.connect(self.viewport().update)
        self.verticalScrollBar().valueChanged.connect(self.scrolled)

    # Contents

    def show_rows(self, rows: Sequence[str]) -> None:
        """Replace the rows."""
        self.rows = rows
        self._current = max(0, min(self._current, len(rows) - 1))
        self.update_rows()

    def update_rows(self, before: Mapping[str, float] | None = None) -> None:
        """Update the rows after an edit; they glide from where `places` was `before` it."""
        self._set_range()
        self._glide.stop()
        self._glide.begin(before or {}, self.places() if before else {})
        first = self.visible().start
        ahead = range(max(0, first - _AHEAD), min(first + 3 * _AHEAD, len(self.rows)))
        self._labels.want([self.rows[row] for row in ahead])
        self.viewport().update()

    def set_marks(self, marks: Mapping[str, str]) -> None:
        """Tint rows: names of colours by key."""
        self._marks = marks
        self.viewport().update()

    def set_key(self, key: str | None) -> None:
        """Mark the row of the current message."""
        self._key = key
        self.viewport().update()

    def reveal(self, row: int) -> None:
        """Make a row current, and scroll until it is visible."""
        self._current = row
        height, bar = self.row_height(), self.verticalScrollBar()
        top, seen = row * height, self.viewport().height()
        if not bar.value() <= top <= bar.value() + seen - height:
            bar.setValue((row - seen // height // 2) * height)

    def row_height(self) -> int:
        """The height of a row."""
        return QFontMetrics(self.font()).height() + 10

    def visible(self) -> range:
        """The rows that are at least partly visible."""
        first = self.verticalScrollBar().value() // self.row_height()
        count = self.viewport().height() // self.row_height() + 2
        return range(max(first, 0), min(first + count, len(self.rows)))

    def middle_of(self, row: int) -> int:
        """The y coordinate of the middle of a row in the viewport, even if it isn't visible."""
        return self._top(row) + self.row_height() // 2

    def _top(self, row: int) -> int:
        return row * self.row_height() - self.verticalScrollBar().value()

    def places(self) -> dict[str, float]:
        """The positions of the visible rows."""
        keys = {row: self.rows[row] for row in self.visible()}
        return {key: self._top(row) + self._glide.offset(key) for row, key in keys.items()}

    # Painting

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the visible rows."""
        with TextPainter(self.viewport()) as painter:
            keys = {row: self.rows[row] for row in self.visible()}
            self._labels.want(keys.values())
            # Moving rows are painted above the others.
            for row, key in sorted(keys.items(), key=lambda item: self._glide.glides(item[1])):
                self._paint_row(painter, row, key)
            if self._target is not None:
                y = self._top(self._target)
                painter.setPen(QPen(self.theme.color("accent"), 2))
                painter.drawLine(0, y, self.viewport().width(), y)
            if self.hasFocus() and self._current in keys:
                top = self._top(self._current) + 0.5
                ring = QRectF(1, top, self.viewport().width() - 2, self.row_height() - 1)
                painter.setPen(QPen(self.theme.color("accent"), 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(ring, 4, 4)

    def _paint_row(self, painter: QPainter, row: int, key: str) -> None:
        theme, height, width = self.theme, self.row_height(), self.viewport().width()
        top = self._top(row) + round(self._glide.offset(key))
        box = QRect(0, top, width, height)
        if tint := self._marks.get(key):
            fill_round(painter, theme.color(tint), box.adjusted(3, 1, -3, -1), 5)
        if key == self._key:
            fill_round(painter, theme.color("accent"), QRect(3, top + 2, 3, height - 4), 1.5)
        label, font = self._labels.get(key), self.font()
        digits = number(max(len(self.rows), 1))
        left = _PADDING + QFontMetrics(font).horizontalAdvance("0" * len(digits))
        end = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
        place = box.adjusted(_PADDING, 0, left - width, 0)
        write(painter, number(row + 1), font, theme.color("muted"), place, end)
        color = theme.author(label.hue)
        if width - left >= _LEAST_TEXT or not label.name:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color)
            painter.drawEllipse(QRectF(left + 9, top + height / 2 - _DOT, 2 * _DOT, 2 * _DOT))
            left += 24
        else:  # the name has the same colour and needs the room
            left += 10
        if label.name:
            bold = strong(font)
            room = width - left - _PADDING
            most = room if room < _LEAST_TEXT else min(max(width // 3, 60), room)
            name = QFontMetrics(bold).elidedText(label.name, Qt.TextElideMode.ElideRight, most)
            write(painter, name, bold, color, box.adjusted(left, 0, -_PADDING, 0))
            left += QFontMetrics(bold).horizontalAdvance(name) + 8
        place = box.adjusted(left, 0, -_PADDING, 0)
        elide, room = Qt.TextElideMode.ElideRight, max(0, place.width())
        if (text := QFontMetrics(font).elidedText(label.text, elide, room)) != "…":
            write(painter, text, font, theme.color("text" if label.hue else "muted"), place)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Limit scrolling to the rows."""
        super().resizeEvent(event)
        self._set_range()

    def _set_range(self) -> None:
        bar, seen = self.verticalScrollBar(), self.viewport().height()
        height = self.row_height()
        # Whole rows: at the end, the first visible row would be cut otherwise.
        bar.setRange(0, max(0, len(self.rows) - max(1, seen // height)) * height)
        bar.setSingleStep(height)
        bar.setPageStep(seen)

    # Mouse and keys

    def row_at(self, y: int) -> int | None:
        """The row at a y coordinate of the viewport."""
        row = (y - self._top(0)) // self.row_height()
        return row if 0 <= row < len(self.rows) else None

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The message, or the author, of a row."""
        if point is None:
            row = self._current if len(self.rows) else None
        else:
            row = self.row_at(self.viewport().mapFrom(self, point).y())
        if row is None:
            return None
        author = author_in(self.rows[row])
        return MessageSubject(self.rows[row]) if author is None else subject_of_author(author)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin a click or a drag."""
        row = self.row_at(event.position().toPoint().y())
        if row is not None and event.button() == Qt.MouseButton.LeftButton:
            self._pressed = row, event.position().toPoint()
            self._current = row
            self.viewport().update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Show where the dragged row would go."""
        if self._pressed is None or not self._can_drag:
            return
        y = event.position().toPoint().y()
        far = abs(y - self._pressed[1].y()) >= QApplication.startDragDistance()
        if far or self._target is not None:
            line = (y - self._top(0) + self.row_height() // 2) // self.row_height()
            self._target = max(0, min(line, len(self.rows)))
            self.viewport().update()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Select a row, or drop it."""
        if self._pressed is None:
            return
        row, _ = self._pressed
        target, self._pressed, self._target = self._target, None, None
        self.viewport().update()
        if target is not None:
            self._drag(row, target - (target > row))
        elif row < len(self.rows):  # some may have gone meanwhile
            self.chosen.emit(self.rows[row])

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step through the rows, open one, or move it."""
        page = max(1, self.viewport().height() // self.row_height() - 1)
        steps = {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
            Qt.Key.Key_Home: -len(self.rows),
            Qt.Key.Key_End: len(self.rows),
        }
        key = Qt.Key(event.key())
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and len(self.rows):
            self.chosen.emit(self.rows[self._current])
        elif key not in steps or not len(self.rows):
            event.ignore()
        else:
            row = max(0, min(self._current + steps[key], len(self.rows) - 1))
            if self._can_drag and event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._drag(self._current, row)
            self.reveal(row)
            screen_reader.describe(self, self._labels.get(self.rows[row]).spoken_text())
            self.viewport().update()

    def _drag(self, source: int, destination: int) -> None:
        if source != destination:
            self.dragged.emit(source, destination)

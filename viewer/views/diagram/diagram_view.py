"""The interactive diagram: panning, zooming and selecting with mouse and keyboard."""

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from tanglescope.engine import words
from tanglescope.engine.drawing.diagram import FeedColumn
from tanglescope.engine.drawing.plan import Detail
from tanglescope.engine.drawing.svg import column_name
from tanglescope.engine.language.wording import tr
from tanglescope.viewer.subjects import MessageSubject, Subject, ask_for_menu, subject_of_author
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.tooltips import show_tooltip
from tanglescope.viewer.views.diagram.diagram_canvas import DiagramCanvas
from tanglescope.viewer.views.diagram.panned_view import CLICK

_REACH = 11.0  # pixels around the pointer


class DiagramView(DiagramCanvas):
    """A diagram in which messages can be selected."""

    key_clicked = Signal(str)
    """Emitted with a selected message."""
    focus_wanted = Signal(list)
    """Emitted with messages, by number, to show in the close view."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setMouseTracking(True)

    # Mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to pan; with Shift or the right button, begin to draw a box."""
        super().mousePressEvent(event)
        draws = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        if draws or event.button() is Qt.MouseButton.RightButton:
            self.boxed = QRectF(self._inside(event.position()), self._inside(event.position()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan or resize the box; show what can be clicked."""
        if self._pressed is None:
            over = self._under(event.position()) is not None
            shape = Qt.CursorShape.PointingHandCursor if over else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
        elif self.boxed is not None:
            self.boxed.setBottomRight(self._inside(event.position()))
            self.update()
        else:
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose what was clicked, or what is in the box."""
        box, self.boxed = self.boxed, None
        self.update()
        if box is None:
            super().mouseReleaseEvent(event)
            return
        self._pressed = None
        inside = self._in_box(box.normalized())
        is_click = max(abs(box.width()), abs(box.height())) <= CLICK
        number = self._under(event.position()) if is_click else None
        if number is not None and event.button() is Qt.MouseButton.RightButton:
            self._choose(number)
            ask_for_menu(self, event)
        elif inside:
            self.focus_wanted.emit(inside)

    def _click(self, event: QMouseEvent) -> None:
        if (number := self._under(event.position())) is not None:
            self._choose(number)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show a message in the close view."""
        if (number := self._under(event.position())) is not None:
            self.focus_wanted.emit([number])

    def event(self, event: QEvent) -> bool:
        """Show the author of the message or column under the pointer as a tooltip."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            show_tooltip(event.globalPos(), self._tooltip(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The message at a point, or the author of a column at its head."""
        number = self.current if point is None else self._under(QPointF(point))
        if self.plan is None:
            return None
        if number is not None:
            return MessageSubject(self.plan.shown.shape.keys[number])
        column = self._column(QPointF(point)) if point is not None else None
        return subject_of_author(column.feed) if column is not None else None

    def _tooltip(self, point: QPointF) -> str:
        if self.plan is None:
            return ""
        number = self._under(point)
        names = self.plan.names
        if number is not None:
            shape = self.plan.shown.shape
            name = names.get(shape.feed(number), "") if number < shape.present else tr("missing")
            card = self._cards.get(number)
            text = words.clean(card.text) if card else ""
            lines = (words.clean_name(name), text, words.clean(shape.keys[number]))
            return "\n".join(filter(None, lines))
        column = self._column(point)
        return words.clean_name(column_name(column, names)) if column is not None else ""

    def _column(self, point: QPointF) -> FeedColumn | None:
        """The column whose head is at a point."""
        if self.plan is None or point.y() > self.head:
            return None
        _, at = self.port.place(point.x(), 0)
        for column in self.plan.diagram.columns:
            if column.first <= at + 0.5 < column.first + column.width:
                return column
        return None

    def _inside(self, point: QPointF) -> QPointF:
        return point - QPointF(0, self.head)

    def _under(self, point: QPointF) -> int | None:
        """The message at a point of the widget."""
        if self.plan is None or point.y() < self.head:
            return None
        inside = self._inside(point)
        row, column = self.port.place(inside.x(), inside.y())
        look = self.look()
        if look.detail is Detail.BOXES:
            box = look.box
            across, down = box.width() / 2 / look.across, box.height() / 2 / look.down
        else:
            across, down = _REACH / look.across, _REACH / look.down
        return self.plan.diagram.nearest(row, column, across, down)

    def _in_box(self, box: QRectF) -> list[int]:
        # Another conversation may have been opened while the button was down.
        if self.plan is None:
            return []
        top, left = self.port.place(box.left(), box.top())
        bottom, right = self.port.place(box.right(), box.bottom())
        return self.plan.diagram.inside(top, bottom, left, right)

    def _choose(self, number: int) -> None:
        assert self.plan is not None
        self.set_current(number)
        self.key_clicked.emit(self.plan.shown.shape.keys[number])

    # Keyboard

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Follow edges with the arrow keys, scroll, zoom, or open the close view."""
        match event.key():
            case Qt.Key.Key_PageDown:
                self.pan(0, self.port.height * 0.9)
            case Qt.Key.Key_PageUp:
                self.pan(0, -self.port.height * 0.9)
            case Qt.Key.Key_Home:
                self.center(0, self.port.column)
            case Qt.Key.Key_End:
                self.center(self.port.rows - 1, self.port.column)
            case _:
                super().keyPressEvent(event)

    def _open(self) -> None:
        if self.current is not None:
            self.focus_wanted.emit([self.current])

    def _walk(self, x: int, y: int) -> None:
        """Go to a cause, to an effect, or along the same rank."""
        if self.plan is None or not len(self.plan.shown.shape):
            return
        if self.current is None:
            self._choose(self.plan.diagram.order[0])
            return
        shape = self.plan.shown.shape
        if y:
            ends = (shape.effects if y > 0 else shape.causes).of(self.current)
            column = self.plan.diagram.column_of
            here = column[self.current]
            nearest = min(ends, key=lambda other: abs(column[other] - here), default=None)
        else:
            nearest = self.plan.diagram.beside(self.current, x)
        if nearest is not None:
            self._choose(nearest)

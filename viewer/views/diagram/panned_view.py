"""What pictures of a graph share: they are zoomed and dragged, and messages in them are chosen."""

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QContextMenuEvent, QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from tanglescope.viewer.theme import Theme, Themed

CLOSER = 1.3
"""The zoom factor of a notch of the wheel and of a key."""

CLICK = 4.0
"""Pixels that the mouse may move during a click."""

_STEP = 90.0  # pixels that a key scrolls
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, -1),
    Qt.Key.Key_Down: (0, 1),
}
"""The arrow keys, as steps to the right and down."""


class PannedView(Themed, QWidget):
    """A picture that can be larger than the widget."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._pressed: QPointF | None = None
        self._dragged = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    # Overridden by subclasses

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom around a point of the widget, or around its middle."""
        raise NotImplementedError

    def pan(self, x: float, y: float) -> None:
        """Scroll by pixels."""
        raise NotImplementedError

    def show_whole(self) -> None:
        """Show everything at once."""
        raise NotImplementedError

    def _click(self, event: QMouseEvent) -> None:
        """Choose what was clicked."""
        raise NotImplementedError

    def _walk(self, x: int, y: int) -> None:
        """Choose what is beside the current message in a direction."""
        raise NotImplementedError

    def _open(self) -> None:
        """Show the current message closely."""
        raise NotImplementedError

    # Size and colours

    def sizeHint(self) -> QSize:
        """Any size: the picture fills the available room."""
        return QSize(560, 520)

    # Mouse and keyboard

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the pointer; a touchpad scrolls, and zooms with Ctrl."""
        exact = event.pixelDelta()
        if not exact.isNull() and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.pan(-exact.x(), -exact.y())
        elif event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.pan(-event.angleDelta().y(), 0)
        else:
            notches = (event.angleDelta().y() or event.angleDelta().x()) / 120
            self.zoom(CLOSER**notches, event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to pan."""
        self._pressed, self._dragged = event.position(), False

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pan."""
        if self._pressed is not None:
            way = event.position() - self._pressed
            if self._dragged or way.manhattanLength() > CLICK:
                self._dragged, self._pressed = True, event.position()
                self.pan(-way.x(), -way.y())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose what was clicked."""
        pressed, self._pressed = self._pressed, None
        if pressed is not None and not self._dragged:
            self._click(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Open the menu when the button is released: until then the mouse may be dragged."""
        event.setAccepted(event.reason() is QContextMenuEvent.Reason.Mouse)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from message to message, scroll with Ctrl, zoom, or show a message closely."""
        if way := _ARROWS.get(Qt.Key(event.key())):
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self.pan(_STEP * way[0], _STEP * way[1])
            else:
                self._walk(*way)
            return
        match event.key():
            case Qt.Key.Key_Plus | Qt.Key.Key_Equal:
                self.zoom(CLOSER)
            case Qt.Key.Key_Minus:
                self.zoom(1 / CLOSER)
            case Qt.Key.Key_0:
                self.show_whole()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._open()
            case _:
                super().keyPressEvent(event)

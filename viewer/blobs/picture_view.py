"""One picture on the screen: fitted or zoomed, and moved with the mouse."""

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import QImage, QMouseEvent, QPainter, QPaintEvent, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from tanglescope.engine.wording import tr
from tanglescope.viewer.views.typography import TextPainter

STEP = 1.25
"""The factor of one step of zooming."""
_CLOSEST = 16.0


class PictureView(QWidget):
    """A picture that is moved with the mouse and zoomed with the wheel."""

    zoomed = Signal()
    """Emitted when the scale has changed."""
    left = Signal()
    """Emitted when the space around the picture was clicked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._image = QImage()
        self._size = QSizeF()
        """The size of the picture; the image may be a smaller one."""
        self._note = ""
        self._scale: float | None = None
        """Pixels of the screen for one of the picture; None to fit."""
        self._middle = QPointF(0.5, 0.5)
        """The point of the picture in the middle of the window, as shares of its size."""
        self._pressed: QPointF | None = None
        self._held: QPointF | None = None
        self.setMinimumSize(QSize(120, 90))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("Picture"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

    @property
    def scale(self) -> float:
        """The number of pixels of the window per pixel of the picture."""
        return self._fitting if self._scale is None else self._scale

    @property
    def _fitting(self) -> float:
        """The scale at which all of the picture is visible; small ones aren't enlarged."""
        if self._size.isEmpty():
            return 1.0
        wide, high = self.width() / self._size.width(), self.height() / self._size.height()
        return min(wide, high, 1.0)

    def show_image(self, image: QImage, size: QSize) -> None:
        """Show a picture of a size, perhaps by an image that is smaller."""
        self._image, self._size, self._note = image, QSizeF(size), ""
        self._show_scale()

    def show_note(self, note: str) -> None:
        """Show a text instead of a picture."""
        self._image, self._size, self._note = QImage(), QSizeF(), note
        self._show_scale()

    def fit(self) -> None:
        """Fit the whole picture into the window."""
        self._scale = None
        self._show_scale()

    def show_whole(self) -> None:
        """Show the picture in its actual size."""
        self._scale = 1.0
        self._show_scale()

    def zoom(self, factor: float, about: QPointF | None = None) -> None:
        """Zoom, out until all is visible; what is at the point `about` stays there."""
        before = self.scale
        scale = min(_CLOSEST, before * factor)
        self._scale = scale if scale > self._fitting else None
        if about is not None:
            self._move((about - QRectF(self.rect()).center()) * (1 / before - 1 / self.scale))
        self._show_scale()

    def _show_scale(self) -> None:
        self._move(QPointF())
        is_wide = not (self.rect().adjusted(-1, -1, 1, 1).contains(self.area().toAlignedRect()))
        hand, arrow = Qt.CursorShape.OpenHandCursor, Qt.CursorShape.ArrowCursor
        self.setCursor(hand if is_wide else arrow)
        self.zoomed.emit()
        self.update()

    def _move(self, by: QPointF) -> None:
        """Move the window over the picture by pixels of the picture, but not beyond its edges."""
        if self._size.isEmpty():
            return
        room = QSizeF(self.size()) / self.scale
        self._middle = QPointF(
            _limit_middle(
                self._middle.x() + by.x() / self._size.width(), room.width() / self._size.width()
            ),
            _limit_middle(
                self._middle.y() + by.y() / self._size.height(),
                room.height() / self._size.height(),
            ),
        )
        self.update()

    def area(self) -> QRectF:
        """Where the picture is, which may be larger than the window."""
        size = self._size * self.scale
        corner = QPointF(size.width() * self._middle.x(), size.height() * self._middle.y())
        return QRectF(QRectF(self.rect()).center() - corner, size)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the picture, or the text in its place."""
        with TextPainter(self) as painter:
            painter.setPen(self.palette().windowText().color())
            if self._image.isNull():
                wrapped = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignCenter
                painter.drawText(self.rect(), wrapped, self._note)
                return
            is_smooth = self.scale < 2
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, is_smooth)
            painter.drawImage(self.area(), self._image)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the picture again, or keep its middle."""
        super().resizeEvent(event)
        self._show_scale()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the mouse."""
        self.zoom(STEP ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to drag the picture."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._pressed = self._held = event.position()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the picture."""
        if self._held is None:
            return
        if self.cursor().shape() is Qt.CursorShape.OpenHandCursor:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        self._move((self._held - event.position()) / self.scale)
        self._held = event.position()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End dragging the picture; a click beside it leaves it."""
        pressed, self._pressed, self._held = self._pressed, None, None
        if self.cursor().shape() is Qt.CursorShape.ClosedHandCursor:
            self.setCursor(Qt.CursorShape.OpenHandCursor)
        if pressed is None or self.area().contains(pressed):
            return
        if (event.position() - pressed).manhattanLength() < QApplication.startDragDistance():
            self.left.emit()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Switch between fitted and actual size."""
        if not self.area().contains(event.position()):
            return
        if self._scale is None:
            self.show_whole()
        else:
            self.fit()


def _limit_middle(middle: float, room: float) -> float:
    """A coordinate of the middle of the window, so that no edge of the picture is inside it."""
    return 0.5 if room >= 1 else max(room / 2, min(1 - room / 2, middle))

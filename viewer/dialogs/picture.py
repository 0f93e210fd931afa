"""The picture dialog: one picture at a time, fitted or at its actual size."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QVBoxLayout, QWidget
from shiboken6 import isValid

from tanglescope.engine.wording import number, tr
from tanglescope.viewer.blobs.decoder import DecodedPicture, Frames
from tanglescope.viewer.blobs.pictures import Pictures
from tanglescope.viewer.blobs.saving import save_file
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.timeline.attachments import File
from tanglescope.viewer.views.typography import TextPainter

_CLOSEST = 16.0
_FARTHEST = 0.02
_STEP = 1.25


class PictureView(QWidget):
    """A picture that is moved with the mouse and zoomed with the wheel."""

    zoomed = Signal()
    """Emitted when the scale has changed."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._image = QImage()
        self._note = ""
        self._scale: float | None = None
        """Pixels of the screen for one of the picture; None to fit."""
        self._middle = QPointF(0.5, 0.5)
        self._held: QPointF | None = None
        self.setMinimumSize(QSize(240, 160))
        self.setAccessibleName(tr("Picture"))
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    @property
    def scale(self) -> float:
        """The number of pixels of the window per pixel of the picture."""
        if self._scale is not None or self._image.isNull():
            return self._scale or 1.0
        wide, high = self.width() / self._image.width(), self.height() / self._image.height()
        return min(wide, high, 1.0)

    def show_image(self, image: QImage) -> None:
        """Show a picture, of the same size or another."""
        self._image, self._note = image, ""
        self.update()

    def show_note(self, note: str) -> None:
        """Show a text instead of a picture."""
        self._image, self._note = QImage(), note
        self.setAccessibleDescription(note)
        self.update()

    def fit(self) -> None:
        """Fit the whole picture into the window."""
        self._scale, self._middle = None, QPointF(0.5, 0.5)
        self._show_scale()

    def show_whole(self) -> None:
        """Show the picture in its actual size."""
        self._scale = 1.0
        self._show_scale()

    def zoom(self, factor: float, about: QPointF | None = None) -> None:
        """Zoom; what is at the point `about` stays there."""
        before = self.scale
        self._scale = max(_FARTHEST, min(_CLOSEST, before * factor))
        if about is not None and not self._image.isNull():
            away = about - QRectF(self.rect()).center()
            moved = away * (1 / before - 1 / self._scale)
            self._move(moved.x() / self._image.width(), moved.y() / self._image.height())
        self._show_scale()

    def _show_scale(self) -> None:
        self.zoomed.emit()
        self.update()

    def _move(self, right: float, down: float) -> None:
        middle = self._middle + QPointF(right, down)
        self._middle = QPointF(max(0.0, min(1.0, middle.x())), max(0.0, min(1.0, middle.y())))
        self.update()

    def _target(self) -> QRectF:
        size = QSizeF(self._image.size()) * self.scale
        fits = size.width() <= self.width() and size.height() <= self.height()
        middle = QPointF(0.5, 0.5) if fits else self._middle
        corner = QPointF(size.width() * middle.x(), size.height() * middle.y())
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
            painter.drawImage(self._target(), self._image)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom around the mouse."""
        self.zoom(_STEP ** (event.angleDelta().y() / 120), event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Begin to drag the picture."""
        self._held = event.position()
        self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the picture."""
        if self._held is None or self._image.isNull():
            return
        moved = (self._held - event.position()) / self.scale
        self._move(moved.x() / self._image.width(), moved.y() / self._image.height())
        self._held = event.position()

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """End dragging the picture."""
        self._held = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def mouseDoubleClickEvent(self, _event: QMouseEvent) -> None:
        """Switch between fitted and actual size."""
        if self._scale is None:
            self.show_whole()
        else:
            self.fit()


class _Button(QPushButton):
    """A button that leaves the arrow keys to the dialog; others pass the focus on with them."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ignore the arrow keys."""
        if event.key() in (Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()
        else:
            super().keyPressEvent(event)


class PictureDialog(QDialog):
    """One of several pictures; the arrow keys lead to the others."""

    def __init__(
        self, files: Sequence[File], position: int, pictures: Pictures, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("picture")
        self.setAccessibleName(tr("Picture"))
        self._files, self._pictures = list(files), pictures
        self._position = position
        self._frames: Frames = ()
        self._frame = 0
        self.view = PictureView(self)
        self.status = PlainLabel(self)
        self.status.setObjectName("hint")
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.timeout.connect(self._show_next_frame)
        self.view.zoomed.connect(self._report)
        self.play = self._button(tr("&Play"), "P", self._turn_playing)
        self.play.setCheckable(True)
        several = len(self._files) > 1
        self.buttons = (
            self._button("‹", tr("Previous picture"), lambda: self.step(-1)),
            self._button("›", tr("Next picture"), lambda: self.step(1)),
        )
        for button in self.buttons:
            button.setVisible(several)
        row = QHBoxLayout()
        row.addWidget(self.status, 1)
        row.addWidget(self.play)
        for button in (
            *self.buttons,
            self._button("−", tr("Zoom out"), lambda: self.view.zoom(1 / _STEP)),
            self._button("+", tr("Zoom in"), lambda: self.view.zoom(_STEP)),
            self._button(tr("&Fit"), tr("Show all of the picture (0)"), self.view.fit),
            self._button("1:1", tr("Actual size (1)"), self.view.show_whole),
            self._button(tr("&Save…"), tr("Save the file"), self._save),
        ):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 10)
        column.addWidget(self.view, 1)
        column.addLayout(row)
        self.resize(QSize(960, 720).boundedTo(parent.window().size()))
        self._open()

    @property
    def file(self) -> File:
        """The picture that is shown."""
        return self._files[self._position]

    def step(self, number: int) -> None:
        """Show another picture; after the last comes the first."""
        self._position = (self._position + number) % len(self._files)
        self._open()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Next and previous picture, play, zoom."""
        key = Qt.Key
        act = {
            key.Key_Left: lambda: self.step(-1),
            key.Key_Right: lambda: self.step(1),
            key.Key_P: self.play.click,
            key.Key_Plus: lambda: self.view.zoom(_STEP),
            key.Key_Minus: lambda: self.view.zoom(1 / _STEP),
            key.Key_0: self.view.fit,
            key.Key_1: self.view.show_whole,
        }.get(Qt.Key(event.key()))
        if act:
            act()
        else:
            super().keyPressEvent(event)

    def _open(self) -> None:
        self._clock.stop()
        self._frames = ()
        self.play.setChecked(False)
        self.play.hide()
        file = self.file
        self.setWindowTitle(file.link.name or tr("Picture"))
        self.view.fit()
        self.view.show_note(tr("Loading…"))
        self._pictures.whole(file.link.address, lambda found: self._show(file, found))
        self._report()

    def _show(self, file: File, found: DecodedPicture | str) -> None:
        # the dialog was closed, or shows another one
        if not isValid(self) or file is not self.file:
            return
        if isinstance(found, str):
            self.view.show_note(found)
            return
        self._frames, self._frame = found.frames, 0
        self.play.setVisible(len(found.frames) > 1)
        self.view.show_image(found.image)
        self.view.setAccessibleDescription(file.caption())
        self._report()

    def _report(self) -> None:
        parts = [self.file.caption()]
        if self._frames:
            image = self._frames[0][0]
            parts += [f"{number(image.width())} × {number(image.height())}"]
            parts += [tr("{percent:.0f}%", percent=self.view.scale * 100)]
        if len(self._files) > 1:
            place = tr("{n:,} of {all:,}", n=self._position + 1, all=len(self._files))
            parts.append(place)
        self.status.setText(" · ".join(parts))

    def _turn_playing(self) -> None:
        if self.play.isChecked() and len(self._frames) > 1:
            self._clock.start(self._frames[self._frame][1])
        else:
            self._clock.stop()

    def _show_next_frame(self) -> None:
        if not self._frames:
            return
        self._frame = (self._frame + 1) % len(self._frames)
        image, delay = self._frames[self._frame]
        self.view.show_image(image)
        self._clock.start(delay)

    def _save(self) -> None:
        save_file(self.file, self._pictures, self, self.status.setText)

    def _button(self, text: str, name: str, act: object) -> QPushButton:
        button = _Button(text, self)
        screen_reader.explain(button, name)
        set_tooltip(button, name)
        button.clicked.connect(act)
        return button

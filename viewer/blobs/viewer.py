"""The picture viewer: one picture over the window, and the way to the others."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRectF, QSize, QSizeF, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QGuiApplication,
    QImage,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolButton, QWidget
from shiboken6 import isValid

from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.language.wording import number, tr
from tanglescope.engine.library import Library
from tanglescope.viewer.blobs.decoder import DecodedPicture, Frames
from tanglescope.viewer.blobs.pictures import Pictures
from tanglescope.viewer.blobs.saving import save_file
from tanglescope.viewer.subjects import FileSubject
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.views.buttons import IconButton, make_tool
from tanglescope.viewer.views.label import ElidedLabel
from tanglescope.viewer.views.layout.boxes import NamedFrame, inset, make_column, make_row
from tanglescope.viewer.views.layout.flow_layout import FlowLayout
from tanglescope.viewer.views.timeline.attachments import File
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


_MOST = 20_000
_LARGE = 1.4
"""The size of the arrows, in heights of text."""


class MessagePicture(NamedTuple):
    """A picture and the message that refers to it."""

    key: str
    file: File


def pictures_of(
    library: Library, address: str, folders: BlobFolders, near: str = ""
) -> list[MessagePicture]:
    """The pictures of a conversation that are available, perhaps only those near a message."""
    shown: list[MessagePicture] = []
    if not folders:
        return shown
    for key, link in library.conversation(address).blobs(near):
        file = File(link, folders.find(link.address))
        if file.is_shown:
            shown.append(MessagePicture(key, file))
            if len(shown) == _MOST:
                break
    return shown


class PictureViewer(NamedFrame):
    """One of several pictures, over the window; the arrow keys lead to the others."""

    def __init__(
        self, shown: Sequence[MessagePicture], position: int, pictures: Pictures, window: QWidget
    ) -> None:
        for other in window.findChildren(PictureViewer):
            other.close()
        super().__init__(tr("Picture viewer"), window, style="picture_viewer")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._shown, self._pictures = list(shown), pictures
        self._position = position
        self._before = window.focusWidget()
        self._frames: Frames = ()
        self._frame = 0
        self.view = PictureView(self)
        self.view.zoomed.connect(self._report)
        self.view.left.connect(self.close)
        self.status = ElidedLabel(self)
        self.status.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._said = ""
        """What was done with the picture that is shown."""
        self._clock = make_timer(0, self._show_next_frame, self)
        self._make_buttons()
        self._acts = self._keys()
        pictures.destroyed.connect(self.close)  # with its collection
        window.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._follow_focus)
        self.setGeometry(window.rect())
        self.show()
        self.raise_()
        self.view.setFocus()
        self._open()

    def _make_buttons(self) -> None:
        self.play = self._button(tr("Play"), tr("Play the picture (P)"), self._turn_playing)
        self.play.setCheckable(True)
        self.previous = self._drawn_button(
            "arrow-left", tr("Previous picture"), lambda: self.step(-1), _LARGE
        )
        self.next = self._drawn_button(
            "arrow-right", tr("Next picture"), lambda: self.step(1), _LARGE
        )
        flow = FlowLayout()
        flow.add_space()
        flow.add(
            self.play,
            self._button(tr("Copy"), tr("Copy the picture"), self.copy),
            self._button(tr("Save…"), tr("Save the file"), self.save),
            self._button("−", tr("Zoom out"), lambda: self.view.zoom(1 / STEP)),
            self._button("+", tr("Zoom in"), lambda: self.view.zoom(STEP)),
            self._button(tr("Fit"), tr("Show all of the picture (0)"), self.view.fit),
            self._button("1:1", tr("Actual size (1)"), self.view.show_whole),
        )
        closing = self._drawn_button("close", tr("Close the picture"), self.close, 1)
        top = make_row((flow, 1), closing, margins=(12, 8, 8, 6))
        top.setAlignment(closing, Qt.AlignmentFlag.AlignTop)
        line = make_row(self.previous, (self.view, 1), self.next, margins=(8, 0, 8, 0))
        make_column(top, (line, 1), inset(self.status, 16, 8, 16, 10), on=self)

    @property
    def file(self) -> File:
        """The picture that is shown."""
        return self._shown[self._position].file

    def take(self, shown: Sequence[MessagePicture]) -> None:
        """Lead to other pictures, if the one that is shown is among them."""
        if not isValid(self):
            return
        ids = [each.file.link.id for each in shown]
        if self.file.link.id in ids:
            self._shown, self._position = list(shown), ids.index(self.file.link.id)
            self._report()

    def step(self, number: int) -> None:
        """Show another picture; after the last comes the first."""
        self._position = (self._position + number) % len(self._shown)
        self._open()

    def copy(self) -> None:
        """Copy the picture."""
        if self._frames:
            QGuiApplication.clipboard().setImage(self._frames[self._frame][0])
            self.say(tr("Picture copied"))

    def save(self) -> None:
        """Ask where to save the file."""
        save_file(self.file, self._pictures, self, self.say)

    def subject_at(self, _point: QPoint | None) -> FileSubject:
        """The picture that is shown."""
        return FileSubject(self._shown[self._position].key, self.file.link.address, is_open=True)

    # Keys and focus

    def _keys(self) -> dict[QKeySequence, Callable[[], object]]:
        key = Qt.Key
        acts: dict[Qt.Key | QKeySequence.StandardKey, Callable[[], object]] = {
            key.Key_Left: lambda: self.step(-1),
            key.Key_Right: lambda: self.step(1),
            key.Key_Home: lambda: self.step(-self._position),
            key.Key_End: lambda: self.step(-1 - self._position),
            key.Key_P: self.play.click,
            key.Key_Plus: lambda: self.view.zoom(STEP),
            key.Key_Minus: lambda: self.view.zoom(1 / STEP),
            key.Key_0: self.view.fit,
            key.Key_1: self.view.show_whole,
            key.Key_Escape: self.close,
            QKeySequence.StandardKey.Copy: self.copy,
            QKeySequence.StandardKey.Save: self.save,
        }
        return {QKeySequence(each): act for each, act in acts.items()}

    def event(self, event: QEvent) -> bool:
        """Take the keys that commands of the window have: those act on what isn't seen now."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
            if self._act_of(event) or (plain and event.key() < Qt.Key.Key_F1):
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Next and previous picture, zoom, play, copy, save, close."""
        if act := self._act_of(event):
            act()
        else:
            super().keyPressEvent(event)

    def _act_of(self, event: QKeyEvent) -> Callable[[], object] | None:
        modifiers = event.modifiers() & ~(
            Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        )
        return self._acts.get(QKeySequence(modifiers.value | event.key()))

    def focusNextPrevChild(self, next_: bool) -> bool:
        """Keep the Tab key in the viewer."""
        stops = [self.view, *filter(QWidget.isVisible, self.findChildren(QToolButton))]
        focus = self.focusWidget()
        here = stops.index(focus) if focus in stops else 0
        reason = Qt.FocusReason.TabFocusReason if next_ else Qt.FocusReason.BacktabFocusReason
        stops[(here + (1 if next_ else -1)) % len(stops)].setFocus(reason)
        return True

    def _follow_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Close when another part of the window gets the focus, for example by a command."""
        if new is not None and new.window() is self.window() and not self._has(new):
            self.close()

    def _has(self, widget: QWidget) -> bool:
        return widget is self or self.isAncestorOf(widget)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Return the focus to where it was."""
        super().closeEvent(event)
        self._clock.stop()
        focus = self.window().focusWidget()
        if self._before is not None and isValid(self._before) and (not focus or self._has(focus)):
            self._before.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the window, and take keys before a button passes on the focus."""
        if watched is self.parent():
            if event.type() == QEvent.Type.Resize:
                self.setGeometry(self.window().rect())
            return False
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        if act := self._act_of(event):
            act()
        return act is not None

    # The picture

    def _open(self) -> None:
        self._clock.stop()
        self._frames, self._said = (), ""
        self.play.setChecked(False)
        self.play.hide()
        file = self.file
        self.view.fit()
        if (small := self._pictures.largest(file.link.address)) is not None:
            self.view.show_image(small, QSize(*file.shape))
        else:
            self.view.show_note(tr("Loading…"))
        screen_reader.describe(self.view, file.caption())
        self._pictures.whole(file.link.address, lambda found: self._show(file, found))
        self._report()

    def _show(self, file: File, found: DecodedPicture | str) -> None:
        # it was closed, or shows another one
        if not isValid(self) or file.link.id != self.file.link.id:
            return
        if isinstance(found, str):
            self.view.show_note(found)
            screen_reader.describe(self.view, f"{file.caption()}: {found}")
            return
        self._frames, self._frame = found.frames, 0
        self.play.setVisible(len(found.frames) > 1)
        self.view.show_image(found.image, QSize(*file.shape))
        self._report()

    def say(self, said: str) -> None:
        """Show what was done, and announce it."""
        if isValid(self):
            self._said = said
            self._report()
            screen_reader.say(self, said)

    def _report(self) -> None:
        several = len(self._shown) > 1
        for button in (self.previous, self.next):
            button.setVisible(several)
        place = tr("{n:,} of {all:,}", n=self._position + 1, all=len(self._shown))
        size = " × ".join(map(number, self.file.shape))
        scale = tr("{percent:.0f}%", percent=self.view.scale * 100)
        parts = (self._said, place if several else "", self.file.caption(), size, scale)
        self.status.setText(" · ".join(filter(None, parts)))

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
        self.view.show_image(image, QSize(*self.file.shape))
        self._clock.start(delay)

    def _button(self, text: str, what: str, act: Callable[[], object]) -> QToolButton:
        button = make_tool(text, what, act, self)
        button.installEventFilter(self)
        return button

    def _drawn_button(
        self, icon: str, what: str, act: Callable[[], object], scale: float
    ) -> IconButton:
        button = IconButton(icon, what, act, parent=self, scale=scale)
        button.installEventFilter(self)
        return button

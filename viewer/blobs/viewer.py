"""The picture viewer: one picture over the window, and the way to the others."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QApplication, QFrame, QToolButton, QWidget
from shiboken6 import isValid

from tanglescope.engine.blobs.folders import BlobFolders
from tanglescope.engine.library import Library
from tanglescope.engine.wording import number, tr
from tanglescope.viewer.blobs.decoder import DecodedPicture, Frames
from tanglescope.viewer.blobs.picture_view import STEP, PictureView
from tanglescope.viewer.blobs.pictures import Pictures
from tanglescope.viewer.blobs.saving import save_file
from tanglescope.viewer.subjects import FileSubject
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.views.buttons import IconButton, make_tool
from tanglescope.viewer.views.label import ElidedLabel
from tanglescope.viewer.views.layout.boxes import inset, make_column, make_row
from tanglescope.viewer.views.layout.flow_layout import FlowLayout
from tanglescope.viewer.views.timeline.attachments import File

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


class PictureViewer(QFrame):
    """One of several pictures, over the window; the arrow keys lead to the others."""

    def __init__(
        self, shown: Sequence[MessagePicture], position: int, pictures: Pictures, window: QWidget
    ) -> None:
        for other in window.findChildren(PictureViewer):
            other.close()
        super().__init__(window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("picture_viewer")
        self.setAccessibleName(tr("Picture viewer"))
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
        self.previous = self._drawn(
            "arrow-left", tr("Previous picture"), lambda: self.step(-1), _LARGE
        )
        self.next = self._drawn("arrow-right", tr("Next picture"), lambda: self.step(1), _LARGE)
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
        closing = self._drawn("close", tr("Close the picture"), self.close, 1)
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

    def _drawn(self, icon: str, what: str, act: Callable[[], object], scale: float) -> IconButton:
        button = IconButton(icon, what, act, parent=self, scale=scale)
        button.installEventFilter(self)
        return button

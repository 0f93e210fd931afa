"""Use without a mouse: the order of Tab, where the focus is and returns, Return and Escape."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLayout,
    QLineEdit,
    QScrollArea,
    QSplitter,
    QWidget,
)
from shiboken6 import isValid

from tanglescope.viewer.views.timeline.timeline_view import TimelineView

_WITH_OWN = (QAbstractSpinBox, QComboBox, QLineEdit, TimelineView)
"""Widgets that show the focus themselves: at their border, or around a message."""

_WIDTH, _BEND = 2, 5  # pixels


class FocusRing(QObject):
    """Draws a ring inside the widget of a window, or of its dialogs, that the Tab key led to."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._ring: _Ring | None = None
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._show)

    def _show(self, _old: QWidget | None, new: QWidget | None) -> None:
        if self._ring is not None and isValid(self._ring):
            self._ring.hide()
            self._ring.deleteLater()
        self._ring = None
        if new is not None and not isinstance(new, _WITH_OWN) and self._is_walked(new):
            self._ring = _Ring(new)

    def _is_walked(self, widget: QWidget) -> bool:
        """Whether a widget belongs to the window, and the keyboard led to it."""
        top: QWidget | None = widget.window()
        by_keys = widget.window().testAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange)
        while top is not None and top is not self._window:
            top = top.parentWidget()
        return by_keys and top is not None and not QApplication.mouseButtons()


class FocusReturn(QObject):
    """Moves the focus to `home` when the part of a window that has it is hidden.

    Qt would move it to the next widget in the order of Tab, for example to the choice of lists,
    where letters and arrows do something else.
    """

    def __init__(self, home: QWidget, parts: Iterable[QWidget]) -> None:
        super().__init__(home)
        self._home = home
        self._is_awaited = False
        """Whether the home gets the focus if it is shown at once: the hidden part covered it."""
        for part in (home, *parts):
            part.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Move the focus out of a part before Qt does."""
        if event.type() == QEvent.Type.Show and watched is self._home and self._is_awaited:
            self._is_awaited = False
            self._home.setFocus()
        if event.type() == QEvent.Type.Hide and isinstance(watched, QWidget):
            focus = watched.window().focusWidget()
            is_inside = focus is not None and watched.isAncestorOf(focus)
            if watched.isHidden() and is_inside and watched is not self._home:
                self._is_awaited = not self._home.isVisible()
                QTimer.singleShot(0, self, self._forget)
                self._home.setFocus()
        return False

    def _forget(self) -> None:
        """Leave the focus where it is: something else still covers the home."""
        self._is_awaited = False


class _Ring(QWidget):
    """A ring inside `around`, which it leaves to the mouse and to screen readers."""

    def __init__(self, around: QWidget) -> None:
        super().__init__(around)
        self.setAccessibleName(around.accessibleName())
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._around = around
        around.installEventFilter(self)
        self.resize(around.size())
        self.show()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Stay as large as the widget."""
        if watched is self._around and event.type() == QEvent.Type.Resize:
            self.resize(self._around.size())
        return False

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the ring."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self.palette().highlight(), _WIDTH))
        inset = _WIDTH / 2
        ring = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(ring, _BEND, _BEND)


def press(window: QWidget, event: QKeyEvent, home: QWidget) -> bool:
    """Handle a key that no part of a window did; False if it has no meaning here.

    Return clicks the focused button, as Space does. Escape moves the focus to `home`.
    """
    button = window.focusWidget()
    if event.key() == Qt.Key.Key_Escape and home.isVisible() and button is not home:
        home.setFocus()
        return True
    is_return = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    if not is_return or event.isAutoRepeat() or not isinstance(button, QAbstractButton):
        return False
    button.click()
    return True


def enter(part: QWidget) -> None:
    """Move the focus to the first widget of a part on which Tab stops."""
    stops = (each for each in _in_order(part) if each.isVisible() and each.isEnabled())
    if (first := next(stops, None)) is not None:
        first.setFocus(Qt.FocusReason.TabFocusReason)


def tab_by_layout(part: QWidget) -> None:
    """Let Tab go through a part of a window in the order of its layout."""
    for before, after in pairwise(_in_order(part)):
        QWidget.setTabOrder(before, after)


def _in_order(part: QWidget) -> Iterator[QWidget]:
    """The widgets of a part on which Tab stops, in the order of its layout."""
    if part.focusPolicy() & Qt.FocusPolicy.TabFocus:
        yield part
    if isinstance(part, QScrollArea):
        inside = [part.widget()]
    elif isinstance(part, QSplitter):
        inside = [part.widget(place) for place in range(part.count())]
    else:
        inside = []
    for inner in inside:
        if inner is not None:
            yield from _in_order(inner)
    if not inside and (layout := part.layout()) is not None:
        yield from _in_layout(layout)


def _in_layout(layout: QLayout) -> Iterator[QWidget]:
    for item in map(layout.itemAt, range(layout.count())):
        if item is None:
            continue
        if (part := item.widget()) is not None:
            yield from _in_order(part)
        elif (inner := item.layout()) is not None:
            yield from _in_layout(inner)

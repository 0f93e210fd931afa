"""The field in which one searches or filters, wherever that is."""

from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtGui import QAction, QGuiApplication, QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.engine.library.typed_address import is_address, is_short_id
from tanglescope.viewer import drawings
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views.buttons import LEAST, REDRAWN
from tanglescope.viewer.views.list_keys import ListKeys

_TYPING_PAUSE = 120  # milliseconds
_LEAST_PASTED = 7
_BESIDE, _ABOVE = 6, 2
"""The room of Qt around an icon in a field, in pixels."""


class SearchField(QLineEdit):
    """A field with a magnifying glass and a button to clear it.

    Its icons grow with the font, which Qt's don't.
    """

    paused = Signal()
    """Emitted when the text has changed and typing pauses."""
    address_typed = Signal(str)
    """Emitted with text that looks like an address or a pasted short id, and at Enter.

    A short id that is typed could go on.
    """
    entered = Signal(str)
    """Emitted with the text when Return is pressed, before it may be an address."""
    stepped = Signal(int)
    """Emitted with the number of rows to move down in the list below."""
    left = Signal()
    """Emitted when Escape is pressed, if there is a list below."""

    def __init__(self, name: str, parent: QWidget | None, *, is_above_list: bool = False) -> None:
        super().__init__(parent)
        self.setObjectName("filter")
        self.setAccessibleName(name)
        self.setClearButtonEnabled(True)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(tr("Clear"))
        self._glass = QAction(self)
        self.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self._pause = make_timer(_TYPING_PAUSE, self.paused.emit, self)
        self._length = 0
        self.textChanged.connect(self._look)
        self.returnPressed.connect(self._enter)
        if is_above_list:
            keys = ListKeys(self)
            keys.stepped.connect(self.stepped)
            keys.left.connect(self.left)
        self._draw()

    def suggest(self, text: str, tip: str = "") -> None:
        """Say in the empty field, and in its tooltip, what can be entered."""
        self.setPlaceholderText(text)
        set_tooltip(self, tip or text)

    def is_waiting(self) -> bool:
        """Whether typing hasn't paused yet."""
        return self._pause.isActive()

    def hurry(self) -> bool:
        """Take the text as it is now; whether typing hadn't paused yet."""
        was_waiting = self.is_waiting()
        self._pause.stop()
        if was_waiting:
            self.paused.emit()
        return was_waiting

    def cancel(self) -> None:
        """Don't wait for typing to pause."""
        self._pause.stop()

    def forget(self) -> None:
        """Empty the field without searching for nothing."""
        self.clear()
        self.cancel()

    def _enter(self) -> None:
        self.entered.emit(self.text())
        self.address_typed.emit(self.text())

    def _look(self, text: str) -> None:
        self._pause.start()
        is_pasted = len(text) - self._length >= _LEAST_PASTED
        self._length = len(text)
        if is_address(text) or (is_pasted and is_short_id(text)):
            self.address_typed.emit(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the icons, after Qt has."""
        super().resizeEvent(event)
        self._measure()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font and the theme."""
        super().changeEvent(event)
        if event.type() in REDRAWN:
            self._draw()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Paint an icon in its size: Qt paints all of them in the usual one."""
        is_large = isinstance(watched, QToolButton) and watched.iconSize().height() > LEAST
        if event.type() != QEvent.Type.Paint or not is_large:
            return super().eventFilter(watched, event)
        assert isinstance(watched, QToolButton)
        with QPainter(watched) as painter:
            painter.setOpacity(float(watched.property("opacity")))  # 0 where nothing is to clear
            size = watched.iconSize()
            picture = watched.icon().pixmap(size)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            place = watched.rect()
            place.setSize(size)
            place.moveCenter(watched.rect().center())
            painter.drawPixmap(place, picture)
        return True

    def _draw(self) -> None:
        color = QGuiApplication.palette().color(QPalette.ColorRole.PlaceholderText)
        self._glass.setIcon(drawings.icon("search", color.name()))
        self._measure()

    def _measure(self) -> None:
        side = max(LEAST, self.fontMetrics().height())
        margins = [0, 0]
        for button in self.findChildren(QToolButton):
            place = button.geometry()
            is_right = place.center().x() > self.width() // 2
            button.setIconSize(QSize(side, side))
            button.installEventFilter(self)  # once, however often it is called
            outer = place.right() if is_right else place.left()
            place.setSize(QSize(side + _BESIDE, side + _ABOVE))
            place.moveTop((self.height() - place.height()) // 2)
            place.moveRight(outer) if is_right else place.moveLeft(outer)
            button.setGeometry(place)
            margins[is_right] = side - LEAST
        # Qt leaves room for icons of the usual size.
        self.setTextMargins(margins[0], 0, margins[1], 0)

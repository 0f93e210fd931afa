"""A scroll area for a panel that is too small for its content."""

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

_LETTERS, _LINES = 40, 5


class Scroller(QScrollArea):
    """Makes its widget as large as the viewport, but never smaller than its minimum size.

    Qt's own `widgetResizable` takes the preferred height of wrapping widgets for the minimum.
    """

    width_changed = Signal()
    """Emitted when the width that avoids scrolling has changed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wanted = 0
        self.setObjectName("scroller")
        self.setFrameShape(QScrollArea.Shape.NoFrame)

    def hold(self, part: QWidget) -> None:
        """Set the widget, which was created inside the viewport."""
        self.setAccessibleName(part.accessibleName())
        self._part = part
        self.setWidget(part)
        part.setAutoFillBackground(False)  # otherwise it would paint over the colour of panels
        part.installEventFilter(self)

    def minimumSizeHint(self) -> QSize:
        """The minimum width of the widget, up to a limit; the rest can be scrolled to."""
        metrics = self.fontMetrics()
        least = self._part.minimumSizeHint()
        room = QSize(_LETTERS * metrics.averageCharWidth(), _LINES * metrics.lineSpacing())
        return least.boundedTo(room)

    def width_wanted(self) -> int:
        """The width that avoids horizontal scrolling."""
        bar = self.verticalScrollBar().sizeHint().width()
        return self._part.minimumSizeHint().width() + bar

    def sizeHint(self) -> QSize:
        """The preferred size of the widget."""
        return self._part.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the widget into the new size."""
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the widget again when its size hints change."""
        if watched is self._part and event.type() == QEvent.Type.LayoutRequest:
            self._fit()
            if (wanted := self.width_wanted()) != self._wanted:
                self._wanted = wanted
                self.width_changed.emit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        room = self.maximumViewportSize()
        size = self._size_in(room)
        if size.height() > room.height():
            size = self._size_in(room - QSize(self.verticalScrollBar().sizeHint().width(), 0))
        self._part.resize(size)
        # Tab stops only where the keyboard can scroll.
        fits = size.width() <= room.width() and size.height() <= room.height()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus if fits else Qt.FocusPolicy.StrongFocus)

    def _size_in(self, room: QSize) -> QSize:
        least, layout = self._part.minimumSizeHint(), self._part.layout()
        width = max(room.width(), least.width())
        height = least.height()
        if layout is not None and layout.hasHeightForWidth():
            height = layout.minimumHeightForWidth(width)
        return QSize(width, max(room.height(), height))

"""A scroll area for a panel that is too small for its content."""

from PySide6.QtCore import QEvent, QObject, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget

_LETTERS, _LINES = 40, 5


class Scroller(QScrollArea):
    """Makes its widget as large as there is room, but never smaller than it says it may be.

    Qt's own `widgetResizable` takes the preferred height of what wraps for the least one.
    """

    width_changed = Signal()
    """It has to be wider than before for nothing to be cut, or needn't be as wide."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wanted = 0
        self.setObjectName("scroller")
        self.setFrameShape(QScrollArea.Shape.NoFrame)

    def hold(self, part: QWidget) -> None:
        """Scroll a part that was made inside of the viewport."""
        self.setAccessibleName(part.accessibleName())
        self._part = part
        self.setWidget(part)
        part.setAutoFillBackground(False)  # or it would paint over the colour of panels
        part.installEventFilter(self)

    def minimumSizeHint(self) -> QSize:
        """As wide as the widget has to be, within reason; the rest can be scrolled to."""
        metrics = self.fontMetrics()
        least = self._part.minimumSizeHint()
        room = QSize(_LETTERS * metrics.averageCharWidth(), _LINES * metrics.lineSpacing())
        return least.boundedTo(room)

    def width_wanted(self) -> int:
        """How wide it has to be for nothing to be scrolled to sideways."""
        bar = self.verticalScrollBar().sizeHint().width()
        return self._part.minimumSizeHint().width() + bar

    def sizeHint(self) -> QSize:
        """What the widget would like."""
        return self._part.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the widget into the room that there is now."""
        super().resizeEvent(event)
        self._fit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Fit the widget again when it needs more or less."""
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

    def _size_in(self, room: QSize) -> QSize:
        least, layout = self._part.minimumSizeHint(), self._part.layout()
        width = max(room.width(), least.width())
        height = least.height()
        if layout is not None and layout.hasHeightForWidth():
            height = layout.minimumHeightForWidth(width)
        return QSize(width, max(room.height(), height))

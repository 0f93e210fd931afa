"""Lists of any length: arrows in the field above one move through it; letters search none."""

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractScrollArea,
    QLineEdit,
    QListView,
    QTableView,
    QWidget,
)

from tanglescope.engine.language.wording import tr

_PAGE = 10  # rows

_STEPS = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageUp: -_PAGE,
    Qt.Key.Key_PageDown: _PAGE,
}

_MEASURING = QEvent.Type.StyleChange, QEvent.Type.FontChange
"""The events at which Qt measures the rows of a list."""


class ListKeys(QObject):
    """Watches a text field for the keys of the list below it."""

    stepped = Signal(int)
    """Emitted with the number of rows to move down."""
    left = Signal()
    """Emitted when Escape is pressed in the field."""

    def __init__(self, field: QLineEdit) -> None:
        super().__init__(field)
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Handle the keys of the list; the field gets the others."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        key = Qt.Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if key in _STEPS:
            self.stepped.emit(_STEPS[key])
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            return False
        return True


class LongList(QListView):
    """A list of any length, which scrolls by pixels, and never sideways.

    Qt's search by typed letters would load each row, and block. It would also measure each row of a
    hidden list when the theme or the text size changes.
    """

    def __init__(self, name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self._is_outdated = False
        """Whether rows are measured again before the list is shown."""

    def keyboardSearch(self, search: str) -> None:
        """Search nothing."""

    def event(self, event: QEvent) -> bool:
        """Measure the rows in another style or font when they are visible."""
        if event.type() in _MEASURING and not self.isVisible():
            self._is_outdated = True
            return QAbstractScrollArea.event(self, event)
        return super().event(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Measure the rows if style or font have changed meanwhile."""
        super().showEvent(event)
        if self._is_outdated:
            self._is_outdated = False
            self.scheduleDelayedItemsLayout()


class LongTable(QTableView):
    """A table of lines, of any length. Qt's search by typed letters would load each, and block.

    The header is plain: Qt would set the columns of the selected row in bold.
    """

    def __init__(self, name: str, model: QAbstractItemModel, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setModel(model)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setTabKeyNavigation(False)  # Tab leads on, not from cell to cell
        self.verticalHeader().hide()
        self.verticalHeader().setAccessibleName(tr("Rows"))
        header = self.horizontalHeader()
        header.setAccessibleName(tr("Columns"))
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def keyboardSearch(self, search: str) -> None:
        """Search nothing."""


def index_at(
    view: QAbstractItemView, point: QPoint | None, of: QWidget | None = None
) -> QModelIndex:
    """The index at a point of a list, or of a widget around it; the current one without a point."""
    if point is None:
        return view.currentIndex()
    return view.indexAt(view.viewport().mapFrom(of or view, point))

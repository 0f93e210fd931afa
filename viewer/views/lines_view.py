"""A table view that can be filtered, sorted and used with the keyboard."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from engine.wording import tr
from viewer.models.lines import NO_NUMBER, LineRole, LinesModel, TableLine
from viewer.subjects import MessageSubject, Subject
from viewer.theme import Theme

_AUTHOR = 1


class LineDelegate(QStyledItemDelegate):
    """Paints cells; in lines that have a feed the column after the number is its author's."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.theme = theme

    def initStyleOption(
        self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Choose the colour of a cell."""
        super().initStyleOption(option, index)
        line = index.data(LineRole)
        color = self.theme.color("muted" if line.faint else "text")
        if line.feed and index.column() == _AUTHOR:
            color = self.theme.author(line.feed)
        for role in (QPalette.ColorRole.Text, QPalette.ColorRole.HighlightedText):
            option.palette.setColor(role, color)
        option.state &= ~QStyle.StateFlag.State_HasFocus  # the row is enough of a mark


_EMPTY = ("", NO_NUMBER)
_LETTER = 7
"""Pixels of a letter in the size of text for which widths are given."""


class LinesView(QTableView):
    """Lines of which one is current; `widths` are its columns', 0 for a share of the rest.

    A column in which no line has anything is hidden.
    """

    turned = Signal(int)
    """Another line is current: its number."""
    entered_line = Signal(int)
    """A line was double-clicked, or Enter was pressed on it."""

    def __init__(
        self,
        name: str,
        headers: Sequence[str],
        widths: Sequence[int],
        theme: Theme,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.lines = LinesModel(headers, self)
        self.subject_of: Callable[[TableLine], Subject | None] = lambda line: MessageSubject(
            line.key
        )
        """What lines are about: messages, unless something else is said."""
        self._current: int | None = None
        self._delegate = LineDelegate(theme, self)
        self.setModel(self.lines)
        self.setItemDelegate(self._delegate)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setAccessibleName(tr("Rows"))
        self._widths = tuple(widths)
        self._fit()
        self.selectionModel().currentRowChanged.connect(self._turn)
        self.lines.modelReset.connect(self._stay)
        self.doubleClicked.connect(self._enter)

    def changeEvent(self, event: QEvent) -> None:
        """Let rows and columns grow with the text."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            # A style sheet sets the font of the header after this one.
            QTimer.singleShot(0, self, self._fit)

    def _fit(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 12)
        self._set_widths()

    def sort_on_click(self) -> None:
        """Let the headers sort; until one is clicked, lines stay as they were given."""
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)

    def show_lines(self, lines: Sequence[TableLine]) -> None:
        """Show other lines; the current one stays current if it is still there."""
        key = None if self._current is None else self.lines.line(self._current).key
        self._current = None
        self.lines.show_lines(lines)
        for column in range(self.lines.columnCount()):
            is_empty = bool(lines) and all(line.cells[column] in _EMPTY for line in lines)
            self.setColumnHidden(column, is_empty)
        self._set_widths()
        self._current = None if key is None else self.lines.number_of(key)
        if self._current is not None:
            self.turn_to(self._current)

    def filter_by(self, words: str) -> None:
        """Show the lines of which a cell holds these words in a row."""
        self.lines.filter_by(words)

    def shown(self) -> int:
        """How many lines pass the filter."""
        return self.lines.rowCount()

    def current_line(self) -> int | None:
        """The number of the current line, also while the filter leaves it out."""
        return self._current

    def turn_to(self, number: int) -> None:
        """Make a line the current one and show it."""
        row = self.lines.row_of(number)
        if row is not None:
            self.setCurrentIndex(self.lines.index(row, 0))
            self.scrollTo(self.currentIndex())

    def set_theme(self, theme: Theme) -> None:
        """Paint in `theme` from now on."""
        self._delegate.theme = theme
        self.viewport().update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter enters; a digit sorts by the column of that number, and once more the other way."""
        column = event.key() - Qt.Key.Key_1
        if self.isSortingEnabled() and 0 <= column < self.lines.columnCount():
            self._sort_by(column)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._enter(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def _sort_by(self, column: int) -> None:
        header, up = self.horizontalHeader(), Qt.SortOrder.AscendingOrder
        again = header.sortIndicatorSection() == column and header.sortIndicatorOrder() is up
        self.sortByColumn(column, Qt.SortOrder.DescendingOrder if again else up)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the current line in sight."""
        super().resizeEvent(event)
        if self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """What a line is about."""
        at = None if point is None else self.viewport().mapFrom(self, point)
        index = self.currentIndex() if at is None else self.indexAt(at)
        if not index.isValid():
            return None
        line = self.lines.line(self.lines.number_in(index.row()))
        return self.subject_of(line)

    def _turn(self, index: QModelIndex) -> None:
        if index.isValid():
            self._current = self.lines.number_in(index.row())
            self.turned.emit(self._current)

    def _stay(self) -> None:
        """Keep the current line after others came between, or were left out."""
        if self._current is not None:
            blocked = self.selectionModel().blockSignals(True)
            self.turn_to(self._current)
            self.selectionModel().blockSignals(blocked)

    def _enter(self, index: QModelIndex) -> None:
        self.entered_line.emit(self.lines.number_in(index.row()))

    def _set_widths(self) -> None:
        header = self.horizontalHeader()
        header.setAccessibleName(tr("Columns"))
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setMinimumSectionSize(36)
        letter = self.fontMetrics().averageCharWidth()
        least = [
            max(width * letter // _LETTER, header.sectionSizeHint(column))
            for column, width in enumerate(self._widths)
        ]
        for column, width in enumerate(least):
            if self._widths[column]:
                header.resizeSection(column, width)
            else:
                header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        seen = sum(wide for place, wide in enumerate(least) if not self.isColumnHidden(place))
        self.setMinimumWidth(seen + self.verticalScrollBar().sizeHint().width())

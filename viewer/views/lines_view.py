"""A list of lines in columns that can be filtered, sorted, walked through and entered."""

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from engine.wording import tr
from viewer.models.lines import Line, LinesModel, SortRole
from viewer.theme import Theme
from viewer.views.line_delegate import LineDelegate


class LinesView(QTableView):
    """Lines of which one is current; `widths` are its columns', 0 for a share of the rest."""

    turned = Signal(int)
    """Another line is current: its row in what was shown."""
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
        self._sorted = QSortFilterProxyModel(self)
        self._sorted.setSourceModel(self.lines)
        self._sorted.setSortRole(SortRole)
        self._sorted.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._sorted.setFilterKeyColumn(-1)
        self._delegate = LineDelegate(theme, self)
        self.setModel(self._sorted)
        self.setItemDelegate(self._delegate)
        self.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QTableView.SelectionMode.SingleSelection)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setAccessibleName(tr("Rows"))
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 12)
        self._set_widths(widths)
        self.selectionModel().currentRowChanged.connect(self._turn)
        self.doubleClicked.connect(self._enter)

    def sort_on_click(self) -> None:
        """Let the headers sort; until one is clicked, lines stand as they were given."""
        self.horizontalHeader().setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Show other lines; the current one stays current if it is still there."""
        row = self.current_row()
        key = None if row is None else self.lines.line(row).key
        self.lines.show_lines(lines)
        again = None if key is None else self.lines.row_of(key)
        if again is not None:
            self.turn_to(again)

    def filter_by(self, words: str) -> None:
        """Show the lines that hold these words in a row."""
        self._sorted.setFilterFixedString(words.strip())

    def shown(self) -> int:
        """How many lines pass the filter."""
        return self._sorted.rowCount()

    def current_row(self) -> int | None:
        """The row of the current line in what was shown."""
        index = self.currentIndex()
        return self._sorted.mapToSource(index).row() if index.isValid() else None

    def turn_to(self, row: int) -> None:
        """Make a line the current one and show it."""
        index = self._sorted.mapFromSource(self.lines.index(row, 0))
        if index.isValid():
            self.setCurrentIndex(index)
            self.scrollTo(index)

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

    def _turn(self, index: QModelIndex) -> None:
        if index.isValid():
            self.turned.emit(self._sorted.mapToSource(index).row())

    def _enter(self, index: QModelIndex) -> None:
        self.entered_line.emit(self._sorted.mapToSource(index).row())

    def _set_widths(self, widths: Sequence[int]) -> None:
        header = self.horizontalHeader()
        header.setAccessibleName(tr("Columns"))
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setMinimumSectionSize(36)
        for column, width in enumerate(widths):
            if width:
                header.resizeSection(column, max(width, header.sectionSizeHint(column)))
            else:
                header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)

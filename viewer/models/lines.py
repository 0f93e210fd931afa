"""The table model of prepared lines that panels list.

Qt's own model for sorting and filtering asks for every cell, one call of Python each: seconds for
100,000 lines. Here they are filtered and sorted in one go.
"""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from tanglescope.engine.language.wording import number
from tanglescope.engine.words.rows import NO_NUMBER, TableLine
from tanglescope.viewer.models import Index
from tanglescope.viewer.tooltips import tooltip

LineRole = Qt.ItemDataRole.UserRole

_TELLING = 50
"""The number of lines that decide whether a column contains numbers."""

_ROOT = QModelIndex()
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class LinesModel(QAbstractTableModel):
    """Lines under headers; a line keeps its number in every row."""

    def __init__(self, headers: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headers = tuple(headers)
        self._lines: list[TableLine] = []
        self._texts: list[str] | None = None
        self._words = ""
        self._order = list[int]()
        self._rows = list[int]()
        self._column, self._is_descending = -1, False

    def show_lines(self, lines: Sequence[TableLine]) -> None:
        """Replace the lines."""
        if list(lines) != self._lines:
            self._lines, self._texts = list(lines), None
            self._order = self._sort_rows()
            self._arrange()

    def add_lines(self, lines: Sequence[TableLine]) -> None:
        """Add lines below all others, where they are neither sorted nor filtered."""
        if lines:
            first = len(self._lines)
            self.beginInsertRows(_ROOT, first, first + len(lines) - 1)
            self._lines += lines
            self._order = self._rows = list(range(len(self._lines)))
            self.endInsertRows()

    def filter_by(self, words: str) -> None:
        """Show the lines in which a cell contains these words."""
        words = words.strip().casefold()
        if words != self._words:
            self._words = words
            self._arrange()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort the lines by a column; with -1, restore the original order."""
        self._column, self._is_descending = column, order is Qt.SortOrder.DescendingOrder
        self._order = self._sort_rows()
        self._arrange()

    def line(self, number: int) -> TableLine:
        """One of the lines."""
        return self._lines[number]

    def number_of(self, key: str) -> int | None:
        """The number of the first line about `key`."""
        return next((number for number, line in enumerate(self._lines) if line.key == key), None)

    def number_in(self, row: int) -> int:
        """The number of the line in a row."""
        return self._rows[row]

    def row_of(self, number: int) -> int | None:
        """The row of a line, if it passes the filter."""
        return self._rows.index(number) if number in self._rows else None

    def _arrange(self) -> None:
        self.beginResetModel()
        self._rows = self._order
        if self._words:
            if self._texts is None:
                self._texts = [_text(line) for line in self._lines]
            words, texts = self._words, self._texts
            self._rows = [number for number in self._order if words in texts[number]]
        self.endResetModel()

    def _sort_rows(self) -> list[int]:
        numbers = list(range(len(self._lines)))
        if self._column >= 0:
            keys = [_sort_key(line.cells[self._column]) for line in self._lines]
            numbers.sort(key=keys.__getitem__, reverse=self._is_descending)
        return numbers

    def rowCount(self, parent: Index = _ROOT) -> int:
        """How many lines pass the filter."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _ROOT) -> int:
        """How many headers there are."""
        return 0 if parent.isValid() else len(self._headers)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The columns' names, above numbers to the right as these are."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._headers[section]
        cells = (line.cells[section] for line in self._lines[:_TELLING])
        if role == Qt.ItemDataRole.TextAlignmentRole and any(map(_is_number, cells)):
            return _RIGHT
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell, in one of its roles."""
        if not index.isValid():
            return None
        line = self._lines[self._rows[index.row()]]
        cell = line.cells[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return _text_of_cell(cell)
            case Qt.ItemDataRole.TextAlignmentRole if _is_number(cell):
                return _RIGHT
            case Qt.ItemDataRole.ToolTipRole:
                return tooltip(line.tip) or None
            case _ if role == LineRole:
                return line
        return None


def _is_number(cell: str | int) -> bool:
    return isinstance(cell, int) or cell == NO_NUMBER


def _text_of_cell(cell: str | int) -> str:
    return number(cell) if isinstance(cell, int) else cell


def _text(line: TableLine) -> str:
    """The text of a line, for a search in its cells."""
    return "\0".join(map(_text_of_cell, line.cells)).casefold()


def _sort_key(cell: str | int) -> tuple[bool, int, str]:
    """Words, then numbers."""
    return (True, cell, "") if isinstance(cell, int) else (False, 0, cell.casefold())

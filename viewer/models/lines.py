"""A table of lines that were made beforehand: what panels list, sorted and filtered by Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engine.wording import number

KeyRole = Qt.ItemDataRole.UserRole
SortRole = Qt.ItemDataRole.UserRole + 1
LineRole = Qt.ItemDataRole.UserRole + 2

NO_NUMBER = "–"
"""Stands where others have a number."""

_ROOT = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class Line:
    """What stands in the columns; `key` says what the line is about, `tip` more of it.

    Numbers are shown to the right and sorted as such. A `faint` line is of less account.
    """

    key: str
    cells: tuple[str | int, ...]
    tip: str = ""
    faint: bool = False
    feed: str = ""


class LinesModel(QAbstractTableModel):
    """Lines under headers."""

    def __init__(self, headers: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headers = tuple(headers)
        self._lines: Sequence[Line] = ()

    def show_lines(self, lines: Sequence[Line]) -> None:
        """Show other lines."""
        if lines != self._lines:
            self.beginResetModel()
            self._lines = lines
            self.endResetModel()

    def line(self, row: int) -> Line:
        """One of the lines."""
        return self._lines[row]

    def row_of(self, key: str) -> int | None:
        """The first line that is about `key`."""
        return next((row for row, line in enumerate(self._lines) if line.key == key), None)

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """How many lines there are."""
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        """How many headers there are."""
        return 0 if parent.isValid() else len(self._headers)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The columns' names."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return self._headers[section]
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A cell, and what goes with its line."""
        if not index.isValid():
            return None
        line = self._lines[index.row()]
        cell = line.cells[index.column()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return number(cell) if isinstance(cell, int) else cell
            case Qt.ItemDataRole.TextAlignmentRole if isinstance(cell, int) or cell == NO_NUMBER:
                return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            case Qt.ItemDataRole.ToolTipRole:
                return line.tip or None
            case _ if role == KeyRole:
                return line.key
            case _ if role == LineRole:
                return line
            case _ if role == SortRole:
                return cell if isinstance(cell, int) else cell.casefold()
        return None

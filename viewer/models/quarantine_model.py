"""The model of rejected records, fetched while scrolling."""

from pathlib import Path
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from tanglescope.engine import words
from tanglescope.engine.archive.record import Place
from tanglescope.engine.library import Library, QuarantinedRecord
from tanglescope.engine.readable import unwrapped
from tanglescope.engine.wording import later, plural, tr
from tanglescope.viewer.tooltips import tooltip

_PAGE = 200
_LONGEST_NAME = 80
_HEADERS = (later("What is wrong"), later("File"), later("Where"), later("Record"))
_ROOT = QModelIndex()
_Index = QModelIndex | QPersistentModelIndex


class QuarantineModel(QAbstractTableModel):
    """Bad records: the failed rule, file and position, and the beginning of the record."""

    def __init__(self, library: Library, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._library = library
        self._records: list[QuarantinedRecord] = library.quarantine.page(0, _PAGE)
        self._more = len(self._records) == _PAGE

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """How many records have been fetched."""
        return 0 if parent.isValid() else len(self._records)

    def columnCount(self, parent: _Index = _ROOT) -> int:
        """Rule, file, place, record."""
        return 0 if parent.isValid() else len(_HEADERS)

    def canFetchMore(self, parent: _Index) -> bool:
        """Whether the database may hold more."""
        return self._more and not parent.isValid()

    def fetchMore(self, _parent: _Index) -> None:
        """Fetch the next page."""
        first = len(self._records)
        page = self._library.quarantine.page(first, _PAGE)
        self._more = len(page) == _PAGE
        if page:
            self.beginInsertRows(_ROOT, first, first + len(page) - 1)
            self._records += page
            self.endInsertRows()

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The columns' names."""
        if orientation is Qt.Orientation.Horizontal and role == Qt.ItemDataRole.DisplayRole:
            return tr(_HEADERS[section])
        return None

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A field of a record."""
        if not index.isValid():
            return None
        record = self._records[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            file = words.file_name(Path(record.archive).name, _LONGEST_NAME)
            cells = (record.why, file, _where(record), _beginning(record))
            return cells[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            key = words.clean(record.key, 80) if record.key else tr("no id")
            return tooltip(f"{record.archive}\n{_where(record)}\n{key}")
        return None

    def story(self, index: _Index) -> str:
        """The details of a record: what is wrong, its position, and its text."""
        record = self._records[index.row()]
        more = record.size - len(record.raw)
        left = (
            plural("\n\n… and {n:,} bytes more", "\n\n… and {n:,} byte more", more) if more else ""
        )
        head = tr(
            "{why}.\n{archive}, {place}, {size:,} bytes:",
            why=record.why,
            archive=record.archive,
            place=_where(record),
            size=record.size,
        )
        return f"{head}\n\n{words.escaped_bytes(record.raw)}{left}"


def _where(record: QuarantinedRecord) -> str:
    try:
        return Place.read(record.place).in_words()
    except ValueError:
        return record.place


def _beginning(record: QuarantinedRecord) -> str:
    text = record.raw[:400].decode("utf-8", "replace")
    return words.clean(unwrapped(text), 200)

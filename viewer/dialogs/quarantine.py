"""The list of rejected records: none of them is lost silently."""

from pathlib import Path

from PySide6.QtCore import QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QTextOption
from PySide6.QtWidgets import (
    QDialogButtonBox,
    QPlainTextEdit,
    QWidget,
)

from tanglescope.engine import words
from tanglescope.engine.archive.record import Place
from tanglescope.engine.language.readable import unwrap
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import Library, QuarantinedRecord
from tanglescope.engine.words.rows import TableLine
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.boxes import Dialog, size_in_letters
from tanglescope.viewer.models import Index
from tanglescope.viewer.models.lines import LinesModel
from tanglescope.viewer.views import typography
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import make_splitter
from tanglescope.viewer.views.list_keys import LongTable

_SHARES = (0.35, 0.16, 0.19)
"""The shares of the first columns of the width."""
_PAGE = 200
_LONGEST_NAME = 80
_ROOT = QModelIndex()


class QuarantineModel(LinesModel):
    """Bad records, fetched while scrolling: the failed rule, the place, and the beginning."""

    def __init__(self, library: Library, parent: QObject | None = None) -> None:
        headers = (tr("What is wrong"), tr("File"), tr("Where"), tr("Record"))
        super().__init__(headers, parent)
        self._library = library
        self._records: list[QuarantinedRecord] = []
        self._more = True
        self.fetchMore()

    def canFetchMore(self, parent: Index) -> bool:
        """Whether the database may hold more."""
        return self._more and not parent.isValid()

    def fetchMore(self, _parent: Index = _ROOT) -> None:
        """Fetch the next page."""
        page = self._library.quarantine.page(len(self._records), _PAGE)
        self._more = len(page) == _PAGE
        self._records += page
        self.add_lines([_line_of(record) for record in page])

    def story(self, index: Index) -> str:
        """The details of a record: what is wrong, its position, and its text."""
        record = self._records[index.row()]
        more = record.size - len(record.raw)
        left = plural("\n\n… and {n:,} bytes more", "\n\n… and {n:,} byte more", more)
        head = tr(
            "{why}.\n{archive}, {place}, {size:,} bytes:",
            why=record.why,
            archive=record.archive,
            place=_where(record),
            size=record.size,
        )
        return f"{head}\n\n{words.escaped_bytes(record.raw)}{left if more else ''}"


def _line_of(record: QuarantinedRecord) -> TableLine:
    file = words.file_name(Path(record.archive).name, _LONGEST_NAME)
    key = words.clean(record.key, 80) if record.key else tr("no id")
    beginning = words.clean(unwrap(record.raw[:400].decode("utf-8", "replace")), 200)
    cells = (record.why, file, _where(record), beginning)
    return TableLine(record.key or "", cells, f"{record.archive}\n{_where(record)}\n{key}")


def _where(record: QuarantinedRecord) -> str:
    try:
        return Place.read(record.place).in_words()
    except ValueError:
        return record.place


class QuarantineDialog(Dialog):
    """A list of bad records with reasons and positions, and the text of each."""

    export_wanted = Signal(Path)
    """Emitted with the file to export all bad records to."""

    def __init__(self, library: Library, parent: QWidget) -> None:
        super().__init__(tr("Bad records"), parent, "quarantine")
        model = QuarantineModel(library, self)
        text = (
            tr("These records of your archives couldn't be used. They are kept as they were.")
            if model.rowCount()
            else tr("Every record that was read could be used.")
        )
        self._make_table(model)
        self._make_story(model)
        self.table.selectRow(0)
        parts, name = ((self.table, 3), (self.story, 2)), tr("Bad records")
        halves = make_splitter(Qt.Orientation.Vertical, name, *parts, on=self)
        buttons = self._make_buttons(can_export=model.rowCount() > 0)
        self.lay_out(PlainLabel(text, self, wraps=True), halves, buttons)
        self.setMinimumSize(320, 240)
        size_in_letters(self, 140, 40)
        self._share_width()

    def _make_table(self, model: QuarantineModel) -> None:
        self.table = LongTable(tr("Bad records"), model, self)
        self.table.setWordWrap(False)
        self.table.setAlternatingRowColors(True)
        self.table.horizontalHeader().setStretchLastSection(True)

    def _make_story(self, model: QuarantineModel) -> None:
        """Create the text of the current record."""
        self.story = QPlainTextEdit(self)
        self.story.setReadOnly(True)
        self.story.setAccessibleName(tr("The record as it was read"))
        self.story.setFont(typography.fixed_pitch())
        self.story.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.table.selectionModel().currentRowChanged.connect(
            lambda index: self.story.setPlainText(model.story(index))
        )
        self.story.setVisible(model.rowCount() > 0)

    def _make_buttons(self, *, can_export: bool) -> QDialogButtonBox:
        buttons = self.make_buttons(QDialogButtonBox.StandardButton.Close, tr("Export or close"))
        self.export = buttons.addButton(tr("Export all…"), QDialogButtonBox.ButtonRole.ActionRole)
        self.export.setAccessibleDescription(
            tr("Export all bad records with file, position and reason")
        )
        self.export.setEnabled(can_export)
        self.export.clicked.connect(self._ask_where)
        return buttons

    def _share_width(self) -> None:
        """Give the columns their shares, and the reasons the width that they need."""
        header = self.table.horizontalHeader()
        for section, part in enumerate(_SHARES):
            header.resizeSection(section, round(part * self.width()))
        others = header.sectionSize(1) + header.sectionSize(2) + 2 * header.sectionSizeHint(3)
        reasons = min(self.table.sizeHintForColumn(0), self.width() - others)
        header.resizeSection(0, max(reasons, header.sectionSize(0)))

    def _ask_where(self) -> None:
        title, usual = tr("Export bad records"), "bad-records.ndjson"
        file = file_dialogs.where_to_write(self, title, usual, file_dialogs.NDJSON)
        if file is not None:
            self.export_wanted.emit(file)

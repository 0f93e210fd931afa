"""Rescue archives, or compare them: what to read, the progress, and the report."""

from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QFormLayout,
    QPlainTextEdit,
    QProgressBar,
    QWidget,
)

from tanglescope.engine.language.wording import later, tr
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.archive_list import ArchiveList
from tanglescope.viewer.dialogs.boxes import Dialog, size_in_letters
from tanglescope.viewer.style_sheet import style_again
from tanglescope.viewer.views.activity import short_name
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import make_column, make_row

FORMATS = {
    "offset": later("log.offset, for ssb-server and Patchwork"),
    "bipf": later("log.bipf, for ssb-db2 and Manyverse"),
    "ndjson": later("NDJSON, for everything else"),
}
_MOST_SHOWN = 200_000
"""Characters of a report that are shown; all of it is in its file."""


class WantedRescue(NamedTuple):
    """What to rescue or to compare, and to where; `target` is None to write only a report."""

    archives: list[Path]
    lacking_in: list[Path]
    formats: list[str]
    target: Path | None
    secret: Path | None = None
    latest: Path | None = None


class RescueDialog(Dialog):
    """Asks what to rescue or to compare, and shows what was found."""

    start_wanted = Signal(object)
    """Emitted with a `WantedRescue`."""
    cancel_wanted = Signal()
    folder_wanted = Signal()
    report_wanted = Signal()

    def __init__(self, parent: QWidget, *, compares: bool) -> None:
        title = tr("Compare archives") if compares else tr("Rescue archives")
        super().__init__(title, parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
        self._compares = compares
        self._secret: Path | None = None
        self._is_running = False
        self._make_widgets()
        self._put_together()
        self.report.hide()
        self._look()
        self.setMinimumSize(360, 300)
        size_in_letters(self, 100, 34)

    def add(self, archives: list[Path]) -> None:
        """Add archives to the first list."""
        self.archives.add(archives)

    def show_start(self) -> None:
        """Show that the work has begun."""
        self._is_running = True
        self.status.setText(tr("Reading archives…"))
        self.report.hide()
        self.bar.setRange(0, 0)
        self._look()

    def progress(self, done: int, whole: int) -> None:
        """Show the progress."""
        self.bar.setRange(0, whole)
        self.bar.setValue(done)

    def show_end(self, problem: str, report: str, *, has_folder: bool) -> None:
        """Show the result: a problem, or the text of the report."""
        self._is_running = False
        self.status.setText(problem or report.partition("\n")[0])
        self.status.setObjectName("error" if problem else "")
        style_again(self.status)
        self.report.setPlainText(report[:_MOST_SHOWN])
        self.report.setVisible(bool(report))
        self._look()
        self.show_folder.setVisible(bool(report) and has_folder)
        self.open_report.setVisible(bool(report))
        self.save.setVisible(bool(report) and self._compares and not has_folder)

    def show_stop(self, sentence: str) -> None:
        """Show that the work was stopped."""
        self.show_end(sentence, "", has_folder=False)

    def _wanted_rescue(self, target: Path | None) -> WantedRescue:
        formats = [name for name, box in self.formats.items() if box.isChecked()]
        others = self.others.archives() if self._compares else []
        latest = self.latest.currentData() if self._secret else None
        return WantedRescue(self.archives.archives(), others, formats, target, self._secret, latest)

    def _start(self) -> None:
        if self._compares:
            self.start_wanted.emit(self._wanted_rescue(None))
        else:
            self._ask_where()

    def _ask_where(self) -> None:
        usual = tr("difference") if self._compares else tr("rescued")
        title = tr("New folder for the result")
        target = file_dialogs.where_to_write(self, title, usual, may_replace=False)
        if target is not None:
            self.start_wanted.emit(self._wanted_rescue(target))

    def _choose_secret(self) -> None:
        self._secret = file_dialogs.for_identity(self)
        self._look()

    def _look(self) -> None:
        chosen = self.archives.archives()
        is_enough = bool(chosen) and (not self._compares or bool(self.others.archives()))
        is_idle = not self._is_running
        for part in (self.archives, self.others):
            part.blockSignals(True)
            part.lock(on=self._is_running)
            part.blockSignals(False)
        for box in self.formats.values():
            box.setEnabled(is_idle)
        has_format = any(box.isChecked() for box in self.formats.values())
        self.start.setEnabled(is_idle and is_enough and (has_format or self._compares))
        self.save.setEnabled(is_idle and is_enough and has_format)
        self.start.setVisible(is_idle)
        for shown in (self.bar, self.cancel):
            shown.setVisible(self._is_running)
        for hidden in (self.show_folder, self.open_report, self.save):
            hidden.setVisible(False)
        self.status.setVisible(bool(self.status.text()))
        self.secret.setEnabled(is_idle)
        self.secret.setText(
            tr("Choose its secret file…") if self._secret is None else short_name(str(self._secret))
        )
        self.latest.setEnabled(is_idle and self._secret is not None)
        self._offer_latest(chosen)

    def _offer_latest(self, archives: list[Path]) -> None:
        """List the archives of which one may have been written last."""
        before = self.latest.currentData()
        if [self.latest.itemData(n) for n in range(1, self.latest.count())] == archives:
            return
        self.latest.clear()
        self.latest.addItem(tr("I don't know"), None)
        for archive in archives:
            self.latest.addItem(short_name(str(archive)), archive)
        self.latest.setCurrentIndex(max(0, self.latest.findData(before)))

    def _make_widgets(self) -> None:
        self.archives = ArchiveList(
            tr("Archives with more messages") if self._compares else tr("Archives to rescue"), self
        )
        self.others = ArchiveList(tr("Archives that may lack some"), self)
        self.others.setVisible(self._compares)
        self.formats = {name: QCheckBox(tr(text), self) for name, text in FORMATS.items()}
        self.formats["ndjson" if self._compares else "offset"].setChecked(True)
        for box in self.formats.values():
            box.toggled.connect(lambda _: self._look())
        self.secret = make_button("", self, self._choose_secret)
        self.secret.setAccessibleDescription(tr("The secret file of your feed"))
        self.latest = ChoiceBox(self)
        self.latest.name_all(tr("The archive that your program wrote last"))
        self.bar = QProgressBar(self)
        self.bar.setAccessibleName(tr("Progress"))
        self.bar.setTextVisible(False)
        self.status = PlainLabel(self, about=tr("Result"), wraps=True)
        self.report = QPlainTextEdit(self)
        self.report.setReadOnly(True)
        self.report.setAccessibleName(tr("Report"))
        self.show_folder = make_button(tr("Show in folder"), self, self.folder_wanted.emit)
        self.open_report = make_button(tr("Open report"), self, self.report_wanted.emit)
        self.save = make_button(tr("Save the difference…"), self, self._ask_where)
        start = tr("Compare", "on a button") if self._compares else tr("Rescue…")
        self.start = make_button(start, self, self._start, style="primary")
        self.start.setDefault(True)
        self.cancel = make_button(tr("Cancel"), self, self.cancel_wanted.emit)
        self.close_button = make_button(tr("Close"), self, self.close)
        for part in (self.archives, self.others):
            part.changed.connect(self._look)

    def _put_together(self) -> None:
        form = QFormLayout()
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        form.addRow(tr("Write"), make_column(*self.formats.values(), spacing=4))
        lists = [self.archives]
        if self._compares:
            lists.append(self.others)
            self.secret.hide()
            self.latest.hide()
        else:
            form.addRow(tr("May I write again in my feed?"), self.secret)
            form.addRow(tr("Written last"), self.latest)
        parts: list[QWidget] = []
        for each in lists:
            parts += PlainLabel(each.list.accessibleName(), self, wraps=True), each
        buttons = make_row(
            *(self.show_folder, self.open_report, 1),
            *(self.save, self.start, self.cancel, self.close_button),
            spacing=8,
        )
        self.lay_out(*parts, form, self.bar, self.status, (self.report, 1), 0, buttons)

"""The crash report, shown so that the user can read it before passing it on."""

from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QPlainTextEdit, QWidget

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.system.files import keep_off, unwritable
from tanglescope.viewer import crash
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.boxes import Dialog, size_in_letters
from tanglescope.viewer.views import typography
from tanglescope.viewer.views.label import PlainLabel

_NOW = later(
    "Something went wrong inside Tanglescope. What you see may be incomplete;"
    " your messages are safe."
)
_BEFORE = later("Something went wrong inside Tanglescope last time.")
_MOST = 100_000  # characters; an error on every frame would fill any report
_REPORT = later(
    "This is the report. It stays on this computer. Read it before you pass it on: it "
    "may contain text from messages. Secret keys and the name of your home folder were "
    "removed."
)


class CrashReport(Dialog):
    """One report; it can be copied or saved, and is never sent."""

    def __init__(self, trace: str, parent: QWidget, *, earlier: bool = False) -> None:
        super().__init__(tr("Something went wrong"), parent)
        self.text = QPlainTextEdit(crash.report(trace), self)
        self.text.setReadOnly(True)
        self.text.setAccessibleName(tr("The report"))
        self.text.setFont(typography.fixed_pitch())
        close, role = QDialogButtonBox.StandardButton.Close, QDialogButtonBox.ButtonRole.ActionRole
        buttons = self.make_buttons(close, tr("Actions for the report"))
        buttons.addButton(tr("Copy"), role).clicked.connect(self._copy)
        buttons.addButton(tr("Save…"), role).clicked.connect(self._save)
        what = PlainLabel(tr(_BEFORE if earlier else _NOW), wraps=True)
        self.lay_out(what, PlainLabel(tr(_REPORT), wraps=True), (self.text, 1), buttons)
        self.setMinimumSize(360, 280)
        size_in_letters(self, 110, 33)

    def save_to(self, file: Path) -> None:
        """Write the report into a file."""
        try:
            keep_off(file)
            file.write_text(self.text.toPlainText(), "utf-8")
        except OSError as error:
            self.text.appendPlainText(unwritable(file, error))

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())

    def _save(self) -> None:
        title, usual = tr("Save the report"), "tanglescope-report.txt"
        file = file_dialogs.where_to_write(self, title, usual, tr("Texts (*.txt)"))
        if file is not None:
            self.save_to(file)


class CrashReports(QObject):
    """Shows one report at a time: errors that occur meanwhile are added to it."""

    happened = Signal(str)
    """Emitted with the traceback of an error, from any thread."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._open: CrashReport | None = None
        self.happened.connect(self.show, Qt.ConnectionType.QueuedConnection)

    def show(self, trace: str, *, earlier: bool = False) -> None:
        """Open a report with a traceback."""
        if self._open is not None:
            if self._open.text.document().characterCount() < _MOST:
                self._open.text.appendPlainText(f"\n{trace}")
            return
        self._open = CrashReport(trace, self._window, earlier=earlier)
        self._open.finished.connect(self._note_closed)
        self._open.open()

    def _note_closed(self) -> None:
        self._open = None

"""Importing from the window: the process that does it, the dialog and the lower edge that tell."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from engine.library import Engine, Library, is_bulk
from engine.private_files import make_private_folder
from engine.wording import tr
from viewer.dialogs.importing import ImportDialog
from viewer.notice import Notice
from viewer.views.activity import Activity, short_name
from viewer.workers.import_process import ImportProcess, Outcome


class Importing(QObject):
    """Imports into the window's database, one at a time."""

    finished = Signal(list, int)
    """These archives were opened, and are to be followed; so many messages are new."""
    quarantine_wanted = Signal()

    def __init__(self, home: Callable[[], Path], activity: Activity, window: QWidget) -> None:
        super().__init__(window)
        self._home = home
        self._activity = activity
        self._window = window
        self._dialog: ImportDialog | None = None
        self._process = ImportProcess(self)
        self._notice = Notice(window)
        self._opened: list[Path] = []
        self._waiting: list[Path] = []
        self._is_over = False
        self._process.progressed.connect(activity.progress)
        self._process.ended.connect(self._end)

    def takes(self, archive: Path) -> bool:
        """Import an archive that was opened if that is a matter of minutes; whether it is.

        Raises `ArchiveError`, `DatabaseError`.
        """
        make_private_folder(self._home().parent)
        if not is_bulk(archive, self._home()):
            return False
        dialog = self._open()
        dialog.activateWindow()
        dialog.add([archive])
        if self._process.is_running():
            self._waiting.append(archive)
        else:
            self._opened = [archive]
            self._start(dialog.archives(), Engine.AUTO)
        return True

    def show(self) -> None:
        """Let the reader choose archives, or see how far they are."""
        self._open().activateWindow()

    def cancel(self) -> None:
        """Stop the import that is under way; what is done stays done."""
        if self._process.is_running():
            self._waiting.clear()
            self._process.cancel()
            self._open().cancelling()

    def end(self) -> None:
        """Stop, and wait until nothing of it is left."""
        self._is_over = True
        self._notice.end()
        self._process.end()

    def _open(self) -> ImportDialog:
        if self._dialog is None:
            dialog = self._dialog = ImportDialog(self._window)
            dialog.start_wanted.connect(self._start)
            dialog.cancel_wanted.connect(self.cancel)
            dialog.quarantine_wanted.connect(self.quarantine_wanted)
            self._process.engine_chosen.connect(dialog.show_engine)
            self._process.progressed.connect(dialog.progress)
        if self._dialog.isHidden() and self._home().exists():
            with Library.open(self._home(), read_only=True) as library:
                archives = library.archives
                self._dialog.show_imported(archives.paths(), archives.bad_records())
        self._dialog.show()
        return self._dialog

    def _start(self, archives: list[Path], engine: Engine) -> None:
        names = ", ".join(short_name(str(archive)) for archive in archives)
        self._activity.start(names)
        self._process.start(archives, self._home(), engine)
        self._open().started()

    def _end(self, outcome: Outcome) -> None:
        if self._is_over:
            return
        dialog = self._open()
        dialog.ended(outcome)
        self._notice.tell(tr("The import has ended"), dialog.outcome.text())
        is_whole = outcome.report is not None and not outcome.report.cancelled
        self._activity.finish("", outcome.report if is_whole else None)
        opened, self._opened = self._opened, []
        if outcome.report is not None and self._home().exists():
            self.finished.emit(opened if is_whole else [], outcome.report.added)
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            for archive in waiting:
                self.takes(archive)

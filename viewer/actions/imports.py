"""Imports from the window: the process, and its progress in dialog and status bar."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

from tanglescope.engine.language.wording import current_language, later, tr
from tanglescope.engine.library import ImportReport, Library, Progress
from tanglescope.engine.store.files.collections import Collection
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.files.import_lock import is_imported_into
from tanglescope.engine.system.files import (
    is_there,
    make_private_folder,
    note_followed,
    note_left,
    path_in_unicode,
)
from tanglescope.engine.words import clean, clean_name
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.views.activity import Activity, short_name
from tanglescope.viewer.workers.child_process import ChildEnd, ChildProcess

if TYPE_CHECKING:
    from tanglescope.engine.library import Engine
    from tanglescope.viewer.dialogs.confirm import ConfirmDialog
    from tanglescope.viewer.dialogs.import_dialog import ImportDialog

_Answer = TypeVar("_Answer")
_LOST = later(
    "The import ended unexpectedly ({how}). What was checked is kept: start it "
    "again, and it continues where it stopped."
)


class Notice(QObject):
    """Notifies the user of finished work while no window of the program is in front."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._tray: QSystemTrayIcon | None = None

    def notify(self, title: str, sentence: str) -> None:
        """Notify the user that work has ended, unless a window is in front."""
        if QApplication.activeWindow() is not None:
            return
        QApplication.alert(self._window)
        if QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages():
            # Desktops interpret tags in it.
            plain = sentence.replace("<", "‹").replace(">", "›")
            self._tray_icon().showMessage(title, plain, self._window.windowIcon())

    def end(self) -> None:
        """Remove the icon from the tray."""
        if self._tray:
            self._tray.hide()

    def _tray_icon(self) -> QSystemTrayIcon:
        if self._tray is None:
            self._tray = QSystemTrayIcon(self._window.windowIcon(), self)
            self._tray.setToolTip("Tanglescope")
            self._tray.activated.connect(self._come_forward)
            self._tray.messageClicked.connect(self._come_forward)
        self._tray.show()
        return self._tray

    def _come_forward(self) -> None:
        self.end()
        self._window.show()
        self._window.raise_()
        self._window.activateWindow()


class Importing(QObject):
    """Imports archives, one import at a time, each into the database that was open then."""

    finished = Signal(object, list, int)
    """Emitted with the database, the archives to follow, and the number of new messages."""
    quarantine_wanted = Signal()
    unreadable = Signal(object, list, list)
    """Emitted with the database, the archives, and the reasons why none of them can be read."""
    collection_wanted = Signal(object)
    """Emitted with the database of the collection whose import continues, to show it first."""
    declined = Signal(object)
    """Emitted with the database into which nothing is imported, as there is too little space."""
    reading = Signal(str)
    """Archives with these names are being read; with no text, none is."""
    failed = Signal(str)
    """Emitted with the reason why a database can't be read."""

    def __init__(
        self, home: Callable[[], Path], settings: Settings, activity: Activity, window: QWidget
    ) -> None:
        super().__init__(window)
        self._home = home
        self._settings = settings
        self._activity = activity
        self._window = window
        self._dialog: ImportDialog | None = None
        self._process = ChildProcess(self)
        self._notice = Notice(window)
        self._into: Path | None = None
        self._names = ""
        self._archives: list[Path] = []
        self._waiting: list[tuple[Path, Path]] = []
        self._to_offer: deque[Collection] = deque()
        """The collections whose interrupted imports haven't been offered at this start."""
        self._is_over = False
        self._question: ConfirmDialog | None = None
        """The open question whether to import with too little space."""
        self._asked_about: Path | None = None
        """The database that it is about."""
        self._process.reported.connect(self._show_progress)
        self._process.ended.connect(self._end)

    def takes(self, archive: Path) -> bool:
        """Import an opened archive in a process if it is large; return whether this is done.

        So is one for which there is too little space, since the dialog asks about it. During an
        import into the same database, it is imported after that. Raises `ArchiveError`,
        `DatabaseError`.
        """
        from tanglescope.engine.library import is_bulk, room_warning

        database = self._home()
        make_private_folder(database.parent)
        is_large = is_bulk(archive, database) or bool(room_warning([archive], database))
        if not is_large and not self.is_busy(database):
            return False
        self._take(archive, database)
        return True

    def _take(self, archive: Path, database: Path) -> None:
        """Import an opened archive now, or after the import that is running."""
        from tanglescope.engine.library import Engine

        dialog = self._open()
        dialog.activateWindow()
        dialog.add([archive])
        if self._process.is_running():
            self._waiting.append((archive, database))
            self._settings.of(database).add_unfinished(archive)
        else:
            self._start(dialog.archives(), Engine.AUTO)

    def is_busy(self, database: Path | None = None) -> bool:
        """Whether an import is running, into a database or into any."""
        return self._process.is_running() and database in (None, self._into)

    def may_add_to(self, database: Path) -> bool:
        """Whether an import into a database runs, was interrupted, or is being asked about."""
        is_wanted = database == self._asked_about or bool(self._interrupted_archives(database))
        return is_wanted or self.is_busy(database)

    def what_stops(self) -> str:
        """What happens to the import if the window is closed."""
        return tr("The import stops. Tanglescope offers to continue it at the next start.")

    def is_interrupted(self, database: Path) -> bool:
        """Whether an import into a database was interrupted, and no process continues it."""
        return bool(self._interrupted_archives(database)) and not is_imported_into(database)

    def offer_to_continue(self) -> None:
        """Ask whether to continue the import that was interrupted, if there was one."""
        database = self._home()
        if self.is_interrupted(database) and not self._process.is_running():
            names = self._names_of(self._settings.of(database).unfinished)
            said = tr("The import of {names} was interrupted.", names=names)
            self._ask(database, said, lambda: self._continue(self._interrupted_archives(database)))

    def offer_others(self, others: Iterable[Collection]) -> None:
        """Ask the same about other collections, one after the other until the user agrees.

        The question about the open collection comes first, if there is one.
        """
        self._to_offer = deque(others)
        if not self.is_interrupted(self._home()):
            self._offer_next()

    def _offer_next(self) -> None:
        while self._to_offer and not (self._is_over or self._process.is_running()):
            found = self._to_offer.popleft()
            if not self.is_interrupted(found.database):
                continue
            said = tr(
                "The import of {names} into the collection “{collection}” was interrupted.",
                names=self._names_of(self._settings.of(found.database).unfinished),
                collection=clean_name(found.name),
            )
            self._ask(found.database, said, partial(self._continue_in, found.database))
            return

    def _ask(self, database: Path, said: str, agreed: Callable[[], object]) -> None:
        from tanglescope.viewer.dialogs.confirm import ConfirmDialog

        left = self._interrupted_archives(database)
        gone = [each for each in self._settings.of(database).unfinished if each not in left]
        without = tr(
            "It continues without the archives that are gone: {names}.", names=self._names_of(gone)
        )
        question = ConfirmDialog(
            "continue-import",
            tr("Continue the import?"),
            (
                said,
                tr("What was checked is kept. The import continues where it stopped."),
                *([without] if gone else []),
            ),
            tr("Continue"),
            agreed,
            self._window,
            is_usual=True,
        )
        question.accepted.connect(lambda: self._to_offer.clear())  # the next start asks again
        question.rejected.connect(self._offer_next)
        question.open()

    def _interrupted_archives(self, database: Path) -> list[Path]:
        """The archives whose import into a database was interrupted and that still exist."""
        return [each for each in self._settings.of(database).unfinished if is_there(each)]

    def _names_of(self, archives: Iterable[Path]) -> str:
        return clean(", ".join(short_name(str(each)) for each in archives), 400)

    def show(self) -> None:
        """Open the dialog to choose archives or watch the progress."""
        self._open().activateWindow()

    def cancel(self) -> bool:
        """Stop the running import; what was imported stays. Whether there was one."""
        if not self._process.is_running():
            return False
        for archive, database in self._waiting:
            self._forget(database, [archive])
        self._waiting.clear()
        if self._into is not None:
            self._forget(self._into, self._archives)
        self._process.stop()
        if self._dialog is not None:
            self._dialog.cancelling()
        return True

    def leave_collection(self) -> None:
        """Close the dialog about the collection that was open: it would import into another one."""
        self._withdraw_question()
        if self._dialog is not None and not self._process.is_running():
            self._dialog.hide()
            self._dialog.clear()

    def end(self) -> None:
        """Stop the import, and wait until its process is gone."""
        self._is_over = True
        self._withdraw_question()
        self._notice.end()
        if self._process.is_running():
            self._process.end()
            self._leave_archives()

    def _open(self) -> "ImportDialog":
        if self._dialog is None:
            from tanglescope.viewer.dialogs.import_dialog import ImportDialog

            dialog = self._dialog = ImportDialog(self._window)
            dialog.start_wanted.connect(self._start)
            dialog.cancel_wanted.connect(self.cancel)
            dialog.quarantine_wanted.connect(self.quarantine_wanted)
            # It doesn't block its window, so the keys that close the window work in it, too.
            QShortcut(QKeySequence("Ctrl+Q"), dialog).activated.connect(self._window.close)
        if self._dialog.isHidden() and self._home().exists():
            known = self._answer_of(
                self._home(),
                lambda library: (library.archives.paths(), library.archives.bad_records()),
            )
            self._dialog.show_imported(*(known or ([], {})))
        self._dialog.show()
        return self._dialog

    def _continue(self, archives: list[Path]) -> None:
        from tanglescope.engine.library import Engine

        if not self._process.is_running():
            self._settings.of(self._home()).unfinished = archives  # without those that are gone
            self._open().add(archives)
            self._start(archives, Engine.AUTO)

    def _continue_in(self, database: Path) -> None:
        self.collection_wanted.emit(database)
        if self._home() == database:  # otherwise the window has reported why
            self._continue(self._interrupted_archives(database))

    def _start(self, archives: list[Path], engine: "Engine") -> None:
        """Start an import; ask first if it probably fills the disk, once for all its archives."""
        from tanglescope.engine.library import room_warning

        self._withdraw_question()
        start = partial(self._start_at_once, archives, engine)
        database = self._home()
        if not (warning := room_warning(archives, database)):
            start()
            return
        from tanglescope.viewer.dialogs.confirm import ConfirmDialog

        kept = tr("If the disk is full, the import stops. It can continue when there is space.")
        question = self._question = ConfirmDialog(
            "little-space",
            tr("Import with too little space?"),
            (warning, kept),
            tr("Import anyway"),
            start,
            self._open(),
        )
        question.finished.connect(self._forget_question)
        question.rejected.connect(partial(self.declined.emit, database))
        self._asked_about = database
        question.open()

    def _withdraw_question(self) -> None:
        if self._question is not None:
            self._question.reject()

    def _forget_question(self) -> None:
        self._question = self._asked_about = None

    def _start_at_once(self, archives: list[Path], engine: "Engine") -> None:
        self._names = ", ".join(short_name(str(archive)) for archive in archives)
        self._into, self._archives = self._home(), archives
        for archive in archives:
            self._settings.of(self._into).add_unfinished(archive)
        self._activity.start(self._names)
        self.reading.emit(self._names)
        self._run(archives, self._into, engine)
        self._open().show_start()

    def _run(self, archives: Sequence[Path], database: Path, engine: "Engine") -> None:
        # Imported here: it brings all modules of the import, which the window needs only now.
        from tanglescope.engine.archive.opening import archive_files

        for archive in archives:
            note_followed(archive, archive_files)
        paths = map(path_in_unicode, (database, *archives))
        options = ("--engine", engine, "--language", current_language(), "--database", *paths)
        self._process.start("tanglescope.engine.pipeline", *options)

    def _leave_archives(self) -> None:
        for archive in self._archives:
            note_left(archive)

    def _show_progress(self, said: dict[str, Any]) -> None:
        match said:
            case {"engine": str(engine), "reason": str(reason)} if self._dialog is not None:
                self._dialog.show_engine(engine, reason)
            case {"stage": _}:
                progress = Progress(**said)
                self._activity.progress(self._names, progress)
                if self._dialog is not None:
                    self._dialog.progress(progress)

    def _forget(self, database: Path, archives: Sequence[Path]) -> None:
        """Forget archives as unfinished: their import needs no continuation."""
        left = [each for each in self._settings.of(database).unfinished if each not in archives]
        self._settings.of(database).unfinished = left

    def _end(self, end: ChildEnd) -> None:
        self._leave_archives()
        if self._is_over or self._into is None:
            return
        report = None if end.answer is None else ImportReport(**end.answer)
        error = end.error if end.is_explained else tr(_LOST, how=end.error)
        database, dialog = self._into, self._dialog
        is_whole = report is not None and not report.cancelled
        is_behind = dialog is not None and dialog.isHidden() and report is not None
        if dialog is None or not is_behind:
            dialog = (
                self._open()
            )  # otherwise it ended in the background, and the status bar reports it
        dialog.show_end(report, error)
        if database != self._home():
            dialog.clear()
        self.reading.emit("")
        self._notice.notify(tr("The import has ended"), dialog.outcome.text())
        if is_whole:
            self._forget(database, self._archives)
        self._into = None
        is_open = database == self._home()
        self._activity.finish(self._names, report if is_whole and is_open else None)
        if report is not None and database.exists():
            ask = partial(_read_from, chosen=self._archives)
            followed = self._answer_of(database, ask) or [] if is_whole else []
            self.finished.emit(database, followed, report.added)
            if is_whole and report.failed and not followed:
                self.unreadable.emit(database, self._archives, list(report.failed))
        if is_behind and not (is_whole and is_open):
            result = dialog.outcome.text().replace("\n", " ")
            self._activity.say(result if is_open else f"{self._names}: {result}")
        self._import_waiting()
        if not is_open:  # the collection was opened during this import, which came first
            self.offer_to_continue()

    def _import_waiting(self) -> None:
        """Import what waited for the import that has ended."""
        waiting, self._waiting = self._waiting, []
        for archive, wanted in waiting:
            if wanted == self._home():
                self._take(archive, wanted)
            else:
                self._settings.of(wanted).add_unfinished(archive)

    def _answer_of(self, database: Path, question: Callable[[Library], _Answer]) -> _Answer | None:
        """The answer of a database, or None if it can't be read, which is reported."""
        try:
            with Library.open(database, read_only=True) as library:
                return question(library)
        except DatabaseError as error:
            self.failed.emit(str(error))
            return None


def _read_from(library: Library, chosen: Sequence[Path]) -> list[Path]:
    """The archives in a database that were chosen, or that are in a chosen folder."""
    places = [each.resolve() for each in chosen]
    return [
        path
        for path in library.archives.paths()
        if is_there(path) and any(path.is_relative_to(place) for place in places)
    ]

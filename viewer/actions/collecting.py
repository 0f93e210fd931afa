"""Collections: which one the window shows, and the commands for a collection as a whole."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeGuard

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import ImportReport, Library
from tanglescope.engine.message.verdict import Rule
from tanglescope.engine.sources import is_collection
from tanglescope.engine.store.files.collections import (
    Collection,
    CollectionError,
    Collections,
    backup_name,
)
from tanglescope.engine.system.files import is_there
from tanglescope.engine.words import clean_name, list_sentences
from tanglescope.viewer.actions.imports import Importing
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.dialogs.confirm import ConfirmDialog, RenameDialog
from tanglescope.viewer.session import Session
from tanglescope.viewer.views.activity import Activity
from tanglescope.viewer.views.banner import Banner
from tanglescope.viewer.workers.child_process import ChildEnd, ChildProcess


class Collecting(QObject):
    """Opens, renames, copies and removes collections for one window."""

    wanted = Signal(object)
    """Emitted with the database to show."""
    removing = Signal(object)
    """This database is about to be deleted."""
    changed = Signal()
    """The list of collections changed, or the name of one."""
    named = Signal(str)
    """The name of the collection that is shown; empty where none is."""

    def __init__(
        self,
        collections: Collections,
        activity: Activity,
        banner: Banner,
        importing: Importing,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self.collections = collections
        self._activity = activity
        self._banner = banner
        self._say = banner.say
        self._is_importing = importing.is_busy
        self._may_add_to = importing.may_add_to
        importing.unreadable.connect(self._note_unreadable)
        importing.declined.connect(self._withdraw_soon)
        self._window = window
        self._session: Session | None = None
        self._copying = ChildProcess(self)
        self._copying.ended.connect(self._end_copy)
        self._then: Callable[[], None] = _nothing
        self._restored: Path | None = None
        """The database into which a backup is being restored."""
        self._new: dict[Path, Path | None] = {}
        """The collections that were made for an archive, and what was open before each."""
        self._reasons: list[str] = []
        """Why archives of the new collection can't be read."""

    def watch(self, session: Session | None) -> None:
        """Switch to another collection, or to none."""
        self._session, self._reasons = session, []
        self.show_name()
        if session is not None:
            self.changed.emit()  # it may be new
            session.unreadable.connect(lambda why, _path: self._reasons.append(why))
            session.read.connect(self._note_read)

    @property
    def current(self) -> Collection | None:
        """The collection that is shown."""
        return self.collections.of(self._session.database) if self._session else None

    def expects(self, database: Path | None) -> TypeGuard[Path]:
        """Whether a database is there, or should be: it is in the list of collections."""
        return database is not None and (is_there(database) or self.collections.lists(database))

    def removed_error(self, database: Path) -> TanglescopeError:
        """The error for a collection whose database was removed in another window, or by hand."""
        return TanglescopeError(
            tr(
                "The collection “{name}” is gone: {database} doesn't exist. Restore a backup of"
                " it, or open its archive again.",
                name=clean_name(self.collections.of(database).name),
                database=database,
            )
        )

    def for_archive(self, archive: Path) -> Path:
        """The database of the collection of an archive.

        A new one is removed again if the archive turns out to be another file. Raises
        `ArchiveError` for an archive that is refused at once, and `CollectionError`.
        """
        is_new = self.collections.known_for(archive) is None
        if is_new:
            from tanglescope.engine.sources import open_source

            open_source(archive)  # an archive that is refused gets no collection, and closes none
        database = self.collections.for_archive(archive).database
        if is_new:
            before = self._session.database if self._session else None
            self._new[database] = before
        return database

    def others(self) -> list[Collection]:
        """All collections except the one that is shown."""
        current = self.current
        return [
            each
            for each in self.collections.all()
            if current is None or each.database != current.database
        ]

    def list_current(self) -> None:
        """Add the open database to the list of collections if possible."""
        if self._session is not None:
            with suppress(CollectionError):
                self.collections.add(self._session.database)
        self.changed.emit()
        self.show_name()

    def show_name(self) -> None:
        """Announce the current name of the collection."""
        collection = self.current
        self.named.emit(clean_name(collection.name) if collection else "")

    def archives(self) -> list[Path]:
        """The archives of the open collection that still exist."""
        collection, session = self.current, self._session
        if collection is None or session is None:
            return []
        own = [collection.archive] if collection.archive else []
        read = dict.fromkeys([*own, *session.library.archives.paths()])
        return [each for each in read if is_there(each) and not is_collection(each)]

    def is_busy(self) -> bool:
        """Whether a backup is being written or restored."""
        return self._copying.is_running()

    def what_stops(self) -> str:
        """What happens to the copy if the window is closed."""
        return tr("The backup that is being written or restored stops, and nothing of it is kept.")

    def end(self) -> None:
        """Stop a running copy and remove what it has written."""
        if self._copying.is_running():
            self._copying.end()
            self._forget_restored()

    def forget_new(self) -> None:
        """Remove collections for which nothing was imported; no session is open any more."""
        for database in list(self._new):
            if not self._may_add_to(database) and _holds_nothing(database):
                with suppress(CollectionError):
                    self.collections.remove(database)
        self._new.clear()

    def cancel(self) -> bool:
        """Let a running backup or restore stop. Whether there was one."""
        if not self._copying.is_running():
            return False
        self._activity.say(tr("Stopping…"), lasts=True)
        self._copying.stop()
        return True

    def add_blob_folder(self) -> None:
        """Ask for another folder with pictures and files of messages."""
        if (
            self._session is not None
            and (folder := file_dialogs.for_blobs(self._window)) is not None
        ):
            self._session.add_blob_folder(folder)

    def rename(self) -> None:
        """Ask for a new name."""
        if (collection := self._require()) is None:
            return
        RenameDialog(
            clean_name(collection.name),
            lambda name: self._rename(collection.database, name),
            self._window,
        ).open()

    def limit_references(self) -> None:
        """Ask how many others a message may refer to."""
        if self._session is not None and self._require() is not None:
            from tanglescope.viewer.dialogs.reference_limit import LimitDialog

            LimitDialog(self._session, self._activity.say, self._window).open()

    def back_up(self) -> None:
        """Ask for a file, and copy the collection into it."""
        collection = self._require()
        if collection is None or not self._may_copy():
            return
        if not is_there(collection.database):
            self._say(
                tr(
                    "The database of this collection is gone, so there is nothing to back up:"
                    " {path}. Open the archives again, or restore a backup.",
                    path=collection.database,
                )
            )
            return
        file = file_dialogs.where_to_back_up(self._window, collection.name)
        if file is not None:
            done = tr("Backed up to {file}.", file=file)
            self._then = lambda: self._activity.say(done)
            self._activity.say(tr("Backing up to {file}…", file=file), lasts=True)
            self._copy("backup", file, collection.database)

    def restore(self) -> None:
        """Ask for a backup and a name, and make a collection; nothing that exists is replaced."""
        if not self._may_copy() or (file := file_dialogs.for_backup(self._window)) is None:
            return
        known = self.collections.known_for(file)
        if known is not None and is_there(known.database):
            self._say(
                tr(
                    "{file} was restored before, as “{name}”. Remove that collection to "
                    "restore the backup again.",
                    file=file,
                    name=clean_name(known.name),
                )
            )
            return
        RenameDialog(
            clean_name(known.name if known else backup_name(file)),
            lambda name: self._restore(file, name),
            self._window,
            title=tr("Restore a backup"),
            agree=tr("Restore"),
        ).open()

    def remove(self) -> None:
        """Ask whether to remove the collection that is shown."""
        if (collection := self._require()) is None:
            return
        if self._is_importing(collection.database):
            self._say(tr("An import into this collection is running. Stop it first."))
            return
        if not self._is_idle(collection):
            return
        if self.collections.is_own(collection.database):
            sentences = (
                tr("This deletes the collection's database:\n{path}", path=collection.database),
                tr(
                    "The archives that it was imported from stay as they are, and your own feed"
                    " keeps what you published. Private text that you kept is deleted with it,"
                    " unless there is a backup."
                ),
            )
        else:
            sentences = (
                tr("This removes the collection from the list."),
                tr("Its database stays where it is:\n{path}", path=collection.database),
            )
        title = tr("Remove “{name}”?", name=clean_name(collection.name))
        ConfirmDialog(
            "remove-collection",
            title,
            sentences,
            tr("Remove"),
            lambda: self._remove(collection),
            self._window,
        ).open()

    def _note_read(self, path: str, report: ImportReport | None) -> None:
        """Remove a new collection once it is clear that it has nothing to show."""
        session = self._session
        if session is None or session.database not in self._new:
            return
        if report is not None:
            if _is_empty(report, path):
                why = tr("{path} is empty. Open it again when it holds messages.", path=path)
            elif is_of_another_kind(report, path):
                why = tr("{path} contains no messages.", path=path)
            else:
                del self._new[session.database]
                return
            self._reasons.append(f"{why} {report.first_bad or ''}".rstrip())
        self._withdraw_soon(session.database)

    def _note_unreadable(self, database: Path, _archives: object, reasons: list[str]) -> None:
        """Remove a new collection of which an import process could read no archive."""
        if database in self._new:
            self._reasons += reasons
            self._withdraw_soon(database)

    def _withdraw_soon(self, database: Path) -> None:
        # Later, as other parts are about to note that the archive was read.
        QTimer.singleShot(0, self, partial(self._withdraw, database))

    def _withdraw(self, database: Path) -> None:
        """Remove a new collection without messages; if it is shown, return to the one before."""
        session = self._session if self._session and self._session.database == database else None
        if database not in self._new or self._may_add_to(database):
            return
        if session is not None and session.is_reading():  # another archive may have some
            return
        before, reasons = self._new.pop(database), self._reasons if session is not None else []
        if not _holds_nothing(database):  # what was read before an error is kept
            return
        self.removing.emit(database)
        try:
            self.collections.remove(database)
        except CollectionError as error:
            reasons.append(str(error))
        self.changed.emit()
        if session is not None and before is not None and is_there(before):
            self.wanted.emit(before)
        if reasons:
            self._say(list_sentences(reasons))

    def _restore(self, file: Path, name: str) -> None:
        try:
            collection = self.collections.for_archive(file, name)
        except CollectionError as error:
            self._say(str(error))
            return
        self._restored = collection.database
        self._then = lambda: self.wanted.emit(collection.database)
        self._activity.say(tr("Checking and restoring {file}…", file=file), lasts=True)
        self._copy("restore", file, collection.database)

    def _rename(self, database: Path, name: str) -> None:
        try:
            self.collections.rename(database, name)
        except CollectionError as error:
            self._say(str(error))
        else:
            self.show_name()
            self.changed.emit()

    def _is_idle(self, collection: Collection) -> bool:
        """Whether no process imports into a collection; one that does is reported."""
        try:
            self.collections.require_idle(collection.database)
        except CollectionError as error:
            self._say(str(error))
            return False
        return True

    def _remove(self, collection: Collection) -> None:
        if not self._is_idle(collection):  # one may have begun since the question was asked
            return
        self.removing.emit(collection.database)
        try:
            self.collections.remove(collection.database)
        except CollectionError as error:
            self._say(str(error))
        else:
            self.changed.emit()
            name = clean_name(collection.name)
            self._activity.say(tr("Removed the collection “{name}”.", name=name))

    def _copy(self, command: str, file: Path, database: Path) -> None:
        self._banner.withdraw(_COPYING)
        self._copying.run_command(command, "--database", str(database), "--", str(file))

    def _end_copy(self, end: ChildEnd) -> None:
        then, self._then = self._then, _nothing
        if end.is_stopped:
            self._note_stopped()
        elif end.error:
            self._activity.say("")
            self._banner.say(end.error, _COPYING)
            self._forget_restored()
        else:
            self._restored = None
            then()

    def _note_stopped(self) -> None:
        is_backup = self._restored is None
        self._activity.say(
            tr("Stopped. No backup was written.")
            if is_backup
            else tr("Stopped. Nothing was restored.")
        )
        self._forget_restored()

    def _forget_restored(self) -> None:
        """Take the collection of a restore that failed or was stopped off the list."""
        database, self._restored = self._restored, None
        if database is not None:
            try:
                self.collections.forget(database)
            except CollectionError as error:
                self._say(str(error))

    def _may_copy(self) -> bool:
        if self.is_busy():
            self._say(tr("A backup is being written or restored. Try again when it has ended."))
            return False
        return True

    def _require(self) -> Collection | None:
        if (collection := self.current) is None:
            self._say(tr("No collection is open. Open an archive first."))
        return collection


_COPYING = "copying"
"""The cause of a notice about a backup, which is withdrawn when the reader tries again."""

_NO_MESSAGES = frozenset({Rule.TOO_LONG, Rule.JSON, Rule.SHAPE, Rule.AUTHOR})
"""The rules that are broken by records of files of another kind."""


def is_of_another_kind(report: ImportReport, path: str) -> bool:
    """Whether a file has content, but nothing like messages.

    An empty one may grow, and a key may open an encrypted one.
    """
    if report.added or report.cancelled or report.locked:
        return False
    if report.messages and not report.rules:  # they may be those of the file
        return False
    if not report.rules.keys() <= _NO_MESSAGES:
        return False
    return bool(size_of(path))


def _holds_nothing(database: Path) -> bool:
    """Whether a database has no messages and no nodes; not if it can't be read."""
    try:
        with Library.open(database, read_only=True) as library:
            return len(library) == 0
    except TanglescopeError:
        return False


def _is_empty(report: ImportReport, path: str) -> bool:
    """Whether a file is empty, and so is the collection that was made for it."""
    return not report.messages and size_of(path) == 0


def size_of(path: str) -> int | None:
    """The size of a file in bytes; None if it is gone, as it may be at any time."""
    try:
        return Path(path).stat().st_size
    except OSError:
        return None


def _nothing() -> None:
    """Do nothing: the default for what follows a copy."""

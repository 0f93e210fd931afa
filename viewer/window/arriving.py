"""Arrivals: archives being read, followed files, bad records, recent files, collections."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import ImportReport, Library, LibraryChange, Progress
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.system.files import path_as_text
from tanglescope.viewer.actions.collecting import Collecting, is_of_another_kind, size_of
from tanglescope.viewer.actions.imports import Importing
from tanglescope.viewer.session import Session
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.views.activity import Activity, about_bad, short_name
from tanglescope.viewer.views.banner import Banner
from tanglescope.viewer.views.welcome import Welcome
from tanglescope.viewer.window.conversation_lists import ConversationLists
from tanglescope.viewer.window.frame import Frame
from tanglescope.viewer.window.opening import Opening
from tanglescope.viewer.workers.child_process import ChildEnd, ChildProcess


class Arriving(QObject):
    """Reports what a session reads."""

    def __init__(
        self,
        activity: Activity,
        conversation_lists: ConversationLists,
        banner: Banner,
        opening: Opening,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._activity = activity
        self._conversation_lists = conversation_lists
        self._banner = banner
        self._opening = opening
        self._empty: set[str] = set()
        self._brought: dict[str, int] = {}
        """How many messages imports have brought from archives that are read on now."""
        self._session: Session | None = None
        self._read_now = ""
        """The name of the archive that the session reads; empty where it reads none."""

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session = session
        self._empty.clear()
        if self._read_now:
            self._activity.finish(self._read_now, None)
            self._read_now = ""
        self._activity.drop()
        self._count_bad()
        if session is None:
            return
        session.dropped.connect(self._activity.drop)
        session.reading.connect(self._begin_reading)
        session.progressed.connect(self._progress)
        session.read.connect(self._finish_reading)
        session.grown.connect(self._grow)
        session.database_watch.wrote.connect(self._count_bad)
        session.followed.connect(lambda path, there: self._activity.follow(path, there=there))

    def take_over(
        self, require_session: Callable[[], Session], archives: list[Path], added: int
    ) -> None:
        """Show what an import process has added, and follow its archives."""
        before, session = self._session, require_session()
        if session is before:  # a new page has just requested everything
            session.changed.emit(LibraryChange(added=added))
            self._conversation_lists.catch_up()
            self._count_bad()
        self._brought = {path_as_text(archive): added for archive in archives}
        for archive in archives:
            session.read_archive(archive)

    def _begin_reading(self, path: str) -> None:
        self._read_now = short_name(path)
        self._activity.start(self._read_now)

    def _progress(self, progress: Progress) -> None:
        if self._read_now:
            self._activity.progress(self._read_now, progress)

    def _finish_reading(self, path: str, report: ImportReport | None) -> None:
        # The messages of the import are new, even if there is nothing left to read.
        if report and (brought := self._brought.pop(path, 0)):
            report = replace(report, added=report.added + brought)
        self._activity.finish(short_name(path), report)
        self._read_now = ""
        if report and not report.cancelled:
            self._activity.follow(path, there=True)
        self._conversation_lists.refresh_soon()
        self._count_bad()
        if report is not None:
            self._report(path, report)

    def _report(self, path: str, report: ImportReport) -> None:
        """Say what is to be known about an archive that was read, beyond a number."""
        if report.locked:
            self._note(
                tr(
                    "{path} is encrypted. Open it again to enter the key of its Autobase.",
                    path=path,
                ),
                path,
            )
        elif report.first_bad:
            self._banner.note(about_bad(report, path), path, self._opening.address, are_bad=True)
        elif not report.added and size_of(path) == 0:
            self._empty.add(path)
            self._note(tr("{path} is empty. It is followed in case it grows.", path=path), path)
        elif not report.messages and not report.cancelled:
            self._empty.add(path)
            self._note(
                tr("{path} contains no messages. It is followed in case it grows.", path=path), path
            )

    def _note(self, sentence: str, path: str) -> None:
        self._banner.note(sentence, path, self._opening.address)

    def _grow(self, added: int, messages: int) -> None:
        self._activity.grow(added, messages)
        if added:
            for path in self._empty:
                self._banner.withdraw(path)
            self._empty.clear()
        self._count_bad()

    def _count_bad(self) -> None:
        bad = len(self._session.library.quarantine) if self._session else 0
        self._activity.show_quarantine(bad)


_CHECK = ("check", "--idle", "--json")
_SOON = 1000
"""Milliseconds before a check begins, so that the conversation is shown first."""


class Verifying(QObject):
    """Checks databases from elsewhere in the background, and shows the result in the status bar."""

    def __init__(self, activity: Activity, say: Callable[[str], None], parent: QObject) -> None:
        super().__init__(parent)
        self._activity = activity
        self._say = say
        self._session: Session | None = None
        self.process = ChildProcess(self)
        self.process.reported.connect(self._progress)
        self.process.ended.connect(self._end)
        self._soon = make_timer(_SOON, self.begin, self)

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._soon.stop()
        self.process.end(at_once=True)  # it leaves nothing half written
        self._session = session
        self._activity.show_unverified("")
        if session is not None and not session.library.is_known():
            self._activity.show_unverified(tr("Not verified yet"))
            self._soon.start()

    def begin(self) -> None:
        """Begin the check now."""
        self._soon.stop()
        if self._session is not None and not self.process.is_running():
            database = str(self._session.database)
            self.process.run_command(*_CHECK, "--database", database)

    def _progress(self, said: Mapping[str, Any]) -> None:
        match said:
            case {"done": int(done), "total": int(total)}:
                percent = 100 * done // max(total, 1)
                self._activity.show_unverified(tr("Verifying: {percent}%", percent=percent))

    def _end(self, end: ChildEnd) -> None:
        if self._session is None:
            return
        if end.answer is None:
            lost = tr("The check ended before it was finished.")
            self._activity.show_unverified(tr("Not verified"))
            self._say(
                tr(
                    "{database} couldn't be verified: {why} Don't rely on what it shows. Open"
                    " the collection again to try once more.",
                    database=self._session.database,
                    why=end.error if end.is_explained else lost,
                )
            )
        elif problems := end.answer["problems"]:
            self._activity.show_unverified(tr("Not valid"))
            self._say(_sentence_of_problems(problems))
        else:
            from tanglescope.engine.store.check.running import KEPT_TEXTS

            self._activity.show_unverified("")
            if KEPT_TEXTS in end.answer["unproven"]:
                self._say(
                    tr(
                        "This database came from elsewhere, and texts of private messages are kept"
                        " in it. Only the keys of these messages can prove them: read your keys"
                        " before you rely on them."
                    )
                )
            self._session.ask("only graphs", Library.holds_only_graphs, self._report_valid)

    def _report_valid(self, only_graphs: bool | None) -> None:
        if only_graphs:  # their nodes aren't signed
            self._activity.say(tr("Checked: everything in this database is as it was read."))
        elif only_graphs is not None:
            self._activity.say(tr("Verified: everything in this database is as it was signed."))


def _sentence_of_problems(problems: Sequence[Mapping[str, str]]) -> str:
    found = plural(
        "This database came from elsewhere, and a check found {n} problems in it.",
        "This database came from elsewhere, and a check found {n} problem in it.",
        len(problems),
    )
    remedy = tr(
        "Don't rely on what it shows: import the archives into a new collection. Messages of a"
        " network with a key of its own (HMAC) can't be verified here."
    )
    first = "{where}: {what}".format_map(problems[0])
    return f"{found} {first} {remedy}"


class RecentFiles(QObject):
    """Lists what the user opens; a new file that turns out to be unreadable is taken off again."""

    def __init__(self, settings: Settings, importing: Importing, parent: QObject) -> None:
        super().__init__(parent)
        self._settings = settings
        self._show: Callable[[Sequence[Path]], object] = lambda _: None
        self._unread: dict[str, Path] = {}
        """The new files of which nothing has been read yet."""
        importing.unreadable.connect(self._note_unreadable)

    def show_in(self, show: Callable[[Sequence[Path]], object]) -> None:
        """Show the files now, and whenever they change."""
        self._show = show
        show(self._settings.recent)

    def add(self, path: Path) -> None:
        """List a file or folder that is being opened."""
        if path not in self._settings.recent:
            self._unread[path_as_text(path)] = path
        self._settings.add_recent(path)
        self._show(self._settings.recent)

    def watch(self, session: Session | None) -> None:
        """Switch to another collection, or to none."""
        if session is not None:
            session.read.connect(self._note_read)

    def _note_unreadable(self, _database: Path, archives: Iterable[Path]) -> None:
        for archive in archives:
            self._note_read(path_as_text(archive), None)

    def _note_read(self, path: str, report: ImportReport | None) -> None:
        is_readable = report is not None and not is_of_another_kind(report, path)
        new = self._unread.pop(path, None)
        if new is not None and not is_readable:
            self._settings.forget_recent(new)
            self._show(self._settings.recent)


class CollectionOffers(QObject):
    """Shows the name of the open collection, and the others on the welcome page."""

    def __init__(
        self,
        collecting: Collecting,
        importing: Importing,
        welcome: Welcome,
        show_name: Callable[[str], object],
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._collecting, self._importing = collecting, importing
        self._welcome, self._show_name, self._window = welcome, show_name, window
        collecting.changed.connect(self.offer)
        collecting.named.connect(self._name)
        self._name("")
        self.offer()

    def show_anew(self) -> None:
        """Update all lists after another window has added, renamed or removed a collection."""
        self._collecting.show_name()
        self.offer()

    def offer(self) -> None:
        """Update the collections on the welcome page."""
        others = self._collecting.others()
        databases = (each.database for each in others)
        interrupted = set(filter(self._importing.is_interrupted, databases))
        self._welcome.show_collections(others, interrupted)

    def _name(self, name: str) -> None:
        self._show_name(name)
        self._window.setWindowTitle(name or "Tanglescope")  # Qt appends the name of the program


class Loading(QObject):
    """Shows that a collection is being loaded, unless it is empty."""

    def __init__(
        self, frame: Frame, opening: Opening, lists: ConversationLists, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._frame = frame
        self._opening = opening
        self._lists = lists

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        if session is None or _has_no_messages(session):
            self._frame.panes.offer_threads(there=False)
            self._frame.show_welcome()
            return
        self._frame.panes.offer_threads(there=True)
        if self._opening.address:  # the conversation of the last session is open already
            return
        self._frame.show_loading()
        answers = session.threads_found, session.failed, session.unreadable, session.unanswered
        for answer in answers:
            # Queued: what to open is decided when the answer has been shown.
            answer.connect(lambda *_: QTimer.singleShot(0, self, self._look))

    def _look(self) -> None:
        """Stop to show that something is being loaded if nothing is about to be opened."""
        if self._lists.is_settled and not self._opening.wanted_address:
            self._frame.skeleton.show_choice()


def _has_no_messages(session: Session) -> bool:
    try:
        return session.library.latest() == 0
    except DatabaseError:  # which is reported as soon as something is asked of it
        return True

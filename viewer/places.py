"""What is open: a thread, or a view such as a feed or a channel; and what one can choose from.

A thread opens at once and follows its edits. Views are gathered beside the window, and again
when messages come; nobody tells of their changes one by one.
"""

from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from engine.library import (
    EVERYTHING,
    Library,
    LibraryChange,
    Question,
    ThreadSummary,
    TimelineSnapshot,
    view_of,
)
from viewer.models.shelves import Shelf, Wish, is_view
from viewer.session import Session
from viewer.views.reading import ReadingPage
from viewer.views.thread_list import ThreadList

_LIST_PATIENCE = 300  # milliseconds
_VIEW_PATIENCE = 700
_LATEST = 8


class _Found(NamedTuple):
    summary: ThreadSummary
    snapshot: TimelineSnapshot
    new: list[str]


class Places(QObject):
    """Opens threads and views on a page, and offers them in a list."""

    opened = Signal(str)
    """The thread of this root is open; `""` where it is a view."""
    offered = Signal(bool)
    """The list shows what there is; False when the database is empty."""

    def __init__(self, threads: ThreadList, page: ReadingPage, parent: QObject) -> None:
        super().__init__(parent)
        self._threads = threads
        self._page = page
        self._session: Session | None = None
        self._asked: str | None = None
        self.is_settled = False
        """Whether the list shows what was asked for."""
        self._list_timer = self._timer(_LIST_PATIENCE, self.refresh)
        self._view_timer = self._timer(_VIEW_PATIENCE, self._gather_again)
        threads.wanted.connect(self.refresh)
        page.find.filter_wanted.connect(self._filter)

    def watch(self, session: Session | None) -> None:
        """Open things of another database, or of none."""
        self._session, self._asked = session, None
        if session:
            session.changed.connect(self._note)
            session.threads_found.connect(self._offer)
            session.neighbours.wrote.connect(self.catch_up)
            self.refresh()

    def open(self, address: str, key: str | None = None) -> None:
        """Show a thread or a view, at the message `key` if one is named. Raises `UnknownThread`."""
        if self._session is None:
            return
        if is_view(address):
            self._gather(address, key)
            return
        self._asked = None
        library = self._session.library
        thread = library.thread(address)
        self._threads.choose(address)
        self._page.open_thread(thread, lambda: library.timeline(address))
        if key:
            self._page.timeline.go_to(key)
        self.opened.emit(address)

    def refresh(self) -> None:
        """Ask for the list anew, and what is told of the open thread."""
        if self._session is None:
            return
        self._session.find_threads(self._threads.wish())
        model = self._page.timeline.timeline
        if model.root:
            model.count_votes()
            if not is_view(model.root):
                self._page.heading.show_thread(self._session.library.thread(model.root))

    def refresh_soon(self) -> None:
        """Ask for the list anew when nothing has happened for a moment."""
        self._list_timer.start()

    def catch_up(self) -> None:
        """Show what another process has written meanwhile."""
        self.refresh_soon()
        model = self._page.timeline.timeline
        if model.root and not is_view(model.root):
            model.catch_up()

    # The list

    def _offer(self, wish: Wish, threads: list[ThreadSummary]) -> None:
        # An answer may be on its way when the session ends.
        if self._session is None or wish != self._threads.wish():
            return
        self._threads.show_threads(threads)
        model = self._page.timeline.timeline
        if any(each.is_gathered and each.root == model.root for each in threads):
            model.catch_up()
        if wish.shelf is Shelf.THREADS:
            self.offered.emit(bool(threads or wish.words))
            if threads and not model.root and self._asked is None:
                self.open(_liveliest(threads).root)
        self.is_settled = True

    def _note(self, change: LibraryChange) -> None:
        if change.threads_changed or change.names_changed:
            self.refresh_soon()
        if change.added and is_view(self._page.timeline.timeline.root):
            self._view_timer.start()

    # Views

    def _filter(self, words: str) -> None:
        """Show what holds these words: of the open thread, or of all where a view is open."""
        root = self._page.timeline.timeline.root
        self.open(view_of(Question(words, thread=None if is_view(root) else root)).address)

    def _gather(self, address: str, key: str | None) -> None:
        """Show a view as soon as it is gathered, unless something else is wanted by then."""
        assert self._session is not None
        self._asked = address
        model = self._page.timeline.timeline
        before = model.keys(0, model.rowCount()) if model.root == address else None

        def show(found: _Found | None) -> None:
            if found is None or self._asked != address:
                return
            self._asked = None
            self._threads.choose(address)
            self._page.open_thread(found.summary, lambda: found.snapshot)
            if before is not None:
                model.renew(found.snapshot, found.new)
            if key:
                self._page.timeline.go_to(key)
            self.opened.emit("")

        self._session.ask("view", lambda library: _find(library, address, before), show)

    def _gather_again(self) -> None:
        address = self._page.timeline.timeline.root
        if self._session and self._asked is None and is_view(address):
            self._gather(address, None)

    def _timer(self, patience: int, act: object) -> QTimer:
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.setInterval(patience)
        timer.timeout.connect(act)
        return timer


def _find(library: Library, address: str, before: list[str] | None) -> _Found:
    """A view, and what of it was not there `before`."""
    everything = library.everything()  # what is not ranked yet stands in no view
    snapshot = everything if address == EVERYTHING else library.timeline(address)
    known = set(before or ())
    new = [] if before is None else [key for key in snapshot.keys if key not in known]
    return _Found(library.thread(address), snapshot, new)


def _liveliest(threads: list[ThreadSummary]) -> ThreadSummary:
    """The thread to begin with: of the latest ones, that in which most is said."""
    return max(threads[:_LATEST], key=lambda thread: thread.messages)

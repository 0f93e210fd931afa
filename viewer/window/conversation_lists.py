"""The lists of the sidebar: threads, feeds, channels, with pinned ones on top."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal

from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import (
    EVERYTHING,
    ConversationSummary,
    Library,
    LibraryChange,
    ReadMark,
    UnknownConversation,
)
from tanglescope.engine.library.typed_address import resolve
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.viewer.models.sidebar import SidebarFilter, SidebarList, Sorting, arrange
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.session import Session
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.window.frame import Frame
from tanglescope.viewer.window.opening import Opening

_PATIENCE = 300  # milliseconds
_LATEST = 8


class _Beginning(NamedTuple):
    """A list that isn't empty, and the conversation to begin with."""

    sidebar_list: SidebarList
    address: str


class ConversationLists(QObject):
    """Fills the list of the sidebar, and opens what is chosen from it."""

    offered = Signal(bool)
    """Emitted when the list is filled; False if the database is empty."""
    did = Signal(str, object)
    """Emitted with what to say when the latest change is undone, and a function that does it."""
    pin_turned = Signal(bool)
    """Emitted when the open conversation is pinned or unpinned."""

    def __init__(
        self,
        frame: Frame,
        opening: Opening,
        report: Callable[[str], None],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._threads = threads = frame.threads
        self._pages = frame.reading, frame.beside
        self._opening = opening
        self._report = report
        self._session: Session | None = None
        self._is_offered = False
        self._is_looking = False
        """Whether it is being asked what to begin with where there is no thread."""
        self._begun: _Beginning | None = None
        """What the window opened by itself where there was no thread."""
        self._is_new = True
        """Whether no list of the collection has been shown yet."""
        self._restored = SidebarList.THREADS
        """The list that was chosen when the collection was last open."""
        self._was_recent = False
        """Whether the reader had read that before."""
        self._news: dict[str, int] = {}
        """The number of unread messages of each conversation with any."""
        self._listed: list[ConversationSummary] = []
        self._listed_news: set[str] = set()
        """The conversations in the list of news, while that is shown."""
        self._timer = make_timer(_PATIENCE, self.refresh, self)
        for page in self._pages:
            page.timeline.unread_changed.connect(
                self._show_unread, Qt.ConnectionType.QueuedConnection
            )
        threads.wanted.connect(self.refresh)
        threads.turned.connect(self._keep_list)
        opening.opened.connect(self._mark)

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session, self._begun, self._is_looking = session, None, False
        self._is_new = True
        self._threads.watch(session)
        if session:
            _respell(session)
            self._restored, sorting = session.kept.sidebar
            self._threads.begin_anew(self._restored, sorting)
            self._threads.show_pinned(session.kept.pinned)
            session.changed.connect(self._note)
            session.threads_found.connect(self._offer)
            session.database_watch.wrote.connect(self.refresh_soon)
            session.unlocked.connect(self._await_private)
            session.read.connect(self._begin_anew)
            session.news.changed.connect(self.refresh_soon)
            self._news = {}
            self.refresh()

    @property
    def is_settled(self) -> bool:
        """Whether no list is awaited, and the first thread is open."""
        return self._session is None or (self._is_offered and not self._opening.is_awaited)

    def refresh(self) -> None:
        """Update the list and the heading of the open thread."""
        if self._session:
            self._session.find_threads(self._threads.sidebar_filter())
            if (mark := self._session.news.mark) is not None:
                self._session.ask("news", lambda library: library.unread(mark), self._take)
            self._opening.refresh()

    def refresh_soon(self) -> None:
        """Update the list when nothing has happened for a moment."""
        self._timer.start()

    def catch_up(self) -> None:
        """Show what another process has written in the meantime."""
        self.refresh_soon()
        self._opening.catch_up()

    def step(self, rows: int) -> None:
        """Open the conversation a number of rows further down, or report where the list ends."""
        if not self._threads.step(rows):
            self._report(
                tr("No conversation follows in this list.")
                if rows > 0
                else tr("No conversation is further up in this list.")
            )

    def is_pinned(self, address: str) -> bool:
        """Whether a conversation is pinned."""
        return split_order(address)[0] in self._threads.model.pinned

    def turn_pin(self, address: str) -> None:
        """Pin or unpin a conversation."""
        address, session = split_order(address)[0], self._session
        if session is None:
            return
        if address == EVERYTHING:
            self._report(tr("“Everything” needs no pin: its button is always above the list."))
        else:
            pinned = session.kept.pinned
            place = None if address in pinned else resolve(session.library, address)
            if place is not None and not place.address:
                self._report(place.reason)
                return
            others = [each for each in pinned if each != address]
            is_new = address not in pinned
            self._put_pinned([*others, address] if is_new else others)
            self.did.emit(tr("What is pinned is as before."), partial(self._put_pinned, pinned))
            self._report(
                tr("Pinned to the top of the list.") if is_new else tr("No longer pinned.")
            )
        self._report_pinned()

    def _put_pinned(self, addresses: list[str]) -> None:
        if (session := self._session) is not None:
            session.kept.pinned = addresses
            self._threads.show_pinned(addresses)
            self._report_pinned()
            self.refresh()

    def _mark(self, address: str) -> None:
        """Note that a conversation was opened."""
        self._threads.choose(split_order(address)[0])
        self._show_unread()
        if self._session:
            self._session.kept.add_recent_thread(address)
            if self._threads.sidebar_filter().sidebar_list is SidebarList.RECENT:
                self.refresh_soon()
        self._report_pinned()

    def _report_pinned(self) -> None:
        self.pin_turned.emit(self.is_pinned(self._opening.address))

    def _offer(self, sidebar_filter: SidebarFilter, threads: list[ConversationSummary]) -> None:
        # An answer may be on its way when the session ends.
        if self._session is None or sidebar_filter != self._threads.sidebar_filter():
            return
        kept, is_recent = self._session.kept, sidebar_filter.sidebar_list is SidebarList.RECENT
        self._listed = threads
        new = self._unread()
        if sidebar_filter.sidebar_list is SidebarList.NEWS:
            threads = [each for each in threads if self._is_news(each.address, new)]
        if sidebar_filter.sorting is Sorting.UNREAD:
            threads = sorted(threads, key=lambda each: -new.get(each.address, 0))
        shown = arrange(threads, kept.pinned, kept.recent_threads if is_recent else None)
        is_news = sidebar_filter.sidebar_list is SidebarList.NEWS
        self._listed_news = {each.address for each in shown} if is_news else set()
        words = sidebar_filter.words
        why = "" if shown else resolve(self._session.library, words).reason
        self._threads.show_threads(shown, why)
        self._threads.show_unread(new)
        self._opening.catch_up()
        is_list_of_threads = sidebar_filter.sidebar_list is SidebarList.THREADS
        is_restored = self._is_new and sidebar_filter.sidebar_list is self._restored
        is_first = is_list_of_threads or is_restored
        if is_first and not (shown or sidebar_filter.words):
            self._look_elsewhere()
            return
        if is_first:
            self.offered.emit(True)
        if is_list_of_threads and threads and self._may_begin() and not self._is_early():
            self._begin(_liveliest(threads))
        self._is_new = False
        self._is_offered = True

    def _is_news(self, address: str, new: Mapping[str, int]) -> bool:
        """Whether a conversation is in the list of news; the one that is being read stays in it."""
        is_open = address == split_order(self._opening.address)[0]
        return address in new or (is_open and address in self._listed_news)

    def _begin(self, thread: ConversationSummary) -> None:
        """Begin with a thread; a better one may arrive while an archive is read."""
        self._forget_begun()
        self._is_looking = False  # an answer that is on its way is older than this list
        reads = self._session is not None and self._session.reads_now
        self._begun = _Beginning(SidebarList.THREADS, thread.address) if reads else None
        self._was_recent = self._is_recent(thread.address)
        self._opening.begin_with(thread)

    def _is_early(self) -> bool:
        """Whether the open thread is one to begin with until its archive has been read."""
        return self._begun is not None and self._begun.sidebar_list is SidebarList.THREADS

    def _keep_list(self) -> None:
        """Remember which list the reader has chosen, and its sorting."""
        if self._session:
            shown = self._threads.sidebar_filter()
            self._session.kept.sidebar = shown.sidebar_list, shown.sorting

    def _await_private(self) -> None:
        """Update the list after private messages were decrypted."""
        self._is_offered = False
        self.refresh()
        self._begin_anew()

    def _begin_anew(self) -> None:
        """Begin with a thread or tangle that arrived after another conversation was opened.

        Only if the reader has chosen nothing yet, neither a conversation nor a place in it.
        """
        if self._is_early() and (not self._may_begin() or self._is_being_read()):
            self._begun = None  # it is the reader's now
        elif self._is_looking or (self._begun and self._may_begin()):
            self._look_elsewhere()

    def _may_begin(self) -> bool:
        """Whether the reader has chosen nothing yet, neither a conversation nor a list."""
        own = self._begun.address if self._begun else ""
        return self._opening.wanted_address in ("", own) and not self._is_list_chosen()

    def _is_being_read(self) -> bool:
        """Whether the reader has gone somewhere in the open conversation."""
        timeline = self._opening.page.timeline
        return timeline.current_key() is not None or timeline.first_row() > 0

    def _is_list_chosen(self) -> bool:
        """Whether the reader has turned to another list, or filters it."""
        shown = self._threads.sidebar_filter()
        begun = self._begun.sidebar_list if self._begun else SidebarList.THREADS
        return shown.sidebar_list not in (begun, self._restored) or bool(shown.words)

    def _look_elsewhere(self) -> None:
        """Ask which list has a conversation to begin with, because there may be no thread."""
        if self._session:
            self._session.ask("what to begin with", _beginnings, self._begin_with)
            # Only now: previous questions have been cancelled.
            self._is_offered, self._is_looking = False, True

    def _begin_with(self, beginnings: list[_Beginning] | None) -> None:
        was_looking, self._is_looking = self._is_looking, False
        self._is_offered = True
        if beginnings is None or not was_looking:  # cancelled, or failed, which was reported
            return
        self.offered.emit(bool(beginnings))
        found = next(iter(beginnings), None)
        is_new, self._is_new = self._is_new, False
        if found is None or found == self._begun or self._is_list_chosen():
            return
        if self._is_early() and self._is_being_read():  # since it was asked
            self._begun = None
        elif self._may_begin():
            self._begin_in_list(found)
        elif is_new:
            # The conversation that was read last is open already, and there are no threads.
            self._threads.turn_to(found.sidebar_list)
            self.refresh()

    def _begin_in_list(self, found: _Beginning) -> None:
        """Show the list of a conversation, and open it; in the list of threads, that may be later.

        A list of threads begins with one as soon as it is loaded.
        """
        self._forget_begun()
        self._is_offered = False  # until that list is loaded
        self._threads.turn_to(found.sidebar_list)
        self.refresh()
        if self._is_early():
            self._begun = None
            self._opening.open(found.address)
        elif found.sidebar_list is not SidebarList.THREADS:
            self._begun, self._was_recent = found, self._is_recent(found.address)
            with suppress(UnknownConversation):  # its archive may be gone in the meantime
                self._opening.open(found.address)

    def _is_recent(self, address: str) -> bool:
        """Whether a conversation is among those that were read last."""
        session = self._session
        return session is not None and address in session.kept.recent_threads

    def _forget_begun(self) -> None:
        """Take what the window began with by itself off the list of what was read."""
        if self._session and self._begun and not self._was_recent:
            self._session.kept.forget_recent_thread(self._begun.address)

    def _unread(self) -> dict[str, int]:
        """The number of unread messages of each conversation; in a timeline it is known at once."""
        news = dict(self._news)
        for page in self._pages:
            if not page.isHidden() and isinstance(page.timeline.model(), TimelineModel):
                address = split_order(page.timeline.timeline.address)[0]
                news[address], _ = page.timeline.unread.counts()
        return {address: count for address, count in news.items() if count}

    def _show_unread(self) -> None:
        self._threads.show_unread(self._unread())

    def _take(self, news: dict[str, int] | None) -> None:
        if news is not None and news != self._news:
            self._news = news
            if self._threads.sidebar_filter().sidebar_list is SidebarList.NEWS:
                self.refresh_soon()
            self._show_unread()

    def mark_read(self) -> None:
        """Mark all listed conversations and those in the timelines as read."""
        if self._session is None:
            return
        session, new, before = self._session, self._unread(), self._session.news.mark
        for page in self._pages:
            page.timeline.mark_read()
        marked = plural(
            "{n:,} conversations marked as read", "{n:,} conversation marked as read", len(new)
        )
        self._report(marked if new else tr("Nothing is unread."))
        session.news.begin(self._listed)
        self._news, self._listed_news = {}, set()
        if new and before is not None:
            self.did.emit(tr("It is unread again."), partial(self._mark_unread, before))
        self.refresh()

    def _mark_unread(self, mark: ReadMark) -> None:
        """Call what a mark doesn't call read unread again."""
        if self._session is not None:
            self._session.news.put_back(mark)
            self._opening.mark_new()
            self.refresh()

    def _note(self, change: LibraryChange) -> None:
        if change.names_changed:
            self._threads.previews.forget()
        if change.threads_changed or change.names_changed:
            self.refresh_soon()


def _respell(session: Session) -> None:
    """Update the addresses of conversations in all settings to their current form."""
    kept, canonical = session.kept, session.library.canonical
    session.settings.respell(canonical)
    kept.pinned = list(map(canonical, kept.pinned))
    kept.recent_threads = list(dict.fromkeys(map(canonical, kept.recent_threads)))


def _beginnings(library: Library) -> list[_Beginning]:
    """The first list with something in it, and the conversation to begin with; or none."""
    for sidebar_list in SidebarList:
        # News are threads, too: those that arrive while it is asked would make them the first.
        if sidebar_list.listing is None or sidebar_list is SidebarList.NEWS:
            continue
        if found := library.conversations(listing=sidebar_list.listing):
            return [_Beginning(sidebar_list, _liveliest(found).address)]
    return []


def _liveliest(threads: list[ConversationSummary]) -> ConversationSummary:
    """The thread to begin with: of the latest ones, the one with most messages."""
    return max(threads[:_LATEST], key=lambda thread: thread.messages)

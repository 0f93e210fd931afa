"""The open conversation of a page, a thread or a view such as a feed or a channel, and its updates.

A conversation whose order is stored opens at once; others are read in the background. All of them
follow what arrives by edits. Where these aren't reported with what arrives, they are asked for: the
present order is read in the background and compared with the rows.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from tanglescope.engine.library import (
    Conversation,
    ConversationSummary,
    Library,
    LibraryChange,
    TimelineChange,
    TimelineSnapshot,
    search_address,
)
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.orders.order_cache import LARGE
from tanglescope.viewer.actions.hiding import Hiding
from tanglescope.viewer.face import Face, FacePart
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.session import Session
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.views.timeline.reading import ReadingPage
from tanglescope.viewer.workers.frame_clock import FRAME_MILLISECONDS

_SOON = 16  # milliseconds until the edits of a conversation are asked for
_REST = 3  # times the duration of the last answer, until they are asked for again
_LONGEST_REST = 2_000  # milliseconds

FIRST = 128
"""The rows that are shown first of what takes long to read, above and below a message there."""


class _Gathered(NamedTuple):
    """A conversation that was read; `is_whole` says whether its summary is complete."""

    summary: ConversationSummary
    snapshot: TimelineSnapshot
    is_whole: bool


class _Compared(NamedTuple):
    """The change of what is open, if any, and the state of the database that was compared."""

    state: tuple[int, ...]
    change: TimelineChange | None


class Opening(QObject):
    """Opens conversations on a page, and keeps the open one up to date."""

    opened = Signal(str)
    """Emitted with the address of the conversation that was opened."""

    def __init__(self, page: ReadingPage, parent: QObject) -> None:
        super().__init__(parent)
        self.page = page
        self._session: Session | None = None
        self._asked: str | None = None
        self._asked_at: float | None = None
        """When the edits of what is open were asked for; None unless an answer is awaited."""
        self._is_behind = False
        """Whether more has arrived since they, or another conversation, were asked for."""
        self._seen: tuple[int, ...] = ()
        """The state of the database in which what is open was last compared with it."""
        self.model: TimelineModel | None = None
        """The rows of what is open; None without a database."""
        self.hiding = Hiding(page, self)
        self._as_read = False
        """Whether messages that only change others have no rows."""
        self._first: ConversationSummary | None = None
        self._next_frame = make_timer(FRAME_MILLISECONDS, self._begin, self)
        self._timer = make_timer(_SOON, self._follow, self)
        self._summing_up = make_timer(0, lambda: self._sum_up(self.address), self)
        page.timeline.messages_read.connect(self._note_read)
        page.finder.wanted.connect(self._find)
        page.finder.filter_wanted.connect(self._filter)
        page.face_turned.connect(self._set_face)

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session, self._asked, before = session, None, self.model
        self._asked_at, self._is_behind = None, False
        self.model = TimelineModel(session.library, self, session.pictures) if session else None
        if self.model:
            self.model.as_read = self._as_read
        self.page.set_model(self.model)
        self.hiding.watch(session, self.model)
        if self.model and session:
            self.model.troubled.connect(session.failed)
            self.model.outdated.connect(self.catch_up)
        if before:
            before.deleteLater()
        if session:
            session.news.changed.connect(self._note_news)
            self._note_news()
            session.changed.connect(self._note)
            session.found.connect(self.page.show_hits)
            session.database_watch.wrote.connect(self.catch_up)
            session.unlocked.connect(self.catch_up)

    @property
    def address(self) -> str:
        """The address of the open conversation, or `""`."""
        return self.model.address if self.model else ""

    @property
    def wanted_address(self) -> str:
        """The address of the conversation that is open or being opened, or `""`."""
        return self._asked or self.address

    @property
    def is_awaited(self) -> bool:
        """Whether a conversation is being opened."""
        return self._asked is not None

    def open(self, address: str, key: str | None = None) -> None:
        """Show a conversation, at the message `key` if given. Raises `UnknownConversation`."""
        if self._session is None:
            return
        try:
            conversation = self._session.library.conversation(address, as_read=self._as_read)
            self._asked = None
            if conversation.revision() is None:
                self._gather(str(conversation.address), key)
                return
            found = _read(conversation)
        except DatabaseError as error:
            self._session.failed.emit(str(error))
        else:
            self._show(found.summary, lambda: found.snapshot, key)
            if not found.is_whole:
                self._sum_up(found.summary.address)

    def begin_with(self, thread: ConversationSummary) -> None:
        """Show a thread in the next frame, unless another one is opened by then."""
        self._first, self._asked = thread, thread.address
        self._next_frame.start()

    def _show(
        self,
        thread: ConversationSummary,
        snapshot: Callable[[], TimelineSnapshot],
        key: str | None = None,
    ) -> None:
        assert self._session is not None
        assert self.model is not None
        is_another = thread.address != self.address or self.model.is_part
        self._asked, self._seen = None, ()
        try:
            self.page.open_thread(thread, snapshot)
        except DatabaseError as error:
            self._session.failed.emit(str(error))
            return
        if is_another:
            self.mark_new()
        if key:
            self.page.timeline.go_to(key)
        self.hiding.open(thread.address)
        self.opened.emit(thread.address)

    def _begin(self) -> None:
        first, session = self._first, self._session
        if first and session and self._asked == first.address:
            read, as_read = session.library.conversation, self._as_read
            self._show(first, lambda: read(first.address, as_read=as_read).snapshot())

    def refresh(self) -> None:
        """Update the heading of the open conversation."""
        if self.model and self.model.address:
            self.model.count_votes()
            self._sum_up(self.model.address)

    def _note(self, change: LibraryChange) -> None:
        if self.model is None:
            return
        if change.names_changed:
            self.model.forget_names(list(change.names_changed))
        if change.revises:
            self.model.forget_messages()
        if change.revises and self._as_read:
            self.catch_up()  # what is new may be read in rows that are here
            return
        applied = [self.model.apply(timeline) for timeline in change.timelines]
        # What is decrypted of what was added is reported afterwards.
        concerns = change.added if self.model.is_public else not change.added
        if concerns and self.address and not any(applied):
            self.catch_up()

    def _set_face(self, face: Face) -> None:
        """Show or leave out the rows of messages that only change others."""
        is_other = self._as_read is face.shows(FacePart.SIGNED)
        self._as_read = not face.shows(FacePart.SIGNED)
        if self.model is not None and is_other:
            self.model.as_read, self._seen = self._as_read, ()
            self.catch_up()

    def mark_new(self) -> None:
        """Mark what is unread in the conversation that was opened."""
        assert self._session is not None
        address, model, mark = self.address, self.model, self._session.news.mark
        if mark is None:
            return

        def show(keys: list[str] | None) -> None:
            session, is_here = self._session, model is self.model and self.address == address
            if keys is None or session is None or not is_here:
                return
            if session.news.mark != mark:  # more has been read since
                self.mark_new()
                return
            self.page.timeline.mark_new(keys)
            self._note_read([])

        kind = f"new messages for {self.page.accessibleName()}"
        self._session.ask(
            kind, lambda library: library.conversation(address, as_read=True).unread(mark), show
        )

    def _note_read(self, keys: Sequence[str]) -> None:
        """Note messages of the open conversation that the reader has seen."""
        if self._session is None or self.model is None:
            return
        if self.model.is_numbered_apart:
            unread, _ = self.page.timeline.unread.counts()
            address = split_order(self.address)[0]
            self._session.news.count(address, self.model.messages_here - unread)
        elif keys:
            self._session.news.read(keys)

    def _note_news(self) -> None:
        """Mark what arrives as new, unless everything is: until the first import is over."""
        if self._session is not None:
            self.page.timeline.unread.is_paused = self._session.news.mark is None

    # Search in the conversation

    def _find(self, words: str) -> None:
        if self._session and self.address:
            self._session.find(self.address, words)

    def _filter(self, words: str) -> None:
        """Show only messages with these words: as a search if possible, otherwise as a filter."""
        if self._session and self.address:
            conversation = self._session.library.conversation(self.address)
            if conversation.is_searched_alone:
                self.open(str(search_address(conversation.question(words))))
            else:
                self.hiding.show_only(self.page.finder.hits)

    # What isn't reported

    def _gather(self, address: str, key: str | None, *, is_begun: bool = False) -> None:
        """Show a conversation as soon as it is read, unless another one is opened by then.

        Where that takes long, a part of it is shown first.
        """
        assert self._session is not None
        assert self.model is not None
        model, library = self.model, self._session.library

        def show(found: _Gathered | None) -> None:
            if self._asked != address or model is not self.model:
                return
            self._asked = None
            if found is None:
                return
            if as_read is not self._as_read:
                self._gather(address, key)
                return
            if found.snapshot.is_part:
                self.page.begin(found.summary, library.adopt_snapshot(found.snapshot), key)
                self._gather(address, key, is_begun=True)
                return
            is_another = model.address != address or model.is_part
            is_there = model.address == address and key == self.page.timeline.current_key()
            snapshot = partial(library.adopt_snapshot, found.snapshot)
            self._show(found.summary, snapshot, None if is_there else key)
            if not found.is_whole:
                self._sum_up(address)
            if self._is_behind or not is_another:
                self.catch_up()

        self._is_behind, as_read = False, self._as_read
        at, rows = key or self.page.left_at(address), 0 if is_begun else FIRST
        self._session.follow(
            self._kind("view"),
            lambda library: _gather_opening(library, address, at, rows, as_read=as_read),
            show,
        )
        self._asked = address  # after previous questions have been cancelled

    def catch_up(self) -> None:
        """Ask for the edits of what is open; while an answer is awaited, afterwards."""
        if self.is_awaited or self._asked_at is not None:
            self._is_behind = True
        elif self.model is not None and self.model.is_part:  # the rest couldn't be read
            self._gather(self.model.address, None, is_begun=True)
        elif not self._timer.isActive():
            self._timer.start()

    def _follow(self) -> None:
        """Ask for the edits that bring what is shown to its present state, and apply them."""
        if self._session is None or self.model is None or not self.model.address:
            return
        model, before, changes = self.model, self.model.shown_snapshot(), self.model.changes
        if model.gaps:
            self.hiding.follow()
            return
        self._asked_at, self._is_behind, as_read = monotonic(), False, self._as_read
        if model.leaves_out:
            before = replace(before, revision=-1)  # of other rows

        def show(found: _Compared | None) -> None:
            if self._asked_at is None or model is not self.model:
                return
            took, self._asked_at = monotonic() - self._asked_at, None
            is_of_another_face = as_read is not self._as_read
            if model.address != before.address or model.changes != changes or is_of_another_face:
                self._is_behind = True
            elif found is not None:
                self._seen = found.state
                if found.change is not None:
                    model.renew(found.change)
                    self._sum_up_soon()
            if self._is_behind:
                self._timer.start(min(max(_SOON, int(1000 * _REST * took)), _LONGEST_REST))

        seen = self._seen
        self._session.follow(
            self._kind("edits"),
            lambda library: _compare_with_now(library, before, seen, as_read=as_read),
            show,
        )

    def _kind(self, what: str) -> str:
        return f"{what} for {self.page.accessibleName()}"

    def _sum_up_soon(self) -> None:
        """Update the heading, with a rest if that takes long and messages keep arriving."""
        if not self._summing_up.isActive():
            self._summing_up.start()

    def _sum_up(self, address: str) -> None:
        """Update the heading, which may take a look at every message."""
        if self._session is None or not address:
            return
        model, asked = self.model, monotonic()

        def show(summary: ConversationSummary | None) -> None:
            rest = int(1000 * _REST * (monotonic() - asked))
            self._summing_up.setInterval(min(rest, _LONGEST_REST))
            if summary is not None and model is self.model and self.address == address:
                self.page.show_summary(summary)

        as_read = self._as_read
        self._session.ask(
            self._kind("heading"),
            lambda library: library.conversation(address, as_read=as_read).summary(),
            show,
        )


def _gather_opening(
    library: Library, address: str, at: str | None, rows: int, *, as_read: bool
) -> _Gathered:
    conversation = library.conversation(address, as_read=as_read)
    if rows and (part := conversation.part(at, rows)) and part.keys:
        return _Gathered(conversation.headline(len(part.keys)), part, is_whole=False)
    return _read(conversation)


def _read(conversation: Conversation) -> _Gathered:
    """A conversation with its summary; that of a large one is completed later."""
    snapshot = conversation.snapshot()
    messages = len(snapshot.keys)
    is_whole = messages < LARGE
    summary = conversation.summary() if is_whole else conversation.headline(messages)
    return _Gathered(summary, snapshot, is_whole)


def _compare_with_now(
    library: Library, before: TimelineSnapshot, seen: tuple[int, ...], *, as_read: bool
) -> _Compared:
    """The change of a conversation since it was shown, unless the database is as it was `seen`."""
    state = library.state()
    if state == seen:
        return _Compared(state, None)
    conversation = library.conversation(before.address, as_read=as_read)
    if conversation.revision() == before.revision:
        return _Compared(state, None)
    change = conversation.snapshot().change_from(library.adopt_snapshot(before))
    is_other = change.edits or change.waiting or change.revision != before.revision
    return _Compared(state, change if is_other else None)

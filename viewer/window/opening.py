"""The open conversation of a page, a thread or a view such as a feed or a channel, and its updates.

A thread opens at once and follows its edits. Views are loaded in the background, and again when
messages arrive; their changes aren't reported one by one.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from engine.library import (
    ConversationSummary,
    Library,
    LibraryChange,
    TimelineSnapshot,
    search_address,
)
from engine.store.files.errors import DatabaseError
from engine.store.orders.order_cache import LARGE
from viewer.actions.hiding import Hiding
from viewer.models.timeline_model import TimelineModel
from viewer.session import Session
from viewer.views.timeline.reading import ReadingPage
from viewer.workers.frame_clock import FRAME_MILLISECONDS

_PATIENCE = 700  # milliseconds until a view that has grown is loaded again


class _Gathered(NamedTuple):
    """A view that was loaded; `is_whole` says whether its summary is complete."""

    summary: ConversationSummary
    snapshot: TimelineSnapshot
    new: list[str]
    is_whole: bool


class Opening(QObject):
    """Opens conversations on a page, and keeps the open one up to date."""

    opened = Signal(str)
    """Emitted with the address of the conversation that was opened."""

    def __init__(self, page: ReadingPage, parent: QObject) -> None:
        super().__init__(parent)
        self.page = page
        self._session: Session | None = None
        self._asked: str | None = None
        self._gathered: TimelineSnapshot | None = None
        """What is shown of what is open, where its edits aren't reported."""
        self._reading = 0
        """The reading of an archive during which the conversation was opened; 0 if none was."""
        self._is_imported = False
        """Whether it was opened during an import that may still be running."""
        self._is_rest = True
        """Whether all that has arrived since a view was loaded belongs to that reading or import.
        """
        self.model: TimelineModel | None = None
        """The rows of what is open; None without a database."""
        self.hiding = Hiding(page, self)
        self._first: ConversationSummary | None = None
        self._next_frame = _timer(FRAME_MILLISECONDS, self._begin, self)
        self._timer = _timer(_PATIENCE, self._gather_again, self)
        page.finder.wanted.connect(self._find)
        page.finder.filter_wanted.connect(self._filter)

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session, self._asked, before = session, None, self.model
        self.model = TimelineModel(session.library, self, session.pictures) if session else None
        self.page.set_model(self.model)
        self.hiding.watch(session, self.model)
        if self.model and session:
            self.model.troubled.connect(session.failed)
        if before:
            before.deleteLater()
        if session:
            session.changed.connect(self._note)
            session.found.connect(self.page.show_hits)
            session.database_watch.wrote.connect(self.catch_up)

    @property
    def address(self) -> str:
        """The address of the open conversation, or `""`."""
        return self.model.address if self.model else ""

    @property
    def is_live(self) -> bool:
        """Whether the edits of the open conversation are reported as they happen."""
        return self.model is not None and self.model.is_live

    @property
    def wanted(self) -> str:
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
            conversation = self._session.library.conversation(address)
            self._asked = None
            if not conversation.is_live:
                self._gather(str(conversation.address), key)
                return
            summary = conversation.summary()
        except DatabaseError as error:
            self._session.failed.emit(str(error))
        else:
            self._show(summary, key)

    def begin_with(self, thread: ConversationSummary) -> None:
        """Show a thread in the next frame, unless another one is opened by then."""
        self._first, self._asked = thread, thread.address
        self._next_frame.start()

    def _show(self, thread: ConversationSummary, key: str | None = None) -> None:
        assert self._session is not None
        self._asked = None
        library = self._session.library
        is_another = thread.address != self.address
        if is_another:
            self._note_import()
        try:
            self.page.open_thread(thread, lambda: library.conversation(thread.address).snapshot())
        except DatabaseError as error:
            self._session.failed.emit(str(error))
            return
        if is_another:
            self._mark_new()
        if key:
            self.page.timeline.go_to(key)
        self.hiding.open(thread.address)
        self.opened.emit(thread.address)

    def _begin(self) -> None:
        if self._first and self._asked == self._first.address:
            self._show(self._first)

    def refresh(self) -> None:
        """Update the heading of the open thread."""
        if self._session and self.model and self.model.address:
            self.model.count_votes()
            if self.is_live:
                try:
                    thread = self._session.library.conversation(self.model.address).summary()
                except DatabaseError as error:
                    self._session.failed.emit(str(error))
                else:
                    self.page.show_summary(thread)

    def catch_up(self) -> None:
        """Show what another process has written in the meantime."""
        self._is_rest = self._is_rest and self._is_imported
        if self._session and not self._session.awaits_messages():
            self._is_imported = False  # this was the last of it
        if self.is_live and self.model:
            self.model.catch_up()
        else:
            self._gather_again()

    def _note(self, change: LibraryChange) -> None:
        if self.model is None:
            return
        if change.names_changed:
            self.model.forget_names(list(change.names_changed))
        is_rest = self._reading > 0 and change.reading == self._reading
        with self._marking(not is_rest):
            for timeline in change.timelines:
                self.model.apply(timeline)
        if change.added and self.address and not self.is_live:
            self._is_rest = self._is_rest and (is_rest or self._is_imported)
            self._timer.start()

    def _mark_new(self) -> None:
        """Mark what has arrived since the open conversation was left."""
        assert self._session is not None
        address, model = self.address, self.model
        read = self._session.settings.read(address)
        if model is None or read is None or read >= model.messages_here:
            return

        def show(keys: list[str] | None) -> None:
            if keys and model is self.model and self.address == address:
                self.page.timeline.mark_new(keys)

        kind = f"new messages for {self.page.accessibleName()}"
        self._session.ask(
            kind, lambda library: library.conversation(address).arrived_after(read), show
        )

    def _note_import(self) -> None:
        """Note what is being imported while a conversation is opened: its rest isn't new."""
        assert self._session is not None
        self._reading = self._session.current_reading
        self._is_imported = self._session.awaits_messages() and not self._reading
        self._is_rest = True

    @contextmanager
    def _marking(self, on: bool) -> Iterator[None]:
        """Mark what arrives as new, or not."""
        unread = self.page.timeline.unread
        unread.is_paused = not on
        yield
        unread.is_paused = False

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

    # Views

    def _gather(self, address: str, key: str | None, *, is_again: bool = False) -> None:
        """Show a view as soon as it is loaded, unless another one is opened by then.

        Hidden parts stay hidden when it is loaded again.
        """
        assert self._session is not None
        assert self.model is not None
        model, library = self.model, self._session.library
        before = self._gathered if model.address == address else None
        if model.address != address:
            self._note_import()
        is_rest, self._is_rest = self._is_rest, True

        def show(found: _Gathered | None) -> None:
            if self._asked != address or model is not self.model:
                return
            self._asked = None
            if found is None:
                return
            self._gathered = found.snapshot
            snapshot = library.adopted(found.snapshot)
            self.page.open_thread(found.summary, lambda: snapshot)
            if before is not None:
                with self._marking(not is_rest):
                    model.renew(snapshot, found.new)
            else:
                self._mark_new()
            if key:
                self.page.timeline.go_to(key)
            if not is_again:
                self.hiding.open(address)
            self.opened.emit(address)
            if not found.is_whole:
                self._sum_up(address)

        kind = f"view for {self.page.accessibleName()}"
        self._session.ask(kind, lambda library: _gathered(library, address, before), show)
        self._asked = address  # after previous questions have been cancelled

    def _sum_up(self, address: str) -> None:
        """Complete the heading of a large view, which takes a look at every message."""
        assert self._session is not None
        model = self.model

        def show(summary: ConversationSummary | None) -> None:
            if summary is not None and model is self.model and self.address == address:
                self.page.show_summary(summary)

        kind = f"heading for {self.page.accessibleName()}"
        self._session.ask(kind, lambda library: library.conversation(address).summary(), show)

    def _gather_again(self) -> None:
        if self._session and self._asked is None and self.address and not self.is_live:
            self._gather(self.address, None, is_again=True)


def _timer(milliseconds: int, act: Callable[[], None], parent: QObject) -> QTimer:
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(act)
    return timer


def _gathered(library: Library, address: str, before: TimelineSnapshot | None) -> _Gathered:
    """A view, and which of its messages are new since `before`."""
    conversation = library.conversation(address)
    snapshot = conversation.snapshot()
    messages = len(snapshot.keys)
    is_whole = messages < LARGE
    summary = conversation.summary() if is_whole else conversation.headline(messages)
    return _Gathered(summary, snapshot, snapshot.new_since(before), is_whole)

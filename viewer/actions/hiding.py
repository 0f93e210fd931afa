"""Hide parts of a thread: authors, types, the middles of linear runs.

The visible rows are computed in a background thread, also when messages arrive. The choice is
stored with the thread, which reopens with it. A line of hidden messages opens when it is entered or
clicked, until another thread is opened.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import NamedTuple

from PySide6.QtCore import QObject, QPoint, Signal

from tanglescope.engine.drawing.eliding import EVERYTHING, Filters, GappedRows, leave_gaps
from tanglescope.engine.drawing.shape import Shape
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import Library, TimelineChange, TimelineSnapshot
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.session import Session
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.views.timeline.hiding import HideMenu
from tanglescope.viewer.views.timeline.reading import ReadingPage

_PATIENCE = 250  # milliseconds until new messages are included
_REST = 3  # times the duration of the last answer, until they are included
_LONGEST_REST = 10_000  # milliseconds


class _Answer(NamedTuple):
    found: GappedRows
    change: TimelineChange | None
    """The change of the rows; None if nothing was hidden before."""


class Hiding(QObject):
    """Hides things on one page."""

    did = Signal(str, object)
    """Emitted with what to say when the latest change is undone, and a function that does it."""

    def __init__(self, page: ReadingPage, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._session: Session | None = None
        self._model: TimelineModel | None = None
        self._filters = EVERYTHING
        self._only: frozenset[str] = frozenset()
        self._opened: tuple[str, ...] = ()
        self._is_awaited = self._is_behind = False
        """Whether an answer is awaited, and whether more has changed since it was asked for."""
        self._menu = HideMenu(page)
        self._menu.changed.connect(self.hide)
        self._timer = make_timer(0, self._ask, self)

    @property
    def filters(self) -> Filters:
        """What is hidden of the open thread."""
        return self._filters

    def watch(self, session: Session | None, model: TimelineModel | None) -> None:
        """Switch to another database, or to none."""
        self._session, self._model = session, model
        self._is_awaited = self._is_behind = False
        self._filters, self._only, self._opened = EVERYTHING, frozenset(), ()
        if model:
            model.gap_wanted.connect(self._open_gap)

    def follow(self) -> None:
        """Show what has changed, soon; while an answer is awaited, afterwards."""
        if self._is_awaited:
            self._is_behind = True
        elif not self._timer.isActive():
            self._timer.start(_PATIENCE)

    def open(self, address: str) -> None:
        """Restore what was hidden in the thread that was just opened."""
        kept = self._session.settings.within(address).filters if self._session else EVERYTHING
        self._filters, self._only, self._opened = kept, frozenset(), ()
        if kept:
            self._ask()
        self._report()

    def hide(self, filters: Filters) -> None:
        """Change what is hidden in the open thread; nothing for `EVERYTHING`."""
        if self._session is None or self._model is None or not self._model.address:
            return
        if filters != self._filters:
            undo = partial(self._put_back, self._model.address, self._filters)
            self.did.emit(tr("What is hidden is as before."), undo)
        self._put(filters)

    def _put_back(self, address: str, filters: Filters) -> None:
        """Hide what was hidden before in a conversation, which may be closed by now."""
        if self._model is not None and self._model.address == address:
            self._put(filters)
        elif self._session is not None:
            self._session.settings.within(address).filters = filters

    def _put(self, filters: Filters) -> None:
        assert self._session is not None
        assert self._model is not None
        self._filters, self._opened = filters, ()
        if not filters:
            self._only = frozenset()
        self._session.settings.within(self._model.address).filters = filters
        self._ask()

    def show_only(self, keys: Iterable[str]) -> None:
        """Hide all other messages, until the conversation is opened again."""
        self._only, self._opened = frozenset(keys), ()
        self._ask()

    def turn_author(self, feed: str) -> None:
        """Hide the messages of an author in the open thread, or show them again."""
        self.hide(replace(self._filters, feeds=self._filters.feeds ^ {feed}))

    def offer(self) -> None:
        """Show the menu of what can be hidden, as soon as its entries are known."""
        if self._session is None or self._model is None:
            return
        address, as_read = self._model.address, self._model.as_read

        def look(library: Library) -> tuple[Shape, Mapping[str, str]]:
            shape = library.conversation(address, as_read=as_read).shape()
            return shape, library.names(shape.feeds)

        def show(found: tuple[Shape, Mapping[str, str]] | None) -> None:
            if found and self._model and self._model.address == address:
                self._menu.offer(*found, self._filters)
                heading = self._page.heading
                self._menu.popup(heading.mapToGlobal(QPoint(24, heading.height())))

        self._session.ask(f"hide menu for {self._page.accessibleName()}", look, show)

    def _open_gap(self, key: str) -> None:
        """Show the hidden messages of a gap."""
        gaps = self._model.gaps if self._model else None
        if gaps and key in gaps.gaps:
            self._opened += gaps.gaps[key].keys
            self._ask()

    def _ask(self) -> None:
        session, model = self._session, self._model
        if session is None or model is None or not model.address:
            return
        if not self._filters and not self._only:
            if model.gaps:
                model.open(model.address)
            self._report()
            return
        filters, only, opened = self._filters, self._only, self._opened
        before, changes, is_gapped = model.shown_snapshot(), model.changes, model.gaps is not None
        as_read, asked = model.as_read, monotonic()

        def find_left(library: Library) -> _Answer:
            conversation = library.conversation(before.address, as_read=as_read)
            revision = conversation.revision()  # before the shape, which may be newer
            found = leave_gaps(conversation.shape(), filters, opened, only)
            return _Answer(found, _gap_change(before, found, revision) if is_gapped else None)

        def show(answer: _Answer | None) -> None:
            self._is_awaited = False
            is_open = model is self._model and model.address == before.address
            if answer is None or not is_open or (self._filters, self._only) != (filters, only):
                return
            if self._is_behind:
                rest = min(_LONGEST_REST, round(1000 * _REST * (monotonic() - asked)))
                self._timer.start(max(_PATIENCE, rest))
            if model.changes != changes or model.as_read is not as_read:
                self._ask()  # more has arrived in the meantime, or the face was turned
                return
            model.show_gapped(answer.found, answer.change)
            self._report()

        self._is_behind = False
        session.ask(f"hidden for {self._page.accessibleName()}", find_left, show)
        self._is_awaited = True  # after the previous question has been cancelled

    def _report(self) -> None:
        gaps = self._model.gaps if self._model else None
        self._page.heading.show_hidden(len(gaps.gap_of) if gaps else 0)


def _gap_change(
    before: TimelineSnapshot, found: GappedRows, revision: int | None
) -> TimelineChange:
    """The change from the rows with other gaps."""
    now = before.revision if revision is None else revision
    waiting = dict(found.waiting)
    return TimelineSnapshot(before.address, now, found.rows, waiting).change_from(before)

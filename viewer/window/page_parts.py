"""What helps to read on a page: highlights, orders, and what isn't in the conversation.

A selected message is highlighted with its past and its future. Messages in neither are those that
its author did not know of. The database answers in the background, and is asked again while
messages arrive.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject

from tanglescope.engine.library import Horizon, Library, UnknownConversation
from tanglescope.engine.wording import later, tr
from tanglescope.engine.words.messages import mentions
from tanglescope.viewer.actions.ordering import OrderChooser
from tanglescope.viewer.command import Command
from tanglescope.viewer.face import Face, FacePart
from tanglescope.viewer.session import Session
from tanglescope.viewer.subjects import (
    AuthorSubject,
    ConversationSubject,
    LaneSubject,
    MessageSubject,
    Subject,
)
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.views.excluded_list import ExcludedListing
from tanglescope.viewer.views.timeline.reading import ReadingPage
from tanglescope.viewer.window.navigation import Navigation
from tanglescope.viewer.window.opening import Opening
from tanglescope.viewer.window.page_question import final_borders, superseded_bows

_PATIENCE, _LONGER_PATIENCE = 250, 700  # milliseconds
_MOST_EXCLUDED = 200
_CONCURRENT = later("{number:,} concurrent")


class Highlighter(QObject):
    """Highlights the past and future of a page's current message."""

    def __init__(self, page: ReadingPage, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._session: Session | None = None
        self._on = False
        self._has_horizon = False
        """Whether the face of the window has a highlight."""
        self._timer = make_timer(_PATIENCE, self.ask, self)
        page.timeline.current_changed.connect(self.ask)

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session = session
        self._show(None)
        if session:
            session.horizon_found.connect(self._found)
            session.changed.connect(self._timer.start)

    def turn(self, on: bool) -> None:
        """Turn the highlight on or off."""
        self._on = on
        self.ask()

    def set_face(self, face: Face) -> None:
        """Highlight if that belongs to a face."""
        self._has_horizon = face.shows(FacePart.HORIZON)
        self.ask()

    @property
    def _is_on(self) -> bool:
        return self._on and self._has_horizon

    def ask(self) -> None:
        """Ask for the past and future of the current message."""
        view, key = self._page.timeline, self._page.timeline.current_key()
        if self._session and self._is_on and key:
            self._session.find_horizon(view.timeline.address, key, self._page.accessibleName())
        else:
            self._show(None)

    def _found(self, address: str, horizon: Horizon | None) -> None:
        view = self._page.timeline
        wanted = self._session is not None and self._is_on and view.timeline.address == address
        if wanted and (horizon is None or view.current_key() == horizon.key):
            self._show(horizon)

    def _show(self, horizon: Horizon | None) -> None:
        self._page.timeline.set_horizon(horizon)
        index = self._page.timeline.currentIndex()
        has_author = not index.isValid() or bool(self._page.timeline.timeline.row(index.row()).feed)
        self._page.heading.set_about(
            horizon_text(horizon, has_author=has_author) if horizon else ""
        )


def horizon_text(horizon: Horizon, *, has_author: bool = True) -> str:
    """The numbers of messages in past and future, in words: those that are known and not zero."""
    unknown = later("{number:,} unknown to its author") if has_author else _CONCURRENT
    parts = [
        _before(horizon),
        tr("{number:,} after", number=len(horizon.future)) if horizon.future else "",
        tr(unknown, number=horizon.concurrent) if _is_certain(horizon, has_author) else "",
    ]
    if horizon.examined is not None and any(parts):
        parts.append(tr("among the {number:,} nearest", number=len(horizon.examined)))
    return " · ".join(filter(None, parts))


def _is_certain(horizon: Horizon, has_author: bool) -> bool:
    """Whether there are concurrent messages, and no missing one may come after any of them."""
    missing = len(horizon.missing) or horizon.ghosts
    if not has_author:
        missing += horizon.elsewhere  # one in the past of another message may come after this one
    return horizon.concurrent > 0 and not missing


def _before(horizon: Horizon) -> str:
    if not horizon.past or horizon.key in horizon.missing:
        return ""
    if horizon.ghosts:
        return tr(
            "{number:,} before ({missing:,} missing)",
            number=len(horizon.past),
            missing=horizon.ghosts,
        )
    return tr("{number:,} before", number=len(horizon.past))


class ExcludedLoader(QObject):
    """Fills the list on one page."""

    def __init__(self, page: ReadingPage, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._list = page.excluded
        self._session: Session | None = None
        self._timer = make_timer(_LONGER_PATIENCE, self._ask, self)
        self._list.wanted.connect(self._ask)

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session = session
        self._list.fold()
        if session:
            session.changed.connect(self._timer.start)
            session.unlocked.connect(self._timer.start)

    def _ask(self) -> None:
        if self._session is None or not self._list.is_open():
            return
        address = self._page.timeline.timeline.address

        def show(found: ExcludedListing | None) -> None:
            here = self._session is not None and self._page.timeline.timeline.address == address
            if found and here and self._list.is_open():
                self._list.show_found(found)

        kind = f"excluded from {self._page.accessibleName()}"
        self._session.ask(kind, lambda library: excluded_from(library, address), show)


def excluded_from(library: Library, address: str) -> ExcludedListing:
    """The messages that are not in a conversation, up to a limit."""
    try:
        found = library.conversation(address).excluded()
    except UnknownConversation:
        found = ()
    shown = found[:_MOST_EXCLUDED]
    messages = library.messages([each.key for each in shown])
    return ExcludedListing(shown, messages, mentions(library, messages.values()), len(found))


class PageParts(QObject):
    """A page with what helps to read on it, and what commands act on there."""

    def __init__(
        self, page: ReadingPage, opening: Opening, ways: Navigation, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.page, self.ways, self.hiding = page, ways, opening.hiding
        self._waiting: tuple[str, Callable[[], object]] | None = None
        self.light = Highlighter(page, self)
        self.superseding = superseded_bows(page, self)
        self._finality = final_borders(page, self)
        for drawn in (self.superseding, self._finality):
            opening.opened.connect(drawn.ask)
        self._excluded = ExcludedLoader(page, self)
        page.excluded.key_clicked.connect(ways.go_to)
        self.ordering = OrderChooser(page, ways.open, self)
        opening.opened.connect(lambda _: self._arrive())

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        for drawn in (self.light, self.superseding, self._finality):
            drawn.watch(session)
        for part in (self.ways, self.ordering, self._excluded):
            part.watch(session)

    def set_face(self, face: Face) -> None:
        """Show what belongs to a face."""
        for part in (self.page, self.light, self.ordering):
            part.set_face(face)

    def at(self, key: str, act: Callable[[], object]) -> None:
        """Go to a message, and call a function as soon as it is current."""
        self._waiting = key, act
        if self._is_elsewhere(key):
            self.ways.go_to(key)
        self._arrive()

    def _arrive(self) -> None:
        if self._waiting and not self._is_elsewhere(self._waiting[0]):
            _, act = self._waiting
            self._waiting = None
            act()

    def _is_elsewhere(self, key: str) -> bool:
        return key != (self.page.timeline.current_key() or "")

    def author_of(self, subject: Subject) -> str | None:
        """The author of a message or a lane, `""` if it is unknown; None for other subjects."""
        match subject:
            case MessageSubject(key):
                return self.ways.author_of(key)
            case AuthorSubject(feed) | LaneSubject(feed=feed):
                return feed
            case _:
                return None

    def target(self, command: Command, clicked: Subject | None = None) -> Subject:
        """What a command acts on: what was clicked, or its author, or their feed.

        By default it is the current message, its author, or the open conversation.
        """
        timeline = self.page.timeline
        if clicked is None and command.takes is ConversationSubject:
            return ConversationSubject(timeline.timeline.address)
        subject = clicked or MessageSubject(timeline.current_key() or "")
        assert command.takes is not None
        if isinstance(subject, command.takes):
            return subject
        author = AuthorSubject(self.author_of(subject) or "")
        return author if command.takes is AuthorSubject else author.conversation

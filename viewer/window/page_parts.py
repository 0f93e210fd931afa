"""What helps to read on a page: highlights, orders, and what isn't in the conversation.

A selected message is highlighted with its past and its future. Messages in neither are those that
its author did not know of. The database answers in the background, and is asked again while
messages arrive.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

from PySide6.QtCore import QObject

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import later, list_first, tr
from tanglescope.engine.library import Conversation, Horizon, Library, UnknownConversation
from tanglescope.engine.linear.orders.named import (
    check_name,
    known_orders,
    order_name,
    orders_without,
    trust,
)
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.engine.tangle.titles import one_line
from tanglescope.engine.words.messages import mentions
from tanglescope.engine.words.rows import Border
from tanglescope.viewer.command import Command
from tanglescope.viewer.dialogs.confirm import RenameDialog
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
from tanglescope.viewer.views.buttons import IconButton
from tanglescope.viewer.views.excluded_list import ExcludedListing
from tanglescope.viewer.views.popups import Menu
from tanglescope.viewer.views.timeline.reading import ReadingPage
from tanglescope.viewer.window.navigation import Navigation
from tanglescope.viewer.window.opening import Opening

_PATIENCE = 250  # milliseconds
_LONGER_PATIENCE = 700  # milliseconds until a question is asked again when messages come
_MOST_EXCLUDED, _NAMED = 200, 4
_CONCURRENT = later("{number:,} concurrent")


_Borders: TypeAlias = Mapping[str, tuple[Border, ...]]


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
        if self._session is None or not self._is_on or not key:
            self._show(None)
            return
        address = view.timeline.address

        def show(horizon: Horizon | None) -> None:
            is_here = view.timeline.address == address and view.current_key() == key
            if horizon is not None and self._session and self._is_on and is_here:
                self._show(horizon)

        kind = f"horizon for {self._page.accessibleName()}"
        self._session.follow(kind, lambda library: _horizon(library, address, key), show)

    def _show(self, horizon: Horizon | None) -> None:
        self._page.timeline.set_horizon(horizon)
        index = self._page.timeline.currentIndex()
        has_author = not index.isValid() or bool(self._page.timeline.timeline.row(index.row()).feed)
        self._page.heading.set_about(
            horizon_text(horizon, has_author=has_author) if horizon else ""
        )


def _horizon(library: Library, address: str, key: str) -> Horizon | None:
    try:
        return library.conversation(address).horizon(key)
    except UnknownConversation:
        return None


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


class PageQuestion(QObject):
    """Asks when another conversation opens or messages arrive; `nothing` is drawn until then.

    `draw` gets the result of `answer`, unless another conversation was opened meanwhile.
    """

    def __init__(
        self,
        name: str,
        page: ReadingPage,
        answer: Callable[[Library, Conversation], Any],
        draw: Callable[[Any], None],
        nothing: Any,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._name = f"{name} for {page.accessibleName()}"
        self._view = page.timeline
        self._answer = answer
        self._draw = draw
        self._nothing = nothing
        self._is_on = True
        self._session: Session | None = None
        self._address = ""
        """Of what is drawn or asked for."""
        self._timer = make_timer(_LONGER_PATIENCE, self.ask, self)

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session, self._address = session, ""
        self._draw(self._nothing)
        if session:
            session.changed.connect(self._timer.start)
            session.unlocked.connect(self._timer.start)

    def turn(self, on: bool) -> None:
        """Draw the answer, or don't."""
        self._is_on = on
        self.ask()

    def ask(self) -> None:
        """Ask about the conversation that is open now."""
        address = self._view.timeline.address if self._session and self._is_on else ""
        if address != self._address:
            self._address = address
            self._draw(self._nothing)
        if self._session is None or not address:
            return

        def answer_page(library: Library) -> Any:
            try:
                return self._answer(library, library.conversation(address))
            except UnknownConversation:
                return self._nothing

        def show(answer: Any) -> None:
            if answer is not None and self._address == self._view.timeline.address == address:
                self._draw(answer)

        self._session.ask(self._name, answer_page, show)


def final_borders(page: ReadingPage, parent: QObject) -> PageQuestion:
    """Draws the lines on one page."""
    return PageQuestion("final", page, borders_of, page.timeline.set_lasting_borders, {}, parent)


def borders_of(library: Library, conversation: Conversation) -> _Borders:
    """The lines below messages of a conversation; none if there are no votes."""
    if (facts := conversation.finality()) is None:
        return {}
    order = conversation.in_order()
    if facts.confirmed and facts.signed == facts.confirmed:
        line = Border(tr("confirmed and signed up to here"), "accent")
        return {order[facts.confirmed - 1]: (line,)}
    borders: dict[str, tuple[Border, ...]] = {}
    if facts.confirmed:
        text = tr("confirmed up to here")
        if facts.confirmed < len(order) and (writers := _settled_by(library, conversation)):
            text = tr("confirmed up to here; next entries by {names} confirm all", names=writers)
        borders[order[facts.confirmed - 1]] = (Border(text, "accent"),)
    if facts.signed:
        called = library.names(facts.missing)
        missing = ", ".join(one_line(called[key], 16) for key in facts.missing[:_NAMED])
        text = tr("signed up to here")
        if missing:
            text = tr("signed up to here; still to sign: {names}", names=missing)
        borders[order[facts.signed - 1]] = (Border(text, "warning"),)
    return borders


def _settled_by(library: Library, conversation: Conversation) -> str:
    """The writers whose next entries would confirm everything; empty if none would."""
    # Imported here, because only windows on an Autobase need it.
    from tanglescope.engine.linear.autobase.settlement import Unsettled, settlement

    needed = settlement(conversation.graph())
    if isinstance(needed, Unsettled):
        return ""
    writers = [entry.writer for entry in needed.entries]
    called = library.names(writers)
    return list_first([one_line(called[key], 16) for key in writers], _NAMED, str)


def superseded_bows(page: ReadingPage, parent: QObject) -> PageQuestion:
    """Draws bows from the messages of a set to those that they supersede, on one page."""
    found = PageQuestion("superseded", page, _find_superseded, page.timeline.set_bows, (), parent)
    found.turn(on=False)
    return found


def _find_superseded(_library: Library, conversation: Conversation) -> Sequence[tuple[str, str]]:
    return conversation.relations.get("supersedes", tuple)()


def excluded_from(library: Library, conversation: Conversation) -> ExcludedListing:
    """The messages that are not in a conversation, up to a limit."""
    found = conversation.list_excluded()
    shown = found[:_MOST_EXCLUDED]
    messages = library.messages([each.key for each in shown])
    return ExcludedListing(shown, messages, mentions(library, messages.values()), len(found))


class OrderChooser(QObject):
    """Offers the orders of a page's conversation, and reopens it in the one that is chosen.

    An order is part of the address (`?by=ORDER`), so that tabs, history and panels keep it. What
    the settings keep of a conversation, such as where it was left, is the same in every order.
    """

    def __init__(
        self, page: ReadingPage, open_address: Callable[[str, str | None], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._page = page
        self._open = open_address
        self._session: Session | None = None
        self.menu = Menu(tr("Order of the messages"), page)
        self.menu.aboutToShow.connect(self.fill)
        self.button = IconButton(
            "order", tr("Order of the messages"), self.offer, parent=page.heading
        )
        page.heading.offer(self.button)

    def set_face(self, face: Face) -> None:
        """Show the button if it belongs to a face."""
        self.button.setVisible(face.shows(FacePart.ORDERS))

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session = session

    def offer(self) -> None:
        """Open the menu of the orders."""
        if self._session and self._page.timeline.timeline.address:
            self.menu.popup(self.button.mapToGlobal(self.button.rect().bottomLeft()))

    def fill(self) -> None:
        """List the orders of the open conversation; the current one has a tick."""
        self.menu.clear()
        assert self._session is not None
        own, by = split_order(self._page.timeline.timeline.address)
        try:
            conversation = self._session.library.conversation(own)
            usual, given = conversation.order, conversation.given_facts()
        except UnknownConversation:
            return
        without = {usual} | orders_without(
            times=given.times, receipts=given.receipts, hides=given.hides
        )
        others = (name for name in known_orders() if name not in without)
        for name in (None, *others):
            called = order_name(name or usual)
            text = called if name else tr("{order} (its own)", order=called)
            self.menu.add(text, partial(self.choose, name), is_on=name == by)
        self.menu.addSeparator()
        self.menu.add(tr("An order of your own…"), self.ask)

    def ask(self) -> None:
        """Ask for an order of one's own."""
        RenameDialog(
            "",
            self.take,
            self._page,
            title=tr("An order of your own"),
            agree=tr("Read in this order"),
            label=tr("A command such as node order.js, or file.py:function:"),
        ).open()

    def take(self, typed: str) -> None:
        """Reopen the conversation in an order of one's own, which is offered from now on."""
        if self._session is None or not (by := typed.strip()):
            return
        try:
            check_name(by)
        except TanglescopeError as error:
            self._session.failed.emit(str(error))
            return
        self._session.settings.add_own_order(by)
        trust([by])
        self.choose(by)

    def choose(self, by: str | None) -> None:
        """Reopen the conversation in an order, or in its own."""
        own, before = split_order(self._page.timeline.timeline.address)
        if self._session and own and by != before:
            address = self._session.library.conversation(own, by).address
            self._open(str(address), self._page.timeline.current_key())


class PageParts(QObject):
    """A page with what helps to read on it, and what commands act on there."""

    def __init__(
        self, page: ReadingPage, opening: Opening, ways: Navigation, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.page, self.ways, self.hiding = page, ways, opening.hiding
        self._waiting: tuple[str, str, Callable[[], object]] | None = None
        """A conversation or `""`, a message in it or `""`, and what is done when they are shown."""
        self.light = Highlighter(page, self)
        self.superseding = superseded_bows(page, self)
        self._finality = final_borders(page, self)
        for drawn in (self.superseding, self._finality):
            opening.opened.connect(drawn.ask)
        self._excluded = PageQuestion(
            "excluded", page, excluded_from, self._show_excluded, None, self
        )
        self._excluded.turn(on=False)
        page.excluded.turned.connect(self._excluded.turn)
        page.excluded.page.key_clicked.connect(ways.go_to)
        self.ordering = OrderChooser(page, ways.open, self)
        opening.opened.connect(lambda _: self._arrive())

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self.page.excluded.fold()
        questions = (self.light, self.superseding, self._finality, self._excluded)
        for part in (*questions, self.ways, self.ordering):
            part.watch(session)

    def _show_excluded(self, found: ExcludedListing | None) -> None:
        if found is not None:
            self.page.excluded.show_found(found)

    def set_face(self, face: Face) -> None:
        """Show what belongs to a face."""
        for part in (self.page, self.light, self.ordering):
            part.set_face(face)

    def at(self, key: str, act: Callable[[], object], address: str = "") -> None:
        """Go to a message, and call a function as soon as it is current.

        With an address, show it in that conversation; without a key, show only the conversation.
        """
        self._waiting = split_order(address)[0], key, act
        if self._is_elsewhere():
            if address:
                self.ways.go_to_in(split_order(address)[0], key)
            else:
                self.ways.go_to(key)
        self._arrive()

    def _arrive(self) -> None:
        if self._waiting and not self._is_elsewhere():
            *_, act = self._waiting
            self._waiting = None
            act()

    def _is_elsewhere(self) -> bool:
        """Whether what is waited for is neither open nor current."""
        assert self._waiting is not None
        (address, key, _), timeline = self._waiting, self.page.timeline
        is_open = address in ("", split_order(timeline.timeline.address)[0])
        return not is_open or key not in ("", timeline.current_key())

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

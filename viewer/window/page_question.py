"""Questions about the conversation on a page, answered in the background."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from PySide6.QtCore import QObject

from tanglescope.engine.library import Conversation, Library, UnknownConversation
from tanglescope.engine.tangle.titles import one_line
from tanglescope.engine.wording import listed, tr
from tanglescope.engine.words.rows import Border
from tanglescope.viewer.session import Session
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.views.timeline.reading import ReadingPage

_PATIENCE = 700  # milliseconds until it is asked again when messages come


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
        self._timer = make_timer(_PATIENCE, self.ask, self)

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session, self._address = session, ""
        self._draw(self._nothing)
        if session:
            session.changed.connect(self._timer.start)

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

        def answered(library: Library) -> Any:
            try:
                return self._answer(library, library.conversation(address))
            except UnknownConversation:
                return self._nothing

        def show(answer: Any) -> None:
            if answer is not None and self._address == self._view.timeline.address == address:
                self._draw(answer)

        self._session.ask(self._name, answered, show)


_NAMED = 4

_Borders: TypeAlias = Mapping[str, tuple[Border, ...]]


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
    return listed([one_line(called[key], 16) for key in writers], _NAMED, str)


def superseded_bows(page: ReadingPage, parent: QObject) -> PageQuestion:
    """Draws bows from the messages of a set to those that they supersede, on one page."""
    found = PageQuestion("superseded", page, _find_superseded, page.timeline.set_bows, (), parent)
    found.turn(on=False)
    return found


def _find_superseded(_library: Library, conversation: Conversation) -> Sequence[tuple[str, str]]:
    return conversation.relations.get("supersedes", tuple)()

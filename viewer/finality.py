"""Lines in the timeline of an Autobase: so much is confirmed, and so much is signed."""

from collections.abc import Mapping
from typing import TypeAlias

from PySide6.QtCore import QObject, QTimer

from engine.library import Conversation, Library, UnknownConversation
from engine.tangle.titles import one_line
from engine.wording import tr
from viewer.session import Session
from viewer.views.border import Border
from viewer.views.reading import ReadingPage

_PATIENCE = 700  # milliseconds
_NAMED = 4

_Borders: TypeAlias = Mapping[str, tuple[Border, ...]]


class Finality(QObject):
    """Draws the lines on one page."""

    def __init__(self, page: ReadingPage, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._session: Session | None = None
        self._address = ""
        """Whose lines are shown or asked for."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PATIENCE)
        self._timer.timeout.connect(self.ask)

    def watch(self, session: Session | None) -> None:
        """Ask another database, or none."""
        self._session, self._address = session, ""
        self._page.timeline.set_lasting_borders({})
        if session:
            session.changed.connect(self._timer.start)

    def ask(self) -> None:
        """Ask what is final in the conversation that is open now."""
        view = self._page.timeline
        address = view.timeline.address if self._session else ""
        if address != self._address:
            self._address = address
            view.set_lasting_borders({})
        if self._session is None or not address:
            return

        def show(borders: _Borders | None) -> None:
            if borders is not None and self._address == view.timeline.address == address:
                view.set_lasting_borders(borders)

        kind = f"final for {self._page.accessibleName()}"
        self._session.ask(kind, lambda library: _final(library, address), show)


def _final(library: Library, address: str) -> _Borders | None:
    try:
        conversation = library.conversation(address)
    except UnknownConversation:
        return None
    return borders_of(library, conversation)


def borders_of(library: Library, conversation: Conversation) -> _Borders:
    """The lines below messages of a conversation; none where nothing is voted on."""
    if (facts := conversation.finality()) is None:
        return {}
    order = conversation.in_order()
    if facts.confirmed and facts.signed == facts.confirmed:
        line = Border(tr("confirmed and signed up to here"), "accent")
        return {order[facts.confirmed - 1]: (line,)}
    borders: dict[str, tuple[Border, ...]] = {}
    if facts.confirmed:
        line = Border(tr("confirmed up to here"), "accent")
        borders[order[facts.confirmed - 1]] = (line,)
    if facts.signed:
        called = library.names(facts.missing)
        missing = ", ".join(one_line(called[key], 16) for key in facts.missing[:_NAMED])
        told = tr("signed up to here")
        if missing:
            told = tr("signed up to here; yet to sign more: {names}", names=missing)
        borders[order[facts.signed - 1]] = (Border(told, "warning"),)
    return borders

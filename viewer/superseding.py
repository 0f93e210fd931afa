"""Finds what messages of the open set supersede, while the lanes show it."""

from collections.abc import Sequence
from typing import TypeAlias

from PySide6.QtCore import QObject, QTimer

from engine.library import Library, UnknownConversation
from viewer.session import Session
from viewer.views.reading import ReadingPage

_PATIENCE = 700  # milliseconds

_Pairs: TypeAlias = Sequence[tuple[str, str]]


class Superseding(QObject):
    """Draws bows from the messages of a set to those that they supersede, on one page."""

    def __init__(self, page: ReadingPage, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._session: Session | None = None
        self._on = False
        self._address = ""
        """Whose bows are shown or asked for."""
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PATIENCE)
        self._timer.timeout.connect(self.ask)

    def watch(self, session: Session | None) -> None:
        """Ask another database, or none."""
        self._session, self._address = session, ""
        self._page.timeline.set_bows(())
        if session:
            session.changed.connect(self._timer.start)

    def turn(self, *, on: bool) -> None:
        """Draw the bows, or don't."""
        self._on = on
        self.ask()

    def ask(self) -> None:
        """Ask what is superseded in the conversation that is open now."""
        view = self._page.timeline
        address = view.timeline.address if self._session and self._on else ""
        if address != self._address:
            self._address = address
            view.set_bows(())
        if self._session is None or not address:
            return

        def show(pairs: _Pairs | None) -> None:
            if pairs is not None and self._address == view.timeline.address == address:
                view.set_bows(pairs)

        kind = f"superseded for {self._page.accessibleName()}"
        self._session.ask(kind, lambda library: _superseded(library, address), show)


def _superseded(library: Library, address: str) -> _Pairs:
    try:
        return library.conversation(address).supersedes()
    except UnknownConversation:
        return ()

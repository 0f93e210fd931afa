"""Explains why messages are not in the open conversation, while the list of them is unfolded."""

from PySide6.QtCore import QObject, QTimer

from tanglescope.engine.library import Library, UnknownConversation
from tanglescope.engine.words.messages import mentions
from tanglescope.viewer.session import Session
from tanglescope.viewer.views.excluded_list import ExcludedListing
from tanglescope.viewer.views.timeline.reading import ReadingPage

_PATIENCE = 700  # milliseconds
_MOST_SHOWN = 200


class ExcludedLoader(QObject):
    """Fills the list on one page."""

    def __init__(self, page: ReadingPage, parent: QObject) -> None:
        super().__init__(parent)
        self._page = page
        self._list = page.excluded
        self._session: Session | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PATIENCE)
        self._timer.timeout.connect(self._ask)
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
    shown = found[:_MOST_SHOWN]
    messages = library.messages([each.key for each in shown])
    return ExcludedListing(shown, messages, mentions(library, messages.values()), len(found))

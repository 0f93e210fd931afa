"""Keep the inspector up to date with the current message."""

from PySide6.QtCore import QObject

from tanglescope.engine.library import Inspection, Library, UnknownConversation
from tanglescope.engine.words.inspection import Titled
from tanglescope.viewer.session import Session
from tanglescope.viewer.subjects import find_titles
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.views.inspector import Inspector
from tanglescope.viewer.views.timeline.timeline_view import TimelineView

_PATIENCE = 250  # milliseconds


class Inspecting(QObject):
    """Asks about the current message while the inspector is open."""

    def __init__(self, view: TimelineView, inspector: Inspector, parent: QObject) -> None:
        super().__init__(parent)
        self._view = view
        self._inspector = inspector
        self._session: Session | None = None
        self._asked: tuple[str, str] | None = None
        self._timer = make_timer(_PATIENCE, self.ask, self)
        view.current_changed.connect(self.ask)
        inspector.held.connect(self.ask)

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._session, self._asked = session, None
        self._inspector.let_go()
        self._inspector.show_inspection(None)
        if session:
            session.changed.connect(self._timer.start)

    def show(self, *, shown: bool) -> None:
        """Open the inspector, or close it."""
        self._inspector.setVisible(shown)
        self.ask()

    def is_settled(self) -> bool:
        """Whether no answer that would be shown is still awaited."""
        return self._inspector.isHidden() or self._asked is None

    def ask(self) -> None:
        """Ask about the message that is current now."""
        if self._session is None or self._inspector.isHidden():
            return
        key = self._view.current_key()
        if key is None:
            self._asked = None
            self._inspector.show_inspection(None)
            return
        self._asked = asked = self._view.timeline.address, key
        beside, as_read = self._inspector.held_key, self._view.timeline.as_read

        def show(found: tuple[Inspection | None, list[Titled]] | None) -> None:
            if found is None or self._asked != asked:
                return  # another message has become current since it was asked
            self._asked = None
            inspection, conversations = found
            others = [each for each in conversations if each[0] != asked[0]]
            self._inspector.show_inspection(inspection, others)

        self._session.follow(
            "inspect", lambda library: _inspection(library, *asked, beside, as_read=as_read), show
        )


def _inspection(
    library: Library, address: str, key: str, beside: str | None, *, as_read: bool
) -> tuple[Inspection | None, list[Titled]]:
    try:
        found = library.inspect(address, key, beside, as_read=as_read)
    except UnknownConversation:
        return None, []
    return found, find_titles(library, found.conversations)

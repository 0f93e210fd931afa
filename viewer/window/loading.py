"""What is shown until the first conversation of a collection is open: grey rows, or a sentence."""

from PySide6.QtCore import QObject, QTimer

from engine.store.files.errors import DatabaseError
from viewer.session import Session
from viewer.window.conversation_lists import ConversationLists
from viewer.window.frame import Frame
from viewer.window.opening import Opening


class Loading(QObject):
    """Shows that a collection is being loaded, unless it is empty."""

    def __init__(
        self, frame: Frame, opening: Opening, lists: ConversationLists, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._frame = frame
        self._opening = opening
        self._lists = lists

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        if session is None or _is_empty(session):
            self._frame.panes.offer_threads(there=False)
            self._frame.show_welcome()
            return
        self._frame.panes.offer_threads(there=True)
        if self._opening.address:  # the conversation of the last session is open already
            return
        self._frame.show_loading()
        answers = session.threads_found, session.failed, session.unreadable, session.unanswered
        for answer in answers:
            # Queued: what to open is decided when the answer has been shown.
            answer.connect(lambda *_: QTimer.singleShot(0, self, self._look))

    def _look(self) -> None:
        """Stop to show that something is being loaded if nothing is about to be opened."""
        if self._lists.is_settled and not self._opening.wanted:
            self._frame.skeleton.show_choice()


def _is_empty(session: Session) -> bool:
    try:
        return session.library.latest() == 0
    except DatabaseError:  # which is reported as soon as something is asked of it
        return True

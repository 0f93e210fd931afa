"""What is asked of the conversation that is open on a page, and drawn when the answer comes."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, QTimer

from engine.library import Conversation, Library, UnknownConversation
from viewer.session import Session
from viewer.views.timeline.reading import ReadingPage

_PATIENCE = 700  # milliseconds until it is asked again when messages come


class PageQuestion(QObject):
    """Asks again when another conversation opens or messages come; `nothing` is drawn until then.

    `draw` gets what `answer` returns, unless another conversation was opened meanwhile.
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
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PATIENCE)
        self._timer.timeout.connect(self.ask)

    def watch(self, session: Session | None) -> None:
        """Ask another database, or none."""
        self._session, self._address = session, ""
        self._draw(self._nothing)
        if session:
            session.changed.connect(self._timer.start)

    def turn(self, *, on: bool) -> None:
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

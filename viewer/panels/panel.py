"""What every panel is to the workbench: something that is told what is open, and asks for more."""

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from engine.library import Library
from viewer.session import Session
from viewer.theme import Theme

T = TypeVar("T")


class Panel(QFrame):
    """A view of the open thread, or of the archive; told of things only while it is seen.

    A panel says what it wants to know with `ask` and shows it when the answer comes: no
    question is answered on the thread that paints.
    """

    key_clicked = Signal(str)
    """A message was chosen here: the timeline shows it."""
    thread_wanted = Signal(str)
    """A thread was chosen here, by its root."""
    said = Signal(str)
    """Something went wrong, in words."""
    marked = Signal(object)
    """The timeline is to show these `Markings`, or none, while the panel is seen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.session: Session | None = None
        self.root = ""
        self.key: str | None = None
        self._questions = 0

    # What subclasses answer

    def refresh(self) -> None:
        """Show what is open now: another archive, another thread, or new messages in it."""
        raise NotImplementedError

    def show_key(self) -> None:
        """Show which message is current now: `self.key`."""

    def paint_in(self, theme: Theme) -> None:
        """Paint in a theme from now on."""

    def end(self) -> None:
        """End all work of one's own."""

    # What the workbench says

    def show_place(self, session: Session | None, root: str, key: str | None) -> None:
        """Look at a thread of a session, at a message of it; `""` is no thread."""
        if session is not self.session:
            self._questions = 0
        self.session, self.root, self.key = session, root, key
        self.refresh()

    def show_current(self, key: str | None) -> None:
        """Another message is current."""
        if key != self.key:
            self.key = key
            self.show_key()

    def set_theme(self, theme: Theme) -> None:
        """Paint in `theme` from now on."""
        self.theme = theme
        self.paint_in(theme)

    def is_settled(self) -> bool:
        """Whether all that was asked has been answered."""
        return self._questions == 0

    # What subclasses ask

    def ask(
        self, question: Callable[[Library], T], then: Callable[[T], None], kind: str = ""
    ) -> None:
        """Have a question answered beside the window; only the latest of a kind is answered."""
        if self.session is None:
            return
        asked_by, asked_in = self.session, self.root
        self._questions += 1

        def answered(answer: T | None) -> None:
            if self.session is not asked_by:
                return
            self._questions -= 1
            if answer is not None and self.root == asked_in:
                then(answer)

        asked_by.ask(f"{type(self).__name__} {kind}", question, answered)

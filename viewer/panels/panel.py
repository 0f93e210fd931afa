"""The base of all panels: it is notified of what is open, and requests what it shows."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from engine.library import GivenFacts, Library
from engine.wording import tr
from viewer.session import Session
from viewer.theme import Theme
from viewer.views.flow_layout import FlowLayout
from viewer.views.label import PlainLabel
from viewer.workers.question_process import QuestionProcess

if TYPE_CHECKING:
    from engine.export.conversations import Wanted
    from engine.question_server import Question

T = TypeVar("T")


class Panel(QFrame):
    """A view of the open conversation or collection; updated only while it is visible.

    A panel asks with `ask` and shows the answer when it arrives: no question is answered on the GUI
    thread.
    """

    key_clicked = Signal(str)
    """A message was chosen here: the timeline shows it."""
    thread_wanted = Signal(str)
    """A conversation was chosen here, by its address."""
    text_entered = Signal(str)
    """Something was typed or pasted here that may be the address of a conversation."""
    left = Signal()
    """The reader has left a field here with Escape: the keyboard goes back to the timeline."""
    said = Signal(str)
    """Something went wrong, in words."""
    marked = Signal(object)
    """The timeline is to show these `Markings`, or none, while the panel is seen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.session: Session | None = None
        self.address = ""
        self.key: str | None = None
        self._questions = 0
        self._kinds: set[str] = set()

    # What subclasses answer

    takes_words = False
    """Whether its command goes to a field of it, again while it is seen, instead of closing it."""

    def begin_typing(self) -> None:
        """Go to the field that words are typed into."""

    def refresh(self) -> None:
        """Show what is open now: another archive, another thread, or new messages in it."""
        raise NotImplementedError

    def show_key(self) -> None:
        """Show which message is current now: `self.key`."""

    def show_hits(self, keys: list[str]) -> None:
        """Show where words were found in the thread; panels without messages don't."""

    def show_person(self, feed: str) -> None:
        """Show who writes in a feed; panels about other things don't."""

    def paint_in(self, theme: Theme) -> None:
        """Paint in a theme from now on."""

    def show_given(self, given: GivenFacts) -> None:
        """Offer what can be done with what the messages of the open conversation say."""

    def wanted(self, _theme: str) -> "Wanted | None":
        """What is seen here, to be exported in a theme; None where that is the thread itself."""
        return None

    def leave_thread(self) -> None:
        """Forget what was shown of the previous conversation."""

    def end(self) -> None:
        """End all work of this panel."""

    # What the workbench says

    def show_place(self, session: Session | None, address: str, key: str | None) -> None:
        """Look at a thread of a session, at a message of it; `""` is no thread."""
        if session is not self.session:
            self._questions = 0
            self._kinds.clear()
        if address != self.address:
            self.leave_thread()
        self.session, self.address, self.key = session, address, key
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

    def width_liked(self) -> int:
        """How wide it is best, where others can spare the room."""
        return 0

    def is_settled(self) -> bool:
        """Whether all that was asked has been answered."""
        return self._questions == 0

    # What subclasses ask

    def ask(
        self, question: Callable[[Library], T], then: Callable[[T], None], kind: str = ""
    ) -> None:
        """Answer a question about the open conversation in a background thread, while it is open.

        Only the latest question of a kind is answered.
        """
        self._put(question, self._in_thread(then), kind)

    def ask_of_archive(
        self, question: Callable[[Library], T | None], then: Callable[[T], None], kind: str = ""
    ) -> None:
        """Answer a question that doesn't depend on the open conversation in a background thread.

        Nothing is shown when the answer is None: there is nothing new.
        """
        self._put(question, then, kind)

    def compute(
        self,
        question: "Question",
        then: Callable[[Any], None],
        kind: str = "",
        on_progress: Callable[[Any], None] | None = None,
    ) -> None:
        """Compute something about the open conversation in a process, which may report progress.

        A running computation continues when the same kind is asked again, unless it is cancelled.
        """
        session = self._open_session()
        if session is None or not self.address:
            return
        from engine.question_server import open_graph

        address = self.address
        if not session.library.conversation(address).is_public:
            # What was unlocked is in the memory of this process only.
            self.ask(
                lambda library: question(open_graph(library, address), lambda _: None), then, kind
            )
            return
        kind = f"{type(self).__name__} {kind}"
        self._kinds.add(kind)
        answered = self._awaited(self._in_thread(then))
        self.question_process().ask(kind, address, question, answered, on_progress)

    def question_process(self) -> QuestionProcess:
        """The process that computes for this panel."""
        assert self.session
        return self.session.question_process

    def cancel(self) -> None:
        """Cancel what is being computed."""
        if self._open_session():
            for kind in self._kinds:
                self.question_process().cancel(kind)
        self._kinds.clear()

    def hideEvent(self, event: QHideEvent) -> None:
        """Cancel what is being computed: it won't be seen."""
        self.cancel()
        super().hideEvent(event)

    def _open_session(self) -> Session | None:
        """The session, unless it was closed: a panel out of sight may still know such a one."""
        return self.session if self.session is not None and self.session.is_open else None

    def _put(
        self, question: Callable[[Library], T | None], then: Callable[[T], None], kind: str
    ) -> None:
        if session := self._open_session():
            session.ask(f"{type(self).__name__} {kind}", question, self._awaited(then))

    def _in_thread(self, then: Callable[[Any], None]) -> Callable[[Any], None]:
        """Call `then` if the thread that is open now still is when the answer comes."""
        asked_in = self.address

        def answered(answer: Any) -> None:
            if self.address == asked_in:
                then(answer)

        return answered

    def _awaited(self, then: Callable[[Any], None]) -> Callable[[Any], None]:
        """Count a question, and call `then` with its answer unless that is of another archive."""
        asked_by = self.session
        self._questions += 1

        def answered(answer: Any) -> None:
            if self.session is not asked_by:
                return
            self._questions -= 1
            if answer is not None:
                then(answer)

        return answered


@dataclass(frozen=True, slots=True)
class Version:
    """What an answer was made of: a session, how many messages, and what was unlocked of them."""

    session: Session
    messages: int
    private: object
    opened: int
    """How many private messages were open then; those that arrive are opened some time later."""


@dataclass(frozen=True, slots=True)
class Answered(Generic[T]):
    """An answer and its version."""

    version: Version
    answer: T


def unless_seen(
    session: Session, seen: Version | None, question: Callable[[Library], T]
) -> Callable[[Library], Answered[T] | None]:
    """The question, answered only where the answer may differ from that of the version `seen`."""
    private = session.private

    def answered(library: Library) -> Answered[T] | None:
        version = Version(session, len(library), private, private.count if private else 0)
        return None if version == seen else Answered(version, question(library))

    return answered


LEAST_PAGE = 24
"""The least height of the page below the head, which is never cut."""


class PanelHead(QFrame):
    """Widgets in one line, or in several if it is narrow, above the rest of the panel."""

    def __init__(self, title: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("panel_head")
        self.setAccessibleName(tr("What is shown"))
        self._line = FlowLayout()
        self._line.add(PlainLabel(title, self))
        self._inner = QVBoxLayout(self)
        self._inner.setContentsMargins(14, 10, 14, 8)
        self._inner.addLayout(self._line)

    def choose(self, part: QWidget) -> None:
        """Put something to choose with into the line, with the room that it has left."""
        self._line.add_stretching(part)

    def put_beside(self, part: QWidget) -> None:
        """Put a part behind it that is as wide as it wants to be."""
        self._line.add(part)

    def put_below(self, *parts: QWidget) -> None:
        """Put parts below the line."""
        for part in parts:
            self._inner.addWidget(part)

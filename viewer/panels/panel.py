"""The base of all panels: it is notified of what is open, and requests the data to show."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import GivenFacts, Library
from tanglescope.viewer.session import Session
from tanglescope.viewer.theme import Theme, paint_in
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column
from tanglescope.viewer.views.layout.flow_layout import FlowLayout
from tanglescope.viewer.workers.question_process import QuestionProcess

if TYPE_CHECKING:
    from tanglescope.engine.export.conversations import ExportSelection
    from tanglescope.engine.export.question_server import GraphQuestion

from PySide6.QtCore import QObject, QPoint, QRect, Qt

from tanglescope.viewer.timers import make_timer

_PATIENCE = 150
"""Milliseconds without an answer until the sign is shown."""


class WorkingSign(QObject):
    """Shows in the middle of a panel that an answer takes longer, until it has arrived."""

    def __init__(self, panel: QWidget) -> None:
        super().__init__(panel)
        self._panel = panel
        self._questions = 0
        self._label: PlainLabel | None = None
        self._soon = make_timer(_PATIENCE, self._appear, self)

    def begin(self) -> None:
        """Show the sign soon: a question was asked."""
        self._questions += 1
        if self._label is None and not self._soon.isActive():
            self._soon.start()

    def end(self) -> None:
        """Remove the sign if all questions are answered."""
        self._questions -= 1
        if not self._questions:
            self.forget()

    def forget(self) -> None:
        """Remove the sign: no answer is awaited."""
        self._questions = 0
        self._soon.stop()
        if self._label is not None:
            self._label.setParent(None)
            self._label.deleteLater()
            self._label = None

    def _appear(self) -> None:
        if not self._panel.isVisible():
            return
        around = self._panel.parentWidget() or self._panel
        seen = QRect(self._panel.mapFrom(around, QPoint()), around.size()) & self._panel.rect()
        self._label = label = PlainLabel(tr("Working…"), self._panel, style="computing")
        label.setAccessibleName(label.text())
        label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        label.adjustSize()
        label.move(seen.center() - label.rect().center())
        label.show()


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Version:
    """The state behind an answer: session, number of messages, and what was unlocked."""

    session: Session
    messages: int
    private: object
    opened: int
    """The number of decrypted private messages; new ones are decrypted after they arrive."""


class Panel(QFrame):
    """A view of the open conversation or collection; updated only while it is visible.

    A panel asks with `ask` and shows the answer when it arrives: no question is answered on the GUI
    thread.
    """

    key_clicked = Signal(str)
    """Emitted with a message that the timeline should show."""
    hit_chosen = Signal(str, str)
    """Emitted with the address of a conversation to open, and a message in it to show."""
    thread_wanted = Signal(str)
    """Emitted with the address of a conversation to open."""
    text_entered = Signal(str)
    """Emitted with typed or pasted text that may be an address."""
    left = Signal()
    """Emitted when Escape was pressed in a field: the focus returns to the timeline."""
    said = Signal(str)
    """Emitted with an error message."""
    marked = Signal(object)
    """Emitted with the `Markings` that the timeline shows while the panel is visible, or None."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.session: Session | None = None
        self.address = ""
        self.key: str | None = None
        self._questions = 0
        self._sign = WorkingSign(self)
        self._kinds: set[str] = set()
        self._version: _Version | None = None

    # Overridden by subclasses

    takes_words = False
    """Whether its command focuses a field of it, even when it is open, instead of closing it."""

    def begin_typing(self) -> None:
        """Focus the field for words."""

    def refresh(self) -> None:
        """Update after another archive or thread was opened, or messages arrived."""
        raise NotImplementedError

    def show_key(self) -> None:
        """Show the current message, `self.key`."""

    def show_hits(self, keys: list[str]) -> None:
        """Show the search hits in the thread; panels without messages ignore them."""

    def show_person(self, feed: str) -> None:
        """Show the author of a feed; other panels ignore it."""

    def ask_for(self, query: str) -> None:
        """Search for the messages that match a query; other panels ignore it."""

    def write_again(self) -> None:
        """Write texts again in the colours of another theme; what is `Themed` paints itself."""

    def show_given(self, given: GivenFacts) -> None:
        """Offer only what the messages of the open conversation have data for."""

    def visible_selection(self, _theme: str) -> "ExportSelection | None":
        """The visible part, for an export in a theme; None if it is the thread itself."""
        return None

    def leave_thread(self) -> None:
        """Forget the previous conversation."""

    def end(self) -> None:
        """End all work of this panel."""

    # Called by the workbench

    def show_place(self, session: Session | None, address: str, key: str | None) -> None:
        """Show a thread of a session with its current message; `""` is no thread."""
        if session is not self.session:
            self._questions = 0
            self._sign.forget()
            self._kinds.clear()
        if address != self.address:
            self.leave_thread()
        self.session, self.address, self.key = session, address, key
        self.refresh()

    def show_current(self, key: str | None) -> None:
        """Change the current message."""
        if key != self.key:
            self.key = key
            self.show_key()

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self.theme = theme
        paint_in(theme, self)
        self.write_again()

    def width_liked(self) -> int:
        """The preferred width, if other parts don't need the room."""
        return 0

    def is_settled(self) -> bool:
        """Whether every question has been answered."""
        return self._questions == 0

    # Used by subclasses

    def ask(
        self, question: Callable[[Library], T], then: Callable[[T], object], kind: str = ""
    ) -> None:
        """Answer a question about the open conversation in a background thread, while it is open.

        Only the latest question of a kind is answered.
        """
        self._put(question, self._in_thread(then), kind)

    def ask_of_archive(
        self, question: Callable[[Library], T | None], then: Callable[[T], object], kind: str = ""
    ) -> None:
        """Answer a question that doesn't depend on the open conversation in a background thread.

        Nothing is shown when the answer is None: there is nothing new.
        """
        self._put(question, then, kind)

    def ask_if_changed(self, question: Callable[[Library], T], then: Callable[[T], object]) -> None:
        """Answer a question about the collection, unless nothing has changed since its answer."""
        if (session := self._open_session()) is None:
            return
        private, seen = session.private, self._version

        def answer(library: Library) -> tuple[_Version, T] | None:
            opened = private.count if private else 0
            version = _Version(session, len(library), private, opened)
            return None if version == seen else (version, question(library))

        def show(found: tuple[_Version, T]) -> None:
            self._version, new = found
            then(new)

        self.ask_of_archive(answer, show, "collection")

    def compute(
        self,
        question: "GraphQuestion",
        then: Callable[[Any], object],
        kind: str = "",
        on_progress: Callable[[Any], None] | None = None,
    ) -> None:
        """Compute something about the open conversation in a process, which may report progress.

        A running computation continues when the same kind is asked again, unless it is cancelled.
        """
        session = self._open_session()
        if session is None or not self.address:
            return
        from tanglescope.engine.export.question_server import open_graph

        address = self.address
        if not session.library.conversation(address).is_public:
            # Decrypted messages are only in the memory of this process.
            self.ask(
                lambda library: question(open_graph(library, address), lambda _: None), then, kind
            )
            return
        kind = f"{type(self).__name__} {kind}"
        self._kinds.add(kind)
        shows_progress = on_progress is not None
        answered = self._await(self._in_thread(then), shows_progress=shows_progress)
        self.question_process().ask(kind, address, question, answered, on_progress)

    def question_process(self) -> QuestionProcess:
        """The process that computes for this panel."""
        assert self.session
        return self.session.question_process

    def cancel(self) -> None:
        """Cancel the running computation."""
        if self._open_session():
            for kind in self._kinds:
                self.question_process().cancel(kind)
        self._kinds.clear()

    def hideEvent(self, event: QHideEvent) -> None:
        """Cancel the running computation: its result wouldn't be seen."""
        self.cancel()
        super().hideEvent(event)

    def _open_session(self) -> Session | None:
        """The session, unless it is closed: a hidden panel may still hold a closed one."""
        return self.session if self.session is not None and self.session.is_open else None

    def _put(
        self, question: Callable[[Library], T | None], then: Callable[[T], object], kind: str
    ) -> None:
        if session := self._open_session():
            session.ask(f"{type(self).__name__} {kind}", question, self._await(then))

    def _in_thread(self, then: Callable[[Any], object]) -> Callable[[Any], None]:
        """Call `then` if the same thread is open when the answer arrives."""
        asked_in = self.address

        def take_answer(answer: Any) -> None:
            if self.address == asked_in:
                then(answer)

        return take_answer

    def _await(
        self, then: Callable[[Any], object], *, shows_progress: bool = False
    ) -> Callable[[Any], None]:
        """Count a question, and call `then` with its answer unless the archive has changed."""
        asked_by = self.session
        self._questions += 1
        if not shows_progress:
            self._sign.begin()

        def answer_once(answer: Any) -> None:
            if self.session is not asked_by:
                return
            self._questions -= 1
            if not shows_progress:
                self._sign.end()
            if answer is not None:
                then(answer)

        return answer_once


LEAST_PAGE = 3
"""The lines of a page of facts that are visible even in a low panel."""


class PanelHead(NamedFrame):
    """A title and a chooser with parts beside and below it, above the rest of a panel."""

    def __init__(
        self,
        title: str,
        parent: QWidget,
        chooser: QWidget,
        *beside: QWidget,
        below: Sequence[QWidget] = (),
    ) -> None:
        super().__init__(tr("What is shown"), parent, style="panel_head")
        line = FlowLayout()
        line.add(PlainLabel(title, self))
        line.add_stretching(chooser)
        line.add(*beside)
        make_column(line, *below, on=self, margins=(14, 10, 14, 8))


class PanelNotes(NamedFrame):
    """Notes that come and go, below what the reader drags so that it doesn't move."""

    def __init__(self, *notes: QWidget, parent: QWidget) -> None:
        super().__init__(tr("What is shown"), parent, style="panel_head")
        make_column(*notes, on=self, margins=(14, 6, 14, 8))

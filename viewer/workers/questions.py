"""Questions to the library, answered in a background thread.

Only the latest question of a kind matters: while words are typed, earlier ones are stale.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from PySide6.QtCore import QObject, QTimer, Signal

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import Library
from tanglescope.viewer import crash
from tanglescope.viewer.workers.worker import Worker

Ask: TypeAlias = Callable[[Library], object]
"""A question: a function of the library."""

AskLibrary: TypeAlias = Callable[[str, Callable[[Library], Any], Callable[[Any], None]], None]
"""Asks a question of a kind, and passes the answer on, or None if a later one replaces it."""

SOON = 200
"""Milliseconds after which the window shows that an answer is awaited."""


class AwaitedAnswers(QObject):
    """Counts awaited answers, and notices when they take longer than `SOON`."""

    turned = Signal(bool)
    """Emitted when answers begin or cease to take longer."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._count = 0
        self._is_late = False
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(SOON)
        self._timer.timeout.connect(lambda: self._turn(on=True))

    def add(self, count: int) -> None:
        """Change the number of awaited answers."""
        self._count += count
        if not self._count:
            self._timer.stop()
            self._turn(on=False)
        elif not self._is_late and not self._timer.isActive():
            self._timer.start()

    def _turn(self, *, on: bool) -> None:
        if on is not self._is_late:
            self._is_late = on
            self.turned.emit(on)


class Questions(Worker):
    """Answers the latest question of each kind."""

    answered = Signal(str, object)
    failed = Signal(str)
    unanswered = Signal(str, object)
    """Emitted with the kind of a question that has failed; `failed` has the reason."""
    _counted = Signal(int)
    """Emitted with the change in the number of awaited answers."""

    def __init__(self, database: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._database = database
        self._waiting: dict[str, Ask] = {}
        self.awaited = AwaitedAnswers(self)
        self._counted.connect(self.awaited.add)

    def ask(self, kind: str, question: Ask) -> None:
        """Ask a question in place of an earlier one of its kind.

        It is answered after all waiting questions, so that earlier unlocking takes effect.
        """
        with self._changed:
            is_one_more = self._waiting.pop(kind, None) is None
            self._waiting[kind] = question
            self._changed.notify()
        if is_one_more and self.isRunning():
            self.awaited.add(1)

    def run(self) -> None:
        """Answer questions until the end."""
        try:
            with Library.open(self._database, read_only=True) as library:
                while (waiting := self._next()) is not None:
                    self._answer(library, *waiting)
        except TanglescopeError as error:
            self.failed.emit(str(error))
        except Exception as error:
            self.failed.emit(crash.note(error))
        self._counted.emit(-len(self._waiting))

    def _answer(self, library: Library, kind: str, question: Ask) -> None:
        try:
            self.answered.emit(kind, question(library))
        except TanglescopeError as error:
            self.failed.emit(str(error))
            self.unanswered.emit(kind, question)
        except Exception as error:
            self.failed.emit(crash.note(error))
            self.unanswered.emit(kind, question)
        self._counted.emit(-1)

    def _next(self) -> tuple[str, Ask] | None:
        with self._changed:
            self._changed.wait_for(lambda: self._ending or self._waiting)
            if self._ending:
                return None
            kind = next(iter(self._waiting))
            return kind, self._waiting.pop(kind)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer and its question."""

    asked: Ask
    found: Any


class QuestionThread(QObject):
    """Asks questions on a thread of its own."""

    failed = Signal(str)

    def __init__(self, database: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._questions = Questions(database, self)
        self._questions.answered.connect(self._answer)
        self._questions.failed.connect(self.failed)
        self._questions.unanswered.connect(self._fail)
        self.awaited = self._questions.awaited
        self._waiting: dict[str, tuple[Ask, Callable[[Any], None]]] = {}
        self._questions.start()

    def ask(
        self, kind: str, question: Callable[[Library], Any], then: Callable[[Any], None]
    ) -> None:
        """Call `then` with the answer, unless a later question of this kind replaces it."""
        self._give_up(kind)

        def asked(library: Library) -> Answer:
            return Answer(asked, question(library))

        self._waiting[kind] = asked, then
        self._questions.ask(kind, asked)

    def end(self) -> None:
        """Stop after the current question."""
        self._waiting.clear()
        self._questions.end()

    def _answer(self, kind: str, answer: Answer) -> None:
        self._end(kind, answer.asked, answer.found)

    def _fail(self, kind: str, asked: Ask) -> None:
        self._end(kind, asked, None)

    def _give_up(self, kind: str) -> None:
        if kind in self._waiting:
            _, then = self._waiting.pop(kind)
            then(None)

    def _end(self, kind: str, asked: Ask, found: Any) -> None:
        """Pass on the result of a question, unless a later one has replaced it."""
        if kind in self._waiting and self._waiting[kind][0] is asked:
            _, then = self._waiting.pop(kind)
            then(found)

"""Questions whose answers go back to the part that asked.

A question that is overtaken by a later one of its kind, or that fails, is answered with None,
so that everybody who waits is told.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.library import Library
from viewer.workers.questions import Ask, Questions


@dataclass(frozen=True, slots=True)
class Answer:
    """What was found, and the question it answers."""

    asked: Ask
    found: Any


class Asking(QObject):
    """Asks beside the window, on a thread of its own."""

    failed = Signal(str)

    def __init__(self, database: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._questions = Questions(database, self)
        self._questions.answered.connect(self._answer)
        self._questions.failed.connect(self.failed)
        self._questions.unanswered.connect(self._fail)
        self._waiting: dict[str, tuple[Ask, Callable[[Any], None]]] = {}
        self._questions.start()

    def ask(
        self, kind: str, question: Callable[[Library], Any], then: Callable[[Any], None]
    ) -> None:
        """Answer to `then`, unless a later question of this kind comes before."""
        self._give_up(kind)

        def asked(library: Library) -> Answer:
            return Answer(asked, question(library))

        self._waiting[kind] = asked, then
        self._questions.ask(kind, asked)

    def end(self) -> None:
        """Stop after the question at hand."""
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
        """Pass on what came of a question, unless it was overtaken while it was answered."""
        if kind in self._waiting and self._waiting[kind][0] is asked:
            _, then = self._waiting.pop(kind)
            then(found)

"""Questions whose answers go back to whoever asked.

A question that is overtaken by a later one of its kind, or that fails, is answered with None,
so that everybody who waits is told.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from engine.library import Library
from viewer.workers.questions import Questions


class Asking(QObject):
    """Asks beside the window, on a thread of its own."""

    failed = Signal(str)

    def __init__(self, database: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._questions = Questions(database, self)
        self._questions.answered.connect(self._answer)
        self._questions.failed.connect(self.failed)
        self._questions.unanswered.connect(self._give_up)
        self._waiting: dict[str, Callable[[Any], None]] = {}
        self._numbers: dict[str, int] = {}
        self._questions.start()

    def ask(
        self, kind: str, question: Callable[[Library], Any], then: Callable[[Any], None]
    ) -> None:
        """Answer to `then`, unless a later question of this kind comes before."""
        self._give_up(kind)
        number = self._numbers[kind] = self._numbers.get(kind, 0) + 1
        self._waiting[kind] = then
        self._questions.ask(kind, lambda library: (number, question(library)))

    def end(self) -> None:
        """Stop after the question at hand."""
        self._waiting.clear()
        self._questions.end()

    def _answer(self, kind: str, numbered: tuple[int, Any]) -> None:
        number, answer = numbered
        if number == self._numbers[kind] and kind in self._waiting:
            self._waiting.pop(kind)(answer)

    def _give_up(self, kind: str) -> None:
        if kind in self._waiting:
            self._waiting.pop(kind)(None)

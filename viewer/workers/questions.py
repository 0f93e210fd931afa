"""Questions to the library, answered in a background thread.

Only the latest question of a kind matters: while words are typed, earlier ones are stale.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from PySide6.QtCore import QObject, Signal

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import Library
from tanglescope.viewer import crash
from tanglescope.viewer.timers import make_timer
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
        self._timer = make_timer(SOON, lambda: self._turn(on=True), self)

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


@dataclass(frozen=True, slots=True, eq=False)
class _LibraryQuestion:
    kind: str
    question: Ask
    then: Callable[[Any], object]
    also_late: bool


class Questions(Worker):
    """Answers the latest question of each kind, one after the other, on a thread of its own."""

    failed = Signal(str)
    _answered = Signal(object, object)

    def __init__(self, database: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._database = database
        self._waiting: dict[str, _LibraryQuestion] = {}
        self._latest: dict[str, _LibraryQuestion] = {}
        """The latest question of each kind, until it is answered; only for the GUI thread."""
        self.awaited = AwaitedAnswers(self)
        self._answered.connect(self._answer)
        self.start()

    def ask(
        self,
        kind: str,
        question: Callable[[Library], Any],
        then: Callable[[Any], object],
        *,
        also_late: bool = False,
    ) -> None:
        """Call `then` with the answer, or with None if it fails or a later question replaces it.

        It is answered after all waiting questions, so that earlier unlocking takes effect. With
        `also_late`, `then` gets the answer even if a later question is asked before it is there.
        """
        if (earlier := self._latest.pop(kind, None)) is not None and not earlier.also_late:
            earlier.then(None)
        task = self._latest[kind] = _LibraryQuestion(kind, question, then, also_late)
        with self._changed:
            is_one_more = self._waiting.pop(kind, None) is None
            self._waiting[kind] = task
            self._changed.notify()
        if is_one_more and self.isRunning():
            self.awaited.add(1)

    def end(self) -> None:
        """Stop after the current question; nothing is answered any more."""
        self._latest.clear()
        super().end()

    def run(self) -> None:
        """Answer questions until the end."""
        try:
            with Library.open(self._database, read_only=True) as library:
                while (task := self._next()) is not None:
                    self._answered.emit(task, self._result(library, task.question))
        except TanglescopeError as error:
            self.failed.emit(str(error))
        except Exception as error:
            self.failed.emit(crash.note(error))
        for task in self._waiting.values():
            self._answered.emit(task, None)

    def _result(self, library: Library, question: Ask) -> object:
        try:
            return question(library)
        except TanglescopeError as error:
            self.failed.emit(str(error))
        except Exception as error:
            self.failed.emit(crash.note(error))
        return None

    def _next(self) -> _LibraryQuestion | None:
        with self._changed:
            self._changed.wait_for(lambda: self._ending or self._waiting)
            if self._ending:
                return None
            return self._waiting.pop(next(iter(self._waiting)))

    def _answer(self, task: _LibraryQuestion, found: object) -> None:
        """Pass on the result of a question, unless a later one has replaced it."""
        self.awaited.add(-1)
        is_latest = self._latest.get(task.kind) is task
        if is_latest:
            del self._latest[task.kind]
        if is_latest or (task.also_late and not self._ending):
            task.then(found)

"""Questions to the library, asked beside the window: answers may be long in coming.

Only the latest question of a kind matters: while words are typed, the ones before are stale.
"""

from collections.abc import Callable
from pathlib import Path
from threading import Condition
from typing import TypeAlias

from PySide6.QtCore import QObject, QThread, Signal

from engine.errors import TanglescopeError
from engine.library import Library
from viewer import crash

Ask: TypeAlias = Callable[[Library], object]
"""What to ask the library."""


class Questions(QThread):
    """Answers the latest question of each kind."""

    answered = Signal(str, object)
    failed = Signal(str)
    unanswered = Signal(str, object)
    """A question, behind its kind, has failed; `failed` said why."""

    def __init__(self, database: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._database = database
        self._changed = Condition()
        self._waiting: dict[str, Ask] = {}
        self._ending = False

    def ask(self, kind: str, question: Ask) -> None:
        """Ask instead of what was asked before of this kind."""
        with self._changed:
            self._waiting[kind] = question
            self._changed.notify()

    def end(self) -> None:
        """Stop after the question at hand and wait until the thread is gone."""
        with self._changed:
            self._ending = True
            self._changed.notify()
        self.wait()

    def run(self) -> None:
        """Answer until the end."""
        try:
            with Library.open(self._database, read_only=True) as library:
                while (waiting := self._next()) is not None:
                    self._answer(library, *waiting)
        except TanglescopeError as error:
            self.failed.emit(str(error))
        except Exception as error:
            self.failed.emit(crash.note(error))

    def _answer(self, library: Library, kind: str, question: Ask) -> None:
        try:
            self.answered.emit(kind, question(library))
        except TanglescopeError as error:
            self.failed.emit(str(error))
            self.unanswered.emit(kind, question)
        except Exception as error:
            self.failed.emit(crash.note(error))
            self.unanswered.emit(kind, question)

    def _next(self) -> tuple[str, Ask] | None:
        with self._changed:
            self._changed.wait_for(lambda: self._ending or self._waiting)
            if self._ending:
                return None
            kind = next(iter(self._waiting))
            return kind, self._waiting.pop(kind)

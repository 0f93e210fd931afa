"""The list of threads, asked for beside the window: it may be long and the words may change."""

from pathlib import Path
from threading import Condition

from PySide6.QtCore import QObject, QThread, Signal

from engine.errors import TanglescopeError
from engine.library import Library
from viewer import crash


class ThreadFinder(QThread):
    """Answers the latest question about threads; older ones are forgotten."""

    found = Signal(str, list)
    failed = Signal(str)

    def __init__(self, database: Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._database = database
        self._asked = Condition()
        self._words: str | None = None
        self._ending = False

    def ask(self, words: str) -> None:
        """Find the threads that match `words`."""
        with self._asked:
            self._words = words
            self._asked.notify()

    def end(self) -> None:
        """Stop after the question at hand and wait until the thread is gone."""
        with self._asked:
            self._ending = True
            self._asked.notify()
        self.wait()

    def run(self) -> None:
        """Answer until the end."""
        try:
            with Library.open(self._database, read_only=True) as library:
                while (words := self._next()) is not None:
                    self.found.emit(words, library.threads(words))
        except TanglescopeError as error:
            self.failed.emit(str(error))
        except Exception as error:
            self.failed.emit(crash.note(error))

    def _next(self) -> str | None:
        with self._asked:
            self._asked.wait_for(lambda: self._ending or self._words is not None)
            words, self._words = self._words, None
            return None if self._ending else words

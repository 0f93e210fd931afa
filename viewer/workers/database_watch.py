"""Notices writes to the open database by other processes: a second window, an import.

Their changes aren't reported one by one. SQLite counts them, and the count is checked once a
second. The window's own worker reports its changes itself, so they are left out.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, Signal

from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.viewer.timers import make_timer

_PATIENCE = 1000  # milliseconds


class DatabaseWatch(QObject):
    """Checks once a second whether other processes have written."""

    wrote = Signal()
    moved = Signal()
    """Emitted when the database's file was moved, deleted or replaced."""
    failed = Signal(str)
    """Emitted once, with the reason, when the database can't be read."""

    def __init__(
        self,
        version: Callable[[], int],
        is_moved: Callable[[], bool],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._version = version
        self._is_moved = is_moved
        self._was_moved = False
        self._seen = version()
        self._own_work = False
        self._trouble = ""
        self._timer = make_timer(_PATIENCE, self.look, self, repeats=True)
        self._timer.start()

    def note_own_work(self) -> None:
        """Note that the window's own worker has written and reported it."""
        self._own_work = True

    def look(self) -> None:
        """Emit a signal if others have written since the last look, or moved the file."""
        if self._is_moved() != self._was_moved:
            self._was_moved = not self._was_moved
            if self._was_moved:
                self.moved.emit()
        if self._own_work:
            # What others wrote meanwhile is noticed when the window's own worker is idle.
            self._own_work = False
            return
        try:
            now = self._version()
        except DatabaseError as error:
            if self._trouble != str(error):
                self._trouble = str(error)
                self.failed.emit(self._trouble)
            return
        self._trouble = ""
        if now != self._seen:
            self._seen = now
            self.wrote.emit()

    def end(self) -> None:
        """Stop checking."""
        self._timer.stop()

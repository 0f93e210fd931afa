"""Other programs that write to the open database: a second window, an import.

Their changes aren't reported one by one. SQLite counts them; once a second the count is looked
at, unless what changed it was the window's own worker, which reports its changes itself.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Signal

from engine.store.files.errors import DatabaseError

_PATIENCE = 1000  # milliseconds


class DatabaseWatch(QObject):
    """Notices what others have written."""

    wrote = Signal()
    moved = Signal()
    """The file of the database is no longer where it was: another one may be in its place."""
    failed = Signal(str)
    """The database can't be asked any more, and why; said once."""

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
        self._timer = QTimer(self)
        self._timer.setInterval(_PATIENCE)
        self._timer.timeout.connect(self.look)
        self._timer.start()

    def note_own_work(self) -> None:
        """The window's own worker has written and reported it."""
        self._own_work = True

    def look(self) -> None:
        """Say so if others have written since the last quiet moment, or moved the file."""
        if self._is_moved() != self._was_moved:
            self._was_moved = not self._was_moved
            if self._was_moved:
                self.moved.emit()
        if self._own_work:
            # Whatever others wrote meanwhile is seen when the window's own worker rests.
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
        """Look no more."""
        self._timer.stop()

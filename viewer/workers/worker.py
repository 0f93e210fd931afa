"""Worker threads of the window: each waits for work and ends on request."""

from threading import Condition

from PySide6.QtCore import QObject, QThread


class Worker(QThread):
    """A thread that waits for `_changed` and stops when it is `_ending`."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._changed = Condition()
        self._ending = False

    def end(self) -> None:
        """Stop after the current work, and wait until the thread is gone."""
        with self._changed:
            self._ending = True
            self._interrupt()
            self._changed.notify()
        self.wait()

    def _interrupt(self) -> None:
        """Interrupt the current work if possible."""

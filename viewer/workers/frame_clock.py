"""Hands changes from any thread to the window, once per frame.

A signal for every edit costs more than the edit. Changes wait in a queue; the window takes
them out sixty times a second, for eight milliseconds at most, and paints in between.
"""

import sys
from collections import deque
from collections.abc import Callable
from time import perf_counter

from PySide6.QtCore import QObject, Qt, QTimer, Signal

from tanglescope.engine.library import LibraryChange

FRAME_MILLISECONDS = 16
BUDGET_SECONDS = 0.008
_SLICE_SECONDS = 0.0005
_AT_ONCE = 250  # edits


def share_the_interpreter() -> None:
    """Limit how long the GUI thread waits for other threads to a small part of a frame.

    By default, Python lets a thread run for 5 ms while another waits. A frame that needs the
    interpreter several times, as every call from Qt does, would be late.
    """
    sys.setswitchinterval(_SLICE_SECONDS)


class FrameClock(QObject):
    """Hands changes to the window at the pace of its frames."""

    _woken = Signal()

    def __init__(
        self, consume: Callable[[LibraryChange], None], parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._consume = consume
        self._changes: deque[LibraryChange] = deque()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(FRAME_MILLISECONDS)
        self._timer.timeout.connect(self._drain)
        self._woken.connect(self._wake, Qt.ConnectionType.QueuedConnection)

    def put(self, change: LibraryChange) -> None:
        """Pass `change` to the window with its next frame; any thread may call this."""
        self._changes.extend(change.in_parts(_AT_ONCE))
        self._woken.emit()

    def forget(self) -> None:
        """Drop all waiting changes."""
        self._changes.clear()

    def _wake(self) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _drain(self) -> None:
        end = perf_counter() + BUDGET_SECONDS
        while self._changes:
            self._consume(self._changes.popleft())
            if perf_counter() > end:
                return
        self._timer.stop()
        if self._changes:
            self._timer.start()

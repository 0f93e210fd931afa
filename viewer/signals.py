"""Ending when the system asks for it, as if the window had been closed by its button.

Python runs a signal's handler only between two of its own instructions, which may be long in
coming inside Qt's loop. So the arrival of a signal is written to a socket that Qt watches.
"""

import signal
import socket
from collections.abc import Callable
from types import TracebackType

from PySide6.QtCore import QObject, QSocketNotifier

_NUMBERS = (signal.SIGTERM, signal.SIGINT)


class SignalWatch(QObject):
    """While it is entered, SIGTERM and SIGINT call `end`."""

    def __init__(self, end: Callable[[], object]) -> None:
        super().__init__()
        self._end = end
        self._reader, self._writer = socket.socketpair()
        self._reader.setblocking(False)
        self._writer.setblocking(False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._arrived)

    def __enter__(self) -> None:
        self._before = {number: signal.signal(number, lambda *_: None) for number in _NUMBERS}
        self._fd_before = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        signal.set_wakeup_fd(self._fd_before)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._notifier.setEnabled(False)
        self._reader.close()
        self._writer.close()

    def _arrived(self) -> None:
        self._reader.recv(64)
        self._end()

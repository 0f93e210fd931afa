"""Timers of the window that go off once."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def make_timer(milliseconds: int, act: Callable[[], object], parent: QObject) -> QTimer:
    """A timer that calls a function once, some time after it was started last."""
    timer = QTimer(parent)
    timer.setSingleShot(True)
    timer.setInterval(milliseconds)
    timer.timeout.connect(act)
    return timer

"""Timers of the window."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer


def make_timer(
    milliseconds: int, act: Callable[[], object], parent: QObject, *, repeats: bool = False
) -> QTimer:
    """A timer that calls a function some time after it was started last, or again and again."""
    timer = QTimer(parent)
    timer.setSingleShot(not repeats)
    timer.setInterval(milliseconds)
    timer.timeout.connect(act)
    return timer

"""Closing a window while work is running that would stop with it."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from engine.wording import tr


def ask_to_leave(window: QWidget, what_stops: Sequence[str], leave: Callable[[], None]) -> None:
    """Ask whether to close a window; the sentences say what stops, and what is kept of it."""
    from viewer.dialogs.confirm import ConfirmDialog

    ConfirmDialog(
        "leave",
        tr("Close while work is running?"),
        what_stops,
        tr("Stop and close"),
        leave,
        window,
    ).open()

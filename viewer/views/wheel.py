"""The mouse wheel over fields: scrolling past a field doesn't change it."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QWidget


class _Guard(QObject):
    """Leaves the wheel to what scrolls below a field that lacks the keyboard focus."""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Ignore the wheel over a field without the focus."""
        if event.type() is QEvent.Type.Wheel and not (
            isinstance(watched, QWidget) and watched.hasFocus()
        ):
            event.ignore()
            return True
        return False


def require_focus(field: QWidget) -> None:
    """Let the wheel change `field` only while it has the focus, which the wheel doesn't give."""
    field.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    field.installEventFilter(_Guard(field))

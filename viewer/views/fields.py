"""Fields for numbers and choices: scrolling past one with the mouse wheel doesn't change it."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QSpinBox, QWidget

_PADDING = 6  # pixels


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


def number_field(
    name: str, least: int, most: int, parent: QWidget, *, before: str = "", behind: str = ""
) -> QSpinBox:
    """A field for a number with a text on either side; the wheel scrolls past it."""
    field = QSpinBox(parent)
    require_focus(field)
    field.setAccessibleName(name)
    field.setPrefix(before)
    field.setSuffix(behind)
    field.setRange(least, most)
    field.lineEdit().setTextMargins(_PADDING, 0, 0, 0)  # style sheets don't move this text
    return field

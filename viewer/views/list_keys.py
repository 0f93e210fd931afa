"""Arrow keys in a text field move through the list below it."""

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

_PAGE = 10  # rows

_STEPS = {
    Qt.Key.Key_Up: -1,
    Qt.Key.Key_Down: 1,
    Qt.Key.Key_PageUp: -_PAGE,
    Qt.Key.Key_PageDown: _PAGE,
}


class ListKeys(QObject):
    """Watches a field for the keys that belong to the list below it."""

    stepped = Signal(int)
    """The list is to go so many rows down."""
    left = Signal()
    """The reader has left the field with Escape."""

    def __init__(self, field: QLineEdit) -> None:
        super().__init__(field)
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pass on the keys of the list; the others are the field's."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        key = Qt.Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if key in _STEPS:
            self.stepped.emit(_STEPS[key])
        elif key == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            return False
        return True

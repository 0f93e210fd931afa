"""A widget with space around it."""

from PySide6.QtWidgets import QHBoxLayout, QWidget


def inset(part: QWidget, left: int, top: int, right: int, bottom: int) -> QHBoxLayout:
    """A layout that holds a widget, with margins in pixels; a hidden widget takes no room.

    A label loses margins of its own when the text size changes before it is first shown.
    """
    around = QHBoxLayout()
    around.setContentsMargins(left, top, right, bottom)
    around.addWidget(part)
    return around

"""Buttons with icons that are as high as the text beside them."""

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QToolButton, QWidget

_LEAST = 16
"""The side of icons beside text of the usual size, in pixels."""


class IconButton(QToolButton):
    """A button whose icon or arrow grows with the font."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._measure()

    def changeEvent(self, event: QEvent) -> None:
        """Grow with the font."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._measure()

    def _measure(self) -> None:
        side = max(_LEAST, self.fontMetrics().height())
        if self.iconSize() != QSize(side, side):
            self.setIconSize(QSize(side, side))

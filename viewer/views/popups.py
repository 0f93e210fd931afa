"""Menus, and lists that pop up: both with the round corners of the style sheet."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt
from PySide6.QtGui import QPainterPath, QRegion
from PySide6.QtWidgets import QMenu, QWidget

CORNER = 8
"""The radius of corners in pixels, as in the style sheet."""


def round_corners(popup: QWidget) -> None:
    """Cut off the corners of a window that pops up, behind its round border.

    A mask works everywhere; a transparent background would be black where nothing composes windows.
    """
    popup.installEventFilter(_Corners(popup))


class _Corners(QObject):
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Set the mask after the window has changed its size, where Qt clears it."""
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            watched.event(event)
            shape = QPainterPath()
            shape.addRoundedRect(QRectF(watched.rect()), CORNER, CORNER)
            watched.setMask(QRegion(shape.toFillPolygon().toPolygon()))
            return True
        return False


class Menu(QMenu):
    """A menu with an accessible name and round corners; it may be for one use."""

    def __init__(self, name: str, parent: QWidget, *, is_for_once: bool = False) -> None:
        super().__init__(name, parent)
        self.setAccessibleName(name.replace("&", ""))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=is_for_once)
        round_corners(self)

    def submenu(self, name: str) -> "Menu":
        """Add a menu at the end."""
        menu = Menu(name, self)
        self.addMenu(menu)
        return menu

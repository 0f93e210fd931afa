"""The round corners of what pops up: menus, lists and tooltips."""

from typing import Any

from PySide6.QtCore import QEvent, QObject, QRectF
from PySide6.QtGui import QPainterPath, QRegion
from PySide6.QtWidgets import QProxyStyle, QWidget

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


class TipStyle(QProxyStyle):
    """A style of Qt's, whose tooltips have round corners.

    Qt makes their windows itself, and only styles learn of them.
    """

    def polish(self, thing: Any) -> Any:
        """Cut off the corners of a tooltip; everything else is left to Qt."""
        if isinstance(thing, QWidget) and thing.inherits("QTipLabel"):
            round_corners(thing)
        return super().polish(thing)

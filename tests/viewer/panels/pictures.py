"""Panels painted without a window: a library that answers at once, and every panel's picture."""

from collections.abc import Callable
from typing import Any

from PySide6.QtGui import QFont, QImage
from PySide6.QtWidgets import QWidget

from engine.library import Library
from viewer.panels.panel import Panel


class Answering:
    """Stands for a session that answers before it returns."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def ask(
        self, _kind: str, question: Callable[[Library], Any], then: Callable[[Any], None]
    ) -> None:
        then(question(self._library))


def painted(panel: Panel, size: tuple[int, int]) -> QImage:
    """The panel as it looks in DejaVu Sans."""
    font = QFont("DejaVu Sans", 9)
    panel.setFont(font)
    for part in panel.findChildren(QWidget):
        part.setFont(font)
    panel.resize(*size)
    panel.grab()  # lays out; what wraps has its height only then
    image = panel.grab().toImage()
    panel.deleteLater()
    return image

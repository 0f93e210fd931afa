"""What this is, which version, under which license."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

import engine
from viewer import icons


def show(parent: QWidget) -> QMessageBox:
    """Open the page."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setWindowTitle("About Tanglescope")
    box.setAccessibleName("About Tanglescope")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setIconPixmap(icons.icon("tanglescope").pixmap(48, 48))
    box.setText(f"Tanglescope {engine.__version__}")
    box.setInformativeText(
        "Reads and debugs tangles: threads in an order that is right.\nMIT license."
    )
    box.open()
    return box

"""Message boxes: texts of strangers stay texts, in the small print as well."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from viewer.views.label import plain_labels


class PlainBox(QMessageBox):
    """A message box that shows plain text only, and is gone when it is closed."""

    def __init__(self, parent: QWidget, title: str) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def setInformativeText(self, text: str) -> None:
        """Say more in small print, for which Qt makes a label that takes any text for HTML."""
        super().setInformativeText(" ")
        plain_labels(self)
        super().setInformativeText(text)

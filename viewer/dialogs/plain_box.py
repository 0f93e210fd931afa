"""Message boxes: texts of strangers stay texts, in the small print as well."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QProgressBar, QProgressDialog, QWidget

from engine.wording import tr
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


class PlainProgress(QProgressDialog):
    """How far something is that may be cancelled; shown only if it takes a while."""

    _PATIENCE = 500  # milliseconds

    def __init__(self, parent: QWidget, title: str, text: str) -> None:
        super().__init__("", tr("Cancel"), 0, 0, parent)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.setMinimumDuration(self._PATIENCE)
        self.setAutoReset(False)
        plain_labels(self)
        self.setLabelText(text)
        for bar in self.findChildren(QProgressBar):
            bar.setAccessibleName(title)

"""Whether to write down what private messages say: a question, since it can harm."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from engine.wording import tr
from viewer.views.label import PlainLabel

_WIDTH = 480


class KeepTextsDialog(QDialog):
    """What it means to keep private text; `agreed` is called if the reader wants it."""

    def __init__(self, database: Path, agreed: Callable[[], None], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("keep-texts")
        self.setWindowTitle(tr("Keep private text"))
        self.setAccessibleName(self.windowTitle())
        self.accepted.connect(agreed)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 14)
        column.setSpacing(12)
        for text in (
            tr(
                "What private messages say can be written into the database, without encryption:"
                " those that are open now, and those that you open later. You can read them without"
                " your key then."
            ),
            tr(
                "So can everybody who gets at this file, or at a copy of it:\n{database}",
                database=database,
            ),
            tr("Your keys are never written. The same command removes the text again."),
        ):
            column.addWidget(self._label(text))
        column.addStretch(1)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.buttons.setAccessibleName(tr("Keep the text, or don't"))
        self.buttons.addButton(tr("Keep the text"), QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column.addWidget(self.buttons)
        self.setMinimumSize(_WIDTH, column.totalHeightForWidth(_WIDTH))

    def _label(self, text: str) -> PlainLabel:
        label = PlainLabel(text, self)
        label.setAccessibleName(text)
        label.setWordWrap(True)
        return label

"""The keys in a program's folder: a question, since they are a person's own."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QVBoxLayout, QWidget

from engine.wording import tr
from viewer.views.label import PlainLabel

_WIDTH = 480


class OfferKeysDialog(QDialog):
    """Whether to open private messages with the keys in a folder; `agreed` is called if so."""

    def __init__(self, keyring: Path, agreed: Callable[[], None], parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("offer-keys")
        self.setWindowTitle(tr("Use the keys in this folder?"))
        self.setAccessibleName(self.windowTitle())
        self.accepted.connect(agreed)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 14)
        column.setSpacing(12)
        for text in (
            tr("This folder holds keys of private groups:\n{keyring}", keyring=keyring),
            tr(
                "Tanglescope can open private messages with them. Keys stay in memory until you"
                " quit; they are never written."
            ),
        ):
            label = PlainLabel(text, self)
            label.setAccessibleName(text)
            label.setWordWrap(True)
            column.addWidget(label)
        column.addStretch(1)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.buttons.setAccessibleName(tr("Use the keys, or don't"))
        self.agree = self.buttons.addButton(
            tr("Use the keys"), QDialogButtonBox.ButtonRole.AcceptRole
        )
        self.buttons.button(QDialogButtonBox.StandardButton.Cancel).setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column.addWidget(self.buttons)
        self.setMinimumSize(_WIDTH, column.totalHeightForWidth(_WIDTH))

"""Confirmation dialogs that explain an action first."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QDialogButtonBox,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from tanglescope.engine.wording import tr
from tanglescope.viewer.dialogs.boxes import fit
from tanglescope.viewer.views.label import PlainLabel

_LETTERS = 68


class ConfirmDialog(QDialog):
    """Sentences above two buttons; `agreed` is called if the reader agrees.

    A `choice` is a box to check below the sentences.
    """

    def __init__(
        self,
        name: str,
        title: str,
        sentences: Sequence[str],
        agree: str,
        agreed: Callable[[], object],
        parent: QWidget,
        *,
        is_usual: bool = False,
        choice: str = "",
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName(name)
        self.setWindowTitle(title)
        self.setAccessibleName(title)
        self.accepted.connect(agreed)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 14)
        column.setSpacing(12)
        for text in sentences:
            label = PlainLabel(text, self)
            label.setAccessibleName(text)
            label.setWordWrap(True)
            column.addWidget(label)
        self.choice = QCheckBox(choice)
        if choice:
            column.addWidget(self.choice)
        column.addStretch(1)
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        self.buttons.setAccessibleName(title)
        self.agree: QPushButton = self.buttons.addButton(
            agree, QDialogButtonBox.ButtonRole.AcceptRole
        )
        cancel = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        (self.agree if is_usual else cancel).setDefault(True)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column.addWidget(self.buttons)
        fit(self, _LETTERS)


class LeaveDialog(ConfirmDialog):
    """Asks whether to close a window; the sentences say what stops, and what is kept of it."""

    def __init__(
        self, what_stops: Sequence[str], agreed: Callable[[], object], parent: QWidget
    ) -> None:
        super().__init__(
            "leave",
            tr("Close while work is running?"),
            what_stops,
            tr("Stop and close"),
            agreed,
            parent,
        )


class KeepTextsDialog(ConfirmDialog):
    """Explains what it means to keep private text; `agreed` is called if the reader agrees."""

    def __init__(self, database: Path, agreed: Callable[[], None], parent: QWidget) -> None:
        sentences = (
            tr(
                "The text of private messages can be written into the database without"
                " encryption: of those that are decrypted now, and of those that you decrypt"
                " later. You can then read them without your key."
            ),
            tr(
                "So can everyone with access to this file or a copy of it:\n{database}",
                database=database,
            ),
            tr("Your keys are never written to disk. The same command removes the text again."),
        )
        title, agree = tr("Keep private text"), tr("Keep the text")
        super().__init__("keep-texts", title, sentences, agree, agreed, parent)


class OfferKeysDialog(ConfirmDialog):
    """Asks whether to use the keys in a folder; `agreed` is called if the reader agrees."""

    def __init__(
        self,
        identity: Path | None,
        keyring: Path | None,
        agreed: Callable[[], None],
        parent: QWidget,
    ) -> None:
        secret = tr("This folder holds the secret key of an identity:\n{file}", file=identity)
        groups = tr("This folder holds keys of private groups:\n{keyring}", keyring=keyring)
        sentences = (
            *((secret,) if identity else ()),
            *((groups,) if keyring else ()),
            tr(
                "Tanglescope can decrypt private messages with what is in this folder. Keys"
                " stay in memory until you quit; they are never written to disk."
            ),
        )
        title, agree = tr("Use the keys in this folder?"), tr("Use the keys")
        super().__init__("offer-keys", title, sentences, agree, agreed, parent)

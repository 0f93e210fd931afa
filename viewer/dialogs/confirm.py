"""Dialogs that ask one thing: to confirm an action that they explain, or for a line of text."""

from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtWidgets import QCheckBox, QDialogButtonBox, QLineEdit, QPushButton, QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.engine.store.files.collections import LONGEST_NAME
from tanglescope.viewer.dialogs.boxes import Dialog, fit
from tanglescope.viewer.views.label import PlainLabel

_LETTERS, _LETTERS_OF_LINE = 68, 52


class ConfirmDialog(Dialog):
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
        super().__init__(title, parent, name)
        self.accepted.connect(agreed)
        self.choice = QCheckBox(choice)
        self.buttons = self.make_buttons(QDialogButtonBox.StandardButton.Cancel)
        self.agree: QPushButton = self.buttons.addButton(
            agree, QDialogButtonBox.ButtonRole.AcceptRole
        )
        cancel = self.buttons.button(QDialogButtonBox.StandardButton.Cancel)
        (self.agree if is_usual else cancel).setDefault(True)
        labels = [PlainLabel(text, self, wraps=True) for text in sentences]
        self.lay_out(*labels, *([self.choice] if choice else []), 1, self.buttons)
        fit(self, _LETTERS)


class RenameDialog(Dialog):
    """A field with the current name; `renamed` is called with the new one.

    For anything else, `title`, `agree` and `label` are the texts of window, button and field.
    """

    def __init__(
        self,
        name: str,
        renamed: Callable[[str], None],
        parent: QWidget,
        *,
        title: str = "",
        agree: str = "",
        label: str = "",
    ) -> None:
        super().__init__(title or tr("Rename collection"), parent)
        self.field = QLineEdit(name, self)
        self.field.setObjectName("filter")
        self.accepted.connect(lambda: renamed(self.field.text()))
        label = label or tr("Name of the collection:")
        self.field.setAccessibleName(label.removesuffix(":"))
        self.field.setMaxLength(LONGEST_NAME)
        self.field.selectAll()
        buttons = self.make_buttons(QDialogButtonBox.StandardButton.Cancel)
        renames = buttons.addButton(agree or tr("Rename"), QDialogButtonBox.ButtonRole.AcceptRole)
        renames.setDefault(True)
        self.lay_out(PlainLabel(label, self), self.field, buttons)
        fit(self, _LETTERS_OF_LINE)


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


def ask_if_private(
    name: str, sentence: str, title: str, export: Callable[[], object], parent: QWidget
) -> None:
    """Ask whether to export a private conversation with a title; the sentence says who reads it."""
    ConfirmDialog(
        *(name, tr("Export a private conversation?"), (sentence, title)),
        *(tr("Export…"), export, parent),
    ).open()

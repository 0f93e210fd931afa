"""A dialog for the key of an encrypted Autobase; the key is kept in memory only."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from engine.archive.corestore.encryption import read_base_key
from engine.errors import TanglescopeError
from engine.files import unreadable
from engine.wording import tr
from viewer.dialogs import file_dialogs
from viewer.dialogs.boxes import fit
from viewer.tooltips import set_tooltip
from viewer.views.label import PlainLabel

_LETTERS = 68
_SHOWN = 16  # digits of the key by which an Autobase is known
_LONGEST = 1024  # bytes of a file that holds a key and nothing else


class BaseKeyDialog(QDialog):
    """Asks for the key of the Autobase with an address; `unlock` takes it.

    `problem` says what was wrong with the previous key.
    """

    def __init__(
        self, address: str, problem: str, unlock: Callable[[bytes], None], parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("base-key")
        self.setWindowTitle(tr("Enter the key of an Autobase"))
        self.setAccessibleName(self.windowTitle())
        self._unlock = unlock
        # Hidden like a password: a key must not appear in a screenshot.
        self.field = QLineEdit(self)
        self.field.setObjectName("filter")
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(tr("Key of the Autobase"))
        set_tooltip(self.field, tr("64 hexadecimal digits, or z-base-32"))
        self.field.setPlaceholderText(tr("64 hexadecimal digits, or z-base-32"))
        self.problem = self._label(problem, tr("What is wrong with the key"))
        self.field.textChanged.connect(self.problem.clear)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.setAccessibleName(tr("Decrypt the Autobase with this key, or cancel"))
        self.file = self.buttons.addButton(
            tr("Choose a file…"), QDialogButtonBox.ButtonRole.ActionRole
        )
        self.file.clicked.connect(self._choose)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 14)
        column.setSpacing(12)
        named = f"{address.partition(':')[2][:_SHOWN]}…"
        column.addWidget(self._label(tr("The Autobase {name} is encrypted.", name=named)))
        column.addWidget(
            self._label(
                tr(
                    "The key stays in memory until you quit and is never written to disk. "
                    "The entries that it decrypts are kept in the database."
                )
            )
        )
        for part in (self.field, self.problem, self.buttons):
            column.addWidget(part)
        fit(self, _LETTERS)

    def accept(self) -> None:
        """Unlock with the typed key, or show what is wrong with it."""
        self._take(self.field.text().encode())

    def _choose(self) -> None:
        if file := file_dialogs.for_base_key(self):
            try:
                self._take(_beginning(file))
            except OSError as error:
                self.problem.setText(unreadable(file, error))

    def _take(self, given: bytes) -> None:
        try:
            key = read_base_key(given)
        except TanglescopeError as error:
            self.problem.setText(str(error))
            return
        self.field.clear()
        super().accept()
        self._unlock(key)

    def _label(self, text: str, what: str = "") -> PlainLabel:
        label = PlainLabel(text, self)
        label.setAccessibleDescription(what)
        label.setWordWrap(True)
        return label


def _beginning(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(_LONGEST)

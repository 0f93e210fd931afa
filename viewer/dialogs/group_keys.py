"""A dialog for keys of private groups; the keys are kept in memory only."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from engine.errors import TanglescopeError
from engine.wording import tr
from viewer.dialogs import file_dialogs
from viewer.dialogs.boxes import fit
from viewer.tooltips import set_tooltip
from viewer.views.label import PlainLabel

_LETTERS = 68


class GroupKeysDialog(QDialog):
    """A field for keys, and a button to choose a folder of them.

    `unlock` takes the typed keys, `unlock_folder` a folder; both raise an error if they fail.
    """

    def __init__(
        self,
        unlock: Callable[[str], None],
        unlock_folder: Callable[[Path], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("group-keys")
        self.setWindowTitle(tr("Enter group keys"))
        self.setAccessibleName(self.windowTitle())
        self._unlock = unlock
        self._unlock_folder = unlock_folder
        # One line, hidden like a password: a key must not appear in a screenshot.
        self.field = QLineEdit(self)
        self.field.setObjectName("filter")
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(tr("Group keys"))
        set_tooltip(self.field, tr("32 bytes in base64; several with spaces between them"))
        self.field.setPlaceholderText(tr("32 bytes in base64; several with spaces between them"))
        self.field.textChanged.connect(self._forget_problem)
        self.problem = self._label("")
        self.problem.setAccessibleDescription(tr("What is wrong with the keys"))
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.setAccessibleName(tr("Decrypt the messages of the groups, or cancel"))
        self.folder = self.buttons.addButton(
            tr("Choose a folder…"), QDialogButtonBox.ButtonRole.ActionRole
        )
        set_tooltip(
            self.folder, tr("The folder of an SSB program, or the keyring or keystore in it")
        )
        self.folder.clicked.connect(self._choose)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 14)
        column.setSpacing(12)
        column.addWidget(
            self._label(tr("Keys stay in memory until you quit; they are never written to disk."))
        )
        for part in (self.field, self.problem, self.buttons):
            column.addWidget(part)
        fit(self, _LETTERS)

    def accept(self) -> None:
        """Unlock with the typed keys, or show what is wrong with them."""
        self._try(lambda: self._unlock(self.field.text()))

    def _choose(self) -> None:
        if folder := file_dialogs.for_keyring(self):
            self._try(lambda: self._unlock_folder(folder))

    def _try(self, unlock: Callable[[], None]) -> None:
        try:
            unlock()
        except TanglescopeError as error:
            self.problem.setText(str(error))
            return
        self.field.clear()
        super().accept()

    def _forget_problem(self) -> None:
        self.problem.clear()

    def _label(self, text: str) -> PlainLabel:
        label = PlainLabel(text, self)
        label.setWordWrap(True)
        return label

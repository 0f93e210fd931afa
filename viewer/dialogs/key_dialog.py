"""The dialog for secret keys, which are kept in memory only."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from tanglescope.engine.errors import TanglescopeError
from tanglescope.viewer.dialogs.boxes import fit
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views.label import PlainLabel

_LETTERS = 68

_Taken = TypeVar("_Taken")


@dataclass(frozen=True, slots=True)
class KeyTexts:
    """The texts of a dialog: what is above the field, and the names for screen readers.

    `form` says how a key is written.
    """

    title: str
    sentences: tuple[str, ...]
    field: str
    form: str
    problem: str
    buttons: str


class KeyDialog(QDialog):
    """A hidden field for keys, and below it what is wrong with them.

    A subclass overrides `accept` to attempt what is to be done with the typed keys.
    """

    def __init__(self, name: str, texts: KeyTexts, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName(name)
        self.setWindowTitle(texts.title)
        self.setAccessibleName(texts.title)
        # One line, hidden like a password: a key must not appear in a screenshot.
        self.field = QLineEdit(self)
        self.field.setObjectName("filter")
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setAccessibleName(texts.field)
        set_tooltip(self.field, texts.form)
        self.field.setPlaceholderText(texts.form)
        self.problem = self._label("")
        self.problem.setAccessibleDescription(texts.problem)
        self.field.textChanged.connect(self.problem.clear)
        self.buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self
        )
        self.buttons.setAccessibleName(texts.buttons)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 14)
        column.setSpacing(12)
        for part in (*map(self._label, texts.sentences), self.field, self.problem, self.buttons):
            column.addWidget(part)

    def add_choice(self, text: str, choose: Callable[[], None]) -> QPushButton:
        """Add a button to choose keys instead of typing them, and give the dialog its size."""
        button = self.buttons.addButton(text, QDialogButtonBox.ButtonRole.ActionRole)
        button.clicked.connect(choose)
        fit(self, _LETTERS)
        return button

    def attempt(self, take: Callable[[], _Taken]) -> _Taken | None:
        """Close the dialog with what `take` returns; None if it fails, which is shown."""
        try:
            taken = take()
        except TanglescopeError as error:
            self.problem.setText(str(error))
            return None
        self.field.clear()
        super().accept()
        return taken

    def _label(self, text: str) -> PlainLabel:
        label = PlainLabel(text, self)
        label.setWordWrap(True)
        return label

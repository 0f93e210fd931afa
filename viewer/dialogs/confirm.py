"""A question with what it means, before something is done that a person may not want."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QPushButton, QVBoxLayout, QWidget

from viewer.dialogs.fitting import fit
from viewer.views.label import PlainLabel

_LETTERS = 68


class ConfirmDialog(QDialog):
    """Sentences above two buttons; `agreed` is called if the reader agrees."""

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

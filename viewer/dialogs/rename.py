"""A dialog that names a collection."""

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from engine.store.files.collections import LONGEST_NAME
from engine.wording import tr
from viewer.dialogs.boxes import fit
from viewer.views.label import PlainLabel

_LETTERS = 52


class RenameDialog(QDialog):
    """A field with the current name; `renamed` is called with the new one.

    For a new collection, `title` and `agree` are the texts of window and button.
    """

    def __init__(
        self,
        name: str,
        renamed: Callable[[str], None],
        parent: QWidget,
        *,
        title: str = "",
        agree: str = "",
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title or tr("Rename collection"))
        self.setAccessibleName(self.windowTitle())
        self.field = QLineEdit(name, self)
        self.field.setObjectName("filter")
        self.accepted.connect(lambda: renamed(self.field.text()))
        self.finished.connect(self.deleteLater)
        self.field.setAccessibleName(tr("Name of the collection"))
        self.field.setMaxLength(LONGEST_NAME)
        self.field.selectAll()
        label = PlainLabel(tr("Name of the collection:"), self)
        label.setAccessibleName(label.text())
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel, self)
        buttons.setAccessibleName(self.windowTitle())
        buttons.addButton(agree or tr("Rename"), QDialogButtonBox.ButtonRole.AcceptRole).setDefault(
            True
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 14)
        column.setSpacing(12)
        for part in (label, self.field, buttons):
            column.addWidget(part)
        fit(self, _LETTERS)

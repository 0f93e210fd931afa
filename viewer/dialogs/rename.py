"""A dialog that asks for a line of text, such as the name of a collection."""

from collections.abc import Callable

from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from tanglescope.engine.store.files.collections import LONGEST_NAME
from tanglescope.engine.wording import tr
from tanglescope.viewer.dialogs.boxes import fit
from tanglescope.viewer.views.label import PlainLabel

_LETTERS = 52


class RenameDialog(QDialog):
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
        super().__init__(parent)
        self.setWindowTitle(title or tr("Rename collection"))
        self.setAccessibleName(self.windowTitle())
        self.field = QLineEdit(name, self)
        self.field.setObjectName("filter")
        self.accepted.connect(lambda: renamed(self.field.text()))
        self.finished.connect(self.deleteLater)
        label = label or tr("Name of the collection:")
        self.field.setAccessibleName(label.removesuffix(":"))
        self.field.setMaxLength(LONGEST_NAME)
        self.field.selectAll()
        above = PlainLabel(label, self)
        above.setAccessibleName(label)
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
        for part in (above, self.field, buttons):
            column.addWidget(part)
        fit(self, _LETTERS)

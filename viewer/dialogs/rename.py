"""A dialog that asks for a line of text, such as the name of a collection."""

from collections.abc import Callable

from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QWidget

from tanglescope.engine.store.files.collections import LONGEST_NAME
from tanglescope.engine.wording import tr
from tanglescope.viewer.dialogs.boxes import Dialog, fit
from tanglescope.viewer.views.label import PlainLabel

_LETTERS = 52


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
        fit(self, _LETTERS)

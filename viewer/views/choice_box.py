"""A box to choose from, all of whose parts have a name for screen readers."""

from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from engine.wording import tr


class ChoiceBox(QComboBox):
    """A combo box whose list, and what one can type into, have its name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name_list(tr("Choices"))

    def name_all(self, name: str) -> None:
        """Give the box and everything in it a name."""
        self.setAccessibleName(name)
        self._name_list(name)

    def let_type(self, name: str) -> QLineEdit:
        """Let what is not in the list be typed, too; where it is typed."""
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.name_all(name)
        field = self.lineEdit()
        assert field is not None  # an editable box has one
        field.setAccessibleName(name)
        return field

    def _name_list(self, name: str) -> None:
        self.view().setAccessibleName(name)
        popup = self.view().parentWidget()
        if popup is not None:
            popup.setAccessibleName(name)

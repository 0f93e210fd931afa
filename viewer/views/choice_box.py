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

    def chosen(self) -> str:
        """What is behind the text of the list that is chosen, or what was typed instead."""
        text = self.currentText().strip()
        place = self.findText(text)
        return text if place < 0 else str(self.itemData(place))

    def choose(self, value: str) -> None:
        """Choose what is behind a text of the list, or type it."""
        place = self.findData(value)
        self.setCurrentText(value if place < 0 else self.itemText(place))

    def _name_list(self, name: str) -> None:
        self.view().setAccessibleName(name)
        popup = self.view().parentWidget()
        if popup is not None:
            popup.setAccessibleName(name)

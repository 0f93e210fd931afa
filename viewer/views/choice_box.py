"""A box to choose from, all of whose parts have a name for screen readers."""

from PySide6.QtWidgets import QComboBox, QWidget


class ChoiceBox(QComboBox):
    """A combo box whose list has a name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for part in (self.view(), self.view().parentWidget()):
            part.setAccessibleName("Choices")

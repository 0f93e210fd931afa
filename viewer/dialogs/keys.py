"""All keys on one page, made from the table of commands."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from viewer.commands import COMMANDS, DRAWING, READING


def lines() -> list[tuple[str, list[tuple[str, str]]]]:
    """The keys by menu: what to press and what it does."""
    groups: dict[str, list[tuple[str, str]]] = {"Reading": list(READING)}
    for command in COMMANDS:
        if command.keys:
            keys = ", ".join(
                QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
                for key in command.keys
            )
            text = command.text.replace("&", "").removesuffix(" …")
            groups.setdefault(command.menu.replace("&", ""), []).append((keys, text))
    groups["Diagram"] = list(DRAWING)
    return list(groups.items())


def show(parent: QWidget) -> QDialog:
    """Open the page."""
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle("Keys")
    dialog.setAccessibleName("Keys")
    page = QWidget()
    page.setAccessibleName("All keys")
    grid = QGridLayout(page)
    grid.setHorizontalSpacing(28)
    row = 0
    for title, keys in lines():
        grid.addWidget(_label(title, strong=True), row, 0, 1, 2)
        for number, (key, text) in enumerate(keys, row + 1):
            grid.addWidget(_label(key), number, 0)
            grid.addWidget(_label(text), number, 1)
        row += len(keys) + 1
    area = QScrollArea(dialog)
    area.setAccessibleName("All keys")
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, dialog)
    buttons.setAccessibleName("Close")
    buttons.rejected.connect(dialog.reject)
    column = QVBoxLayout(dialog)
    column.addWidget(area)
    column.addWidget(buttons)
    dialog.setMinimumSize(280, 240)
    dialog.resize(460, 600)
    dialog.open()
    return dialog


def _label(text: str, *, strong: bool = False) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setAccessibleName(text)
    if strong:
        font = QFont(label.font())
        font.setWeight(QFont.Weight.DemiBold)
        label.setFont(font)
        label.setContentsMargins(0, 10, 0, 2)
    return label

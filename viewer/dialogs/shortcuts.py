"""All keyboard shortcuts on one page, made from the table of commands."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QGridLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from engine.wording import tr
from engine.words import command_name
from viewer.dialogs.boxes import size_in_letters
from viewer.views.label import PlainLabel
from viewer.views.layout.inset import inset
from viewer.window.commands import COMMANDS, DRAWING, READING

_SHARES = (3, 4)
"""How keys and descriptions share the width."""

_LETTERS, _LINES = 94, 43
"""The usual size of the page."""


def lines() -> list[tuple[str, list[tuple[str, str]]]]:
    """The shortcuts by menu: keys and descriptions."""
    groups: dict[str, list[tuple[str, str]]] = {tr("Reading"): _said(READING)}
    for command in COMMANDS:
        if command.keys:
            keys = ", ".join(
                QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
                for key in command.keys
            )
            menu, text = (command_name(tr(each)) for each in (command.menu, command.text))
            groups.setdefault(menu, []).append((keys, text))
    groups[tr("Diagram")] = _said(DRAWING)
    return list(groups.items())


def show(parent: QWidget) -> QDialog:
    """Open the page."""
    dialog = QDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setWindowTitle(tr("Keyboard shortcuts"))
    dialog.setAccessibleName(tr("Keyboard shortcuts"))
    page = QWidget()
    page.setAccessibleName(tr("All keyboard shortcuts"))
    grid = QGridLayout(page)
    grid.setHorizontalSpacing(28)
    for column, share in enumerate(_SHARES):
        grid.setColumnStretch(column, share)
    row = 0
    for title, keys in lines():
        grid.addLayout(inset(_label(title, strong=True), 0, 10, 0, 2), row, 0, 1, 2)
        for number, (key, text) in enumerate(keys, row + 1):
            for column, said in enumerate((key, text)):
                label = _label(said)
                label.setWordWrap(True)
                label.setAlignment(Qt.AlignmentFlag.AlignTop)
                grid.addWidget(label, number, column)
        row += len(keys) + 1
    area = QScrollArea(dialog)
    area.setAccessibleName(tr("All keyboard shortcuts"))
    area.setWidget(page)
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, dialog)
    buttons.setAccessibleName(tr("Close"))
    buttons.rejected.connect(dialog.reject)
    layout = QVBoxLayout(dialog)
    layout.addWidget(area)
    layout.addWidget(buttons)
    dialog.setMinimumSize(280, 240)
    size_in_letters(dialog, _LETTERS, _LINES)
    dialog.open()
    return dialog


def _said(keys: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(tr(key), tr(text)) for key, text in keys]


def _label(text: str, *, strong: bool = False) -> PlainLabel:
    label = PlainLabel(text)
    label.setAccessibleName(text)
    if strong:
        font = QFont(label.font())
        font.setWeight(QFont.Weight.DemiBold)
        label.setFont(font)
    return label

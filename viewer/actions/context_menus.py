"""Context menus: what of the table of commands can be done with a message that was clicked."""

from collections.abc import Sequence
from typing import TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from engine.wording import tr
from viewer.window.menus import Menus

Groups: TypeAlias = Sequence[Sequence[str]]
"""The names of commands, group by group."""

MESSAGE: Groups = (
    ("reply",),
    ("message_tab", "conversations", "cause", "effect"),
    ("copy", "copy_key", "copy_link", "copy_ndjson"),
    ("panel_why", "hold", "inspector"),
    ("feed", "feeds", "copy_feed", "hide_author"),
)
"""What can be done with a message and its author, wherever they are shown."""


def context_menu(menus: Menus, parent: QWidget, groups: Groups = MESSAGE) -> QMenu:
    """A menu of commands, with their keys."""
    menu = QMenu(parent)
    menu.setAccessibleName(tr("Message"))
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    for number, names in enumerate(groups):
        if number:
            menu.addSeparator()
        for name in names:
            menu.addAction(menus.action(name))
    return menu

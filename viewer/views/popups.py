"""Menus with the round corners of all that pops up."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from tanglescope.viewer.corners import round_corners


class Menu(QMenu):
    """A menu with an accessible name and round corners; it may be for one use."""

    def __init__(self, name: str, parent: QWidget, *, is_for_once: bool = False) -> None:
        super().__init__(name, parent)
        self.setAccessibleName(name.replace("&", ""))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=is_for_once)
        round_corners(self)

    def submenu(self, name: str) -> "Menu":
        """Add a menu at the end."""
        menu = Menu(name, self)
        self.addMenu(menu)
        return menu

    def add_names(self, acts: Iterable[tuple[str, Callable[[], object]]]) -> None:
        """Add entries with names that aren't texts of the program, and their functions."""
        for name, act in acts:
            self.addAction(name.replace("&", "&&"), act)

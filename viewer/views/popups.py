"""Menus with the round corners of all that pops up."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QStyle, QWidget

from tanglescope.viewer.avatar import face_icon
from tanglescope.viewer.blobs.pictures import Pictures
from tanglescope.viewer.corners import round_corners
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.tooltips import set_tooltip


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

    def add(
        self, text: str, act: Callable[[], object], *, is_on: bool | None = None, tip: str = ""
    ) -> QAction:
        """Add an entry and its function; with `is_on`, it has a tick, or room for one."""
        action = self.addAction(text)
        action.triggered.connect(lambda _=False: act())
        action.setCheckable(is_on is not None)
        action.setChecked(bool(is_on))
        if tip:
            set_tooltip(action, tip)
        return action

    def add_name(
        self, name: str, act: Callable[[], object], *, is_on: bool | None = None, tip: str = ""
    ) -> QAction:
        """Add an entry with a name that isn't a text of the program."""
        return self.add(name.replace("&", "&&"), act, is_on=is_on, tip=tip)

    def add_names(self, acts: Iterable[tuple[str, Callable[[], object]]]) -> None:
        """Add entries with names that aren't texts of the program, and their functions."""
        for name, act in acts:
            self.add_name(name, act)


class PeopleMenu(Menu):
    """A menu of people with their faces, for one use."""

    def __init__(self, name: str, parent: QWidget, pictures: Pictures | None, theme: Theme) -> None:
        super().__init__(name, parent, is_for_once=True)
        self._pictures = pictures
        self._theme = theme
        self._people: list[tuple[QAction, tuple[str, str]]] = []
        if pictures is not None:
            pictures.arrived.connect(self._show_faces)

    def add_person(self, person: tuple[str, str], name: str, act: Callable[[], object]) -> None:
        """Add a person, given by feed and blob of the picture, and a function."""
        self._people.append((self.add_name(name, act), person))
        self._show_faces()

    def _show_faces(self) -> None:
        """Show the pictures that are there."""
        side = self.style().pixelMetric(QStyle.PixelMetric.PM_SmallIconSize, None, self)
        ratio = self.devicePixelRatioF()
        for action, person in self._people:
            action.setIcon(face_icon(person, side, ratio, self._pictures, self._theme))

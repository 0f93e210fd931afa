"""The menus and keys, made from the table of commands."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QToolButton

from engine.store.files.collections import Collection
from engine.wording import tr
from viewer.tooltips import set_tooltip
from viewer.views.toolbar import ToolBar
from viewer.window.commands import CHECKABLE, COLLECTION, COMMANDS, FILE, PANEL_MENU, TOOLS, WAYS
from viewer.words import clean_name


class Menus:
    """The menu bar of a window."""

    def __init__(self, window: QMainWindow, actions: Mapping[str, Callable[[], object]]) -> None:
        self._window = window
        self._actions: dict[str, QAction] = {}
        self._menus: dict[str, QMenu] = {}
        self._listed: list[QAction] = []
        window.menuBar().setAccessibleName(tr("Menus"))
        for command in COMMANDS:
            menu = self._menu(command.menu)
            if command.group:
                menu.addSeparator()
            action = QAction(tr(command.text), window)
            action.setCheckable(command.name in CHECKABLE)
            action.setShortcuts([QKeySequence(key) for key in command.keys])
            action.triggered.connect(lambda _=False, act=actions[command.name]: act())
            menu.addAction(action)
            self._actions[command.name] = action
        self._recent = QMenu(tr("Open &recent"), window)
        self._recent.setAccessibleName(tr("Open recent"))
        self._menus[FILE].insertMenu(self._actions["open_sample"], self._recent)

    def action(self, name: str) -> QAction:
        """The action of a command."""
        return self._actions[name]

    def menu(self, title: str) -> QMenu:
        """The menu that the table of commands calls so."""
        return self._menus[title]

    def fill(self, bar: ToolBar) -> QToolButton:
        """Put the tools of the table on a bar; the button that names the collection."""
        bar.add_end()
        for name, icon in WAYS:
            bar.add_action(self._actions[name], icon)
        collection = bar.add_menu(self._menus[COLLECTION], "collection")
        bar.add_room()
        for name, icon, text in TOOLS:
            if name == "inspector":
                bar.add_menu(self._menus[PANEL_MENU], "panels")
            bar.add_action(self._actions[name], icon, tr(text) if text else "")
        bar.add_end()
        return collection

    def check(self, name: str, *, on: bool) -> None:
        """Tick a command, or not."""
        self._actions[name].setChecked(on)

    def enable(self, name: str, *, on: bool) -> None:
        """Offer a command, or show that it would do nothing."""
        self._actions[name].setEnabled(on)

    def leave_out(self, names: AbstractSet[str]) -> None:
        """Show all commands but these."""
        for name, action in self._actions.items():
            action.setVisible(name not in names)

    def show_recent(self, paths: Sequence[Path], open_path: Callable[[Path], None]) -> None:
        """List what was opened last."""
        self._recent.clear()
        self._recent.setEnabled(bool(paths))
        for path in paths:
            action = self._recent.addAction(str(path).replace("&", "&&"))
            set_tooltip(action, str(path))
            action.triggered.connect(lambda _=False, path=path: open_path(path))

    def collections_wanted(self, show: Callable[[], None]) -> None:
        """List the collections anew each time their menu opens."""
        self._menus[COLLECTION].aboutToShow.connect(show)

    def show_collections(
        self, collections: Sequence[Collection], current: Path, open_: Callable[[Path], None]
    ) -> None:
        """List the collections, the one that is shown with a tick."""
        menu = self._menus[COLLECTION]
        for action in self._listed:
            menu.removeAction(action)
            action.deleteLater()
        self._listed = [menu.addSeparator()] if collections else []
        for each in collections:
            action = menu.addAction(clean_name(each.name).replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(each.database == current)
            set_tooltip(action, str(each.database))
            action.triggered.connect(lambda _=False, database=each.database: open_(database))
            self._listed.append(action)

    def _menu(self, title: str) -> QMenu:
        if title not in self._menus:
            menu = self._window.menuBar().addMenu(tr(title))
            menu.setAccessibleName(menu.title().replace("&", ""))
            self._menus[title] = menu
        return self._menus[title]

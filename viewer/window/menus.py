"""The menus and keys, built from the table of commands."""

from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction, QKeySequence, QShortcut
from PySide6.QtWidgets import QMainWindow, QToolButton, QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import Conversation, GivenFacts, Library
from tanglescope.engine.store.files.collections import Collection
from tanglescope.engine.system.files import path_as_text
from tanglescope.engine.words import clean_name, file_name
from tanglescope.viewer.command import (
    COLLECTION,
    FILE,
    SAMPLES,
    TOOLS,
    WAYS,
    Circumstances,
    Command,
    Prerequisite,
)
from tanglescope.viewer.face import Face
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.panels.table import DETAILS, FINDING, PANELS, PLACES, PLACES_OF
from tanglescope.viewer.session import Session
from tanglescope.viewer.views.popups import Menu
from tanglescope.viewer.views.timeline.reading import ReadingPage
from tanglescope.viewer.views.toolbar import ToolBar
from tanglescope.viewer.window.page_parts import PageParts, PageQuestion
from tanglescope.viewer.window.workbench import Workbench

_LONGEST_PATH = 90  # characters in the menu of recent files


class Menus:
    """The menu bar of a window."""

    def __init__(
        self,
        window: QMainWindow,
        commands: Iterable[Command],
        parts: Callable[[], PageParts],
        report: Callable[[str], object],
    ) -> None:
        """Create it; commands act on the page of `parts`, `report` says what they lack."""
        self._window = window
        self.commands = {each.name: each for each in commands}
        self._parts = parts
        self._report = report
        self._actions: dict[str, QAction] = {}
        self._menus: dict[str, Menu] = {}
        self._submenus: dict[tuple[str, str], Menu] = {}
        self._listed: list[QAction] = []
        self._places: dict[str, QAction] = {}
        """The buttons of the places in the toolbar."""
        self.face = Face.DEBUGGING
        """The face whose commands are shown."""
        self._absent: AbstractSet[str] = frozenset()
        self._disabled: set[str] = set()
        self._absent_keys: dict[str, list[QShortcut]] = {}
        """Stand in for the keys of commands that were left out."""
        self._why_absent: Callable[[Command], str] = lambda _: ""
        self._turn_face: Callable[[], None] = lambda: None
        window.menuBar().setAccessibleName(tr("Menus"))
        for command in self.commands.values():
            menu = self._menu(command.menu)
            if command.group:
                menu.addSeparator()
            if command.submenu:
                menu = self._submenu(command.menu, command.submenu)
            action = QAction(tr(command.text), window)
            action.setCheckable(command.is_checkable)
            action.setShortcuts([QKeySequence(key) for key in command.keys])
            action.triggered.connect(partial(self._run, command))
            menu.addAction(action)
            self._actions[command.name] = action
        self._recent = Menu(tr("Open &recent"), window)
        samples = self._submenus[FILE, SAMPLES]
        self._menus[FILE].insertMenu(samples.menuAction(), self._recent)

    def _run(self, command: Command, *_: object) -> None:
        """Run a command, or report what it lacks."""
        parts = self._parts()
        if lack := lacking(command, parts.page):
            self._report(lack)
        elif command.takes is None:
            command.run(self._window)
        else:
            target = parts.target(command)
            author = parts.author_of(target)
            if lack := command.why_absent(Circumstances(author=author)):
                self._report(lack)
            else:
                command.run(self._window, target)

    def action(self, name: str) -> QAction:
        """The action of a command."""
        return self._actions[name]

    def menu(self, title: str) -> Menu:
        """The menu with a name in the table of commands."""
        return self._menus[title]

    def fill(
        self, bar: ToolBar, field: QWidget, turn_place: Callable[[str], object]
    ) -> QToolButton:
        """Add the tools of the table to a toolbar; return the button that names the collection."""
        bar.add_end()
        for name, icon in WAYS:
            bar.add_action(self._actions[name], icon)
        collection = bar.add_menu(self._menus[COLLECTION], "collection")
        bar.add_room()
        for place in PLACES:
            action = QAction(tr(place.title), self._window)
            action.setCheckable(True)
            action.triggered.connect(lambda _=False, name=place.name: turn_place(name))
            bar.add_action(action, place.icon, tr(place.title))
            if place.name == FINDING:
                bar.add_field(field, action)
                bar.add_room()
            self._places[place.name] = action
        for name, icon in TOOLS:
            bar.add_action(self._actions[name], icon)
        bar.add_end()
        return collection

    def check_places(self, open_places: AbstractSet[str]) -> None:
        """Tick the buttons of the places that are open."""
        for name, action in self._places.items():
            action.setChecked(name in open_places)

    def set_face(self, face: Face) -> None:
        """Show only the commands and places of a face."""
        self.face = face
        self.check("face", on=face is Face.DEBUGGING)
        self._show()

    def run(self, name: str) -> None:
        """Run a command, also one of the other face, which then is shown."""
        if self._is_of_other_face(name):
            self._turn_face()
        self._actions[name].trigger()

    def is_offered(self, name: str) -> bool:
        """Whether a command can be run, in whichever face."""
        return name not in self._absent and name not in self._disabled

    def check(self, name: str, on: bool) -> None:
        """Tick or untick a command."""
        self._actions[name].setChecked(on)

    def enable(self, name: str, *, on: bool) -> None:
        """Enable or disable a command."""
        self._actions[name].setEnabled(on)
        (self._disabled.discard if on else self._disabled.add)(name)

    def _disable_useless(self, title: str) -> None:
        """Disable the commands of a menu that lack something; their keys report what it is."""
        for command in self.commands.values():
            if command.menu == title and is_useless(command, self._parts().page):
                self._actions[command.name].setEnabled(False)

    def _enable_all(self) -> None:
        for name, action in self._actions.items():
            action.setEnabled(name not in self._disabled)

    def leave_out(self, names: AbstractSet[str]) -> None:
        """Hide these commands and show all others of the face."""
        self._absent = names
        self._show()

    def _show(self) -> None:
        other = self.face.other
        names = self._absent | {each.name for each in self.commands.values() if each.face is other}
        for name, action in self._actions.items():
            action.setVisible(name not in names)
            if name in names and name not in self._absent_keys:
                self._absent_keys[name] = [self._absent_key(name, k) for k in action.shortcuts()]
        for name, keys in self._absent_keys.items():
            for key in keys:
                key.setEnabled(name in names)
        for menu in self._submenus.values():
            menu.menuAction().setVisible(any(each.isVisible() for each in menu.actions()))
        here = (each.place for each in self.commands.values() if each.name not in names)
        shown = {*here, DETAILS}
        for name, action in self._places.items():
            if name != FINDING:  # the toolbar shows a field instead, if there is room
                action.setVisible(name in shown & PLACES_OF[self.face])

    def when_absent(
        self, why_absent: Callable[[Command], str], turn_face: Callable[[], None]
    ) -> None:
        """Set the functions that say why a command is left out, and that turn to the other face."""
        self._why_absent, self._turn_face = why_absent, turn_face

    def _absent_key(self, name: str, key: QKeySequence) -> QShortcut:
        shortcut = QShortcut(key, self._window)
        shortcut.activated.connect(lambda: self._report_absent(name))
        return shortcut

    def _report_absent(self, name: str) -> None:
        """Say why a command is left out whose key was pressed."""
        command = self.commands[name]
        other = tr(
            "“{command}” belongs to the debugging face. F12 turns to it.", command=command.title
        )
        self._report(other if self._is_of_other_face(name) else self._why_absent(command))

    def _is_of_other_face(self, name: str) -> bool:
        return self.commands[name].face is self.face.other

    def show_recent(self, paths: Sequence[Path], open_path: Callable[[Path], None]) -> None:
        """Update the menu of recent files."""
        self._recent.clear()
        self._recent.setEnabled(bool(paths))
        for path in paths:
            name = file_name(path, _LONGEST_PATH)
            self._recent.add_name(name, partial(open_path, path), tip=path_as_text(path))

    def collections_wanted(self, show: Callable[[], None]) -> None:
        """Update the collections each time their menu opens."""
        self._menus[COLLECTION].aboutToShow.connect(show)

    def show_collections(
        self, collections: Sequence[Collection], current: Path, open_: Callable[[Path], None]
    ) -> None:
        """Update the menu of collections; the open one has a tick."""
        menu = self._menus[COLLECTION]
        for action in self._listed:
            menu.removeAction(action)
            action.deleteLater()
        self._listed = [menu.addSeparator()] if collections else []
        for each in collections:
            act, is_on = partial(open_, each.database), each.database == current
            name, tip = clean_name(each.name), str(each.database)
            self._listed.append(menu.add_name(name, act, is_on=is_on, tip=tip))

    def _menu(self, title: str) -> Menu:
        if title not in self._menus:
            self._menus[title] = Menu(tr(title), self._window)
            self._window.menuBar().addMenu(self._menus[title])
            self._menus[title].aboutToShow.connect(lambda: self._disable_useless(title))
            self._menus[title].aboutToHide.connect(self._enable_all)
        return self._menus[title]

    def _submenu(self, title: str, inside: str) -> Menu:
        if (title, inside) not in self._submenus:
            self._submenus[title, inside] = self._menus[title].submenu(tr(inside))
        return self._submenus[title, inside]


class CommandHider(QObject):
    """Hides commands and panels for which the open conversation has no data.

    While a second page is open, commands that may be about its messages are shown, too.
    """

    def __init__(
        self,
        menus: Menus,
        page: ReadingPage,
        second: ReadingPage,
        workbench: Workbench,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._menus = menus
        self._view = page.timeline
        self._second = second
        self._workbench = workbench
        self._found = Circumstances()
        self._question = PageQuestion("given", page, _find_data, self._show, None, self)
        self._view.current_changed.connect(self.show_commands)

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        self._question.watch(session)
        if session is None:
            self._show(Circumstances())

    def ask(self) -> None:
        """Ask about the conversation that is open now."""
        self._question.ask()

    def show_commands(self) -> None:
        """Show the commands for the current message."""
        here, commands = self._here(), self._menus.commands.values()
        absent = (each.name for each in commands if self._reason(each, here))
        self._menus.leave_out(frozenset(absent))

    def circumstances(self, author: str | None, *, is_of_page: bool = True) -> Circumstances:
        """What there is data for at a message by an author, on the page or elsewhere."""
        if is_of_page and self._second.isHidden():
            return replace(self._found, author=author)
        return replace(self._found, given=GivenFacts(), author=author)

    def why_absent(self, command: Command) -> str:
        """Why a command is left out, as a sentence; `""` if it isn't."""
        return self._reason(command, self._here())

    def _reason(self, command: Command, here: Circumstances) -> str:
        return command.why_absent(self._found if command.place else here)

    def _here(self) -> Circumstances:
        """What there is data for at the current message."""
        index = self._view.currentIndex()
        is_known = self._second.isHidden() and index.isValid()
        return self.circumstances(self._view.timeline.row(index.row()).feed if is_known else None)

    def _show(self, found: Circumstances | None) -> None:
        if found is None:  # until the answer arrives
            return
        self._found = found
        self._workbench.show_given(found.given)
        commands = self._menus.commands
        self._workbench.offer(
            [each.name for each in PANELS if not commands[each.command].why_absent(found)]
        )
        self.show_commands()


def _find_data(library: Library, conversation: Conversation) -> Circumstances:
    return Circumstances(conversation.given_facts(), library.holds_only_graphs())


def is_useless(command: Command, page: ReadingPage) -> bool:
    """Whether a command lacks something on a page, or a collection."""
    if command.needs is Prerequisite.COLLECTION:
        return not isinstance(page.timeline.model(), TimelineModel)
    return bool(lacking(command, page))


def lacking(command: Command, page: ReadingPage) -> str:
    """What a command lacks on a page, as a sentence; `""` if nothing."""
    if command.needs not in (Prerequisite.MESSAGE, Prerequisite.CONVERSATION):
        return ""
    model = page.timeline.model()
    if not isinstance(model, TimelineModel) or not model.address:
        return tr("Open a conversation first.")
    if command.needs is Prerequisite.MESSAGE and page.timeline.current_key() is None:
        return tr("Select a message first.")
    return command.lacks(page)

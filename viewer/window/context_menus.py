"""Context menus: the commands of the table for what is under the mouse or has the focus."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QAbstractItemView, QApplication, QMenu, QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.viewer.command import Command
from tanglescope.viewer.subjects import (
    AuthorSubject,
    ConversationSubject,
    LaneSubject,
    MessageSubject,
    ShowsSubjects,
    Subject,
)
from tanglescope.viewer.views.popups import Menu
from tanglescope.viewer.views.timeline.timeline_view import TimelineView
from tanglescope.viewer.window.menus import CommandHider, Menus
from tanglescope.viewer.window.page_parts import PageParts


class ContextMenus:
    """The context menus of a window, one for each kind of subject."""

    def __init__(
        self,
        table: Mapping[type, Sequence[Command]],
        menus: Menus,
        hider: CommandHider,
        parts: Callable[[], PageParts],
        window: QWidget,
    ) -> None:
        """Create them; `parts` are those of the page with the keyboard focus."""
        self._table, self._menus, self._hider = table, menus, hider
        self._parts, self._window = parts, window

    def offer(self, event: QContextMenuEvent) -> None:
        """Open the menu for what is under the mouse or has the keyboard focus."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        widget = QApplication.focusWidget() if by_key else self._window.childAt(event.pos())
        while widget is not None and not isinstance(widget, ShowsSubjects):
            widget = widget.parentWidget()
        if widget is None or not isinstance(widget, ShowsSubjects):
            return
        point = None if by_key else widget.mapFromGlobal(event.globalPos())
        subject = widget.subject_at(point)
        if point and isinstance(subject, MessageSubject) and isinstance(widget, TimelineView):
            subject = MessageSubject(subject.key, widget.words_at(point))
        if subject is not None:
            self.menu_for(subject).popup(_spot_of(widget) if by_key else event.globalPos())

    def menu_for(self, subject: Subject) -> QMenu:
        """The menu of what is offered for a subject."""
        commands, parts = self._table[type(subject)], self._parts()
        is_current = subject == MessageSubject(parts.page.timeline.current_key() or "")
        if is_current:
            self._hider.show_commands()
        menu = Menu(tr(commands[0].menu), self._window, is_for_once=True)
        inside = {"": menu}
        for command in commands:
            if command.group:
                menu.addSeparator()
            target = parts.target(command, subject)
            if not self._is_offered(command, subject, target):
                continue
            if command.submenu not in inside:
                inside[command.submenu] = menu.submenu(tr(command.submenu))
            if is_current and command.name in self._menus.commands:  # with its keys and tick
                inside[command.submenu].addAction(self._menus.action(command.name))
            else:
                label = command.label(self._window, target) or tr(command.text)
                inside[command.submenu].addAction(label, partial(self.run, command, subject))
        if isinstance(subject, ConversationSubject) and subject.people:
            menu.addSeparator()
            show = partial(self.run, self._menus.commands["feeds"])
            menu.submenu(tr("Profiles of its authors")).add_names(
                (name, partial(show, AuthorSubject(feed))) for feed, name in subject.people
            )
        return menu

    def run(self, command: Command, subject: Subject) -> None:
        """Run a command on a subject."""
        command.run(self._window, self._parts().target(command, subject))

    def _is_offered(self, command: Command, subject: Subject, target: Subject) -> bool:
        is_of_page = isinstance(subject, MessageSubject | LaneSubject)
        author = self._parts().author_of(subject)
        there = self._hider.circumstances(author, is_of_page=is_of_page)
        is_left_out = bool(command.why_absent(there)) or command.face is self._menus.face.other
        return not is_left_out and command.is_offered(self._window, target)


def _spot_of(widget: QWidget) -> QPoint:
    """The position of a menu opened with the keyboard."""
    if not isinstance(widget, QAbstractItemView):
        return widget.mapToGlobal(widget.rect().center())
    place = widget.visualRect(widget.currentIndex()) & widget.viewport().rect()
    return widget.viewport().mapToGlobal(place.center())

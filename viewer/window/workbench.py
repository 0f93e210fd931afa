"""The workbench: one panel at a time, beside the timeline or in place of it."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from html import escape
from itertools import chain

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QToolButton, QWidget

from tanglescope.engine.export.conversations import ExportSelection
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import GivenFacts
from tanglescope.viewer.dropped_files import let_files_pass
from tanglescope.viewer.face import Face
from tanglescope.viewer.manual import glossary, pages
from tanglescope.viewer.manual.pages import ManualPlace, target
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.panels.table import PanelKind
from tanglescope.viewer.session import Session
from tanglescope.viewer.style_sheet import style_when_shown
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.tooltips import show_tooltip
from tanglescope.viewer.views.buttons import IconButton
from tanglescope.viewer.views.keyboard import tab_by_layout
from tanglescope.viewer.views.label import HtmlLabel
from tanglescope.viewer.views.layout.boxes import NamedFrame, inset, make_column, make_row
from tanglescope.viewer.views.layout.scroller import Scroller
from tanglescope.viewer.views.layout.whole_tabs import WholeTabs
from tanglescope.viewer.views.popups import Menu


class PurposeLine(HtmlLabel):
    """A sentence whose terms are links to the glossary."""

    wanted = Signal(object)
    """Emitted with the `ManualPlace` to open."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("hint")
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self._theme, self._sentence = theme, ""
        self._more: ManualPlace | None = None
        self.linkHovered.connect(self._explain)
        self.linkActivated.connect(lambda link: self.wanted.emit(_place(link)))

    def say(self, sentence: str, more: ManualPlace | None) -> None:
        """Replace the sentence, and the place of the manual that says more."""
        self._sentence, self._more = sentence, more
        text, link = self._mark(sentence), tr("More in the manual")
        if more is not None:
            text += f" {_link(more, link, self._theme.colors['accent'])}"
        self.setText(text)
        self.setAccessibleName(sentence if more is None else f"{sentence} {link}")

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._theme = theme
        self.say(self._sentence, self._more)

    def _mark(self, sentence: str) -> str:
        parts, end = [], 0
        for found in glossary.find(sentence):
            word = sentence[found.start : found.end]
            parts.append(escape(sentence[end : found.start]))
            parts.append(_link(found.term.place, word, self._theme.colors["muted"]))
            end = found.end
        return "".join((*parts, escape(sentence[end:])))

    def _explain(self, link: str) -> None:
        term = glossary.term_at(_place(link)) if link else None
        show_tooltip(QCursor.pos(), term.meaning if term else "", self)


def _link(place: ManualPlace, text: str, color: str) -> str:
    style = f"color: {color}; text-decoration: underline"
    return f'<a href="{place.page}#{place.anchor}" style="{style}">{escape(text)}</a>'


def _place(link: str) -> ManualPlace:
    return pages.target(QUrl(link).toString(), glossary.page()) or ManualPlace(glossary.page())


_PATIENCE = 250  # milliseconds between updates for a thread that grows


class Workbench(NamedFrame):
    """Tabs of panels; a panel is created when first opened, and updated only while visible."""

    made = Signal(object)
    """Emitted with each panel when it is created."""
    dock_wanted = Signal()
    """Emitted to put panels below the timeline, or beside it again."""
    manual_wanted = Signal(object)
    """Emitted with the `ManualPlace` to open."""
    turned = Signal(str)
    """Emitted with the name of the panel that was opened; `""` when the workbench is closed."""
    marked = Signal(object)
    """Emitted with the `Markings` that the timeline shows, or None."""
    width_changed = Signal()
    """Emitted when the visible panel needs another width."""
    filled = Signal(bool)
    """Emitted when the panel covers the timeline, or uncovers it."""

    def __init__(
        self, kinds: Sequence[PanelKind], theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(tr("Workbench"), parent, style="workbench")
        self._kinds = {kind.name: kind for kind in kinds}
        self._theme = theme
        self._panels: dict[str, Panel] = {}
        self._names: dict[QWidget, str] = {}
        """The names of the panels in the places of the stack."""
        self._markings: dict[Panel, object] = {}
        self._place: tuple[Session | None, str, str | None] = (None, "", None)
        self._hits: list[str] = []
        self._given = GivenFacts()
        self._offered = tuple(self._kinds)
        self._latest: dict[str, str] = {}
        """The view of each place that was opened last."""
        self._left_out = ""
        """The panel that was closed because it isn't offered."""
        self._make_tabs()
        self._stack = QStackedWidget(self)
        self._stack.setAccessibleName(tr("Panel"))
        make_column(self._head, (self._stack, 1), on=self, spacing=0)
        self._timer = make_timer(_PATIENCE, self._refresh, self)
        self.hide()

    def warm_up(self, *more: Callable[[], object]) -> None:
        """Import the panels one by one while the window is idle, then call a function."""
        steps: Iterator[Callable[[], object]] = chain(
            (kind.load for kind in self._kinds.values()), more
        )
        timer = QTimer(self)
        timer.setInterval(_PATIENCE)

        def load_next() -> None:
            if (step := next(steps, None)) is None:
                timer.stop()
                timer.deleteLater()
            else:
                step()

        timer.timeout.connect(load_next)
        timer.start()

    def offered_panels(self) -> Sequence[str]:
        """The names of the panels that can be opened."""
        return self._offered

    def offer(self, names: Sequence[str]) -> None:
        """Set the available panels; an open panel that isn't available closes until it is again."""
        self._offered = tuple(names)
        if (shown := self.name()) and shown not in names:
            self.close_panel()
            self._left_out = shown
        self._offer_views(self.place())
        if self._left_out in names:
            self.open_panel(self._left_out)

    def _offer_views(self, place: str) -> None:
        """Show tabs for the views of a place."""
        views = self.views(place)
        self._tabs.offer([number for number, name in enumerate(self._kinds) if name in views])
        for name, action in self._in_menu.items():
            action.setVisible(name in views)
        self._every.setVisible(len(views) > 1)

    def views(self, place: str) -> Sequence[str]:
        """The names of the panels in a place that can be opened."""
        return [name for name in self._offered if self._kinds[name].place == place]

    def place(self) -> str:
        """The place of the visible panel, or `""`."""
        name = self.name()
        return self._kinds[name].place if name else ""

    def turn_place(self, place: str) -> None:
        """Open the view of a place that was open last, or close the place."""
        views = self.views(place)
        if self.place() == place:
            self.close_panel()
        elif views:
            latest = self._latest.get(place, "")
            self.toggle(latest if latest in views else views[0])

    def set_face(self, face: Face) -> None:
        """Close a panel of the other face."""
        if (name := self.name()) and self._kinds[name].face not in (None, face):
            self.close_panel()

    def show_given(self, given: GivenFacts) -> None:
        """Tell panels what the messages of the open conversation have data for."""
        self._given = given
        for panel in self._panels.values():
            panel.show_given(given)

    def panel(self) -> Panel | None:
        """The visible panel."""
        name = self.name()
        return self._panels[name] if name else None

    def selection(self, theme: str) -> ExportSelection | None:
        """What the visible panel shows of its conversation, if it can be exported."""
        panel = self.panel()
        return panel.visible_selection(theme) if panel else None

    def name(self) -> str:
        """The name of the visible panel, or `""`."""
        shown = self._stack.currentWidget()
        return "" if shown is None or self.isHidden() else self._names[shown]

    def width_wanted(self) -> int:
        """The width at which nothing in the panel is cut."""
        shown = self._stack.currentWidget()
        return shown.width_wanted() if isinstance(shown, Scroller) else 0

    def width_liked(self) -> int:
        """The preferred width of the panel, if other parts don't need the room."""
        panel = self.panel()
        return panel.width_liked() if panel else 0

    def open_panel(self, name: str) -> Panel:
        """Open the panel with a name."""
        self._left_out = ""
        self._latest[self._kinds[name].place] = name
        self._tabs.turn_to(list(self._kinds).index(name))
        self._offer_views(self._kinds[name].place)
        kind = self._kinds[name]
        self.answers.say(tr(kind.answers), target(kind.manual, ""))
        panel = self._panels.get(name) or self._make(name)
        self._stack.setCurrentIndex(list(self._panels).index(name))
        self.show()
        panel.show_place(*self._place)
        self.marked.emit(self._markings.get(panel))
        self.turned.emit(name)
        return panel

    def focus_tabs(self) -> None:
        """Move the focus to the tabs, where the keys of commands work; Tab leads into the panel."""
        self._tabs.setFocus()

    def close_panel(self) -> None:
        """Close the workbench, and give its room to the timeline."""
        self._left_out = ""
        if not self.isHidden():
            self.fill(on=False)
            self.hide()
            self.marked.emit(None)
            self.turned.emit("")

    def toggle(self, name: str) -> None:
        """Open a panel, or close it if visible; a panel with a text field is focused instead."""
        if self.name() == name and not self._panels[name].takes_words:
            self.close_panel()
            return
        panel = self.open_panel(name)
        if panel.takes_words:
            panel.begin_typing()

    def fill(self, *, on: bool) -> None:
        """Cover the timeline, or uncover it."""
        self._fill.setChecked(on)

    def watch(self, session: Session | None) -> None:
        """Switch to another database, or to none."""
        for panel in self._panels.values():
            panel.end()
        self._place = (session, "", None)
        self._unmark()
        if session:
            session.changed.connect(self._timer.start)
            session.unlocked.connect(self._timer.start)
            session.read.connect(self.refresh_soon)
            session.database_watch.wrote.connect(self._timer.start)
        self._refresh()

    def refresh_soon(self) -> None:
        """Update the visible panel: what its answers depend on has changed."""
        self._timer.start()

    def show_thread(self, address: str, key: str | None) -> None:
        """Switch to another thread."""
        if address != self._place[1]:
            self._unmark()
        self._place = (self._place[0], address, key)
        self._refresh()

    def show_key(self, address: str, key: str | None) -> None:
        """Change the current message; a conversation that is still loading waits for it."""
        if address != self._place[1]:
            return
        self._place = (*self._place[:2], key)
        if panel := self.panel():
            panel.show_current(key)

    def show_hits(self, keys: list[str]) -> None:
        """Show the search hits in the thread, or none."""
        self._hits = keys
        if panel := self.panel():
            panel.show_hits(keys)

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._theme = theme
        self.answers.set_theme(theme)
        for panel in self._panels.values():
            panel.set_theme(theme)

    def _refresh(self) -> None:
        if panel := self.panel():
            panel.show_place(*self._place)

    def _make(self, name: str) -> Panel:
        place = Scroller(self._stack)
        panel = self._kinds[name].make(self._theme, place.viewport())
        panel.show_given(self._given)
        panel.setAccessibleName(panel.accessibleName() or tr(self._kinds[name].title))
        let_files_pass(panel)
        self.made.emit(panel)
        panel.marked.connect(lambda markings: self._mark(panel, markings))
        self._panels[name] = panel
        place.hold(panel)
        place.width_changed.connect(self.width_changed)
        style_when_shown(place)
        self._names[place] = name
        self._stack.addWidget(place)
        tab_by_layout(self)
        return panel

    def focusNextPrevChild(self, forwards: bool) -> bool:
        """Go on in the order of the layout, also to what panels have added since they opened."""
        tab_by_layout(self)
        return super().focusNextPrevChild(forwards)

    def _mark(self, panel: Panel, markings: object) -> None:
        self._markings[panel] = markings
        if panel is self.panel():
            self.marked.emit(markings)

    def _unmark(self) -> None:
        self._markings.clear()
        self.marked.emit(None)

    def _make_tabs(self) -> None:
        self._head = NamedFrame(tr("Panels"), self, style="workbench_head")
        self._tabs = WholeTabs(
            [(tr(kind.title), tr(kind.answers)) for kind in self._kinds.values()], self._head
        )
        self._tabs.setAccessibleName(tr("Panels"))
        self._tabs.currentChanged.connect(self._turn_to)
        self._every = IconButton("unfolded", tr("All views here"), parent=self._head)
        self._every.setMenu(self._make_menu())
        self._every.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._help = IconButton("help", tr("What this panel answers"), parent=self._head)
        self._help.setCheckable(True)
        self._dock = IconButton(
            "dock",
            tr("Put the panel below or beside the timeline"),
            self.dock_wanted.emit,
            parent=self._head,
        )
        self._fill = IconButton("expand", tr("Fill the window with this panel"), parent=self._head)
        self._fill.setCheckable(True)
        self._fill.toggled.connect(self.filled)
        close = IconButton("close", tr("Close the panel"), self.close_panel, parent=self._head)
        self.answers = PurposeLine(self._theme, self._head)
        self.answers.wanted.connect(self.manual_wanted)
        self.answers.hide()
        self._help.toggled.connect(self.answers.setVisible)
        buttons = (self._every, self._help, self._dock, self._fill, close)
        line = make_row((self._tabs, 1), *buttons, margins=(8, 4, 8, 0))
        make_column(line, inset(self.answers, 18, 2, 10, 5), on=self._head, spacing=0)

    def _make_menu(self) -> Menu:
        """Create the menu of all views of a place: a narrow window doesn't show all tabs."""
        menu = Menu(tr("All views here"), self)
        self._in_menu = {
            name: menu.addAction(tr(kind.title), partial(self.open_panel, name))
            for name, kind in self._kinds.items()
        }
        return menu

    def _turn_to(self, number: int) -> None:
        self.open_panel(list(self._kinds)[number])

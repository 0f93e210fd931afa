"""The diagram panel: the whole tangle, a part of it for reading, and the menu of what to hide."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import (
    QStackedWidget,
    QToolButton,
    QWidget,
)

from tanglescope.engine import words
from tanglescope.engine.debug.explaining.ordering import SCUTTLESORT
from tanglescope.engine.drawing.eliding import EVERYTHING, NOTHING, Filters
from tanglescope.engine.drawing.extra_edges import (
    EXTRA_KINDS,
    ExtraEdges,
    ExtraInDiagram,
    extra_edges,
    in_diagram,
    kinds_of_extras,
)
from tanglescope.engine.drawing.layered import Focus, focus
from tanglescope.engine.drawing.plan import Plan, lit, plan
from tanglescope.engine.drawing.shape import Shape
from tanglescope.engine.drawing.svg import Card
from tanglescope.engine.export.conversations import ExportSelection, cards_of
from tanglescope.engine.export.messages import depth_words
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import Library
from tanglescope.engine.words.messages import mentions
from tanglescope.viewer.models.thread_model import title
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views.buttons import IconButton, make_tool
from tanglescope.viewer.views.diagram.diagram_view import DiagramView
from tanglescope.viewer.views.diagram.focus_view import FocusView
from tanglescope.viewer.views.diagram.minimap import Minimap
from tanglescope.viewer.views.diagram.panned_view import CLOSER
from tanglescope.viewer.views.fields import number_field
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import NamedFrame, inset, make_column, make_row
from tanglescope.viewer.views.layout.flow_layout import FlowLayout
from tanglescope.viewer.views.popups import Menu
from tanglescope.viewer.views.timeline.hiding import HideMenu


class EdgeMenu(Menu):
    """One action for each kind of extra edge; kinds that are shown have ticks."""

    changed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(tr("Edges besides causes"), parent)
        self.kinds: dict[str, QAction] = {}
        """The actions by the names of their kinds."""
        for kind in EXTRA_KINDS:
            action = self.addAction(tr(kind.title))
            set_tooltip(action, tr(kind.help))
            action.setCheckable(True)
            action.toggled.connect(lambda _: self.changed.emit())
            self.kinds[kind.name] = action

    def offer(self, names: Collection[str]) -> None:
        """Offer only the kinds that a conversation can have."""
        for name, action in self.kinds.items():
            action.setVisible(name in names)

    def wanted_kinds(self) -> frozenset[str]:
        """The names of the kinds to show, among those that are offered."""
        shown = (name for name, action in self.kinds.items() if action.isVisible())
        return frozenset(name for name in shown if self.kinds[name].isChecked())


_STEPS = 2
_ALL_READ = 400  # messages whose texts are read in one request
_MOST_LIT = 300_000
_TELLING = 540  # pixels
_MARGIN = 14


class _DrawnDiagram(NamedTuple):
    """A diagram, its extra edges and title, and whether its rows follow the order."""

    plan: Plan
    kinds: tuple[str, ...]
    title: str
    has_slack: bool


class DiagramPanel(Panel):
    """The open thread as a picture."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.filters = EVERYTHING
        self._shown_address = ""
        self._cards: dict[int, Card] = {}
        self._hits: list[str] = []
        self.view = DiagramView(theme, self)
        self.minimap = Minimap(self.view, self)
        self.focus_view = FocusView(theme, self)
        self.view.key_clicked.connect(self.key_clicked)
        self.view.focus_wanted.connect(self._look_closely)
        self.view.moved.connect(self._read_words)
        self.focus_view.key_clicked.connect(self.key_clicked)
        self.focus_view.key_opened.connect(lambda key: self._focus([key]))
        self.focus_view.left.connect(self.show_whole)
        self._called = ""
        self.title = PlainLabel(self, style="inspector_title")
        self.title.setMinimumWidth(40)
        self._make_bar()
        whole = NamedFrame(tr("The whole conversation"), self)
        make_row((self.view, 1), self.minimap, on=whole, spacing=0)
        self._stack = QStackedWidget(self)
        self._stack.setAccessibleName(tr("Diagram"))
        self._stack.addWidget(whole)
        self._stack.addWidget(self.focus_view)
        make_column(
            inset(self.title, _MARGIN, 6, _MARGIN, 0),
            self._bar,
            (self._stack, 1),
            on=self,
            spacing=0,
        )

    # Called by the workbench

    def refresh(self) -> None:
        """Draw the current state of the thread."""
        if not self.address or self.session is None:
            self.end()
            return
        if self.address != self._shown_address:
            self.end()
            self.status.setText(tr("Drawing…"))
            self.view.set_notice(tr("Drawing the graph of this conversation…"))
        self._draw()

    def show_key(self) -> None:
        """Mark the current message."""
        self.focus_view.set_current(self.key)
        made = self.view.plan
        if made is None:
            return
        number = made.numbers.get(self.key or "")
        self.view.set_current(number)
        self.view.set_lit(None)
        if number is not None and self.light.isChecked() and len(made.numbers) <= _MOST_LIT:
            shape = made.shown.shape
            self.ask(lambda _: (made, lit(shape, number)), self._show_light, "light")

    def show_hits(self, keys: list[str]) -> None:
        """Mark the search hits in the thread."""
        self._hits = keys
        if made := self.view.plan:
            self.view.set_hits([made.numbers[key] for key in keys if key in made.numbers])
            self.minimap.update()

    def end(self) -> None:
        """Forget the conversation."""
        self._shown_address, self.filters = "", EVERYTHING
        self.show_whole()
        self.view.set_plan(None, afresh=True)
        self.view.set_notice("")
        self.focus_view.forget()
        self.minimap.update()
        self._call("")
        self.status.setText("")

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten texts that don't fit."""
        super().resizeEvent(event)
        self.status.setVisible(self.width() >= _TELLING)
        self.minimap.fit_into(self.width())
        self._call(self._called)

    def _call(self, called: str) -> None:
        """Show the title of the conversation, as far as it fits."""
        self._called = called
        room = self.width() - 2 * _MARGIN
        metrics = QFontMetrics(self.title.font())
        self.title.setText(metrics.elidedText(called, Qt.TextElideMode.ElideRight, room))
        self.title.setAccessibleName(called or tr("Nothing is drawn"))
        set_tooltip(self.title, called)

    def is_settled(self) -> bool:
        """Whether every question has been answered, and the answers painted if visible."""
        is_painted = self.view.is_painted and self.minimap.is_painted
        return super().is_settled() and (is_painted or not self.view.isVisible())

    # For other parts of the window

    def visible_selection(self, theme: str) -> ExportSelection:
        """The visible part, for an export."""
        seen = self.focus_view.focus if self._stack.currentIndex() else None
        keys = frozenset(seen.shown.shape.keys) if seen else None
        extra = self.edge_menu.wanted_kinds()
        return ExportSelection(
            self.address, keys=keys, filters=self.filters, theme=theme, extra=extra
        )

    def show_whole(self) -> None:
        """Go back from a part to the whole thread."""
        self._stack.setCurrentIndex(0)
        self._report()

    # Drawing

    def set_filters(self, filters: Filters) -> None:
        """Change what is hidden."""
        self.filters = filters
        self._draw()

    def _draw(self) -> None:
        address, filters, kept = self.address, self.filters, self.key or ""

        def make(library: Library) -> _DrawnDiagram:
            conversation = library.conversation(address)
            shape = conversation.shape()
            drawn = plan(shape, library.names(shape.feeds), filters, kept)
            called = title(conversation.headline(len(shape)))
            return _DrawnDiagram(
                drawn,
                kinds_of_extras(conversation.relations),
                called,
                conversation.order == SCUTTLESORT,
            )

        self.ask(make, self._show_plan, "plan")

    def _show_plan(self, answer: _DrawnDiagram) -> None:
        made, kinds, called, has_slack = answer
        afresh = self._shown_address != self.address
        self._shown_address, self._cards = self.address, {}
        # Other orders have no ranks, so nothing could sink in them.
        self.slack.setVisible(has_slack)
        self.view.set_slack(has_slack and self.slack.isChecked())
        self.view.set_plan(made, afresh=afresh)
        self.minimap.update()
        self.hide_menu.offer(made.whole, made.names, self.filters)
        self.edge_menu.offer(kinds)
        self._draw_extra()
        self._call(called)
        self._report()
        self.show_key()
        self.show_hits(self._hits)
        if len(made.numbers) <= _ALL_READ:
            self._read(list(made.numbers.values()))
        else:
            self._read_words()

    def _draw_extra(self) -> None:
        """Draw the extra edges that are turned on."""
        made, address, wanted = self.view.plan, self.address, self.edge_menu.wanted_kinds()
        if made is None:
            return
        if not wanted:
            self.view.set_extra(None)
            return

        def find(library: Library) -> tuple[Plan, ExtraInDiagram]:
            conversation, shape = library.conversation(address), made.shown.shape
            extra = extra_edges(conversation.in_order, conversation.relations, shape, wanted)
            return made, in_diagram(made.diagram, made.numbers, extra)

        self.ask(find, self._show_extra, "extra")

    def _show_extra(self, answer: tuple[Plan, ExtraInDiagram]) -> None:
        if answer[0] is self.view.plan and self.edge_menu.wanted_kinds():
            self.view.set_extra(answer[1])

    def _change_extra(self) -> None:
        self._draw_extra()
        self._focus_again()

    def _show_light(self, answer: tuple[Plan, bytearray]) -> None:
        if answer[0] is self.view.plan:
            self.view.set_lit(answer[1])

    def _read_words(self) -> None:
        """Request the texts of boxes that have none yet."""
        if missing := self.view.without_words():
            self._read(missing)

    def _read(self, numbers: list[int]) -> None:
        made, address = self.view.plan, self.address
        assert made is not None
        keys = {made.shown.shape.keys[number]: number for number in numbers}

        def cards(library: Library) -> tuple[Plan, dict[int, Card]]:
            return made, _cards(library, address, keys)

        self.ask(cards, self._show_words, "words")

    def _show_words(self, answer: tuple[Plan, dict[int, Card]]) -> None:
        if answer[0] is self.view.plan:
            self._cards = self._cards | answer[1]
            self.view.set_cards(self._cards)

    # The close view

    def _look_closely(self, numbers: list[int]) -> None:
        made = self.view.plan
        assert made is not None
        self._focus([made.shown.shape.keys[number] for number in numbers])

    def _focus(self, keys: list[str]) -> None:
        made, address, steps = self.view.plan, self.address, self.steps.value()
        if made is None:
            return

        wanted = self.edge_menu.wanted_kinds()

        def find_focus(library: Library) -> tuple[Focus, dict[str, Card], tuple[ExtraEdges, ...]]:
            found = focus(made.whole, keys, steps)
            shape = found.shown.shape
            conversation = library.conversation(address)
            extra = extra_edges(conversation.in_order, conversation.relations, shape, wanted)
            return found, cards_of(library, address, shape), extra

        self.ask(find_focus, self._show_focus, "focus")

    def _show_focus(self, answer: tuple[Focus, dict[str, Card], tuple[ExtraEdges, ...]]) -> None:
        self.focus_view.show_focus(*answer)
        self.focus_view.set_current(self.key)
        self._stack.setCurrentIndex(1)
        self.focus_view.setFocus()
        self._report()

    def _focus_current(self) -> None:
        if self.key:
            self._focus([self.key])

    def _focus_again(self) -> None:
        if self._stack.currentIndex() and self.focus_view.focus:
            self._focus(sorted(self.focus_view.focus.keys))

    # The bar

    def _make_bar(self) -> None:
        self._bar = NamedFrame(tr("What the diagram shows"), self, style="diagram_bar")
        self.whole = self._button(tr("Fit"), tr("Show the whole conversation (0)"), self._fit)
        closer, farther = (
            IconButton(icon, what, partial(self._zoom, factor), parent=self._bar)
            for icon, what, factor in (
                ("plus", tr("Zoom in (+)"), CLOSER),
                ("minus", tr("Zoom out (-)"), 1 / CLOSER),
            )
        )
        near = self._button(
            tr("Near"), tr("Show the messages around the current one"), self._focus_current
        )
        self._make_steps()
        self._make_lights()
        edges, hide = self._make_menus()
        self.status = PlainLabel(self._bar, style="hint")
        self.status.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        line = FlowLayout((8, 4, 10, 4))
        line.setSpacing(2)
        line.add(self.whole, farther, closer, near, self.steps)
        line.add(self.light, self.slack, edges, hide)
        line.add_stretching(self.status)
        self._bar.setLayout(line)

    def _make_steps(self) -> None:
        name = tr("Steps around selected messages")
        self.steps = number_field(name, 0, 9, self._bar, before="± ")
        self.steps.setValue(_STEPS)
        set_tooltip(self.steps, tr("How many steps around the selected messages"))
        self.steps.valueChanged.connect(self._focus_again)

    def _make_lights(self) -> None:
        """Create the buttons for what is marked in the diagram."""
        what = tr("Highlight past and future")
        self.light = self._button(tr("Highlight"), what, self.show_key)
        self.light.setCheckable(True)
        self.light.setChecked(True)
        what = tr("Show by how many ranks each message could be later without changing any other")
        self.slack = self._button(
            tr("Slack"), what, lambda: self.view.set_slack(self.slack.isChecked())
        )
        self.slack.setCheckable(True)

    def _make_menus(self) -> tuple[QToolButton, QToolButton]:
        """Create the buttons with the menus of edges and of what is hidden."""
        self.edge_menu = EdgeMenu(self._bar)
        self.edge_menu.changed.connect(self._change_extra)
        edges = self._button(tr("Edges"), tr("Show other edges besides causes"), lambda: None)
        self.hide_menu = HideMenu(self._bar)
        self.hide_menu.changed.connect(self.set_filters)
        hide = self._button(tr("Hide"), tr("Hide authors and types, fold runs"), lambda: None)
        for button, menu in ((edges, self.edge_menu), (hide, self.hide_menu)):
            button.setMenu(menu)
            button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        return edges, hide

    def _button(self, text: str, what: str, act: Callable[[], object]) -> QToolButton:
        button = make_tool(text, what, act, self._bar)
        button.setAutoRaise(True)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        return button

    def _fit(self) -> None:
        if self._stack.currentIndex():
            self.show_whole()
        else:
            self.view.show_whole()

    def _zoom(self, factor: float) -> None:
        (self.focus_view if self._stack.currentIndex() else self.view).zoom(factor)

    def _report(self) -> None:
        """Show how much of the thread is visible."""
        made = self.view.plan
        if self._stack.currentIndex() and self.focus_view.focus:
            size = _size(self.focus_view.focus.shown.shape)
            self.status.setText(size + tr(" · Escape for the whole diagram"))
        elif made:
            text = _size(made.shown.shape)
            if made.shown.hidden:
                text += tr(" · {hidden:,} hidden", hidden=made.shown.hidden)
            if made.shown.left_out != NOTHING:
                arrows, missing = made.shown.left_out
                text += tr(
                    " · not drawn: arrows: {arrows:,}, missing messages: {missing:,}",
                    arrows=arrows,
                    missing=missing,
                )
            self.status.setText(text)


def _size(shape: Shape) -> str:
    """How many messages are drawn, and how many that are missing."""
    size = plural("{n:,} messages", "{n:,} message", shape.present)
    missing = len(shape) - shape.present
    return size + tr(" · {missing:,} missing", missing=missing) if missing else size


def _cards(library: Library, address: str, keys: Mapping[str, int]) -> dict[int, Card]:
    """The texts of messages, by the numbers of their boxes."""
    found = library.conversation(address).messages(list(keys))
    call = mentions(library, found.values())
    cards = {number: Card("", tr("missing"), words.short(key)) for key, number in keys.items()}
    for key, message in found.items():
        text = words.clean(
            words.one_line(message.content, call, message.epoch, author=message.author), 80
        )
        name = call(message.author)
        if depth := depth_words(message):
            name = f"{name} · {depth}"
        cards[keys[key]] = Card(message.hue, name, text)
    return cards

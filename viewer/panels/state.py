"""State: what the conversation adds up to at the selected row, and what the row changes."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QWidget

from tanglescope.engine.export.states import StateAnswer, StateQuestion, state_answer
from tanglescope.engine.kit.reducers import REDUCERS, is_record
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import Library
from tanglescope.engine.linear.orders.named import known_orders, order_name
from tanglescope.viewer.dialogs import file_dialogs
from tanglescope.viewer.panels.answer_page import AnswerPage
from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.panels.panel import Panel, PanelHead
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.choice_box import ChoiceBox
from tanglescope.viewer.views.layout.boxes import make_column


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, and whether somebody still waits for its answer."""

    question: StateQuestion
    ended: Event

    def __call__(self, library: Library) -> StateAnswer:
        return state_answer(library, self.question, lambda: not self.ended.is_set())


class StatePanel(Panel):
    """Folds the conversation with a reducer: one of this program, a function or a command."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._asked: _Asked | None = None
        self._peers: dict[str, Path] = {}
        self.reducer = self._choice(tr("Reducer"), tr("what fits"), REDUCERS)
        set_tooltip(
            self.reducer,
            tr("A reducer, FIELD=STRATEGY,…, file.py:function, or a command of your own"),
        )
        what = tr("Read the strategies of a record from a file")
        self.schema = make_button(tr("Schema…"), self, self._choose_schema, what=what)
        self.other = self._choice(tr("Compare with"), tr("nothing"), known_orders())
        set_tooltip(self.other, tr("Another order, or the archive of another peer"))
        what = tr("Compare with the archive of another peer")
        self.peer = make_button(tr("Peer…"), self, self._choose_peer, what=what)
        name = tr("What the conversation adds up to")
        self.page = AnswerPage(name, Labels(self), theme, self, margin=12)
        self.page.key_clicked.connect(self.key_clicked)
        head = PanelHead(tr("Reducer"), self, self.reducer, self.schema)
        below = PanelHead(tr("Compare with"), self, self.other, self.peer)
        make_column(head, below, (self.page, 1), on=self, spacing=0)

    def refresh(self) -> None:
        """Fold the rows up to the current message, or all of them."""
        self._leave()
        if self.session is None or not self.address:
            self.page.show_only("", (tr("Open a conversation to see what it adds up to."),))
            return
        other = self.other.chosen_value()
        named = self.reducer.chosen_value()
        if is_record(named):
            self._offer(named, named)
        question = StateQuestion(
            self.address,
            self.key,
            named,
            against="" if other in self._peers else other,
            peer=self._peers.get(other),
        )
        if self._asked is None or question != self._asked.question:
            self.page.show_only("", (tr("Reading the conversation…"),))
        self._asked = asked = _Asked(question, Event())
        self.ask(asked, self._show)

    def show_key(self) -> None:
        """Show the state at the current message."""
        self.refresh()

    def end(self) -> None:
        """End the fold."""
        self._leave()

    def hideEvent(self, event: QHideEvent) -> None:
        """End the fold: its answer wouldn't be seen."""
        self._leave()
        super().hideEvent(event)

    def _leave(self) -> None:
        if self._asked is not None:
            self._asked.ended.set()

    def _show(self, answer: StateAnswer) -> None:
        if self._asked is None or self._asked.ended.is_set():
            return
        for number, (title, lines) in enumerate(answer.items()):
            show = self.page.show_section if number else self.page.show_only
            show(title, lines)

    def _choose_schema(self) -> None:
        file = file_dialogs.for_schema(self)
        if file is not None:
            self.reduce_by(file)

    def reduce_by(self, schema: Path) -> None:
        """Show the record whose strategies a file declares."""
        chosen = str(schema.absolute())
        self._offer(schema.name, chosen)
        self.reducer.choose(chosen)
        self.refresh()

    def _offer(self, name: str, reducer: str) -> None:
        """Add the strategies of a record to the choices, each once."""
        if self.reducer.findData(reducer) < 0:
            typed = self.reducer.currentText()
            with QSignalBlocker(self.reducer):
                self.reducer.addItem(name, reducer)
                self.reducer.setCurrentText(typed)

    def _choose_peer(self) -> None:
        file = file_dialogs.for_archive(self)
        if file is not None:
            self.compare_with(file)

    def compare_with(self, archive: Path) -> None:
        """Show where the state parts from that of another peer's archive."""
        chosen = f"peer:{archive.absolute()}"
        if chosen not in self._peers:
            self._peers[chosen] = archive.absolute()
            with QSignalBlocker(self.other):
                self.other.addItem(archive.name, chosen)
        self.other.choose(chosen)
        self.refresh()

    def _choice(self, name: str, none: str, names: Iterable[str]) -> ChoiceBox:
        choice = ChoiceBox(self)
        field = choice.let_type(name)
        choice.offer([("", none), *((each, order_name(each)) for each in names)])
        choice.activated.connect(self.refresh)
        field.returnPressed.connect(self.refresh)
        return choice

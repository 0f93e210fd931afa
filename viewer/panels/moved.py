"""Moved since you read: which messages moved since the conversation was left, and why."""

from functools import partial

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QWidget

from tanglescope.engine.debug.open_graph import AnswerLines, explain_moves
from tanglescope.engine.language.wording import tr
from tanglescope.viewer.panels.answer_page import AnswerPage
from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.fields import number_field
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import make_column
from tanglescope.viewer.views.layout.flow_layout import FlowLayout

_PATIENCE = 250  # milliseconds to wait while a number is being changed


class MovedPanel(Panel):
    """Lists what moved since the thread was read, or since a number of messages ago."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._messages = 0
        self.page = AnswerPage(tr("What moved"), Labels(self), theme, self)
        self.page.key_clicked.connect(self.key_clicked)
        name = tr("How many messages back; 0 for when you last read")
        self.ago = number_field(name, 0, 0, self, before=tr("before the last "))
        self.ago.setSpecialValueText(tr("I last read it"))
        what = tr("Mark everything that is here now as read")
        self.done = make_button(tr("I have read this"), self, self._take_as_read, what=what)
        self._timer = make_timer(_PATIENCE, self.refresh, self)
        self.ago.valueChanged.connect(self._timer.start)
        line = FlowLayout()
        line.add(PlainLabel(tr("Since"), self), self.ago)
        line.add_space()
        line.add(self.done)
        make_column(line, (self.page, 1), on=self, margins=(18, 12, 12, 12))

    def refresh(self) -> None:
        """Ask what moved."""
        self.done.setEnabled(bool(self.session and self.address))
        if self.session is None or not self.address:
            self.page.show_only(
                "", (tr("Open a conversation to see which of its messages moved."),)
            )
            return
        address = self.address
        self.ask(
            lambda library: len(library.conversation(address).snapshot().keys), self._ask, "size"
        )

    def end(self) -> None:
        """Stop asking."""
        self._timer.stop()

    def is_settled(self) -> bool:
        """Whether no question is waiting or about to be asked."""
        return super().is_settled() and not self._timer.isActive()

    def _ask(self, messages: int) -> None:
        self._messages = messages
        with QSignalBlocker(self.ago):
            self.ago.setMaximum(messages)
        read = self.session.settings.within(self.address).read if self.session else None
        if self.ago.value():
            read = messages - self.ago.value()
        self.compute(partial(explain_moves, read=messages if read is None else read), self._show)

    def _show(self, answer: AnswerLines) -> None:
        self.page.show_only("", answer.lines)

    def _take_as_read(self) -> None:
        if self.session and self.address:
            self.session.settings.within(self.address).read = self._messages
            self.ago.setValue(0)
            self.refresh()

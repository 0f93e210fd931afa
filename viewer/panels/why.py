"""Why here?: why the current message is in its row, or which of two messages comes first."""

from functools import partial

from PySide6.QtWidgets import QWidget

from tanglescope.engine.debug.explaining.words import SHOWN
from tanglescope.engine.debug.open_graph import (
    AnswerLines,
    explain_history,
    explain_place,
    explain_relation,
)
from tanglescope.engine.language.wording import later, tr
from tanglescope.viewer.panels.answer_page import MORE, AnswerPage
from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.label import Note
from tanglescope.viewer.views.layout.boxes import make_column, make_row

_HISTORY = later("How it came here")


class WhyPanel(Panel):
    """Explains the current message, or compares it with the pinned one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._held: str | None = None
        self._shown = SHOWN
        self._asked: tuple[str, str | None, str | None] | None = None
        labels = Labels(self)
        self.page = AnswerPage(tr("Why the message is here"), labels, theme, self)
        self.page.key_clicked.connect(self._follow)
        what = tr("Pin this message and compare it with the next one selected")
        self.hold = make_button(tr("Compare with another…"), self, self._hold, what=what)
        self.hold.setCheckable(True)
        self._hint = Note(self, style="hint")
        line = make_row((self._hint, 1), self.hold)
        make_column((self.page, 1), line, on=self, margins=(18, 12, 12, 12))

    def show_key(self) -> None:
        """Explain the current message."""
        self._shown = SHOWN
        self.refresh()

    def end(self) -> None:
        """Forget the pinned message."""
        self._held = None
        self.hold.setChecked(False)

    def refresh(self) -> None:
        """Explain the message again, as the conversation or its order may have changed."""
        key, held = self.key, self._held
        self.hold.setEnabled(key is not None)
        self._hint.setText(tr("Now select another message.") if held and held == key else "")
        if key is None or self.session is None or not self.address:
            self._asked = None
            self.page.show_only("", (tr("Select a message to see why it is in its row."),))
            return
        # An answer that is only updated stays until the new one arrives.
        if (asked := (self.address, key, held)) != self._asked:
            self._asked = asked
            self.page.show_only("", (tr("Loading…"),))
        if held and held != key:
            question = partial(explain_relation, one=held, other=key, shown=self._shown)
            self.compute(question, lambda answer: self.page.show_only("", answer.lines), "why")
        else:
            question = partial(explain_place, key=key, shown=self._shown)
            self.compute(question, partial(self._show_place, key), "why")

    def _show_place(self, key: str, answer: AnswerLines) -> None:
        if key == self.key:
            self.page.show_only("", answer.lines)
            self.page.show_section(tr(_HISTORY), (tr("Loading…"),))
            self.compute(
                partial(explain_history, key=key), partial(self._show_history, key), "history"
            )

    def _show_history(self, key: str, answer: AnswerLines) -> None:
        if key == self.key and self._held in (None, key):
            self.page.show_section(tr(_HISTORY), answer.lines)

    def _hold(self) -> None:
        self._held = self.key if self.hold.isChecked() else None
        self.refresh()

    def _follow(self, key: str) -> None:
        if key == MORE:
            self._shown *= 8
            self.refresh()
        else:
            self.key_clicked.emit(key)

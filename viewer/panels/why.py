"""Why here?: why the current message is in its row, or which of two messages comes first."""

from functools import partial

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from tanglescope.engine.debug.explaining.words import SHOWN
from tanglescope.engine.debug.open_graph import (
    AnswerLines,
    explain_history,
    explain_place,
    explain_relation,
)
from tanglescope.engine.wording import later, tr
from tanglescope.viewer.panels.answer_page import MORE, AnswerPage
from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.label import PlainLabel

_PLACE, _HISTORY, _TWO = "", later("How it came here"), ""


class WhyPanel(Panel):
    """Explains the current message, or compares it with the pinned one."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setObjectName("why")
        self._held: str | None = None
        self._shown = SHOWN
        self._asked: tuple[str, str | None, str | None] | None = None
        labels = Labels(self)
        self.page = AnswerPage(tr("Why the message is here"), labels, theme, self)
        self.page.key_clicked.connect(self._follow)
        self.hold = QPushButton(tr("Compare with another…"), self)
        self.hold.setCheckable(True)
        self.hold.setAccessibleDescription(
            tr("Pin this message and compare it with the next one selected")
        )
        self.hold.clicked.connect(self._hold)
        self._hint = PlainLabel(self)
        self._hint.setObjectName("hint")
        self._hint.setWordWrap(True)
        line = QHBoxLayout()
        line.addWidget(self._hint, 1)
        line.addWidget(self.hold)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 12, 12, 12)
        column.addWidget(self.page, 1)
        column.addLayout(line)

    def refresh(self) -> None:
        """Update after the conversation or its order has changed."""
        self._report()

    def show_key(self) -> None:
        """Explain the current message."""
        self._shown = SHOWN
        self._report()

    def paint_in(self, theme: Theme) -> None:
        """Apply a theme."""
        self.page.set_theme(theme)

    def end(self) -> None:
        """Forget the pinned message."""
        self._held = None
        self.hold.setChecked(False)

    def _report(self) -> None:
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
            self.compute(question, self._show_relation, "why")
        else:
            question = partial(explain_place, key=key, shown=self._shown)
            self.compute(question, partial(self._show_place, key), "why")

    def _show_relation(self, answer: AnswerLines) -> None:
        self.page.show_only(_TWO, answer.lines)

    def _show_place(self, key: str, answer: AnswerLines) -> None:
        if key == self.key:
            self.page.show_only(_PLACE, answer.lines)
            self.page.show_section(tr(_HISTORY), (tr("Loading…"),))
            self.compute(
                partial(explain_history, key=key), partial(self._show_history, key), "history"
            )

    def _show_history(self, key: str, answer: AnswerLines) -> None:
        if key == self.key and self._held in (None, key):
            self.page.show_section(tr(_HISTORY), answer.lines)

    def _hold(self, on: bool) -> None:
        self._held = self.key if on else None
        self._report()

    def _follow(self, key: str) -> None:
        if key == MORE:
            self._shown *= 8
            self._report()
        else:
            self.key_clicked.emit(key)

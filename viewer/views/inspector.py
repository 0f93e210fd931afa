"""The inspector: all facts about the current message, beside the timeline."""

from collections.abc import Sequence
from html import escape

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from tanglescope.engine import words
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import Inspection
from tanglescope.engine.words.inspection import Titled, sections, verdict
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views import facts
from tanglescope.viewer.views.buttons import IconButton, make_button
from tanglescope.viewer.views.facts import FactPage
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column, make_row
from tanglescope.viewer.views.layout.flow_layout import FlowLayout


class Inspector(NamedFrame):
    """Shows one message at a time; links lead to its causes, effects and references."""

    held = Signal()
    """Emitted when a message was pinned for comparison, or unpinned."""
    copied = Signal()
    """Emitted when the signed text was copied."""
    went = Signal(bool)
    """Emitted to go back, or forward (True)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(tr("Inspector"), parent, style="inspector")
        self._theme = theme
        self._shown: Inspection | None = None
        self._conversations: Sequence[Titled] = ()
        self.held_key: str | None = None
        """What the messages looked at are held against."""
        self._title = PlainLabel(tr("Inspector"), self, style="inspector_title")
        self._ways = (
            self._way("arrow-left", tr("Back to the previous message"), forward=False),
            self._way("arrow-right", tr("Forward again"), forward=True),
        )
        self.page = FactPage(tr("Details of the current message"), self)
        self.page.document().setDocumentMargin(0)  # its text is in line with what is around it
        self._make_buttons()
        self._lay_out()
        self.set_theme(theme)

    def _make_buttons(self) -> None:
        what = tr("Pin this message to compare it with those that you select next")
        self.hold = make_button(tr("Pin"), self, what=what)
        self.hold.setCheckable(True)
        set_tooltip(
            self.hold,
            tr(
                "Pin for comparison: for each other message, the inspector then says "
                "which came first"
            ),
        )
        self.hold.toggled.connect(self._hold)
        self.copy = make_button(tr("Copy as signed"), self, self._copy)

    def _lay_out(self) -> None:
        line = FlowLayout()
        line.add(self.hold)
        line.add_space()
        line.add(self.copy)
        head = make_row((self._title, 1), *self._ways)
        make_column(head, (self.page, 1), line, on=self, margins=(18, 14, 12, 12))

    def show_inspection(
        self, inspection: Inspection | None, conversations: Sequence[Titled] = ()
    ) -> None:
        """Show a message and its other `conversations`, or nothing."""
        self._shown, self._conversations = inspection, conversations
        self.copy.setEnabled(inspection is not None and inspection.value is not None)
        is_node = inspection is not None and inspection.is_node
        self.copy.setText(tr("Copy as read") if is_node else tr("Copy as signed"))
        what = (tr("Copy the message as it was signed"), tr("Copy the node as it was read"))
        self.copy.setAccessibleDescription(what[is_node])
        self.hold.setEnabled(inspection is not None)
        self.page.setHtml(_html(inspection, conversations, self._theme))

    def turn_held(self, key: str) -> None:
        """Pin a message, or unpin it."""
        on = key != self.held_key
        self.hold.blockSignals(True)
        self.hold.setChecked(on)
        self.hold.blockSignals(False)
        self._keep(key if on else None)

    def let_go(self) -> None:
        """Unpin the message."""
        self.hold.setChecked(False)

    def _hold(self, on: bool) -> None:
        self._keep(self._shown.key if on and self._shown else None)

    def _keep(self, key: str | None) -> None:
        self.held_key = key
        self.hold.setText(tr("Pin") if key is None else tr("Unpin"))
        self.held.emit()

    def _way(self, icon: str, what: str, *, forward: bool) -> IconButton:
        return IconButton(icon, what, lambda: self.went.emit(forward), parent=self)

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._theme = theme
        self.show_inspection(self._shown, self._conversations)

    def _copy(self) -> None:
        if self._shown and self._shown.value:
            QGuiApplication.clipboard().setText(self._shown.value)
            self.copied.emit()


def _html(inspection: Inspection | None, conversations: Sequence[Titled], theme: Theme) -> str:
    if inspection is None:
        return facts.hint(tr("Select a message to inspect it."), theme)
    word, sentence = verdict(inspection)
    is_valid = inspection.message is not None and inspection.message.status == "valid"
    page = facts.headline(word, sentence, theme, "text" if is_valid else "warning")
    page += facts.render(sections(inspection, conversations), theme)
    if inspection.value is not None:
        text = escape(words.visible(inspection.value))
        page += facts.title(
            tr("As it was read") if inspection.is_node else tr("As it was signed"), theme
        )
        page += f'<pre style="white-space: pre-wrap; font-size: small">{text}</pre>'
    return page

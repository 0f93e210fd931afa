"""Hints for new users: each is shown once, when it applies."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from tanglescope.engine.language.wording import later, tr
from tanglescope.viewer.models.row import RowKind
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.settings import Settings
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_row
from tanglescope.viewer.views.timeline.timeline_view import TimelineView

HINTS: Mapping[str, str] = {
    "lanes": later(
        "The lines beside the messages are the graph: from each message down to"
        " those that come after it. Where they fork, two authors didn't know of"
        " each other's message."
    ),
    "concurrent": later(
        "When you select a message, those that its author didn't know of are tinted. I opens"
        " the inspector, W explains why the message is here."
    ),
    "missing": later(
        "A hollow dot is a missing message that others name. When it arrives, "
        "it is inserted where it belongs, and what you read stays where it is."
    ),
    "news": later(
        "Messages have arrived here. What you read stays where it is. N goes to new messages, M to"
        " moved ones."
    ),
    "commands": later("Ctrl+K finds every command by a few of its letters; F1 shows all keys."),
}
"""The text of each hint."""

_FEW_ROWS = 3
_FEW_CONVERSATIONS = 4
_LEAST_LINES = 31
"""The minimum height of a window with hints; in lower ones a hint would cover too much."""
_LEAST_LETTERS = 40
"""The width of a hint beside its buttons; in narrower windows they are below it."""


class HintBar(NamedFrame):
    """One hint, with buttons to close it and to turn hints off."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Hint"), parent, style="hint_bar")
        self.text = PlainLabel(self, wraps=True)
        self.off = make_button(tr("No more hints"), self, style="hint_button")
        self.close_hint = make_button(tr("Got it"), self, self.hide, style="hint_button")
        buttons = make_row(1, self.off, self.close_hint, spacing=12)
        margins = (20, 8, 10, 8)
        self._parts = make_row((self.text, 1), buttons, on=self, margins=margins, spacing=12)
        self.hide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the buttons below the text where they would leave little room beside them."""
        super().resizeEvent(event)
        buttons = self.off.sizeHint().width() + self.close_hint.sizeHint().width()
        needed = buttons + _LEAST_LETTERS * self.fontMetrics().averageCharWidth()
        is_wide = event.size().width() >= needed
        row, column = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom
        self._parts.setDirection(row if is_wide else column)

    def say(self, hint: str) -> None:
        """Show a hint, and announce it to screen readers."""
        self.text.setText(hint)
        text = tr("Hint: {hint}", hint=hint)
        self.setAccessibleName(text)
        self.show()
        screen_reader.say(self, text)


class Hinting(QObject):
    """Notices when a hint applies to a timeline, and shows each hint once."""

    def __init__(
        self, bar: HintBar, view: TimelineView, settings: Settings, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bar = bar
        self._view = view
        self._settings = settings
        self._is_on = False
        self._is_put_aside = False
        """Whether a hint waits for a window that has room for it."""
        self._opened: set[str] = set()
        view.position_changed.connect(self._look, Qt.ConnectionType.QueuedConnection)
        view.lit.connect(self._look, Qt.ConnectionType.QueuedConnection)
        view.unread_changed.connect(self._look, Qt.ConnectionType.QueuedConnection)

    def begin(self) -> None:
        """Begin to show hints."""
        self._is_on = True
        self._bar.window().installEventFilter(self)
        self._look()

    def end(self) -> None:
        """Stop showing hints."""
        self._is_on = self._is_put_aside = False
        self._bar.hide()

    def begin_anew(self) -> None:
        """Begin to show all hints again."""
        self._settings.hinted = []
        self.begin()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hide the hint while its window is low."""
        if event.type() is QEvent.Type.Resize and self._is_on:
            if not self._has_room() and not self._bar.isHidden():
                self._is_put_aside = True
                self._bar.hide()
            elif self._has_room() and self._is_put_aside:
                self._is_put_aside = False
                self._bar.show()
            elif self._has_room():
                self._look()
        return super().eventFilter(watched, event)

    def _has_room(self) -> bool:
        window = self._bar.window()
        return window.height() >= _LEAST_LINES * window.fontMetrics().lineSpacing()

    def _look(self) -> None:
        """Show the first hint that applies, unless one is being read."""
        is_free = self._bar.isHidden() and not self._is_put_aside and self._has_room()
        model = self._view.model()
        is_read = isinstance(model, TimelineModel) and bool(model.address)
        if not self._is_on or not is_free or not is_read:
            return
        self._opened.add(self._view.timeline.address)
        seen = self._settings.hinted
        for name, is_there in self._subjects().items():
            if name not in seen and is_there():
                self._settings.hinted = [*seen, name]
                self._bar.say(tr(HINTS[name]))
                return

    def _subjects(self) -> Mapping[str, Callable[[], bool]]:
        view = self._view
        return {
            "lanes": lambda: view.lanes.shown and view.timeline.rowCount() >= _FEW_ROWS,
            "news": lambda: any(view.unread.counts()),
            "concurrent": self._shows_concurrent,
            "missing": self._shows_missing,
            "commands": lambda: len(self._opened) >= _FEW_CONVERSATIONS,
        }

    def _shows_concurrent(self) -> bool:
        horizon = self._view.lanes.horizon
        if horizon is None or horizon.key != self._view.current_key():
            return False
        return horizon.concurrent > 0

    def _shows_missing(self) -> bool:
        model = self._view.timeline
        rows = (model.row_of(key) for key, _ in self._view.visible_rows())
        return any(row is not None and model.row(row).kind is RowKind.GHOST for row in rows)

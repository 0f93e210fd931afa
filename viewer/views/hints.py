"""Six hints, one at a time, for a person who sees the window first; the next one on request."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from engine.wording import later, tr
from viewer.views.label import PlainLabel

HINTS = (
    later(
        "The lines beside the messages are the graph: from each message down to"
        " those that come after it. Where they fork, two were written without knowing"
        " of each other."
    ),
    later("Click a message: those that are concurrent with it are tinted. Press I to inspect it."),
    later(
        "A hollow dot is a message that others name and that is missing here. When it comes, it is"
        " inserted where it belongs, and what you read stays where it is."
    ),
    later(
        "Space goes a screen further, J and K a message; P to what it comes after, Alt+Left back."
    ),
    later(
        "Drop archives on the window: they are checked, followed while they grow,"
        " and never changed."
    ),
    later("Ctrl+K finds every command by a few of its letters; F1 shows all keys."),
)


class HintBar(QFrame):
    """A hint with the way to the next one, and the way out."""

    finished = Signal()
    """The last hint was read, or nobody wants any."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("hint_bar")
        self.setAccessibleName(tr("Hint"))
        self._number = 0
        self.count = PlainLabel(self)
        self.count.setObjectName("hint")
        self.text = PlainLabel(self)
        self.text.setWordWrap(True)
        self.next = self._button(tr("Next"), self.go_on)
        self.off = self._button(tr("No more hints"), self.finish)
        line = QHBoxLayout(self)
        line.setContentsMargins(20, 8, 10, 8)
        line.setSpacing(12)
        line.addWidget(self.count)
        line.addWidget(self.text, 1)
        line.addWidget(self.off)
        line.addWidget(self.next)
        self._show()
        self.hide()

    def begin(self) -> None:
        """Show the first hint."""
        self._number = 0
        self._show()
        self.show()

    def go_on(self) -> None:
        """Show the next hint; after the last one there are none."""
        self._number += 1
        if self._number == len(HINTS):
            self.finish()
        else:
            self._show()

    def finish(self) -> None:
        """Show none any more."""
        self.hide()
        self.finished.emit()

    def _show(self) -> None:
        hint = tr(HINTS[self._number])
        last = self._number == len(HINTS) - 1
        self.count.setText(tr("{number:,} of {all:,}", number=self._number + 1, all=len(HINTS)))
        self.text.setText(hint)
        self.setAccessibleName(tr("Hint: {hint}", hint=hint))
        self.next.setText(tr("Done") if last else tr("Next"))
        self.off.setVisible(not last)

    def _button(self, text: str, do: Callable[[], None]) -> QPushButton:
        button = QPushButton(text, self)
        button.setObjectName("hint_button")
        button.clicked.connect(do)
        return button

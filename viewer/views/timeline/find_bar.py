"""Finding words in the open thread: a field, how many hits, the way from one to the next."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QToolButton, QWidget

from engine.wording import plural, tr
from viewer import icons
from viewer.theme import Theme
from viewer.tooltips import set_tooltip
from viewer.views.label import PlainLabel

_TYPING_PAUSE = 120


class FindBar(QFrame):
    """Asks for hits and walks through them."""

    wanted = Signal(str)
    """The messages with these words are wanted."""
    reached = Signal(str)
    """The hit with this key is to be shown."""
    filter_wanted = Signal(str)
    """Only the messages with these words are to be shown."""
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("find")
        self.setAccessibleName(tr("Find in this conversation"))
        self._hits: list[str] = []
        self._at = -1
        self._hidden = 0
        self.field = QLineEdit(self)
        self.field.setObjectName("filter")
        self.field.setPlaceholderText(tr("Find in this conversation"))
        self.field.setAccessibleName(tr("Words to find in this conversation"))
        self.field.installEventFilter(self)
        self.told = PlainLabel(self)
        self.told.setObjectName("hint")
        self.told.setAccessibleName(tr("Nothing found"))
        self.only = QToolButton(self)
        self.only.setObjectName("everything")
        self.only.setText(tr("Only these"))
        self.only.setAccessibleName(tr("Show only the messages that were found"))
        self.only.clicked.connect(lambda: self.filter_wanted.emit(self.field.text()))
        self._buttons = [
            self._button("up", tr("Previous hit"), lambda: self.step(-1)),
            self._button("down", tr("Next hit"), lambda: self.step(1)),
            self._button("close", tr("Close find bar"), self.close_bar),
        ]
        layout = QHBoxLayout(self)
        layout.setContentsMargins(24, 8, 12, 8)
        layout.addWidget(self.field, 1)
        layout.addWidget(self.told)
        layout.addWidget(self.only)
        for button in self._buttons:
            layout.addWidget(button)
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_TYPING_PAUSE)
        self._pause.timeout.connect(lambda: self.wanted.emit(self.field.text()))
        self.field.textChanged.connect(lambda _: self._pause.start())
        self.set_theme(theme)
        self._tell()
        self.hide()

    def open_bar(self) -> None:
        """Show the bar, ready to type."""
        self.show()
        self.field.setFocus()
        self.field.selectAll()
        if self.field.text():
            self.wanted.emit(self.field.text())

    def close_bar(self) -> None:
        """Stop finding."""
        self._pause.stop()
        self.hide()
        self._hits, self._hidden = [], 0
        self.closed.emit()

    def show_hits(self, keys: Sequence[str], here: int, hidden: int = 0) -> None:
        """Offer what was found, in the order of the thread; `here` of them stand further up.

        So many more are in messages that are `hidden`.
        """
        self._hidden = hidden
        self._hits = list(keys)
        self._at = min(here, len(self._hits) - 1)
        if self._hits:
            self.reached.emit(self._hits[self._at])
        self._tell()

    def step(self, hits: int) -> None:
        """Go to another hit; after the last comes the first."""
        if self._hits:
            self._at = (self._at + hits) % len(self._hits)
            self.reached.emit(self._hits[self._at])
            self._tell()

    def set_theme(self, theme: Theme) -> None:
        """Paint in `theme` from now on."""
        for button in self._buttons:
            button.setIcon(icons.icon(button.objectName(), theme.colors["muted"]))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter and Shift+Enter walk, Escape closes."""
        if watched is not self.field or not isinstance(event, QKeyEvent):
            return False
        if event.type() != QEvent.Type.KeyPress:
            return False
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
            return True
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.step(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
            return True
        return False

    def _tell(self) -> None:
        if self._hits:
            text = tr("{number:,} of {all:,}", number=self._at + 1, all=len(self._hits))
        else:
            text = tr("Not found") if self.field.text().strip() else ""
            text = "" if self._hidden else text
        if self._hidden:
            text = " · ".join(filter(None, (text, tr("{number:,} hidden", number=self._hidden))))
        self.told.setText(text)
        self.told.setAccessibleName(text or plural("{n:,} hits", "{n:,} hit", 0))
        self.only.setEnabled(bool(self._hits))

    def _button(self, name: str, text: str, act: object) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName(name)
        button.setAccessibleName(text)
        set_tooltip(button, text)
        button.setAutoRaise(True)
        button.clicked.connect(act)
        return button

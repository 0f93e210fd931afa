"""A strip above the timeline that reports a problem until it is closed."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from engine.wording import tr
from viewer import drawings
from viewer.theme import Theme
from viewer.views import screen_reader
from viewer.views.icon_button import IconButton
from viewer.views.label import PlainLabel


class Banner(QFrame):
    """One sentence with a button to close it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self.setAccessibleName(tr("Notice"))
        self._cause = ""
        self._read_in: str | None = None
        self.text = PlainLabel(self)
        self.text.setWordWrap(True)
        self.text.setAccessibleName(tr("Notice"))
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.Medium)
        self.text.setFont(font)
        self._close = IconButton(self)
        self._close.setAccessibleName(tr("Close the notice"))
        self._close.setAutoRaise(True)
        self._close.clicked.connect(self.hide)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(20, 8, 10, 8)
        layout.addWidget(self.text)
        layout.addWidget(self._close)
        self.set_theme(theme)
        self.hide()

    def say(self, sentence: str, cause: str = "", address: str | None = None) -> None:
        """Show `sentence` until it is closed or replaced, or no longer applies.

        It no longer applies when its `cause` is withdrawn, or when a conversation other than
        `address` is opened. With an empty address, it applies to the first conversation that is
        opened; without one, to all.
        """
        self._cause, self._read_in = cause, address
        self.text.setText(sentence)
        self.text.setAccessibleName(sentence)
        self.show()
        screen_reader.say(self, sentence)

    def withdraw(self, cause: str) -> None:
        """Hide the sentence with a cause."""
        if cause and cause == self._cause:
            self.hide()

    def turn_to(self, address: str) -> None:
        """Hide a sentence about another conversation."""
        if self._read_in is None:
            return
        if self._read_in not in ("", address):
            self.hide()
        self._read_in = address

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._close.setIcon(drawings.icon("close", theme.colors["danger"]))

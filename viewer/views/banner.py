"""A strip above the timeline that reports problems until it is closed."""

from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from engine.wording import tr
from viewer import drawings
from viewer.theme import Theme
from viewer.views import screen_reader
from viewer.views.icon_button import IconButton
from viewer.views.label import PlainLabel

_MOST = 3  # causes


class _Notice(NamedTuple):
    """What is said, and the conversation it is about: any if None, the first opened if empty."""

    sentence: str
    address: str | None


class Banner(QFrame):
    """The last sentence about each cause, with a button to close them."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self.setAccessibleName(tr("Notice"))
        self._notices: dict[str, _Notice] = {}
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
        """Show `sentence` until it is closed or no longer applies.

        It replaces the one with the same `cause`, and is shown below those with another: what one
        archive brings says nothing about the other. It no longer applies when its cause is
        withdrawn, or when a conversation other than `address` is opened. With an empty address, it
        applies to the first conversation that is opened; without one, to all.
        """
        self._forget_closed()
        self._notices.pop(cause, None)
        self._notices[cause] = _Notice(sentence, address)
        for oldest in list(self._notices)[:-_MOST]:
            del self._notices[oldest]
        self._show()
        screen_reader.say(self, sentence)

    def withdraw(self, cause: str) -> None:
        """Hide the sentence with a cause."""
        self._forget_closed()
        if cause and cause in self._notices:
            del self._notices[cause]
            self._show()

    def turn_to(self, address: str) -> None:
        """Hide sentences about other conversations."""
        self._forget_closed()
        self._notices = {
            cause: notice if notice.address is None else _Notice(notice.sentence, address)
            for cause, notice in self._notices.items()
            if notice.address in (None, "", address)
        }
        self._show()

    def _forget_closed(self) -> None:
        if self.isHidden():
            self._notices.clear()

    def _show(self) -> None:
        text = "\n".join(notice.sentence for notice in self._notices.values())
        self.text.setText(text)
        self.text.setAccessibleName(text or tr("Notice"))
        self.setVisible(bool(text))

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._close.setIcon(drawings.icon("close", theme.colors["danger"]))

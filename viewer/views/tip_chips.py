"""What a reply will come after, in chips that lead there."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from engine.wording import tr
from viewer import words
from viewer.models.row import Quote
from viewer.theme import Theme
from viewer.tooltips import set_tooltip
from viewer.views.label import PlainLabel

_MOST = 3
_LETTERS = 28


class TipChips(QFrame):
    """The tips of the thread as far as they are known here."""

    key_clicked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("The reply will come after"))
        self._theme = theme
        self._tips: tuple[Quote, ...] = ()
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(6)

    def tips(self) -> tuple[Quote, ...]:
        """What is shown."""
        return self._tips

    def show_tips(self, tips: Sequence[Quote]) -> None:
        """Show these; of many, the first few and how many more."""
        if tuple(tips) != self._tips:
            self._tips = tuple(tips)
            self._fill()

    def set_theme(self, theme: Theme) -> None:
        """Paint in `theme` from now on."""
        self._theme = theme
        self._fill()

    def _fill(self) -> None:
        while (item := self._line.takeAt(0)) is not None:
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        self._line.addWidget(self._label(tr("After")))
        for tip in self._tips[:_MOST]:
            self._line.addWidget(self._chip(tip))
        more = len(self._tips) - _MOST
        if more > 0:
            rest = self._label(tr("and {more:,} more", more=more))
            set_tooltip(rest, "\n".join(_told(tip, 80) for tip in self._tips[_MOST:]))
            self._line.addWidget(rest)
        self._line.addStretch(1)

    def _chip(self, tip: Quote) -> QPushButton:
        chip = QPushButton(_told(tip, _LETTERS).replace("&", "&&"), self)
        chip.setObjectName("chip")
        chip.setAccessibleName(tr("After {told}: go there", told=_told(tip, 80)))
        set_tooltip(chip, f"{_told(tip, 200)}\n{tip.key}")
        chip.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        chip.setMinimumWidth(40)
        chip.setCursor(Qt.CursorShape.PointingHandCursor)
        color = self._theme.author(tip.feed) if tip.feed else self._theme.color("ghost")
        chip.setStyleSheet(f"border-left: 3px solid {color.name()};")
        chip.clicked.connect(lambda _=False, key=tip.key: self.key_clicked.emit(key))
        return chip

    def _label(self, text: str) -> PlainLabel:
        label = PlainLabel(text, self)
        label.setObjectName("hint")
        label.setAccessibleName(text)
        return label


def _told(tip: Quote, longest: int) -> str:
    text = words.clean(tip.text, longest)
    return f"{tip.author}: {text}" if tip.author else text

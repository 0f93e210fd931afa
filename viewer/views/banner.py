"""Notices: what failed, and what else has to be known about archives that were read.

They lie over the lower right corner, above hints, so that nothing in the window moves when one
appears. For a moment they let clicks pass: one that was under way hits what was there.
"""

from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QSizePolicy, QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.viewer.style_sheet import style_again
from tanglescope.viewer.theme import Measured
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.views.buttons import IconButton, make_button
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column, make_row

_MOST = 3  # causes
_LETTERS = 64
"""The width of a notice in a window with room for it."""
_MARGIN = 12
_PLACING = (QEvent.Type.Resize, QEvent.Type.ShowToParent, QEvent.Type.HideToParent)
_PASSING = 600  # milliseconds in which clicks pass


class _Notice(NamedTuple):
    """What is said, and the conversation it is about: any if None, the first opened if empty."""

    sentence: str
    address: str | None
    is_failure: bool
    are_bad: bool
    """Whether it is about bad records, which a button shows."""


class Banner(Measured, NamedFrame):
    """The last sentence about each cause, with a button to close them."""

    measures_soon = True

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Notice"), parent, style="banner")
        self._notices: dict[str, _Notice] = {}
        self.text = PlainLabel(self, wraps=True)
        self.text.setAccessibleName(tr("Notice"))
        self.text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        font = QFont(self.font())
        font.setWeight(QFont.Weight.Medium)
        self.text.setFont(font)
        self.bad = make_button(tr("Show bad records"), self, style="hint_button")
        self._close = IconButton("close", tr("Close the notice"), self.hide, parent=self)
        self._passing = make_timer(_PASSING, lambda: self._let_pass(on=False), self)
        texts = make_column(self.text, (self.bad, 0, Qt.AlignmentFlag.AlignLeft))
        close = (self._close, 0, Qt.AlignmentFlag.AlignTop)
        self._parts = make_row((texts, 1), close, on=self, margins=(16, 8, 8, 8))
        self._floor: QWidget | None = None
        if parent is not None:
            parent.installEventFilter(self)
        self.hide()

    def stay_above(self, floor: QWidget) -> None:
        """Leave a part at the lower edge of the window uncovered."""
        self._floor = floor
        floor.installEventFilter(self)

    def say(self, sentence: str, cause: str = "", address: str | None = None) -> None:
        """Report a failure until it is closed or no longer applies.

        It replaces the one with the same `cause`, and is shown below those with another: what one
        archive brings says nothing about the other. It no longer applies when its cause is
        withdrawn, or when a conversation other than `address` is opened. With an empty address, it
        applies to the first conversation that is opened; without one, to all.
        """
        self._put(cause, _Notice(sentence, address, is_failure=True, are_bad=False))

    def note(
        self, sentence: str, cause: str, address: str | None = None, *, are_bad: bool = False
    ) -> None:
        """Say what isn't a failure, for as long; `are_bad` if it is about bad records."""
        self._put(cause, _Notice(sentence, address, is_failure=False, are_bad=are_bad))

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
            cause: notice if notice.address is None else notice._replace(address=address)
            for cause, notice in self._notices.items()
            if notice.address in (None, "", address)
        }
        self._show()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Stay in the corner when the window or what is below changes its size."""
        if event.type() in _PLACING:
            self._measure()
        return False

    def _put(self, cause: str, notice: _Notice) -> None:
        self._forget_closed()
        self._notices.pop(cause, None)
        self._notices[cause] = notice
        for oldest in list(self._notices)[:-_MOST]:
            del self._notices[oldest]
        self._let_pass(on=True)
        self._passing.start()
        self._show()
        screen_reader.say(self, notice.sentence)

    def _let_pass(self, *, on: bool) -> None:
        """Let clicks pass to what is below, or not."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, on)

    def _forget_closed(self) -> None:
        if self.isHidden():
            self._notices.clear()

    def _show(self) -> None:
        text = "\n".join(notice.sentence for notice in self._notices.values())
        self.text.setText(text)
        self.text.setAccessibleName(text or tr("Notice"))
        self.bad.setVisible(any(notice.are_bad for notice in self._notices.values()))
        self._paint_in_colours()
        self.setVisible(bool(text))
        self.raise_()
        self._measure()

    def _paint_in_colours(self) -> None:
        """Show failures in red."""
        is_failure = any(notice.is_failure for notice in self._notices.values())
        self.setProperty("failure", is_failure)
        style_again(self, self.text, self._close)

    def _measure(self) -> None:
        """Lie over the lower right corner of the window."""
        if (room := self.parentWidget()) is None or self.isHidden():
            return
        widest = room.width() - 2 * _MARGIN
        width = min(_LETTERS * self.fontMetrics().averageCharWidth(), widest)
        self._parts.activate()
        floor = self._floor.height() if self._floor and not self._floor.isHidden() else 0
        height = self._parts.totalHeightForWidth(width)
        height = min(height, room.height() - floor - 2 * _MARGIN)
        corner = room.rect().adjusted(0, 0, 0, -floor).bottomRight()
        self.setGeometry(corner.x() - width - _MARGIN, corner.y() - height - _MARGIN, width, height)

"""The line above the timeline: what the thread is about, and how large it is."""

from PySide6.QtCore import QEvent, QTimer
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from engine.debug.linearizers import order_called
from engine.library import ConversationSummary
from engine.store.conversations.address import split_order
from engine.wording import plural, tr
from viewer import times
from viewer.models.thread_model import title
from viewer.views.label import ElidedLabel

_LEAST = 13  # letters in which something of the size of a thread can be told
_MARGIN, _GAP = 24, 24


class Heading(QFrame):
    """Title and size of the open thread."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("heading")
        self.setAccessibleName(tr("Open conversation"))
        self._text = self._extent = ""
        self._hidden = 0
        self._about = ""
        """What is told of the current message."""
        self._title = ElidedLabel(self)
        self._title.setAccessibleName(tr("No conversation is open"))
        self._size = ElidedLabel(self)
        self._size.setObjectName("hint")
        self._size.setAccessibleName(tr("Size of the conversation"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(_MARGIN, 12, _MARGIN, 12)
        layout.setSpacing(2)
        self._first_line = QHBoxLayout()
        self._first_line.setSpacing(4)
        self._first_line.addWidget(self._title, 1)
        layout.addLayout(self._first_line)
        self._told = ElidedLabel(self)
        self._told.setObjectName("hint")
        self._told.setAccessibleName(tr("What the current message knew of"))
        line = QHBoxLayout()
        line.setSpacing(_GAP)
        line.addWidget(self._size, 1)
        line.addWidget(self._told)
        layout.addLayout(line)
        self._enlarge_title()

    @property
    def title(self) -> str:
        """What the open thread is called here."""
        return self._text

    def show_thread(self, thread: ConversationSummary) -> None:
        """Tell of `thread`."""
        self._text = title(thread)
        self._title.setAccessibleName(self._text)
        messages = plural("{n:,} messages", "{n:,} message", thread.messages)
        people = plural("{n:,} authors", "{n:,} author", thread.authors)
        signed = "" if thread.is_signed else tr("nothing is signed")
        # Of a large conversation that has just been opened, the authors haven't been counted yet.
        are_counted = thread.authors > 0 or (thread.is_signed and thread.messages == 0)
        people = people if are_counted else ""
        parts = (_order(thread.address), messages, people, _span(thread), signed)
        self._extent = " · ".join(filter(None, parts))
        self._show()

    def show_hidden(self, messages: int) -> None:
        """Tell that so many messages are hidden."""
        self._hidden = messages
        self._show()

    def offer(self, button: QWidget) -> None:
        """Put a button right of the title."""
        self._first_line.addWidget(button)

    def tell(self, told: str) -> None:
        """Tell of the current message."""
        self._about = told
        self._told.setAccessibleName(told or tr("No message is chosen"))
        self._show()

    def told(self) -> str:
        """What is told of the current message."""
        return self._about

    def changeEvent(self, event: QEvent) -> None:
        """Keep the title larger than the rest when all text grows."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            # A style sheet sets the fonts of what is within after this one.
            QTimer.singleShot(0, self, self._enlarge_title)

    def _enlarge_title(self) -> None:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 1.2)
        font.setWeight(QFont.Weight.DemiBold)
        self._title.setFont(font)
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say what there is room for."""
        super().resizeEvent(event)
        self._show()

    def _show(self) -> None:
        hidden = tr("{number:,} hidden", number=self._hidden) if self._hidden else ""
        self._title.setText(self._text)
        self._size.setText(" · ".join(filter(None, (hidden, self._extent))))
        self._told.setText(self._about)
        # What is told of the current message goes first; a few letters of the rest say nothing.
        least = _LEAST * self.fontMetrics().averageCharWidth()
        beside = self.width() - 2 * _MARGIN - self._told.sizeHint().width() - _GAP
        self._size.setVisible(not self._about or beside > least)


def _order(address: str) -> str:
    """The order in which a conversation is read, where that isn't its own."""
    by = split_order(address)[1]
    return tr("in the order “{order}”", order=order_called(by)) if by else ""


def _span(thread: ConversationSummary) -> str:
    if thread.depth is not None:
        return tr("depth {depth:,}", depth=thread.depth)
    if thread.first is None and thread.latest is None and thread.messages > 1:
        return ""  # of a timeline of everything nobody keeps the ends
    first, last = times.day(thread.first), times.day(thread.latest)
    return first if first == last else f"{first} – {last}"

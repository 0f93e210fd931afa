"""The line above the timeline: what the thread is about, and how large it is."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QVBoxLayout, QWidget

from engine.library import ThreadSummary
from viewer import times, words
from viewer.models.thread_model import title


class Heading(QFrame):
    """Title and size of the open thread."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("heading")
        self.setAccessibleName("Open thread")
        self._text = ""
        self._title = QLabel(self)
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        self._title.setAccessibleName("No thread is open")
        self._title.setMinimumWidth(40)
        font = QFont(self._title.font())
        font.setPointSizeF(font.pointSizeF() * 1.2)
        font.setWeight(QFont.Weight.DemiBold)
        self._title.setFont(font)
        self._size = QLabel(self)
        self._size.setObjectName("hint")
        self._size.setAccessibleName("Size of the thread")
        self._size.setMinimumWidth(40)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 12, 24, 12)
        layout.setSpacing(2)
        layout.addWidget(self._title)
        layout.addWidget(self._size)

    def show_thread(self, thread: ThreadSummary) -> None:
        """Tell of `thread`."""
        self._text = title(thread)
        self._title.setAccessibleName(self._text)
        messages = words.count(thread.messages, "message")
        people = words.count(thread.authors, "author")
        self._size.setText(" · ".join((messages, people, _span(thread))))
        self._elide()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the title to what there is room for."""
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        room = self.width() - 48
        cut = QFontMetrics(self._title.font()).elidedText(
            self._text, Qt.TextElideMode.ElideRight, room
        )
        self._title.setText(cut)


def _span(thread: ThreadSummary) -> str:
    first, last = times.day(thread.first), times.day(thread.latest)
    return first if first == last else f"{first} – {last}"

"""The heading above the timeline: title, size, and a find bar."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QToolButton, QWidget

from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import EVERYTHING, ConversationSummary
from tanglescope.engine.linear.orders.named import order_name
from tanglescope.engine.store.conversations.address import split_order
from tanglescope.engine.words import times
from tanglescope.viewer.models.thread_model import marked_title, title, what_is_torn
from tanglescope.viewer.theme import Measured
from tanglescope.viewer.views.buttons import IconButton, make_link
from tanglescope.viewer.views.label import ElidedLabel, PlainLabel
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column, make_row
from tanglescope.viewer.views.search_field import SearchField

MARGIN, _GAP = 24, 24


class Heading(Measured, NamedFrame):
    """Title and size of the open thread."""

    measures_soon = True

    news_wanted = Signal()
    """Emitted to list new messages, latest first, instead of everything in causal order."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Open conversation"), parent, style="heading")
        self.title = self._marked = ""
        self._extent: tuple[str, ...] = ()
        self._hidden = 0
        self.about = ""
        """The text about the current message."""
        self._title = ElidedLabel(self)
        self._title.setAccessibleName(tr("No conversation is open"))
        self._size = ElidedLabel(self, style="hint", about=tr("Size of the conversation"))
        tip = tr("List the threads with new messages, the most recent first")
        self.news = make_link(tr("News"), self, self.news_wanted.emit, tip)
        self.news.hide()
        self._status = ElidedLabel(self, style="hint")
        self._status.setAccessibleName(tr("What the author of the current message knew of"))
        self._first_line = make_row((self._title, 1), self.news, spacing=4)
        line = make_row((self._size, 1), self._status, spacing=_GAP)
        make_column(self._first_line, line, on=self, margins=(MARGIN, 12, MARGIN, 12), spacing=2)
        self._measure()

    def show_thread(self, thread: ConversationSummary, *, is_counted: bool = True) -> None:
        """Show `thread`, with the number of its messages if they are counted."""
        self.title = title(thread)
        self._marked = marked_title(thread)
        self._title.setAccessibleName(self.title)
        self._title.setAccessibleDescription(what_is_torn(thread))
        self._title.explain(what_is_torn(thread))
        messages = plural("{n:,} messages", "{n:,} message", thread.messages)
        people = plural("{n:,} authors", "{n:,} author", thread.authors)
        signed = "" if thread.is_signed else tr("signatures not checked")
        # Of a large conversation that has just been opened, the authors haven't been counted yet.
        are_counted = thread.authors > 0 or (thread.is_signed and thread.messages == 0)
        people = people if are_counted else ""
        counts = (messages, people, _span(thread)) if is_counted else ()
        parts = (_order(thread.address), *counts, signed)
        self._extent = tuple(filter(None, parts))
        self.news.setVisible(split_order(thread.address)[0] == EVERYTHING)
        self._show()

    def show_hidden(self, messages: int) -> None:
        """Show how many messages are hidden."""
        self._hidden = messages
        self._show()

    def offer(self, button: QWidget) -> None:
        """Add a button to the right of the title."""
        last = self._first_line.itemAt(self._first_line.count() - 1)
        self._first_line.addWidget(button)
        self._lower_buttons()
        if last is not None and (before := last.widget()) is not None:
            QWidget.setTabOrder(before, button)

    def set_about(self, about: str) -> None:
        """Show the current message."""
        self.about = about
        self._status.setAccessibleName(about or tr("No message is selected"))
        self._show()

    def _measure(self) -> None:
        font = QFont(self.font())
        font.setPointSizeF(font.pointSizeF() * 1.2)
        font.setWeight(QFont.Weight.DemiBold)
        self._title.setFont(font)
        self._lower_buttons()
        self._show()

    def _lower_buttons(self) -> None:
        """Keep buttons as low as the title, so that headings with and without are of one height."""
        for button in self.findChildren(QToolButton):
            button.setMaximumHeight(self._title.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the parts that fit."""
        super().resizeEvent(event)
        self._show()

    def _show(self) -> None:
        hidden = tr("{number:,} hidden", number=self._hidden) if self._hidden else ""
        self._title.setText(self._marked)
        self._status.setText(self.about)
        # Beside the text about the current message, parts of the size are shown only as a whole.
        beside = self.width() - 2 * MARGIN - self._status.sizeHint().width() - _GAP
        parts = tuple(filter(None, (hidden, *self._extent)))
        self._size.setVisible(not self.about or self._advance(parts[:1]) <= beside)
        text = " · ".join(parts)
        while self.about and len(parts) > 1 and self._advance(parts) > beside:
            parts = parts[:-1]
        self._size.setText(" · ".join(parts))
        self._size.explain("" if self._size.text() == text else text)

    def _advance(self, parts: Sequence[str]) -> int:
        return self._size.fontMetrics().horizontalAdvance(" · ".join(parts))


def _order(address: str) -> str:
    """The order of a conversation, if it isn't the default."""
    by = split_order(address)[1]
    return tr("in the order “{order}”", order=order_name(by)) if by else ""


def _span(thread: ConversationSummary) -> str:
    if thread.depth is not None:
        return tr("depth {depth:,}", depth=thread.depth)
    if thread.first is None and thread.latest is None and thread.messages != 1:
        return ""  # it is empty, or it is “Everything”, whose ends aren't stored
    return times.days(thread.first, thread.latest)


class FindBar(NamedFrame):
    """Requests hits and steps through them."""

    wanted = Signal(str)
    """Emitted with the words to find."""
    reached = Signal(str)
    """Emitted with the key of the hit to show."""
    filter_wanted = Signal(str)
    """Emitted with words, to show only messages that contain them."""
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Find in this conversation"), parent, style="find")
        self.hits: list[str] = []
        """The keys of the hits, in the order of the conversation."""
        self._at = -1
        self._hidden = 0
        self.field = SearchField(tr("Words to find in this conversation"), self)
        self.field.suggest(tr("Find in this conversation"))
        self.field.installEventFilter(self)
        self.status = PlainLabel(self, style="hint")
        self.status.setAccessibleName(tr("Nothing found"))
        only = tr("Only these")
        self.only = make_link(only, self, lambda: self.filter_wanted.emit(self.field.text()))
        self.only.setAccessibleDescription(tr("Show only the messages that were found"))
        buttons = (
            IconButton("up", tr("Previous hit"), lambda: self.step(-1), parent=self),
            IconButton("down", tr("Next hit"), lambda: self.step(1), parent=self),
            IconButton("close", tr("Close find bar"), self.close_bar, parent=self),
        )
        parts = ((self.field, 1), self.status, self.only, *buttons)
        make_row(*parts, on=self, margins=(MARGIN, 8, 12, 8))
        self.field.paused.connect(lambda: self.wanted.emit(self.field.text()))
        self._report()
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
        self.field.cancel()
        self.hits, self._hidden = [], 0
        self.closed.emit()
        self.hide()  # at last: it would hand on the focus

    def show_hits(self, keys: Sequence[str], here: int, hidden: int = 0) -> None:
        """Offer the hits, in the order of the thread; `here` of them are further up.

        There are more in `hidden` messages.
        """
        self._hidden = hidden
        self.hits = list(keys)
        self._at = min(here, len(self.hits) - 1)
        if self.hits:
            self.reached.emit(self.hits[self._at])
        self._report()

    def step(self, hits: int) -> None:
        """Go to another hit; after the last comes the first. A closed bar opens instead."""
        if self.hits:
            self._at = (self._at + hits) % len(self.hits)
            self.reached.emit(self.hits[self._at])
            self._report()
        elif self.isHidden():
            self.open_bar()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Step with Enter and Shift+Enter, close with Escape."""
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

    def _report(self) -> None:
        if self.hits:
            text = tr("{number:,} of {all:,}", number=self._at + 1, all=len(self.hits))
        else:
            text = tr("Not found") if self.field.text().strip() else ""
            text = "" if self._hidden else text
        if self._hidden:
            text = " · ".join(filter(None, (text, tr("{number:,} hidden", number=self._hidden))))
        self.status.setText(text)
        self.status.setAccessibleName(text or plural("{n:,} hits", "{n:,} hit", 0))
        self.only.setEnabled(bool(self.hits))

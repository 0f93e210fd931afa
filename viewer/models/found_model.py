"""Search results, fetched page by page while scrolling."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import takewhile
from typing import Any, TypeAlias

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from tanglescope.engine import words
from tanglescope.engine.library import Hit, Library, Question, StoredMessage
from tanglescope.engine.readable import unwrapped
from tanglescope.engine.tangle.plain_text import plain
from tanglescope.engine.wording import tr
from tanglescope.engine.words import times
from tanglescope.engine.words.messages import mentions
from tanglescope.viewer.models.excerpt import Excerpt, Span, excerpt
from tanglescope.viewer.models.thread_model import title

FoundRole = Qt.ItemDataRole.UserRole
PAGE = 50
_ROOT = QModelIndex()
_Index: TypeAlias = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True, slots=True)
class FoundMessage:
    """A message in the list of search results."""

    hit: Hit
    feed: str
    author: str
    asserted: float | None
    text: str
    spans: tuple[Span, ...] = ()
    """The spans of the hits in the text."""
    address: str = ""
    """The address of its conversation."""
    title: str = ""
    """The title of that conversation."""

    def in_words(self, today: date) -> str:
        """The result for a screen reader."""
        when = times.short_day(self.asserted, today)
        return ", ".join((self.author, when, self.text, self.place))

    @property
    def place(self) -> str:
        """Which conversation it is in."""
        return tr("in {conversation}", conversation=self.title)


def find(
    library: Library, question: Question, after: Hit | None, most: int = PAGE
) -> list[FoundMessage]:
    """The next page of messages that match."""
    hits = library.found.page(question, most, after)
    messages = library.messages([hit.key for hit in hits])
    call = mentions(library, messages.values())
    place = cache(lambda address: title(library.conversation(address).summary()))
    return [
        FoundMessage(
            hit,
            message.author,
            call(message.author),
            message.asserted,
            *_excerpt(message, call, question),
            address := library.conversations_of(hit.key)[0],
            place(address),
        )
        for hit in hits
        if (message := messages.get(hit.key)) is not None
    ]


def _excerpt(message: StoredMessage, call: words.Call, question: Question) -> Excerpt:
    """The part of a message around the hits, or the sentence for its type."""
    phrases = question.all_phrases
    line = words.one_line(message.content, call, message.epoch, author=message.author)
    begun = excerpt(line, question.words, phrases)
    if begun.spans or isinstance(message.content, str) or words.warning_of(message.content):
        return begun
    text = words.text_of(message.content)
    if text is None:
        return begun
    whole = excerpt(unwrapped(plain(text)), question.words, phrases)
    return whole if whole.spans else begun


class FoundModel(QAbstractListModel):
    """Messages that match a query, the newest arrivals first."""

    more_wanted = Signal(object)
    """Emitted with the last hit when the next page is needed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._found: list[FoundMessage] = []
        self._more = False
        self._asked = False

    def begin(self) -> None:
        """Show nothing until the first page comes."""
        self.beginResetModel()
        self._found, self._more, self._asked = [], True, True
        self.endResetModel()

    def add(self, page: Sequence[FoundMessage]) -> None:
        """Show the next page; a short one is the last."""
        self._asked, self._more = False, len(page) == PAGE
        if page:
            first = len(self._found)
            self.beginInsertRows(_ROOT, first, first + len(page) - 1)
            self._found += page
            self.endInsertRows()

    def put_on_top(self, page: Sequence[FoundMessage]) -> bool:
        """Add what is new in the first page; return whether it continues with what is shown."""
        if not self._found:
            return not page
        first = self._found[0].hit
        new = list(takewhile(lambda found: found.hit != first, page))
        if len(new) == len(page):
            return False
        if new:
            self.beginInsertRows(_ROOT, 0, len(new) - 1)
            self._found[:0] = new
            self.endInsertRows()
        return True

    def message(self, row: int) -> FoundMessage:
        """The result in a row."""
        return self._found[row]

    def rowCount(self, parent: _Index = _ROOT) -> int:
        """The number of results that have been fetched."""
        return 0 if parent.isValid() else len(self._found)

    def canFetchMore(self, parent: _Index) -> bool:
        """Whether there may be more results."""
        return self._more and not self._asked and not parent.isValid()

    def fetchMore(self, _parent: _Index) -> None:
        """Request the next page, which arrives later."""
        self._asked = True
        self.more_wanted.emit(self._found[-1].hit if self._found else None)

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A message, its text, or all of it in words."""
        if not index.isValid() or not 0 <= index.row() < len(self._found):
            return None
        message = self._found[index.row()]
        if role == FoundRole:
            return message
        if role == Qt.ItemDataRole.DisplayRole:
            return message.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return message.in_words(date.today())
        return None

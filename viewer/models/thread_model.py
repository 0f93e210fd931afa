"""The Qt model of a list of threads."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from tanglescope.engine import words
from tanglescope.engine.language.readable import unwrap
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import ConversationSummary, feed_named, is_channel
from tanglescope.engine.message.formats import is_message
from tanglescope.engine.tangle.titles import substitute_title
from tanglescope.engine.words import times
from tanglescope.viewer.models import Index
from tanglescope.viewer.models.sidebar import DateGroup, groups
from tanglescope.viewer.tooltips import tooltip

ThreadRole = Qt.ItemDataRole.UserRole
PinnedRole = Qt.ItemDataRole.UserRole + 1
UnreadRole = Qt.ItemDataRole.UserRole + 2
HeadingRole = Qt.ItemDataRole.UserRole + 3
_ROOT = QModelIndex()


def title(thread: ConversationSummary) -> str:
    """The title of a conversation, even if its first message is missing."""
    called = _tangle(thread) if thread.tangle else _thread(thread)
    return tr("Private: {called}", called=called) if thread.private else called


def is_torn(thread: ConversationSummary) -> bool:
    """Whether the title is that of a later message, because the first one is missing."""
    return not thread.present and bool(thread.title) and is_message(thread.root)


def marked_title(thread: ConversationSummary) -> str:
    """The title, with a mark in front if the beginning is missing."""
    return torn(title(thread)) if is_torn(thread) else title(thread)


def torn(title: str) -> str:
    """A title with the mark that the beginning is missing."""
    return f"… {title}"


def what_is_torn(thread: ConversationSummary) -> str:
    """The meaning of the mark; empty if there is none."""
    return tr("The beginning of this conversation is missing.") if is_torn(thread) else ""


def _thread(thread: ConversationSummary) -> str:
    return _one_line(thread.title) or substitute_title(present=thread.present)


def _tangle(thread: ConversationSummary) -> str:
    """The title of a named tangle: several may begin with one message."""
    name = words.tangle_name(_one_line(thread.tangle))
    if not thread.present and not thread.title:
        return tr("{tangle}, whose beginning is missing", tangle=name)
    if thread.begun_by:
        return tr("{tangle}, begun by {name}", tangle=name, name=words.clean_name(thread.begun_by))
    return tr("{tangle}: {title}", tangle=name, title=_one_line(thread.title))


def _one_line(text: str) -> str:
    return words.clean(unwrap(text), 200)


def latest(thread: ConversationSummary, today: date, *, with_year: bool = True) -> str:
    """The day of the latest message, or in PZP, which has no time, the greatest depth."""
    if thread.depth is not None:
        return tr("depth {depth:,}", depth=thread.depth)
    return times.short_day(thread.latest, today, with_year=with_year)


def people(thread: ConversationSummary) -> str:
    """The authors of a thread, as many as fit on a line."""
    names = ", ".join(words.clean_name(name) for name in thread.names)
    others = thread.authors - len(thread.names)
    if not names or others <= 0:
        return names
    return plural("{names} and {n:,} others", "{names} and {n:,} other", others, names=names)


def faces(thread: ConversationSummary) -> tuple[str, ...]:
    """The feeds whose faces stand for a conversation, the most important first."""
    own = feed_named(thread.address)
    return thread.feeds or ((own,) if own else ())


def sign(thread: ConversationSummary) -> str:
    """The icon of a conversation without faces."""
    if thread.private:
        return "lock"
    return "channels" if is_channel(thread.address) else "graph"


def size(thread: ConversationSummary) -> str:
    """The number of messages, in words."""
    return plural("{n:,} messages", "{n:,} message", thread.messages)


def waiting(thread: ConversationSummary) -> str:
    """The number of messages that wait for a missing one, in words."""
    if not thread.set_aside:
        return ""
    return plural("{n:,} waiting", "{n:,} waiting", thread.set_aside)


def new(unread: int) -> str:
    """The number of unread messages, in words."""
    return plural("{n:,} new", "{n:,} new", unread) if unread else ""


class ThreadModel(QAbstractListModel):
    """Threads, the latest first, with headings above groups of them if that is wanted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads: list[ConversationSummary] = []
        self._groups: list[DateGroup] = []
        self.pinned: frozenset[str] = frozenset()
        """The addresses of what is pinned."""
        self.unread: Mapping[str, int] = {}
        """How many messages of conversations are unread, where any are."""

    def show(self, threads: Sequence[ConversationSummary], *, in_groups: bool = False) -> None:
        """Replace the list."""
        self.beginResetModel()
        self._threads = list(threads)
        found = groups(threads, self.pinned, date.today()) if in_groups else []
        # The row of a heading: each has those before it and the threads of their groups above it.
        self._groups = [
            DateGroup(each.title, each.first + above) for above, each in enumerate(found)
        ]
        self.endResetModel()

    def thread_at(self, row: int) -> ConversationSummary:
        """The thread in a row."""
        return self._threads[row - self._headings_above(row)]

    def row_of(self, address: str) -> int | None:
        """The row of a conversation, if it is listed."""
        places = (place for place, each in enumerate(self._threads) if each.address == address)
        place = next(places, None)
        if place is None:
            return None
        return place + sum(each.first - above <= place for above, each in enumerate(self._groups))

    def step(self, row: int, rows: int) -> int:
        """The row of the thread that many threads away from a row, as far as there are any."""
        if not self._threads:
            return -1
        place = row - self._headings_above(row) if row >= 0 else -1
        place = max(0, min(len(self._threads) - 1, place + rows))
        row_found = self.row_of(self._threads[place].address)
        assert row_found is not None
        return row_found

    def _headings_above(self, row: int) -> int:
        return bisect_right(self._groups, row, key=lambda each: each.first)

    def _heading(self, row: int) -> str:
        above = self._headings_above(row)
        group = self._groups[above - 1] if above else None
        return group.title if group is not None and group.first == row else ""

    def rowCount(self, parent: Index = _ROOT) -> int:
        """How many threads were found, with headings."""
        return 0 if parent.isValid() else len(self._threads) + len(self._groups)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """A heading can't be chosen."""
        if index.isValid() and self._heading(index.row()):
            return Qt.ItemFlag.ItemNeverHasChildren
        return super().flags(index)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A thread, its title, or all of it in words."""
        if not index.isValid() or not 0 <= index.row() < self.rowCount():
            return None
        if heading := self._heading(index.row()):
            return heading if role in _OF_HEADINGS else None
        return self._of(self.thread_at(index.row()), role)

    def _of(self, thread: ConversationSummary, role: int) -> Any:
        if role == ThreadRole:
            return thread
        if role == PinnedRole:
            return thread.address in self.pinned
        if role == UnreadRole:
            return self.unread.get(thread.address, 0)
        if role == Qt.ItemDataRole.DisplayRole:
            return title(thread)
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip(what_is_torn(thread)) or None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken_text(thread)
        return None

    def _spoken_text(self, thread: ConversationSummary) -> str:
        when = latest(thread, date.today())
        number = plural("{n:,} messages", "{n:,} message", thread.messages)
        pinned = tr("pinned") if thread.address in self.pinned else ""
        unread = new(self.unread.get(thread.address, 0))
        parts = (
            *(title(thread), what_is_torn(thread).rstrip("."), pinned, people(thread)),
            *(unread, number, waiting(thread), when),
        )
        return ", ".join(filter(None, parts))


_OF_HEADINGS = (*(HeadingRole, Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole),)

"""The Qt model of a list of threads."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from engine import words
from engine.library import ConversationSummary
from engine.message.formats import is_message
from engine.readable import unwrapped
from engine.tangle.titles import untitled
from engine.wording import plural, tr
from engine.words import times
from viewer.tooltips import tooltip

ThreadRole = Qt.ItemDataRole.UserRole
PinnedRole = Qt.ItemDataRole.UserRole + 1
UnreadRole = Qt.ItemDataRole.UserRole + 2
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
    return _one_line(thread.title) or untitled(present=thread.present)


def _tangle(thread: ConversationSummary) -> str:
    """The title of a named tangle: several may begin with one message."""
    name = words.tangle_name(_one_line(thread.tangle))
    if not thread.present and not thread.title:
        return tr("{tangle}, whose beginning is missing", tangle=name)
    if thread.begun_by:
        return tr("{tangle}, begun by {name}", tangle=name, name=words.clean_name(thread.begun_by))
    return tr("{tangle}: {title}", tangle=name, title=_one_line(thread.title))


def _one_line(text: str) -> str:
    return words.clean(unwrapped(text), 200)


def latest(thread: ConversationSummary, today: date) -> str:
    """The day of the latest message, or in PZP, which has no time, the greatest depth."""
    if thread.depth is not None:
        return tr("depth {depth:,}", depth=thread.depth)
    return times.short_day(thread.latest, today)


def people(thread: ConversationSummary) -> str:
    """The authors of a thread, as many as fit on a line."""
    names = ", ".join(words.clean_name(name) for name in thread.names)
    others = thread.authors - len(thread.names)
    if not names or others <= 0:
        return names
    return plural("{names} and {n:,} others", "{names} and {n:,} other", others, names=names)


def waiting(thread: ConversationSummary) -> str:
    """The number of messages that wait for a missing one, in words."""
    if not thread.set_aside:
        return ""
    return plural("{n:,} waiting", "{n:,} waiting", thread.set_aside)


def new(unread: int) -> str:
    """The number of unread messages, in words."""
    return plural("{n:,} new", "{n:,} new", unread) if unread else ""


class ThreadModel(QAbstractListModel):
    """Threads, the latest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._threads: list[ConversationSummary] = []
        self.pinned: frozenset[str] = frozenset()
        """The addresses of what is pinned."""
        self.unread: Mapping[str, int] = {}
        """How many messages of conversations are unread, where any are."""

    def show(self, threads: Sequence[ConversationSummary]) -> None:
        """Replace the list."""
        self.beginResetModel()
        self._threads = list(threads)
        self.endResetModel()

    def thread_at(self, row: int) -> ConversationSummary:
        """The thread in a row."""
        return self._threads[row]

    def row_of(self, address: str) -> int | None:
        """The row of a conversation, if it is listed."""
        return next(
            (row for row, each in enumerate(self._threads) if each.address == address), None
        )

    def rowCount(self, parent: QModelIndex | QPersistentModelIndex = _ROOT) -> int:
        """How many threads were found."""
        return 0 if parent.isValid() else len(self._threads)

    def data(
        self, index: QModelIndex | QPersistentModelIndex, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """A thread, its title, or all of it in words."""
        if not index.isValid() or not 0 <= index.row() < len(self._threads):
            return None
        thread = self._threads[index.row()]
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
            when = latest(thread, date.today())
            number = plural("{n:,} messages", "{n:,} message", thread.messages)
            pinned = tr("pinned") if thread.address in self.pinned else ""
            unread = new(self.unread.get(thread.address, 0))
            parts = (
                *(title(thread), what_is_torn(thread).rstrip("."), pinned, people(thread)),
                *(unread, number, waiting(thread), when),
            )
            return ", ".join(filter(None, parts))
        return None

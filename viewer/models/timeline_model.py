"""The Qt model of a timeline: a replica that applies edits and doesn't need the graph.

Edits are Insert and Move. For few edits in a frame, Qt is notified of each; for many, of one layout
change, which costs half as much. Contents are fetched when a row is shown.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)

from tanglescope.engine import words
from tanglescope.engine.drawing.eliding import GappedRows
from tanglescope.engine.drawing.tints import Hue
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import (
    Conversation,
    Edges,
    Library,
    StoredMessage,
    TimelineChange,
    TimelineSnapshot,
)
from tanglescope.engine.linear.displayed_rows import DisplayedRows, Fill, RemoveRow, RowEdit
from tanglescope.engine.linear.edits import Insert, Move
from tanglescope.engine.linear.folds import Folds
from tanglescope.engine.reduce.activities import ACTIVITIES
from tanglescope.engine.words import acts
from tanglescope.engine.words.message_types import details_of
from tanglescope.engine.words.messages import MessageCaller
from tanglescope.viewer.blobs.pictures import Pictures
from tanglescope.viewer.models import Index
from tanglescope.viewer.models.page_cache import KnownEdges, PageCache
from tanglescope.viewer.models.row import Quote, Row, RowRun, folded_row, gap_row, missing_row

ONE_BY_ONE = 200
_PAGE = 64
_MOST_NAMED = 8
_ROOT = QModelIndex()


class TimelineModel(QAbstractListModel):
    """The rows of one open thread."""

    # As objects: there may be a hundred thousand keys, and Qt would copy each one of a `list`.
    arrived = Signal(object)
    """Emitted with the keys of messages that were inserted."""
    moved = Signal(object)
    """Emitted with the keys of messages that moved."""
    outdated = Signal()
    """Emitted when the open conversation has changed and its edits have to be asked for.

    Either some were missed, or parts are hidden.
    """
    gap_wanted = Signal(str)
    """Emitted when a gap is to be opened."""
    written_by = Signal(object)
    """Emitted with the first authors of the open conversation, before their messages are shown."""
    troubled = Signal(str)
    """Emitted once, with the reason, when the database can't be read."""

    def __init__(
        self,
        library: Library,
        parent: QObject | None = None,
        pictures: Pictures | None = None,
    ) -> None:
        super().__init__(parent)
        self._pages = PageCache(library, self.troubled.emit)
        self.pictures = pictures
        """The pictures of the messages; None where none are shown."""
        self.as_read = False
        """Whether messages that only edit or delete others have no rows."""
        self._rows = DisplayedRows()
        self.gaps: GappedRows | None = None
        """What is hidden of the open thread."""
        self.folds: Folds[RowRun] = Folds(self.keys, self._kinds)
        """The rows that are shown as one row."""
        self.edges = KnownEdges(self._pages.fetch_edges)
        """What the messages come after, and what comes after them."""
        self.authors: tuple[str, ...] = ()
        """Who wrote here before it was opened, in an order that doesn't change."""
        self.address = ""
        """The address of the conversation that is open; empty when none is."""
        self.is_part = False
        """Whether the open conversation has more rows, which are still being read."""
        self.revision = 0
        """The number of changes of the open thread."""
        self.changes = 0
        """The number of times that the rows have changed."""
        self._unfolded: set[str] = set()

    @property
    def root(self) -> str:
        """The root of the open conversation, such as the key of its first message."""
        return self._pages.conversation.address.subject if self._pages.conversation else ""

    @property
    def is_numbered_apart(self) -> bool:
        """Whether messages of the open conversation aren't numbered with those of all others."""
        return self._pages.conversation is not None and self._pages.conversation.is_numbered_apart

    @property
    def is_public(self) -> bool:
        """Whether the open conversation is one of public messages."""
        return self._pages.conversation is None or self._pages.conversation.is_public

    @property
    def leaves_out(self) -> bool:
        """Whether messages of the open conversation have no rows."""
        return self._pages.conversation is not None and self._pages.conversation.leaves_out

    @property
    def messages_here(self) -> int:
        """The number of messages in the open thread, without missing ones."""
        return self.gaps.messages if self.gaps else self._rows.messages

    def place(self, row: int) -> tuple[int, int]:
        """The position of a row among the messages, from 1, and the number of messages.

        A missing message isn't counted and has the position of the message below. Gaps are counted.
        While there are more rows, both are 0.
        """
        if self.is_part:
            return 0, 0
        if self.gaps:
            return row + 1, len(self._rows)
        messages = self._rows.messages
        return min(self._rows.messages_before(row) + 1, messages), messages

    def open(self, address: str) -> None:
        """Show the current state of a conversation."""
        self.show(self._find(address).snapshot())

    def shown_snapshot(self) -> TimelineSnapshot:
        """What is shown of the open conversation, to be compared with a later snapshot."""
        rows = self._rows
        return TimelineSnapshot(self.address, self.revision, rows.keys(), rows.waiting)

    def show(self, snapshot: TimelineSnapshot) -> None:
        """Show a timeline; if a part of it is shown, the other rows are put around it."""

        def replace_rows() -> None:
            self._rows = DisplayedRows(snapshot.keys, snapshot.waiting)
            self.is_part, self.revision = snapshot.is_part, snapshot.revision
            self.changes += 1

        if self.is_part and snapshot.address == self.address:
            self._change_at_once(replace_rows)
            return
        self.beginResetModel()
        if snapshot.address != self.address:
            self._pages.forget()
            self.folds.close_all()
        self.address = snapshot.address
        self._pages.conversation = self._find(snapshot.address)
        self.authors = snapshot.feeds
        self._find_writers()
        self.gaps = None
        replace_rows()
        self.folds.forget()
        self.edges = KnownEdges(self._pages.fetch_edges)
        self.endResetModel()

    def show_gapped(self, gaps: GappedRows, change: TimelineChange | None) -> None:
        """Show the open conversation without what is hidden of it.

        `change` brings the rows with other gaps to these. Messages that were hidden aren't new.
        """
        before, self.gaps = self.gaps, gaps
        self.edges = KnownEdges(lambda keys: {key: gaps.edges.get(key, Edges()) for key in keys})
        if change is None:
            self.beginResetModel()
            self.changes += 1
            self._rows = DisplayedRows(gaps.rows, gaps.waiting)
            self.folds.forget()
            self.endResetModel()
        else:
            self._follow(change)
            self._touch_all()  # gaps may hide more or fewer messages
        self.arrived.emit(gaps.new_since(before))

    def renew(self, change: TimelineChange) -> None:
        """Bring the open conversation to its present state by edits that were asked for."""
        self.gaps = None
        left_out = self.leaves_out
        self._pages.conversation = self._find(self.address)
        self.edges = KnownEdges(self._pages.fetch_edges)
        self._find_writers()
        if left_out or self.leaves_out:
            self.forget_messages()  # what they answer may be another message now
        self._follow(change)
        self._report(change)

    def apply(self, change: TimelineChange) -> bool:
        """Apply one change of the open conversation; return whether it was about it."""
        if change.address != self.address:
            return False
        if change.revision <= self.revision:
            return True
        if self.gaps or self.leaves_out or change.since != self.revision:
            self.outdated.emit()
            return True
        self.edges.add(change.causes, change.removed_edges)
        self._find_writers()
        self._follow(change)
        self._report(change)
        return True

    def forget_messages(self) -> None:
        """Fetch the messages again: more of them may be decrypted now."""
        self._pages.forget()
        self.folds.forget()
        self._touch_all()

    def forget_names(self, feeds: Sequence[str]) -> None:
        """Update the names and the pictures of feeds."""
        self._pages.names.forget(feeds)
        self._pages.portraits.forget(feeds)
        self._touch_all()

    def count_votes(self) -> None:
        """Fetch votes and activities again."""
        self._pages.votes.clear()
        self._pages.activities.clear()
        self._touch_all()

    def rowCount(self, parent: Index = _ROOT) -> int:
        """How many rows there are; a row has none below it."""
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The text of a row, or all of it for a screen reader."""
        if not index.isValid() or not 0 <= index.row() < len(self._rows):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            # Of the message alone: a row beside it that comes or goes doesn't change it.
            return self.row(index.row()).text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            row = self.line(index.row())
            return row.spoken_text(self._names_answered(row))
        return None

    def key(self, row: int) -> str:
        """The key of the message or ghost at `row`."""
        return self._rows[row]

    def keys(self, first: int, count: int) -> list[str]:
        """At most `count` keys from row `first` on."""
        return self._rows.slice(first, count)

    def feeds(self, keys: Sequence[str]) -> dict[str, str]:
        """The authors of messages, as far as they are loaded."""
        return {key: message.author for key, message in self._pages.messages.of(keys).items()}

    def hues(self, keys: Sequence[str]) -> dict[str, Hue]:
        """The values that decide the colours of messages, as far as they are loaded."""
        return {key: message.hue for key, message in self._pages.messages.of(keys).items()}

    def turn_fold(self, key: str) -> None:
        """Show or hide the text behind a content warning, or the rows of a fold."""
        row = self.row_of(key)
        if self.gaps and key in self.gaps.gaps:
            self.gap_wanted.emit(key)
        elif row is None:
            return
        elif len(self.folds.run(row)) > 1:
            turn = self.folds.close if self.folds.is_opened(row) else self.folds.open
            self._touch(turn(row))
        elif self.row(row).warning is not None:
            self._unfolded ^= {key}
            self._touch(range(row, row + 1))

    def unfold(self, row: int) -> None:
        """Show a row that may be in a fold."""
        if len(self.folds.at(row)) > 1:
            self._touch(self.folds.open(row))

    def index_of(self, key: str) -> QModelIndex:
        """The index of `key`; invalid where it has no row."""
        return self._index(self.row_of(key))

    def row_of(self, key: str) -> int | None:
        """The row of `key`, or of the gap that hides it, if any."""
        if self.gaps:
            key = self.gaps.gap_of.get(key, key)
        if self._pages.conversation is not None:
            key = self._pages.conversation.shown_as(key)
        try:
            return self._rows.row_of(key)
        except ValueError:
            return None

    def is_hidden(self, key: str) -> bool:
        """Whether a message is hidden."""
        return self.gaps is not None and key in self.gaps.gap_of

    def is_missing(self, key: str) -> bool:
        """Whether a message is named here, but missing."""
        return self._rows.is_ghost(key)

    def rows_of(self, keys: Set[str]) -> dict[str, int]:
        """The rows of those of `keys` that have one, in one pass."""
        return self._rows.rows_of(keys)

    def line(self, number: int) -> Row:
        """The row with a number as it is shown: the first row of a fold is the fold."""
        fold = self.folds.at(number)
        if len(fold) == 1 or number != fold.start:
            return self.row(number)
        keys = self.keys(fold.start, len(fold))
        if self._rows.is_ghost(keys[0]):
            return missing_row(keys)
        text = acts.sentence(list(self._pages.messages.of(keys).values()), self.call)
        return folded_row(self.row(number), self.row(fold.stop - 1), text, len(fold))

    def _kinds(self, first: int, keys: Sequence[str]) -> list[RowRun | None]:
        """The kinds of the rows from a row on, for folds."""
        return [self._kind(row, key) for row, key in enumerate(keys, first)]

    def _kind(self, row: int, key: str) -> RowRun | None:
        if self.gaps and key in self.gaps.gaps:
            return None
        if self._rows.is_ghost(key):
            return RowRun.MISSING
        message = self._pages.messages.get(key, lambda: self._page(row))
        return RowRun.ACTS if message is not None and acts.acts_of(message.content) else None

    def row(self, number: int) -> Row:
        """The row of a single message, missing message or gap."""
        key = self._rows[number]
        if self.gaps and (gap := self.gaps.gaps.get(key)):
            return gap_row(gap, self.name_of)
        if self._rows.is_ghost(key):
            return Row(key, None, "", tr("A message that isn't here"), self._rows.namers(key))
        message = self._pages.messages.get(key, lambda: self._page(number))
        if message is None:
            return Row(key, None, "", tr("A message that the database no longer holds"))
        name = words.clean_name(message.name) if message.name else self.name_of(message.author)
        unfolded = key in self._unfolded
        message = message.with_withdrawn_content if unfolded else message
        text = words.one_line(
            message.content, self.call, message.epoch, author=message.author, unfolded=unfolded
        )
        votes = self._pages.votes.get(key, lambda: self._page(number)) or 0
        portrait = (self._pages.portraits.get(message.author) or "") if self.pictures else ""
        details = None
        if isinstance(message.content, dict) and not words.is_text(message.content):
            activity = self._pages.activities.get(key) if message.type in ACTIVITIES else None
            details = details_of(message.content, self.call, text, activity, message.author)
        row = Row(key, message, name, text, votes=votes, portrait=portrait, details=details)
        return row if unfolded or row.warning is None else replace(row, folded=True)

    def _page(self, number: int) -> list[str]:
        return self._rows.slice(max(0, number - _PAGE // 2), _PAGE)

    def _find(self, address: str) -> Conversation:
        return self._pages.library.conversation(address, as_read=self.as_read)

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """Messages with their causes in this conversation."""
        return self._pages.fetch_messages(keys)

    def conversations_of(self, key: str) -> list[str]:
        """The addresses of the conversations that a message is in."""
        asked = self._pages.ask(lambda library: {key: library.conversations_of(key)})
        return asked.get(key, [])

    def _names_answered(self, row: Row) -> list[str]:
        """The names of the other people whose messages a row answers."""
        quotes = (self.quote(cause) for cause in row.causes[:_MOST_NAMED])
        names = dict.fromkeys(quote.author for quote in quotes)
        return [name for name in names if name not in ("", row.author)]

    def liked_by(self, key: str, votes: int) -> str:
        """Who likes a message, in words; `votes` is how many do."""
        asked = self._pages.ask(lambda library: {key: library.votes.voters(key, _MOST_NAMED)})
        names = [self.name_of(feed) for feed in asked.get(key, [])]
        if more := votes - len(names):
            names.append(plural("{n:,} others", "{n:,} other", more))
        return tr("Liked by {names}", names=words.join_parts(names)) if names else ""

    def _find_writers(self) -> None:
        """Emit the first authors of the conversation."""
        if (open_now := self._pages.conversation) is not None:
            asked = self._pages.ask(lambda _: dict.fromkeys(open_now.writers(), ""))
            self.written_by.emit(tuple(asked))

    # Names

    def name_of(self, feed: str) -> str:
        """The name of a feed, or a message by the beginning of its id."""
        return self._caller().name(feed)

    def call(self, identity: str) -> str:
        """The name of a feed, or the author and beginning of a message."""
        return self._caller()(identity)

    def _caller(self) -> MessageCaller:
        return MessageCaller(
            self._pages.messages.get, lambda feed: self._pages.names.get(feed) or feed
        )

    def quote(self, key: str) -> Quote:
        """A line about the message `key`, in this thread or not."""
        message = self._pages.messages.get(key)
        if message is None:
            return Quote(key, "", "", tr("missing message {key}", key=words.short(key)))
        text = words.one_line(message.content, self.name_of, message.epoch, author=message.author)
        return Quote(key, self.name_of(message.author), message.hue, text)

    def _follow(self, change: TimelineChange) -> None:
        self.changes += 1
        self.revision = change.revision if change.is_whole else self.revision
        steps = self._rows.steps(change.edits, change.waiting)
        if len(change.edits) > ONE_BY_ONE:
            self._change_at_once(lambda: deque(steps, 0))
        else:
            self._follow_one_by_one(steps)

    def _report(self, change: TimelineChange) -> None:
        self.arrived.emit([edit.name for edit in change.edits if isinstance(edit, Insert)])
        if moved := self._rows.moved_keys:
            self.moved.emit(moved)

    def _follow_one_by_one(self, steps: Iterator[RowEdit]) -> None:
        """Report each step to Qt; a step is made when the next one is requested."""
        finish: Callable[[], None] | None = None
        for step in steps:
            self.folds.forget()
            if finish:
                finish()
            finish = self._begin(step)
        self.folds.forget()
        if finish:
            finish()

    def _begin(self, step: RowEdit) -> Callable[[], None]:
        match step:
            case Insert(_, row):
                self.beginInsertRows(_ROOT, row, row)
                return self.endInsertRows
            case RemoveRow(row):
                self.beginRemoveRows(_ROOT, row, row)
                return self.endRemoveRows
            case Fill(row):
                return lambda: self._touch(range(row, row + 1))
            case Move(source, destination):
                # Qt counts the destination before the row is taken out, the engine after.
                below = destination + (destination > source)
                if not self.beginMoveRows(_ROOT, source, source, _ROOT, below):
                    raise AssertionError(f"an edit that moves nothing: {step}")
                return self.endMoveRows

    def _change_at_once(self, change: Callable[[], object]) -> None:
        """Notify Qt of one layout change and of the new rows of persistent indexes."""
        self.layoutAboutToBeChanged.emit()
        held = self.persistentIndexList()
        keys = [self._rows.hold(index.row()) for index in held]
        change()
        self.folds.forget()
        rows = {key: self._rows.release(key) for key in set(keys)}
        self.changePersistentIndexList(held, [self._index(rows[key]) for key in keys])
        self.layoutChanged.emit()

    def _index(self, row: int | None) -> QModelIndex:
        return QModelIndex() if row is None else self.index(row)

    def _touch(self, rows: range) -> None:
        if rows:
            self.dataChanged.emit(self.index(rows.start), self.index(rows.stop - 1))

    def _touch_all(self) -> None:
        self._touch(range(len(self._rows)))

"""Messages in the database, as canonical texts, so that ids and signatures stay verifiable."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tanglescope.engine.drawing.tints import Hue
from tanglescope.engine.message.message import Content, content_of
from tanglescope.engine.message.uris import beginnings, ending
from tanglescope.engine.message.verdict import Verdict
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.tangle.groups import people_in
from tanglescope.engine.tangle.revisions import (
    ABOUT,
    KINDS,
    History,
    Revised,
    SignedMessage,
    revision_in,
)
from tanglescope.engine.tangle.rules import RuleEntry
from tanglescope.engine.tangle.thread import causes_in_thread, thread_root
from tanglescope.engine.tangle.titles import one_line

if TYPE_CHECKING:
    from tanglescope.engine.store.arrivals.extracts import Extract

_COLUMNS = (
    "messages.key, feeds.key, messages.sequence, previous, asserted, received, type, value,"
    " status, rule, (SELECT cut.value FROM cut_messages AS cut WHERE cut.message = messages.id)"
)

_CHANGED = """SELECT DISTINCT target FROM links INDEXED BY links_that_revise
    WHERE kind IN ('edit', 'replaces', 'tombstone')"""
# What others say about a message, such as the time of a gathering, is no correction.
_REVISING = f"""SELECT DISTINCT messages.key FROM links
    CROSS JOIN messages ON messages.id = links.message
    WHERE links.target IN ({{marks}}) AND kind IN {KINDS} AND status <> 'invalid' AND
    (kind <> '{ABOUT}' OR author = (SELECT author FROM messages WHERE key = links.target))"""


def deletion_filter(table: str) -> str:
    """The condition, in SQL, of a message in a table that its author didn't delete."""
    return f"""NOT EXISTS (
        SELECT 1 FROM links AS ends JOIN messages AS last ON last.id = ends.message
        WHERE ends.target = {table}.key AND ends.kind = 'tombstone'
        AND last.author = {table}.author
    )"""


NOT_DELETED = deletion_filter("messages")
"""The same for the table of messages."""


CausesOf: TypeAlias = Callable[[RuleEntry], tuple[str, ...]]
"""Returns the causes of a message in a conversation, by the rule of that conversation."""


def moment(asserted: float | None, received: float | None) -> float | None:
    """The time when a message was written: the earlier of declared time and time of receipt."""
    if asserted is None or received is None:
        return received if asserted is None else asserted
    return min(asserted, received)


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message as shown to readers; `content` is a string if it is encrypted.

    `causes` are the keys it comes after in its conversation; times are in milliseconds since
    1970: the declared time, and the time of receipt by the archive's owner. `epoch` is the number
    of the epoch that it begins or changes in a private group. `depth` and `account` are declared by
    PZP messages, which have no declared time.
    """

    key: str
    author: str
    sequence: int | None
    asserted: float | None
    received: float | None
    type: str | None
    content: Content
    status: str
    rule: str | None
    causes: tuple[str, ...]
    private: bool = False
    epoch: int | None = None
    depth: int | None = None
    account: str | None = None
    has_signed_text: bool = True
    """Whether its author signed it; nodes of graph files aren't signed."""
    component: int = 0
    """The number of its component, in a graph without authors."""
    previous: str | None = None
    """The message before it in the feed of its author, as signed."""
    name: str | None = None
    """What its author was called then, if a graph says so."""
    signed: Content | None = None
    """The content as signed, if another is read in its place."""
    removed_by: str | None = None
    """The entry of an Autobase that removed its writer, so that the app doesn't show it."""
    history: History | None = None
    """The versions of the message that it is or changes, if there are any."""
    cut: Content | None = None
    """The content with the references that count, if it has more than the collection takes."""

    @property
    def time(self) -> float | None:
        """The time when it was written, as far as is known; PZP messages have none.

        No message is received before it is written, so a later claim is wrong.
        """
        return None if self.depth is not None else moment(self.asserted, self.received)

    @property
    def hue(self) -> Hue:
        """The value that determines its colour."""
        return self.author or self.component or ""

    @property
    def people(self) -> tuple[str, ...]:
        """The author, and the people that the message adds to a private group or excludes."""
        return (self.author, *people_in(self.content))

    @property
    def thread(self) -> str:
        """The root of the thread it replies in, else its own key."""
        return thread_root(self.content) or self.key

    def with_content(self, content: Content, causes: CausesOf | None = None) -> "StoredMessage":
        """The same message with its decrypted content.

        Its causes are computed again if a rule is given; otherwise they stay unchanged.
        """
        kind = content.get("type") if isinstance(content, dict) else None
        opened = replace(
            self,
            content=content,
            type=one_line(kind, 52) if isinstance(kind, str) else None,
            private=True,
        )
        return replace(opened, causes=causes(opened.entry)) if causes else opened

    @property
    def versions(self) -> int:
        """The number of its versions by its author."""
        return len(self.history.versions) if self.history and self._is_origin else 1

    @property
    def deletion(self) -> SignedMessage | None:
        """The message with which its author withdrew it."""
        return self.history.deletion if self.history and self._is_origin else None

    @property
    def is_edited(self) -> bool:
        """Whether a later version is read in its place."""
        return self.versions > 1 and self.deletion is None

    @property
    def is_changed(self) -> bool:
        """Whether its author edited or deleted it."""
        return self.versions > 1 or self.deletion is not None

    @property
    def is_current(self) -> bool:
        """Whether it is read by itself: neither deleted nor a version of another message."""
        return self.history is None or (self._is_origin and self.deletion is None)

    @property
    def is_applied(self) -> bool:
        """Whether it only changes another message, in which its effect is read."""
        return self.history is not None and self.key in self.history.applied

    @property
    def with_withdrawn_content(self) -> "StoredMessage":
        """The same message with the latest content that its author withdrew."""
        if self.history is None or self.deletion is None:
            return self
        return replace(self, content=self.history.read_at(self.history.latest.key))

    @property
    def _is_origin(self) -> bool:
        return self.history is not None and self.history.origin.key == self.key

    def as_revised(self, found: Revised) -> "StoredMessage":
        """The same message as it is read now."""
        content = dict(found.content)
        return replace(self, content=content, signed=self.content, history=found.history)

    def for_revising(self) -> SignedMessage | None:
        """The message as one that may have versions or be one; None for an encrypted one."""
        content = self.entry.content
        if isinstance(content, str):
            return None
        revision = None if self.status == "invalid" else revision_in(content)
        number = self.sequence or 0
        return SignedMessage(self.key, self.author, number, self.time, content, revision)

    @property
    def entry(self) -> RuleEntry:
        """The fields for rules, as signed, with the references that count."""
        signed = self.content if self.signed is None else self.signed
        content = signed if self.cut is None else self.cut
        return RuleEntry(self.key, content, self.author, self.sequence or 0, self.previous)


class IdColumn(NamedTuple):
    """A column of ids; `condition` selects some of its rows."""

    table: str
    name: str = "key"
    condition: str = "true"
    parameters: tuple[str, ...] = ()


ALL_IDS = (
    IdColumn("nodes"),
    IdColumn("feeds", condition="sequence + waiting > 0"),
)
"""The columns with the ids of all messages, nodes and feeds."""


def ids_beginning(
    database: Database, short: str, most: int, columns: Sequence[IdColumn] = ALL_IDS
) -> list[str]:
    """The ids in some columns that a shortened id can mean, `most` at most.

    An id that isn't shortened is the only one.
    """
    found: set[str] = set()
    end = ending(short)
    for text in beginnings(short):
        for table, name, condition, parameters in columns:
            keys = database.column(
                f"SELECT DISTINCT {name} FROM {table} WHERE {name} >= ? AND {name} < ?"
                f" AND (? = 0 OR substr({name}, -?) = ?) AND {condition} ORDER BY {name} LIMIT ?",
                (text, text + chr(sys.maxunicode), *[len(end)] * 2, end, *parameters, most),
            )
            if text in keys:
                return [text]
            found.update(keys)
    return sorted(found)[:most]


def next_node(database: Database) -> int:
    """The number for the next node that is no message of a feed, above all others."""
    return database.number("SELECT max(ifnull(max(id), 0), 1073741823) + 1 FROM nodes")


def feed_numbers(database: Database, authors: Iterable[str]) -> dict[str, int]:
    """The numbers of authors, who are entered if they are new."""
    wanted = as_json(list(set(authors)))
    database.execute("INSERT OR IGNORE INTO feeds (key) SELECT value FROM json_each(?)", (wanted,))
    rows = database.execute(
        "SELECT key, id FROM feeds WHERE key IN (SELECT value FROM json_each(?))", (wanted,)
    )
    return dict(rows.fetchall())


class NewMessage(NamedTuple):
    """A message on its way into the database, under `number`; `feed` is that of its author."""

    number: int
    feed: int
    extract: "Extract"
    verdict: Verdict


class Messages:
    """The messages of a database, by key."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def next_number(self) -> int:
        """The number for the next message, above all others."""
        return self._database.number("SELECT ifnull(max(id), 0) + 1 FROM messages")

    def encrypted_keys(self) -> list[str]:
        """The keys of all encrypted messages, recognized by their missing type."""
        return self._database.column("SELECT key FROM messages WHERE type IS NULL ORDER BY id")

    def received_times(self, keys: Iterable[str]) -> dict[str, float | None]:
        """The times of receipt of the known messages."""
        return dict(self._select("messages.key, received", keys))

    def known_numbers(self, keys: Iterable[str]) -> dict[str, tuple[int, float | None]]:
        """The numbers and times of receipt of the known messages."""
        rows = self._select("messages.key, messages.id, received", keys)
        return {key: (number, received) for key, number, received in rows}

    def place(self, key: str) -> tuple[str, int] | None:
        """The author and the sequence of a message that isn't invalid; None if it is unknown."""
        row: tuple[str, int] | None = self._database.execute(
            "SELECT feeds.key, messages.sequence FROM messages JOIN feeds ON feeds.id = author"
            " WHERE messages.key = ? AND status <> 'invalid'",
            (key,),
        ).fetchone()
        return row

    def changed_keys(self) -> list[str]:
        """All messages that others edit, replace or withdraw, or claim to, in order of key."""
        return self._database.column(_CHANGED)

    def revising(self, keys: Sequence[str]) -> list[str]:
        """The messages that may change some others."""
        return [key for (key,) in self._database.among(_REVISING, keys)]

    def numbers(self, keys: Iterable[str]) -> dict[str, int]:
        """The numbers of the known messages; they ascend in the order of import."""
        return dict(self._select("messages.key, messages.id", keys))

    def get(self, keys: Sequence[str], causes: CausesOf | None = None) -> dict[str, StoredMessage]:
        """The known messages, with their causes by a rule, or in their own thread."""
        rule = causes or causes_in_own_thread
        with reading(self._database):
            return {row[0]: _read_row(row, rule) for row in self._select(_COLUMNS, keys)}

    def content(self, key: str) -> Content | None:
        """The public content of a message; None if it is unknown."""
        value = self.value(key)
        return None if value is None else content_of(value)

    def feeds(self, keys: Sequence[str]) -> dict[str, int]:
        """The numbers of the authors of the known messages."""
        return dict(self._select("messages.key, author", keys))

    def value(self, key: str) -> str | None:
        """The canonical text of a message."""
        row = self._database.execute("SELECT value FROM messages WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def put(self, messages: Sequence[NewMessage]) -> None:
        """Add new messages and their links."""
        links = (
            (target, kind, new.number)
            for new in messages
            for kind, target in zip(new.extract.kinds, new.extract.targets, strict=True)
        )
        self.put_rows(map(_row, messages), links)

    def put_rows(
        self, messages: Iterable[tuple[Any, ...]], links: Iterable[tuple[str, str, int]]
    ) -> None:
        """Add rows of messages, column by column as in the table, and of their links."""
        connection = self._database.conn
        connection.executemany(
            "INSERT INTO nodes (id, key, author, sequence, previous, asserted, received, type,"
            " value, status, rule) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            messages,
        )
        connection.executemany("INSERT INTO links (target, kind, message) VALUES (?, ?, ?)", links)

    def received_earlier(self, times: Iterable[tuple[float | None, str]]) -> None:
        """Set earlier times of receipt of messages, found in another archive."""
        self._database.conn.executemany("UPDATE nodes SET received = ? WHERE key = ?", times)

    def judge(self, verdicts: Iterable[tuple[str, Verdict]]) -> None:
        """Change the verdicts on messages."""
        self._database.conn.executemany(
            "UPDATE nodes SET status = ?, rule = ? WHERE key = ?",
            ((verdict.status, verdict.rule, key) for key, verdict in verdicts),
        )

    def _select(self, columns: str, keys: Iterable[str]) -> Iterator[tuple[Any, ...]]:
        question = f"SELECT {columns} FROM messages JOIN feeds ON feeds.id = author"
        return self._database.among(f"{question} WHERE messages.key IN ({{marks}})", keys)


def causes_in_own_thread(entry: RuleEntry) -> tuple[str, ...]:
    """The causes of a message in the thread that it replies in."""
    return causes_in_thread(entry.key, entry.content, thread_root(entry.content) or entry.key)


def _read_row(row: tuple[Any, ...], causes: CausesOf) -> StoredMessage:
    key, author, sequence, previous, asserted, received, kind, value, status, rule, cut = row
    content = content_of(value)
    left = None if cut is None else content_of(cut)
    named = content if left is None else left
    after = causes(RuleEntry(key, named, author, sequence, previous))
    return StoredMessage(
        key,
        author,
        sequence,
        asserted,
        received,
        kind,
        content,
        status,
        rule,
        after,
        previous=previous,
        cut=left,
    )


def _row(new: NewMessage) -> tuple[Any, ...]:
    number, feed, extract, verdict = new
    return (
        number,
        extract.key,
        feed,
        extract.sequence,
        extract.previous,
        extract.asserted,
        extract.received,
        extract.type,
        extract.value,
        verdict.status,
        verdict.rule,
    )

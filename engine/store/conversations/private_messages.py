"""Decrypted private messages of a database, kept in memory.

The database stores ciphertext, and also decrypted texts (`engine.store.stored_texts`) if the user
wants that. Decryption of every encrypted message is tried once. Decrypted messages form threads of
their own, and join the tangles that they have data of, such as that of a group. Their conversations
are stored like those of public ones, in a database in memory. They have the same numbers there.

That takes a while for many messages, so one thread may `refresh` while others read. Several threads
may call it: they take turns, and use a connection of their own.
"""

import json
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING, NamedTuple

from tanglescope.engine.archive.record import START
from tanglescope.engine.message.message import Content, Message, content_of
from tanglescope.engine.message.verdict import VALID
from tanglescope.engine.store.arrivals.changes import LibraryChange, TimelineChange
from tanglescope.engine.store.conversations.joining import Joining
from tanglescope.engine.store.conversations.table import (
    THREAD,
    ConversationSummary,
    ConversationTable,
    private_address,
)
from tanglescope.engine.store.files.database import reading, writing
from tanglescope.engine.store.files.errors import reports_damage
from tanglescope.engine.store.files.schema import make_tables
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import Messages, NewMessage, feed_numbers
from tanglescope.engine.store.names import Names
from tanglescope.engine.store.orders.members import OrderedMembers
from tanglescope.engine.store.orders.order_blocks import OrderBlocks
from tanglescope.engine.store.reference_limit import as_ordered
from tanglescope.engine.store.stored_texts import content_in
from tanglescope.engine.tangle.groups import epoch_of
from tanglescope.engine.tangle.metafeeds import TYPES, Statement
from tanglescope.engine.tangle.revisions import revision_in
from tanglescope.engine.tangle.rules import EPOCH, thread_roots
from tanglescope.engine.tangle.titles import title_of

if TYPE_CHECKING:
    from tanglescope.engine.message.private import Keyring

_AT_ONCE = 2000
_REVISIONS = 32
"""How many bits the revisions of one index take."""

_JOINING = 100
"""The number of messages that join at once while others read, who wait for that long."""

_MOST_CORRESPONDENTS = 500
"""The number of recipients that are tried for the user's own messages, at 0.2 ms each."""


class ReceivedMessage(NamedTuple):
    """A message with its number in the collection; its content is readable."""

    number: int
    message: Message
    received: float | None


class PrivateIndex:
    """The conversations of all decrypted messages; threads that read or write them take turns.

    With other keys there is another index. Revisions go on from those of the one before, so that a
    replica never takes the timelines of both for the same.
    """

    _made = count(1)

    def __init__(self) -> None:
        self.database = Database.in_memory(shared=True)
        self.table = ConversationTable(self.database)
        make_tables(self.database)
        self.database.execute(
            "CREATE TRIGGER goes_on AFTER INSERT ON conversations BEGIN UPDATE conversations"
            f" SET revision = {next(self._made) << _REVISIONS} WHERE id = new.id; END"
        )
        self.report: Callable[[LibraryChange], object] = lambda _: None
        self._public: dict[int, int] = {}
        """The revisions of the public parts of tangles that have been added."""

    def add(self, decrypted: Sequence[ReceivedMessage], *, with_edits: bool) -> None:
        """Let messages join their threads and tangles; report the changes `with_edits`."""
        with writing(self.database):
            new = self._put(decrypted, opens_threads=True)
            joining = Joining(self.database, private_address)
            changes = joining.join(new, with_edits=with_edits)
        if changes:
            revises = any(revision_in(each.message.content) for each in decrypted)
            self.report(LibraryChange(tuple(changes), revises=revises))

    def take_in_public(self, collection: Database) -> None:
        """Let the public messages of tangles join that connect without private ones."""
        changes: list[TimelineChange | None] = []
        with writing(self.database):
            for number, name, root in self.database.execute(
                "SELECT id, name, root FROM conversations WHERE name <> ?", (THREAD,)
            ).fetchall():
                table = ConversationTable(collection)
                public = table.numbers(name, [root]).get(root)
                revision = None if public is None else table.revision(public)
                if public is None or revision is None or revision == self._public.get(number):
                    continue
                here = OrderedMembers(self.database, number)
                keys = set(OrderedMembers(collection, public).keys())
                found = list(_public(collection, keys - here.numbers(keys).keys()))
                new = self._put(found, opens_threads=False)
                joining = Joining(self.database, private_address)
                changes.append(joining.join_tangle(name, root, new))
                self._public[number] = revision
        if any(changes):
            self.report(LibraryChange(tuple(filter(None, changes))))

    def summaries(self, names: Names, *, threads: bool) -> list[ConversationSummary]:
        """All private threads, or all tangles with private messages in them.

        Lone messages that aren't posts or are in a tangle aren't threads: a message in a group is
        read there, and becomes a thread once it has a reply.
        """
        with reading(self.database):
            lone = self._lone() if threads else set()
            found = self.table.summaries(names, threads=threads)
            return [each for each in found if each.root not in lone]

    def is_thread(self, root: str) -> bool:
        """Whether a root has a thread, as `summaries` lists them."""
        with reading(self.database):
            return self.table.number(THREAD, root) is not None and root not in self._lone(root)

    def number(self, name: str, root: str) -> int | None:
        """The number of a conversation; None if none of its messages was decrypted."""
        with reading(self.database):
            return self.table.number(name, root)

    def members(self, name: str, root: str) -> "array[int]":
        """The numbers of the messages in a conversation, in its order."""
        with reading(self.database):
            number = self.table.number(name, root)
            return array("i") if number is None else OrderBlocks(self.database, number).numbers()

    def epoch(self, key: str, content: Content) -> int | None:
        """The number of the epoch that a message begins or changes in its group."""
        if (found := epoch_of(key, content)) is None:
            return None
        group, epoch = found
        with reading(self.database):
            number = self.table.number(EPOCH, group)
            place = None if number is None else OrderedMembers(self.database, number).place(epoch)
            return None if place is None else place.position

    def _put(self, received: Sequence[ReceivedMessage], *, opens_threads: bool) -> list[NewMessage]:
        """Add the messages that aren't here; return all of them."""
        # Imported here: code that only reads starts faster without the one that checks messages.
        from tanglescope.engine.store.arrivals.extracts import extract

        feeds = feed_numbers(self.database, (each.message.author for each in received))
        new = []
        for number, message, time in received:
            made = extract(START, message, time, VALID)
            if opens_threads and not thread_roots(message.content):
                # It may be in no other conversation.
                made = made._replace(title=title_of(message.content))
            new.append(NewMessage(number, feeds[message.author], made, VALID))
        messages = Messages(self.database)
        known = messages.numbers(each.extract.key for each in new)
        messages.put([each for each in new if each.extract.key not in known])
        return new

    def _lone(self, root: str | None = None) -> set[str]:
        """The roots of threads of one message that are read elsewhere, or aren't posts."""
        rows = self.database.execute(
            """SELECT root FROM conversations JOIN messages ON key = root
            WHERE name = 'thread' AND (?1 IS NULL OR root = ?1)
            AND conversations.messages = 1 AND present
            AND (type IS NOT 'post' OR messages.id IN (
                SELECT message FROM members JOIN conversations AS tangles
                ON tangles.id = conversation AND tangles.name <> 'thread'))""",
            (root,),
        )
        return {found for (found,) in rows.fetchall()}


@reports_damage(attrgetter("_database"))
class PrivateMessages:
    """The private messages that the user's keys decrypt."""

    def __init__(self, database: Database, keyring: "Keyring") -> None:
        self._database = database
        self._keyring = keyring
        self._contents: dict[str, Content] = {}
        self.statements: list[Statement] = []
        """The statements about metafeeds in them."""
        self._revising: defaultdict[str, list[str]] = defaultdict(list)
        self._tried = 0  # the number of the last message that was tried
        self._own: list[ReceivedMessage] = []  # with unknown recipients
        self._correspondents: set[str] = set()
        self._is_closed = False
        self._turn = Lock()  # held by the thread that refreshes
        self.lock = Lock()
        """Held for short reads and changes of the data."""
        self.conversations = PrivateIndex()
        self._joining: list[ReceivedMessage] = []
        self._is_read = False  # at first all messages join at once, which is faster

    @property
    def count(self) -> int:
        """The number of messages decrypted so far."""
        return len(self._contents)

    def refresh(self) -> None:
        """Try to decrypt the messages that arrived since the last call."""
        with self._turn:
            if not self._is_closed:
                self._refresh()

    def close(self) -> None:
        """Close the connection; decrypted messages can still be read."""
        with self._turn:
            if not self._is_closed:
                self._is_closed = True
                self._database.close()

    def content(self, key: str) -> Content | None:
        """The content of a message; None if it is public or locked."""
        return self._contents.get(key)

    def revising(self, keys: Iterable[str]) -> list[str]:
        """The decrypted messages that may change some others."""
        with self.lock:
            return [each for key in keys for each in self._revising.get(key, ())]

    def changed_keys(self) -> list[str]:
        """The messages that decrypted ones edit, replace or withdraw, or claim to."""
        with self.lock:
            return list(self._revising)

    def opened_keys(self) -> list[str]:
        """The keys of all decrypted messages in order of arrival, including the newest."""
        self.refresh()
        return list(self._contents)

    def texts(self) -> dict[str, Content]:
        """The texts of all decrypted messages, by key."""
        with self.lock:
            return dict(self._contents)

    def _refresh(self) -> None:
        while batch := list(self._untried_messages()):
            for received, kept in batch:
                self._try(received, kept)
                self._tried = received.number
        if self._own:
            self._open_own()
        self._join()
        self._is_read = True
        self.conversations.take_in_public(self._database)

    def _try(self, received: ReceivedMessage, kept: Content | None) -> None:
        """Decrypt a message, or take its `kept` text, which may be forged, if no key fits."""
        if self._open(self._keyring, received):
            return
        me = self._keyring.identity
        if kept is not None:
            self._admit(received, kept)
        elif me is not None and me.feed == received.message.author:
            self._own.append(received)

    def _open(self, keyring: "Keyring", received: ReceivedMessage) -> bool:
        content = keyring.open(received.message)
        if content is not None:
            self._admit(received, content)
        return content is not None

    def _admit(self, received: ReceivedMessage, content: Content) -> None:
        message = received.message
        with self.lock:
            self._contents[message.key] = content
            if (revision := revision_in(content)) is not None:
                self._revising[revision.target].append(message.key)
            if isinstance(content, dict) and content.get("type") in TYPES:
                self.statements.append(Statement(message.author, message.sequence, content))
        text = json.dumps({"content": content}).encode()
        opened = message._replace(content=content, text=text)
        self._joining.append(received._replace(message=opened))
        if self._is_read and len(self._joining) == _JOINING:
            self._join()

    def _join(self) -> None:
        """Let decrypted messages join their conversations."""
        if self._joining:
            self.conversations.add(self._joining, with_edits=self._is_read)
            self._joining = []

    def _open_own(self) -> None:
        """Try the user's own messages with every possible recipient: envelopes don't name them."""
        rows = self._database.execute(
            "SELECT key FROM feeds WHERE sequence + waiting > 0 ORDER BY id LIMIT ?",
            (_MOST_CORRESPONDENTS,),
        )
        people = [feed for (feed,) in rows if feed not in self._correspondents]
        if people:
            ring = replace(self._keyring, group_keys=(), correspondents=tuple(people))
            self._own = [each for each in self._own if not self._open(ring, each)]
            self._correspondents.update(people)

    def _untried_messages(self) -> Iterator[tuple[ReceivedMessage, Content | None]]:
        rows = self._database.execute(
            """SELECT messages.id, messages.key, feeds.key, messages.sequence, previous, asserted,
                received, value, stored_texts.content
            FROM messages JOIN feeds ON feeds.id = author
            LEFT JOIN stored_texts ON stored_texts.message = messages.id
            WHERE messages.id > ? AND type IS NULL ORDER BY messages.id LIMIT ?""",
            (self._tried, _AT_ONCE),
        )
        for number, key, author, sequence, previous, asserted, received, value, kept in rows:
            content, text = content_of(value), value.encode()
            message = Message(key, author, sequence, previous, asserted, content, text)
            yield ReceivedMessage(number, message, received), content_in(kept)


def _public(collection: Database, keys: Iterable[str]) -> Iterable[ReceivedMessage]:
    """Public messages, with the references that count."""
    rows = collection.among(
        "SELECT messages.id, messages.key, feeds.key, messages.sequence, previous, asserted,"
        f" received, {as_ordered()} FROM messages JOIN feeds ON feeds.id = author"
        " WHERE messages.key IN ({marks})",
        keys,
    )
    for number, key, author, sequence, previous, asserted, received, value in rows:
        content = content_of(value)
        message = Message(key, author, sequence, previous, asserted, content, value.encode())
        yield ReceivedMessage(number, message, received)

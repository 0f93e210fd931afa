"""Conversations of private messages: stored like those of public ones, in a database in memory.

Decrypted messages form threads of their own, and join the tangles that they have data of, such as
that of a group. They have the same numbers as in the database that they were read from.
"""

from array import array
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tanglescope.engine.archive.record import START
from tanglescope.engine.message.message import Content, Message, content_of
from tanglescope.engine.message.verdict import VALID
from tanglescope.engine.store.conversations.joining import Joining
from tanglescope.engine.store.conversations.table import (
    THREAD,
    ConversationSummary,
    ConversationTable,
)
from tanglescope.engine.store.files.database import reading, writing
from tanglescope.engine.store.files.schema import make_tables
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.messages import Messages, NewMessage
from tanglescope.engine.store.names import Names
from tanglescope.engine.store.orders.members import OrderedMembers
from tanglescope.engine.store.orders.order_blocks import OrderBlocks
from tanglescope.engine.store.reference_limit import as_ordered
from tanglescope.engine.tangle.groups import epoch_of
from tanglescope.engine.tangle.rules import EPOCH, thread_roots
from tanglescope.engine.tangle.titles import title_of


class ReceivedMessage(NamedTuple):
    """A message with its number in the collection; its content is readable."""

    number: int
    message: Message
    received: float | None


class PrivateIndex:
    """The conversations of all decrypted messages; threads that read or write them take turns."""

    def __init__(self) -> None:
        self.database = Database.in_memory(shared=True)
        self.table = ConversationTable(self.database)
        make_tables(self.database)
        self._public: dict[int, int] = {}
        """The revisions of the public parts of tangles that have been added."""

    def add(self, decrypted: Sequence[ReceivedMessage]) -> None:
        """Let messages join their threads and tangles."""
        with writing(self.database):
            new = self._put(decrypted, opens_threads=True)
            Joining(self.database).join(new, with_edits=False)

    def take_in_public(self, collection: Database) -> None:
        """Let the public messages of tangles join that connect without private ones."""
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
                Joining(self.database).join_tangle(name, root, new)
                self._public[number] = revision

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

        authors = as_json(list({each.message.author for each in received}))
        self.database.execute(
            "INSERT OR IGNORE INTO feeds (key) SELECT value FROM json_each(?)", (authors,)
        )
        rows = self.database.execute(
            "SELECT key, id FROM feeds WHERE key IN (SELECT value FROM json_each(?))", (authors,)
        )
        feeds = dict(rows.fetchall())
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

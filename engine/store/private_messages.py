"""Decrypted private messages of a database, kept in memory.

The database stores ciphertext, and also decrypted texts (`engine.store.stored_texts`) if the user
wants that. Decryption of every encrypted message is tried once; decrypted messages join the
conversations of `engine.store.conversations.private_index`.

That takes a while for many messages, so one thread may `refresh` while others read. Several threads
may call it: they take turns, and use a connection of their own.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING

from tanglescope.engine.message.message import Content, Message, content_of
from tanglescope.engine.store.conversations.private_index import PrivateIndex, ReceivedMessage
from tanglescope.engine.store.files.errors import reports_damage
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.stored_texts import content_in
from tanglescope.engine.tangle.metafeeds import TYPES, Statement
from tanglescope.engine.tangle.revisions import revision_in

if TYPE_CHECKING:
    from tanglescope.engine.message.private import Keyring

_AT_ONCE = 2000
_JOINING = 100
"""The number of messages that join at once while others read, who wait for that long."""

_MOST_CORRESPONDENTS = 500
"""The number of recipients that are tried for the user's own messages, at 0.2 ms each."""


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
        self._own: list[tuple[int, Message, float | None]] = []  # with unknown recipients
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

    def changed(self) -> list[str]:
        """The messages that decrypted ones edit, replace or withdraw, or claim to."""
        with self.lock:
            return list(self._revising)

    def opened(self) -> list[str]:
        """The keys of all decrypted messages in order of arrival, including the newest."""
        self.refresh()
        return list(self._contents)

    def texts(self) -> dict[str, Content]:
        """The texts of all decrypted messages, by key."""
        with self.lock:
            return dict(self._contents)

    def _refresh(self) -> None:
        while batch := list(self._untried()):
            for number, message, received, kept in batch:
                self._try(number, message, received, kept)
                self._tried = number
        if self._own:
            self._open_own()
        self._join()
        self._is_read = True

    def _try(
        self, number: int, message: Message, received: float | None, kept: Content | None
    ) -> None:
        """Decrypt a message, or take its `kept` text, which may be forged, if no key fits."""
        if self._open(self._keyring, number, message, received):
            return
        if kept is not None:
            self._admit(number, message, kept, received)
        elif self._is_own(message):
            self._own.append((number, message, received))

    def _open(
        self, keyring: "Keyring", number: int, message: Message, received: float | None
    ) -> bool:
        content = keyring.open(message)
        if content is not None:
            self._admit(number, message, content, received)
        return content is not None

    def _admit(
        self, number: int, message: Message, content: Content, received: float | None
    ) -> None:
        with self.lock:
            self._contents[message.key] = content
            if (revision := revision_in(content)) is not None:
                self._revising[revision.target].append(message.key)
            if isinstance(content, dict) and content.get("type") in TYPES:
                self.statements.append(Statement(message.author, message.sequence, content))
        text = json.dumps({"content": content}).encode()
        opened = message._replace(content=content, text=text)
        self._joining.append(ReceivedMessage(number, opened, received))
        if self._is_read and len(self._joining) == _JOINING:
            self._join()

    def _join(self) -> None:
        """Let decrypted messages join their conversations."""
        if self._joining:
            self.conversations.add(self._joining)
            self._joining = []

    def _is_own(self, message: Message) -> bool:
        me = self._keyring.identity
        return me is not None and me.feed == message.author

    def _open_own(self) -> None:
        """Try the user's own messages with every possible recipient: envelopes don't name them."""
        rows = self._database.execute(
            "SELECT key FROM feeds ORDER BY id LIMIT ?", (_MOST_CORRESPONDENTS,)
        )
        people = [feed for (feed,) in rows if feed not in self._correspondents]
        if people:
            ring = replace(self._keyring, group_keys=(), correspondents=tuple(people))
            self._own = [each for each in self._own if not self._open(ring, *each)]
            self._correspondents.update(people)

    def _untried(self) -> Iterator[tuple[int, Message, float | None, Content | None]]:
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
            yield number, message, received, content_in(kept)

"""What has been opened of the private messages of a database, kept in memory.

The database holds ciphertext, and beside it the texts of `engine.store.kept_texts` if a person
has asked for them. Here every encrypted message is tried once. What opens becomes threads of its
own, and joins the tangles that it carries data of, such as that of a group.

Trying takes a while where there are many, so one thread of the program may `refresh` while others
read. Several may ask for it: they take turns, and the connection that they read through is used
for nothing else.
"""

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from math import isfinite
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING

from engine.linear.errors import CycleError
from engine.linear.scuttlesort.timeline import Timeline
from engine.message.message import Content, Message, content_of
from engine.store.files.errors import reports_damage
from engine.store.files.sqlite import Database
from engine.store.kept_texts import content_in
from engine.store.orders.kept_orders import LARGE
from engine.tangle.groups import epoch_of
from engine.tangle.growth import Growth
from engine.tangle.memberships import memberships
from engine.tangle.rules import EPOCH, THREAD, Admitted, RuleEntry, rule_of, thread_roots
from engine.tangle.thread import opens_thread
from engine.tangle.titles import title_of

if TYPE_CHECKING:
    from engine.message.private import Keyring

_AT_ONCE = 2000

_MOST_CORRESPONDENTS = 500
"""Feeds whom an envelope of one's own is tried with: 0.2 ms each."""

Identity = tuple[str, str]
"""The name and the root of a conversation."""


@dataclass(slots=True)
class OpenedMessages:
    """One private conversation: its order and its sums; `growth` is that of a tangle."""

    growth: Growth | None = None
    timeline: Timeline = field(default_factory=Timeline)
    authors: Counter[str] = field(default_factory=Counter)
    first: float | None = None
    latest: float | None = None
    title: str = ""
    is_present: bool = False
    is_post: bool = False
    public: int = -1
    """The revision of the public part of it that has been taken in."""
    _numbers: "array[int]" = field(default_factory=lambda: array("i"))

    def in_numbers(self, numbers: Mapping[str, int]) -> "array[int]":
        """The numbers of its messages in order, remembered until more join."""
        if len(self._numbers) != len(self.timeline):
            self._numbers = array("i", map(numbers.__getitem__, self.timeline))
        return self._numbers

    @property
    def is_conversation(self) -> bool:
        """Whether it is a tangle, or there is more to it than a lone message of some other kind."""
        is_tangle = self.growth is not None
        return is_tangle or self.is_post or len(self.timeline) > self.is_present

    def add(self, entry: RuleEntry, root: str, time: float | None) -> None:
        """Let a message join; in a tangle, when everything it comes after has joined."""
        if self.growth is not None:
            joined = self.growth.add(entry)
            for key in joined:
                self.timeline.add(key, self.growth.causes(key))
                self.authors[self.growth.entry(key).author] += 1
        else:
            self._reply(entry, root)
        if time is not None and isfinite(time):
            self.first = time if self.first is None else min(self.first, time)
            self.latest = time if self.latest is None else max(self.latest, time)
        if entry.key == root:
            self.is_present, self.title = True, title_of(entry.content)
            self.is_post = opens_thread(entry.content)

    def _reply(self, entry: RuleEntry, root: str) -> None:
        admitted = rule_of(THREAD).admit(entry, root)
        causes = admitted.causes if isinstance(admitted, Admitted) else ()
        try:
            self.timeline.add(entry.key, causes)
        except CycleError:
            # Only a forged key can name what names it.
            self.timeline.add(entry.key, ())
        self.authors[entry.author] += 1


@reports_damage(attrgetter("_database"))
class PrivateMessages:
    """What one person can read beside what everybody can."""

    def __init__(self, database: Database, keyring: "Keyring") -> None:
        self._database = database
        self._keyring = keyring
        self._contents: dict[str, Content] = {}
        self._conversations: dict[Identity, OpenedMessages] = {}
        self.numbers: dict[str, int] = {}
        """The numbers of all messages that are in these conversations."""
        self._tried = 0  # the number of the last message that was tried
        self._own: list[tuple[int, Message, float | None]] = []  # by oneself, for unknown readers
        self._correspondents: set[str] = set()
        self._is_closed = False
        self._turn = Lock()  # whose turn it is to refresh
        self.lock = Lock()
        """Held around what is read and changed, never for long."""

    @property
    def count(self) -> int:
        """How many messages have been opened so far."""
        return len(self._contents)

    def refresh(self) -> None:
        """Try the encrypted messages that have come since the last time."""
        with self._turn:
            if not self._is_closed:
                self._refresh()

    def close(self) -> None:
        """Let the connection go; what has been opened can be read further on."""
        with self._turn:
            if not self._is_closed:
                self._is_closed = True
                self._database.close()

    def content(self, key: str) -> Content | None:
        """What the message says; None where it is public or locked."""
        return self._contents.get(key)

    def opened(self) -> list[str]:
        """The keys of all messages that opened, as they arrived, those that have just come too."""
        self.refresh()
        return list(self._contents)

    def texts(self) -> dict[str, Content]:
        """What all messages say that opened, by their keys."""
        with self.lock:
            return dict(self._contents)

    def epoch(self, key: str, content: Content) -> int | None:
        """The number of the epoch that a message begins or changes in its group."""
        if (found := epoch_of(key, content)) is None:
            return None
        group, epoch = found
        with self.lock:
            opened = self._conversations.get((EPOCH, group))
            if opened is None or epoch not in opened.timeline:
                return None
            return opened.timeline.position(epoch)

    def conversation(self, identity: Identity) -> OpenedMessages | None:
        """The private conversation of a name and a root; None where none has been opened."""
        return self._conversations.get(identity)

    def conversations(self, *, threads: bool) -> list[tuple[Identity, OpenedMessages]]:
        """All private threads, or all tangles with private messages in them."""
        with self.lock:
            return [
                (identity, opened)
                for identity, opened in self._conversations.items()
                if (identity[0] == THREAD) == threads
            ]

    def _refresh(self) -> None:
        while batch := list(self._untried()):
            for number, message, received, kept in batch:
                # What a key opens is what was said; a text that was kept may have been forged.
                if self._open(self._keyring, number, message, received):
                    pass
                elif kept is not None:
                    self._admit(number, message, kept, received)
                elif self._is_own(message):
                    self._own.append((number, message, received))
                self._tried = number
        if self._own:
            self._open_own()
        for opened in list(self._conversations.values()):
            if len(opened.timeline) >= LARGE:
                with self.lock:
                    opened.in_numbers(self.numbers)  # now, so that it opens at once

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
        entry = RuleEntry(message.key, content, message.author, message.sequence, message.previous)
        times = [time for time in (message.asserted, received) if time is not None]
        time = min(times, default=None)
        with self.lock:
            self._contents[message.key] = content
            self.numbers[message.key] = number
            for root in thread_roots(content) or (message.key,):
                self._conversation(THREAD, root).add(entry, root, time)
            for name, root, _ in memberships(entry):
                if name != THREAD:
                    self._conversation(name, root).add(entry, root, time)

    def _conversation(self, name: str, root: str) -> OpenedMessages:
        if (name, root) not in self._conversations:
            growth = None if name == THREAD else Growth(rule_of(name), root)
            self._conversations[name, root] = OpenedMessages(growth)
        return self._conversations[name, root]

    def _is_own(self, message: Message) -> bool:
        me = self._keyring.identity
        return me is not None and me.feed == message.author

    def _open_own(self) -> None:
        """Try what one wrote oneself with everybody it may be for: an envelope does not say."""
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
                received, value, kept_texts.content
            FROM messages JOIN feeds ON feeds.id = author
            LEFT JOIN kept_texts ON kept_texts.message = messages.id
            WHERE messages.id > ? AND type IS NULL ORDER BY messages.id LIMIT ?""",
            (self._tried, _AT_ONCE),
        )
        for number, key, author, sequence, previous, asserted, received, value, kept in rows:
            content, text = content_of(value), value.encode()
            message = Message(key, author, sequence, previous, asserted, content, text)
            yield number, message, received, content_in(kept)

"""Private conversations: what a keyring opens, kept in memory.

The database holds ciphertext, and beside it the texts of `engine.store.kept_texts` if a person
has asked for them. Here every encrypted message is tried once. What opens becomes threads of its
own, and joins the tangles that it carries data of, such as that of a group.

Trying takes a while where there are many, so one thread of the program may `refresh` while others
read. Several may ask for it: they take turns, and the connection that they read through is used
for nothing else.
"""

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isfinite
from operator import attrgetter
from threading import Lock
from typing import TYPE_CHECKING

from engine.errors import TanglescopeError
from engine.linear.errors import CycleError
from engine.linear.scuttlesort.timeline import Timeline
from engine.message.keys import is_message_id
from engine.message.message import Content, Message
from engine.store.arrivals.changes import TimelineSnapshot
from engine.store.contents import content_of
from engine.store.conversations.address import Address
from engine.store.conversations.built import BuiltConversation, most_active, waiting_in
from engine.store.conversations.conversation import NAMES, ConversationSummary, Outsider
from engine.store.conversations.kept import with_beginners
from engine.store.conversations.kind import Kind, Listing
from engine.store.conversations.orders import KeptTimelines
from engine.store.conversations.outside import outsiders
from engine.store.conversations.source import Source
from engine.store.conversations.table import THREAD, ConversationTable
from engine.store.files.damage import reports_damage
from engine.store.files.sqlite import Database
from engine.store.kept_texts import content_in
from engine.store.messages import StoredMessage
from engine.store.orders.kept_orders import LARGE, StoredKeys
from engine.store.tangles import tangled_keys
from engine.tangle.groups import epoch_of
from engine.tangle.growth import Growth
from engine.tangle.memberships import memberships
from engine.tangle.rules import EPOCH, Admitted, RuleEntry, rule_of, thread_roots
from engine.tangle.thread import opens_thread
from engine.tangle.titles import one_line, title_of
from engine.wording import tr

if TYPE_CHECKING:
    from engine.message.private import Keyring

_AT_ONCE = 2000

_MOST_CORRESPONDENTS = 500
"""Feeds whom an envelope of one's own is tried with: 0.2 ms each."""

PRIVATE = "private"
"""The kind of private threads."""

Identity = tuple[str, str]
"""The name and the root of a conversation."""


class PrivateConversation(TanglescopeError):
    """A conversation that must not be answered in public."""

    def __init__(self, root: str) -> None:
        super().__init__(
            tr(
                "The conversation {root} is private, and what is published here is"
                " public: an answer would reveal it. Answer in the program it"
                " was written with.",
                root=root,
            )
        )


@dataclass(slots=True)
class _Opened:
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
        self._conversations: dict[Identity, _Opened] = {}
        self._numbers: dict[str, int] = {}  # of all that is in conversations
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

    def conversation(self, source: Source, address: Address) -> "OpenedConversation | None":
        """The thread of private messages with a root, or the tangle of a name; None without."""
        identity = (THREAD if address.kind == PRIVATE else address.kind, address.subject)
        if (found := self._conversations.get(identity)) is None:
            return None
        if found.growth is not None:
            self._take_in_public(source, identity, found)
        return OpenedConversation(source, address, found, self._numbers, self.lock)

    def summaries(self, source: Source, *, threads: bool) -> list[ConversationSummary]:
        """The private threads, or the tangles with private messages in them, for a list."""
        with self.lock:
            found = [
                (identity, opened)
                for identity, opened in self._conversations.items()
                if (identity[0] == THREAD) == threads
            ]
        for identity, opened in found:
            if opened.growth is not None:
                self._take_in_public(source, identity, opened)
        with self.lock:
            shown = {
                identity: (opened, Counter(opened.authors))
                for identity, opened in found
                if opened.is_conversation
            }
        # Who is who follows from what has been opened, too, so the lock is free meanwhile.
        people = source.names.people()
        written = {identity: people.together(authors) for identity, (_, authors) in shown.items()}
        names = source.called([feed for authors in written.values() for feed in authors])
        with self.lock:
            return [
                _summary(_address(identity), opened, written[identity], names)
                for identity, (opened, _) in shown.items()
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
                    opened.in_numbers(self._numbers)  # now, so that it opens at once

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
            self._numbers[message.key] = number
            for root in thread_roots(content) or (message.key,):
                self._conversation(THREAD, root).add(entry, root, time)
            for name, root, _ in memberships(entry):
                if name != THREAD:
                    self._conversation(name, root).add(entry, root, time)

    def _conversation(self, name: str, root: str) -> _Opened:
        if (name, root) not in self._conversations:
            growth = None if name == THREAD else Growth(rule_of(name), root)
            self._conversations[name, root] = _Opened(growth)
        return self._conversations[name, root]

    def _take_in_public(self, source: Source, identity: Identity, opened: _Opened) -> None:
        """Let the public messages of a tangle join, too, as far as they connect by themselves."""
        table = ConversationTable(source.database)
        number = table.numbers(identity[0], [identity[1]]).get(identity[1])
        if number is None or (revision := table.revision(number)) == opened.public:
            return
        keys = list(KeptTimelines(source.database).keys(number))
        found, numbers = source.messages(keys), source.numbers(keys)
        with self.lock:
            self._numbers |= numbers
            for key in keys:
                if key in found and key not in opened.timeline:
                    message = found[key]
                    times = [t for t in (message.asserted, message.received) if t is not None]
                    opened.add(message.entry, identity[1], min(times, default=None))
            opened.public = revision

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


class OpenedConversation(BuiltConversation):
    """A conversation of private messages that have been opened."""

    is_public = False

    def __init__(
        self,
        source: Source,
        address: Address,
        opened: _Opened,
        numbers: Mapping[str, int],
        lock: Lock,
    ) -> None:
        super().__init__(address, lambda: opened.timeline, lock)
        self._source = source
        self._opened = opened
        self._numbers = numbers

    def summary(self) -> ConversationSummary:
        """What a list shows of it."""
        with self._turn:
            authors = Counter(self._opened.authors)
        written = self._source.names.people().together(authors)
        names = self._source.called(written)
        summary = _summary(self.address, self._opened, written, names)
        return with_beginners(self._source, [summary])[0]

    def snapshot(self) -> TimelineSnapshot:
        """Its order as it is now; of a large one, the keys are looked up when they are shown."""
        with self._turn:
            timeline, count = self._opened.timeline, len(self._opened.timeline)
            numbers = self._opened.in_numbers(self._numbers) if count >= LARGE else None
            keys = list(timeline) if numbers is None else StoredKeys(self._source.database, numbers)
            return TimelineSnapshot(str(self.address), count, keys, waiting_in(timeline))

    def in_order(self) -> list[str]:
        """The keys of its messages in order."""
        with self._turn:
            return list(self._opened.timeline)

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """Those of the messages that are known, with their causes in this conversation."""
        return self._source.messages(keys, self._causes, by_opened=True)

    def numbers(self, keys: Sequence[str]) -> dict[str, int]:
        """Numbers of messages that ascend as they were taken in."""
        return self._source.numbers(keys)

    def value(self, key: str) -> str | None:
        """The canonical text of a message, encrypted as it was signed."""
        return self._source.value(key)

    def outside(self) -> list[Outsider]:
        """The messages that name this conversation and aren't in it, public ones, too."""
        opened = self._source.private.texts() if self._source.private is not None else {}
        keys = dict.fromkeys((*tangled_keys(self._source.database), *opened))
        with self._turn:
            outer = [key for key in keys if key not in self._order]
        rule = rule_of(THREAD if self.address.kind == PRIVATE else self.address.kind)
        found = self._source.messages(outer, by_opened=True)
        return outsiders(rule, self.address.subject, found.values(), self._joined)

    def _joined(self, keys: Iterable[str]) -> set[str]:
        with self._turn:
            return {key for key in keys if key in self._order}

    def _causes(self, entry: RuleEntry) -> tuple[str, ...]:
        with self._turn:
            return self._order.edges(entry.key).causes if entry.key in self._order else ()


class PrivateThreads(Kind):
    """Threads of private messages, also those about a public message."""

    listing = Listing.THREADS

    def read(self, text: str) -> Address | None:
        """The address of a key, with or without `private:`."""
        root = text.removeprefix(f"{PRIVATE}:")
        return Address(PRIVATE, root) if is_message_id(root) else None

    def find(self, source: Source, address: Address) -> OpenedConversation | None:
        """The thread of private messages with a root; None where none has been opened."""
        return source.private.conversation(source, address) if source.private else None

    def summaries(self, source: Source, words: Sequence[str]) -> list[ConversationSummary]:
        """The private threads in whose title or names all words occur."""
        found = source.private.summaries(source, threads=True) if source.private else []
        return [summary for summary in found if summary.mentions(words)]

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        """The private threads that a message is in."""
        if source.private is None or message is None or not message.private:
            return ()
        roots = thread_roots(message.content) or (message.key,)
        return [Address(PRIVATE, root) for root in roots]


def _address(identity: Identity) -> Address:
    name, root = identity
    return Address(PRIVATE if name == THREAD else name, root)


def _summary(
    address: Address, opened: _Opened, written: Counter[str], names: Mapping[str, str]
) -> ConversationSummary:
    return ConversationSummary(
        address=str(address),
        kind=address.kind,
        root=address.subject,
        present=opened.is_present,
        messages=len(opened.timeline),
        authors=len(written),
        title=opened.title or ("" if address.kind == PRIVATE else one_line(address.kind)),
        names=most_active(written, names, NAMES),
        first=opened.first,
        latest=opened.latest,
        set_aside=0 if opened.growth is None else opened.growth.waiting,
        private=True,
        is_answerable=True,
        tangle="" if opened.growth is None else address.kind,
        tangle_name=THREAD if opened.growth is None else address.kind,
    )

"""Private conversations: threads and tangles of the messages that a keyring decrypts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from threading import Lock
from typing import TYPE_CHECKING

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.linear.horizon import Edges
from tanglescope.engine.linear.proofs import ProvenCause
from tanglescope.engine.message.keys import is_message_id
from tanglescope.engine.message.uris import beginnings, ending
from tanglescope.engine.store.arrivals.changes import TimelineSnapshot
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.conversation import (
    NAMES,
    ConversationSummary,
    ExcludedMessage,
)
from tanglescope.engine.store.conversations.in_memory import (
    BuiltConversation,
    ReadWords,
    most_active,
    waiting_in,
)
from tanglescope.engine.store.conversations.kind import Kind, Listing
from tanglescope.engine.store.conversations.private_index import (
    DecryptedMessages,
    Identity,
    PrivateIndex,
)
from tanglescope.engine.store.conversations.source import Source
from tanglescope.engine.store.conversations.stored import (
    TangleConversation,
    excluded_messages,
    named,
    with_beginners,
)
from tanglescope.engine.store.conversations.table import PRIVATE, THREAD, ConversationTable
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.store.new_messages import UnreadSince
from tanglescope.engine.store.orders.members import OrderedMembers
from tanglescope.engine.store.orders.order_cache import LARGE, StoredKeys
from tanglescope.engine.store.tangles import tangled_keys
from tanglescope.engine.tangle.groups import Group
from tanglescope.engine.tangle.moment import moment, unknown_in_words
from tanglescope.engine.tangle.rules import (
    GROUP,
    RuleEntry,
    rule_of,
    thread_roots,
)
from tanglescope.engine.wording import tr

if TYPE_CHECKING:
    from tanglescope.engine.drawing.shape import Shape


class PrivateConversation(TanglescopeError):
    """A conversation that must not be answered in public."""

    def __init__(self, root: str) -> None:
        super().__init__(
            tr(
                "The conversation {root} is private, and what is published here is public: a "
                "reply would reveal it. Reply in the program that it was written with.",
                root=root,
            )
        )


def opened_conversation(source: Source, address: Address) -> "DecryptedConversation | None":
    """The private thread of a root, or the tangle of a name; None if there is none."""
    if (private := source.private) is None:
        return None
    identity = (THREAD if address.kind == PRIVATE else address.kind, address.subject)
    opened = private.conversations
    if (found := opened.one(identity)) is None:
        return None
    if found.growth is not None:
        _take_in_public(source, opened, identity, found)
    return DecryptedConversation(source, address, found, opened.numbers, opened.lock)


def opened_tangles(source: Source) -> list[tuple[Identity, DecryptedMessages]]:
    """The tangles with private messages, including their public messages."""
    if (private := source.private) is None:
        return []
    found = private.conversations.tangles()
    for identity, opened in found:
        _take_in_public(source, private.conversations, identity, opened)
    return found


def opened_names(source: Source) -> set[str]:
    """The names of the tangles with private messages."""
    return {name for name, _ in _identities_of_tangles(source)}


def tangles_beginning(source: Source, text: str) -> Iterator[Address]:
    """The decrypted tangles that an address with a shortened id can mean."""
    return _beginning(_identities_of_tangles(source), text)


def _identities_of_tangles(source: Source) -> list[Identity]:
    private = source.private
    return [] if private is None else [each for each, _ in private.conversations.tangles()]


def _beginning(identities: Iterable[Identity], text: str) -> Iterator[Address]:
    kind, _, short = text.partition(":")
    starts, end = tuple(beginnings(short)), ending(short)
    for identity in identities:
        address = _address(identity)
        is_meant = address.subject.startswith(starts) and address.subject.endswith(end)
        if address.kind == kind and is_meant:
            yield address


def opened_summaries(
    source: Source, found: Iterable[tuple[Identity, DecryptedMessages]]
) -> list[ConversationSummary]:
    """The summaries of some decrypted conversations."""
    if (private := source.private) is None:
        return []
    with private.lock:
        shown = {identity: (opened, Counter(opened.authors)) for identity, opened in found}
    # Finding people reads decrypted messages, too, so the lock must be free meanwhile.
    people = source.names.people()
    written = {identity: people.together(authors) for identity, (_, authors) in shown.items()}
    names = source.names_of([feed for authors in written.values() for feed in authors])
    with private.lock:
        return [
            _summary(_address(identity), opened, written[identity], names)
            for identity, (opened, _) in shown.items()
        ]


def _take_in_public(
    source: Source, private: PrivateIndex, identity: Identity, opened: DecryptedMessages
) -> None:
    """Let the public messages of a tangle join that connect without private ones."""
    table = ConversationTable(source.database)
    number = table.numbers(identity[0], [identity[1]]).get(identity[1])
    if number is None or (revision := table.revision(number)) == opened.public:
        return
    keys = list(OrderedMembers(source.database, number).keys())
    found, numbers = source.messages(keys), source.numbers(keys)
    with private.lock:
        private.numbers |= numbers
        for key in keys:
            if key in found and key not in opened.timeline:
                message = found[key]
                times = [t for t in (message.asserted, message.received) if t is not None]
                opened.add(message.entry, identity[1], min(times, default=None))
        opened.public = revision


class DecryptedConversation(BuiltConversation, TangleConversation):
    """A conversation of decrypted private messages."""

    is_public = False

    def __init__(
        self,
        source: Source,
        address: Address,
        opened: DecryptedMessages,
        numbers: Mapping[str, int],
        lock: Lock,
    ) -> None:
        BuiltConversation.__init__(self, address, lambda: opened.timeline, lock)
        name = THREAD if address.kind == PRIVATE else address.kind
        TangleConversation.__init__(self, source, address, rule_of(name))
        self._opened = opened
        self._numbers = numbers

    def summary(self) -> ConversationSummary:
        """What a list shows of it."""
        with self._turn:
            authors = Counter(self._opened.authors)
        written = self._source.names.people().together(authors)
        names = self._source.names_of(written)
        summary = _summary(self.address, self._opened, written, names)
        return with_beginners(self._source, [summary])[0]

    def snapshot(self) -> TimelineSnapshot:
        """Its current order; keys of a large one are looked up when they are shown."""
        with self._turn:
            timeline, count = self._opened.timeline, len(self._opened.timeline)
            numbers = self._opened.in_numbers(self._numbers) if count >= LARGE else None
            keys = list(timeline) if numbers is None else StoredKeys(self._source.database, numbers)
            return TimelineSnapshot(str(self.address), count, keys, waiting_in(timeline))

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of each of these that are shown; ghosts have effects, too."""
        with self._turn:
            known = self._opened.known
            return {
                key: Edges(
                    tuple(known.shown(key)),
                    tuple(
                        effect
                        for effect in known.timeline.edges(key).effects
                        if key in known.shown(effect)
                    ),
                )
                for key in keys
            }

    def shape(self) -> "Shape":
        """The conversation without its texts, with the causes that are shown."""
        from tanglescope.engine.store.orders.shapes import shape_of

        keys = self.in_order()

        def shown(entry: RuleEntry) -> tuple[str, ...]:
            with self._turn:
                return tuple(self._opened.known.shown(entry.key))

        messages = self._source.messages(keys, shown, by_opened=True)
        return shape_of(keys, messages, self.numbers(keys))

    def in_order(self) -> list[str]:
        """The keys of its messages in order."""
        with self._turn:
            return list(self._opened.timeline)

    def writers(self) -> tuple[str, ...]:
        """The authors in it, in the order in which they joined."""
        with self._turn:
            return tuple(self._opened.authors)

    def _all_causes(self, keys: Sequence[str]) -> Mapping[str, Sequence[str]]:
        with self._turn:
            return {key: self._order.edges(key).causes for key in keys}

    def proven(self, key: str) -> tuple[ProvenCause, ...]:
        """The causes of a message, each with all that proves it."""
        with self._turn:
            return self._opened.known.proven(key)

    def find(self, words: str, count: int) -> list[str]:
        """The decrypted messages that contain words, the newest first."""
        return self._source.part(ReadWords).find(self._source, self, words, count)

    def excluded(self) -> list[ExcludedMessage]:
        """The messages that name this conversation and aren't in it, including public ones."""
        opened = self._source.private.texts() if self._source.private is not None else {}
        keys = dict.fromkeys((*tangled_keys(self._source.database), *opened))
        with self._turn:
            outer = [key for key in keys if key not in self._order]
        found = self._source.messages(outer, by_opened=True)
        return excluded_messages(self._rule, self.address.subject, found.values(), self._joined)

    def unknown(self) -> list[str]:
        """What can't be known about a group because the key of an epoch may be missing."""
        if self.address.kind != GROUP:
            return []
        root = self.address.subject
        now = moment(Group(root, self._source.tangled(root)))
        changes = [change for epoch in now.epochs for change in epoch.unfollowed]
        people = {feed for each in changes for feed in (each.author, *each.excluded)}
        names = self._source.names_of(people)
        return list(unknown_in_words(now, names.__getitem__))

    def _joined(self, keys: Iterable[str]) -> set[str]:
        with self._turn:
            return {key for key in keys if key in self._order}


class PrivateThreads(Kind):
    """Threads of private messages, also those about a public message.

    They are listed together with private groups, which are tangles.
    """

    kinds = (PRIVATE,)
    listing = Listing.THREADS

    def read(self, text: str) -> Address | None:
        """The address of a key, with or without `private:`."""
        root = text.removeprefix(f"{PRIVATE}:")
        return Address(PRIVATE, root) if is_message_id(root) else None

    def beginning(self, source: Source, text: str, most: int) -> Iterable[Address]:
        """The private threads that an address with a shortened id can mean."""
        threads = (identity for identity, _ in _opened_threads(source))
        return islice(_beginning(threads, text), most)

    def find(self, source: Source, address: Address) -> DecryptedConversation | None:
        """The private thread of a root; None if none of its messages was decrypted."""
        return opened_conversation(source, address)

    def summaries(self, source: Source) -> Sequence[ConversationSummary]:
        """The private threads and groups."""
        threads = opened_summaries(source, _opened_threads(source))
        groups = [each for each in opened_tangles(source) if is_group(each[0])]
        return [*threads, *with_beginners(source, opened_summaries(source, groups))]

    def grown(self, source: Source, news: UnreadSince) -> Mapping[str, int]:
        """The number of unread messages in each private thread."""
        return opened_growth(source, _opened_threads(source), news)

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        """The private threads that a message is in."""
        if source.private is None or message is None or not message.private:
            return ()
        roots = thread_roots(message.content) or (message.key,)
        is_thread = source.private.conversations.is_thread
        return [Address(PRIVATE, root) for root in roots if is_thread(root)]


def opened_growth(
    source: Source, found: Iterable[tuple[Identity, DecryptedMessages]], news: UnreadSince
) -> dict[str, int]:
    """The number of unread messages in some decrypted conversations, by address."""
    if (private := source.private) is None:
        return {}
    has_read = news.mark.has_read
    with private.lock:
        numbers = private.conversations.numbers
        return {
            str(_address(identity)): sum(not has_read(each) for each in opened.in_numbers(numbers))
            for identity, opened in found
        }


def is_group(identity: Identity) -> bool:
    """Whether a conversation is that of the members of a group."""
    return identity[0] == GROUP


def _opened_threads(source: Source) -> list[tuple[Identity, DecryptedMessages]]:
    if source.private is None:
        return []
    opened_tangles(source)  # messages in a tangle are read there
    return source.private.conversations.threads()


def _address(identity: Identity) -> Address:
    name, root = identity
    return Address(PRIVATE if name == THREAD else name, root)


def _summary(
    address: Address, opened: DecryptedMessages, written: Counter[str], names: Mapping[str, str]
) -> ConversationSummary:
    feeds = most_active(written, NAMES)
    title = opened.title or named(address)
    count, growth = len(opened.timeline), opened.growth
    return replace(
        ConversationSummary.at(address, title, count, len(written), opened.first, opened.latest),
        present=opened.is_present,
        names=tuple(names[feed] for feed in feeds),
        feeds=feeds,
        set_aside=0 if growth is None else growth.waiting,
        private=True,
        excludes=True,
        tangle="" if growth is None else address.kind,
        tangle_name=THREAD if growth is None else address.kind,
    )

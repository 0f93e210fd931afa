"""The catalogue: all kinds of conversations, and the conversation of an address.

To add a kind, write a module with a class like those below and add it to `KINDS`. If several
kinds can read an address, the first one that finds a conversation wins.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice

from tanglescope.engine.linear.orders.named import trust
from tanglescope.engine.store.conversations.address import Address, UnknownConversation, meanings
from tanglescope.engine.store.conversations.autobases import Autobases, TinyFeeds
from tanglescope.engine.store.conversations.conversation import Conversation
from tanglescope.engine.store.conversations.everything import EverythingKind
from tanglescope.engine.store.conversations.feeds import Feeds
from tanglescope.engine.store.conversations.graphs import GraphFiles
from tanglescope.engine.store.conversations.kind import Kind, Listing
from tanglescope.engine.store.conversations.private import PrivateThreads
from tanglescope.engine.store.conversations.pzp import Pzp
from tanglescope.engine.store.conversations.source import Remembered, Source
from tanglescope.engine.store.conversations.stored import current_title
from tanglescope.engine.store.conversations.table import ConversationSummary
from tanglescope.engine.store.conversations.threads import Tangles, Threads
from tanglescope.engine.store.conversations.views import Channels, Mentions, Searches
from tanglescope.engine.store.conversations.wrapped import ReadConversation, ReorderedConversation
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.store.new_messages import ReadMark, UnreadSince
from tanglescope.engine.store.profiles import Profile
from tanglescope.engine.tangle.growth import Growth

KINDS: tuple[Kind, ...] = (
    Threads(),
    PrivateThreads(),
    Pzp(),
    Feeds(),
    EverythingKind(),
    Channels(),
    Mentions(),
    Searches(),
    GraphFiles(),
    Autobases(),
    TinyFeeds(),
    Tangles(),
)
"""All kinds. Tangles come last, because their names can be anything."""

GRAPHS = {each.kind: each for each in KINDS if isinstance(each, GraphFiles)}
"""The kinds whose conversations are graphs."""


_LISTINGS = (*Listing, None)


class _SearchedNumbers(Remembered[str]):
    """The numbers of messages of conversations that are searched."""


class Catalogue:
    """The conversations of a source."""

    def __init__(self, source: Source, kinds: Sequence[Kind] | None = None) -> None:
        self._source = source
        self._kinds = KINDS if kinds is None else kinds
        self._searched = _SearchedNumbers(source.database)
        source.within = self.within

    def conversation(self, address: str, by: str | None = None) -> Conversation:
        """The conversation with an address, in an order. Raises `UnknownConversation`."""
        with reading(self._source.database):
            found = (
                (kind.find(self._source, read), asked)
                for written, asked in meanings(address)
                for kind, read in self._readings(written)
            )
            conversation, asked = next(
                (each for each in found if each[0] is not None), (None, None)
            )
        if conversation is None:
            raise UnknownConversation(_without_halves(address))
        if by is not None:
            trust([by])  # its address is used from here on
        by = by or asked
        conversation.database = self._source.database
        if by is None or by == conversation.order:
            return conversation
        address_there = conversation.address.in_order_by(by)
        reordered = ReorderedConversation(self._source, conversation, address_there)
        reordered.database = self._source.database
        return reordered

    def as_read(self, conversation: Conversation) -> Conversation:
        """A conversation without the messages that only change others; the same without any."""
        with reading(self._source.database):
            applied = self._source.applied_changes()
            if not (applied and conversation.holds_any(applied)):
                return conversation
            read = ReadConversation(conversation, applied)
            read.database = self._source.database
            return read

    def profile_as_read(self, profile: Profile) -> Profile:
        """A profile whose figures and titles are those of what is read."""
        with reading(self._source.database):
            applied, changed = self._source.applied_messages(), self._source.changed_messages()
            own = [each for each in applied if each.author in profile.person.ids]
            less, own_less = self._holding(applied), self._holding(own)
        conversations = (
            each._replace(
                title=current_title(changed[root]) if root in changed else each.title,
                own=each.own - own_less[each.address],
                messages=each.messages - less[each.address],
            )
            for each in profile.conversations
            for root in [each.address.rpartition(":")[2]]
        )
        return replace(
            profile,
            messages=profile.messages - len(own),
            conversations=tuple(each for each in conversations if each.own > 0),
        )

    def _holding(self, messages: Sequence[StoredMessage]) -> Counter[str]:
        """How many of some messages each conversation counts, by address."""
        found = Counter[str]()
        for kind in self._kinds if messages else ():
            found.update(kind.holding(self._source, messages))
        return found

    def within(self, address: str) -> str:
        """The numbers of the messages of a conversation as JSON; none if SQL can find them."""
        version = self._source.version
        return self._searched.get(address, version, lambda: json.dumps(self._numbers(address)))

    def _numbers(self, address: str) -> list[int]:
        try:
            conversation = self.conversation(address)
        except UnknownConversation:
            return []
        if conversation.question("").thread is not None:
            return []
        keys = conversation.in_order()
        numbers = self._source.numbers(keys)
        return [numbers[key] for key in keys if key in numbers]

    def summaries(
        self,
        *,
        listing: Listing | None = None,
        kind: str | None = None,
        words: str = "",
    ) -> list[ConversationSummary]:
        """The conversations, or those of a list or a kind, the latest first within each kind.

        All words must occur in the title or in a name.
        """
        wanted = words.casefold().split()
        with reading(self._source.database):
            found = [
                summary
                for each in self._kinds
                if listing is None or each.listing is listing
                for summary in self._as_read(each)
                if (kind is None or summary.kind == kind) and summary.mentions(wanted)
            ]
        return (
            sorted(found, key=lambda each: (-(each.latest or 0), each.address))
            if listing
            else found
        )

    def list_unindexed(self) -> list[ConversationSummary]:
        """The conversations whose messages the index of searches doesn't have."""
        with reading(self._source.database):
            apart = [kind for kind in self._kinds if not kind.is_indexed]
            return [summary for kind in apart for summary in kind.summaries(self._source)]

    def _as_read(self, kind: Kind) -> Iterable[ConversationSummary]:
        """The conversations of a kind; messages that only change others don't count."""
        summaries = kind.summaries(self._source)
        if not (applied := self._source.applied_messages()):
            return summaries
        less = kind.holding(self._source, applied)
        latest = kind.latest_without(self._source, list(less), self._source.applied_changes())
        counted = (
            replace(
                each,
                messages=each.messages - less.get(each.address, 0),
                latest=latest.get(each.address, each.latest),
            )
            for each in summaries
        )
        return [each for each in counted if each.candidates or each.address not in less]

    def kinds(self) -> list[str]:
        """The kinds by which conversations can be selected: fixed ones, and those stored here."""
        with reading(self._source.database):
            found = (each.kinds_in(self._source) for each in self._kinds)
            return sorted({*chain.from_iterable(found)})

    def of(self, key: str) -> list[str]:
        """The addresses of the conversations that a message is in, in the order of the lists."""
        message = self._source.messages([key], by_opened=True).get(key)
        kinds = sorted(self._kinds, key=lambda kind: _LISTINGS.index(kind.listing))
        found = (str(each) for kind in kinds for each in kind.of(self._source, key, message))
        return list(dict.fromkeys(found))

    def unread(self, mark: ReadMark) -> dict[str, int]:
        """The number of unread messages of each conversation with any, by address."""
        grown = Counter[str]()
        with reading(self._source.database):
            changes = self._source.numbers(list(self._source.applied_changes()))
            news = UnreadSince(self._source.database, mark.with_read(changes.values()))
            for kind in self._kinds:
                grown.update(kind.count_unread(self._source, news))
        return dict(+grown)

    def tangle(self, name: str, root: str) -> Growth:
        """The tangle of a name and a root with all its candidates."""
        with reading(self._source.database):
            grown = (kind.tangle(self._source, name, root) for kind in self._kinds)
            return next(growth for growth in grown if growth is not None)

    def beginning(self, text: str, most: int) -> list[str]:
        """The addresses that one with a kind and a shortened id can mean, `most` at most."""
        if ":" not in text or _without_halves(text) != text:
            return []
        with reading(self._source.database):
            found = (each.beginning(self._source, text, most) for each in self._kinds)
            return list(islice(dict.fromkeys(map(str, chain.from_iterable(found))), most))

    def canonical(self, address: str) -> str:
        """The canonical form of an address; unchanged if no kind can read it."""
        written, by = next(meanings(address))
        readings: Iterable[tuple[Kind, Address]] = self._readings(written)
        return next((str(found.in_order_by(by)) for _, found in readings), address)

    def _readings(self, written: str) -> Iterator[tuple[Kind, Address]]:
        if _without_halves(written) != written:
            return  # it can't be an address, and a database can't be queried for it
        for kind in self._kinds:
            if (found := kind.read(written)) is not None:
                yield kind, found


def narrowing(text: str) -> tuple[str, str] | None:
    """The field and value of a question that restrict it to the conversation of an address."""
    found = (kind.narrowing(text) for kind in KINDS)
    return next((each for each in found if each is not None), None)


def _without_halves(text: str) -> str:
    """A text with a question mark for each lone surrogate, which UTF-8 can't encode."""
    return text.encode("utf-8", "replace").decode()

"""The interface of a kind of conversations, as the catalogue uses it."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from enum import StrEnum

from tanglescope.engine.store.arrivals.changes import TimelineChange
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.conversation import Conversation
from tanglescope.engine.store.conversations.source import Source
from tanglescope.engine.store.conversations.table import ConversationSummary
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import ALL_IDS, IdColumn, StoredMessage, ids_beginning
from tanglescope.engine.store.new_messages import UnreadSince
from tanglescope.engine.tangle.growth import Growth

SEARCHED = "thread"
"""The field of a question with the address of the conversation to search."""


class Listing(StrEnum):
    """A list of conversations to choose from."""

    THREADS = "threads"
    TANGLES = "tangles"
    FEEDS = "feeds"
    CHANNELS = "channels"
    MENTIONS = "mentions"


class Kind(ABC):
    """A kind of conversations: how they are named, found and listed.

    A kind subclasses this and overrides the methods for its conversations.
    """

    kinds: Sequence[str] = ()
    """The prefixes of the addresses of its conversations, if they are fixed."""

    is_indexed = True
    """Whether its messages are SSB messages, which the index of searches has."""

    listing: Listing | None = None
    """The list that shows them; None if they aren't listed."""

    @abstractmethod
    def read(self, text: str) -> Address | None:
        """Parse an address of this kind, in its long or short form."""

    @abstractmethod
    def find(self, source: Source, address: Address) -> Conversation | None:
        """The conversation with an address of this kind; None if there is none."""

    def summaries(self, source: Source) -> Sequence[ConversationSummary]:
        """The conversations of this kind that can be listed."""
        return ()

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        """The conversations of this kind that a message is listed in.

        The message is None if it isn't a classic one.
        """
        return ()

    def holding(self, source: Source, messages: Sequence[StoredMessage]) -> Mapping[str, int]:
        """How many of some messages, as signed, conversations of this kind count, by address."""
        found = Counter[str]()
        for each in messages:
            found.update(map(str, self.of(source, each.key, each)))
        return found

    def latest_without(
        self, source: Source, addresses: Sequence[str], left_out: Collection[str]
    ) -> Mapping[str, float | None]:
        """The latest time in conversations without some messages, where a list shows it so."""
        return {}

    def beginning(self, source: Source, text: str, most: int) -> Iterable[Address]:
        """The conversations of this kind that an address can mean whose id is shortened."""
        kind, _, short = text.partition(":")
        for key in ids_beginning(source.database, short, most, self.id_columns(kind)):
            address = self.read(f"{kind}:{key}")
            if address is not None and self.find(source, address) is not None:
                yield address

    def kinds_in(self, _source: Source) -> Iterable[str]:
        """The kinds by which its conversations can be selected in a database."""
        return self.kinds

    def id_columns(self, kind: str) -> Sequence[IdColumn]:
        """The columns with the ids that addresses of a kind have."""
        return ALL_IDS

    def count_unread(self, source: Source, news: UnreadSince) -> Mapping[str, int]:
        """The number of unread messages in conversations of this kind, by address.

        Without a rule of its own, that of those whose messages are numbered apart.
        """
        counts = news.mark.counts
        if not any(self.read(address) for address in counts):
            return {}
        listed = (each for each in self.summaries(source) if each.address in counts)
        return {each.address: each.messages - counts[each.address] for each in listed}

    def narrowing(self, text: str) -> tuple[str, str] | None:
        """The field and value of a question that restrict it to the conversation of an address.

        None if this kind can't read the address, or if its messages aren't searched.
        """
        address = self.read(text) if self.is_indexed else None
        return None if address is None else (SEARCHED, str(address))

    def settle(self, database: Database) -> Iterable[TimelineChange]:
        """Order what takes long to order, once messages have arrived; return the changes."""
        return ()

    def tangle(self, source: Source, name: str, root: str) -> Growth | None:
        """A tangle of SIP 9 with all its candidates; None if this kind has no tangles of that name.

        The conversations whose summary has a `tangle_name` are tangles.
        """
        return None

"""The interface of a kind of conversations, as the catalogue uses it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from engine.store.conversations.address import Address
from engine.store.conversations.conversation import Conversation, ConversationSummary
from engine.store.conversations.source import Source
from engine.store.files.sqlite import Database
from engine.store.messages import StoredMessage
from engine.store.new_messages import NewMessages
from engine.tangle.growth import Growth
from engine.tangle.rules import RuleEntry

SEARCHED = "thread"
"""The field of a question that holds the address of the conversation to look in."""


class Listing(StrEnum):
    """A list of conversations to choose from."""

    THREADS = "threads"
    TANGLES = "tangles"
    FEEDS = "feeds"
    CHANNELS = "channels"
    MENTIONS = "mentions"


class TangleClaim(NamedTuple):
    """A kept conversation that a message says it is in.

    It `joins_at_once`, or as a tangle grows: when all that it waits for has joined.
    """

    name: str
    root: str
    joins_at_once: bool


class DerivedKind(Protocol):
    """What messages say of the conversations of a kind that the database keeps: for checks."""

    members: Sequence[str]
    """Joins, in SQL, from `conversations` to `messages` that are in one without tangle data."""

    def claims(self, entry: RuleEntry) -> Iterable[TangleClaim]:
        """The conversations that a message with tangle data says it is in."""

    def lacking(self, database: Database) -> Iterator[tuple[str, str]]:
        """What should be kept, by links and types, and isn't: a sentence, and what it is about."""

    def unclaimed(self, database: Database) -> Iterator[tuple[str, str]]:
        """The names and roots of those conversations that need tangle data to be there."""


class GraphKind(NamedTuple):
    """How the graphs of a kind are kept: its name, their own order, whether nodes are signed."""

    kind: str
    order: str
    is_signed: bool


class Kind(Protocol):
    """A kind of conversations: how they are named, found and listed.

    A kind subclasses this and answers what its conversations have.
    """

    kinds: Sequence[str] = ()
    """The kinds that addresses of its conversations begin with, as far as these are fixed."""

    @property
    def listing(self) -> Listing | None:
        """The list that they are offered in; None where they aren't listed."""
        return None

    def read(self, text: str) -> Address | None:
        """The address that a text writes, in the long form or a short one of this kind."""

    def find(self, source: Source, address: Address) -> Conversation | None:
        """The conversation with an address of this kind; None where nothing is known of it."""

    def summaries(self, source: Source, words: Sequence[str]) -> list[ConversationSummary]:
        """The conversations of this kind whose titles or names hold all words."""

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        """The conversations of this kind that a message is in; None for one that isn't classic."""

    @property
    def graphs(self) -> "GraphKind | None":
        """How graphs of this kind are kept; None where its messages are no nodes of graphs."""
        return None

    @property
    def derived(self) -> DerivedKind | None:
        """How to check what is kept of it; None where nothing is kept as timelines."""
        return None

    def grown(self, source: Source, news: NewMessages) -> Mapping[str, int]:
        """How many of the new messages have come to conversations of this kind, by address."""
        return {}

    def narrowing(self, text: str) -> tuple[str, str] | None:
        """The field and value of a question that restrict it to the conversation of an address.

        None where this kind doesn't read the address, or has no messages that are searched.
        """
        address = self.read(text)
        return None if address is None else (SEARCHED, str(address))

    def renew(self, source: Source) -> None:
        """Store orders that take long to compute, after messages have arrived."""
        return

    def tangle(self, source: Source, name: str, root: str) -> Growth | None:
        """A tangle of SIP 9 with all its candidates; None where those of a name are no such kind.

        The conversations whose summary has a `tangle_name` are tangles.
        """
        return None

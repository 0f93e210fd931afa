"""What every kind of conversation answers to the catalogue."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Protocol

from engine.store.conversations.address import Address
from engine.store.conversations.conversation import Conversation, ConversationSummary
from engine.store.conversations.source import Source
from engine.store.messages import StoredMessage
from engine.tangle.growth import Growth


class Listing(StrEnum):
    """A list of conversations to choose from."""

    THREADS = "threads"
    TANGLES = "tangles"
    FEEDS = "feeds"
    CHANNELS = "channels"
    MENTIONS = "mentions"


class Kind(Protocol):
    """A kind of conversations: how they are named, found and listed.

    A kind subclasses this and answers what its conversations have.
    """

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

    def renew(self, source: Source) -> None:
        """Keep what takes long to put together, after messages have come."""
        return

    def tangle(self, source: Source, name: str, root: str) -> Growth | None:
        """A tangle of SIP 9 with all its candidates; None where those of a name are no such kind.

        The conversations whose summary has a `tangle_name` are tangles.
        """
        return None

"""Private conversations: threads and tangles of the messages that a keyring decrypts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.message.keys import is_message_id
from tanglescope.engine.message.uris import beginnings, ending
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.conversation import (
    ConversationSummary,
    ExcludedMessage,
)
from tanglescope.engine.store.conversations.kind import Kind, Listing
from tanglescope.engine.store.conversations.source import Source
from tanglescope.engine.store.conversations.stored import (
    StoredConversation,
    excluded_messages,
    summary_of,
    with_beginners,
)
from tanglescope.engine.store.conversations.table import PRIVATE, THREAD, ConversationRow
from tanglescope.engine.store.conversations.wrapped import ReadWords
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.store.new_messages import UnreadSince
from tanglescope.engine.store.orders.order_blocks import OrderBlocks
from tanglescope.engine.store.search import Question
from tanglescope.engine.store.tangles import tangled_keys
from tanglescope.engine.tangle.groups import Group, moment, unknown_in_words
from tanglescope.engine.tangle.rules import GROUP, rule_of, thread_roots
from tanglescope.engine.wording import tr


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
    name = THREAD if address.kind == PRIVATE else address.kind
    if name != THREAD:
        private.conversations.take_in_public(source.database)
    number = private.conversations.number(name, address.subject)
    if number is None:
        return None
    return DecryptedConversation(source, address, number, private.conversations.database)


def opened_tangles(source: Source) -> list[ConversationRow]:
    """The tangles with private messages, including their public messages."""
    if (private := source.private) is None:
        return []
    private.conversations.take_in_public(source.database)
    return private.conversations.tangles(source.names)


def opened_names(source: Source) -> set[str]:
    """The names of the tangles with private messages."""
    return {each.name for each in opened_tangles(source)}


def tangles_beginning(source: Source, text: str) -> Iterator[Address]:
    """The decrypted tangles that an address with a shortened id can mean."""
    return _beginning(opened_tangles(source), text)


def _beginning(found: Iterable[ConversationRow], text: str) -> Iterator[Address]:
    kind, _, short = text.partition(":")
    starts, end = tuple(beginnings(short)), ending(short)
    for address in map(_address, found):
        is_meant = address.subject.startswith(starts) and address.subject.endswith(end)
        if address.kind == kind and is_meant:
            yield address


def opened_summaries(found: Iterable[ConversationRow]) -> list[ConversationSummary]:
    """The summaries of some decrypted conversations."""
    return [_opened(summary_of(row, _address(row))) for row in found]


class DecryptedConversation(StoredConversation):
    """A conversation of decrypted private messages."""

    is_public = False
    is_searched_alone = False

    def __init__(self, source: Source, address: Address, number: int, opened: Database) -> None:
        name = THREAD if address.kind == PRIVATE else address.kind
        super().__init__(source, address, number, rule_of(name), opened)

    def summary(self) -> ConversationSummary:
        """What a list shows of it."""
        return _opened(super().summary())

    def revision(self) -> None:
        """None: what is decrypted isn't reported."""

    def question(self, words: str) -> Question:
        """The question for words; decrypted ones are found in `find`."""
        return Question(words)

    def find(self, words: str, count: int) -> list[str]:
        """The decrypted messages that contain words, the newest first."""
        return self._source.part(ReadWords).find(self._source, self, words, count)

    def excluded(self) -> list[ExcludedMessage]:
        """The messages that name this conversation and aren't in it, including public ones."""
        opened = self._source.private.texts() if self._source.private is not None else {}
        keys = list(dict.fromkeys((*tangled_keys(self._source.database), *opened)))
        inside = self._joined(keys)
        found = self._source.messages([key for key in keys if key not in inside], by_opened=True)
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
        return islice(_beginning(_opened_threads(source), text), most)

    def find(self, source: Source, address: Address) -> DecryptedConversation | None:
        """The private thread of a root; None if none of its messages was decrypted."""
        return opened_conversation(source, address)

    def summaries(self, source: Source) -> Sequence[ConversationSummary]:
        """The private threads and groups."""
        threads = opened_summaries(_opened_threads(source))
        groups = [each for each in opened_tangles(source) if each.name == GROUP]
        return [*threads, *with_beginners(source, opened_summaries(groups))]

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
    source: Source, found: Iterable[ConversationRow], news: UnreadSince
) -> dict[str, int]:
    """The number of unread messages in some decrypted conversations, by address."""
    if (private := source.private) is None:
        return {}
    opened, has_read = private.conversations.database, news.mark.has_read
    with reading(opened):
        return {
            str(_address(row)): sum(
                not has_read(each) for each in OrderBlocks(opened, row.number).numbers()
            )
            for row in found
        }


def _opened_threads(source: Source) -> list[ConversationRow]:
    if source.private is None:
        return []
    opened_tangles(source)  # messages in a tangle are read there
    return source.private.conversations.threads(source.names)


def _address(row: ConversationRow) -> Address:
    return Address(PRIVATE if row.name == THREAD else row.name, row.root)


def _opened(summary: ConversationSummary) -> ConversationSummary:
    return replace(summary, private=True, excludes=True, is_answerable=False)

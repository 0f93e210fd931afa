"""Private conversations: threads and tangles of the messages that a keyring decrypts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.keys import is_message_id
from tanglescope.engine.message.uris import beginnings, ending
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.conversation import ExcludedMessage
from tanglescope.engine.store.conversations.kind import Kind, Listing
from tanglescope.engine.store.conversations.source import Source
from tanglescope.engine.store.conversations.stored import (
    StoredConversation,
    with_beginners,
)
from tanglescope.engine.store.conversations.table import (
    PRIVATE,
    THREAD,
    ConversationSummary,
    private_address,
)
from tanglescope.engine.store.conversations.wrapped import ReadWords
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.store.new_messages import UnreadSince
from tanglescope.engine.store.search import Question
from tanglescope.engine.store.tangles import tangled_keys
from tanglescope.engine.tangle.groups import Group, moment, unknown_in_words
from tanglescope.engine.tangle.rules import GROUP, rule_of, thread_roots


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
    number, database = private.conversations.number(name, address.subject), private.conversations
    if number is None:
        return None
    return DecryptedConversation(source, address, number, rule_of(name), database.database)


def opened_summaries(source: Source, *, threads: bool) -> list[ConversationSummary]:
    """The private threads, or the tangles with private messages, including their public ones."""
    if (private := source.private) is None:
        return []
    private.conversations.take_in_public(source.database)
    return list(
        map(_decrypted_summary, private.conversations.summaries(source.names, threads=threads))
    )


def opened_beginning(found: Iterable[ConversationSummary], text: str) -> Iterator[Address]:
    """Those of some decrypted conversations that an address with a shortened id can mean."""
    kind, _, short = text.partition(":")
    starts, end = tuple(beginnings(short)), ending(short)
    for each in found:
        if each.kind == kind and each.root.startswith(starts) and each.root.endswith(end):
            yield Address(kind, each.root)


class DecryptedConversation(StoredConversation):
    """A conversation of decrypted private messages."""

    is_public = False
    is_searched_alone = False

    def summary(self) -> ConversationSummary:
        return _decrypted_summary(super().summary())

    def question(self, words: str) -> Question:
        """The question for words; decrypted ones are found in `find`."""
        return Question(words)

    def find(self, words: str, count: int) -> list[str]:
        """The decrypted messages that contain words, the newest first."""
        return self._source.part(ReadWords).find(self._source, self, words, count)

    def list_excluded(self) -> list[ExcludedMessage]:
        """The messages that name this conversation and aren't in it, including public ones."""
        opened = self._source.private.texts() if self._source.private is not None else {}
        return self._list_excluded(dict.fromkeys((*tangled_keys(self._source.database), *opened)))

    def unknown(self) -> list[str]:
        """What can't be known about a group because the key of an epoch may be missing."""
        if self.address.kind != GROUP:
            return []
        root = self.address.subject
        now = moment(Group(root, self._source.tangle_entries(root)))
        changes = [change for epoch in now.epochs for change in epoch.unfollowed]
        people = {feed for each in changes for feed in (each.author, *each.excluded)}
        names = self._source.names.of(people)
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
        return islice(opened_beginning(opened_summaries(source, threads=True), text), most)

    def find(self, source: Source, address: Address) -> DecryptedConversation | None:
        """The private thread of a root; None if none of its messages was decrypted."""
        return opened_conversation(source, address)

    def summaries(self, source: Source) -> Sequence[ConversationSummary]:
        """The private threads and groups."""
        groups = [each for each in opened_summaries(source, threads=False) if each.kind == GROUP]
        return [*opened_summaries(source, threads=True), *with_beginners(source, groups)]

    def count_unread(self, source: Source, news: UnreadSince) -> Mapping[str, int]:
        """The number of unread messages in each private thread."""
        return opened_growth(source, opened_summaries(source, threads=True), news)

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        """The private threads that a message is in."""
        if source.private is None or message is None or not message.private:
            return ()
        roots = thread_roots(message.content) or (message.key,)
        is_thread = source.private.conversations.is_thread
        return [Address(PRIVATE, root) for root in roots if is_thread(root)]


def opened_growth(
    source: Source, found: Iterable[ConversationSummary], news: UnreadSince
) -> dict[str, int]:
    """The number of unread messages in some decrypted conversations, by address."""
    if (private := source.private) is None:
        return {}
    read, numbers = news.mark.has_read, private.conversations.members
    return {
        each.address: sum(not read(number) for number in numbers(each.tangle_name, each.root))
        for each in found
    }


def _decrypted_summary(summary: ConversationSummary) -> ConversationSummary:
    """The summary of a conversation in the database of decrypted messages."""
    address = private_address(summary.tangle_name, summary.root)
    return replace(
        summary,
        address=str(address),
        kind=address.kind,
        private=True,
        excludes=True,
        is_answerable=False,
    )

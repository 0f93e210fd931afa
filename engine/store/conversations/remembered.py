"""What is computed of conversations on request, and kept in memory until something changes."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Generic, TypeVar

from tanglescope.engine.reduce.labels import set_label
from tanglescope.engine.store.conversations.conversation import (
    Conversation,
)
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.store.search import WordIndex, indexed
from tanglescope.engine.tangle.labels import group_label

if TYPE_CHECKING:
    from tanglescope.engine.store.conversations.source import Source
    from tanglescope.engine.store.files.sqlite import Database


T = TypeVar("T")


def most_active(authors: Counter[str], count: int) -> tuple[str, ...]:
    """The authors with the most messages."""
    return tuple(feed for feed, _ in authors.most_common(count))


REMEMBERED = 4
"""The number of cached orders, views and indexes."""


class Remembered(Generic[T]):
    """The values that were wanted last, each as of a version of the source."""

    def __init__(self, _database: "Database") -> None:
        self._known: dict[str, tuple[tuple[int, ...], T]] = {}

    def get(self, key: str, version: tuple[int, ...], make: Callable[[], T]) -> T:
        """The value of a key at a version; made if it isn't known."""
        known = self._known.pop(key, None)
        if known is None or known[0] != version:
            known = version, make()
        self._known[key] = known
        while len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]
        return known[1]


class OtherOrders(Remembered[list[str]]):
    """The orders of conversations that aren't their own."""


class ReadWords(Remembered[tuple[WordIndex, dict[int, str]]]):
    """The words of conversations that aren't in an index: decrypted messages and PZP messages.

    They are only in memory, until something changes.
    """

    def find(
        self, source: "Source", conversation: Conversation, words: str, count: int
    ) -> list[str]:
        """The messages of a conversation that contain words, the newest first."""
        index, keys = self.get(
            str(conversation.address), source.version, lambda: _indexed(source, conversation)
        )
        return [keys[number] for number in index.find(words, count)]


def _indexed(source: "Source", conversation: Conversation) -> tuple[WordIndex, dict[int, str]]:
    """The words of a conversation by message numbers, and the keys of the messages."""
    keys = conversation.in_order()
    messages, numbers = conversation.messages(keys), conversation.numbers(keys)
    people = {feed for message in messages.values() for feed in message.people}
    named = source.names_of(people)
    index = WordIndex(in_memory=True)
    index.put(
        (numbers[key], "\n".join(_said(message, named)))
        for key, message in messages.items()
        if key in numbers
    )
    return index, {number: key for key, number in numbers.items()}


def _said(message: StoredMessage, named: Mapping[str, str]) -> Iterator[str]:
    """The visible text of a message: its words, and its action in a set or group."""
    content = message.content
    yield from filter(None, indexed(content))
    if isinstance(content, dict):
        yield set_label(content) or ""
        yield group_label(content, lambda feed: named.get(feed, feed), message.epoch) or ""

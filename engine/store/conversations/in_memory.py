"""Conversations whose order is built in memory."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Protocol, TypeAlias

from engine.linear.horizon import Edges, Horizon, closure, horizon
from engine.linear.orders.named import order_of
from engine.reduce.labels import set_label
from engine.store.arrivals.changes import TimelineSnapshot
from engine.store.conversations.address import Address
from engine.store.conversations.conversation import (
    Conversation,
    ConversationSummary,
    GivenFacts,
    Outsider,
)
from engine.store.inspection import MessagePlace
from engine.store.messages import StoredMessage
from engine.store.search import WordIndex, indexed
from engine.tangle.labels import group_label

if TYPE_CHECKING:
    from engine.drawing.shape import Shape
    from engine.linear.graph import Graph
    from engine.reduce.requirements import Requirement
    from engine.store.conversations.source import Source
    from engine.store.files.sqlite import Database
    from engine.store.inspection import LipmaaLinks
    from engine.store.search import Question


class BuiltOrder(Protocol):
    """An order in memory, with what joins its messages; a `Timeline` is one."""

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[str]: ...

    def __contains__(self, name: object) -> bool: ...

    @property
    def ghosts(self) -> Iterable[str]:
        """What is named and isn't there."""

    def position(self, name: str) -> int:
        """Where a message is."""

    def rank(self, name: str) -> int:
        """How many messages lead to it at most."""

    def edges(self, name: str) -> Edges:
        """What joins a message or ghost to others."""


class BuiltConversation(Conversation):
    """A conversation over an order in memory; `turn` is held while that is looked at.

    `built` answers the order, which may be put together only when it is asked for.
    """

    def __init__(
        self,
        address: Address,
        built: Callable[[], BuiltOrder],
        turn: AbstractContextManager[object] | None,
    ) -> None:
        self.address = address
        self._built = built
        self._turn = turn or nullcontext()

    @property
    def _order(self) -> BuiltOrder:
        return self._built()

    def snapshot(self) -> TimelineSnapshot:
        """Its order as it is now; its length is its revision."""
        with self._turn:
            order = self._order
            keys = list(order)
            return TimelineSnapshot(str(self.address), len(keys), keys, waiting_in(order))

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """What each of these comes after, and what comes after it; ghosts have effects, too."""
        with self._turn:
            order = self._order
            return {key: order.edges(key) for key in keys}

    def position(self, key: str) -> MessagePlace | None:
        """Where a message is in the order; None for a ghost."""
        with self._turn:
            order = self._order
            if key not in order:
                return None
            return MessagePlace(order.position(key), len(order), order.rank(key))

    def horizon(self, key: str) -> Horizon | None:
        """The past and the future of a message; None for an unknown one."""
        with self._turn:
            order = self._order
            ghosts = set(order.ghosts)
            if key not in order and key not in ghosts:
                return None
            past = closure(key, lambda name: order.edges(name).causes)
            future = closure(key, lambda name: order.edges(name).effects)
            return horizon(key, past, future, ghosts, len(order))


def waiting_in(order: BuiltOrder) -> dict[str, tuple[str, ...]]:
    """The messages that name ghosts, and these."""
    waiting: dict[str, list[str]] = {}
    for ghost in sorted(order.ghosts):
        for effect in order.edges(ghost).effects:
            waiting.setdefault(effect, []).append(ghost)
    return {effect: tuple(ghosts) for effect, ghosts in waiting.items()}


def most_active(authors: Counter[str], count: int) -> tuple[str, ...]:
    """The authors of most messages."""
    return tuple(feed for feed, _ in authors.most_common(count))


class ReadWords:
    """The words of the conversations that were searched last and that no index holds.

    These are decrypted messages and those of PZP. The words are in memory alone, and only as long
    as nothing changes.
    """

    def __init__(self, _database: "Database") -> None:
        self._known: dict[str, tuple[tuple[int, ...], WordIndex, dict[int, str]]] = {}

    def find(
        self, source: "Source", conversation: Conversation, words: str, count: int
    ) -> list[str]:
        """The messages of a conversation that hold words, the newest first."""
        address, version = str(conversation.address), source.version
        known = self._known.pop(address, None)
        if known is None or known[0] != version:
            known = version, *_indexed(source, conversation)
        self._known[address] = known
        while len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]
        _, index, keys = known
        return [keys[number] for number in index.find(words, count)]


def _indexed(source: "Source", conversation: Conversation) -> tuple[WordIndex, dict[int, str]]:
    """The words of a conversation by the numbers of its messages, and the keys of these."""
    keys = conversation.in_order()
    messages, numbers = conversation.messages(keys), conversation.numbers(keys)
    people = {feed for message in messages.values() for feed in message.people}
    named = source.called(people)
    index = WordIndex(in_memory=True)
    index.put(
        (numbers[key], "\n".join(_said(message, named)))
        for key, message in messages.items()
        if key in numbers
    )
    return index, {number: key for key, number in numbers.items()}


def _said(message: StoredMessage, named: Mapping[str, str]) -> Iterator[str]:
    """What a reader sees of a message: its words, and what it does in a set or group."""
    content = message.content
    yield from filter(None, indexed(content))
    if isinstance(content, dict):
        yield set_label(content) or ""
        yield group_label(content, lambda feed: named.get(feed, feed), message.epoch) or ""


Sorting: TypeAlias = Callable[[], list[str]]

REMEMBERED = 4
"""Orders that are remembered."""


class OtherOrders:
    """The other orders that were asked for last, as long as nothing has changed."""

    def __init__(self, _database: "Database") -> None:
        self._known: dict[str, tuple[tuple[int, ...], list[str]]] = {}

    def order(self, address: str, version: tuple[int, ...], sort: Sorting) -> list[str]:
        """The order of a conversation at a version of the source, sorted if it isn't known."""
        known = self._known.pop(address, None)
        if known is None or known[0] != version:
            known = version, sort()
        self._known[address] = known
        while len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]
        return known[1]


class ReorderedConversation(Conversation):
    """Another conversation, in the order that the address asks for."""

    def __init__(self, source: "Source", inner: Conversation, address: Address) -> None:
        assert address.by is not None
        self._source = source
        self.address = address
        self.order = address.by
        self.is_public = inner.is_public
        self._inner = inner

    def summary(self) -> ConversationSummary:
        """What a list shows of it."""
        return self._ordered(self._inner.summary())

    def headline(self, messages: int) -> ConversationSummary:
        """The summary of so many messages, without what takes a look at each of them."""
        return self._ordered(self._inner.headline(messages))

    def snapshot(self) -> "TimelineSnapshot":
        """The messages in the other order."""
        return replace(self._inner.snapshot(), address=str(self.address), keys=self._order)

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """What each of these comes after, and what comes after it; ghosts have effects, too."""
        return self._inner.edges(keys)

    def supersedes(self) -> Sequence[tuple[str, str]]:
        """The messages of a set that supersede others, each with one of those."""
        return self._inner.supersedes()

    def skips(self) -> Sequence[tuple[str, str]]:
        """The messages of PZP whose links skip back over others, each with one that it links."""
        return self._inner.skips()

    def lipmaa(self, key: str) -> "LipmaaLinks | None":
        """The lipmaa links of a message of PZP; None where there are to be none."""
        return self._inner.lipmaa(key)

    def references(self) -> Sequence[tuple[str, str]]:
        """The messages that refer to others without coming after them, each with one of those."""
        return self._inner.references()

    def warnings(self, key: str) -> Sequence["Requirement"]:
        """What a message of a PZP set doesn't keep to of what pzp-set asks for."""
        return self._inner.warnings(key)

    def position(self, key: str) -> "MessagePlace | None":
        """Where a message is in the other order; its rank is that in its own."""
        found = self._inner.position(key)
        return found and replace(found, position=self._order.index(key))

    def horizon(self, key: str) -> Horizon | None:
        """The past and the future of a message; None for an unknown one."""
        return self._inner.horizon(key)

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """Those of the messages that are known, with their causes in this conversation."""
        return self._inner.messages(keys)

    def numbers(self, keys: Sequence[str]) -> dict[str, int]:
        """Numbers of messages that ascend as they were taken in."""
        return self._inner.numbers(keys)

    def value(self, key: str) -> str | None:
        """The text of a message as it was signed."""
        return self._inner.value(key)

    def linked(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """Those of the messages that are known, with all their causes in this conversation."""
        return self._inner.linked(keys)

    def question(self, words: str) -> "Question":
        """The question for words in this conversation; it may find messages outside of it."""
        return self._inner.question(words)

    def find(self, words: str, count: int) -> list[str] | None:
        """Messages that hold words, the newest first; None where `question` finds them."""
        return self._inner.find(words, count)

    def given(self) -> GivenFacts:
        """What its messages say of themselves."""
        return self._inner.given()

    def writers(self) -> tuple[str, ...]:
        """Those who write in it, in the order in which they joined."""
        return self._inner.writers()

    def graph(self) -> "Graph":
        """The conversation as a graph, in the order of arrival."""
        return self._inner.graph()

    def shape(self) -> "Shape":
        """The conversation without its words, causes first, whatever the order."""
        return self._inner.shape()

    def records(self, keys: Sequence[str]) -> Iterator[bytes]:
        """Lines of an archive with these messages, in their order; it can be imported."""
        return self._inner.records(keys)

    def outside(self) -> Sequence[Outsider]:
        """The messages that name this conversation and aren't in it."""
        return self._inner.outside()

    def _ordered(self, summary: ConversationSummary) -> ConversationSummary:
        return replace(summary, address=str(self.address), order=self.order, is_live=False)

    @cached_property
    def _order(self) -> list[str]:
        version = self._source.version  # before the graph, which may be newer
        known = self._source.part(OtherOrders)
        return known.order(str(self.address), version, self._sorted)

    def _sorted(self) -> list[str]:
        return order_of(self._inner.graph(), self.order)

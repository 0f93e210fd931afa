"""Conversations whose order is built in memory."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from engine.linear.horizon import Edges, Horizon, closure, horizon
from engine.linear.orders.named import order_of
from engine.linear.walk import effects_of, ranks_of
from engine.reduce.labels import set_label
from engine.store.arrivals.changes import TimelineSnapshot
from engine.store.conversations.address import Address
from engine.store.conversations.conversation import (
    SCUTTLESORT,
    Conversation,
    ConversationSummary,
    ExcludedMessage,
    GivenFacts,
)
from engine.store.messages import MessagePlace, StoredMessage
from engine.store.search import WordIndex, indexed
from engine.tangle.labels import group_label

if TYPE_CHECKING:
    from engine.drawing.shape import Shape
    from engine.linear.graph import Graph
    from engine.linear.proofs import ProvenCause
    from engine.linear.scuttlesort.timeline import Timeline
    from engine.reduce.requirements import Requirement
    from engine.store.conversations.source import Source
    from engine.store.files.sqlite import Database
    from engine.store.messages import LipmaaLinks
    from engine.store.search import Question


class GraphOrder:
    """An order in memory, with the causes of its messages, which may be ghosts.

    Ranks are the lengths of the longest paths unless they are given.
    """

    def __init__(
        self,
        order: Sequence[str],
        causes: Mapping[str, tuple[str, ...]],
        ranks: Mapping[str, int] | None = None,
    ) -> None:
        self._order = order
        self._positions = {key: position for position, key in enumerate(order)}
        self._given = ranks
        self.causes = causes

    def __len__(self) -> int:
        return len(self._order)

    def __iter__(self) -> Iterator[str]:
        return iter(self._order)

    def __contains__(self, name: object) -> bool:
        return name in self._positions

    @cached_property
    def effects(self) -> dict[str, list[str]]:
        """The effects of every message and ghost, in order."""
        return effects_of({key: self.causes[key] for key in self._order})

    @cached_property
    def ghosts(self) -> set[str]:
        """The missing causes."""
        return self.effects.keys() - self._positions.keys()

    @cached_property
    def _ranks(self) -> Mapping[str, int]:
        return ranks_of(self.causes) if self._given is None else self._given

    def position(self, name: str) -> int:
        """The position of a message."""
        return self._positions[name]

    def rank(self, name: str) -> int:
        """The rank of a message."""
        return self._ranks[name]

    def edges(self, name: str) -> Edges:
        """The edges of a message or ghost."""
        return Edges(self.causes.get(name, ()), tuple(self.effects.get(name, ())))


BuiltOrder: TypeAlias = "GraphOrder | Timeline"
"""An order in memory, with the edges of its messages."""


class BuiltConversation(Conversation):
    """A conversation with an order in memory; the lock `turn` is held while it is read.

    `built` returns the order, which may be assembled only on demand.
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
        """Its current order; its length is its revision."""
        with self._turn:
            order = self._order
            keys = list(order)
            return TimelineSnapshot(str(self.address), len(keys), keys, waiting_in(order))

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of each of these; ghosts have effects, too."""
        with self._turn:
            order = self._order
            return {key: order.edges(key) for key in keys}

    def position(self, key: str) -> MessagePlace | None:
        """The position of a message in the order; None for a ghost."""
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
    """The messages that name ghosts, with these ghosts."""
    waiting: dict[str, list[str]] = {}
    for ghost in sorted(order.ghosts):
        for effect in order.edges(ghost).effects:
            waiting.setdefault(effect, []).append(ghost)
    return {effect: tuple(ghosts) for effect, ghosts in waiting.items()}


def most_active(authors: Counter[str], count: int) -> tuple[str, ...]:
    """The authors with the most messages."""
    return tuple(feed for feed, _ in authors.most_common(count))


class ReadWords:
    """The words of recently searched conversations that aren't in an index.

    These are decrypted messages and PZP messages. The words are only in memory, until something
    changes.
    """

    def __init__(self, _database: "Database") -> None:
        self._known: dict[str, tuple[tuple[int, ...], WordIndex, dict[int, str]]] = {}

    def find(
        self, source: "Source", conversation: Conversation, words: str, count: int
    ) -> list[str]:
        """The messages of a conversation that contain words, the newest first."""
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


Sorting: TypeAlias = Callable[[], list[str]]

REMEMBERED = 4
"""The number of cached orders."""


class OtherOrders:
    """A cache of recently requested orders, until something changes."""

    def __init__(self, _database: "Database") -> None:
        self._known: dict[str, tuple[tuple[int, ...], list[str]]] = {}

    def order(self, address: str, version: tuple[int, ...], sort: Sorting) -> list[str]:
        """The order of a conversation at a version of the source; computed if not cached."""
        known = self._known.pop(address, None)
        if known is None or known[0] != version:
            known = version, sort()
        self._known[address] = known
        while len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]
        return known[1]


class ReorderedConversation(Conversation):
    """Another conversation, in the order that the address selects."""

    def __init__(self, source: "Source", inner: Conversation, address: Address) -> None:
        assert address.by is not None
        self._source = source
        self.address = address
        self.order = address.by
        self.is_part = inner.is_part
        self.is_public = inner.is_public
        self.is_numbered_apart = inner.is_numbered_apart
        self._inner = inner

    def summary(self) -> ConversationSummary:
        """What a list shows of it."""
        return self._ordered(self._inner.summary())

    def headline(self, messages: int) -> ConversationSummary:
        """The summary of so many messages, without facts that need a look at each."""
        return self._ordered(self._inner.headline(messages))

    def snapshot(self) -> "TimelineSnapshot":
        """The messages in the other order."""
        return replace(self._inner.snapshot(), address=str(self.address), keys=self._order)

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of each of these; ghosts have effects, too."""
        return self._inner.edges(keys)

    @property
    def relations(self) -> Mapping[str, Callable[[], Sequence[tuple[str, str]]]]:
        """Relations besides causes, by the names of kinds of extra edges; each finds its pairs."""
        return self._inner.relations

    def lipmaa(self, key: str) -> "LipmaaLinks | None":
        """The lipmaa links of a PZP message; None if it needs none."""
        return self._inner.lipmaa(key)

    def warnings(self, key: str) -> Sequence["Requirement"]:
        """The requirements of pzp-set that a message of a PZP set violates."""
        return self._inner.warnings(key)

    def position(self, key: str) -> "MessagePlace | None":
        """The position of a message in the other order; its rank is that in its own order."""
        found = self._inner.position(key)
        if found is None:
            return None
        ranks = self._ranks([key])
        rank = found.rank if ranks is None else ranks.get(key)
        return replace(found, position=self._order.index(key), rank=rank)

    def horizon(self, key: str) -> Horizon | None:
        """The past and the future of a message; None for an unknown one."""
        return self._inner.horizon(key)

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """The known ones of the messages, with their causes in this conversation."""
        return self._inner.messages(keys)

    def numbers(self, keys: Sequence[str]) -> dict[str, int]:
        """Numbers of messages that ascend in the order of import."""
        return self._inner.numbers(keys)

    def value(self, key: str) -> str | None:
        """The signed text of a message."""
        return self._inner.value(key)

    def linked(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """The known ones of the messages, with all their causes in this conversation."""
        return self._inner.linked(keys)

    def question(self, words: str) -> "Question":
        """The question for words in this conversation; it may find messages outside of it."""
        return self._inner.question(words)

    def find(self, words: str, count: int) -> list[str] | None:
        """Messages that contain words, the newest first; None if `question` finds them."""
        return self._inner.find(words, count)

    def given(self) -> GivenFacts:
        """The facts that its messages declare."""
        return self._inner.given()

    def writers(self) -> tuple[str, ...]:
        """The authors in it, in the order in which they joined."""
        return self._inner.writers()

    def proven(self, key: str) -> Sequence["ProvenCause"]:
        """The causes of a message with what proves them; empty if that isn't told apart."""
        return self._inner.proven(key)

    def graph(self) -> "Graph":
        """The conversation as a graph, in the order of arrival."""
        return self._inner.graph()

    def shape(self) -> "Shape":
        """The conversation without its texts, causes first, in any order."""
        return self._inner.shape()

    def records(self, keys: Sequence[str]) -> Iterator[bytes]:
        """The lines of an importable archive with these messages, in their order."""
        return self._inner.records(keys)

    def excluded(self) -> Sequence[ExcludedMessage]:
        """The messages that name this conversation and aren't in it."""
        return self._inner.excluded()

    def _ordered(self, summary: ConversationSummary) -> ConversationSummary:
        return replace(summary, address=str(self.address), order=self.order)

    @cached_property
    def _order(self) -> list[str]:
        version = self._source.version  # read before the graph, which may be newer
        known = self._source.part(OtherOrders)
        return known.order(str(self.address), version, self._sorted)

    def _ranks(self, keys: Sequence[str]) -> Mapping[str, int] | None:
        """The ranks in the order of ranks, if they count messages outside of the conversation."""
        return self._inner.ranks(keys) if self.order == SCUTTLESORT else None

    def _sorted(self) -> list[str]:
        keys = self._inner.in_order() if self.order == SCUTTLESORT else ()
        if (ranks := self._ranks(keys)) is None:
            return order_of(self._inner.graph(), self.order)
        return sorted(ranks, key=lambda key: (ranks[key], key))

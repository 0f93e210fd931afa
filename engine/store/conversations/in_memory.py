"""Conversations whose order is built in memory."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from typing import TYPE_CHECKING, Generic, TypeAlias, TypeVar

from tanglescope.engine.linear.horizon import Edges, Horizon, closure, horizon
from tanglescope.engine.linear.walk import effects_of, ranks_of
from tanglescope.engine.reduce.labels import set_label
from tanglescope.engine.store.arrivals.changes import TimelineSnapshot
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.conversation import (
    Conversation,
)
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.store.orders.members import MessagePlace
from tanglescope.engine.store.search import WordIndex, indexed
from tanglescope.engine.tangle.labels import group_label

if TYPE_CHECKING:
    from tanglescope.engine.linear.scuttlesort.timeline import Timeline
    from tanglescope.engine.store.conversations.source import Source
    from tanglescope.engine.store.files.sqlite import Database


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


T = TypeVar("T")

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

"""Conversations around another one: in another order, or as it is read.

Also what is computed of a conversation on request, and kept in memory until something changes.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, wraps
from itertools import filterfalse
from operator import attrgetter
from typing import Any, TypeVar, cast

from tanglescope.engine.linear.chunked_rows import NumberedKeys
from tanglescope.engine.linear.horizon import Edges
from tanglescope.engine.linear.orders.named import LINEARIZERS, NEWEST, order_of
from tanglescope.engine.reduce.sets import set_label
from tanglescope.engine.store.arrivals.changes import TimelineSnapshot
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.conversation import Conversation, ExtraFinder
from tanglescope.engine.store.conversations.source import Remembered, Source
from tanglescope.engine.store.conversations.table import (
    SCUTTLESORT,
    TIMESTAMP,
    ConversationSummary,
)
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.store.orders.members import MessagePlace
from tanglescope.engine.store.search import WordIndex, words_to_index
from tanglescope.engine.tangle.labels import group_label

T = TypeVar("T")
Method = TypeVar("Method", bound=Callable[..., Any])


class OtherOrders(Remembered[Sequence[str]]):
    """The orders of conversations that aren't their own."""


class ReadWords(Remembered[tuple[WordIndex, dict[int, str]]]):
    """The words of conversations that aren't in an index: decrypted messages and PZP messages.

    They are only in memory, until something changes.
    """

    def find(self, source: Source, conversation: Conversation, words: str, count: int) -> list[str]:
        """The messages of a conversation that contain words, the newest first."""
        index, keys = self.get(
            str(conversation.address), source.version, lambda: _index_words(source, conversation)
        )
        return [keys[number] for number in index.find(words, count)]


def _index_words(source: Source, conversation: Conversation) -> tuple[WordIndex, dict[int, str]]:
    """The words of a conversation by message numbers, and the keys of the messages."""
    keys = conversation.in_order()
    messages, numbers = conversation.messages(keys), conversation.numbers(keys)
    people = {feed for message in messages.values() for feed in message.people}
    named = source.names.of(people)
    index = WordIndex(in_memory=True)
    index.put(
        (numbers[key], "\n".join(_visible_text(message, named)))
        for key, message in messages.items()
        if key in numbers
    )
    return index, {number: key for key, number in numbers.items()}


def _visible_text(message: StoredMessage, named: Mapping[str, str]) -> Iterator[str]:
    """The visible text of a message: its words, and its action in a set or group."""
    content = message.content
    yield from filter(None, words_to_index(content))
    if isinstance(content, dict):
        yield set_label(content) or ""
        yield group_label(content, lambda feed: named.get(feed, feed), message.epoch) or ""


def _of_inner(method: Method) -> Method:
    """The same method of the conversation within."""

    def forward(self: "WrappedConversation", *arguments: Any) -> Any:
        return getattr(self._inner, method.__name__)(*arguments)

    # Without the mark of abstract methods.
    return cast("Method", wraps(method, updated=())(forward))


class WrappedConversation(Conversation):
    """A conversation whose messages are those of another one."""

    edges = _of_inner(Conversation.edges)
    horizon = _of_inner(Conversation.horizon)
    messages = _of_inner(Conversation.messages)
    numbers = _of_inner(Conversation.numbers)
    value = _of_inner(Conversation.value)
    messages_with_causes = _of_inner(Conversation.messages_with_causes)
    question = _of_inner(Conversation.question)
    find = _of_inner(Conversation.find)
    given_facts = _of_inner(Conversation.given_facts)
    writers = _of_inner(Conversation.writers)
    proven_causes = _of_inner(Conversation.proven_causes)
    graph = _of_inner(Conversation.graph)
    shape = _of_inner(Conversation.shape)
    holds_any = _of_inner(Conversation.holds_any)
    records = _of_inner(Conversation.records)
    list_excluded = _of_inner(Conversation.list_excluded)

    def __init__(self, inner: Conversation, address: Address, order: str) -> None:
        self.address = address
        self.order = order
        self.is_part = inner.is_part
        self.is_public = inner.is_public
        self.is_numbered_apart = inner.is_numbered_apart
        self._inner = inner

    @property
    def relations(self) -> Mapping[str, Callable[[], Sequence[tuple[str, str]]]]:
        """Relations besides causes, by the names of kinds of extra edges; each finds its pairs."""
        return self._inner.relations

    @property
    def extras(self) -> Mapping[str, ExtraFinder]:
        """What only some conversations say about a message, by name."""
        return self._inner.extras


_BY_COLUMN = """SELECT nodes.id AS id FROM json_each(?) AS wanted
    CROSS JOIN nodes ON nodes.id = wanted.value ORDER BY ifnull(nodes.{}, 9e999), nodes.key"""


class ReorderedConversation(WrappedConversation):
    """Another conversation, in the order that the address selects."""

    def __init__(self, source: Source, inner: Conversation, address: Address) -> None:
        assert address.by is not None
        super().__init__(inner, address, address.by)
        self._source = source

    def summary(self) -> ConversationSummary:
        """What a list shows of it."""
        return self._reorder(self._inner.summary())

    def headline(self, messages: int) -> ConversationSummary:
        """The summary of so many messages, without facts that need a look at each."""
        return self._reorder(self._inner.headline(messages))

    def snapshot(self) -> TimelineSnapshot:
        """The messages in the other order."""
        return replace(self._inner.snapshot(), address=str(self.address), keys=self._order)

    def position(self, key: str) -> MessagePlace | None:
        """The position of a message in the other order; its rank is that in its own order."""
        found = self._inner.position(key)
        if found is None:
            return None
        ranks = self._ranks([key])
        rank = found.rank if ranks is None else ranks.get(key)
        return replace(found, position=self._order.index(key), rank=rank)

    def _reorder(self, summary: ConversationSummary) -> ConversationSummary:
        return replace(summary, address=str(self.address), order=self.order)

    @cached_property
    def _order(self) -> Sequence[str]:
        version = self._source.version  # read before the graph, which may be newer
        return self._source.part(OtherOrders).get(str(self.address), version, self._sort_keys)

    def _ranks(self, keys: Sequence[str]) -> Mapping[str, int] | None:
        """The ranks in the order of ranks, if they count messages outside of the conversation."""
        return self._inner.ranks(keys) if self.order == SCUTTLESORT else None

    def _sort_keys(self) -> Sequence[str]:
        own = self._inner.snapshot().keys
        if self.order == NEWEST and self._inner.order == TIMESTAMP:
            return own.of(own.numbers[::-1]) if isinstance(own, NumberedKeys) else own[::-1]
        if (ranks := self._ranks(own)) is not None:
            return sorted(ranks, key=lambda key: (ranks[key], key))
        names: Mapping[int, str] = {}
        if isinstance(own, NumberedKeys):
            found = self._sort_numbers(own.numbers)
        else:
            names = {number: key for key, number in self._inner.numbers(own).items()}
            found = self._sort_numbers(array("i", names), is_large=False)
        if found is None:
            return order_of(self._inner.graph(), self.order)
        return own.of(found) if isinstance(own, NumberedKeys) else [names[each] for each in found]

    def _sort_numbers(self, numbers: "array[int]", *, is_large: bool = True) -> "array[int] | None":
        """The messages in the other order, without reading texts; None if it needs more."""
        database, order = self._source.database, LINEARIZERS.get(self.order)
        with reading(database):
            if order is not None and order.column is not None:
                return database.numbers(_BY_COLUMN.format(order.column), (str(numbers.tolist()),))
            edges = self._inner.numbered_edges() if is_large else None
            if edges is None:
                return None
            # Imported here: NumPy takes longer to load than a small graph to read.
            from tanglescope.engine.store.orders.other_orders import sort_by_edges

            return sort_by_edges(database, numbers, edges, self.order)


_NEAR_END = 200
"""The messages at the end of an order among which the latest is looked for."""


class ReadConversation(WrappedConversation):
    """Another conversation without the messages that only change others.

    `applied` are these, each with the message that it changes. What comes after one of them comes
    after what it came after, and answers the message.
    """

    leaves_out = True
    finality = _of_inner(Conversation.finality)
    facts = _of_inner(Conversation.facts)
    unknown = _of_inner(Conversation.unknown)
    figure = _of_inner(Conversation.figure)
    ranks = _of_inner(Conversation.ranks)
    graph = Conversation.graph
    shape = Conversation.shape

    def __init__(self, inner: Conversation, applied: Mapping[str, str]) -> None:
        super().__init__(inner, inner.address, inner.order)
        self.is_searched_alone = inner.is_searched_alone
        self._applied = applied

    def summary(self) -> ConversationSummary:
        """What a list shows of it."""
        return self._count(self._inner.summary())

    def headline(self, messages: int) -> ConversationSummary:
        """The summary of so many messages, without facts that need a look at each."""
        return self._inner.headline(messages)

    def part(self, key: str | None, count: int) -> TimelineSnapshot | None:
        """Some successive messages that are read; None if its whole order is read as fast."""
        found = self._inner.part(key, count)
        return None if found is None else self._restrict(found)

    def snapshot(self) -> TimelineSnapshot:
        """The messages that are read, in the order of all."""
        return self._restrict(self._inner.snapshot())

    def _restrict(self, whole: TimelineSnapshot) -> TimelineSnapshot:
        waiting = {key: whole.waiting[key] for key in whole.waiting if key not in self._applied}
        return replace(whole, keys=self._without(whole.keys), waiting=waiting)

    def revision(self) -> None:
        """None: edits are reported of the order of all messages."""
        return

    def shown_as(self, key: str) -> str:
        """The message in which the reader sees what a message says."""
        return self._applied.get(key, key)

    def position(self, key: str) -> MessagePlace | None:
        """The position of a message among those that are read."""
        found, here = self._inner.position(key), super().position(key)
        return found and here and replace(here, rank=found.rank)

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """The known ones of the messages; they answer what is read."""
        return self._answering(self._inner.messages(keys))

    def messages_with_causes(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """The known ones of the messages, with all their causes that are read."""
        found = self._inner.messages_with_causes(keys)
        causes = self._read_through(found, self._inner.messages_with_causes, attrgetter("causes"))
        return {key: replace(each, causes=causes[key]) for key, each in found.items()}

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of each of these among what is read."""
        found = self._inner.edges(keys)
        causes = self._read_through(found, self._inner.edges, attrgetter("causes"))
        effects = self._read_through(found, self._inner.edges, attrgetter("effects"))
        return {key: Edges(causes[key], effects[key]) for key in found}

    def find(self, words: str, count: int) -> list[str] | None:
        """Messages that contain words, the newest first; None if `question` finds them."""
        found = self._inner.find(words, count)
        return None if found is None else list(dict.fromkeys(map(self.shown_as, found)))

    def _read_through(
        self,
        found: Mapping[str, T],
        find: Callable[[Sequence[str]], Mapping[str, T]],
        ends: Callable[[T], Sequence[str]],
    ) -> dict[str, tuple[str, ...]]:
        """The `ends` of edges that are read; in place of others, those of edges beyond."""
        beyond: dict[str, Sequence[str]] = {}
        met = found
        while (
            wanted := {end for each in met.values() for end in ends(each) if end in self._applied}
            - beyond.keys()
        ):
            met = find(sorted(wanted))
            beyond |= {key: ends(met[key]) if key in met else () for key in wanted}
        return {key: tuple(self._through(ends(each), beyond)) for key, each in found.items()}

    def _through(
        self, names: Iterable[str], beyond: Mapping[str, Sequence[str]]
    ) -> dict[str, None]:
        found, seen, waiting = dict[str, None](), set[str](), list(names)[::-1]
        while waiting:
            name = waiting.pop()
            if name not in self._applied:
                found[name] = None
            elif name not in seen:
                seen.add(name)
                waiting.extend(reversed(beyond[name]))
        return found

    def _answering(self, messages: dict[str, StoredMessage]) -> dict[str, StoredMessage]:
        return {key: replace(each, causes=self._read(each)) for key, each in messages.items()}

    def _read(self, message: StoredMessage) -> tuple[str, ...]:
        causes = dict.fromkeys(map(self.shown_as, message.causes))
        return tuple(each for each in causes if each != message.key)

    def _without(self, keys: Sequence[str]) -> Sequence[str]:
        if not isinstance(keys, NumberedKeys):
            return [key for key in keys if key not in self._applied]
        hidden = keys.numbers_of(self._applied)
        return keys.of(array("i", filterfalse(hidden.__contains__, keys.numbers)))

    def _count_hidden(self) -> int:
        keys = self._inner.snapshot().keys
        return len(keys) - len(self._without(keys))

    def _count(self, summary: ConversationSummary) -> ConversationSummary:
        hidden = self._count_hidden()
        latest = self._latest() if hidden else summary.latest
        return replace(summary, messages=summary.messages - hidden, latest=latest)

    def _latest(self) -> float | None:
        """The latest time that a message claims, of those at the end of the order."""
        near_end = self._inner.messages(list(self.snapshot().keys[-_NEAR_END:]))
        times = [each.asserted for each in near_end.values() if each.asserted is not None]
        return max(times, default=None)

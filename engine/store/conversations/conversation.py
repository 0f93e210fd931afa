"""The interface of all conversations.

Commands, panels, exports and replicas query a conversation without knowing its kind. A kind
subclasses `Conversation` and implements the abstract methods; the rest follows from these, and a
kind overrides what it can compute faster.
"""

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from heapq import nlargest
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from tanglescope.engine.blobs.links import BlobLink, blobs_in
from tanglescope.engine.linear.chunked_rows import NumberedKeys
from tanglescope.engine.linear.horizon import Edges, Horizon, closure, horizon
from tanglescope.engine.linear.orders.named import require_times
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.source import Source
from tanglescope.engine.store.conversations.table import SCUTTLESORT, ConversationSummary
from tanglescope.engine.store.exporting import as_line, as_record
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.errors import reports_damage
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.store.new_messages import ReadMark
from tanglescope.engine.store.orders.members import MessagePlace, NumberedEdges, OrderedMembers
from tanglescope.engine.store.orders.shapes import graph_of
from tanglescope.engine.store.search import Question

if TYPE_CHECKING:
    from tanglescope.engine.drawing.figures import TangleFigure
    from tanglescope.engine.drawing.shape import Shape
    from tanglescope.engine.linear.graph import Graph
    from tanglescope.engine.linear.horizon import ProvenCause
    from tanglescope.engine.store.arrivals.changes import TimelineSnapshot


def most_active(authors: Counter[str], count: int) -> tuple[str, ...]:
    """The authors with the most messages."""
    return tuple(feed for feed, _ in authors.most_common(count))


_AT_ONCE = 500
_NEAR = 5_000
"""How many messages before and after one are near it."""


class ExcludedMessage(NamedTuple):
    """A message that names a conversation and isn't in its timeline.

    `key` is the place of its record if it was refused and has no key. `rule` is None for one that
    is set aside: it joins as soon as the messages that it waits for have joined.
    """

    key: str
    rule: str | None
    why: str
    waits_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenFacts:
    """The facts that at least one message of a conversation declares.

    `links` says whether messages have addresses outside this program and can be answered; nodes of
    graph files don't and can't. `receipts` are times of receipt, and `peers` what several peers
    received. `hides` says whether the app of an Autobase doesn't show some of its entries.
    """

    authors: bool = True
    times: bool = True
    links: bool = True
    receipts: bool = True
    peers: bool = False
    hides: bool = False


@dataclass(frozen=True, slots=True)
class Finality:
    """The confirmed and the signed part of an order, both counted from its beginning.

    `signed` is None if unknown; `conflict` is the first entry that was signed at another position,
    `missing` are the indexers that have yet to sign the confirmed entries.
    """

    confirmed: int
    signed: int | None
    conflict: str | None
    missing: tuple[str, ...]


class ExtraFact(NamedTuple):
    """A line: its text, the messages that it names, and its label."""

    text: str = ""
    keys: tuple[str, ...] = ()
    label: str = ""


@dataclass(frozen=True, slots=True)
class Extra:
    """What only some conversations say about a message; `value` is the same for programs.

    A `notable` one is shown first, and in plain text without being asked for.
    """

    title: str
    facts: Sequence[ExtraFact]
    value: object
    is_notable: bool = False

    def lines(self) -> Iterator[str]:
        """The same as plain text."""
        for text, keys, label in self.facts:
            yield " ".join(filter(None, (label, text or f"{self.title}:", ", ".join(keys))))


class ExtraFinder(NamedTuple):
    """Finds an extra of a message; one `on_request` is only in answers that ask for it."""

    find: Callable[[str], Extra | None]
    on_request: bool = False


@reports_damage(attrgetter("database"))
class Conversation(ABC):
    """A set of messages, their causes, and an order of them."""

    address: Address
    order: str = SCUTTLESORT
    """The name of its own order."""
    is_numbered_apart: bool = False
    """Whether its messages have numbers of their own, not those of the collection."""
    is_searched_alone: bool = False
    """Whether `question` finds messages of this conversation only, and all of them."""
    is_part: bool = False
    """Whether it is part of a larger one, so that messages outside may join some of its own."""
    leaves_out: bool = False
    """Whether it leaves out messages, so that edits are reported of other rows than its own."""
    is_public: bool = True
    """Whether it is public, so that a public reply reveals nothing."""
    database: Database | None = None
    """The source that it was found in; errors there are reported in words."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        reports_damage(attrgetter("database"))(cls)

    @abstractmethod
    def summary(self) -> ConversationSummary:
        """What a list shows of it."""

    def headline(self, messages: int) -> ConversationSummary:
        """The summary of so many messages, without facts that need a look at each."""
        return self.summary()

    @abstractmethod
    def snapshot(self) -> "TimelineSnapshot":
        """Its current order."""

    def part(self, key: str | None, count: int) -> "TimelineSnapshot | None":
        """Some successive messages: the first `count`, or so many on both sides of one of them.

        None if its whole order is read as fast.
        """
        return None

    @abstractmethod
    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of each of these; ghosts have effects, too."""

    @abstractmethod
    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """The known ones of the messages, with their causes here."""

    @abstractmethod
    def numbers(self, keys: Sequence[str]) -> dict[str, int]:
        """Numbers of messages that ascend in the order of import."""

    @abstractmethod
    def value(self, key: str) -> str | None:
        """The signed text of a message."""

    def messages_with_causes(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """The known ones of the messages, with all their causes in this conversation."""
        return self.messages(keys)

    def question(self, words: str) -> Question:
        """The question for words in this conversation; it may find messages outside of it."""
        return Question(words)

    def find(self, words: str, count: int) -> list[str] | None:
        """Messages that contain words, the newest first; None if `question` finds them."""
        return None

    def revision(self) -> int | None:
        """The revision of a stored order whose edits are reported, without reading it."""
        return None

    def shown_as(self, key: str) -> str:
        """The message in whose place or text a message is read: itself, unless it is left out."""
        return key

    def holds_any(self, keys: Collection[str]) -> bool:
        """Whether any of some messages is in it."""
        return not set(keys).isdisjoint(self.snapshot().keys)

    def in_order(self) -> list[str]:
        """The keys of its messages in order."""
        return list(self.snapshot().keys)

    def unread(self, mark: ReadMark) -> list[str]:
        """Its unread messages, in its order."""
        keys = self.snapshot().keys
        if isinstance(keys, NumberedKeys):
            numbers = keys.numbers
            unread = set(self._unread_of(numbers, mark))
            return keys.names([*filter(unread.__contains__, numbers)]) if unread else []
        numbered = self.numbers(keys)
        unread = set(self._unread_of(numbered.values(), mark))
        return [key for key in keys if numbered.get(key) in unread]

    def _unread_of(self, numbers: Collection[int], mark: ReadMark) -> list[int]:
        """Those of the numbers of all its messages that are unread."""
        if not self.is_numbered_apart:
            later = mark.number
            return [each for each in numbers if each > later and not mark.has_read(each)]
        read = mark.counts.get(str(self.address.in_order_by(None)), len(numbers))
        return nlargest(max(0, len(numbers) - read), numbers)

    def require_times(self) -> None:
        """Raise `GraphError` if it is in an order by times alone, and no message has one.

        Those without a time are last.
        """
        first = list(self.snapshot().keys[:1])
        graph = graph_of("", self.messages(first).values(), self.numbers(first))
        require_times(graph, self.order)

    def position(self, key: str) -> MessagePlace | None:
        """The position of a message in the order; None for a ghost."""
        keys = self.snapshot().keys
        with suppress(ValueError):
            return MessagePlace(keys.index(key), len(keys))
        return None

    def ranks(self, keys: Sequence[str]) -> Mapping[str, int] | None:
        """The ranks of some of its messages in ScuttleSort, where that isn't its own order.

        None if ranks count only its own messages, so that they follow from its graph.
        """
        return None

    def horizon(self, key: str) -> Horizon | None:
        """The past and the future of a message; None for an unknown one."""
        snapshot = self.snapshot()
        ghosts = {cause for causes in snapshot.waiting.values() for cause in causes}
        if key not in ghosts and key not in snapshot.keys:
            return None
        joined = self.edges([*snapshot.keys, *ghosts])
        past = closure(key, lambda name: joined[name].causes)
        future = closure(key, lambda name: joined[name].effects)
        return horizon(key, past, future, ghosts, len(snapshot.keys))

    def numbered_edges(self) -> NumberedEdges | None:
        """Its edges by the numbers of messages; None if they aren't stored.

        Edges to and from messages outside of it may be among them.
        """
        return None

    def proven_causes(self, key: str) -> Sequence["ProvenCause"]:
        """The causes of a message with what proves them; empty if proofs aren't distinguished."""
        return ()

    def graph(self) -> "Graph":
        """The conversation as a graph, in the order of arrival."""
        keys = self.in_order()
        return graph_of(
            str(self.address), self.messages_with_causes(keys).values(), self.numbers(keys)
        )

    def shape(self) -> "Shape":
        """The conversation without its texts, to be drawn and counted."""
        keys = self.in_order()
        # Imported here: only drawings need shapes.
        from tanglescope.engine.store.orders.shapes import shape_of

        return shape_of(keys, self.messages_with_causes(keys), self.numbers(keys))

    @property
    def relations(self) -> Mapping[str, Callable[[], Sequence[tuple[str, str]]]]:
        """Relations besides causes, by the names of kinds of extra edges; each finds its pairs."""
        return {}

    def finality(self) -> Finality | None:
        """The final part of its own order; None if nothing is voted on."""
        return None

    def writers(self) -> tuple[str, ...]:
        """The authors in it, in the order in which they joined, as far as that is known.

        Empty if too many people write. Found without reading every message.
        """
        return ()

    def facts(self) -> Mapping[str, object]:
        """Facts about it for programs besides its messages, in its own order."""
        return {"unknown": unknown} if (unknown := list(self.unknown())) else {}

    def unknown(self) -> Sequence[str]:
        """What can't be known about it because a key is missing, in sentences."""
        return ()

    def given_facts(self) -> GivenFacts:
        """The facts that its messages declare."""
        return GivenFacts()

    def records(self, keys: Sequence[str]) -> Iterator[bytes]:
        """The lines of an importable archive with these messages, in their order."""
        for each in self._in_batches(keys):
            value = json.loads(self.value(each.key) or "null")
            yield as_line(as_record(each.key, value, each.received))

    def blobs(self, near: str = "") -> Iterator[tuple[str, BlobLink]]:
        """Every blob that is named here, perhaps only near a message, after the first to do so."""
        keys, seen = self.in_order(), set[str]()
        if near in keys:
            place = keys.index(near)
            keys = keys[max(0, place - _NEAR) : place + _NEAR]
        for each in self._in_batches(keys):
            for link in blobs_in(each.content):
                if link.id not in seen:
                    seen.add(link.id)
                    yield each.key, link

    def _in_batches(self, keys: Sequence[str]) -> Iterator[StoredMessage]:
        """The known ones of many messages, in their order."""
        for first in range(0, len(keys), _AT_ONCE):
            batch = keys[first : first + _AT_ONCE]
            found = self.messages(batch)
            yield from (found[key] for key in batch if key in found)

    def figure(self) -> "TangleFigure":
        """The form in which the text that defines its kind draws it."""
        # Imported here: only drawings need figures.
        from tanglescope.engine.drawing.figures import tangle_figure

        return tangle_figure()

    @property
    def extras(self) -> Mapping[str, ExtraFinder]:
        """What only some conversations say about a message, by name."""
        return {}

    def extras_of(self, key: str, asked: Collection[str] | None = ()) -> dict[str, Extra]:
        """The extras of a message by name: the usual ones and those asked for; None asks for all.

        What isn't said of this message is left out.
        """
        wanted = {
            name: finder
            for name, finder in self.extras.items()
            if not finder.on_request or asked is None or name in asked
        }
        found = {name: finder.find(key) for name, finder in wanted.items()}
        return {name: extra for name, extra in found.items() if extra is not None}

    def list_excluded(self) -> Sequence[ExcludedMessage]:
        """The messages that name this conversation and aren't in it."""
        return ()


class OrderedConversation(Conversation):
    """A conversation whose members, edges and order are stored."""

    _database: Database

    @property
    @abstractmethod
    def _members(self) -> OrderedMembers:
        """Its members."""

    def position(self, key: str) -> MessagePlace | None:
        with reading(self._database):
            return self._members.place(key)

    def horizon(self, key: str) -> Horizon | None:
        with reading(self._database):
            return self._members.horizon(key)

    def numbered_edges(self) -> NumberedEdges:
        with reading(self._database):
            return self._members.numbered_edges()


class DatabaseConversation(Conversation):
    """A conversation whose messages are read from the database one by one, in any order."""

    def __init__(self, source: Source, address: Address) -> None:
        self.address = address
        self._source = source
        self._database = source.database

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """The known ones of the messages, with their causes in their threads."""
        return self._source.messages(keys, by_opened=True)

    def numbers(self, keys: Sequence[str]) -> dict[str, int]:
        return self._source.numbers(keys)

    def value(self, key: str) -> str | None:
        return self._source.value(key)

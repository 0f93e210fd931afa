"""Autobases: the graphs of Corestores, with the final part of their order."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from weakref import WeakKeyDictionary

import orjson

from tanglescope.engine.archive.graphs.pieces import AUTOBASE, TINY_FEED
from tanglescope.engine.archive.record import ArchiveError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.graph import (
    Graph,
    GraphError,
    Node,
    Writer,
    since_the_beginning,
    together,
)
from tanglescope.engine.store.arrivals.changes import TimelineChange
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.conversation import Finality
from tanglescope.engine.store.conversations.graphs import GraphConversation, GraphFiles
from tanglescope.engine.store.conversations.kind import Listing
from tanglescope.engine.store.conversations.source import Source
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.graph_nodes import GraphNodes, StoredGraph

if TYPE_CHECKING:
    from tanglescope.engine.linear.autobase.order import GrowingBase


class BaseEnd(NamedTuple):
    """The order of an Autobase from a position on, and the number of all its final entries."""

    start: int
    order: list[str]
    confirmed: int


@dataclass(slots=True)
class _OpenBase:
    """The entries of an Autobase that weren't final when it was read, and those after them.

    `orders` are the revisions of stored orders that it continues.
    """

    start: int
    base: "GrowingBase"
    orders: tuple[int, ...] = ()
    nodes: list[Node] = field(default_factory=list)
    last: int = 0


class Bases:
    """The Autobases of a database, from what was final when they were read; they grow in memory."""

    def __init__(self, database: Database) -> None:
        self._nodes = GraphNodes(database)
        self._opened: dict[int, _OpenBase] = {}

    def order_end(self, kept: StoredGraph) -> BaseEnd:
        """The present order of an Autobase, as far as it may differ from the stored one."""
        opened = self._opened.pop(kept.number, None)
        if opened is None or opened.start > kept.confirmed or kept.ordered not in opened.orders:
            opened = self._read(kept)
        graph: Graph | None = None
        with suppress(GraphError):  # an entry was replaced
            graph = self._graph(kept, opened)
        if graph is None or opened.start + len(opened.nodes) != kept.nodes:
            opened = self._read(kept._replace(confirmed=0))
            graph = self._graph(kept, opened)
        order = opened.base.follow(graph)
        opened.orders = kept.ordered, kept.revision
        if opened.base.confirmed_length <= _MOST_FINAL:
            self._opened[kept.number] = opened
        return BaseEnd(opened.start, order, opened.start + opened.base.confirmed_length)

    def _graph(self, kept: StoredGraph, opened: _OpenBase) -> Graph:
        """Its entries, with those that have arrived since. Raises `GraphError`."""
        for number, node in self._nodes.nodes_with_numbers(kept.number, opened.last):
            opened.nodes.append(node)
            opened.last = number
        return replace(together((), opened.nodes), writers=self._voters(kept.number))

    def _read(self, kept: StoredGraph) -> _OpenBase:
        """An Autobase from what is final in its stored order."""
        # Imported here so that code that only reads threads starts fast.
        from tanglescope.engine.linear.autobase.order import GrowingBase

        order = self._nodes.members(kept.number, is_ranked=False).blocks.beginning(kept.confirmed)
        rest = self._nodes.nodes_with_numbers(kept.number, without=set(order)) if order else []
        nodes = [node for _, node in rest]
        if not order or not self._nodes.are_latest(kept.number, nodes):
            return _OpenBase(0, GrowingBase())
        final: list[tuple[str, str | None]] = []
        if any(each.added or each.removed for each in self._voters(kept.number)):
            every = self._nodes.arrived_since(kept.number, 0)
            written = {each.number: (each.key, each.writer) for each in every}
            final = [written[number] for number in order]
        last = max([*order, *(number for number, _ in rest)])
        return _OpenBase(len(order), GrowingBase(final), (), nodes, last)

    def _voters(self, number: int) -> tuple[Writer, ...]:
        """The writers, as far as entries that are here change them."""
        writers = self._nodes.writers(number)
        changing = [name for each in writers for name in (*each.added, *each.removed)]
        here = self._nodes.numbers(number, changing).keys()
        return tuple(since_the_beginning(each, here) for each in writers)


_MOST_FINAL = 1_000
"""The most entries that became final in memory before an Autobase is read again from there."""

_bases: WeakKeyDictionary[Database, Bases] = WeakKeyDictionary()
"""Those of each database that Autobases are written to."""


class AutobaseConversation(GraphConversation):
    """One Autobase."""

    def _read_order(self, kept: StoredGraph) -> tuple[list[str], int]:
        """The current order, and its final part; only what is new is added."""
        end = self._source.part(Bases).order_end(kept)
        final = self._nodes.keys([*self._members.blocks.beginning(end.start)])
        return final + end.order, end.confirmed

    def facts(self) -> Mapping[str, object]:
        """The lengths of the confirmed and of the signed beginning of the order.

        If they differ, `missing` are the indexers that have yet to sign more.
        """
        found = self.finality()
        facts: dict[str, object] = {"confirmed": found.confirmed}
        if found.signed is not None:
            facts["signed"] = found.signed
        if found.conflict is not None:
            facts["conflict"] = found.conflict
        if found.missing:
            facts["missing"] = list(found.missing)
        return facts

    def finality(self) -> Finality:
        """The final part of the order."""
        # Cryptography and arrays, imported here so that code that only reads threads starts fast.
        from tanglescope.engine.archive.corestore.bases import agreement
        from tanglescope.engine.debug.explaining.voting import signing

        kept = self._stored_graph
        order = self.in_order()
        confirmed = kept.confirmed if kept.is_ordered else self._read_order(kept)[1]
        facts = self._graphs.facts(kept.number)
        signed = agreement(facts.get("signed"), facts.get("shown", ()), order)
        missing: tuple[str, ...] = ()
        if signed.signed is not None and signed.signed < confirmed:
            missing = signing(self._opened_graph.graph).missing
        return Finality(confirmed, signed.signed, signed.conflict, missing)

    def records(self, keys: Sequence[str]) -> Iterator[bytes]:
        """A copy with signatures if all entries are wanted and their stores are there.

        Otherwise a graph line, which isn't signed.
        """
        whole = len(keys) == self._stored_graph.nodes
        copies = list(self._copies()) if whole else []
        yield from chain.from_iterable(copies) if copies else super().records(keys)

    def _copies(self) -> Iterator[list[bytes]]:
        """Copies from each store that the base was read from, as far as it can be read now."""
        from tanglescope.engine.archive.corestore.copies import copies_at
        from tanglescope.engine.archive.corestore.storage import CorestoreError

        for path in self._nodes.archives(self._stored_graph.number):
            with suppress(CorestoreError, ArchiveError, OSError):
                yield list(copies_at(Path(path), self.address.subject))

    def unsaid(self, key: str) -> str:
        """The text for an entry without a value, which only refers to others."""
        return tr("Acknowledges the entries that it refers to")


class Autobases(GraphFiles):
    """Autobases, by their keys."""

    kinds = (AUTOBASE,)
    kind = AUTOBASE
    is_signed = True
    order = "autobase"

    def settle(self, database: Database) -> list[TimelineChange]:
        """Edit the orders of the Autobases that entries were added to."""
        nodes = GraphNodes(database)
        bases = _bases.setdefault(database, Bases(database))
        ends = ((kept, bases.order_end(kept)) for kept in nodes.out_of_order(self.kind))
        changes = (
            nodes.put_order(self.kind, kept, end.order, end.confirmed, end.start)
            for kept, end in ends
        )
        return [change for change in changes if change is not None]

    def conversation(self, source: Source, address: Address) -> AutobaseConversation:
        """The conversation for an Autobase."""
        return AutobaseConversation(source, address, self)


_KEY = re.compile(r"[0-9a-f]{64}", re.ASCII)

_CHATS = (["TAV"], ["TAM"], ["TXT"])
"""The tags of chat entries; a list of tips may come before their text."""


def written_in(entry: str) -> str:
    """What a person wrote in a chat entry of tinySSB; any other entry is unchanged."""
    try:
        value = orjson.loads(entry)
    except orjson.JSONDecodeError:
        return entry
    if not isinstance(value, list) or value[:1] not in _CHATS:
        return entry
    return next((each for each in value[1:] if isinstance(each, str) and each.strip()), entry)


class TinyFeeds(GraphFiles):
    """Feeds of tinySSB."""

    kinds = (TINY_FEED,)
    listing = Listing.FEEDS
    kind = TINY_FEED
    is_signed = True

    def written_text(self, text: str) -> str:
        """What a person wrote in an entry of a chat."""
        return written_in(text)

    def read(self, text: str) -> Address | None:
        """The address of a feed."""
        address = super().read(text)
        return address if address is not None and _KEY.fullmatch(address.subject) else None

"""Autobases: the graphs of Corestores, with the final part of their order."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from tanglescope.engine.archive.graphs.pieces import AUTOBASE, TINY_FEED
from tanglescope.engine.linear.graph import Graph, GraphError
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.conversation import Finality
from tanglescope.engine.store.conversations.graphs import GraphConversation, GraphFiles
from tanglescope.engine.store.conversations.in_memory import GraphOrder
from tanglescope.engine.store.conversations.kind import Listing
from tanglescope.engine.store.conversations.source import Source
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.graph_nodes import GraphNodes, StoredGraph
from tanglescope.engine.wording import tr


@dataclass(frozen=True, slots=True)
class _Signed:
    """The signed and the shown entries, as recorded by a store."""

    signed: tuple[str, ...] | None
    shown: tuple[str, ...]

    @classmethod
    def read(cls, said: Mapping[str, Any]) -> Self:
        """From the stored facts about a graph as a whole."""
        signed = said.get("signed")
        return cls(None if signed is None else tuple(signed), tuple(said.get("shown", ())))


class OpenedBase:
    """An Autobase in memory that grows as entries arrive."""

    def __init__(self) -> None:
        from tanglescope.engine.linear.autobase.order import GrowingBase

        self._graph = Graph(())
        self._last = 0
        self._base = GrowingBase()
        self.order = GraphOrder((), {})

    @property
    def confirmed(self) -> int:
        """The number of entries at the beginning of the order that are final."""
        return self._base.confirmed

    def follow(self, nodes: GraphNodes, number: int) -> None:
        """Add all entries that have arrived. Raises `GraphError` if an entry was replaced."""
        graph, self._last = nodes.grown(number, self._graph.nodes, self._last)
        self._graph, self.order = graph, GraphOrder(self._base.follow(graph), graph.causes)


class Bases:
    """The Autobases of a database that were assembled in memory."""

    def __init__(self, database: Database) -> None:
        self._nodes = GraphNodes(database)
        self._opened: dict[int, tuple[StoredGraph, OpenedBase]] = {}

    def opened(self, kept: StoredGraph) -> OpenedBase:
        """An Autobase with all entries that have arrived."""
        before, base = self._opened.pop(kept.number, (None, OpenedBase()))
        if before != kept and not self._follow(base, kept):
            base = OpenedBase()
            base.follow(self._nodes, kept.number)
        self._opened[kept.number] = kept, base
        return base

    def _follow(self, base: OpenedBase, kept: StoredGraph) -> bool:
        """Add the entries that have arrived; False if entries were replaced or removed."""
        try:
            base.follow(self._nodes, kept.number)
        except GraphError:
            return False
        return len(base.order) == kept.nodes


class AutobaseConversation(GraphConversation):
    """One Autobase."""

    def _whole(self, kept: StoredGraph) -> GraphOrder:
        """The current order; only what is new is added."""
        return self._source.part(Bases).opened(kept).order

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
        from tanglescope.engine.debug.explaining.signing import signing

        kept = self._kept
        base = self._source.part(Bases).opened(kept)
        said = self._graphs.facts(kept.number)
        signed = agreement(_Signed.read(said), list(base.order))
        confirmed = base.confirmed
        missing: tuple[str, ...] = ()
        if signed.signed is not None and signed.signed < confirmed:
            missing = signing(self._opened.graph).missing
        return Finality(confirmed, signed.signed, signed.conflict, missing)

    def unsaid(self, key: str) -> str:
        """The text for an entry without a value, which only refers to others."""
        return tr("Acknowledges the entries that it refers to")


class Autobases(GraphFiles):
    """Autobases, by their keys."""

    kinds = (AUTOBASE,)
    kind = AUTOBASE
    is_signed = True
    order = "autobase"

    def conversation(self, source: Source, address: Address) -> AutobaseConversation:
        """The conversation for an Autobase."""
        return AutobaseConversation(source, address, self.graphs)


_KEY = re.compile(r"[0-9a-f]{64}", re.ASCII)


class TinyFeeds(GraphFiles):
    """Feeds of tinySSB."""

    kinds = (TINY_FEED,)
    listing = Listing.FEEDS
    kind = TINY_FEED
    is_signed = True

    def read(self, text: str) -> Address | None:
        """The address of a feed."""
        address = super().read(text)
        return address if address is not None and _KEY.fullmatch(address.subject) else None

"""Graphs: what graph files hold, and the Autobases of Corestores.

They are put together in memory when they are looked at. Nothing of a graph file is signed, so
its nodes are `unverified`; entries of Autobases were verified when they were read.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import orjson

from engine.archive.graphs.pieces import GRAPH, Item
from engine.debug.graph_line import graph_line
from engine.linear.edges import Edges
from engine.linear.graph import Graph
from engine.linear.orders import order_of
from engine.message.verdict import Rule
from engine.store.changes import TimelineSnapshot
from engine.store.conversations.address import Address
from engine.store.conversations.built import BuiltConversation, most_active
from engine.store.conversations.conversation import NAMES, SCUTTLESORT, ConversationSummary
from engine.store.conversations.kind import Kind, Listing
from engine.store.conversations.source import Source
from engine.store.graph_nodes import GraphNodes, KeptGraph, ListedGraph
from engine.store.messages import StoredMessage
from engine.store.sqlite import Database
from engine.wording import later, tr

_NODE = "node"


class GraphOrder:
    """A graph in one order, with what joins its nodes."""

    def __init__(self, graph: Graph, order: Sequence[str]) -> None:
        self._order = order
        self._positions = {key: position for position, key in enumerate(order)}
        self.causes = {node.id: node.after for node in graph.nodes}

    def __len__(self) -> int:
        return len(self._order)

    def __iter__(self) -> Iterator[str]:
        return iter(self._order)

    def __contains__(self, name: object) -> bool:
        return name in self._positions

    @cached_property
    def effects(self) -> dict[str, list[str]]:
        """What comes after every node and ghost."""
        effects: dict[str, list[str]] = {}
        for key in self._order:
            for cause in self.causes[key]:
                effects.setdefault(cause, []).append(key)
        return effects

    @cached_property
    def ghosts(self) -> set[str]:
        """What is named and isn't there."""
        return self.effects.keys() - self._positions.keys()

    @cached_property
    def _ranks(self) -> dict[str, int]:
        """How many nodes lead to each at most; an order that isn't causal doesn't say it."""
        ranks: dict[str, int] = {}
        waits = {
            key: sum(cause in self._positions for cause in causes)
            for key, causes in self.causes.items()
        }
        free = [key for key, causes in waits.items() if not causes]
        ranks.update(dict.fromkeys(free, 0))
        for key in free:
            for effect in self.effects.get(key, ()):
                ranks[effect] = max(ranks.get(effect, 0), ranks[key] + 1)
                waits[effect] -= 1
                if not waits[effect]:
                    free.append(effect)
        return ranks

    def position(self, name: str) -> int:
        """Where a node is."""
        return self._positions[name]

    def rank(self, name: str) -> int:
        """How many nodes lead to it at most."""
        return self._ranks[name]

    def edges(self, name: str) -> Edges:
        """What joins a node or ghost to others."""
        return Edges(self.causes.get(name, ()), tuple(self.effects.get(name, ())))


@dataclass(frozen=True, slots=True)
class OpenedGraph:
    """A graph that was read from the database, in its own order."""

    kept: KeptGraph
    graph: Graph
    items: Mapping[str, Item]
    order: GraphOrder


class Graphs:
    """The graphs of a database that were looked at, read anew as they grow."""

    def __init__(self, database: Database) -> None:
        self._nodes = GraphNodes(database)
        self._opened: dict[int, OpenedGraph] = {}

    def opened(self, kind: str, name: str, by: str) -> OpenedGraph | None:
        """The graph of a name in an order; None where there is none."""
        kept = self._nodes.find(kind, name)
        if kept is None:
            return None
        before = self._opened.get(kept.number)
        if before is None or before.kept != kept:
            graph, items = self._nodes.graph(kept.number)
            order = GraphOrder(graph, order_of(graph, by))
            self._opened[kept.number] = OpenedGraph(kept, graph, items, order)
        return self._opened[kept.number]

    def holding(self, kind: str, key: str) -> list[str]:
        """The names of the graphs that have a node of that id."""
        return self._nodes.holding(kind, key)

    def facts(self, number: int) -> Mapping[str, Any]:
        """What the source says about a graph as a whole."""
        return self._nodes.facts(number)


class GraphConversation(BuiltConversation):
    """One graph."""

    def __init__(self, source: Source, address: Address, opened: OpenedGraph, order: str) -> None:
        super().__init__(address, opened.order, None)
        self.order = order
        self._source = source
        self._opened = opened

    def snapshot(self) -> TimelineSnapshot:
        """Its order as it is now."""
        return replace(super().snapshot(), revision=self._opened.kept.revision)

    def summary(self) -> ConversationSummary:
        """What a list shows of it."""
        nodes = GraphNodes(self._source.database)
        [listed] = nodes.listed(self.address.kind, self.address.subject)
        return _summary(self._source, self.address.kind, self.order, listed)

    def headline(self, messages: int) -> ConversationSummary:
        """The summary of so many nodes, without their writers and times."""
        listed = ListedGraph(self.address.subject, messages, None, None, Counter())
        return _summary(self._source, self.address.kind, self.order, listed)

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """Those of the nodes that are known, with their causes."""
        items = self._opened.items
        return {key: self._stored(items[key]) for key in keys if key in items}

    def numbers(self, keys: Sequence[str]) -> dict[str, int]:
        """Numbers of nodes that ascend as they were taken in."""
        return {key: self._numbers[key] for key in keys if key in self._numbers}

    def value(self, key: str) -> str | None:
        """A node as a line of a graph file."""
        if key not in self._opened.items:
            return None
        return orjson.dumps(self._lines([key])[0]).decode()

    def graph(self) -> Graph:
        """The graph itself, in the order of arrival."""
        return replace(self._opened.graph, name=str(self.address))

    def records(self, keys: Sequence[str]) -> Iterator[bytes]:
        """A graph line with these nodes."""
        line = graph_line(replace(self._opened.graph, nodes=()))
        yield orjson.dumps({**line, "nodes": self._lines(keys)}) + b"\n"

    def references(self) -> Sequence[tuple[str, str]]:
        """The nodes that refer to others without coming after them, each with one of those."""
        items = self._opened.items
        return [
            (key, other)
            for key, item in items.items()
            for other in item.references
            if other in items
        ]

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {node.id: number for number, node in enumerate(self._opened.graph.nodes)}

    def _lines(self, keys: Sequence[str]) -> list[dict[str, object]]:
        """Nodes as a graph file has them, in the order of arrival."""
        wanted = set(keys)
        nodes = tuple(node for node in self._opened.graph.nodes if node.id in wanted)
        lines = graph_line(Graph(nodes))["nodes"]
        for line in lines:
            item = self._opened.items[line["id"]]
            said: dict[str, object] = {"label": item.label, "text": item.text}
            said["references"] = list(item.references) or None
            line.update((name, text) for name, text in said.items() if text is not None)
        return list(lines)

    def unsaid(self, key: str) -> str:
        """What is shown of a node that says nothing."""
        return key

    def _stored(self, item: Item) -> StoredMessage:
        node = item.node
        said = [text for text in (item.label, item.text) if text]
        return StoredMessage(
            key=node.id,
            author=node.writer or "",
            sequence=node.sequence or 0,
            asserted=node.asserted,
            received=node.received,
            type=_NODE,
            content={"type": _NODE, "text": "\n".join(said) or self.unsaid(node.id)},
            standing=item.standing,
            rule=Rule.UNSIGNED if self.address.kind == GRAPH else None,
            causes=self._opened.order.causes[node.id],
            has_signed_text=False,
        )


_TITLES = {
    GRAPH: later("Graph {name}"),
    "autobase": later("Autobase {name}"),
    "feed": later("tinySSB feed {name}"),
}


class GraphFiles(Kind):
    """Graphs from graph files, by name."""

    listing: Listing | None = Listing.THREADS
    kind = GRAPH
    order = SCUTTLESORT

    def read(self, text: str) -> Address | None:
        """The address of a graph."""
        name = text.removeprefix(f"{self.kind}:")
        return None if name == text else Address(self.kind, name)

    def find(self, source: Source, address: Address) -> GraphConversation | None:
        """The graph of a name; None where there is none."""
        opened = source.part(Graphs).opened(self.kind, address.subject, self.order)
        return None if opened is None else self.conversation(source, address, opened)

    def conversation(
        self, source: Source, address: Address, opened: OpenedGraph
    ) -> GraphConversation:
        """The conversation over a graph."""
        return GraphConversation(source, address, opened, self.order)

    def summaries(self, source: Source, words: Sequence[str]) -> list[ConversationSummary]:
        """The graphs whose names hold all words."""
        listed = GraphNodes(source.database).listed(self.kind)
        summaries = (_summary(source, self.kind, self.order, each) for each in listed)
        return [summary for summary in summaries if summary.mentions(words)]

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        """The graphs that have a node of that id."""
        return [Address(self.kind, name) for name in source.part(Graphs).holding(self.kind, key)]


def _summary(source: Source, kind: str, order: str, graph: ListedGraph) -> ConversationSummary:
    return ConversationSummary(
        address=str(Address(kind, graph.name)),
        kind=kind,
        root=graph.name,
        present=True,
        messages=graph.nodes,
        authors=len(graph.writers),
        title=tr(_TITLES[kind], name=graph.name),
        names=most_active(graph.writers, source.called(graph.writers), NAMES),
        first=graph.first,
        latest=graph.latest,
        order=order,
        is_signed=kind != GRAPH,
    )

"""Graphs: those of graph files, and the Autobases of Corestores.

They are assembled in memory when they are opened. Graph files aren't signed, so their nodes are
`unverified`; entries of Autobases were verified when they were read.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import asdict, dataclass, field, replace
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import orjson

from tanglescope.engine.archive.graphs.matrix import is_event
from tanglescope.engine.archive.graphs.pieces import GRAPH, GraphItem, value_of
from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.linear.graph import Graph
from tanglescope.engine.linear.horizon import Components, Edges
from tanglescope.engine.linear.orders.named import order_of
from tanglescope.engine.message.verdict import Rule
from tanglescope.engine.store.arrivals.changes import TimelineSnapshot
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.conversations.conversation import (
    Extra,
    ExtraFact,
    ExtraFinder,
    GivenFacts,
    OrderedConversation,
    most_active,
)
from tanglescope.engine.store.conversations.kind import Kind, Listing
from tanglescope.engine.store.conversations.source import RememberedParts, Source
from tanglescope.engine.store.conversations.table import (
    MOST_LOOKED_AT,
    NAMES,
    SCUTTLESORT,
    ConversationSummary,
)
from tanglescope.engine.store.files.database import connect, reading
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.graph_nodes import (
    ArrivedNode,
    GraphNodes,
    ListedGraph,
    StoredGraph,
    said_in,
)
from tanglescope.engine.store.messages import StoredMessage
from tanglescope.engine.store.orders.members import OrderedMembers
from tanglescope.engine.store.search import GraphWords
from tanglescope.engine.tangle.titles import one_line

if TYPE_CHECKING:
    from tanglescope.engine.drawing.shape import Shape
    from tanglescope.engine.reduce.matrix.room_history import RoomHistory

_NODE = "node"


@dataclass(slots=True)
class _GrowingComponents:
    """The components of a graph, up to the last node read."""

    components: Components[str] = field(default_factory=Components)
    nodes: int = 0
    last: int = 0
    revision: int = -1

    def join(self, arrived: Sequence[ArrivedNode]) -> None:
        """Add nodes."""
        for node in arrived:
            self.components.add(node.key, node.after)
            self.last = node.number
        self.nodes += len(arrived)


@dataclass(frozen=True, slots=True)
class OpenedGraph:
    """A graph read from the database."""

    graph: Graph
    items: Mapping[str, GraphItem]


class Graphs:
    """The graphs of a database that were opened, updated as they grow."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.nodes = self._nodes = GraphNodes(database)
        self._made = RememberedParts(database)
        self._components: dict[int, _GrowingComponents] = {}
        self._listed: dict[int, tuple[int, ListedGraph]] = {}
        self._words: dict[int, GraphWords] = {}

    def list_facts(self, graphs: Sequence[StoredGraph]) -> list[ListedGraph]:
        """The facts about graphs for a list; those that haven't changed are remembered."""
        known = self._listed
        new = {
            each.number: each.revision
            for each in graphs
            if each.number not in known or known[each.number][0] != each.revision
        }
        for number, found in (self._nodes.describe(new) if new else {}).items():
            known[number] = new[number], found
        return [known[each.number][1] for each in graphs]

    def find(self, number: int, words: str, count: int) -> list[str]:
        """The nodes of a graph that contain words, the newest first."""
        index = self._words.setdefault(number, GraphWords())
        index.follow(self._database, number)
        return self._nodes.keys(index.find(words, count))

    def components(self, kept: StoredGraph) -> Components[str]:
        """The components of a graph, with new nodes."""
        growing = self._components.setdefault(kept.number, _GrowingComponents())
        if growing.revision != kept.revision:
            growing.join(self._nodes.arrived_since(kept.number, growing.last))
            if growing.nodes != kept.nodes:  # some were forgotten
                growing = self._components[kept.number] = _GrowingComponents()
                growing.join(self._nodes.arrived_since(kept.number, 0))
            growing.revision = kept.revision
        return growing.components

    def open_graph(self, kept: StoredGraph) -> OpenedGraph:
        """A graph as a whole."""
        found: OpenedGraph = self._made.get(
            ("graph", kept.number), kept, lambda: OpenedGraph(*self._nodes.graph(kept.number))
        )
        return found

    def hidden_entries(self, kept: StoredGraph) -> Mapping[str, str]:
        """The entries that the app of an Autobase doesn't show; see `unshown`."""
        # Imported here, because few graphs have writers that were removed.
        from tanglescope.engine.linear.autobase.removals import unshown

        graph = self.open_graph(kept).graph
        found: Mapping[str, str] = self._made.get(
            ("hidden", kept.number), kept, lambda: unshown(graph, order_of(graph, "autobase"))
        )
        return found

    def room(self, kept: StoredGraph, key: str) -> "RoomHistory | None":
        """The history of the Matrix room that a node is an event of; None if it is none."""
        item = self._nodes.items(kept.number, [key]).get(key)
        if item is None or not is_event(value_of(item.raw)):
            return None
        found: RoomHistory = self._made.get(
            ("room", kept.number), kept, lambda: self._read_room(kept)
        )
        return found

    def _read_room(self, kept: StoredGraph) -> "RoomHistory":
        # Imported here, because few graphs are rooms.
        from tanglescope.engine.reduce.matrix.room_history import RoomHistory

        history = RoomHistory()
        for name, each in self.open_graph(kept).items.items():
            history.add(name, value_of(each.raw))
        return history

    def holding(self, kind: str, key: str) -> list[str]:
        """The names of the graphs that have a node of that id."""
        return self._nodes.holding(kind, key)

    def facts(self, number: int) -> Mapping[str, Any]:
        """The properties of a graph as a whole, as given by its source."""
        return self._nodes.facts(number)


class GraphConversation(OrderedConversation):
    """One graph; pages of a large one are read from the database without assembling it."""

    is_numbered_apart = True

    def __init__(self, source: Source, address: Address, kept: "GraphFiles") -> None:
        self.address = address
        self.order = kept.order
        self._kept_as = kept
        self._source = source
        self._database = source.database
        self._graphs = source.part(Graphs)
        self._nodes = self._graphs.nodes

    @property
    def _stored_graph(self) -> StoredGraph:
        found = self._nodes.find(self.address.kind, self.address.subject)
        assert found is not None  # graphs stay
        return found

    @property
    def _opened_graph(self) -> OpenedGraph:
        return self._graphs.open_graph(self._stored_graph)

    @property
    def _members(self) -> OrderedMembers:
        return self._nodes.members(self._stored_graph.number, is_ranked=self._kept_as.is_ranked)

    def revision(self) -> int | None:
        """The revision of the stored order, whose edits are reported; None if it is out of date."""
        kept = self._stored_graph
        return kept.revision if kept.is_ordered else None

    def snapshot(self) -> TimelineSnapshot:
        """Its current order: the stored one, unless that is out of date."""
        with reading(self._source.database):
            kept, members, address = self._stored_graph, self._members, str(self.address)
            waiting = members.waiting()
            if kept.is_ordered:
                return TimelineSnapshot(address, kept.revision, members.keys(), waiting)
        order, confirmed = self._read_order(kept)
        # If it can't be written now, it is assembled again the next time.
        with suppress(DatabaseError), closing(connect(self._source.path)) as database:
            GraphNodes(database).put_order(self.address.kind, kept, order, confirmed)
        return TimelineSnapshot(address, kept.revision, order, waiting)

    def _read_order(self, kept: StoredGraph) -> tuple[list[str], int]:
        """The current order, assembled in memory, and the number of final nodes."""
        return order_of(self._opened_graph.graph, self.order), 0

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of each of these; ghosts have effects, too."""
        causes = self._nodes.causes(self._stored_graph.number, keys)
        joined = self._members.edges_of(keys)
        return {key: Edges(causes.get(key, ()), each.effects) for key, each in joined.items()}

    def summary(self) -> ConversationSummary:
        """What a list shows of it."""
        with reading(self._database):
            [listed] = self._graphs.list_facts([self._stored_graph])
        return _summary(self._source, self._kept_as, listed)

    def headline(self, messages: int) -> ConversationSummary:
        """The summary of so many nodes, without their writers and times."""
        title = self._nodes.title(self._stored_graph.number)
        listed = ListedGraph(self.address.subject, messages, None, None, Counter(), title)
        return _summary(self._source, self._kept_as, listed)

    def messages(self, keys: Sequence[str]) -> dict[str, StoredMessage]:
        """The known ones of the nodes, with their causes."""
        kept = self._stored_graph
        items = self._nodes.items(kept.number, keys)
        causes = self._nodes.causes(kept.number, keys)
        number = self._component_numbers(kept)
        marks, names = self._marks(kept), self._names(kept, items.values())
        hidden = self._hidden_entries(kept)
        return {
            key: replace(
                self._stored_message(items[key], causes[key], number(key), marks.get(key, ())),
                name=names(items[key]),
                removed_by=hidden.get(key),
            )
            for key in keys
            if key in items
        }

    @property
    def extras(self) -> Mapping[str, ExtraFinder]:
        """Whether the rules of a Matrix room allow an event."""
        return {"judged": ExtraFinder(self._judgement)}

    def _judgement(self, key: str) -> Extra | None:
        if (room := self._graphs.room(self._stored_graph, key)) is None:
            return None
        if (judged := room.judge(key)) is None:
            return None
        facts = [ExtraFact(judged.in_words())]
        return Extra(tr("Room"), facts, asdict(judged), is_notable=not judged.is_allowed)

    def _hidden_entries(self, kept: StoredGraph) -> Mapping[str, str]:
        """The entries that the app of an Autobase doesn't show; see `unshown`."""
        if any(writer.leaving for writer in self._nodes.writers(kept.number)):
            return self._graphs.hidden_entries(kept)
        return {}

    def _names(
        self, kept: StoredGraph, items: Iterable[GraphItem]
    ) -> Callable[[GraphItem], str | None]:
        """Returns what the writer of a node was called then.

        The node itself says so, or one of the same writer that it refers to, as in Matrix.
        """
        cited = [key for item in items if item.name is None for key in item.references]
        known = {} if not cited else self._nodes.items(kept.number, list(dict.fromkeys(cited)))

        def name_of(item: GraphItem) -> str | None:
            named = (item, *(known[key] for key in item.references if key in known))
            writer = item.node.writer
            return next((one.name for one in named if one.name and one.node.writer == writer), None)

        return name_of

    def _marks(self, kept: StoredGraph) -> Mapping[str, Sequence[str]]:
        """The names of nodes, such as branches and tags, by their ids."""
        found: dict[str, list[str]] = {}
        for name, key in self._graphs.facts(kept.number).get("marks", {}).items():
            found.setdefault(key, []).append(name)
        return found

    def _component_numbers(self, kept: StoredGraph) -> Callable[[str], int]:
        """Returns the component numbers of nodes if no node names a writer, else 0."""
        if self._nodes.has_writers(kept.number):
            return lambda _: 0
        return self._graphs.components(kept).number

    def shape(self) -> "Shape":
        """The graph without its texts."""
        from tanglescope.engine.store.orders.shapes import graph_shape

        return graph_shape(self._source.database, self._stored_graph.number, _NODE, self.in_order())

    def numbers(self, keys: Sequence[str]) -> dict[str, int]:
        """Numbers of nodes that ascend in the order of import."""
        return self._nodes.numbers(self._stored_graph.number, keys)

    def value(self, key: str) -> str | None:
        """The record that a node was read from, or the node as a line of a graph file."""
        item = self._nodes.items(self._stored_graph.number, [key]).get(key)
        if item is not None and item.raw is not None:
            return item.raw.decode("utf-8", "replace")
        lines = self._lines([key])
        return as_json(lines[0]) if lines else None

    def find(self, words: str, count: int) -> list[str]:
        """The nodes with words in their labels, texts or ids, the newest first."""
        return self._graphs.find(self._stored_graph.number, words, count)

    def given_facts(self) -> GivenFacts:
        """The facts that any node has."""
        authors, times, receipts, peers = self._nodes.given_facts(self._stored_graph.number)
        hides = bool(self._hidden_entries(self._stored_graph))
        return GivenFacts(authors, times, links=False, receipts=receipts, peers=peers, hides=hides)

    def writers(self) -> tuple[str, ...]:
        """The authors in it, in the order in which they joined."""
        return self._nodes.first_writers(self._stored_graph.number, MOST_LOOKED_AT)

    def graph(self) -> Graph:
        """The graph itself, in the order of arrival."""
        return replace(self._opened_graph.graph, name=str(self.address))

    def records(self, keys: Sequence[str]) -> Iterator[bytes]:
        """A graph line with these nodes."""
        from tanglescope.engine.linear.graph import graph_line

        line = graph_line(replace(self._opened_graph.graph, nodes=()))
        facts = self._graphs.facts(self._stored_graph.number)
        names = self._nodes.names(self._stored_graph.number)
        said = {
            "title": self._nodes.title(self._stored_graph.number),
            "marks": facts.get("marks"),
            "names": names,
        }
        line |= {name: value for name, value in said.items() if value}
        yield orjson.dumps({**line, "nodes": self._lines(keys)}) + b"\n"

    @property
    def relations(self) -> Mapping[str, Callable[[], Sequence[tuple[str, str]]]]:
        """References, such as the auth events of Matrix."""
        return {"references": self.references}

    def references(self) -> Sequence[tuple[str, str]]:
        """The nodes that refer to others without coming after them, each with one of those."""
        items = self._opened_graph.items
        return [
            (key, other)
            for key, item in items.items()
            for other in item.references
            if other in items
        ]

    def _lines(self, keys: Sequence[str]) -> list[dict[str, object]]:
        """Nodes in the form of a graph file, in the order of arrival."""
        # Imported here: only exports and the text of one node need it.
        from tanglescope.engine.linear.graph import graph_line

        number = self._stored_graph.number
        items = self._nodes.items(number, keys)
        causes = self._nodes.causes(number, keys)
        arrived = sorted(self._nodes.numbers(number, keys).items(), key=itemgetter(1))
        nodes = tuple(replace(items[key].node, after=causes[key]) for key, _ in arrived)
        lines = graph_line(Graph(nodes))["nodes"]
        for line in lines:
            line |= said_in(items[line["id"]])
        return list(lines)

    def unsaid(self, key: str) -> str:
        """The text shown for a node without a text."""
        return key

    def _stored_message(
        self, item: GraphItem, causes: tuple[str, ...], component: int, marks: Sequence[str]
    ) -> StoredMessage:
        node = item.node
        label = f"[{', '.join(marks)}] {item.label or ''}".rstrip() if marks else item.label
        said = [text for text in (label, self._kept_as.written_text(item.text or "")) if text]
        return StoredMessage(
            key=node.id,
            author=node.writer or "",
            sequence=node.sequence,
            asserted=node.asserted,
            received=node.received,
            type=_NODE,
            content={"type": _NODE, "text": "\n".join(said) or self.unsaid(node.id)},
            status=item.status,
            rule=None if self._kept_as.is_signed else Rule.UNSIGNED,
            causes=causes,
            has_signed_text=False,
            component=component,
        )


_TITLES = {
    GRAPH: later("Graph {name}"),
    "autobase": later("Autobase {name}"),
    "feed": later("tinySSB feed {name}"),
}


class GraphFiles(Kind):
    """Graphs from graph files, by name."""

    kinds = (GRAPH,)
    is_indexed = False
    listing: Listing | None = Listing.THREADS
    kind = GRAPH
    order = SCUTTLESORT
    is_signed = False

    @property
    def is_ranked(self) -> bool:
        """Whether its order is by rank, so that it is updated as nodes arrive."""
        return self.order == SCUTTLESORT

    def written_text(self, text: str) -> str:
        """What is shown of the text of a node."""
        return text

    def read(self, text: str) -> Address | None:
        """The address of a graph."""
        name = text.removeprefix(f"{self.kind}:")
        return None if name == text else Address(self.kind, name)

    def beginning(self, source: Source, text: str, most: int) -> Iterable[Address]:
        """The graphs of this kind whose names begin so."""
        short = self.read(text)
        if short is None:
            return []
        beginning = short.subject.partition("…")[0]
        names = source.part(Graphs).nodes.beginning(self.kind, beginning, most)
        return [Address(self.kind, name) for name in names]

    def find(self, source: Source, address: Address) -> GraphConversation | None:
        """The graph of a name; None if there is none."""
        if source.part(Graphs).nodes.find(self.kind, address.subject) is None:
            return None
        return self.conversation(source, address)

    def conversation(self, source: Source, address: Address) -> GraphConversation:
        """The conversation for a graph."""
        return GraphConversation(source, address, self)

    def summaries(self, source: Source) -> Sequence[ConversationSummary]:
        """All graphs of this kind."""
        graphs = source.part(Graphs)
        listed = graphs.list_facts(graphs.nodes.of_kind(self.kind))
        return [_summary(source, self, each) for each in listed]

    def of(self, source: Source, key: str, message: StoredMessage | None) -> Iterable[Address]:
        """The graphs that have a node of that id."""
        return [Address(self.kind, name) for name in source.part(Graphs).holding(self.kind, key)]


def _summary(source: Source, kept: GraphFiles, graph: ListedGraph) -> ConversationSummary:
    names = source.names.of(graph.writers)
    title = one_line(graph.title) or tr(_TITLES[kept.kind], name=one_line(graph.name))
    address, writers = Address(kept.kind, graph.name), graph.writers
    return replace(
        ConversationSummary.at(
            address, title, graph.nodes, len(writers), graph.first, graph.latest
        ),
        names=tuple(names[writer] for writer in most_active(writers, NAMES)),
        order=kept.order,
        is_signed=kept.is_signed,
    )

"""Deliveries: sequences in which a graph could have arrived.

The deliveries of `engine.linear.simulate` work on feeds; here a feed is an author of the graph, its
messages by sequence as far as known, and a node without an author is a feed of its own.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from types import MappingProxyType

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.linear.errors import DuplicateEvent, UnknownEvent
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.timestamps import moment
from tanglescope.engine.linear.simulate import DELIVERIES as OF_TANGLES
from tanglescope.engine.linear.simulate import DeliveryOrder as OfTangle
from tanglescope.engine.linear.simulate import SimulatedEvent
from tanglescope.engine.linear.walk import least_order

Arrivals = tuple[Node, ...]
"""The nodes of a graph in order of arrival."""

AS_RECEIVED = "as_received"
"""What the source of a graph records of its arrival; one possible delivery if that is nothing."""


def is_recorded(graph: Graph) -> bool:
    """Whether the source of a graph records how it arrived: at peers, or when each node did."""
    times = (node.received is not None for node in graph.nodes)
    return bool(graph.arrivals) or (bool(graph.nodes) and all(times))


def peers_in(graph: Graph) -> tuple[str, ...]:
    """The peers at which arrivals are recorded."""
    return tuple(dict.fromkeys(each.peer for each in graph.arrivals))


def got_by(graph: Graph, peer: str) -> Arrivals:
    """The nodes that a peer got, as recorded."""
    nodes = {node.id: node for node in graph.nodes}
    return tuple(nodes[each.got] for each in graph.arrivals if each.peer == peer)


def as_received(graph: Graph, _seed: int = 0) -> Arrivals:
    """As the source records it, at the first of several peers; otherwise as it lists them."""
    if graph.arrivals:
        return got_by(graph, graph.arrivals[0].peer)
    if not is_recorded(graph):
        return graph.nodes
    return tuple(sorted(graph.nodes, key=lambda node: node.received or 0.0))


def deliver_graph(graph: Graph, name: str, seed: int = 0) -> Arrivals:
    """A graph as a delivery in `deliveries_of` brings it."""
    way, _, peer = name.partition(":")
    return got_by(graph, peer) if peer else DELIVERIES[way](graph, seed)


def by_hand(graph: Graph, names: Iterable[str]) -> Arrivals:
    """These first, in the given order, then all others as received.

    Raises:
        UnknownEvent: the graph has no node of that name.
        DuplicateEvent: a name is given twice.
    """
    rest = {node.id: node for node in graph.nodes}
    first: dict[str, Node] = {}
    for name in names:
        if name in first:
            raise DuplicateEvent(name)
        if name not in rest:
            raise UnknownEvent(name)
        first[name] = rest.pop(name)
    return (*first.values(), *rest.values())


def as_written(graph: Graph) -> Arrivals:
    """Causes first, and every author's nodes by sequence; ties by time, then by id."""
    nodes = {node.id: node for node in graph.nodes}

    def key(name: str) -> tuple[float, str]:
        return moment(nodes[name]), name

    causes = graph.causes
    order = least_order(_with_predecessors(graph.nodes), key)
    if len(order) < len(nodes):
        # Sequences that contradict the causes are ignored.
        order = least_order(causes, key)
    return tuple(nodes[name] for name in order)


def _with_predecessors(nodes: Iterable[Node]) -> dict[str, tuple[str, ...]]:
    """The causes of every node, and its predecessor in its author's log if known."""
    placed = [node for node in nodes if node.writer is not None and node.sequence is not None]
    placed.sort(key=lambda node: (node.writer or "", node.sequence or 0))
    causes = {node.id: dict.fromkeys(node.after) for node in nodes}
    for before, node in pairwise(placed):
        if before.writer == node.writer:
            causes[node.id][before.id] = None
    return {name: tuple(known) for name, known in causes.items()}


def _on_feeds(delivery: OfTangle) -> Callable[[Graph, int], Arrivals]:
    def deliver(graph: Graph, seed: int) -> Arrivals:
        written = as_written(graph)
        feeds: dict[str, int] = {}
        tangle = [
            SimulatedEvent(node.id, node.after, feeds.setdefault(feed_of(node), len(feeds)))
            for node in written
        ]
        return tuple(written[index] for index in delivery(tangle, seed))

    return deliver


def feed_of(node: Node) -> str:
    """The author of a node; without an author, its id."""
    return node.id if node.writer is None else node.writer


def writers_of(nodes: Iterable[Node]) -> set[str]:
    """The authors of nodes; none where a graph doesn't say who wrote them."""
    return {node.writer for node in nodes if node.writer is not None}


DELIVERIES: Mapping[str, Callable[[Graph, int], Arrivals]] = MappingProxyType(
    {
        AS_RECEIVED: as_received,
        **{name: _on_feeds(delivery) for name, delivery in OF_TANGLES.items()},
    }
)
"""Kinds of deliveries by name; the number is a seed."""


_WAYS = {
    AS_RECEIVED: later("as received"),
    "in_order": later("in order"),
    "delayed": later("delayed"),
    "random_feed": later("random feed"),
    "random_event": later("random event"),
    "feed_by_feed": later("feed by feed"),
    "shuffled": later("shuffled"),
    "reverse": later("reverse"),
}


def deliveries_of(graph: Graph) -> dict[str, str]:
    """The deliveries of a graph with their display names, the recorded ones first."""
    others = {name: delivery(name) for name in DELIVERIES if name != AS_RECEIVED}
    peers = peers_in(graph)
    if not peers:
        first = delivery(AS_RECEIVED) if is_recorded(graph) else tr("one possible delivery")
        return {AS_RECEIVED: first, **others}
    by_peer = {f"{AS_RECEIVED}:{each}": tr("as received by {peer}", peer=each) for each in peers}
    return {**by_peer, **others}


def delivery(name: str) -> str:
    """The display name of a kind in `DELIVERIES`, for use in a sentence."""
    return tr(_WAYS[name])

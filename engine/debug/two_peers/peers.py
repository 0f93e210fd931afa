"""Two peers: replicas that know different parts of a graph and exchange the rest.

They take turns and send one message at a time, in the sender's order. In the end both know the
whole graph and have the same order.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from tanglescope.engine.debug.replaying.edit_history import moved_by
from tanglescope.engine.debug.shuffling.deliveries import feed_of
from tanglescope.engine.linear.chunked_rows import ChunkedRows
from tanglescope.engine.linear.edits import Edit
from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.timestamps import moment
from tanglescope.engine.linear.scuttlesort.timeline import Timeline

Cut: TypeAlias = tuple[set[str], set[str]]
"""The initial messages of the first and the second peer; together they are the whole graph."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message sent to the peer `receiver`, 0 or 1, and its effect there."""

    receiver: int
    name: str
    edits: tuple[Edit, ...]
    moved: tuple[str, ...]


class Peer:
    """The messages of one peer, and their order."""

    def __init__(self, nodes: Iterable[Node]) -> None:
        self.known = {node.id: node for node in nodes}
        self.timeline = Timeline()
        self.timeline.extend((node.id, node.after) for node in self.known.values())
        self._rows = ChunkedRows(list(self.timeline))

    def receive(self, node: Node) -> tuple[tuple[Edit, ...], tuple[str, ...]]:
        """Add a message; return the edits, and the messages that they move."""
        self.known[node.id] = node
        edits = tuple(self.timeline.add(node.id, node.after))
        return edits, tuple(moved_by(self._rows, edits))


class TwoPeers:
    """Two peers and the messages that they still have to exchange."""

    def __init__(self, graph: Graph, cut: Cut) -> None:
        self.peers = tuple(Peer(node for node in graph.nodes if node.id in part) for part in cut)
        self._news = tuple(
            iter([node for node in graph.nodes if node.id not in part]) for part in cut
        )
        self._turn = 0

    @property
    def are_equal(self) -> bool:
        """Whether both know the same messages in the same order."""
        return list(self.peers[0].timeline) == list(self.peers[1].timeline)

    def exchange(self) -> Exchange | None:
        """Send one message, each peer in turn; None when nothing is left."""
        for receiver in (self._turn, 1 - self._turn):
            node = next(self._news[receiver], None)
            if node is not None:
                self._turn = 1 - receiver
                return Exchange(receiver, node.id, *self.peers[receiver].receive(node))
        return None

    def __iter__(self) -> Iterator[Exchange]:
        """Exchange messages until nothing is left."""
        while (exchanged := self.exchange()) is not None:
            yield exchanged


def cut_by_author(graph: Graph, authors: Collection[str] | None = None) -> Cut:
    """The first peer knows the messages of these authors (default: every other one, by key)."""
    if authors is None:
        authors = sorted({feed_of(node) for node in graph.nodes})[::2]
    return _cut(graph, {node.id for node in graph.nodes if feed_of(node) in authors})


def cut_by_time(graph: Graph, end: float | None = None) -> Cut:
    """The first peer knows what was written before `end` (default: the older half)."""
    if end is None:
        times = sorted(moment(node) for node in graph.nodes)
        end = times[len(times) // 2] if times else 0.0
    return _cut(graph, {node.id for node in graph.nodes if moment(node) < end})


def cut_by_hand(graph: Graph, names: Iterable[str]) -> Cut:
    """The first peer knows these messages. Raises `UnknownEvent`."""
    chosen, ids = set(names), {node.id for node in graph.nodes}
    for name in chosen - ids:
        raise UnknownEvent(name)
    return _cut(graph, chosen)


def _cut(graph: Graph, first: set[str]) -> Cut:
    return first, {node.id for node in graph.nodes} - first

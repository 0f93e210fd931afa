"""Two peers: replicas that know different parts of a graph and exchange the rest.

They take turns and send one message at a time, in the sender's order. In the end both know the
whole graph and have the same order.

An exchange is recorded as two edit histories that play together.
"""

from array import array
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from tanglescope.engine.debug.explaining.ordering import SCUTTLESORT, Ordering
from tanglescope.engine.debug.open_graph import OnProgress, OpenGraph
from tanglescope.engine.debug.replaying.edit_history import EditHistory, moved_by
from tanglescope.engine.debug.replaying.recording import recorded_in
from tanglescope.engine.debug.replaying.replay import ReplayProgress
from tanglescope.engine.debug.shuffling.deliveries import feed_of, got_by, peers_in
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.linear.chunked_rows import ChunkedRows
from tanglescope.engine.linear.edits import Edit, Move
from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.timestamps import moment
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.wording import tr

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


Way: TypeAlias = Literal["author", "time", "hand", "recorded"]

_REPORT_EVERY = 1000  # messages

RECORDED = "recorded"
"""The way in which two peers exchange what the source says that they received."""


class NotRecorded(TanglescopeError):
    """The source doesn't record what two peers received."""

    def __init__(self) -> None:
        super().__init__(
            tr(
                "The source doesn't record what two peers received. Split the messages by author,"
                " by time or by hand."
            )
        )


@dataclass(frozen=True, slots=True)
class SyncHistory:
    """A synchronization: in each step, `names[step]` is sent to peer `receivers[step]`, 0 or 1.

    Both histories have all steps; that of the sender doesn't change. `first` defines the split: the
    authors whose messages the first peer knew, or those messages; where the source records what
    happened, it has the names of the two. `known` are the messages that each peer had at the
    beginning; some orders set messages aside until their causes arrive.
    """

    histories: tuple[EditHistory, EditHistory]
    receivers: "array[int]"
    names: tuple[str, ...]
    first: Collection[str]
    known: tuple[frozenset[str], frozenset[str]]
    are_equal: bool
    by: str = SCUTTLESORT

    def name(self, step: int) -> str:
        """The message sent in a step."""
        return self.names[step]

    def set_aside(self, peer: int, steps: int) -> int:
        """The number of messages that a peer has after so many steps, but no place for yet."""
        had = len(self.known[peer]) + self.receivers[:steps].count(peer)
        return had - self.histories[peer].came(steps)

    def edits(self, peer: int, steps: int) -> int:
        """The number of edits of a peer in so many steps."""
        return self.histories[peer].ends[steps]

    def exchanges(self) -> Iterator[Exchange]:
        """All steps, each with what it changed for its receiver."""
        players = [history.player(0) for history in self.histories]
        for step, receiver in enumerate(self.receivers):
            names = [player.forward() for player in players][receiver]
            edits = tuple(self.histories[receiver].forward(step))
            played = zip(names, edits, strict=True)
            moved = tuple(name for name, edit in played if isinstance(edit, Move))
            yield Exchange(receiver, self.name(step), edits, moved)


def synced(
    opened: OpenGraph,
    on_progress: OnProgress,
    way: Way,
    first: Collection[str] | None = None,
    percent: int = 50,
) -> SyncHistory:
    """Synchronize two peers, of which the first knows some authors' or the older messages.

    By time, the first knows so many percent; by hand, the messages in `first`. Without `first`, a
    split by author gives it every other author. Raises as `cut_by_hand` does, and
    `TooManyArrivals`.
    """
    if way == RECORDED:
        return synced_as_recorded(opened.ordering)
    cut, part = _cut_by(opened.graph, way, first, percent)
    return synced_in(opened.ordering, cut, part, on_progress)


def synced_in(
    ordering: Ordering,
    cut: Cut,
    first: frozenset[str],
    on_progress: OnProgress,
    arrivals: Sequence[Node] | None = None,
) -> SyncHistory:
    """Synchronize two peers that know two parts of a graph.

    They send messages in the order of `arrivals`, by default that of the graph. Raises
    `TooManyArrivals`.
    """
    nodes = ordering.graph.nodes if arrivals is None else tuple(arrivals)
    if not ordering.is_timeline:
        return _synced_by_arrival(ordering, cut, first, nodes)
    both = TwoPeers(replace(ordering.graph, nodes=nodes), cut)
    histories = EditHistory(both.peers[0].timeline), EditHistory(both.peers[1].timeline)
    receivers = array("b")
    names: list[str] = []
    for number, exchange in enumerate(both):
        if number % _REPORT_EVERY == 0:
            on_progress(ReplayProgress(number, len(ordering.graph.nodes)))
        histories[exchange.receiver].record(exchange.edits)
        histories[1 - exchange.receiver].record(())
        receivers.append(exchange.receiver)
        names.append(exchange.name)
    _fill(histories)
    return SyncHistory(
        histories, receivers, tuple(names), first, _freeze(cut), both.are_equal, ordering.by
    )


def synced_as_recorded(ordering: Ordering) -> SyncHistory:
    """What the first two peers of which arrivals are recorded received, in that order.

    Raises `NotRecorded` and `TooManyArrivals`.
    """
    peers = peers_in(ordering.graph)[:2]
    if len(peers) < 2:
        raise NotRecorded
    whole = [recorded_in(ordering, got_by(ordering.graph, peer)) for peer in peers]
    histories = EditHistory(), EditHistory()
    happened = [each for each in ordering.graph.arrivals if each.peer in peers]
    receivers = array("b", (peers.index(each.peer) for each in happened))
    done = [0, 0]
    for receiver in receivers:
        histories[receiver].record(whole[receiver].forward(done[receiver]))
        histories[1 - receiver].record(())
        done[receiver] += 1
    _fill(histories)
    ends = [history.order(len(history)) for history in whole]
    nothing = frozenset[str](), frozenset[str]()
    names = tuple(each.got for each in happened)
    return SyncHistory(histories, receivers, names, peers, nothing, ends[0] == ends[1], ordering.by)


def _synced_by_arrival(
    ordering: Ordering, cut: Cut, first: frozenset[str], nodes: Sequence[Node]
) -> SyncHistory:
    """The same in an order that is recorded from the first arrival on."""
    known = [[node for node in nodes if node.id in part] for part in cut]
    news = [[node for node in nodes if node.id not in part] for part in cut]
    whole = [recorded_in(ordering, [*known[peer], *news[peer]]) for peer in (0, 1)]
    starts = [len(known[peer]) for peer in (0, 1)]
    histories = EditHistory(whole[0].order(starts[0])), EditHistory(whole[1].order(starts[1]))
    receivers = array("b")
    names: list[str] = []
    done, turn = [0, 0], 0
    while any(done[peer] < len(news[peer]) for peer in (0, 1)):
        receiver = turn if done[turn] < len(news[turn]) else 1 - turn
        names.append(news[receiver][done[receiver]].id)
        histories[receiver].record(whole[receiver].forward(starts[receiver] + done[receiver]))
        histories[1 - receiver].record(())
        receivers.append(receiver)
        done[receiver] += 1
        turn = 1 - receiver
    _fill(histories)
    ends = [history.order(len(history)) for history in whole]
    return SyncHistory(
        histories, receivers, tuple(names), first, _freeze(cut), ends[0] == ends[1], ordering.by
    )


def _freeze(cut: Cut) -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(cut[0]), frozenset(cut[1])


def _fill(histories: Iterable[EditHistory]) -> None:
    """Create the keyframes, so that a player needn't wait for them."""
    for history in histories:
        history.player(len(history))


def _cut_by(
    graph: Graph, way: Way, first: Collection[str] | None, percent: int
) -> tuple[Cut, frozenset[str]]:
    if way == "hand":
        return cut_by_hand(graph, first or ()), frozenset(first or ())
    if way == "time":
        times = sorted(moment(node) for node in graph.nodes)
        place = len(times) * percent // 100
        cut = cut_by_time(graph, times[place] if place < len(times) else float("inf"))
        return cut, frozenset(cut[0])
    cut = cut_by_author(graph, first)
    return cut, frozenset(feed_of(node) for node in graph.nodes if node.id in cut[0])

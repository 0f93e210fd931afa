"""The order of most chat programs: by time, but never an effect before its cause.

Kahn's algorithm: of the messages whose causes are done, the one with the earliest time comes first.
Clocks may be wrong: the time of a message is the earlier of the author's time and the time of
receipt.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from heapq import heappop, heappush
from math import inf, isnan
from typing import TypeAlias

from engine.linear.graph import Graph, Node
from engine.linear.orders.node_sequence import Key, NodeSequence, SequencedNode
from engine.linear.orders.topological import least_order

Arrival: TypeAlias = tuple[str, Iterable[str], Key]
"""An event: its name, those of its causes, and its key."""


def edits_of(arrivals: Iterable[Arrival]) -> int:
    """The number of edits that update the least topological order, the fewest for each arrival.

    Names are distinct, and there are no cycles.
    """
    row = NodeSequence()
    known: dict[str, SequencedNode] = {}
    waiting: dict[str, list[SequencedNode]] = {}
    edits = 0
    for name, after, key in arrivals:
        causes: list[SequencedNode] = []
        node = SequencedNode(name, key, causes)
        for cause in after:
            if cause in known:
                causes.append(known[cause])
            else:
                waiting.setdefault(cause, []).append(node)
        known[name] = node
        position = row.put(node)
        edits += 1
        if effects := waiting.pop(name, None):
            for effect in effects:
                effect.behind = [*effect.behind, node]
            first = min(effects, key=row.position)
            if row.position(first) < position:
                edits += _hold_back(row, first, node)
    return edits


def _hold_back(row: NodeSequence, first: SequencedNode, late: SequencedNode) -> int:
    """Reorder from `first` on so that effects before `late` move after it; return the moves."""
    stretch = list(_again(row.starting_at(first), late))
    old = [node for node, _ in zip(row.starting_at(first), stretch, strict=False)]
    row.rearrange(first, stretch)
    old.remove(late)
    stretch.remove(late)
    places = {node: place for place, node in enumerate(old)}
    # The nodes that can stay are a longest increasing subsequence; `ends` has the least end for
    # each length.
    ends: list[int] = []
    for node in stretch:
        length = bisect_left(ends, places[node])
        ends[length : length + 1] = [places[node]]
    return len(old) - len(ends)


def _again(row: Iterator[SequencedNode], late: SequencedNode) -> Iterator[SequencedNode]:
    """The nodes of a sequence, with those after `late` reordered until none waits."""
    held = _Held(late)
    for node in row:
        if node is late:
            yield held.let_go(node)
        elif not held.hold(node):
            yield from held.ready(node.key)
            if held.is_empty:
                return
            yield node
    yield from held.ready()


class _Held:
    """Nodes held back by a late node or by other held nodes."""

    def __init__(self, late: SequencedNode) -> None:
        self._effects: dict[SequencedNode, list[SequencedNode]] = {late: []}
        self._lacks: dict[SequencedNode, int] = {}
        self._ready: list[tuple[Key, SequencedNode]] = []

    @property
    def is_empty(self) -> bool:
        return not self._effects

    def hold(self, node: SequencedNode) -> bool:
        """Hold a node back if it has to wait for a held one."""
        causes = [cause for cause in node.behind if cause in self._effects]
        if causes:
            self._effects[node] = []
            self._lacks[node] = len(causes)
            for cause in causes:
                self._effects[cause].append(node)
        return bool(causes)

    def let_go(self, node: SequencedNode) -> SequencedNode:
        """Release a node: others no longer wait for it."""
        for effect in self._effects.pop(node):
            self._lacks[effect] -= 1
            if not self._lacks[effect]:
                heappush(self._ready, (effect.key, effect))
        return node

    def ready(self, bound: Key | None = None) -> Iterator[SequencedNode]:
        """Release nodes that no longer wait, the least key first, up to a key."""
        while self._ready and (bound is None or self._ready[0][0] < bound):
            yield self.let_go(heappop(self._ready)[1])


def moment(node: Node) -> float:
    """The earliest known time of a node; nodes without one come last."""
    times = (node.received, node.asserted)
    return min((time for time in times if time is not None and not isnan(time)), default=inf)


def timestamp_order(graph: Graph) -> list[str]:
    """The ids of an acyclic graph: causes first, then by (moment, id)."""
    nodes = {node.id: node for node in graph.nodes}
    causes = {name: node.after for name, node in nodes.items()}
    return least_order(causes, lambda name: (moment(nodes[name]), name))


def timestamp_edits(graph: Graph) -> int:
    """The number of edits that keep this order while the nodes arrive."""
    return edits_of((node.id, node.after, (moment(node), node.id)) for node in graph.nodes)

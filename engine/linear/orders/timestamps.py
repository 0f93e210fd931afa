"""The order of most chat programs: by time, but never an effect before its cause.

Kahn's algorithm: of the messages whose causes are done, the one with the least key comes first. The
key is the time, then the name. Clocks may be wrong: the time of a message is the earlier of the
author's time and the time of receipt.

The *adjusted time* of a message is the latest time of the message itself and of its past: never
before that of a cause. Lemma: the order is by adjusted time, and among messages with the same one
as Kahn's algorithm orders these alone. Proof: take x before y, and in the past of x (or x itself)
the message x' whose time is the adjusted time of x. When x' came, y had not come, so y or a message
of its past was ready. It wasn't chosen, so its time, and with it the adjusted time of y, is not
earlier. The causes with an earlier adjusted time come before all messages with a later one, so only
those with the same one matter among these.

An adjusted time only rises while causes arrive, as a rank does. So a stored order can be updated
without looking at all of it: by its adjusted time a message finds the few that share it.
"""

from collections.abc import Iterable, Iterator
from math import inf, isnan

from tanglescope.engine.linear.edit_script import fewest_edits
from tanglescope.engine.linear.edits import Edit, Insert
from tanglescope.engine.linear.errors import DuplicateEvent
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.node_sequence import NodeKey, NodeSequence, SequencedNode
from tanglescope.engine.linear.walk import HeldEvents, least_order


class TimeOrder:
    """Events in time order, which grows by `add`; there must be no cycles."""

    __slots__ = ("_nodes", "_row", "_waiting")

    def __init__(self) -> None:
        self._row = NodeSequence()
        self._nodes: dict[str, SequencedNode] = {}
        self._waiting: dict[str, list[SequencedNode]] = {}

    def __len__(self) -> int:
        return len(self._row)

    def __iter__(self) -> Iterator[str]:
        return (node.name for node in self._row)

    def add(
        self, name: str, key: NodeKey, after: Iterable[str] = (), before: Iterable[str] = ()
    ) -> list[Edit]:
        """Add an event with its key; return the fewest edits that update the order.

        It comes after some events and `before` others; unknown causes take effect when they arrive.
        Raises `DuplicateEvent`.
        """
        if name in self._nodes:
            raise DuplicateEvent(name)
        causes: list[SequencedNode] = []
        node = SequencedNode(name, key, causes)
        for cause in after:
            if cause in self._nodes:
                causes.append(self._nodes[cause])
            else:
                self._waiting.setdefault(cause, []).append(node)
        self._nodes[name] = node
        position = self._row.put(node)
        effects = self._waiting.pop(name, [])
        effects += [self._nodes[effect] for effect in before]
        if effects:
            for effect in effects:
                effect.behind = [*effect.behind, node]
            first = min(map(self._row.position, effects))
            if first < position:
                return self._hold_back(first, node)
        return [Insert(name, position)]

    def _hold_back(self, first: int, late: SequencedNode) -> list[Edit]:
        """Reorder from position `first` on so that effects before `late` move after it."""
        row = self._row
        beginning = row.at(first)
        stretch = list(_again(row.starting_at(beginning), late))
        old = [node for node, _ in zip(row.starting_at(beginning), stretch, strict=False)]
        row.rearrange(beginning, stretch)
        old.remove(late)
        places = {node: first + place for place, node in enumerate(old)}
        end = first + len(old)
        pieces = [node.name if node is late else (places[node], 1) for node in stretch]
        around = [(0, first), (end, len(row) - 1 - end)]
        before, behind = ([piece] if piece[1] else [] for piece in around)
        return fewest_edits([*before, *pieces, *behind])


def _again(row: Iterator[SequencedNode], late: SequencedNode) -> Iterator[SequencedNode]:
    """The nodes of a sequence, with those after `late` reordered until none waits."""
    held = HeldEvents[SequencedNode]()
    is_late_missing = True
    for node in row:
        if node is late:
            is_late_missing = False
            held.visit(late)
            yield late
        elif causes := _held_causes(node, held, late if is_late_missing else None):
            held.hold(node, node.key, causes)
        else:
            yield from held.release(node.key)
            if not (held or is_late_missing):
                return
            yield node
    yield from held.release()


def _held_causes(
    node: SequencedNode, held: HeldEvents[SequencedNode], late: SequencedNode | None
) -> list[SequencedNode]:
    return [cause for cause in node.behind if cause is late or cause in held]


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
    order = TimeOrder()
    return sum(len(order.add(node.id, (moment(node), node.id), node.after)) for node in graph.nodes)

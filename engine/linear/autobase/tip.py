"""The tip of an Autobase: the unconfirmed entries, in least topological order.

A new entry, which nothing refers to yet, belongs directly before the first entry with a greater key
after its last cause: that is its least topological position, and the others stay. If the confirmed
entries are at the front in this order, the rest stays unchanged; otherwise the tip is rebuilt.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass

from tanglescope.engine.linear.edit_script import fewest_moves
from tanglescope.engine.linear.edits import Edit, Insert, Move
from tanglescope.engine.linear.orders.node_sequence import (
    Key,
    NodeSequence,
    SequencedNode,
    least_order_with_late,
)


@dataclass(frozen=True, slots=True)
class Update:
    """A change: the last `undo` entries of the old tip are removed, the first `shared` ones stay.

    `confirmed` are the entries that became final; the edits count from the first confirmed entry
    of all.
    """

    confirmed: tuple[str, ...]
    undo: int
    shared: int
    edits: tuple[Edit, ...]


class Tip:
    """Nodes in least order; `start` is the position of the first one in the whole order."""

    __slots__ = ("_fresh", "_inserts", "_late", "_touched", "nodes", "start")

    def __init__(self) -> None:
        self.nodes = NodeSequence()
        self.start = 0
        self._fresh: set[SequencedNode] = set()
        self._inserts: list[Edit] = []
        self._touched = 0
        self._late = False

    def add(self, node: SequencedNode) -> None:
        """Insert a node that nothing refers to."""
        self._fresh.add(node)
        self._late = self._late or node.optimistic
        if self._late:
            self.nodes.append(node)
            return
        place = self.nodes.put(node)
        self._touched = min(self._touched, place)
        self._inserts.append(Insert(node.name, self.start + place))

    def release(self, nodes: list[SequencedNode]) -> Update:
        """Remove the confirmed nodes, and return the changes since the last call."""
        before = len(self.nodes) - len(self._fresh)
        if not self._late and self.nodes.begins_with(nodes):
            shared = min(self._touched, before)
            edits = self._inserts
            self.nodes.drop(len(nodes))
        else:
            old = [node for node in self.nodes if node not in self._fresh]
            wanderers = {*nodes, *self._order_again()}
            new = [*nodes, *self.nodes]
            shared = _common(old, new)
            edits = _edits(old[shared:], new[shared:], wanderers, self.start + shared)
        self.start += len(nodes)
        self._fresh.clear()
        self._inserts = []
        self._touched = len(self.nodes)
        return Update(tuple(node.name for node in nodes), before - shared, shared, tuple(edits))

    def _order_again(self) -> list[SequencedNode]:
        """Order the remaining nodes anew; return those that may have moved."""
        rest = [node for node in self.nodes if not node.confirmed]
        if self._late:
            late = {node for node in rest if node.optimistic}
            causes = {node: node.behind for node in rest}
            self.nodes = NodeSequence(least_order_with_late(causes, _key, late))
            self._late = bool(late)
            return rest
        # Only a node that waited for a released one can be further forward now.
        freed = next((i for i, node in enumerate(rest) if _was_freed(node)), len(rest))
        self.nodes = NodeSequence(rest[:freed])
        for node in rest[freed:]:
            self.nodes.put(node)
        return rest[freed:]


def _was_freed(node: SequencedNode) -> bool:
    return any(cause.confirmed for cause in node.behind)


def _common(first: Sequence[SequencedNode], second: Sequence[SequencedNode]) -> int:
    """The length of the common prefix."""
    length = 0
    for one, other in zip(first, second, strict=False):
        if one is not other:
            break
        length += 1
    return length


def _edits(
    old: Sequence[SequencedNode],
    new: Sequence[SequencedNode],
    wanderers: Set[SequencedNode],
    start: int,
) -> list[Edit]:
    """The fewest edits from one order to one with more nodes: move what moved, insert the rest.

    All nodes except the wanderers keep their relative order.
    """
    place = {node: index for index, node in enumerate(old)}
    kept = [node for node in new if node in place]
    after = [index for index, node in enumerate(kept) if node in wanderers]
    stood = [place[kept[index]] for index in after]
    before = sorted(stood)
    turn = {index: origin for origin, index in enumerate(before)}
    edits: list[Edit] = []
    for move in fewest_moves(before, after, [turn[index] for index in stood]):
        assert isinstance(move, Move)
        edits.append(Move(start + move.source, start + move.destination))
    edits += [
        Insert(node.name, start + index) for index, node in enumerate(new) if node not in place
    ]
    return edits


def _key(node: SequencedNode) -> Key:
    return node.key

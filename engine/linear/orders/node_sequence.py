"""A sequence of nodes in least topological order, in blocks, so that edits of long ones are cheap.

The tip of an Autobase may hold thousands of unconfirmed nodes, and a new node may belong anywhere.
Every node knows its block, and every block has an upper bound of its keys. So the last cause is
found within one block, and the first greater key after it without examining most other blocks.

The unconfirmed part of an Autobase is in such an order: causes first, else the least key.
Optimistic entries are the exception: they come as late as possible, directly before the first entry
that refers to them.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import islice
from typing import Any, TypeAlias

from tanglescope.engine.linear.walk import Causes, T, WaitingEvents, effects_of, least_order

NodeKey: TypeAlias = tuple[Any, ...]
"""The sort key of nodes that are ready: comparable and unique."""

FULL = 256


class SequencedNode:
    """A node to be ordered after the unconfirmed nodes `behind`."""

    __slots__ = ("behind", "block", "confirmed", "key", "name", "optimistic")

    def __init__(
        self,
        name: str,
        key: NodeKey,
        behind: "Sequence[SequencedNode]",
        *,
        optimistic: bool = False,
    ) -> None:
        self.name = name
        self.key = key
        self.behind = behind
        self.optimistic = optimistic
        self.confirmed = False
        self.block: NodeBlock | None = None


class NodeBlock:
    """Consecutive nodes; `number` is the position of the block."""

    __slots__ = ("bound", "nodes", "number")

    def __init__(self, number: int, nodes: list[SequencedNode]) -> None:
        self.number = number
        self.nodes = nodes
        self.claim()

    def claim(self) -> None:
        """Register this block as that of its nodes."""
        self.bound = max(node.key for node in self.nodes)
        for node in self.nodes:
            node.block = self


class NodeSequence:
    """Nodes in least topological order, stored in blocks."""

    __slots__ = ("_blocks", "_length")

    def __init__(self, nodes: Sequence[SequencedNode] = ()) -> None:
        self._length = len(nodes)
        self._blocks = [
            NodeBlock(number, list(nodes[start : start + FULL]))
            for number, start in enumerate(range(0, len(nodes), FULL))
        ]

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[SequencedNode]:
        for block in self._blocks:
            yield from block.nodes

    def append(self, node: SequencedNode) -> int:
        """Append a node; return its position."""
        if not self._blocks:
            self._blocks.append(NodeBlock(0, [node]))
            self._length = 1
            return 0
        last = self._blocks[-1]
        return self._insert(last, len(last.nodes), node)

    def put(self, node: SequencedNode) -> int:
        """Insert a node that nothing refers to in least order; return its position."""
        key = node.key
        number, place = self._after_causes(node)
        for block in islice(self._blocks, number, None):
            if block.bound > key:
                nodes = block.nodes
                while place < len(nodes) and nodes[place].key < key:
                    place += 1
                if place < len(nodes):
                    return self._insert(block, place, node)
            place = 0
        return self.append(node)

    def position(self, node: SequencedNode) -> int:
        """The number of nodes before a node of the sequence."""
        block = _block_of(node)
        return self._before(block) + block.nodes.index(node)

    def at(self, position: int) -> SequencedNode:
        """The node at a position."""
        for block in self._blocks:
            if position < len(block.nodes):
                return block.nodes[position]
            position -= len(block.nodes)
        raise IndexError(f"position {position} after the last node")

    def starting_at(self, node: SequencedNode) -> Iterator[SequencedNode]:
        """A node of the sequence and those after it."""
        block = _block_of(node)
        yield from block.nodes[block.nodes.index(node) :]
        for later in islice(self._blocks, block.number + 1, None):
            yield from later.nodes

    def rearrange(self, first: SequencedNode, nodes: Sequence[SequencedNode]) -> None:
        """Reorder the nodes from `first` on as `nodes`."""
        number = _block_of(first).number
        place = self._blocks[number].nodes.index(first)
        done = 0
        while done < len(nodes):
            block = self._blocks[number]
            some = nodes[done : done + len(block.nodes) - place]
            block.nodes[place : place + len(some)] = some
            block.claim()
            done += len(some)
            number, place = number + 1, 0

    def begins_with(self, nodes: list[SequencedNode]) -> bool:
        """Whether these nodes are at the front, in this order."""
        return list(islice(self, len(nodes))) == nodes

    def drop(self, count: int) -> None:
        """Remove nodes from the front."""
        self._length -= count
        blocks = self._blocks
        whole = 0
        while whole < len(blocks) and count >= len(blocks[whole].nodes):
            count -= len(blocks[whole].nodes)
            whole += 1
        if whole:
            del blocks[:whole]
            self._count()
        if count:
            del blocks[0].nodes[:count]

    def _after_causes(self, node: SequencedNode) -> tuple[int, int]:
        """The block of the last cause, and the position after it."""
        causes = [cause for cause in node.behind if not cause.confirmed]
        number = max((cause.block.number for cause in causes if cause.block), default=-1)
        if number < 0:
            return 0, 0
        nodes = self._blocks[number].nodes
        place = len(nodes)
        while nodes[place - 1] not in causes:
            place -= 1
        return number, place

    def _insert(self, block: NodeBlock, place: int, node: SequencedNode) -> int:
        block.nodes.insert(place, node)
        block.bound = max(block.bound, node.key)
        node.block = block
        self._length += 1
        position = place + self._before(block)
        if len(block.nodes) > FULL:
            half = NodeBlock(0, block.nodes[FULL // 2 :])
            del block.nodes[FULL // 2 :]
            self._blocks.insert(block.number + 1, half)
            self._count()
        return position

    def _before(self, block: NodeBlock) -> int:
        # Most nodes are inserted near the end, where there is less to count.
        if 2 * block.number > len(self._blocks):
            return self._length - sum(len(each.nodes) for each in self._blocks[block.number :])
        return sum(len(each.nodes) for each in self._blocks[: block.number])

    def _count(self) -> None:
        for number, block in enumerate(self._blocks):
            block.number = number


def _block_of(node: SequencedNode) -> NodeBlock:
    assert node.block is not None, "a node that is in no row"
    return node.block


def least_order_with_late(
    causes: Causes[T], key: Callable[[T], Any], late: Collection[T]
) -> list[T]:
    """The least order of the other events, with the `late` ones as late as possible.

    From the back to the front, a late event without remaining effects is put before all others, the
    greatest key first.
    """
    punctual = least_order(_without(causes, key, late), key)
    effects = effects_of(causes)
    waiting = WaitingEvents({event: effects.get(event, ()) for event in causes})
    free = {event for event in waiting.ready if event in late}
    backwards: list[T] = []
    while free or punctual:
        if free:
            event = max(free, key=key)
            free.remove(event)
        else:
            event = punctual.pop()
        backwards.append(event)
        free.update(cause for cause in waiting.visit(event) if cause in late)
    return backwards[::-1]


def _without(causes: Causes[T], key: Callable[[T], Any], absent: Collection[T]) -> dict[T, set[T]]:
    """The graph without some events; their effects get their causes."""
    nearest: dict[T, set[T]] = {}
    for event in least_order(causes, key):
        nearest[event] = set()
        for cause in causes[event]:
            if cause in absent:
                nearest[event] |= nearest[cause]
            else:
                nearest[event].add(cause)
    return {event: known for event, known in nearest.items() if event not in absent}

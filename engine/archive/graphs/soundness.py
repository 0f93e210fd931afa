"""Soundness: find nodes that can't be in one graph with others.

Two nodes at one position of a writer's log are a fork: the first one stays. In a cycle, all new
nodes are refused, because it is unknown which of them is false.
"""

from collections.abc import Iterable, Sequence

from tanglescope.engine.linear.cycles import on_cycles
from tanglescope.engine.linear.graph import Node
from tanglescope.engine.message.verdict import Rule


class SoundGraph:
    """A graph that grows by batches of nodes."""

    def __init__(self, known: Iterable[Node] = ()) -> None:
        self._nodes: dict[str, Node] = {}
        self._at: dict[tuple[str, int], str] = {}
        self._missing: set[str] = set()
        for node in known:
            self._enter(node)

    def join(self, new: Sequence[Node]) -> dict[str, Rule]:
        """Add new nodes; return those that can't join, with the violated rules."""
        refused: dict[str, Rule] = {}
        at = self._at
        may_close = self._may_close_a_cycle(new)
        for node in new:
            place = _place(node)
            if place is not None and at.setdefault(place, node.id) != node.id:
                refused[node.id] = Rule.FORK
        joining = {node.id: node for node in new if node.id not in refused}
        # A cycle among known nodes was refused when it arrived.
        looked_at = {**self._nodes, **joining} if may_close else joining
        cyclic = on_cycles({name: self._causes(node) for name, node in looked_at.items()})
        for name in [name for name in joining if name in cyclic]:
            refused[name] = Rule.CYCLE
            if (place := _place(joining.pop(name))) is not None:
                del at[place]
        for node in joining.values():
            self._enter(node)
        return refused

    def _enter(self, node: Node) -> None:
        self._nodes[node.id] = node
        self._missing.discard(node.id)
        self._missing.update(cause for cause in node.after if cause not in self._nodes)
        if (place := _place(node)) is not None:
            self._at[place] = node.id

    def _may_close_a_cycle(self, new: Sequence[Node]) -> bool:
        """Whether known nodes come after new ones, and new ones after known ones."""
        return any(map(self._is_awaited, new)) and any(map(self._follows_known, new))

    def _is_awaited(self, node: Node) -> bool:
        place = _place(node)
        return node.id in self._missing or (
            place is not None and (place[0], place[1] + 1) in self._at
        )

    def _follows_known(self, node: Node) -> bool:
        return any(cause in self._nodes for cause in self._causes(node))

    def _causes(self, node: Node) -> tuple[str, ...]:
        """The causes of a node, including the one before it in its writer's log."""
        if node.writer is None or node.sequence is None:
            return node.after
        before = self._at.get((node.writer, node.sequence - 1))
        return node.after if before is None else (before, *node.after)


def unsound(known: Sequence[Node], new: Sequence[Node]) -> dict[str, Rule]:
    """The new nodes that can't join the known ones, with the violated rules."""
    return SoundGraph(known).join(new)


def _place(node: Node) -> tuple[str, int] | None:
    """The position of a node in its writer's log; None outside of logs."""
    if node.writer is None or node.sequence is None:
        return None
    return node.writer, node.sequence

"""Soundness: which nodes can't be in one graph with others."""

from collections.abc import Sequence

from engine.linear.cycles import on_cycles
from engine.linear.graph import Node
from engine.message.verdict import Rule


def unsound(known: Sequence[Node], new: Sequence[Node]) -> dict[str, Rule]:
    """Those of the new nodes that can't join the known ones, and why not.

    Two nodes at one place of a writer's log are a fork: the first one stays. Of a cycle all new
    nodes are refused, because nothing says which of them is the false one.
    """
    refused: dict[str, Rule] = {}
    at = {(node.writer, node.sequence): node.id for node in known if _is_in_log(node)}
    for node in new:
        if _is_in_log(node) and at.setdefault((node.writer, node.sequence), node.id) != node.id:
            refused[node.id] = Rule.FORK
    here = [*known, *(node for node in new if node.id not in refused)]
    causes = {node.id: _causes(node, at) for node in here}
    cyclic = on_cycles(causes)
    refused.update((node.id, Rule.CYCLE) for node in new if node.id in cyclic)
    return refused


def _is_in_log(node: Node) -> bool:
    return node.writer is not None and node.sequence is not None


def _causes(node: Node, at: dict[tuple[str | None, int | None], str]) -> tuple[str, ...]:
    """What a node comes after, the one before it in its writer's log too."""
    if node.writer is None or node.sequence is None:
        return node.after
    before = at.get((node.writer, node.sequence - 1))
    return node.after if before is None else (before, *node.after)

"""Threads as excerpts of logs: who writes in one, and what of the same log came before.

A thread holds some messages of each author's log, and what they name there need not be the one
before by the same author. In orders of entries of logs, an author's messages follow one
another all the same: what was written later was written knowing what was written before.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from engine.linear.graph import Graph, Node, Writer

MOST_INDEXERS = 32
"""Writers of a thread that vote unless chosen otherwise: those who wrote most in it."""


def writers_of(nodes: Iterable[Node]) -> tuple[Writer, ...]:
    """The writers of the nodes, by key."""
    written = Counter(node.writer for node in nodes if node.writer is not None)
    busiest = sorted(written, key=lambda key: (-written[key], key))
    voting = frozenset(busiest[:MOST_INDEXERS])
    return tuple(Writer(key, indexer=key in voting) for key in sorted(written))


def in_logs(graph: Graph) -> Graph:
    """The graph with every node of an excerpt after its writer's last one before it.

    Where a log forks, both branches come after what they share, and what comes later after the
    branch that arrived first.
    """
    if not graph.is_excerpt:
        return graph
    logs: dict[str, list[Node]] = {}
    for node in graph.nodes:
        if node.writer is not None and node.sequence is not None:
            logs.setdefault(node.writer, []).append(node)
    previous: dict[str, str] = {}
    for log in logs.values():
        log.sort(key=_sequence)
        last, current = None, log[0]
        for node in log:
            if _sequence(node) > _sequence(current):
                last, current = current, node
            if last is not None:
                previous[node.id] = last.id
    nodes = tuple(_following(node, previous.get(node.id)) for node in graph.nodes)
    return replace(graph, nodes=nodes, is_excerpt=False)


def _following(node: Node, previous: str | None) -> Node:
    if previous is None or previous in node.after:
        return node
    return replace(node, after=(previous, *node.after))


def _sequence(node: Node) -> int:
    assert node.sequence is not None
    return node.sequence

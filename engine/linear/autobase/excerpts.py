"""Threads as excerpts of logs: writers, and earlier messages of the same log.

A thread holds some messages of each author's log, and these needn't name the previous one by the
same author. In orders of log entries, an author's messages still follow one another: later ones
were written with knowledge of earlier ones.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from tanglescope.engine.linear.graph import Graph, Node, Writer

MOST_INDEXERS = 32
"""The default number of voting writers of a thread: those who wrote most in it."""


def writers_of(nodes: Iterable[Node]) -> tuple[Writer, ...]:
    """The writers of the nodes, by key."""
    written = Counter(node.writer for node in nodes if node.writer is not None)
    busiest = sorted(written, key=lambda key: (-written[key], key))
    voting = frozenset(busiest[:MOST_INDEXERS])
    return tuple(Writer(key, indexer=key in voting) for key in sorted(written))


def in_logs(graph: Graph) -> Graph:
    """The graph, with every node of an excerpt after its writer's previous one in it.

    If a log forks, both branches follow the common part, and later nodes follow the branch that
    arrived first.
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

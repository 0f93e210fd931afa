"""Batches: entries that a writer appended at once, and that stay together.

In a log, a batch counts down: every entry says how many of its batch follow. If a graph file
contradicts itself, the countdown in the log decides, as in Autobase.
"""

from collections.abc import Iterable
from dataclasses import replace

from tanglescope.engine.linear.autobase.excerpts import in_logs
from tanglescope.engine.linear.graph import Graph, Node


def as_autobase(graph: Graph) -> Graph:
    """A graph as an Autobase requires it: logs linked, batches complete, no causes outside.

    Missing causes are treated as confirmed earlier, as in an Autobase that was truncated.
    """
    graph = in_batches(in_logs(graph))
    here = {node.id for node in graph.nodes}
    return replace(graph, nodes=tuple(_within(node, here) for node in graph.nodes))


def _within(node: Node, here: set[str]) -> Node:
    if all(cause in here for cause in node.after):
        return node
    return replace(node, after=tuple(cause for cause in node.after if cause in here))


def in_batches(graph: Graph) -> Graph:
    """The graph with every batch as one block, which knows at its start what any of it knows.

    Nodes that refer to one of its entries come after all of them. Batches whose first entries are
    not in the graph are numbered anew. A batch without its end stays incomplete.
    """
    runs = _runs(graph.nodes)
    if not runs:
        return graph
    last = {node.id: run[-1].id for run in runs if _is_complete(run) for node in run}
    blocks = {node.id: node for run in runs for node in _block(run, last)}
    nodes = tuple(blocks.get(node.id) or _after(node, node.after, last) for node in graph.nodes)
    return replace(graph, nodes=nodes)


def _runs(nodes: Iterable[Node]) -> list[list[Node]]:
    """The batches of all logs: consecutive entries, each up to the last one of its batch."""
    logs: dict[str, dict[int, Node]] = {}
    starts: list[Node] = []
    for node in nodes:
        if node.writer is not None and node.sequence is not None:
            logs.setdefault(node.writer, {})[node.sequence] = node
            if node.batch is not None:
                starts.append(node)
    starts.sort(key=lambda node: node.sequence or 0)
    runs: list[list[Node]] = []
    taken: set[str] = set()
    for start in starts:
        if start.id not in taken and _following(start):
            run = _run(start, logs[start.writer or ""])
            taken.update(node.id for node in run)
            runs.append(run)
    return runs


def _run(start: Node, log: dict[int, Node]) -> list[Node]:
    run = [start]
    while _following(run[-1]):
        following = log.get((run[-1].sequence or 0) + 1)
        if following is None:
            break
        run.append(following)
    return run


def _following(node: Node) -> int:
    """The number of entries of its batch that follow, as the node declares."""
    return 0 if node.batch is None else node.batch[1] - node.batch[0]


def _is_complete(run: list[Node]) -> bool:
    return not _following(run[-1])


def _block(run: list[Node], last: dict[str, str]) -> list[Node]:
    count = len(run) if _is_complete(run) else len(run) + 1
    inside = {node.id for node in run}
    causes = [cause for node in run for cause in node.after if cause not in inside]
    block = [replace(_after(run[0], causes, last), batch=(1, count))]
    for place, node in enumerate(run[1:], start=2):
        block.append(replace(node, after=(run[place - 2].id,), batch=(place, count)))
    return block


def _after(node: Node, causes: Iterable[str], last: dict[str, str]) -> Node:
    after = tuple(dict.fromkeys(last.get(cause, cause) for cause in causes))
    return node if after == node.after else replace(node, after=after)

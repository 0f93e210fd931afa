"""Graphs as lines of a graph file, so that a bug report can include its case."""

from dataclasses import asdict
from math import isfinite
from typing import Any

from tanglescope.engine.linear.graph import Graph, Node, Writer


def graph_line(graph: Graph) -> dict[str, Any]:
    """The JSON value that `read_graph` reads; sequences are included only if they are redundant.

    In a graph file, every node also follows its predecessor in its author's log. A thread has
    no such links, so its sequences would change its order.
    """
    with_sequences = _logs_are_linked(graph)
    line: dict[str, Any] = {} if graph.name is None else {"name": graph.name}
    if graph.writers:
        line["writers"] = [_writer(writer) for writer in graph.writers]
    line["nodes"] = [_node(node, with_sequences) for node in graph.nodes]
    if graph.arrivals:
        line["arrivals"] = [asdict(each) for each in graph.arrivals]
    return line


def _writer(writer: Writer) -> dict[str, Any]:
    changes = {"added": writer.added or None, "removed": writer.removed or None}
    changes |= {"joined": writer.joined, "left": writer.left}
    given = {field: _one_or_many(ids) for field, ids in changes.items() if ids is not None}
    return {"key": writer.key, "indexer": writer.indexer, "relayed": writer.relayed, **given}


def _one_or_many(ids: tuple[str, ...]) -> str | list[str]:
    return ids[0] if len(ids) == 1 else list(ids)


def _node(node: Node, with_sequence: bool) -> dict[str, Any]:
    facts = {
        "writer": node.writer,
        "sequence": node.sequence if with_sequence else None,
        "depth": node.depth,
        "asserted": _finite(node.asserted),
        "received": _finite(node.received),
        "committed": _finite(node.committed),
        "optimistic": node.optimistic or None,
        "batch": list(node.batch) if node.batch and with_sequence else None,
    }
    given = {key: value for key, value in facts.items() if value is not None}
    return {"id": node.id, "after": list(node.after), **given}


def _finite(time: float | None) -> float | None:
    # JSON can't represent other numbers, and no clock shows them.
    return time if time is not None and isfinite(time) else None


def _logs_are_linked(graph: Graph) -> bool:
    at = {
        (node.writer, node.sequence): node.id for node in graph.nodes if node.sequence is not None
    }
    return all(
        (before := at.get((node.writer, node.sequence - 1))) is None or before in node.after
        for node in graph.nodes
        if node.sequence is not None and node.writer is not None
    )

"""Orders for comparison: those of Git and Matrix, by clock alone, and the report's sorts."""

from collections.abc import Iterable, Sequence
from math import inf, isnan
from typing import Any

from engine.linear.graph import Graph, Node
from engine.linear.orders.depths import declared_depths
from engine.linear.scuttlesort.timeline import Timeline


def git_order(graph: Graph) -> list[str]:
    """The ids of an acyclic graph as `git log --topo-order --reverse` lists commits.

    The date of a commit is the time of receipt, else the author's time; a commit without one counts
    as oldest.
    """
    nodes = {node.id: node for node in graph.nodes}
    children = dict.fromkeys(nodes, 0)
    for node in graph.nodes:
        for parent in node.after:
            if parent in children:
                children[parent] += 1
    tips = [node for node in graph.nodes if not children[node.id]]
    stack = [node.id for node in sorted(tips, key=_date)]
    order: list[str] = []
    while stack:
        order.append(stack.pop())
        for parent in nodes[order[-1]].after:
            if parent in children:
                children[parent] -= 1
                if not children[parent]:
                    stack.append(parent)
    return order[::-1]


def _date(node: Node) -> tuple[float, str]:
    time = node.asserted if node.received is None else node.received
    return (-inf if time is None or isnan(time) else time, node.id)


def matrix_order(graph: Graph) -> list[str]:
    """The ids of an acyclic graph by (depth, arrival)."""
    depths = declared_depths(graph)
    return sorted((node.id for node in graph.nodes), key=depths.__getitem__)


def asserted_order(graph: Graph) -> list[str]:
    """The ids by the authors' times, then by id; those without a time come last."""
    return _by({node.id: node.asserted for node in graph.nodes})


def received_order(graph: Graph) -> list[str]:
    """The ids by time of receipt, then by id; those without a time come last."""
    return _by({node.id: node.received for node in graph.nodes})


def _by(times: dict[str, float | None]) -> list[str]:
    def place(name: str) -> tuple[float, str]:
        time = times[name]
        return (inf if time is None or isnan(time) else time, name)

    return sorted(times, key=place)


_BOTTOM = ""


def by_backward(graph: Graph) -> dict[str, Any]:
    """The order by (rank from the tips, descending, then id), and the edits while nodes arrive."""
    # This is the forward order of the reversed graph, read backwards, so ids descend.
    last = len(graph.nodes)
    named = {name: f"{last - number:010d}" for number, name in enumerate(_ids(graph))}
    effects: dict[str, list[str]] = {name: [] for name in named.values()}
    for node in graph.nodes:
        for cause in node.after:
            if cause in named:
                effects[named[cause]].append(named[node.id])
    order, edits = _played((named[node.id], effects[named[node.id]]) for node in graph.nodes)
    names = {label: name for name, label in named.items()}
    return {"order": [names[label] for label in reversed(order)], "edits": edits}


def by_forward(graph: Graph) -> dict[str, Any]:
    """The order by (rank from the roots, arrival), and the edits while nodes arrive."""
    named = {node.id: f"{number:010d}" for number, node in enumerate(graph.nodes)}
    order, edits = _played(
        [
            (_BOTTOM, []),
            *(
                (
                    named[node.id],
                    [_BOTTOM, *(named[cause] for cause in node.after if cause in named)]
                    if node.after
                    else [],
                )
                for node in graph.nodes
            ),
        ]
    )
    return {"order": [graph.nodes[int(label)].id for label in order[1:]], "edits": edits - 1}


def _ids(graph: Graph) -> list[str]:
    return sorted(node.id for node in graph.nodes)


def _played(events: Iterable[tuple[str, Sequence[str]]]) -> tuple[list[str], int]:
    timeline = Timeline()
    edits = sum(len(timeline.add(name, after)) for name, after in events)
    return list(timeline), edits

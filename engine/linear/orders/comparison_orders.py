"""Orders for comparison: those of Git and Matrix, by clock alone, and the report's sorts."""

from collections.abc import Iterable, Sequence
from math import inf, isnan
from typing import Any

from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.depths import declared_depths
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.linear.walk import WaitingEvents, effects_of, ranks_of


def git_order(graph: Graph) -> list[str]:
    """The ids of an acyclic graph as `git log --topo-order --reverse` lists commits.

    The date of a commit is that of its committer, else the time of receipt or that of its author; a
    commit without one counts as oldest.
    """
    nodes = {node.id: node for node in graph.nodes}
    children = effects_of(graph.causes)
    waiting = WaitingEvents({name: children.get(name, ()) for name in nodes})
    stack = sorted(waiting.ready, key=lambda name: _date(nodes[name]))
    order: list[str] = []
    while stack:
        order.append(stack.pop())
        ready = set(waiting.visit(order[-1]))
        stack += [parent for parent in nodes[order[-1]].after if parent in ready]
    return order[::-1]


def _date(node: Node) -> tuple[float, str]:
    times = (node.committed, node.received, node.asserted)
    time = next((each for each in times if each is not None), None)
    return (-inf if time is None or isnan(time) else time, node.id)


def matrix_order(graph: Graph) -> list[str]:
    """The ids of an acyclic graph by (depth, arrival)."""
    depths = declared_depths(graph)
    return sorted((node.id for node in graph.nodes), key=depths.__getitem__)


def asserted_times(graph: Graph) -> dict[str, float]:
    """The authors' times; nodes without one come last."""
    return {node.id: _time_or_never(node.asserted) for node in graph.nodes}


def received_times(graph: Graph) -> dict[str, float]:
    """The times of receipt; nodes without one come last."""
    return {node.id: _time_or_never(node.received) for node in graph.nodes}


def _time_or_never(time: float | None) -> float:
    return inf if time is None or isnan(time) else time


def heights(graph: Graph) -> dict[str, int]:
    """The length of the longest path from each node to one without effects."""
    effects = effects_of(graph.causes)
    return ranks_of({node.id: effects.get(node.id, ()) for node in graph.nodes})


def ranks_after_ghosts(graph: Graph) -> dict[str, int]:
    """The rank of each node, where missing causes have rank 0."""
    causes = graph.causes
    ghosts = {cause for named in causes.values() for cause in named}
    return ranks_of({**dict.fromkeys(ghosts, ()), **causes})


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
    order, edits = _play_arrivals((named[node.id], effects[named[node.id]]) for node in graph.nodes)
    names = {label: name for name, label in named.items()}
    return {"order": [names[label] for label in reversed(order)], "edits": edits}


def by_forward(graph: Graph) -> dict[str, Any]:
    """The order by (rank from the roots, arrival), and the edits while nodes arrive."""
    named = {node.id: f"{number:010d}" for number, node in enumerate(graph.nodes)}
    order, edits = _play_arrivals(
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


def _play_arrivals(events: Iterable[tuple[str, Sequence[str]]]) -> tuple[list[str], int]:
    timeline = Timeline()
    edits = sum(len(timeline.add(name, after)) for name, after in events)
    return list(timeline), edits

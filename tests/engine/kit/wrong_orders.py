"""Wrong orders, each with a realistic fault.

An order takes a graph whose nodes are in order of arrival, and returns ids.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cmp_to_key

from tanglescope.engine.linear.graph import Graph, Node

Names = list[str]


def by_arrival(graph: Graph) -> Names:
    """Causes first; ties by arrival."""
    return _kahn(graph.nodes, lambda _: 0)


def by_time(graph: Graph) -> Names:
    """By time; ties by arrival."""
    return _sorted(graph.nodes, lambda node: _time(node))


def by_time_then_id(graph: Graph) -> Names:
    """By time and id: deterministic, but a reply can be above the message that it answers."""
    return _sorted(graph.nodes, lambda node: (_time(node), node.id))


def depth_then_time(graph: Graph) -> Names:
    """By depth and time; ties by arrival."""
    depths = _depths(graph.nodes)
    return _sorted(graph.nodes, lambda node: (depths[node.id], _time(node)))


def ssb_sort_like(graph: Graph) -> Names:
    """Compares pairs by causes, time and id: three messages can form a cycle."""
    past = {node.id: _past(node.id, graph.nodes) for node in graph.nodes}

    def compare(one: Node, other: Node) -> int:
        if one.id in past[other.id] or other.id in past[one.id]:
            return -1 if one.id in past[other.id] else 1
        mine, its = (_time(one), one.id), (_time(other), other.id)
        return (mine > its) - (mine < its)

    return [node.id for node in sorted(graph.nodes, key=cmp_to_key(compare))]


def rank_on_arrival(graph: Graph) -> Names:
    """Ranks an event when it arrives, and never again when a cause arrives later."""
    ranks: dict[str, int] = {}
    for node in graph.nodes:
        ranks[node.id] = 1 + max((ranks[each] for each in node.after if each in ranks), default=-1)
    return sorted(ranks, key=lambda name: (ranks[name], name))


def behind_the_last_cause(graph: Graph) -> Names:
    """Inserts an event right behind its last cause, as lists for text editing do."""
    order: Names = []
    for node in graph.nodes:
        places = [order.index(cause) for cause in node.after if cause in order]
        order.insert(max(places, default=len(order) - 1) + 1, node.id)
    return order


def clock_of_the_reader(graph: Graph) -> Names:
    """Counts with a Lamport clock that the reader advances instead of the writer."""
    clock = 0
    stamps: dict[str, tuple[int, str]] = {}
    for node in graph.nodes:
        clock = max([clock, *(stamps[each][0] + 1 for each in node.after if each in stamps)])
        stamps[node.id] = clock, node.id
    return sorted(stamps, key=stamps.__getitem__)


def depth_first(graph: Graph) -> Names:
    """Walks back from the events in order of arrival."""
    nodes = {node.id: node for node in graph.nodes}
    order: Names = []

    def visit(name: str) -> None:
        if name in nodes and name not in order:
            for cause in nodes[name].after:
                visit(cause)
            order.append(name)

    for name in nodes:
        visit(name)
    return order


def first_cause_only(graph: Graph) -> Names:
    """Uses only the first cause, as in a tree of replies."""
    return _ranked([Node(node.id, node.after[:1]) for node in graph.nodes])


def ignoring_case(graph: Graph) -> Names:
    """By depth and id, ignoring the case of letters."""
    depths = _depths(graph.nodes)
    return _sorted(graph.nodes, lambda node: (depths[node.id], node.id.casefold()))


def short_ids(graph: Graph) -> Names:
    """By depth and the beginning of the id, as shown to users."""
    depths = _depths(graph.nodes)
    return _sorted(graph.nodes, lambda node: (depths[node.id], node.id[:1]))


def one_at_a_time(graph: Graph) -> Names:
    """Keeps only the last event to arrive of each writer and moment."""
    kept = {(node.writer, node.asserted): node for node in graph.nodes}
    return _ranked(list(kept.values()))


def log_of_arrivals(graph: Graph) -> Names:
    """Assumes that a writer's events arrived in the order in which they were written."""
    last: dict[str | None, str] = {}
    linked = []
    for node in graph.nodes:
        before = [last[node.writer]] if node.writer in last else []
        linked.append(Node(node.id, (*node.after, *before)))
        last[node.writer] = node.id
    return _kahn(linked, lambda node: node.id)


def orphans_last(graph: Graph) -> Names:
    """Puts events with a missing cause at the end, in order of arrival."""
    known = {node.id for node in graph.nodes}
    whole = [node for node in graph.nodes if known.issuperset(node.after)]
    return _ranked(whole) + [node.id for node in graph.nodes if node not in whole]


def swapped_once(graph: Graph) -> Names:
    """Sorts by one pass of bubble sort, which suffices if few events are late."""
    depths = _depths(graph.nodes)
    order = [node.id for node in graph.nodes]
    for left in range(len(order) - 1):
        one, other = order[left : left + 2]
        if (depths[one], one) > (depths[other], other):
            order[left : left + 2] = other, one
    return order


class WithMemory:
    """Remembers ranks from one graph to the next, under names that were used before."""

    __name__ = "with_memory"

    def __init__(self) -> None:
        self._ranks: dict[str, int] = {}

    def __call__(self, graph: Graph) -> Names:
        for name, depth in _depths(graph.nodes).items():
            self._ranks[name] = max(depth, self._ranks.get(name, 0))
        return sorted((node.id for node in graph.nodes), key=lambda name: (self._ranks[name], name))


def needs_causes(graph: Graph) -> Names:
    """Raises an error when an event arrives before its cause."""
    ranks: dict[str, int] = {}
    for node in graph.nodes:
        ranks[node.id] = 1 + max((ranks[cause] for cause in node.after), default=-1)
    return sorted(ranks, key=lambda name: (ranks[name], name))


ZOO: tuple[tuple[Callable[[Graph], Names], int], ...] = (
    (by_arrival, 2),
    (by_time, 2),
    (by_time_then_id, 2),
    (depth_then_time, 2),
    (ssb_sort_like, 3),
    (rank_on_arrival, 3),
    (behind_the_last_cause, 2),
    (clock_of_the_reader, 3),
    (depth_first, 2),
    (first_cause_only, 3),
    (ignoring_case, 2),
    (short_ids, 2),
    (one_at_a_time, 2),
    (log_of_arrivals, 3),
    (orphans_last, 2),
    (swapped_once, 3),
    (WithMemory(), 2),
    (needs_causes, 1),
)
"""Every wrong order, and the most events that its smallest case may have."""


def _time(node: Node) -> float:
    return node.asserted or 0.0


def _sorted(nodes: Iterable[Node], key: Callable[[Node], object]) -> Names:
    return [node.id for node in sorted(nodes, key=key)]  # type: ignore[arg-type]


def _ranked(nodes: Sequence[Node]) -> Names:
    depths = _depths(nodes)
    return sorted(depths, key=lambda name: (depths[name], name))


def _kahn(nodes: Sequence[Node], key: Callable[[Node], object]) -> Names:
    order, waiting = Names(), list(nodes)
    while waiting:
        ids = {node.id for node in waiting}
        ready = [node for node in waiting if not ids.intersection(node.after)] or waiting
        node = min(ready, key=key)  # type: ignore[arg-type]
        waiting.remove(node)
        order.append(node.id)
    return order


def _depths(nodes: Sequence[Node]) -> dict[str, int]:
    after = {node.id: node.after for node in nodes}
    depths: dict[str, int] = {}

    def depth(name: str) -> int:
        if name not in depths:
            depths[name] = 1 + max(
                (depth(each) for each in after[name] if each in after), default=-1
            )
        return depths[name]

    return {node.id: depth(node.id) for node in nodes}


def _past(name: str, nodes: Sequence[Node]) -> set[str]:
    after = {node.id: node.after for node in nodes}
    found: set[str] = set()
    ends = [name]
    while ends:
        for cause in after.get(ends.pop(), ()):
            if cause not in found:
                found.add(cause)
                ends.append(cause)
    return found

"""A linearizer that is wrong: the rule of ssb-sort 1.1.3, over the links of a thread.

Of two messages, the one that the other follows comes first; otherwise the one received earlier,
then the one asserted earlier, then the greater key. The rule looks sensible and orders any two
messages; three can go round in a circle, and then the result depends on the order of arrival.
"""

from functools import cmp_to_key
from math import inf

from tanglescope.engine.linear.graph import Graph, Node


def order(graph: Graph) -> list[str]:
    """The ids, sorted by comparing two at a time."""
    nodes = {node.id: node for node in graph.nodes}

    def follows(later: str, earlier: str) -> bool:
        seen = set()
        open_ends = [later]
        while open_ends:
            for cause in nodes[open_ends.pop()].after:
                if cause in nodes and cause not in seen:
                    seen.add(cause)
                    open_ends.append(cause)
        return earlier in seen

    def compare(one: str, other: str) -> int:
        if follows(one, other):
            return 1
        if follows(other, one):
            return -1
        return _by_clocks_and_key(nodes[one], nodes[other])

    return sorted(nodes, key=cmp_to_key(compare))


def _by_clocks_and_key(one: Node, other: Node) -> int:
    mine, its = _clocks(one), _clocks(other)
    if mine != its:
        return 1 if mine > its else -1
    return 1 if one.id < other.id else -1


def _clocks(node: Node) -> tuple[float, ...]:
    return tuple(inf if time is None else time for time in (node.received, node.asserted))

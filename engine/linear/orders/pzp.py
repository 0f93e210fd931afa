"""The order of pzp-db: by declared depth, then by ICU's root collation of the id.

A message declares its depth, so its place never changes and the order in which messages arrive
plays no part. Where a graph file says nothing about a depth, it is what the author would have
declared: one more than the greatest among the known causes.
"""

from engine.linear.graph import Graph
from engine.linear.orders.collation import key_among


def pzp_order(graph: Graph) -> list[str]:
    """The ids of an acyclic graph by (depth, collation)."""
    depths = declared_depths(graph)
    key = key_among(depths)
    return sorted(sorted(depths, key=key), key=depths.__getitem__)


def declared_depths(graph: Graph) -> dict[str, int]:
    """The depth of every node, declared or computed."""
    nodes = {node.id: node for node in graph.nodes}
    depths = {node.id: node.depth for node in graph.nodes if node.depth is not None}
    for node in graph.nodes:
        waiting = [node]
        while waiting:
            if waiting[-1].id in depths:
                waiting.pop()
                continue
            causes = [cause for cause in waiting[-1].after if cause in nodes]
            unknown = [nodes[cause] for cause in causes if cause not in depths]
            if unknown:
                waiting += unknown
            else:
                deepest = max((depths[cause] for cause in causes), default=-1)
                depths[waiting.pop().id] = deepest + 1
    return depths

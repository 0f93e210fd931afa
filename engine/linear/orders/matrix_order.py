"""The order in which Matrix homeservers list the events of a room, to compare with.

An event declares its depth; among those of one depth, the server lists first what reached it
first. Where nothing is declared, the depth is what the sender would have declared: one more than
the greatest among the known causes.
"""

from engine.linear.graph import Graph
from engine.linear.orders.pzp import declared_depths


def matrix_order(graph: Graph) -> list[str]:
    """The ids of an acyclic graph by (depth, arrival)."""
    depths = declared_depths(graph)
    return sorted((node.id for node in graph.nodes), key=depths.__getitem__)

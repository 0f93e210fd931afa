"""The order of most chat programs: by time, but never an effect before its cause.

Kahn's algorithm; among the messages whose causes are out, the one with the least time comes
first. Clocks may lie: the time of a message is the earlier of when its author claims to have
written it and when it was received.
"""

from math import inf, isnan

from engine.linear.graph import Graph, Node
from engine.linear.orders.late_causes import edits_of
from engine.linear.orders.topological import least_order


def moment(node: Node) -> float:
    """The least of the times known for a node; without one it comes last."""
    times = (node.received, node.asserted)
    return min((time for time in times if time is not None and not isnan(time)), default=inf)


def timestamp_order(graph: Graph) -> list[str]:
    """The ids of an acyclic graph: causes first, then by (moment, id)."""
    nodes = {node.id: node for node in graph.nodes}
    causes = {name: node.after for name, node in nodes.items()}
    return least_order(causes, lambda name: (moment(nodes[name]), name))


def timestamp_edits(graph: Graph) -> int:
    """How many edits it takes to keep that order while the nodes arrive."""
    return edits_of((node.id, node.after, (moment(node), node.id)) for node in graph.nodes)

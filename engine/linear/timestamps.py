"""The order of most chat programs: by time, but never an effect before its cause.

Kahn's algorithm; among the messages whose causes are out, the one with the least time comes
first. Clocks may lie: the time of a message is the earlier of when its author claims to have
written it and when it was received.
"""

from heapq import heapify, heappop, heappush
from math import inf, isnan

from engine.linear.graph import Graph, Node


def moment(node: Node) -> float:
    """The least of the times known for a node; without one it comes last."""
    times = (node.received, node.asserted)
    return min((time for time in times if time is not None and not isnan(time)), default=inf)


def timestamp_order(graph: Graph) -> list[str]:
    """The ids of an acyclic graph: causes first, then by (moment, id)."""
    nodes = {node.id: node for node in graph.nodes}
    effects: dict[str, list[str]] = {name: [] for name in nodes}
    waits: dict[str, int] = {}
    for name, node in nodes.items():
        known = [cause for cause in node.after if cause in nodes]
        waits[name] = len(known)
        for cause in known:
            effects[cause].append(name)
    ready = [(moment(nodes[name]), name) for name, causes in waits.items() if not causes]
    heapify(ready)
    order: list[str] = []
    while ready:
        _, name = heappop(ready)
        order.append(name)
        for effect in effects[name]:
            waits[effect] -= 1
            if not waits[effect]:
                heappush(ready, (moment(nodes[effect]), effect))
    return order

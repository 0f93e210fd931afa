"""An order as a program: (rank, id), where the rank is the longest path from a root.

Reads a graph a line, answers with an order a line, until its input ends:
tanglescope shuffle --by "python docs/examples/order.py"
"""

import json
import sys


def order(graph):
    """The ids of a graph in order."""
    after = {node["id"]: node["after"] for node in graph["nodes"]}
    rank = {}
    while len(rank) < len(after):
        for name, causes in after.items():
            known = [cause for cause in causes if cause in after]
            if name not in rank and all(cause in rank for cause in known):
                rank[name] = 1 + max((rank[cause] for cause in known), default=-1)
    return sorted(after, key=lambda name: (rank[name], name))


for line in sys.stdin:
    print(json.dumps({"order": order(json.loads(line))}), flush=True)

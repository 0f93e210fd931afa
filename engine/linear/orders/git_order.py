"""The order of `git log --topo-order`, oldest first, to compare with.

Git shows no commit before all of its children, and follows one line of history to its fork before
it begins the next: what becomes free goes onto a stack. Where it begins, the commit with the latest
committer date comes first. Parents are pushed as they are listed, so the last one is shown first.
"""

from math import inf, isnan

from engine.linear.graph import Graph, Node


def git_order(graph: Graph) -> list[str]:
    """The ids of an acyclic graph as `git log --topo-order --reverse` lists commits.

    A commit's date is when it was received, else what its author says; without one it is oldest.
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

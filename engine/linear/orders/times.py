"""The orders by one clock alone: the first idea for a thread, and wrong as often as a clock is.

SIP 9 ("Tangle Origin", 2a) begins with them. They don't look at the graph, so an answer may
stand before its question; here they are to compare the other orders with.
"""

from math import inf, isnan

from engine.linear.graph import Graph


def asserted_order(graph: Graph) -> list[str]:
    """The ids by when their authors say they wrote them, then by id; without a time, last."""
    return _by({node.id: node.asserted for node in graph.nodes})


def received_order(graph: Graph) -> list[str]:
    """The ids by when they were received, then by id; without a time, last."""
    return _by({node.id: node.received for node in graph.nodes})


def _by(times: dict[str, float | None]) -> list[str]:
    def place(name: str) -> tuple[float, str]:
        time = times[name]
        return (inf if time is None or isnan(time) else time, name)

    return sorted(times, key=place)

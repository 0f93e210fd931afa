"""The orders that a graph file can be asked for, by name.

A linearizer takes a graph and answers with a dictionary that holds at least `order`. Another
order joins by a line in `LINEARIZERS`; heads and names are dealt with here, for all of them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from engine.linear.autobase import Autobase
from engine.linear.excerpts import in_logs
from engine.linear.graph import Graph, known_past
from engine.linear.pzp import pzp_order
from engine.linear.timeline import Timeline
from engine.linear.times import asserted_order, received_order
from engine.linear.timestamps import timestamp_edits, timestamp_order

Answer: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Linearizer:
    """How a graph is answered; `answer_with_states` adds the state after every node."""

    answer: Callable[[Graph], Answer]
    answer_with_states: Callable[[Graph], Answer] | None = None


def by_scuttlesort(graph: Graph) -> Answer:
    """(rank, id), and how many edits it took to keep that order while the nodes arrived."""
    timeline = Timeline()
    edits = sum(len(timeline.add(node.id, node.after)) for node in graph.nodes)
    return {"order": list(timeline), "edits": edits}


def by_pzp(graph: Graph) -> Answer:
    """(declared depth, collation of the id); a place never changes, so every node is one edit."""
    order = pzp_order(graph)
    return {"order": order, "edits": len(order)}


def by_timestamp(graph: Graph) -> Answer:
    """By time, causes first."""
    return {"order": timestamp_order(graph), "edits": timestamp_edits(graph)}


def by_asserted(graph: Graph) -> Answer:
    """By what authors say of the time, whatever comes after what; every node is one edit."""
    return {"order": asserted_order(graph), "edits": len(graph.nodes)}


def by_received(graph: Graph) -> Answer:
    """By when things were received, whatever comes after what; every node is one edit."""
    return {"order": received_order(graph), "edits": len(graph.nodes)}


def by_autobase(graph: Graph, states: list[Answer] | None = None) -> Answer:
    """The confirmed nodes, then the tip.

    A node that comes before its causes waits for them. Causes that are not in the graph at all
    count as confirmed before it begins, as where an Autobase was cut.
    """
    graph = in_logs(graph)
    base = Autobase(graph.writers)
    inside = {node.id for node in graph.nodes}
    edits = 0
    for node in graph.nodes:
        after = [cause for cause in node.after if cause in inside]
        sequence = node.sequence or 0
        update = base.add(node.id, after, node.writer, sequence, optimistic=node.optimistic)
        edits += len(update.edits)
        if states is not None:
            state = {"add": node.id, "confirmed": update.confirmed, "tip": base.tip}
            states.append({**state, "undo": update.undo, "shared": update.shared})
    # What is still set aside stands on a circle: somebody forged a key.
    order = [*base, *base.set_aside]
    return {"order": order, "edits": edits, "confirmed": base.confirmed}


def by_autobase_with_states(graph: Graph) -> Answer:
    """The same, and what every node changed."""
    states: list[Answer] = []
    return {**by_autobase(graph, states), "states": states}


LINEARIZERS: Mapping[str, Linearizer] = MappingProxyType(
    {
        "asserted": Linearizer(by_asserted),
        "autobase": Linearizer(by_autobase, by_autobase_with_states),
        "pzp": Linearizer(by_pzp),
        "received": Linearizer(by_received),
        "scuttlesort": Linearizer(by_scuttlesort),
        "timestamp": Linearizer(by_timestamp),
    }
)


def linearize(graph: Graph, by: str, *, states: bool = False) -> Answer:
    """The answer to a graph; with a head, what a peer answers who knows just the head's past."""
    seen = graph if graph.head is None else known_past(graph, graph.head)
    linearizer = LINEARIZERS[by]
    answer = (states and linearizer.answer_with_states) or linearizer.answer
    return {"name": graph.name, **answer(seen)}

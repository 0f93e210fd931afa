"""The orders of a graph file, by name.

A linearizer takes a graph and answers with a dictionary that has `order` and, if it counts them,
`edits`. To add an order, add a line to `LINEARIZERS`; heads and names are handled here for all.
Implementations are imported on first use, since many callers need only the names.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

from engine.linear.graph import Graph, Writer, known_past
from engine.linear.orders.comparison_orders import by_backward, by_forward
from engine.linear.scuttlesort.timeline import Timeline

Answer: TypeAlias = dict[str, Any]

Progress: TypeAlias = Callable[[int], None]
"""Called from time to time with the number of added nodes."""

_ADDED_BETWEEN_REPORTS = 100


@dataclass(frozen=True, slots=True)
class Linearizer:
    """A named order: `answer` orders a graph, `answer_with_states` adds the state after every node.

    `votes` returns the voters of every node, if the order is based on votes. `sort` orders without
    counting edits, if that is faster; `watched` reports progress while it counts them.
    `by_time` orders are offered only if messages have times.
    """

    answer: Callable[[Graph], Answer]
    answer_with_states: Callable[[Graph], Answer] | None = None
    votes: Callable[[Graph], Answer] | None = None
    sort: Callable[[Graph], Answer] | None = None
    watched: Callable[[Graph, Progress], Answer] | None = None
    by_time: bool = False


def by_scuttlesort(graph: Graph, progress: Progress | None = None) -> Answer:
    """The order by (rank, id), and the number of edits while the nodes arrived."""
    timeline = Timeline()
    edits = 0
    for number, node in enumerate(graph.nodes):
        if progress is not None and number % _ADDED_BETWEEN_REPORTS == 0:
            progress(number)
        edits += len(timeline.add(node.id, node.after))
    return {"order": list(timeline), "edits": edits}


def sorted_by_rank(graph: Graph) -> Answer:
    """The order by (rank, id) alone: ranks are computed once, for all nodes."""
    timeline = Timeline()
    timeline.extend((node.id, node.after) for node in graph.nodes)
    return {"order": list(timeline)}


def by_pzp(graph: Graph) -> Answer:
    """The order by (declared depth, collation of the id); nodes never move, so each is one edit."""
    from engine.linear.orders.depths import pzp_order

    order = pzp_order(graph)
    return {"order": order, "edits": len(order)}


def by_timestamp(graph: Graph) -> Answer:
    """The order by time, causes first."""
    from engine.linear.orders.timestamps import timestamp_edits

    return {**sorted_by_time(graph), "edits": timestamp_edits(graph)}


def sorted_by_time(graph: Graph) -> Answer:
    """The same without edits."""
    from engine.linear.orders.timestamps import timestamp_order

    return {"order": timestamp_order(graph)}


def by_newest(graph: Graph) -> Answer:
    """The order by time in reverse, newest first: effects come before their causes."""
    return _reversed(by_timestamp(graph))


def sorted_newest_first(graph: Graph) -> Answer:
    """The same without edits."""
    return _reversed(sorted_by_time(graph))


def _reversed(answer: Answer) -> Answer:
    """The answer for the same order from its end; as many edits make it."""
    return {**answer, "order": answer["order"][::-1]}


def by_asserted(graph: Graph) -> Answer:
    """The order by the authors' times, ignoring causes; every node is one edit."""
    from engine.linear.orders.comparison_orders import asserted_order

    return {"order": asserted_order(graph), "edits": len(graph.nodes)}


def by_received(graph: Graph) -> Answer:
    """The order by time of receipt, ignoring causes; every node is one edit."""
    from engine.linear.orders.comparison_orders import received_order

    return {"order": received_order(graph), "edits": len(graph.nodes)}


def by_depth(graph: Graph) -> Answer:
    """The order by (declared depth, arrival); nodes never move, so each is one edit."""
    from engine.linear.orders.comparison_orders import matrix_order

    return {"order": matrix_order(graph), "edits": len(graph.nodes)}


def by_git(graph: Graph) -> Answer:
    """The order in which Git lists commits; edits aren't counted, as any arrival can move all."""
    from engine.linear.orders.comparison_orders import git_order

    return {"order": git_order(graph)}


def by_autobase(graph: Graph, states: list[Answer] | None = None) -> Answer:
    """The order of an Autobase: the confirmed nodes, then the tip.

    A node that comes before its causes waits for them. Causes outside of the graph count as
    confirmed earlier, as in a truncated Autobase.
    """
    from engine.linear.autobase.batches import as_autobase
    from engine.linear.autobase.order import Autobase, whole_order

    graph = as_autobase(graph)
    base = Autobase(graph.writers)
    edits = 0
    for node in graph.nodes:
        base.take_in(node)
        update = base.update()
        edits += len(update.edits)
        if states is not None:
            state = {"add": node.id, "confirmed": update.confirmed, "tip": base.tip}
            states.append({**state, "undo": update.undo, "shared": update.shared})
    return {"order": whole_order(base, graph), "edits": edits, "confirmed": base.confirmed}


def by_autobase_with_states(graph: Graph) -> Answer:
    """The same, with the changes by every node."""
    states: list[Answer] = []
    return {**by_autobase(graph, states), "states": states}


def autobase_votes(graph: Graph) -> Answer:
    """The indexers that know each node, and the degree of their quorum.

    The voters are the indexers at the end. The degree is None if a single indexer is the majority,
    because it has no limit then.
    """
    from engine.linear.autobase.batches import as_autobase
    from engine.linear.autobase.order import base_of
    from engine.linear.autobase.quorums import UNBOUNDED, Quorums

    graph = as_autobase(graph)
    indexers = base_of(graph).indexers
    quorums = Quorums(graph.nodes, [Writer(key) for key in indexers])
    degrees = {node.id: quorums.degree(node.id) for node in graph.nodes}
    return {
        name: {"voters": quorums.votes(name), "degree": None if degree == UNBOUNDED else degree}
        for name, degree in degrees.items()
    }


LINEARIZERS: Mapping[str, Linearizer] = MappingProxyType(
    {
        "asserted": Linearizer(by_asserted, by_time=True),
        "autobase": Linearizer(by_autobase, by_autobase_with_states, autobase_votes),
        "backward": Linearizer(by_backward),
        "depth": Linearizer(by_depth),
        "forward": Linearizer(by_forward),
        "git": Linearizer(by_git),
        "newest": Linearizer(by_newest, sort=sorted_newest_first, by_time=True),
        "pzp": Linearizer(by_pzp),
        "received": Linearizer(by_received, by_time=True),
        "scuttlesort": Linearizer(by_scuttlesort, sort=sorted_by_rank, watched=by_scuttlesort),
        "timestamp": Linearizer(by_timestamp, sort=sorted_by_time, by_time=True),
    }
)


ORDERS = tuple(LINEARIZERS)
"""The orders in which a conversation can be read, by name."""

BY_TIME = frozenset(name for name, each in LINEARIZERS.items() if each.by_time)
"""The orders that need times."""


def order_of(graph: Graph, by: str) -> list[str]:
    """The order without edits, computed in the fastest way."""
    linearizer = LINEARIZERS[by]
    order: list[str] = (linearizer.sort or linearizer.answer)(graph)["order"]
    return order


def linearize(
    graph: Graph,
    by: str,
    *,
    states: bool = False,
    votes: bool = False,
    edits: bool = True,
    progress: Progress | None = None,
) -> Answer:
    """Order a graph; with a head, as a peer does that knows only the head and its past."""
    seen = graph if graph.head is None else known_past(graph, graph.head)
    linearizer = LINEARIZERS[by]
    counted = {"votes": linearizer.votes(seen)} if votes and linearizer.votes else {}
    found = {"name": graph.name, **_answer(linearizer, seen, states, edits, progress), **counted}
    if not edits:
        found.pop("edits", None)
    return found


def _answer(
    linearizer: Linearizer, graph: Graph, states: bool, edits: bool, progress: Progress | None
) -> Answer:
    if states and linearizer.answer_with_states is not None:
        return linearizer.answer_with_states(graph)
    if not edits and linearizer.sort is not None:
        return linearizer.sort(graph)
    if progress is not None and linearizer.watched is not None:
        return linearizer.watched(graph, progress)
    return linearizer.answer(graph)

"""Two peers of one Autobase: what each lacks, where their orders part, and which entry is why.

The order follows from the entries alone. So where two orders part, a peer has an entry that the
other lacks. Beginning with what both have, the entries of one peer arrive one by one: the first
that changes the order up to that row explains it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice

from engine.debug.rebases import base_of, linked
from engine.linear.graph import Graph


@dataclass(frozen=True, slots=True)
class Peer:
    """One side: the entries only it has, its entry in the row where the orders part, and why.

    `because` is its entry that changed the order up to that row; None if it changed nothing there.
    """

    only: tuple[str, ...]
    entry: str | None
    because: str | None


@dataclass(frozen=True, slots=True)
class Parting:
    """How far two orders are the same, and what each peer has from there on; both None if equal."""

    same: int
    one: Peer
    other: Peer


def parting(one: Graph, other: Graph) -> Parting:
    """Compare what two peers know of one Autobase."""
    graphs = linked(one), linked(other)
    orders = [list(base_of(graph)) for graph in graphs]
    same = _common(*orders)
    known = [{node.id for node in graph.nodes} for graph in graphs]
    both = known[0] & known[1]
    peers = [
        Peer(
            tuple(name for name in order if name not in both),
            order[same] if same < len(order) else None,
            _because(graph, both, same),
        )
        for graph, order in zip(graphs, orders, strict=True)
    ]
    return Parting(same, *peers)


def _because(graph: Graph, both: set[str], row: int) -> str | None:
    """The first entry, of those that only one peer has, that changes the order up to a row."""
    base = base_of(replace(graph, nodes=tuple(node for node in graph.nodes if node.id in both)))
    before = list(islice(base, row + 1))
    for node in graph.nodes:
        if node.id not in both:
            base.take_in(node)
            update = base.update()
            unchanged = base.confirmed - len(update.confirmed) + update.shared
            if unchanged <= row and list(islice(base, row + 1)) != before:
                return node.id
    return None


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = zip(one, other, strict=False)
    shorter = min(len(one), len(other))
    return next((row for row, (left, right) in enumerate(pairs) if left != right), shorter)

"""The divergence of two peers of one conversation: what each lacks, where orders differ, why.

An order is a function of the messages. So if two orders differ, one peer has a message that the
other lacks. Starting from the common messages, those of one peer are added one by one: the first
that changes the order up to the row in question explains the difference.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from tanglescope.engine.debug.replaying.rebases import linked
from tanglescope.engine.linear.autobase.order import base_of
from tanglescope.engine.linear.edit_script import heaviest_increasing
from tanglescope.engine.linear.edits import Insert
from tanglescope.engine.linear.graph import Graph, Node, Writer
from tanglescope.engine.linear.orders.named import order_of
from tanglescope.engine.linear.scuttlesort.timeline import Timeline


@dataclass(frozen=True, slots=True)
class PeerSide:
    """One side: the messages only it has, and its message in the first row that differs.

    `because` is its message that changed the order up to that row, None if it changed nothing
    there. When it receives what it lacks, the last `undo` rows change, and the messages `moved`
    move among those it has.
    """

    only: tuple[str, ...]
    entry: str | None
    because: str | None
    undo: int
    moved: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Divergence:
    """How far two orders agree, and what each peer has after that.

    `contrary` are the messages of which the peers have different versions; `together` is the order
    of a peer that has everything.
    """

    by: str
    same: int
    one: PeerSide
    other: PeerSide
    contrary: tuple[str, ...]
    together: tuple[str, ...]

    @property
    def is_equal(self) -> bool:
        """Whether both have the same messages in the same order."""
        sides = (self.one, self.other)
        return not self.contrary and not any(each.only or each.entry for each in sides)


def divergence(one: Graph, other: Graph, by: str = "autobase") -> Divergence:
    """Compare what two peers know of one conversation, in an order."""
    graphs = [linked(graph) if by == "autobase" else graph for graph in (one, other)]
    orders = [order_of(graph, by) for graph in graphs]
    known = [{node.id: node for node in graph.nodes} for graph in graphs]
    both = known[0].keys() & known[1].keys()
    same = _common(*orders)
    together = order_of(united(*graphs), by)
    first, second = (
        PeerSide(
            tuple(name for name in dict.fromkeys((*order, *here)) if name not in both),
            order[same] if same < len(order) else None,
            _because(graph, both, same, by),
            len(order) - _common(order, together),
            moved_between(order, together),
        )
        for graph, order, here in zip(graphs, orders, known, strict=True)
    )
    said = {node.id: node for node in other.nodes}
    contrary = tuple(
        node.id for node in one.nodes if node.id in said and _differ(node, said[node.id])
    )
    return Divergence(by, same, first, second, contrary, tuple(together))


def united(one: Graph, other: Graph) -> Graph:
    """All messages of both, those of the first peer first."""
    here = {node.id for node in one.nodes}
    news = tuple(node for node in other.nodes if node.id not in here)
    writers: dict[str, Writer] = {}
    for writer in (*one.writers, *other.writers):
        before = writers.get(writer.key, writer)
        is_explicit = any(each.joined is not None for each in (before, writer))
        writers[writer.key] = Writer(
            writer.key,
            before.indexer or writer.indexer,
            before.relayed and writer.relayed,
            _both(before.added, writer.added),
            _both(before.removed, writer.removed),
            _both(before.joining, writer.joining) if is_explicit else None,
            _both(before.leaving, writer.leaving) if is_explicit else None,
        )
    return replace(one, nodes=(*one.nodes, *news), writers=tuple(writers.values()))


def _both(one: Iterable[str], other: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*one, *other)))


def moved_between(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """A minimal set of messages whose moves turn one order into another with more messages."""
    places = {name: place for place, name in enumerate(before)}
    new = {name: place for place, name in enumerate(after)}
    stay = heaviest_increasing([(places[name], 1, new[name]) for name in before if name in new])
    return tuple(name for name in after if name in places and new[name] not in stay)


def _because(graph: Graph, both: Collection[str], row: int, by: str) -> str | None:
    """The first of the messages that only one peer has that changes the order up to a row."""
    shared = replace(graph, nodes=tuple(node for node in graph.nodes if node.id in both))
    news = [node for node in graph.nodes if node.id not in both]
    if not news:
        return None
    match by:
        case "autobase":
            return _in_autobase(shared, news, row)
        case "scuttlesort":
            return _in_scuttlesort(shared, news, row)
        case _:
            return _by_sorting(shared, news, row, by)


def _in_autobase(shared: Graph, news: Sequence[Node], row: int) -> str | None:
    base = base_of(shared)
    before = list(islice(base, row + 1))
    for node in news:
        base.take_in(node)
        update = base.update()
        unchanged = base.confirmed - len(update.confirmed) + update.shared
        if unchanged <= row and list(islice(base, row + 1)) != before:
            return node.id
    return None


def _in_scuttlesort(shared: Graph, news: Sequence[Node], row: int) -> str | None:
    timeline = Timeline()
    timeline.extend((node.id, node.after) for node in shared.nodes)
    before = list(islice(timeline, row + 1))
    for node in news:
        touched = (
            edit.position if isinstance(edit, Insert) else min(edit.source, edit.destination)
            for edit in timeline.add(node.id, node.after)
        )
        if min(touched, default=row + 1) <= row and list(islice(timeline, row + 1)) != before:
            return node.id
    return None


def _by_sorting(shared: Graph, news: Sequence[Node], row: int, by: str) -> str | None:
    """The same for orders that are sorted anew: by bisection, since each sort is slow."""
    differs = _Differs(shared, news, row, by)
    count = bisect_left(range(len(news) + 1), True, key=differs)
    return news[count - 1].id if 0 < count <= len(news) else None


@dataclass(frozen=True, slots=True)
class _Differs:
    """Whether the order up to a row has changed after so many arrivals."""

    shared: Graph
    news: Sequence[Node]
    row: int
    by: str

    def __call__(self, count: int) -> bool:
        return self._top(count) != self._top(0)

    def _top(self, count: int) -> list[str]:
        graph = replace(self.shared, nodes=(*self.shared.nodes, *self.news[:count]))
        return order_of(graph, self.by)[: self.row + 1]


def _differ(one: Node, other: Node) -> bool:
    """Whether two versions of a message contradict each other; times of receipt are local."""
    return (set(one.after), one.writer, one.sequence) != (
        set(other.after),
        other.writer,
        other.sequence,
    )


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = zip(one, other, strict=False)
    shorter = min(len(one), len(other))
    return next((row for row, (left, right) in enumerate(pairs) if left != right), shorter)

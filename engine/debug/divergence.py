"""The divergence of two peers of one conversation: what each lacks, where orders differ, why.

An order is a function of the messages. So if two orders differ, one peer has a message that the
other lacks. Starting from the common messages, those of one peer are added one by one: the first
that changes the order up to the row in question explains the difference.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from tanglescope.engine.debug.explaining.words import Labeller
from tanglescope.engine.debug.replaying.rebases import link_as_autobase
from tanglescope.engine.language.wording import list_first, plural, tr
from tanglescope.engine.linear.autobase.order import base_of
from tanglescope.engine.linear.edit_script import common_beginning, moved_between
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
    graphs = [link_as_autobase(graph) if by == "autobase" else graph for graph in (one, other)]
    orders = [order_of(graph, by) for graph in graphs]
    known = [{node.id: node for node in graph.nodes} for graph in graphs]
    both = known[0].keys() & known[1].keys()
    same = common_beginning(*orders)
    together = order_of(unite(*graphs), by)
    first, second = (
        PeerSide(
            tuple(name for name in dict.fromkeys((*order, *here)) if name not in both),
            order[same] if same < len(order) else None,
            _because(graph, both, same, by),
            len(order) - common_beginning(order, together),
            moved_between(order, together),
        )
        for graph, order, here in zip(graphs, orders, known, strict=True)
    )
    said = {node.id: node for node in other.nodes}
    contrary = tuple(
        node.id for node in one.nodes if node.id in said and _differ(node, said[node.id])
    )
    return Divergence(by, same, first, second, contrary, tuple(together))


def unite(one: Graph, other: Graph) -> Graph:
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
        unchanged = base.confirmed_length - len(update.confirmed) + update.shared
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

    def top(count: int) -> list[str]:
        graph = replace(shared, nodes=(*shared.nodes, *news[:count]))
        return order_of(graph, by)[: row + 1]

    before = top(0)
    counts = range(len(news) + 1)
    count = bisect_left(counts, True, key=lambda count: top(count) != before)
    return news[count - 1].id if 0 < count <= len(news) else None


def _differ(one: Node, other: Node) -> bool:
    """Whether two versions of a message contradict each other; times of receipt are local."""
    return (set(one.after), one.writer, one.sequence) != (
        set(other.after),
        other.writer,
        other.sequence,
    )


_NAMED = 8


def divergence_in_words(
    found: Divergence, names: tuple[str, str], label: Labeller
) -> Iterator[str]:
    """What each peer lacks, where and why their orders differ, and what an exchange changes.

    `names` are the labels of the peers.
    """
    peers = found.one, found.other
    both = len(found.together) - sum(len(peer.only) for peer in peers)
    yield plural("Both have {n:,} messages.", "Both have {n:,} message.", max(both, 0))
    for name, peer in zip(names, peers, strict=True):
        yield from _only(name, peer, label)
    if found.contrary:
        yield plural(
            "They have different versions of {n:,} messages: {names}.",
            "They have different versions of {n:,} message: {names}.",
            len(found.contrary),
            names=list_first(found.contrary, _NAMED, label),
        )
    if peers[0].entry is None and peers[1].entry is None:
        yield tr("They have the same order.")
        return
    yield ""
    yield plural(
        "The first {n:,} rows are the same in both orders.",
        "The first row is the same in both orders.",
        found.same,
    )
    for name, peer in zip(names, peers, strict=True):
        yield _row(name, peer, found.same + 1, label)
    for name, peer in zip(names, peers, strict=True):
        if peer.because is not None:
            yield tr(
                "{name} alone has the cause, {message}.",
                message=label(peer.because),
                name=name,
            )
    yield ""
    yield tr("After they exchange the missing messages, both have the same order:")
    for name, peer, missing in zip(names, peers, reversed(peers), strict=True):
        yield "  " + _sentence_of_exchange(name, peer, len(missing.only), label)


def _only(name: str, peer: PeerSide, label: Labeller) -> Iterator[str]:
    if not peer.only:
        yield tr("{name} has nothing that the other lacks.", name=name)
        return
    yield plural(
        "{name} has {n:,} messages that the other lacks: {messages}.",
        "{name} has {n:,} message that the other lacks: {messages}.",
        len(peer.only),
        name=name,
        messages=list_first(peer.only, _NAMED, label),
    )


def _row(name: str, peer: PeerSide, row: int, label: Labeller) -> str:
    if peer.entry is None:
        return tr("Row {row:,}: {name} has no more messages.", row=row, name=name)
    return tr("Row {row:,}: {name} has {message}.", row=row, name=name, message=label(peer.entry))


def _sentence_of_exchange(name: str, peer: PeerSide, received: int, label: Labeller) -> str:
    if not peer.undo:
        return tr(
            "{name} receives {received:,} and keeps all its rows.", name=name, received=received
        )
    said = plural(
        "{name} receives {received:,}; its last {n:,} rows change.",
        "{name} receives {received:,}; its last row changes.",
        peer.undo,
        name=name,
        received=received,
    )
    if not peer.moved:
        return said
    moved = plural(
        "{n:,} of its messages move: {messages}.",
        "{n:,} of its messages moves: {messages}.",
        len(peer.moved),
        messages=list_first(peer.moved, _NAMED, label),
    )
    return f"{said} {moved}"

"""Replays: a graph is delivered again, to one replica or to two that exchange what they know.

Two peers take turns and send one message at a time, in the sender's order. In the end both know the
whole graph and have the same order. An exchange is recorded as two edit histories that play
together.
"""

from array import array
from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import zip_longest
from math import inf
from typing import Literal, TypeAlias

from tanglescope.engine.debug.explaining.ordering import SCUTTLESORT, Ordering
from tanglescope.engine.debug.open_graph import OnProgress, OpenGraph
from tanglescope.engine.debug.replaying.edit_history import Bars, EditHistory, bars, report_figure
from tanglescope.engine.debug.replaying.rebases import Rebase
from tanglescope.engine.debug.replaying.recording import (
    TooManyArrivals,
    record,
    recorded_in,
)
from tanglescope.engine.debug.shuffling.deliveries import (
    by_hand,
    deliver_graph,
    deliveries_of,
    feed_of,
    got_by,
    peers_in,
    writers_of,
)
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.edits import Edit, Move
from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.timestamps import moment

_REPORT_EVERY = 2000  # arrivals
_REPORT_EVERY_SORT = 20  # arrivals, each of which sorts anew

BY_HAND = "by_hand"
"""The name of the delivery that is given as a list."""


@dataclass(frozen=True, slots=True)
class Replay:
    """One delivery and its history, one arrival per step.

    `report` is the figure of the ScuttleSort report's model for as many feeds, None in other
    orders.
    """

    history: EditHistory
    bars: Bars
    feeds: int
    report: float | None
    by: str
    why_not: str = ""
    """The reason if there is no history."""
    rebases: tuple[Rebase, ...] = ()
    """The effect of every arrival on an Autobase; empty for other orders."""
    ways: Mapping[str, str] = field(default_factory=dict)
    """All deliveries of the graph, with their display names."""


@dataclass(frozen=True, slots=True)
class ReplayProgress:
    """The share of a computation that is done."""

    done: int
    of: int


def replay_graph(
    opened: OpenGraph,
    on_progress: OnProgress,
    delivery: str,
    seed: int = 0,
    names: Sequence[str] = (),
) -> Replay:
    """Deliver a graph; in the delivery by hand, these names arrive first.

    Raises as `by_hand` does.
    """
    if delivery == BY_HAND:
        arrivals = by_hand(opened.graph, names)
    else:
        arrivals = deliver_graph(opened.graph, delivery, seed)
    ordering = opened.ordering
    every = _REPORT_EVERY if ordering.is_timeline else _REPORT_EVERY_SORT

    def on_arrival(number: int) -> None:
        if number % every == 0:
            on_progress(ReplayProgress(number, len(arrivals)))

    ways = deliveries_of(opened.graph)
    try:
        history, rebases = record(ordering, arrivals, on_arrival)
    except TooManyArrivals as error:
        none = EditHistory()
        return Replay(none, bars(none.ends), 0, None, ordering.by, str(error), ways=ways)
    # Create the keyframes now, so that playing needn't wait.
    history.player(len(history))
    feeds = len(writers_of(arrivals))
    report = report_figure(feeds) if ordering.is_timeline else None
    drawn = bars(history.ends)
    return Replay(history, drawn, feeds, report, ordering.by, rebases=tuple(rebases), ways=ways)


Cut: TypeAlias = tuple[Set[str], Set[str]]
"""The initial messages of the first and the second peer; together they are the whole graph."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """A message sent to the peer `receiver`, 0 or 1, and its effect there."""

    receiver: int
    name: str
    edits: tuple[Edit, ...]
    moved: tuple[str, ...]


Way: TypeAlias = Literal["author", "time", "hand", "recorded"]

_REPORT_EVERY_MESSAGES = 1000

RECORDED = "recorded"
"""The way in which two peers exchange what the source says that they received."""


class NotRecorded(TanglescopeError):
    """The source doesn't record what two peers received."""

    def __init__(self) -> None:
        super().__init__(
            tr(
                "The source doesn't record what two peers received. Split the messages by author,"
                " by time or by hand."
            )
        )


@dataclass(frozen=True, slots=True)
class SyncHistory:
    """A synchronization: in each step, `names[step]` is sent to peer `receivers[step]`, 0 or 1.

    Both histories have all steps; that of the sender doesn't change. `first` defines the split: the
    authors whose messages the first peer knew, or those messages; where the source records what
    happened, it has the names of the two. `known` are the messages that each peer had at the
    beginning; some orders set messages aside until their causes arrive.
    """

    histories: tuple[EditHistory, EditHistory]
    receivers: "array[int]"
    names: tuple[str, ...]
    first: Collection[str]
    known: tuple[frozenset[str], frozenset[str]]
    are_equal: bool
    by: str = SCUTTLESORT

    def set_aside(self, peer: int, steps: int) -> int:
        """The number of messages that a peer has after so many steps, but no place for yet."""
        had = len(self.known[peer]) + self.receivers[:steps].count(peer)
        return had - self.histories[peer].came(steps)

    def edits(self, peer: int, steps: int) -> int:
        """The number of edits of a peer in so many steps."""
        return self.histories[peer].ends[steps]

    def exchanges(self) -> Iterator[Exchange]:
        """All steps, each with what it changed for its receiver."""
        players = [history.player(0) for history in self.histories]
        for step, receiver in enumerate(self.receivers):
            names = [player.forward() for player in players][receiver]
            edits = tuple(self.histories[receiver].forward(step))
            played = zip(names, edits, strict=True)
            moved = tuple(name for name, edit in played if isinstance(edit, Move))
            yield Exchange(receiver, self.names[step], edits, moved)


def synchronize(
    opened: OpenGraph,
    on_progress: OnProgress,
    way: Way,
    first: Collection[str] | None = None,
    percent: int = 50,
) -> SyncHistory:
    """Synchronize two peers that know the two parts of `cut_by`.

    Raises as `cut_by` does, `NotRecorded`, and `TooManyArrivals`.
    """
    if way == RECORDED:
        return synced_as_recorded(opened.ordering)
    cut, part = cut_by(opened.graph, way, first, percent)
    return synced_in(opened.ordering, cut, part, on_progress)


def cut_by(
    graph: Graph, way: Way, first: Collection[str] | None = None, percent: int = 50
) -> tuple[Cut, frozenset[str]]:
    """The messages of each of two peers, and what defines the split.

    By author, the first peer knows the messages of the authors `first`, by default of every other
    one by key; by time, so many percent of the messages, the older ones; by hand, the messages
    `first`. Raises `UnknownEvent`.
    """
    ids = {node.id for node in graph.nodes}
    match way:
        case "hand":
            part = set(first or ())
            for name in part - ids:
                raise UnknownEvent(name)
        case "time":
            times = sorted(moment(node) for node in graph.nodes)
            place = len(times) * percent // 100
            end = times[place] if place < len(times) else inf
            part = {node.id for node in graph.nodes if moment(node) < end}
        case _:
            if first is None:
                first = sorted({feed_of(node) for node in graph.nodes})[::2]
            of_first = [node for node in graph.nodes if feed_of(node) in first]
            part = {node.id for node in of_first}
            return (part, ids - part), frozenset(map(feed_of, of_first))
    return (part, ids - part), frozenset(part)


def synced_in(
    ordering: Ordering,
    cut: Cut,
    first: frozenset[str],
    on_progress: OnProgress,
    arrivals: Sequence[Node] | None = None,
) -> SyncHistory:
    """Synchronize two peers that know two parts of a graph.

    They send messages in the order of `arrivals`, by default that of the graph. Raises
    `TooManyArrivals`.
    """
    nodes = ordering.graph.nodes if arrivals is None else arrivals
    known = [[node for node in nodes if node.id in part] for part in cut]
    news = [[node for node in nodes if node.id not in part] for part in cut]

    def record(peer: int) -> EditHistory:
        def on_arrival(number: int) -> None:
            if number % _REPORT_EVERY_MESSAGES == 0:
                on_progress(ReplayProgress(peer * len(nodes) + number, 2 * len(nodes)))

        return recorded_in(ordering, [*known[peer], *news[peer]], on_arrival)

    sent = [
        (receiver, node.id)
        for pair in zip_longest(*news)
        for receiver, node in enumerate(pair)
        if node is not None
    ]
    parts = frozenset(cut[0]), frozenset(cut[1])
    return _play_together(ordering.by, (record(0), record(1)), sent, first, parts)


def synced_as_recorded(ordering: Ordering) -> SyncHistory:
    """What the first two peers of which arrivals are recorded received, in that order.

    Raises `NotRecorded` and `TooManyArrivals`.
    """
    peers = peers_in(ordering.graph)[:2]
    if len(peers) < 2:
        raise NotRecorded
    one, other = (recorded_in(ordering, got_by(ordering.graph, peer)) for peer in peers)
    happened = [each for each in ordering.graph.arrivals if each.peer in peers]
    sent = [(peers.index(each.peer), each.got) for each in happened]
    return _play_together(ordering.by, (one, other), sent, peers, (frozenset(), frozenset()))


def _play_together(
    by: str,
    whole: tuple[EditHistory, EditHistory],
    sent: Sequence[tuple[int, str]],
    first: Collection[str],
    known: tuple[frozenset[str], frozenset[str]],
) -> SyncHistory:
    """The histories of two peers, who are sent the last arrivals of `whole` one by one."""
    done = [len(part) for part in known]
    one, other = (history.order(start) for history, start in zip(whole, done, strict=True))
    histories = EditHistory(one), EditHistory(other)
    for receiver, _ in sent:
        histories[receiver].record(whole[receiver].forward(done[receiver]))
        histories[1 - receiver].record(())
        done[receiver] += 1
    for history in histories:
        history.player(len(history))  # create the keyframes, so that a player needn't wait
    return SyncHistory(
        histories,
        array("b", (receiver for receiver, _ in sent)),
        tuple(name for _, name in sent),
        first,
        known,
        whole[0].order(len(whole[0])) == whole[1].order(len(whole[1])),
        by,
    )

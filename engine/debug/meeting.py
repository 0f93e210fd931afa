"""Meetings: two peers exchange what they know, recorded on two tapes that are played together."""

from array import array
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal, TypeAlias

from engine.debug.deliveries import feed_of
from engine.debug.open_graph import OpenGraph, Tell
from engine.debug.peers import Cut, TwoPeers, cut_by_author, cut_by_hand, cut_by_time
from engine.debug.replaying import Progress
from engine.debug.tape import Tape
from engine.linear.graph import Graph
from engine.linear.timestamps import moment

Way: TypeAlias = Literal["author", "time", "hand"]

_TELL_EVERY = 1000  # messages


@dataclass(frozen=True, slots=True)
class Meeting:
    """Every step is a message that went over to peer `receivers[step]`, 0 or 1.

    Both tapes have all steps; the one of the sender stands still. `first` is what makes the cut:
    the authors whose messages the first peer knew, or the messages themselves by hand.
    """

    tapes: tuple[Tape, Tape]
    receivers: "array[int]"
    first: frozenset[str]
    are_equal: bool

    def name(self, step: int) -> str:
        """The message that went over in a step."""
        return self.tapes[self.receivers[step]].arrivals(step)[0]

    def edits(self, peer: int, steps: int) -> int:
        """How many edits a peer has made in so many steps."""
        return self.tapes[peer].ends[steps]


def met(
    opened: OpenGraph,
    tell: Tell,
    way: Way,
    first: Collection[str] | None = None,
    percent: int = 50,
) -> Meeting:
    """Let two peers meet of whom the first knows the messages of some authors, or the older ones.

    By time the first knows so many percent; by hand, the messages in `first`. Without `first`, a
    cut by author gives every other author to it. Raises as `cut_by_hand` does.
    """
    graph = opened.graph
    cut, part = _cut(graph, way, first, percent)
    both = TwoPeers(graph, cut)
    tapes = Tape(both.peers[0].timeline), Tape(both.peers[1].timeline)
    receivers = array("b")
    for number, exchange in enumerate(both):
        if number % _TELL_EVERY == 0:
            tell(Progress(number, len(graph.nodes)))
        tapes[exchange.receiver].record(exchange.edits)
        tapes[1 - exchange.receiver].record(())
        receivers.append(exchange.receiver)
    for tape in tapes:
        # Whoever plays it must not wait for keyframes.
        tape.player(len(tape))
    return Meeting(tapes, receivers, part, both.are_equal)


def _cut(
    graph: Graph, way: Way, first: Collection[str] | None, percent: int
) -> tuple[Cut, frozenset[str]]:
    if way == "hand":
        return cut_by_hand(graph, first or ()), frozenset(first or ())
    if way == "time":
        times = sorted(moment(node) for node in graph.nodes)
        place = len(times) * percent // 100
        cut = cut_by_time(graph, times[place] if place < len(times) else float("inf"))
        return cut, frozenset(cut[0])
    cut = cut_by_author(graph, first)
    return cut, frozenset(feed_of(node) for node in graph.nodes if node.id in cut[0])

"""Clock faults: authors whose asserted times contradict causality.

A message can't be older than one that it answers. If the times say so, one of two clocks was wrong,
and the two messages alone don't show which. Here, a small set of authors that explains all
contradictions is found greedily: clocks that contradict many others are blamed first. A witness is
another message whose time was assumed to be right at that point.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from math import isfinite
from typing import Literal

from engine.debug.arrived_events import ArrivedEvents
from engine.debug.shuffling.deliveries import feed_of
from engine.linear.graph import Graph, Node


@dataclass(frozen=True, slots=True)
class ClockFault:
    """A message whose asserted time is wrong by at least `by` milliseconds.

    `behind`: it claims to be older than the witness, which it follows; `ahead`: younger than
    the witness, which follows it. If the author is unknown, it is the message's own id.
    """

    author: str
    message: str
    asserted: float
    kind: Literal["behind", "ahead"]
    by: float
    witness: str


@dataclass(frozen=True, slots=True)
class _Conflict:
    """A message whose time is `by` milliseconds later than that of one that follows it."""

    earlier: str
    later: str
    by: float


def clock_faults(graph: Graph) -> list[ClockFault]:
    """The faults of every blamed author, by author and time."""
    nodes = {node.id: node for node in graph.nodes}
    known = ArrivedEvents(graph.nodes)
    claims = {
        name: node.asserted
        for name, node in nodes.items()
        if node.asserted is not None and isfinite(node.asserted)
    }
    faults: dict[str, ClockFault] = {}
    while conflicts := list(_conflicts(known, claims)):
        blamed = set()
        for author, contradicted in _blame(conflicts, lambda name: feed_of(nodes[name])):
            blamed.add(author)
            for conflict in contradicted:
                fault = _fault(author, conflict, nodes)
                if fault.message not in faults or faults[fault.message].by < fault.by:
                    faults[fault.message] = fault
        # Once these are removed, contradictions that they hid become visible.
        claims = {name: time for name, time in claims.items() if feed_of(nodes[name]) not in blamed}
    return sorted(faults.values(), key=lambda fault: (fault.author, fault.asserted, fault.message))


def _conflicts(known: ArrivedEvents, claims: Mapping[str, float]) -> Iterator[_Conflict]:
    """Every contradicted time, with the message that contradicts it most.

    Both directions count, so that clocks that are behind and clocks that are ahead are treated
    alike.
    """
    order = list(known.timeline)
    effects: dict[str, list[str]] = {name: [] for name in order}
    for name in order:
        for cause in known.causes(name):
            effects[cause].append(name)
    latest = _furthest(order, known.causes, claims, max)
    earliest = _furthest(order[::-1], effects.__getitem__, claims, min)
    pairs = {(latest[name][1], name): None for name in claims if name in latest}
    pairs |= {(name, earliest[name][1]): None for name in claims if name in earliest}
    for before, after in pairs:
        if claims[before] > claims[after]:
            yield _Conflict(before, after, claims[before] - claims[after])


def _furthest(
    order: Sequence[str],
    neighbours: Callable[[str], Sequence[str]],
    claims: Mapping[str, float],
    further: Callable[[Sequence[tuple[float, str]]], tuple[float, str]],
) -> dict[str, tuple[float, str]]:
    """For every event, the most extreme time among all events before or after it, and its event."""
    beyond: dict[str, tuple[float, str]] = {}
    for name in order:
        claimed = [beyond[each] for each in neighbours(name) if each in beyond]
        claimed += [(claims[each], each) for each in neighbours(name) if each in claims]
        if claimed:
            beyond[name] = further(claimed)
    return beyond


def _blame(
    conflicts: Sequence[_Conflict], author_of: Callable[[str], str]
) -> Iterator[tuple[str, list[_Conflict]]]:
    """Authors that together explain all conflicts, with their conflicts, those with most first."""
    open_of: dict[str, set[int]] = {}
    for index, conflict in enumerate(conflicts):
        for name in (conflict.earlier, conflict.later):
            open_of.setdefault(author_of(name), set()).add(index)
    heap = [(-len(indices), author) for author, indices in open_of.items()]
    heapify(heap)
    while heap:
        count, author = heappop(heap)
        indices = open_of[author]
        if len(indices) != -count:
            heappush(heap, (-len(indices), author))
        elif indices:
            yield author, [conflicts[index] for index in sorted(indices)]
            for index in list(indices):
                for name in (conflicts[index].earlier, conflicts[index].later):
                    open_of[author_of(name)].discard(index)


def _fault(author: str, conflict: _Conflict, nodes: Mapping[str, Node]) -> ClockFault:
    later, earlier = nodes[conflict.later], nodes[conflict.earlier]
    is_behind = feed_of(later) == author
    message, witness = (later, earlier) if is_behind else (earlier, later)
    return ClockFault(
        author,
        message.id,
        message.asserted or 0.0,
        "behind" if is_behind else "ahead",
        conflict.by,
        witness.id,
    )


def by_author(faults: Iterable[ClockFault]) -> dict[str, list[ClockFault]]:
    """The faults of each author."""
    found: dict[str, list[ClockFault]] = {}
    for fault in faults:
        found.setdefault(fault.author, []).append(fault)
    return found

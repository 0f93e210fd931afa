"""Longest paths in graphs of integers: ranks of events whose names would take too much memory."""

from array import array
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Integers: TypeAlias = NDArray[np.int64]


def longest_paths(floor: Integers, cause: Integers, effect: Integers) -> tuple[Integers, Integers]:
    """The rank of every event, at least its `floor` and above each cause; and the unranked events.

    `cause` and `effect` are the ends of the edges, as indices. Events on a cycle and those after
    one have no rank; they are returned in any order.
    """
    count = len(floor)
    effects = _packed(effect[np.argsort(cause, kind="stable")])
    begin = _packed(np.append(0, np.cumsum(np.bincount(cause, minlength=count))))
    waits_for = np.bincount(effect, minlength=count)
    ready = _packed(np.flatnonzero(waits_for == 0))
    waits = _packed(waits_for)
    ranks = _packed(floor)
    for event in ready:
        above = ranks[event] + 1
        for other in effects[begin[event] : begin[event + 1]]:
            if ranks[other] < above:
                ranks[other] = above
            waits[other] -= 1
            if not waits[other]:
                ready.append(other)
    stuck = np.ones(count, bool)
    stuck[ready] = False
    return np.array(ranks, np.int64), np.flatnonzero(stuck)


def _packed(numbers: Integers) -> "array[int]":
    """Pack numbers below 2**31 into four bytes each: a list would take eight times as much."""
    packed = array("i")
    packed.frombytes(numbers.astype(np.int32).tobytes())
    return packed


def longest_paths_past_cycles(
    count: int, cause: Integers, effect: Integers, doubtful: NDArray[np.bool_] | None = None
) -> Integers:
    """The rank of each of `count` events, ignoring edges between events on cycles.

    Edges on a path from one cycle to another are ignored, too. So events that only come after a
    cycle have a rank, which depends only on the graph. If some edges are `doubtful`, the others are
    ignored only if they form cycles by themselves.
    """
    floor = np.zeros(count, np.int64)
    ranks, after = longest_paths(floor, cause, effect)
    if not len(after):
        return ranks
    kept = ~within_cycles(count, cause, effect, after)
    if doubtful is not None:
        kept |= ~doubtful
        return longest_paths_past_cycles(count, cause[kept], effect[kept])
    return longest_paths(floor, cause[kept], effect[kept])[0]


def within_cycles(
    count: int, cause: Integers, effect: Integers, after: Integers
) -> NDArray[np.bool_]:
    """Which edges are on cycles or on paths between two, given the events on and `after` cycles."""
    _, before = longest_paths(np.zeros(count, np.int64), effect, cause)
    core = np.zeros(count, bool)
    core[np.intersect1d(after, before)] = True
    within: NDArray[np.bool_] = core[cause] & core[effect]
    return within

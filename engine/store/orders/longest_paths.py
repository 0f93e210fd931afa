"""Ranks and adjusted times of events in arrays: names would take too much memory.

Ranks are longest paths. Adjusted times (`engine.linear.orders.timestamps`) are the same with steps
of length 0: an event's own time is its floor.
"""

from array import array
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.walk import least_order

Integers: TypeAlias = NDArray[np.int64]
Times: TypeAlias = NDArray[np.float64]

_AT_ONCE = 20_000
"""Events with a tie that are put in order at once: Python's numbers take 400 bytes for each."""


def longest_paths(floor: Integers, cause: Integers, effect: Integers) -> tuple[Integers, Integers]:
    """The rank of every event, at least its `floor` and above each cause; and the unranked events.

    `cause` and `effect` are the ends of the edges, as indices. Events on a cycle and those after
    one have no rank; they are returned in any order.
    """
    ranks, stuck = _longest(_pack(floor), cause, effect, 1)
    return np.array(ranks, np.int64), stuck


def adjusted_times(moments: Times, cause: Integers, effect: Integers) -> tuple[Times, Integers]:
    """The latest time of every event and its past; and the events on a cycle or after one.

    These have no adjusted time.
    """
    times, stuck = _longest(array("d", moments.tobytes()), cause, effect, 0)
    return np.array(times), stuck


def _longest(
    lengths: "array[Any]", cause: Integers, effect: Integers, step: int
) -> tuple["array[Any]", Integers]:
    """The same for `lengths`, to which each edge adds a `step`.

    They are changed.
    """
    count = len(lengths)
    effects = _pack(effect[np.argsort(cause, kind="stable")])
    begin = _pack(np.append(0, np.cumsum(np.bincount(cause, minlength=count))))
    waits_for = np.bincount(effect, minlength=count)
    ready = _pack(np.flatnonzero(waits_for == 0))
    waits = _pack(waits_for)
    for event in ready:
        least = lengths[event] + step
        for other in effects[begin[event] : begin[event + 1]]:
            if lengths[other] < least:
                lengths[other] = least
            waits[other] -= 1
            if not waits[other]:
                ready.append(other)
    stuck = np.ones(count, bool)
    stuck[ready] = False
    return lengths, np.flatnonzero(stuck)


def _pack(numbers: Integers) -> "array[int]":
    """Pack numbers below 2**31 into four bytes each: a list would take eight times as much."""
    packed = array("i")
    packed.frombytes(numbers.astype(np.int32).tobytes())
    return packed


def in_time_order(order: Integers, times: Times, cause: Integers, effect: Integers) -> Integers:
    """Events in time order, given their `order` by adjusted time, own time and name.

    This differs only where an effect has the adjusted time of its cause: it waits for the cause.
    Raises `CycleError`.
    """
    is_tied = times[cause] == times[effect]
    if not is_tied.any():
        return order
    place = np.empty(len(order), np.int64)
    place[order] = np.arange(len(order))
    ordered = times[order]
    group = np.cumsum(np.append(False, ordered[1:] != ordered[:-1]))
    tied = np.zeros(len(order), bool)
    tied[group[place[effect[is_tied]]]] = True
    places = np.flatnonzero(tied[group])
    ends = np.append(np.flatnonzero(np.diff(group[places])) + 1, len(places))
    earlier, later = place[cause[is_tied]], place[effect[is_tied]]
    by_effect = np.argsort(later, kind="stable")
    earlier, later = earlier[by_effect], later[by_effect]
    found, start = order.copy(), 0
    while start < len(places):
        # Whole groups: each of them is done before the next one begins, as all its places are less.
        end = int(ends[np.searchsorted(ends, min(start + _AT_ONCE, len(places)))])
        some = places[start:end]
        first, last = np.searchsorted(later, [some[0], some[-1] + 1])
        causes: dict[int, list[int]] = {each: [] for each in some.tolist()}
        pairs = earlier[first:last].tolist(), later[first:last].tolist()
        for one, other in zip(*pairs, strict=True):
            causes[other].append(one)
        least = least_order(causes, lambda each: each)
        if len(least) < len(some):
            raise CycleError([str(each) for each in sorted(causes.keys() - set(least))])
        found[some] = order[least]
        start = end
    return found


def kept_past_cycles(
    cause: Integers, effect: Integers, after: Integers, doubtful: NDArray[np.bool_], count: int
) -> NDArray[np.bool_]:
    """Which edges count if those between events on cycles don't; `after` are on or after one.

    Edges on a path from one cycle to another don't count either. So events that only come after a
    cycle have a rank, which depends only on the graph. If some edges are `doubtful`, the others are
    left out only if they form cycles by themselves.
    """
    kept: NDArray[np.bool_] = np.ones(len(cause), bool)
    if len(after):
        kept = ~within_cycles(count, cause, effect, after)
    if len(after) and doubtful.any():
        kept |= ~doubtful
        _, after = longest_paths(np.zeros(count, np.int64), cause[kept], effect[kept])
        sure = np.zeros(np.count_nonzero(kept), bool)
        kept[kept] = kept_past_cycles(cause[kept], effect[kept], after, sure, count)
    return kept


def within_cycles(
    count: int, cause: Integers, effect: Integers, after: Integers
) -> NDArray[np.bool_]:
    """Which edges are on cycles or on paths between two, given the events on and `after` cycles."""
    _, before = longest_paths(np.zeros(count, np.int64), effect, cause)
    core = np.zeros(count, bool)
    core[np.intersect1d(after, before)] = True
    within: NDArray[np.bool_] = core[cause] & core[effect]
    return within

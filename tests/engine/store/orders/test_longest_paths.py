"""Longest paths in graphs of integers, compared with a naive algorithm."""

from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.errors import CycleError
from tanglescope.engine.linear.graph import Graph as EventGraph
from tanglescope.engine.linear.graph import Node
from tanglescope.engine.linear.orders.timestamps import timestamp_order
from tanglescope.engine.store.orders import longest_paths as longest_paths_module
from tanglescope.engine.store.orders.longest_paths import (
    adjusted_times,
    in_time_order,
    kept_past_cycles,
    longest_paths,
)
from tests.engine.linear import oracle
from tests.engine.linear.strategies import delivered, digraphs

Graph = dict[str, list[str]]


def edges(events: Graph) -> tuple[np.ndarray, np.ndarray]:
    place = {name: number for number, name in enumerate(events)}
    found = [
        (place[cause], place[name])
        for name, causes in events.items()
        for cause in causes
        if cause in place and cause != name
    ]
    cause, effect = np.array(found, np.int64).reshape(-1, 2).T
    return cause, effect


def reaches(events: Graph, start: str) -> set[str]:
    """All ancestors of `start`."""
    seen: set[str] = set()
    ends = [start]
    while ends:
        for cause in events[ends.pop()]:
            if cause in events and cause not in seen:
                seen.add(cause)
                ends.append(cause)
    return seen


@given(delivered())
def test_ranks_are_longest_paths(events: Graph) -> None:
    ranks, stuck = longest_paths(np.zeros(len(events), np.int64), *edges(events))
    assert dict(zip(events, ranks.tolist(), strict=True)) == oracle.ranks(events)
    assert not stuck.size


def test_a_floor_lifts_what_comes_after() -> None:
    ranks, _ = longest_paths(np.array([5, 0, 0]), np.array([0, 1]), np.array([1, 2]))
    assert ranks.tolist() == [5, 6, 7]


@given(digraphs())
def test_stuck_is_who_comes_after_a_cycle_or_is_on_one(events: Graph) -> None:
    plain = {name: [c for c in causes if c != name] for name, causes in events.items()}
    _, stuck = longest_paths(np.zeros(len(events), np.int64), *edges(events))
    circular = {name for name in plain if name in reaches(plain, name)}
    after = {name for name in plain if reaches(plain, name) & circular}
    assert {list(events)[number] for number in stuck} == circular | after


@given(digraphs())
def test_edges_between_cycles_count_for_nothing(events: Graph) -> None:
    plain = {name: [c for c in causes if c != name] for name, causes in events.items()}
    past = {name: reaches(plain, name) for name in plain}
    circular = {name for name in plain if name in past[name]}
    core = {
        name
        for name in plain
        if (name in circular or past[name] & circular)
        and (name in circular or any(name in past[other] for other in circular))
    }
    kept = {
        name: [c for c in causes if not (name in core and c in core)]
        for name, causes in plain.items()
    }
    cause, effect = edges(events)
    floor = np.zeros(len(events), np.int64)
    _, after = longest_paths(floor, cause, effect)
    counts = kept_past_cycles(cause, effect, after, np.zeros(len(cause), bool), len(events))
    ranks, _ = longest_paths(floor, cause[counts], effect[counts])
    assert dict(zip(events, ranks.tolist(), strict=True)) == oracle.ranks(kept)


@given(events=delivered(), data=st.data())
def test_arrays_are_put_in_time_order(events: Graph, data: st.DataObject) -> None:
    moments = {name: data.draw(st.sampled_from([0.0, 1.0, 1.5, 2.0, np.inf])) for name in events}
    ends = edges(events)
    own = np.array(list(moments.values()), np.float64)
    times, stuck = adjusted_times(own, *ends)
    assert not stuck.size
    past = {name: reaches(events, name) | {name} for name in events}
    latest = [max(moments[other] for other in past[name]) for name in events]
    assert times.tolist() == latest
    keys = list(events)
    sorted_ = sorted(range(len(keys)), key=lambda each: (times[each], own[each], keys[each]))
    with patch.object(longest_paths_module, "_AT_ONCE", data.draw(st.integers(1, 9))):
        found = in_time_order(np.array(sorted_, np.int64), times, *ends)
    nodes = (
        Node(name, tuple(cause for cause in causes if cause != name), asserted=moments[name])
        for name, causes in events.items()
    )
    assert [keys[each] for each in found] == timestamp_order(EventGraph(tuple(nodes)))


def test_a_cycle_has_no_time_order() -> None:
    with pytest.raises(CycleError):
        in_time_order(np.arange(3), np.ones(3), np.array([0, 1]), np.array([1, 0]))

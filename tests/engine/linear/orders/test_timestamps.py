from collections.abc import Sequence
from itertools import groupby
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.edits import apply
from tanglescope.engine.linear.errors import DuplicateEvent
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.named import linearize
from tanglescope.engine.linear.orders.node_sequence import FULL
from tanglescope.engine.linear.orders.timestamps import (
    TimeOrder,
    moment,
    timestamp_edits,
    timestamp_order,
)
from tanglescope.engine.linear.walk import least_order
from tests.engine.linear.oracle import fewest_edits
from tests.engine.linear.strategies import delivered
from tests.engine.store.orders.test_longest_paths import reaches

times = st.none() | st.sampled_from([0.0, 1.0, 2, float("nan"), float("inf"), -1.5])


def test_a_moment_is_the_earlier_of_two_clocks_and_never_when_there_is_none() -> None:
    nan, inf = float("nan"), float("inf")
    assert moment(Node("a", asserted=3, received=2.5)) == 2.5
    assert moment(Node("a", asserted=1)) == 1
    assert moment(Node("a", asserted=nan, received=4)) == 4
    assert moment(Node("a", asserted=nan)) == moment(Node("a")) == inf


@given(delivered(), st.data())
def test_every_message_is_the_earliest_whose_causes_are_out(
    events: dict[str, list[str]], data: st.DataObject
) -> None:
    nodes = {
        name: Node(
            name,
            tuple(cause for cause in after if cause != name),
            asserted=data.draw(times),
            received=data.draw(times),
        )
        for name, after in events.items()
    }
    order = timestamp_order(Graph(tuple(nodes.values())))
    assert sorted(order) == sorted(events)
    out: set[str] = set()
    for name in order:
        ready = [
            other
            for other, node in nodes.items()
            if other not in out and not (set(node.after) & events.keys()) - out
        ]
        assert name == min(ready, key=lambda other: (moment(nodes[other]), other))
        out.add(name)


@given(delivered(), st.data())
def test_every_arrival_takes_the_fewest_edits(
    events: dict[str, list[str]], data: st.DataObject
) -> None:
    nodes = tuple(
        Node(name, tuple(cause for cause in dict.fromkeys(after) if cause != name), asserted=time)
        for name, after in events.items()
        for time in [data.draw(times)]
    )
    edits = 0
    before: list[str] = []
    for count in range(1, len(nodes) + 1):
        order = timestamp_order(Graph(nodes[:count]))
        edits += fewest_edits(before, order)
        before = order
    assert timestamp_edits(Graph(nodes)) == edits


def dated(events: dict[str, list[str]], data: st.DataObject) -> Graph:
    """A graph of these events, with times of few values."""
    return Graph(
        tuple(
            Node(
                name, tuple(cause for cause in dict.fromkeys(after) if cause != name), asserted=time
            )
            for name, after in events.items()
            for time in [data.draw(times)]
        )
    )


@given(delivered(), st.data())
def test_edits_of_every_arrival_make_the_order(
    events: dict[str, list[str]], data: st.DataObject
) -> None:
    nodes = dated(events, data).nodes
    order, replica = TimeOrder(), list[str]()
    for count, node in enumerate(nodes, 1):
        apply(order.add(node.id, (moment(node), node.id), node.after), replica)
        assert replica == list(order) == timestamp_order(Graph(nodes[:count]))
        assert len(order) == count


@given(delivered(), st.data())
def test_an_event_can_come_before_others_that_do_not_name_it(
    events: dict[str, list[str]], data: st.DataObject
) -> None:
    graph = dated(events, data)
    order, replica = TimeOrder(), list[str]()
    known: set[str] = set()
    for node in graph.nodes:
        named = [cause for cause in node.after if cause in known]
        before = [each.id for each in graph.nodes if each.id in known and node.id in each.after]
        apply(order.add(node.id, (moment(node), node.id), named, before), replica)
        known.add(node.id)
    assert replica == list(order) == timestamp_order(graph)


@given(delivered(), st.data())
def test_time_order_is_that_of_adjusted_times_and_by_the_rule_within_one(
    events: dict[str, list[str]], data: st.DataObject
) -> None:
    graph = dated(events, data)
    nodes = {node.id: node for node in graph.nodes}

    def adjusted(name: str) -> float:
        return max(moment(nodes[each]) for each in reaches(events, name) | {name})

    found = []
    for _, same in groupby(sorted(events, key=adjusted), adjusted):
        causes = {name: nodes[name].after for name in same}
        found += least_order(causes, lambda name: (moment(nodes[name]), name))
    assert found == timestamp_order(graph)


@given(delivered(), st.data())
def test_adjusted_times_only_rise_while_causes_arrive(
    events: dict[str, list[str]], data: st.DataObject
) -> None:
    nodes = dated(events, data).nodes
    adjusted: dict[str, float] = {}
    for count in range(1, len(nodes) + 1):
        known = {node.id: list(node.after) for node in nodes[:count]}
        time = {node.id: moment(node) for node in nodes[:count]}
        now = {name: max(time[each] for each in reaches(known, name) | {name}) for name in known}
        assert all(adjusted[name] <= now[name] for name in adjusted)
        adjusted = now


def edits_of(arrivals: Sequence[tuple[str, list[str], tuple[float, ...]]]) -> int:
    """The number of edits while events arrive, each with its causes and its key."""
    order = TimeOrder()
    return sum(len(order.add(name, key, after)) for name, after, key in arrivals)


def test_an_event_is_added_once() -> None:
    order = TimeOrder()
    order.add("a", (1,))
    with pytest.raises(DuplicateEvent):
        order.add("a", (2,))


def test_a_late_cause_in_its_place_by_key_moves_nothing() -> None:
    chain = [(f"{place:04}", [f"{place - 1:04}"], (place,)) for place in range(3 * FULL)]
    Random(1).shuffle(chain)
    assert edits_of(chain) == 3 * FULL


def test_what_a_late_cause_holds_back_moves_behind_it_across_blocks() -> None:
    effects = [(f"effect {place:04}", ["late"], (place,)) for place in range(2 * FULL)]
    others = [(f"other {place:04}", [], (2 * FULL + place,)) for place in range(FULL)]
    assert edits_of([*effects, *others, ("late", [], (9 * FULL,))]) == 3 * FULL + 1 + FULL


def test_an_effect_of_what_is_held_back_waits_too() -> None:
    arrivals = [("b", ["a"], (1,)), ("c", ["b"], (2,)), ("x", [], (3,)), ("a", [], (4,))]
    assert edits_of(arrivals) == 4 + 1


def test_newest_first_is_the_time_order_from_its_end() -> None:
    graph = Graph((Node("b", asserted=2), Node("a", asserted=1), Node("c", ("b",), asserted=0)), ())
    assert linearize(graph, "newest", edits=False)["order"] == ["c", "b", "a"]
    edits = linearize(graph, "newest")["edits"]
    assert edits == linearize(graph, "timestamp")["edits"] == 3

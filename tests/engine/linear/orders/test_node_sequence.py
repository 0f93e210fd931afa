from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.orders import node_sequence
from tanglescope.engine.linear.orders.node_sequence import (
    NodeSequence,
    SequencedNode,
    least_order_with_late,
)
from tanglescope.engine.linear.walk import least_order
from tests.engine.linear.autobase_model import least_order as plain_least_order
from tests.vectors.autobase import load


@st.composite
def graphs(draw: st.DrawFn) -> dict[str, list[str]]:
    """Names, not in alphabetical order, each after some before it."""
    names = draw(st.permutations("abcdefgh"))
    return {
        name: sorted(draw(st.sets(st.sampled_from(names[:index])))) if index else []
        for index, name in enumerate(names)
    }


def by_name(name: str) -> str:
    return name


@given(graphs())
def test_the_least_event_whose_causes_are_out_is_next(causes: dict[str, list[str]]) -> None:
    assert least_order(causes, by_name) == plain_least_order(causes)


@given(graphs())
def test_without_late_events_late_ones_change_nothing(causes: dict[str, list[str]]) -> None:
    assert least_order_with_late(causes, by_name, ()) == plain_least_order(causes)


@given(graphs(), st.sets(st.sampled_from("abcdefgh")))
def test_a_late_event_is_right_before_one_that_needs_it(
    causes: dict[str, list[str]], late: set[str]
) -> None:
    order = least_order_with_late(causes, by_name, late)
    assert sorted(order) == sorted(causes)
    for name, known in causes.items():
        assert all(order.index(cause) < order.index(name) for cause in known)
    followers = dict(pairwise(order))
    for name in late & followers.keys():
        follower = followers[name]
        assert name in causes[follower] or follower in late


@given(graphs())
def test_causes_outside_of_the_graph_count_as_done(causes: dict[str, list[str]]) -> None:
    beyond = {name: [*known, "outside"] for name, known in causes.items()}
    assert least_order(beyond, by_name) == plain_least_order(causes)
    assert least_order_with_late(beyond, by_name, "a") == least_order_with_late(
        causes, by_name, "a"
    )


@pytest.mark.parametrize("vector", load("topolist"), ids=lambda vector: str(vector["name"]))
def test_the_tip_list_of_the_original_is_that_order(vector: dict[str, Any]) -> None:
    keys = {node["id"]: node["key"] for node in vector["nodes"]}
    late = {node["id"] for node in vector["nodes"] if node["optimistic"]}
    causes = {node["id"]: node["deps"] for node in vector["nodes"]}
    order = least_order_with_late(causes, keys.__getitem__, late)
    assert order == vector["list"] == vector["other_list"]


pytestmark = pytest.mark.usefixtures("blocks_of_two")


@pytest.fixture(scope="module")
def blocks_of_two() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(node_sequence, "FULL", 2)
        yield


def nodes_of(causes: dict[str, list[str]]) -> dict[str, SequencedNode]:
    nodes: dict[str, SequencedNode] = {}
    for name, known in causes.items():
        nodes[name] = SequencedNode(name, (name, 0, name), [nodes[cause] for cause in known])
    return nodes


def names(nodes: NodeSequence) -> list[str]:
    return [node.name for node in nodes]


@given(graphs())
def test_every_node_goes_where_the_least_order_has_it(causes: dict[str, list[str]]) -> None:
    subject = NodeSequence()
    known: dict[str, list[str]] = {}
    for name, node in nodes_of(causes).items():
        known[name] = causes[name]
        position = subject.put(node)
        assert names(subject) == plain_least_order(known)
        assert names(subject)[position] == name
        assert len(subject) == len(known)


@given(graphs(), st.integers(0, 8), st.integers(0, 8))
def test_the_rest_goes_on_when_the_front_is_dropped(
    causes: dict[str, list[str]], early: int, count: int
) -> None:
    nodes = nodes_of(causes)
    subject = NodeSequence()
    for node in list(nodes.values())[:early]:
        subject.put(node)
    gone = names(subject)[:count]
    for name in gone:
        nodes[name].confirmed = True
    subject.drop(len(gone))
    for node in list(nodes.values())[early:]:
        subject.put(node)
    left = {
        name: [cause for cause in known if cause not in gone]
        for name, known in causes.items()
        if name not in gone
    }
    assert names(subject) == plain_least_order(left)


@given(graphs())
def test_a_row_of_given_nodes_goes_on_like_one_that_grew(causes: dict[str, list[str]]) -> None:
    *early, last = nodes_of(causes).values()
    order = list(plain_least_order(causes))
    subject = NodeSequence(sorted(early, key=lambda node: order.index(node.name)))
    assert subject.append(last) == len(early)
    subject = NodeSequence([node for node in subject if node is not last])
    subject.put(last)
    assert names(subject) == plain_least_order(causes)


def test_a_row_knows_how_it_begins() -> None:
    nodes = list(nodes_of({name: [] for name in "abcde"}).values())
    subject = NodeSequence(nodes)
    assert all(subject.begins_with(nodes[:length]) for length in range(6))
    assert not subject.begins_with(nodes[1:])
    assert not subject.begins_with([*nodes, nodes[0]])

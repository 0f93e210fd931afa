from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.linear.orders.topological import least_order_with_late
from tanglescope.engine.linear.walk import least_order
from tests.engine.linear.autobase_model import least_order as plainly
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
    assert least_order(causes, by_name) == plainly(causes)


@given(graphs())
def test_without_late_events_late_ones_change_nothing(causes: dict[str, list[str]]) -> None:
    assert least_order_with_late(causes, by_name, ()) == plainly(causes)


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
    assert least_order(beyond, by_name) == plainly(causes)
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

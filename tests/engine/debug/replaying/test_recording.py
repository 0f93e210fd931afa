from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.explaining.ordering import Ordering
from tanglescope.engine.debug.replaying.rebases import link_as_autobase
from tanglescope.engine.debug.replaying.recording import (
    MOST_SORTED_ANEW,
    TooManyArrivals,
    recorded_in,
)
from tanglescope.engine.linear.autobase.order import base_of
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.named import ORDERS, order_of
from tests.engine.debug.strategies import graphs
from tests.engine.linear import oracle


@given(graphs(), st.sampled_from(ORDERS))
def test_every_step_of_a_history_is_the_order_of_what_has_arrived(graph: Graph, by: str) -> None:
    history = recorded_in(Ordering(graph, by), graph.nodes)
    for count in range(len(graph.nodes) + 1):
        arrived = replace(graph, nodes=graph.nodes[:count])
        if by == "autobase":
            known = replace(link_as_autobase(graph), nodes=link_as_autobase(graph).nodes[:count])
            assert history.order(count) == list(base_of(known))  # a node without its causes waits
        else:
            assert history.order(count) == order_of(arrived, by)
    assert history.order(len(graph.nodes)) == order_of(graph, by)


@given(graphs(), st.sampled_from(ORDERS))
def test_every_step_has_the_fewest_edits(graph: Graph, by: str) -> None:
    history = recorded_in(Ordering(graph, by), graph.nodes)
    for step in range(len(history)):
        assert history.cost(step) == oracle.fewest_edits(
            history.order(step), history.order(step + 1)
        )


def test_an_order_with_declared_depths_moves_nothing_however_long() -> None:
    nodes = tuple(Node(str(number), depth=-number) for number in range(MOST_SORTED_ANEW + 1))
    history = recorded_in(Ordering(Graph(nodes), "pzp"), nodes)
    assert history.edits == len(nodes)
    assert history.order(len(nodes))[0] == str(MOST_SORTED_ANEW)


def test_an_autobase_is_replayed_however_long() -> None:
    nodes = tuple(Node(str(number), writer="a", sequence=number) for number in range(1_500))
    history = recorded_in(Ordering(Graph(nodes), "autobase"), nodes)
    assert len(history) == MOST_SORTED_ANEW + 500


def test_time_order_is_replayed_however_long() -> None:
    nodes = tuple(Node(str(number), asserted=-number) for number in range(1_500))
    history = recorded_in(Ordering(Graph(nodes), "timestamp"), nodes)
    assert history.order(len(nodes)) == [node.id for node in reversed(nodes)]


def test_an_order_that_is_sorted_anew_is_replayed_up_to_a_length() -> None:
    nodes = tuple(Node(str(number)) for number in range(MOST_SORTED_ANEW + 1))
    with pytest.raises(TooManyArrivals, match=r"at most 1,000 messages; there are 1,001 here"):
        recorded_in(Ordering(Graph(nodes), "git"), nodes)

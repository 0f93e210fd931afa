"""The report's first two sorts, and what is wrong with them."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import find, given
from hypothesis import strategies as st

from engine.debug.linearizers import linearizer
from engine.debug.shuffling.shuffle import shuffle_test
from engine.linear.graph import Graph, Node
from engine.linear.orders.named import LINEARIZERS
from tests.engine.debug.strategies import graphs
from tests.engine.linear import oracle
from tests.engine.linear.strategies import tangles


def answer(by: str, graph: Graph) -> dict[str, Any]:
    return LINEARIZERS[by].answer(graph)


def known_causes(graph: Graph) -> dict[str, list[str]]:
    names = {node.id for node in graph.nodes}
    return {node.id: [cause for cause in node.after if cause in names] for node in graph.nodes}


def expected(by: str, graph: Graph) -> list[str]:
    """The order by ranks that are computed anew."""
    causes = known_causes(graph)
    if by == "backward":
        effects = {name: [other for other, its in causes.items() if name in its] for name in causes}
        ranks = oracle.ranks(effects)
        assert ranks is not None
        return sorted(causes, key=lambda name: (-ranks[name], name))
    # Every missing cause is an event without causes.
    ghosts = {cause: list[str]() for node in graph.nodes for cause in node.after}
    ranks = oracle.ranks(ghosts | {node.id: list(node.after) for node in graph.nodes})
    assert ranks is not None
    return sorted(causes, key=lambda name: ranks[name])


def in_causal_order(events: dict[str, list[str]]) -> Graph:
    return Graph(
        tuple(
            Node(name, tuple(cause for cause in dict.fromkeys(after) if cause != name))
            for name, after in events.items()
        )
    )


@pytest.mark.parametrize("by", ["backward", "forward"])
@given(data=st.data())
def test_order_and_edits_are_those_of_the_ranks_after_every_arrival(
    by: str, data: st.DataObject
) -> None:
    graph = data.draw(graphs())
    before: list[str] = []
    edits = 0
    for count in range(1, len(graph.nodes) + 1):
        order = expected_while_arriving(by, graph, count)
        edits += oracle.fewest_edits(before, order)
        before = order
    assert answer(by, graph) == {"order": before, "edits": edits}


def expected_while_arriving(by: str, graph: Graph, count: int) -> list[str]:
    return expected(by, replace(graph, nodes=graph.nodes[:count]))


@given(graph=graphs(), seed=st.integers(0, 99))
def test_the_backward_sort_ends_in_one_order(graph: Graph, seed: int) -> None:
    assert shuffle_test(graph, linearizer("backward"), times=2, seed=seed).counterexample is None


def test_the_backward_sort_moves_messages_that_arrive_in_order() -> None:
    def moves(graph: Graph) -> bool:
        return bool(answer("backward", graph)["edits"] > len(graph.nodes))

    found = find(tangles().map(in_causal_order), moves)
    assert len(found.nodes) == 3


@given(events=tangles())
def test_scuttlesort_moves_nothing_that_arrives_in_order(events: dict[str, list[str]]) -> None:
    graph = in_causal_order(events)
    assert answer("scuttlesort", graph)["edits"] == len(graph.nodes)


def test_the_forward_sort_depends_on_the_arrival() -> None:
    graph = Graph((Node("a"), Node("b", ("a",)), Node("c", ("a",)), Node("d", ("b", "c"))))
    case = shuffle_test(graph, linearizer("forward"), times=20).counterexample
    assert case is not None
    assert case.kind == "differs"
    assert len(case.graph.nodes) == 2

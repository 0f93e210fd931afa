from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.comparing.comparison import (
    ComparedRow,
    Pair,
    Violation,
    compare_orders,
    discordant,
    violations,
)
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.depths import pzp_order
from tanglescope.engine.linear.orders.named import order_of
from tanglescope.engine.linear.orders.timestamps import timestamp_order
from tests.engine.debug.strategies import graphs

ORDERS = st.permutations("abcdefgh").flatmap(
    lambda names: st.tuples(st.just(names), st.permutations(names))
)


@given(ORDERS, st.sets(st.sampled_from("abcdefgh")), st.sets(st.sampled_from("abcdefgh")))
def test_discordant_pairs_are_those_that_are_the_other_way_round(
    orders: tuple[list[str], list[str]], lost: set[str], missed: set[str]
) -> None:
    one = [name for name in orders[0] if name not in lost]
    other = [name for name in orders[1] if name not in missed]
    common = set(one).intersection(other)
    turned = [
        (a, b)
        for a, b in combinations(sorted(common), 2)
        if (one.index(a) < one.index(b)) is not (other.index(a) < other.index(b))
    ]
    assert discordant(one, other) == discordant(other, one) == len(turned)


@given(graphs())
def test_orders_by_causes_violate_none_and_those_by_clock_are_found_out(graph: Graph) -> None:
    assert not list(violations(graph, timestamp_order(graph)))
    assert not list(violations(graph, pzp_order(graph)))
    order = order_of(graph, "asserted")
    known = {node.id for node in graph.nodes}
    expected = {
        (node.id, cause)
        for node in graph.nodes
        for cause in node.after
        if cause in known and order.index(cause) > order.index(node.id)
    }
    found = list(violations(graph, order))
    assert {(each.effect, each.cause) for each in found} == expected
    assert [each.positions for each in found] == [
        (order.index(each.effect), order.index(each.cause)) for each in found
    ]


GRAPH = Graph((Node("a"), Node("b", ("a",)), Node("c")))


def test_a_comparison_reports_each_pair_the_violations_and_the_lines() -> None:
    found = compare_orders(GRAPH, {"x": ["a", "b", "c"], "y": ["b", "c", "a"], "z": ["a", "b"]})
    assert found.pairs == (
        Pair("x", "y", 3, 2, 0, ("a", "b")),
        Pair("x", "z", 1, 0, 2, ("c", None)),
        Pair("y", "z", 1, 1, 0, ("b", "a")),
    )
    assert found.violations == {"x": (), "y": (Violation("b", "a", (0, 2)),), "z": ()}
    assert list(found.lines()) == [
        ComparedRow("a", (0, 2, 0)),
        ComparedRow("b", (1, 0, 1)),
        ComparedRow("c", (2, 1, None)),
    ]


def test_equal_orders_have_no_first_difference() -> None:
    (pair,) = compare_orders(GRAPH, {"x": ["a", "b"], "y": ["a", "b"]}).pairs
    assert (pair.discordant, pair.first_difference, pair.there) == (0, None, (None, None))

import json
from itertools import combinations
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug.comparison import (
    ComparedRow,
    Pair,
    Violation,
    compare_orders,
    crossings,
    discordant,
    orders_of,
    violations,
)
from tanglescope.engine.debug.comparison_words import (
    MOST_DRAWN,
    compared,
    drawing,
    drawn_names,
    exported,
)
from tanglescope.engine.debug.open_graph import OpenGraph
from tanglescope.engine.linear.errors import OrderFailed
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.depths import pzp_order
from tanglescope.engine.linear.orders.named import order_of
from tanglescope.engine.linear.orders.timestamps import timestamp_order
from tests.engine.debug.examples import LATE_ROOT
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


SVG = "{http://www.w3.org/2000/svg}"
BY = ("scuttlesort", "depth", "forward")


def silent(_news: object) -> None:
    pass


@given(graphs())
def test_columns_hold_the_orders_and_lead_every_message_across(graph: Graph) -> None:
    found = orders_of(OpenGraph(graph), silent, BY)
    drawn = crossings(found)
    for number, (by, order) in enumerate(found.orders.items()):
        column = drawn.columns[number]
        assert column.by == by
        assert [drawn.names[row] for row in column.rows] == list(order)
        assert [drawn.row(number, name) for name in order] == list(range(len(order)))
        assert set(column.broken) == {each.positions[0] for each in violations(graph, order)}
        if number + 1 < len(BY):
            other = list(found.orders[BY[number + 1]])
            across = [drawn.across(number, row) for row in range(len(order))]
            assert across == [other.index(name) for name in order]


def test_a_message_that_is_missing_has_no_row() -> None:
    assert crossings(orders_of(OpenGraph(LATE_ROOT), silent, BY)).row(0, "Z") is None


def test_a_drawing_is_svg_in_which_what_breaks_causality_is_red() -> None:
    drawn = crossings(orders_of(OpenGraph(LATE_ROOT), silent, ("scuttlesort", "received")))
    root = ElementTree.fromstring(drawing(drawn, lambda name: f"<{name}\x00&>"))
    texts = [text.text or "" for text in root.iter(f"{SVG}text")]
    assert texts[:2] == ["scuttlesort", "1 <A\ufffd&>"]
    red = [text.text for text in root.iter(f"{SVG}text") if text.get("fill") == "#a8201a"]
    assert red == ["1 <B\ufffd&>"]
    assert len(list(root.iter(f"{SVG}path"))) == 3
    assert sorted(drawn_names(drawn)) == ["A", "B", "C"]


def test_a_drawing_of_very_much_says_what_it_leaves_out() -> None:
    nodes = tuple(Node(f"{number:05}") for number in range(MOST_DRAWN + 5))
    drawn = crossings(orders_of(OpenGraph(Graph(nodes)), silent, ("scuttlesort", "forward")))
    assert "and 5 more rows" in drawing(drawn, str)
    assert len(drawn_names(drawn)) == MOST_DRAWN


def test_the_answer_for_programs_is_that_of_the_command() -> None:
    answer = json.loads(exported(OpenGraph(LATE_ROOT), silent, ("scuttlesort", "received")))
    assert answer["messages"] == 3
    assert answer["orders"] == {"scuttlesort": ["A", "C", "B"], "received": ["B", "C", "A"]}
    assert answer["violations"]["received"][0]["effect"] == "B"


def test_each_order_is_announced_before_it_is_made() -> None:
    told: list[object] = []
    found = compared(OpenGraph(LATE_ROOT), told.append, ("scuttlesort", "received"))
    assert told == ["scuttlesort", "received"]
    assert "received puts 1 reply above what it follows:" in found.lines


def test_a_linearizer_that_fails_is_named() -> None:
    with pytest.raises(OrderFailed, match="examples:leaves crashes"):
        orders_of(
            OpenGraph(LATE_ROOT), silent, ("scuttlesort", "tests.engine.debug.examples:leaves")
        )

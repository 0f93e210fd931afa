import json
from xml.etree import ElementTree

import pytest
from hypothesis import given

from tanglescope.engine.debug.comparing.comparison import violations
from tanglescope.engine.debug.comparing.comparison_words import (
    MOST_DRAWN,
    compared,
    drawing,
    drawn_names,
    exported,
)
from tanglescope.engine.debug.comparing.crossings import crossings, orders_of
from tanglescope.engine.debug.open_graph import OpenGraph
from tanglescope.engine.linear.errors import OrderFailed
from tanglescope.engine.linear.graph import Graph, Node
from tests.engine.debug.examples import LATE_ROOT
from tests.engine.debug.strategies import graphs

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

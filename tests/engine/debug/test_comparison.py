import json
import re
from dataclasses import replace
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.debug import comparison
from tanglescope.engine.debug.comparison import (
    MOST_DRAWN,
    ComparedRow,
    Comparison,
    Pair,
    Violation,
    compare_by,
    compare_orders,
    comparison_answer,
    comparison_in_words,
    comparison_json,
    crossings,
    discordant,
    drawing,
    drawn_names,
    orders_of,
    usual_orders,
    violations,
)
from tanglescope.engine.debug.open_graph import OpenGraph
from tanglescope.engine.linear.errors import OrderFailed
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.depths import pzp_order
from tanglescope.engine.linear.orders.named import order_of
from tanglescope.engine.linear.orders.timestamps import timestamp_order
from tests.engine.debug.examples import LATE_ROOT
from tests.engine.debug.strategies import graphs
from tests.engine.german import untranslated

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
    answer = json.loads(comparison_json(OpenGraph(LATE_ROOT), silent, ("scuttlesort", "received")))
    assert answer["messages"] == 3
    assert answer["orders"] == {"scuttlesort": ["A", "C", "B"], "received": ["B", "C", "A"]}
    assert answer["violations"]["received"][0]["effect"] == "B"


def test_each_order_is_announced_before_it_is_made() -> None:
    told: list[object] = []
    found = compare_by(OpenGraph(LATE_ROOT), told.append, ("scuttlesort", "received"))
    assert told == ["scuttlesort", "received"]
    assert "received puts 1 reply above what it follows:" in found.lines


def test_a_linearizer_that_fails_is_named() -> None:
    with pytest.raises(OrderFailed, match="examples:leaves crashes"):
        orders_of(
            OpenGraph(LATE_ROOT), silent, ("scuttlesort", "tests.engine.debug.examples:leaves")
        )


RED, GREY, BLUE = "#a8201a", "#98a3b1", "#2257c9"
PAIR = Pair("git", "depth", 2000, 500, 1233, ("a", None))
BROKEN = Violation("b", "a", (1233, 2345))

# `c` is in the same row in both orders; `b` is above its cause `a` in the second.
SWAPPED = Graph((Node("a"), Node("b", ("a",)), Node("c"), Node("d")))
FOUND = compare_orders(SWAPPED, {"one": ["a", "b", "c", "d"], "two": ["b", "a", "c"]})


def called(name: str) -> str:
    return f"<{name}>"


def said(*pairs: Pair, **violations: tuple[Violation, ...]) -> list[str]:
    return list(
        comparison_in_words(Comparison(dict.fromkeys(violations, "a"), pairs, violations), called)
    )


@pytest.mark.parametrize(
    ("pair", "lines"),
    [
        (replace(PAIR, first_difference=None), ["git and depth are equal."]),
        (
            PAIR,
            [
                "git and depth: 500 of 2,000 pairs (25.0%) are in opposite order."
                " The first difference is in row 1,234:",
                "  git: <a>",
                "  depth: nothing",
            ],
        ),
        (
            replace(PAIR, pairs=0, discordant=0, first_difference=0, there=(None, "a")),
            [
                "git and depth: 0 of 0 pairs (0.0%) are in opposite order."
                " The first difference is in row 1:",
                "  git: nothing",
                "  depth: <a>",
            ],
        ),
    ],
)
def test_two_orders_are_equal_or_differ_from_a_row_on(pair: Pair, lines: list[str]) -> None:
    assert said(pair) == lines


def test_orders_without_messages_are_not_called_equal() -> None:
    found = compare_orders(Graph(()), {"git": [], "depth": []})
    assert list(comparison_in_words(found, called)) == ["There are no messages to compare."]


def test_what_breaks_causality_is_listed_with_its_rows() -> None:
    assert said(mine=()) == ["mine puts no reply above what it follows."]
    assert said(mine=(BROKEN,)) == [
        "mine puts 1 reply above what it follows:",
        "  row 1,234: <b>",
        "    follows row 2,346: <a>",
    ]
    ten = said(mine=(BROKEN,) * 10)
    assert ten[0] == "mine puts 10 replies above what it follows:"
    assert len(ten) == 21
    many = said(mine=(BROKEN,) * 2010)
    assert many[0] == "mine puts 2,010 replies above what it follows:"
    assert many[21:] == ["  and 2,000 more"]


@pytest.mark.parametrize("by", ["git", "depth", "forward", "backward"])
def test_an_order_with_a_weakness_is_warned_of(by: str) -> None:
    assert len(said(mine=())) == 1
    _, warning = said(**{by: ()})
    assert warning.startswith(f"{by} (")


def test_every_sentence_is_said_in_german_too() -> None:
    broken = (BROKEN,) * 11
    equal = replace(PAIR, first_difference=None)
    assert not untranslated(lambda: said(equal, git=(), depth=(BROKEN,)))
    listed = {"  git: <a>"}
    assert set(untranslated(lambda: said(PAIR, git=broken))) == listed


def test_data_for_programs_holds_all_of_a_comparison() -> None:
    found = compare_orders(SWAPPED, {"git": ["a", "b"], "mine": ["b", "a"]})
    answer = comparison_answer(found, 4)
    assert answer["caveats"].keys() == {"git"}
    del answer["caveats"]
    assert answer == {
        "messages": 4,
        "orders": {"git": ["a", "b"], "mine": ["b", "a"]},
        "pairs": [
            {
                "one": "git",
                "other": "mine",
                "pairs": 1,
                "discordant": 1,
                "first_difference": 0,
                "there": ("a", "b"),
            }
        ],
        "violations": {
            "git": [],
            "mine": [{"effect": "b", "cause": "a", "positions": (0, 1)}],
        },
        "lines": [{"name": "a", "positions": (0, 1)}, {"name": "b", "positions": (1, 0)}],
    }


def drawn(found: Comparison, label: object = called) -> ElementTree.Element:
    tree = ElementTree.fromstring(drawing(crossings(found), label))  # type: ignore[arg-type]
    between = [tree.text, *(each.tail for each in tree.iter())]
    assert not "".join(filter(None, between)).strip()
    return tree


def number(element: ElementTree.Element, name: str) -> float:
    return float(element.get(name, "nan"))


def test_a_drawing_has_a_column_an_order_and_each_message_in_its_row() -> None:
    tree = drawn(FOUND)
    width, height = number(tree, "width"), number(tree, "height")
    assert tree.get("viewBox") == f"0 0 {width:.0f} {height:.0f}"
    ground = tree.find(f"{SVG}rect")
    assert ground is not None
    assert (number(ground, "width"), number(ground, "height")) == (width, height)
    assert ground.get("fill") == "#fff"
    texts = tree.findall(f"{SVG}text")
    heads = [each for each in texts if each.get("font-weight") == "bold"]
    assert [each.text for each in heads] == ["one", "two"]
    columns = [
        [each for each in texts if each not in heads and each.get("x") == head.get("x")]
        for head in heads
    ]
    assert [[each.text for each in column] for column in columns] == [
        ["1 <a>", "2 <b>", "3 <c>", "4 <d>"],
        ["1 <b>", "2 <a>", "3 <c>"],
    ]
    for head, column in zip(heads, columns, strict=True):
        tops = [number(each, "y") for each in (head, *column)]
        # No lines of text overlap, and all are inside the drawing.
        assert all(below - above >= 16 for above, below in pairwise(tops))
        assert 12 <= tops[0] <= tops[-1] <= height - 4
        assert 0 < number(head, "x") < width - 40
    assert [each.get("fill") for each in columns[1]] == [RED, "#1a1d21", "#1a1d21"]
    assert {each.get("fill") for each in columns[0]} == {"#1a1d21"}


@pytest.mark.parametrize(("label", "least", "most"), [("ann1", 100, 200), ("x" * 44, 300, 400)])
def test_columns_are_as_wide_as_their_texts(label: str, least: int, most: int) -> None:
    heads = drawn(FOUND, lambda _name: label).findall(f"{SVG}text[@font-weight='bold']")
    left, right = (number(head, "x") for head in heads)
    assert least < right - left < most


def test_a_line_joins_each_message_to_itself_in_the_next_column() -> None:
    tree = drawn(FOUND)
    texts = [each for each in tree.findall(f"{SVG}text") if each.get("font-weight") is None]
    at = {(each.get("x"), (each.text or "")[2:]): number(each, "y") for each in texts}
    left, right = sorted({each.get("x") or "" for each in texts}, key=float)
    lines = tree.findall(f"{SVG}path")
    assert len(lines) == 3  # `d` is in one order only
    for line, name in zip(lines, "abc", strict=True):
        assert not re.sub(r"[-\d., MLC]", "", line.get("d", ""))
        way = [float(each) for each in re.findall(r"[\d.]+", line.get("d", ""))]
        (x, y, one, begins, other, ends, end, last) = way
        assert (begins, ends) == (y, last)
        assert float(left) < x < one == other < end < float(right)
        assert abs(at[left, f"<{name}>"] - y) < 6
        assert abs(at[right, f"<{name}>"] - last) < 6
        assert line.get("fill") == "none"
    assert [line.get("stroke") for line in lines] == [BLUE, RED, GREY]


def test_a_line_to_a_broken_row_is_red_from_either_side() -> None:
    found = compare_orders(SWAPPED, {"one": ["b", "a"], "two": ["a", "b"]})
    strokes = [line.get("stroke") for line in drawn(found).findall(f"{SVG}path")]
    assert strokes == [RED, BLUE]


@pytest.mark.parametrize(
    ("label", "text"),
    [
        ("x" * 44, "1 " + "x" * 44),
        ("x" * 45, "1 " + "x" * 43 + "…"),
        ("<b>&", "1 <b>&"),
        ("a\x07b\u202ec", "1 a\ufffdb\ufffdc"),
    ],
)
def test_a_label_is_cut_and_can_break_nothing(label: str, text: str) -> None:
    one = compare_orders(Graph((Node("a"),)), {"one": ["a"]})
    tree = drawn(one, lambda _name: label)
    assert [each.text for each in tree.findall(f"{SVG}text")] == ["one", text]


def test_of_many_rows_the_first_are_drawn_and_the_rest_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(comparison, "MOST_DRAWN", 2)
    nodes = [str(place) for place in range(1004)]
    moved = ["0", "1003", *nodes[1:1003]]
    found = compare_orders(Graph(tuple(map(Node, nodes))), {"one": nodes, "two": moved})
    tree = drawn(found)
    height = number(tree, "height")
    texts = tree.findall(f"{SVG}text")
    assert [each.text for each in texts[1:3]] == ["1 <0>", "2 <1>"]
    assert texts[-1].text == "and 1,002 more rows"
    assert number(texts[2], "y") + 12 <= number(texts[-1], "y") <= height - 4
    assert len(tree.findall(f"{SVG}path")) == 1  # the other one ends below the drawn rows
    assert drawn_names(crossings(found)) == ["0", "1", "1003"]
    assert "more rows" not in drawing(crossings(compare_orders(Graph(()), {"one": []})), called)


@pytest.mark.parametrize(
    ("own", "times", "orders"),
    [
        ("scuttlesort", True, ("scuttlesort", "timestamp", "asserted")),
        ("timestamp", True, ("timestamp", "scuttlesort", "asserted")),
        ("autobase", True, ("autobase", "scuttlesort", "timestamp")),
        ("scuttlesort", False, ("scuttlesort", "git", "backward")),
        ("autobase", False, ("autobase", "scuttlesort", "git")),
    ],
)
def test_three_orders_are_compared_where_none_is_chosen(
    own: str, times: bool, orders: tuple[str, ...]
) -> None:
    assert usual_orders(own, times=times) == orders

"""Comparisons in sentences, as data, and as a drawing that is measured in its SVG."""

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from tanglescope.engine.debug import comparison_words
from tanglescope.engine.debug.comparison import (
    Comparison,
    Pair,
    Violation,
    compare_orders,
    crossings,
)
from tanglescope.engine.debug.comparison_words import (
    comparison_answer,
    comparison_in_words,
    drawing,
    drawn_names,
    usual_orders,
)
from tanglescope.engine.linear.graph import Graph, Node
from tests.engine.german import untranslated

SVG = "{http://www.w3.org/2000/svg}"
RED, GREY, BLUE = "#a8201a", "#98a3b1", "#2257c9"
PAIR = Pair("git", "depth", 2000, 500, 1233, ("a", None))
BROKEN = Violation("b", "a", (1233, 2345))

# `c` is in the same row in both orders; `b` is above its cause `a` in the second.
GRAPH = Graph((Node("a"), Node("b", ("a",)), Node("c"), Node("d")))
FOUND = compare_orders(GRAPH, {"one": ["a", "b", "c", "d"], "two": ["b", "a", "c"]})


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
    found = compare_orders(GRAPH, {"git": ["a", "b"], "mine": ["b", "a"]})
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
    found = compare_orders(GRAPH, {"one": ["b", "a"], "two": ["a", "b"]})
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
    monkeypatch.setattr(comparison_words, "MOST_DRAWN", 2)
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

"""Geometry of exported pictures, measured in the SVG itself."""

import re
from itertools import combinations, pairwise
from math import atan2, degrees, hypot, isclose
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing import diagram, layered
from tanglescope.engine.drawing.diagram import Diagram
from tanglescope.engine.drawing.extra_edges import TIE_BREAKS, ExtraEdges
from tanglescope.engine.drawing.layered import BOX_HEIGHT, BOX_WIDTH, Edge, LayeredLayout
from tanglescope.engine.drawing.shape import Shape
from tanglescope.engine.drawing.svg import Card, diagram_svg, fit_text, layered_svg
from tanglescope.engine.drawing.tints import palette
from tests.engine.drawing.bezier import along
from tests.engine.drawing.plain_rows import graphs
from tests.engine.drawing.shapes import by_rank, shaped, shapes

DARK = palette("dark")
SVG = "{http://www.w3.org/2000/svg}"
NEAR = 0.11
"""Pixels by which rounding to a tenth may move a point, twice."""

Point = tuple[float, float]
Element = ElementTree.Element


def number(element: Element, name: str) -> float:
    text = element.get(name)
    assert text is not None
    return float(text)


def points(path: Element) -> list[Point]:
    """The points of an absolute path of M and C."""
    found = re.findall(r"(-?[\d.]+),(-?[\d.]+)", path.get("d", ""))
    return [(float(x), float(y)) for x, y in found]


def is_at(one: Point, other: Point) -> bool:
    return hypot(one[0] - other[0], one[1] - other[1]) <= 2 * NEAR


def size_of(tree: Element) -> Point:
    width, height = number(tree, "width"), number(tree, "height")
    assert tree.get("viewBox") == f"0 0 {width:.0f} {height:.0f}"
    ground = tree.find(f"{SVG}path")
    assert ground is not None
    assert ground.get("d") == f"M0 0 H{width:.0f} V{height:.0f} H0 Z"
    assert ground.get("fill") == DARK.colors["canvas"]
    return width, height


def curves(tree: Element) -> list[Element]:
    """The lines of edges, without those of tie-breaks."""
    lines = [path for path in tree.iter(f"{SVG}path") if path.get("fill") == "none"]
    return [path for path in lines if path.get("stroke-linecap") != "round"]


def card(key: str) -> Card:
    return Card(f"@{key}", f"author of {key}", f"text of {key}")


def drawn_layers(causes: dict[str, list[str]], ghost: str = "") -> tuple[LayeredLayout, Element]:
    edges = [Edge(cause, effect) for effect, named in causes.items() for cause in named]
    picture = layered.lay_out(by_rank(causes), edges)
    cards = {key: Card("", "missing", key) if key == ghost else card(key) for key in causes}
    return picture, ElementTree.fromstring("".join(layered_svg(picture, cards, DARK)))


@given(causes=graphs(12))
def test_boxes_are_apart_and_inside_with_their_own_words(causes: dict[str, list[str]]) -> None:
    picture, tree = drawn_layers(causes)
    width, height = size_of(tree)
    boxes = tree.findall(f"{SVG}rect")
    texts = tree.findall(f"{SVG}text")
    assert len(boxes) == len(causes)
    assert len(texts) == 2 * len(causes)
    for (key, middle), box, author, text in zip(
        picture.boxes.items(), boxes, texts[::2], texts[1::2], strict=True
    ):
        left, top = number(box, "x"), number(box, "y")
        assert (number(box, "width"), number(box, "height")) == (BOX_WIDTH, BOX_HEIGHT)
        assert is_at((left + BOX_WIDTH / 2, top + BOX_HEIGHT / 2), middle)
        assert 0 <= left <= left + BOX_WIDTH <= width + 1
        assert 0 <= top <= top + BOX_HEIGHT <= height + 1
        assert (author.text, text.text) == (card(key).author, card(key).text)
        assert number(author, "x") == number(text, "x")
        assert left < number(author, "x") < left + BOX_WIDTH / 4
        # Base lines: both lines of text are inside the box, the author's is the upper one.
        upper, lower = number(author, "y"), number(text, "y")
        assert top + number(author, "font-size") <= upper
        assert upper + number(text, "font-size") <= lower <= top + BOX_HEIGHT - 4
        assert author.get("font-weight") == "bold"
        assert text.get("font-weight") is None
        assert author.get("fill") == box.get("stroke") == DARK.author(f"@{key}")
        assert (text.get("fill"), box.get("fill")) == (DARK.colors["text"], DARK.colors["raised"])
        assert box.get("stroke-dasharray") is None
    for one, other in combinations(boxes, 2):
        across = abs(number(one, "x") - number(other, "x"))
        down = abs(number(one, "y") - number(other, "y"))
        assert across >= BOX_WIDTH or down >= BOX_HEIGHT


@given(causes=graphs(12))
def test_an_edge_leads_from_under_its_cause_to_the_top_of_its_effect(
    causes: dict[str, list[str]],
) -> None:
    picture, tree = drawn_layers(causes)
    width, height = size_of(tree)
    lines = curves(tree)
    assert len(lines) == len(picture.routes)
    assert {(r.edge.cause, r.edge.effect) for r in picture.routes} == {
        (cause, effect) for effect, named in causes.items() for cause in named if cause in causes
    }
    for route, line in zip(picture.routes, lines, strict=True):
        way = points(line)
        x, y = picture.boxes[route.edge.cause]
        assert is_at(way[0], (x, y + BOX_HEIGHT / 2))
        x, y = picture.boxes[route.edge.effect]
        assert is_at(way[-1], (x, y - BOX_HEIGHT / 2))
        assert all(0 <= x <= width and 0 <= y <= height for x, y in way)
        # The curve passes through every third point, and never turns back upward.
        assert all(is_at(one, other) for one, other in zip(way[::3], route.points, strict=True))
        assert all(one[1] <= other[1] + NEAR for one, other in pairwise(way))
        assert line.get("stroke") == DARK.author(f"@{route.edge.effect}")
        assert line.get("stroke-dasharray") is None


@given(causes=graphs(12))
def test_edges_pass_beside_all_boxes_but_their_ends(causes: dict[str, list[str]]) -> None:
    picture, tree = drawn_layers(causes)
    for route, line in zip(picture.routes, curves(tree), strict=True):
        ends = {route.edge.cause, route.edge.effect}
        others = [middle for key, middle in picture.boxes.items() if key not in ends]
        for x, y in along(points(line)):
            assert all(
                abs(x - left) > BOX_WIDTH / 2 or abs(y - top) > BOX_HEIGHT / 2 - NEAR
                for left, top in others
            )


@pytest.mark.parametrize(("letter", "wide"), [("i", 0.6), ("村", 1.0), ("Ｗ", 1.0)])
def test_as_much_of_a_text_is_kept_as_fits(letter: str, wide: float) -> None:
    for size in (10.0, 12.0):
        fits = int(100 / (size * wide))
        assert fit_text(letter * fits, 100, size) == letter * fits
        assert fit_text(letter * (fits + 1), 100, size) == letter * (fits - 1) + "…"


def test_only_a_ghost_is_dashed_and_not_raised() -> None:
    _, tree = drawn_layers({"a": [], "b": ["a"]}, ghost="a")
    ghost, known = tree.findall(f"{SVG}rect")
    assert ghost.get("stroke-dasharray") == "4 3"
    assert known.get("stroke-dasharray") is None
    assert ghost.get("fill") == DARK.colors["canvas"]
    assert ghost.get("stroke") == DARK.colors["ghost"]


def test_how_many_are_hidden_is_written_on_the_middle_of_the_edge() -> None:
    picture = layered.lay_out(["a", "b"], [Edge("a", "b", 1234)])
    cards = {key: card(key) for key in "ab"}
    tree = ElementTree.fromstring("".join(layered_svg(picture, cards, DARK)))
    (words,) = [each for each in tree.iter(f"{SVG}text") if each.text == "1,234 hidden"]
    (begin, end) = (picture.boxes[key] for key in "ab")
    ground = next(each for each in tree.iter(f"{SVG}path") if " h" in each.get("d", ""))
    left, top, wide = map(
        float, re.findall(r"M(-?[\d.]+) (-?[\d.]+) h([\d.]+)", ground.get("d", ""))[0]
    )
    assert isclose(left + wide / 2, (begin[0] + end[0]) / 2, abs_tol=1)
    assert isclose(top + 7, (begin[1] + end[1]) / 2, abs_tol=0.2)
    assert left < number(words, "x") < left + 6
    assert top + 10 <= number(words, "y") <= top + 11
    assert ground.get("fill") == DARK.colors["canvas"]


def drawn_diagram(shape: Shape) -> tuple[Diagram, Element]:
    drawn = diagram.lay_out(shape)
    names = {feed: f"name of {feed}" for feed in shape.feeds}
    return drawn, ElementTree.fromstring("".join(diagram_svg(drawn, {}, names, DARK)))


def spots(drawn: Diagram, tree: Element) -> dict[int, Point]:
    """The position of the dot of every message."""
    circles = tree.findall(f"{SVG}circle")
    middles = [(number(each, "cx"), number(each, "cy")) for each in circles]
    return dict(zip(drawn.order, middles, strict=True))


@given(shapes(20))
def test_dots_are_apart_inside_and_placed_by_row_and_column(shape: Shape) -> None:
    drawn, tree = drawn_diagram(shape)
    width, height = size_of(tree)
    circles = tree.findall(f"{SVG}circle")
    at = spots(drawn, tree)
    for (which, (x, y)), circle in zip(at.items(), circles, strict=True):
        radius = number(circle, "r")
        assert radius <= x <= width - radius
        assert radius <= y <= height - radius
        color = DARK.author(shape.feed(which))
        if which < shape.present:
            assert circle.get("fill") == color
        else:
            assert (circle.get("fill"), circle.get("stroke")) == (DARK.colors["canvas"], color)
    assert width - max((x for x, _ in at.values()), default=width) < 60
    assert height - max((y for _, y in at.values()), default=height) < 60
    for one, other in combinations(at, 2):
        apart = hypot(at[one][0] - at[other][0], at[one][1] - at[other][1])
        assert apart > number(circles[0], "r") * 2
        rows, columns = drawn.row_of, drawn.column_of
        assert (at[one][1] < at[other][1]) == (rows[one] < rows[other])
        assert (at[one][0] < at[other][0]) == (columns[one] < columns[other])


@given(shapes(20))
def test_edges_of_a_diagram_join_their_dots(shape: Shape) -> None:
    drawn, tree = drawn_diagram(shape)
    at = spots(drawn, tree)
    left = {(cause, effect) for cause, effect in shape.edges()}
    assert len(curves(tree)) == len(left)
    for line in curves(tree):
        way = points(line)
        (joined,) = [
            (cause, effect)
            for cause, effect in left
            if is_at(way[0], at[cause]) and is_at(way[-1], at[effect])
        ]
        left.remove(joined)
        cause, effect = joined
        assert line.get("stroke") == DARK.author(shape.feed(effect))
        is_ghostly = cause >= shape.present
        assert line.get("stroke-dasharray") == ("4 3" if is_ghostly else None)
        rows = drawn.row_of[effect] - drawn.row_of[cause]
        radius = max(number(circle, "r") for circle in tree.findall(f"{SVG}circle"))
        others = [middle for which, middle in at.items() if which not in joined]
        for x, y in along(way):
            assert all(hypot(x - left, y - top) > radius for left, top in others)
        if drawn.column_of[effect] == drawn.column_of[cause]:
            bow = max(x for x, _ in way) - at[cause][0]
            assert (bow > 1) == (rows > 1)
            assert bow < at[effect][1] - at[cause][1]
    assert not left


@given(shapes(20))
def test_every_lane_of_an_author_is_ruled_and_the_first_has_the_name(shape: Shape) -> None:
    drawn, tree = drawn_diagram(shape)
    _, height = size_of(tree)
    at = spots(drawn, tree)
    ruled = [
        re.fullmatch(r"M([\d.]+) ([\d.]+) v([\d.]+)", path.get("d", ""))
        for path in tree.iter(f"{SVG}path")
        if path.get("stroke") == DARK.colors["line"]
    ]
    lanes = [tuple(map(float, each.groups())) for each in ruled if each is not None]
    assert len(lanes) == len(ruled) == drawn.width
    for which, (x, y) in at.items():
        lane, top, long = lanes[drawn.column_of[which]]
        assert isclose(lane, x, abs_tol=NEAR)
        assert top < y < top + long <= height
    heads = tree.findall(f"{SVG}text")
    assert len(heads) == len(drawn.columns)
    for column, head in zip(drawn.columns, heads, strict=True):
        x, y = number(head, "x"), number(head, "y")
        lane, top, _ = lanes[column.first]
        assert isclose(x, lane, abs_tol=NEAR)
        assert 0 < y < top
        assert head.get("transform") == f"rotate(-60 {x:.1f} {y:.1f})"
        assert head.get("fill") == DARK.author(column.feed)
        assert head.text == (f"name of {column.feed}" if column.feed else "missing")


def test_a_long_edge_begins_below_its_cause_and_ends_above_its_effect() -> None:
    chain = {f"{n:03}": [f"{n - 1:03}"] if n else [] for n in range(diagram.LONGEST + 3)}
    last = f"{diagram.LONGEST + 2:03}"
    chain["zz"] = [last, "000"]
    shape = shaped(chain)
    drawn, tree = drawn_diagram(shape)
    at = spots(drawn, tree)
    keys = {key: which for which, key in enumerate(shape.keys)}
    stubs = [
        tuple(map(float, found))
        for path in tree.iter(f"{SVG}path")
        if path.get("stroke-dasharray")
        for found in re.findall(r"M([\d.]+),([\d.]+) v(-?[\d.]+)", path.get("d", ""))
    ]
    down, up = sorted(stubs, key=lambda stub: -stub[2])
    assert is_at(down[:2], at[keys["000"]])
    assert is_at(up[:2], at[keys["zz"]])
    row = (at[keys["001"]][1] - at[keys["000"]][1]) / 1
    assert 0 < down[2] == -up[2] < row


def ties_of(tree: Element) -> tuple[list[Element], list[Element]]:
    """The dotted lines of tie-breaks, and their tips."""
    paths = tree.findall(f"{SVG}path")
    lines = [path for path in paths if path.get("stroke-linecap") == "round"]
    return lines, [path for path in paths if path.get("transform")]


def tied(begin: str, end: str) -> list[ExtraEdges]:
    return [ExtraEdges(TIE_BREAKS, [(begin, end)])]


@given(begin=st.sampled_from("abc"), end=st.sampled_from("abc"), wide=st.booleans())
def test_a_tie_break_runs_from_one_message_to_the_next_with_its_tip_on_the_line(
    begin: str, end: str, wide: bool
) -> None:
    causes = {"a": [], "b": [], "c": ["a"]}
    if wide:
        shape = shaped(causes, {key: f"@{key}" for key in causes})
        drawn = diagram.lay_out(shape)
        text = "".join(diagram_svg(drawn, {}, {}, DARK, tied(begin, end)))
        tree = ElementTree.fromstring(text)
        dots = spots(drawn, tree)
        at = {key: dots[which] for which, key in enumerate(shape.keys)}
    else:
        picture = layered.lay_out(list(causes), [Edge("a", "c")])
        at = dict(picture.boxes)
        cards = {key: card(key) for key in causes}
        text = "".join(layered_svg(picture, cards, DARK, tied(begin, end)))
        tree = ElementTree.fromstring(text)
    (line,), (tip,) = ties_of(tree)
    first, one_pull, other_pull, last = points(line)
    assert is_at(first, at[begin])
    assert is_at(last, at[end])
    assert isclose(one_pull[0] + other_pull[0], first[0] + last[0], abs_tol=2 * NEAR)
    lowest = max(first[1], last[1])
    sags = at[begin][1] == at[end][1]
    for pull in (one_pull, other_pull):
        assert pull[1] > lowest if sags else pull[1] <= lowest
    halfway = tuple(
        (one + 3 * two + 3 * three + four) / 8
        for one, two, three, four in zip(first, one_pull, other_pull, last, strict=True)
    )
    moved, turned = re.findall(r"translate\(([^)]*)\) rotate\((-?\d+)\)", tip.get("transform", ""))[
        0
    ]
    x, y = map(float, moved.split(","))
    assert is_at((x, y), (halfway[0], halfway[1]))
    direction = degrees(atan2(last[1] - first[1], last[0] - first[0]))
    assert isclose(float(turned), direction, abs_tol=1)
    assert tip.get("fill") == line.get("stroke") == DARK.colors["muted"]
    # Before its rotation, the tip points to the right.
    assert points(tip)[1][0] > points(tip)[0][0] == points(tip)[2][0]


def test_a_box_without_an_author_has_its_text_in_the_middle_and_a_tooltip_if_there_is_one() -> None:
    picture = layered.lay_out(["a", "b"], [])
    cards = {"a": Card("@a", "", "a node", "the whole <node>"), "b": card("b")}
    tree = ElementTree.fromstring("".join(layered_svg(picture, cards, DARK)))
    alone, beside = tree.findall(f"{SVG}rect")
    titles = [[each.text for each in box] for box in (alone, beside)]
    assert titles == [["the whole <node>"], []]
    assert [each.tag for each in alone] == [f"{SVG}title"]
    (text,) = [each for each in tree.findall(f"{SVG}text") if each.text == "a node"]
    middle = number(alone, "y") + BOX_HEIGHT / 2
    size = number(text, "font-size")
    # Letters without descenders are some three quarters of the size high.
    assert middle + size / 4 <= number(text, "y") <= middle + size / 2


def test_a_missing_message_is_a_ring_as_large_as_a_dot() -> None:
    _, tree = drawn_diagram(shaped({"a": ["gone"], "b": ["a"]}))
    circles = tree.findall(f"{SVG}circle")
    (ring,) = [each for each in circles if each.get("stroke")]
    dot = next(each for each in circles if not each.get("stroke"))
    outside = number(ring, "r") + number(ring, "stroke-width") / 2
    assert number(dot, "r") - 1 < outside <= number(dot, "r")

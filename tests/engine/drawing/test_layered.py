"""Layered pictures: every edge once and downwards, no overlapping boxes, reproducible."""

from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing.layered import (
    BOX_HEIGHT,
    BOX_WIDTH,
    Edge,
    LayeredLayout,
    focus,
    lay_out,
)
from tanglescope.engine.drawing.shape import Shape
from tests.engine.drawing.plain_rows import graphs
from tests.engine.drawing.shapes import shaped, shapes


def picture(causes: dict[str, list[str]]) -> LayeredLayout:
    edges = [Edge(cause, effect) for effect, named in causes.items() for cause in named]
    return lay_out(list(causes), edges)


@given(graphs(20))
def test_every_edge_is_drawn_once_and_runs_down(causes: dict[str, list[str]]) -> None:
    drawn = picture(causes)
    edges = sorted((cause, effect) for effect, named in causes.items() for cause in named)
    assert sorted((route.edge.cause, route.edge.effect) for route in drawn.routes) == edges
    for route in drawn.routes:
        heights = [y for _, y in route.points]
        assert all(above < below for above, below in pairwise(heights))
        (x, y), (end, bottom) = drawn.boxes[route.edge.cause], drawn.boxes[route.edge.effect]
        assert route.points[0] == (x, y + BOX_HEIGHT / 2)
        assert route.points[-1] == (end, bottom - BOX_HEIGHT / 2)


@given(graphs(20))
def test_no_box_covers_another_and_no_two_edges_share_a_way(causes: dict[str, list[str]]) -> None:
    drawn = picture(causes)
    for (x, y), (other, height) in combinations(drawn.boxes.values(), 2):
        assert y != height or abs(x - other) > BOX_WIDTH
    middles = [
        (x, (y + below) / 2)
        for route in drawn.routes
        for (x, y), (_, below) in zip(route.points[1:-1:2], route.points[2:-1:2], strict=True)
    ]
    assert len(middles) == len(set(middles))
    for x, y in drawn.boxes.values():
        assert BOX_WIDTH / 2 < x < drawn.width - BOX_WIDTH / 2
        assert BOX_HEIGHT / 2 < y < drawn.height - BOX_HEIGHT / 2
        assert all(abs(x - a) > BOX_WIDTH / 2 or b != y for a, b in middles)


@given(graphs(20))
def test_sideways_every_edge_runs_right_and_no_box_covers_another(
    causes: dict[str, list[str]],
) -> None:
    edges = [Edge(cause, effect) for effect, named in causes.items() for cause in named]
    drawn = lay_out(list(causes), edges, is_sideways=True)
    assert len(drawn.routes) == len(edges)
    for route in drawn.routes:
        assert all(left < right for (left, _), (right, _) in pairwise(route.points))
        (x, y), (end, bottom) = drawn.boxes[route.edge.cause], drawn.boxes[route.edge.effect]
        assert route.points[0] == (x + BOX_WIDTH / 2, y)
        assert route.points[-1] == (end - BOX_WIDTH / 2, bottom)
    for (x, y), (other, height) in combinations(drawn.boxes.values(), 2):
        assert abs(x - other) > BOX_WIDTH or abs(y - height) > BOX_HEIGHT
    for x, y in drawn.boxes.values():
        assert BOX_WIDTH / 2 < x < drawn.width - BOX_WIDTH / 2
        assert BOX_HEIGHT / 2 < y < drawn.height - BOX_HEIGHT / 2


@given(graphs(20))
def test_the_same_graph_gives_the_same_picture(causes: dict[str, list[str]]) -> None:
    assert picture(causes) == picture(causes)


def test_a_chain_is_straight_and_a_diamond_is_even() -> None:
    chain = picture({"a": [], "b": ["a"], "c": ["b"]})
    assert len({x for x, _ in chain.boxes.values()}) == 1
    diamond = picture({"a": [], "b": ["a"], "c": ["a"], "d": ["b", "c"]}).boxes
    assert diamond["a"][0] == diamond["d"][0]
    assert diamond["b"][1] == diamond["c"][1]
    assert abs(diamond["b"][0] + diamond["c"][0] - 2 * diamond["a"][0]) < 1e-6


def test_edges_that_need_not_cross_do_not() -> None:
    drawn = picture({"a": [], "b": [], "x": ["b"], "y": ["a"], "z": ["x", "y"]}).boxes
    assert (drawn["a"][0] < drawn["b"][0]) == (drawn["y"][0] < drawn["x"][0])


def test_a_second_root_is_right_above_what_follows_it() -> None:
    drawn = picture({"a": [], "b": ["a"], "c": ["b"], "late": [], "d": ["c", "late"]}).boxes
    assert drawn["late"][1] == drawn["c"][1]


def test_edges_to_what_is_not_shown_are_left_out() -> None:
    assert lay_out(["a"], [Edge("gone", "a")]).routes == ()


@given(graphs(12), st.data())
def test_edges_that_close_a_cycle_are_drawn_and_move_no_box(
    causes: dict[str, list[str]], data: st.DataObject
) -> None:
    plain = picture(causes)
    pairs = [(cause, effect) for effect, named in causes.items() for cause in named]
    back = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    edges = [Edge(*pair) for pair in pairs] + [Edge(effect, cause) for cause, effect in back]
    drawn = lay_out(list(causes), [*edges, *(Edge(key, key) for key in causes)])
    assert drawn.boxes == plain.boxes
    assert drawn.routes[: len(plain.routes)] == plain.routes
    assert {(r.edge.effect, r.edge.cause) for r in drawn.routes[len(plain.routes) :]} == set(back)


def test_a_picture_of_nothing_is_small() -> None:
    assert lay_out([], []).boxes == {}


CHAIN = {"a": [], "b": ["a"], "c": ["b"], "d": ["c"], "e": ["d", "gone"]}


def test_a_message_is_seen_with_what_is_so_many_steps_away() -> None:
    assert set(focus(shaped(CHAIN), ["c"], 1).layered.boxes) == {"b", "c", "d"}
    assert set(focus(shaped(CHAIN), ["e"], 1).layered.boxes) == {"d", "e", "gone"}
    assert set(focus(shaped(CHAIN), ["a", "e"], 0).layered.boxes) == {"a", "e"}


def test_what_joined_chosen_messages_is_reported() -> None:
    [route] = focus(shaped(CHAIN), ["a", "e"], 0).layered.routes
    assert (route.edge.cause, route.edge.effect, route.edge.elided) == ("a", "e", 3)


@given(shapes(30), st.integers(0, 3), st.integers(1, 10))
def test_it_is_never_larger_than_can_be_read(shape: Shape, steps: int, most: int) -> None:
    made = focus(shape, shape.keys[:12], steps, most)
    assert len(made.layered.boxes) - len(made.shown.joints) <= most
    assert len(made.layered.routes) == len(list(made.shown.shape.edges()))

"""Maps of tangles: every tie once, through no message, and side by side with others."""

from collections import Counter
from itertools import combinations, pairwise

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing.tangle_map import (
    BOX_HEIGHT,
    BOX_WIDTH,
    MapBox,
    MapSizes,
    Point,
    TangleMap,
    TieRoute,
    lay_out,
)

Segment = tuple[Point, Point]
KINDS = ("group", "epoch", "members of a", "members of b")


@st.composite
def maps(draw: st.DrawFn) -> tuple[TangleMap, list[tuple[str, str, str]]]:
    count = draw(st.integers(0, 12))
    messages = [(f"%{n}", draw(st.sampled_from("abcd"))) for n in range(count)]
    ties: dict[str, list[tuple[str, str]]] = {}
    for name in draw(st.lists(st.sampled_from(KINDS), unique=True)):
        for effect in range(1, count):
            for cause in draw(st.sets(st.integers(0, effect - 1), max_size=3)):
                ties.setdefault(name, []).append((f"%{cause}", f"%{effect}"))
    drawn = [(name, *tie) for name, listed in ties.items() for tie in listed]
    return lay_out(messages, ties), drawn


def segments(route: TieRoute) -> list[Segment]:
    return [(min(pair), max(pair)) for pair in pairwise(route.points)]


def overlap(one: Segment, other: Segment) -> bool:
    """Whether two segments share a part of a line."""
    for along, across in ((0, 1), (1, 0)):
        lines = {one[0][across], one[1][across], other[0][across], other[1][across]}
        if len(lines) == 1:
            first = max(one[0][along], other[0][along])
            last = min(one[1][along], other[1][along])
            return first < last
    return False


def passes_through(segment: Segment, box: MapBox) -> bool:
    (x, y), (right, bottom) = segment
    beside = right <= box.x or x >= box.x + BOX_WIDTH
    apart = bottom <= box.y or y >= box.y + BOX_HEIGHT
    return not (beside or apart)


@given(maps())
def test_every_tie_is_drawn_once_from_its_cause_to_its_effect(
    drawn: tuple[TangleMap, list[tuple[str, str, str]]],
) -> None:
    laid, ties = drawn
    boxes = {box.key: box for box in laid.boxes}
    assert Counter((each.strand, each.cause, each.effect) for each in laid.routes) == Counter(ties)
    for route in laid.routes:
        cause, effect = boxes[route.cause], boxes[route.effect]
        (x, y), (end, bottom) = route.points[0], route.points[-1]
        assert (y, bottom) == (cause.y + BOX_HEIGHT, effect.y)
        assert cause.x < x < cause.x + BOX_WIDTH
        assert effect.x < end < effect.x + BOX_WIDTH


@given(maps())
def test_ties_run_upright_and_sideways_and_through_no_message(
    drawn: tuple[TangleMap, list[tuple[str, str, str]]],
) -> None:
    laid, _ = drawn
    for route in laid.routes:
        for begin, end in segments(route):
            assert begin[0] == end[0] or begin[1] == end[1]
            assert not any(passes_through((begin, end), box) for box in laid.boxes)
            assert 0 < begin[0] <= end[0] < laid.width
            assert 0 < begin[1] <= end[1] < laid.height


@given(maps())
def test_two_ties_share_a_line_only_where_they_fork_or_merge(
    drawn: tuple[TangleMap, list[tuple[str, str, str]]],
) -> None:
    laid, _ = drawn
    for one, other in combinations(laid.routes, 2):
        kin = one.cause == other.cause or one.effect == other.effect
        same_kind = one.strand.split()[0] == other.strand.split()[0]
        if not (kin and same_kind):
            assert not any(overlap(a, b) for a in segments(one) for b in segments(other))


@given(maps())
def test_messages_are_in_their_order_each_in_the_column_of_its_feed(
    drawn: tuple[TangleMap, list[tuple[str, str, str]]],
) -> None:
    laid, _ = drawn
    assert [box.row for box in laid.boxes] == list(range(len(laid.boxes)))
    assert [box.y for box in laid.boxes] == sorted({box.y for box in laid.boxes})
    assert all(box.x == laid.columns[box.column][1] for box in laid.boxes)


def test_what_runs_upwards_or_to_nowhere_is_not_drawn() -> None:
    ties = {"group": [("%2", "%1"), ("%1", "%1"), ("%1", "%x"), ("%x", "%2")]}
    assert lay_out([("%1", "a"), ("%2", "a")], ties).routes == ()


def test_nothing_makes_an_empty_map() -> None:
    assert lay_out([], {}) == TangleMap((), (), (), 0.0, 0.0)


def test_boxes_of_other_sizes_are_apart() -> None:
    messages = [("%1", "a"), ("%2", "b"), ("%3", "a")]
    laid = lay_out(messages, {"group": [("%1", "%2"), ("%2", "%3")]}, MapSizes(48, 190, 26))
    one, two, three = laid.boxes
    assert two.x - one.x >= 48 + 26
    assert two.y - one.y > 190 < three.y - two.y
    assert [route.points[0] for route in laid.routes] == [
        (box.x + 24, box.y + 190) for box in (one, two)
    ]

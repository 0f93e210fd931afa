"""The paths of edges: around every message that isn't an end of theirs."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from hypothesis import given

from tanglescope.engine.drawing.diagram import Diagram, Window, lay_out
from tanglescope.engine.drawing.edge_paths import MessageSize, Point, bend, bow_of, edge_path
from tanglescope.engine.drawing.shape import MessageTraits, Shape, make_shape
from tests.engine.drawing.bezier import along
from tests.engine.drawing.shapes import shaped, shapes

BOX = MessageSize(0.4545, 0.35, 0.35)
DOT = MessageSize(0.27, 0.27)


def all_paths(diagram: Diagram, size: MessageSize) -> Iterator[tuple[int, int, Sequence[Point]]]:
    for edge in diagram.edges(Window(0, diagram.rows, 0, diagram.width)):
        if not edge.is_long:
            yield edge.cause, edge.effect, edge_path(diagram, edge, size)


@pytest.mark.parametrize("size", [BOX, DOT])
@given(shapes(20))
def test_an_edge_passes_no_message_that_is_not_its_end(size: MessageSize, shape: Shape) -> None:
    diagram = lay_out(shape)
    for cause, effect, path in all_paths(diagram, size):
        for number in {*diagram.order} - {cause, effect}:
            row, column = diagram.row_of[number], diagram.column_of[number]
            for x, y in along(path):
                beside = abs(x - column) > size.across - 0.02
                assert beside or abs(y - row) > size.down - 0.02


@pytest.mark.parametrize("size", [BOX, DOT])
@given(shapes(20))
def test_an_edge_begins_and_ends_upright_at_its_messages_and_never_goes_up(
    size: MessageSize, shape: Shape
) -> None:
    diagram = lay_out(shape)
    for cause, effect, path in all_paths(diagram, size):
        assert path[0] == (diagram.column_of[cause], diagram.row_of[cause] + size.reach)
        assert path[-1] == (diagram.column_of[effect], diagram.row_of[effect] - size.reach)
        ys = [y for _, y in path]
        assert ys == sorted(ys)
        sides = {diagram.column_of[cause], diagram.column_of[effect]}
        assert all(min(sides) <= x <= max(sides) + (len(sides) == 1) for x, _ in path)


def test_a_diagram_without_authors_shows_an_edge_beside_the_box_that_it_passes() -> None:
    causes = {"a": [], "b": ["a"], "c": ["b"], "d": ["b"], "e": ["c", "a"]}
    traits = [MessageTraits(key, "", "", None, None, row) for row, key in enumerate(causes)]
    pairs = [(cause, effect) for effect, named in causes.items() for cause in named]
    diagram = lay_out(make_shape("abcde", traits, pairs))
    (path,) = [path for cause, effect, path in all_paths(diagram, BOX) if effect - cause == 4]
    passing = [x for x, y in along(path) if 0.65 <= y <= 2.35]
    assert all(BOX.across < x < 1 - BOX.across for x in passing)


def test_edges_of_two_messages_that_pass_the_same_column_do_not_share_a_line() -> None:
    chain = {f"{n:02}": [f"{n - back:02}" for back in (1, 2) if n >= back] for n in range(20)}
    diagram = lay_out(shaped(chain, dict.fromkeys(chain, "@a")))
    lines = [
        (cause, path[3][0]) for cause, effect, path in all_paths(diagram, BOX) if effect - cause > 1
    ]
    assert all(
        abs(one - other) > 0.005
        for cause, one in lines
        for another, other in lines
        if 0 < another - cause < 3
    )


def test_an_edge_within_one_row_of_a_cycle_is_drawn() -> None:
    shape = make_shape("ab", [], [("a", "b"), ("b", "a")])
    for size in (BOX, DOT):
        assert len(list(all_paths(lay_out(shape), size))) == 2


def test_between_two_columns_an_edge_is_upright_at_both_ends() -> None:
    assert bend((0, 0), (10, 20), 2, 10) == ((0, 10), (10, 10))


def test_an_edge_never_goes_up_even_where_numbers_are_rounded() -> None:
    (_, first), (_, second) = bend((0, 0.35), (1, 4.65), 4, 1)
    assert first <= second


def test_down_a_column_a_longer_edge_bows_farther_and_never_a_whole_column() -> None:
    assert bow_of(1) == 0
    bows = [bow_of(rows) for rows in range(1, 49)]
    assert all(less < more for less, more in pairwise(bows))
    assert bows[-1] < 1
    (x, _), (other, _) = bend((5, 0), (5, 60), 3, 20)
    assert x == other > 5

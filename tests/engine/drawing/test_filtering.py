"""Filters: a smaller shape that draws like any other and counts the hidden messages."""

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing.diagram import lay_out
from tanglescope.engine.drawing.eliding import elide
from tanglescope.engine.drawing.filtering import (
    EVERYTHING,
    Filters,
    around,
    as_shape,
    bounded,
    filtered,
    part,
)
from tanglescope.engine.drawing.shape import MessageTraits, Shape, make_shape
from tests.engine.drawing.shapes import shaped, shapes

CHAIN = {"a": [], "b": ["a"], "c": ["b"], "d": ["c"], "e": ["d"], "f": ["e"]}


def edges(shape: Shape) -> set[tuple[str, str]]:
    return {(shape.keys[cause], shape.keys[effect]) for cause, effect in shape.edges()}


def test_without_filters_everything_is_shown_as_it_is() -> None:
    shape = shaped(CHAIN)
    assert filtered(shape, Filters()).shape is shape


def test_runs_are_folded_into_an_edge_that_counts_them() -> None:
    shown = filtered(shaped(CHAIN), Filters(folds_runs=True))
    assert list(shown.shape.keys) == ["a", "b", "e", "f"]
    assert edges(shown.shape) == {("a", "b"), ("b", "e"), ("e", "f")}
    assert shown.elided == {(1, 2): 2}
    assert shown.hidden == 2


def test_the_message_that_one_looks_at_is_not_folded_away() -> None:
    shown = filtered(shaped(CHAIN), Filters(folds_runs=True), kept="c")
    assert "c" in shown.shape.keys


def test_what_a_hidden_author_joined_stays_joined() -> None:
    feeds = dict(zip(CHAIN, "xyxxxx", strict=True))
    shown = filtered(shaped(CHAIN, feeds), Filters(feeds=frozenset("y")))
    assert ("a", "c") in edges(shown.shape)
    assert shown.elided == {(0, 1): 1}


@given(shapes(), st.sets(st.integers(0, 40)))
def test_a_part_keeps_what_is_known_of_its_messages(shape: Shape, numbers: set[int]) -> None:
    here = numbers & set(range(len(shape)))
    shown = part(shape, here).shape
    assert list(shown.keys) == [shape.keys[number] for number in sorted(here)]
    for place, number in enumerate(sorted(here)):
        assert shown.feed(place) == shape.feed(number)
        assert shown.asserted[place] == shape.asserted[number] or number >= shape.present
    assert len(lay_out(shown).order) == len(here)


def test_around_a_message_are_those_within_so_many_steps() -> None:
    shape = shaped(CHAIN)
    assert around(shape, [2], 1, 100) == {1, 2, 3}
    assert around(shape, [2], 2, 100) == {0, 1, 2, 3, 4}
    assert around(shape, [2], 9, 3) == {1, 2, 3}
    assert around(shape, [0, 5], 1, 100) == {0, 1, 4, 5}


@given(shapes(), st.sets(st.integers(0, 40), max_size=8))
def test_a_part_is_joined_as_the_whole_is(shape: Shape, numbers: set[int]) -> None:
    here = numbers & set(range(len(shape)))
    whole = as_shape(shape, elide(shape, lambda number: number not in here))
    shown = part(shape, here)
    assert list(shown.shape.keys) == list(whole.shape.keys)
    assert edges(shown.shape) == edges(whole.shape)
    assert shown.elided == whole.elided


def test_a_picture_has_a_limit_on_edges_and_missing_messages_and_says_what_it_leaves_out() -> None:
    traits = [MessageTraits(f"m{number}", "", "", None, None, number) for number in range(400)]
    order = [each.key for each in traits]
    dense = [(f"m{cause}", f"m{effect}") for effect in range(200, 400) for cause in range(200)]
    shown = bounded(filtered(make_shape(order, traits, dense), EVERYTHING))
    edges = list(shown.shape.edges())
    assert len(edges) <= 4_000 + 3 * 400
    assert {effect for _, effect in edges} == set(range(200, 400))
    assert str(shown.left_out) == f"Left out: {40_000 - len(edges):,} arrows"
    missing = [(f"g{number}", f"m{number % 400}") for number in range(3_000)]
    shown = bounded(filtered(make_shape(order, traits, missing), EVERYTHING))
    assert len(shown.shape) == 2_000 + 2 * 400
    assert str(shown.left_out) == "Left out: 600 arrows and 600 missing messages"
    small = filtered(make_shape(order, traits, dense[:3_000]), EVERYTHING)
    assert bounded(small) is small

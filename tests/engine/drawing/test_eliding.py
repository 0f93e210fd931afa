"""Eliding: a filter preserves causal precedence."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing import eliding as module
from tanglescope.engine.drawing.eliding import ElidedShape, by_filters, elide, run_interiors
from tanglescope.engine.drawing.shape import Shape
from tests.engine.drawing.shapes import shaped, shapes


def reachable(edges: Iterable[tuple[int, int]], count: int) -> set[tuple[int, int]]:
    """All pairs in which the first precedes the second."""
    after: dict[int, set[int]] = {number: set() for number in range(count)}
    for cause, effect in edges:
        after[cause].add(effect)
    found = set()
    for start in range(count):
        ends = [start]
        seen: set[int] = set()
        while ends:
            for effect in after[ends.pop()] - seen:
                seen.add(effect)
                ends.append(effect)
                found.add((start, effect))
    return found


def pairs(elided: ElidedShape) -> list[tuple[int, int]]:
    return [(edge.cause, edge.effect) for edge in elided.edges]


@given(shapes(30), st.sets(st.integers(0, 30)), st.sampled_from([1, 2, module.MOST_MET]))
def test_of_two_shown_messages_one_leads_to_the_other_as_before(
    shape: Shape, hidden: set[int], most: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_MET", most)
        elided = elide(shape, hidden.__contains__)
    shown = set(elided.shown)
    assert shown - elided.joints == set(range(len(shape))) - hidden
    before = {pair for pair in reachable(shape.edges(), len(shape)) if shown.issuperset(pair)}
    assert reachable(pairs(elided), len(shape)) == before


@given(shapes(30), st.sets(st.integers(0, 30)))
def test_every_edge_between_shown_messages_stays_and_no_edge_is_there_twice(
    shape: Shape, hidden: set[int]
) -> None:
    elided = elide(shape, hidden.__contains__)
    plain = {(edge.cause, edge.effect) for edge in elided.edges if not edge.elided}
    shown = set(elided.shown)
    assert plain == {pair for pair in shape.edges() if shown.issuperset(pair)}
    assert len(pairs(elided)) == len(set(pairs(elided)))


@given(shapes(30))
def test_hiding_nothing_changes_nothing(shape: Shape) -> None:
    elided = elide(shape, lambda _: False)
    assert elided.shown == tuple(range(len(shape)))
    assert sorted(pairs(elided)) == sorted(shape.edges())


def test_an_edge_says_how_many_it_replaces() -> None:
    shape = shaped({"a": [], "b": ["a"], "c": ["b"], "d": ["c"], "e": ["d", "a"]})
    [long, short] = elide(shape, {1, 2}.__contains__).edges[:2]
    assert (long.cause, long.effect, long.elided) == (0, 3, 2)
    assert (short.cause, short.effect, short.elided) == (0, 4, 0)


def test_a_hidden_message_behind_which_many_meet_stays_as_a_joint() -> None:
    many = [f"r{n}" for n in range(module.MOST_MET + 1)]
    causes = {**{key: [] for key in many}, "s": many, **{f"t{n}": ["s"] for n in range(40)}}
    shape = shaped(causes)
    middle = shape.keys.index("s")
    elided = elide(shape, {middle}.__contains__)
    assert elided.joints == {middle}
    assert len(elided.edges) == len(many) + 40


def test_a_run_is_folded_but_for_its_ends() -> None:
    chain = {"a": [], "b": ["a"], "c": ["b"], "d": ["c"], "e": ["d"], "f": ["e"]}
    shape = shaped(chain)
    assert run_interiors(shape) == {2, 3}
    assert run_interiors(shape, {2}) == {3}
    assert run_interiors(shaped({"a": [], "b": ["a"], "c": ["a"], "d": ["b", "c"]})) == frozenset()


@given(shapes(30))
def test_folding_hides_neither_forks_nor_merges_nor_ghosts(shape: Shape) -> None:
    for number in run_interiors(shape):
        assert shape.causes.count(number) == 1 == shape.effects.count(number)
        assert number < shape.present


def test_authors_and_types_are_hidden_by_name() -> None:
    shape = shaped({"a": [], "b": ["a"], "c": ["b", "gone"]}, {"a": "@x", "b": "@y", "c": "@x"})
    hidden = by_filters(shape, {"@y"}, set(), {3})
    assert [hidden(number) for number in range(4)] == [False, True, False, True]
    assert all(by_filters(shape, set(), {"post"}, set())(number) for number in range(3))
    assert not by_filters(shape, set(), {"post"}, set())(3)

"""Eliding: a filter preserves causal precedence."""

from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing import eliding as module
from tanglescope.engine.drawing.diagram import lay_out
from tanglescope.engine.drawing.eliding import (
    EVERYTHING,
    ElidedShape,
    Filters,
    Gap,
    GappedRows,
    apply_filters,
    around,
    as_shape,
    bound_shape,
    by_filters,
    elide,
    leave_gaps,
    part,
    run_interiors,
)
from tanglescope.engine.drawing.shape import MessageTraits, Shape, make_shape
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


FILTERS = st.builds(
    Filters,
    feeds=st.frozensets(st.sampled_from(["@0", "@1", "@2", "@3", "@4"])),
    types=st.frozensets(st.just("post"), max_size=1),
    folds_runs=st.booleans(),
)


def unfolded(found: GappedRows) -> list[str]:
    """All messages again, gap by gap."""
    return [
        key for row in found.rows for key in (found.gaps[row].keys if row in found.gaps else (row,))
    ]


@given(shapes(30), FILTERS)
def test_rows_and_gaps_together_are_the_timeline(shape: Shape, filters: Filters) -> None:
    found = leave_gaps(shape, filters)
    assert unfolded(found) == list(shape.keys[: shape.present])
    assert found.messages == shape.present
    assert set(found.gap_of) == {key for gap in found.gaps.values() for key in gap.keys}
    assert all(found.gap_of[key] == gap.key for gap in found.gaps.values() for key in gap.keys)


@given(shapes(30), FILTERS)
def test_no_two_gaps_are_adjacent(shape: Shape, filters: Filters) -> None:
    found = leave_gaps(shape, filters)
    for above, below in zip(found.rows, found.rows[1:], strict=False):
        assert not (above in found.gaps and below in found.gaps)


@given(shapes(30), FILTERS)
def test_what_is_joined_here_is_joined_in_the_diagram(shape: Shape, filters: Filters) -> None:
    found, diagram = leave_gaps(shape, filters), apply_filters(shape, filters)
    keys = diagram.shape.keys
    pairs = {(keys[cause], keys[effect]) for cause, effect in diagram.shape.edges()}
    assert {(c, key) for key, edges in found.edges.items() for c in edges.causes} == pairs
    assert {(key, e) for key, edges in found.edges.items() for e in edges.effects} == pairs
    elided = {(keys[cause], keys[effect]): n for (cause, effect), n in diagram.elided.items()}
    assert found.elided == elided


@given(shapes(30), FILTERS)
def test_every_ghost_is_above_what_is_shown_of_those_who_knew_it(
    shape: Shape, filters: Filters
) -> None:
    found = leave_gaps(shape, filters)
    ghosts = set(shape.keys[shape.present :])
    known = {key: ghosts.intersection(edges.causes) for key, edges in found.edges.items()}
    assert {key: set(named) for key, named in found.waiting.items()} == {
        key: named for key, named in known.items() if named
    }


@given(shapes(30), FILTERS, st.data())
def test_what_was_opened_is_shown(shape: Shape, filters: Filters, data: st.DataObject) -> None:
    gaps = leave_gaps(shape, filters).gaps
    if gaps:
        gap = data.draw(st.sampled_from(sorted(gaps)))
        opened = leave_gaps(shape, filters, gaps[gap].keys)
        assert not set(gaps[gap].keys) & opened.gap_of.keys()


def test_a_hidden_author_leaves_a_line_that_counts_and_an_edge_that_says_so() -> None:
    causes = {"a": [], "b": ["a"], "c": ["b"], "d": ["c"], "e": ["d"]}
    feeds = {"a": "@ann", "b": "@bob", "c": "@cyn", "d": "@ann", "e": "@bob"}
    shape = shaped(causes, feeds)
    found = leave_gaps(shape, Filters(feeds=frozenset({"@bob", "@cyn"})))
    assert found.rows == ("a", "b", "d", "e")
    assert list(found.gaps.values()) == [Gap(("b", "c"), ("@bob", "@cyn")), Gap(("e",), ("@bob",))]
    assert found.elided == {("a", "d"): 2}
    assert found.edges["a"].effects == ("d",)


@given(shapes(20))
def test_nothing_is_hidden_where_nothing_is_unwanted(shape: Shape) -> None:
    found = leave_gaps(shape, EVERYTHING)
    assert not found.gaps
    assert not found.elided


@given(shapes(30), FILTERS, st.data())
def test_with_only_some_messages_all_others_are_in_gaps(
    shape: Shape, filters: Filters, data: st.DataObject
) -> None:
    present = list(shape.keys[: shape.present])
    only = data.draw(st.frozensets(st.sampled_from(present), min_size=1)) if present else None
    found = leave_gaps(shape, filters, (), only or frozenset())
    assert unfolded(found) == present
    assert not only or {key for key in found.rows if key not in found.gaps} <= only


CHAIN = {"a": [], "b": ["a"], "c": ["b"], "d": ["c"], "e": ["d"], "f": ["e"]}


def edges(shape: Shape) -> set[tuple[str, str]]:
    return {(shape.keys[cause], shape.keys[effect]) for cause, effect in shape.edges()}


def test_without_filters_everything_is_shown_as_it_is() -> None:
    shape = shaped(CHAIN)
    assert apply_filters(shape, Filters()).shape is shape


def test_runs_are_folded_into_an_edge_that_counts_them() -> None:
    shown = apply_filters(shaped(CHAIN), Filters(folds_runs=True))
    assert list(shown.shape.keys) == ["a", "b", "e", "f"]
    assert edges(shown.shape) == {("a", "b"), ("b", "e"), ("e", "f")}
    assert shown.elided == {(1, 2): 2}
    assert shown.hidden == 2


def test_the_message_that_one_looks_at_is_not_folded_away() -> None:
    shown = apply_filters(shaped(CHAIN), Filters(folds_runs=True), kept="c")
    assert "c" in shown.shape.keys


def test_what_a_hidden_author_joined_stays_joined() -> None:
    feeds = dict(zip(CHAIN, "xyxxxx", strict=True))
    shown = apply_filters(shaped(CHAIN, feeds), Filters(feeds=frozenset("y")))
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
    shown = bound_shape(apply_filters(make_shape(order, traits, dense), EVERYTHING))
    edges = list(shown.shape.edges())
    assert len(edges) <= 4_000 + 3 * 400
    assert {effect for _, effect in edges} == set(range(200, 400))
    assert str(shown.left_out) == f"Left out: {40_000 - len(edges):,} arrows"
    missing = [(f"g{number}", f"m{number % 400}") for number in range(3_000)]
    shown = bound_shape(apply_filters(make_shape(order, traits, missing), EVERYTHING))
    assert len(shown.shape) == 2_000 + 2 * 400
    assert str(shown.left_out) == "Left out: 600 arrows and 600 missing messages"
    small = apply_filters(make_shape(order, traits, dense[:3_000]), EVERYTHING)
    assert bound_shape(small) is small

"""Gaps: hidden messages are counted where they are, and causality is preserved."""

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing.filtering import EVERYTHING, Filters, filtered
from tanglescope.engine.drawing.lanes.gaps import Gap, GappedRows, gapped
from tanglescope.engine.drawing.shape import Shape
from tests.engine.drawing.shapes import shaped, shapes

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
    found = gapped(shape, filters)
    assert unfolded(found) == list(shape.keys[: shape.present])
    assert found.messages == shape.present
    assert set(found.gap_of) == {key for gap in found.gaps.values() for key in gap.keys}
    assert all(found.gap_of[key] == gap.key for gap in found.gaps.values() for key in gap.keys)


@given(shapes(30), FILTERS)
def test_no_two_gaps_are_adjacent(shape: Shape, filters: Filters) -> None:
    found = gapped(shape, filters)
    for above, below in zip(found.rows, found.rows[1:], strict=False):
        assert not (above in found.gaps and below in found.gaps)


@given(shapes(30), FILTERS)
def test_what_is_joined_here_is_joined_in_the_diagram(shape: Shape, filters: Filters) -> None:
    found, diagram = gapped(shape, filters), filtered(shape, filters)
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
    found = gapped(shape, filters)
    ghosts = set(shape.keys[shape.present :])
    known = {key: ghosts.intersection(edges.causes) for key, edges in found.edges.items()}
    assert {key: set(named) for key, named in found.waiting.items()} == {
        key: named for key, named in known.items() if named
    }


@given(shapes(30), FILTERS, st.data())
def test_what_was_opened_is_shown(shape: Shape, filters: Filters, data: st.DataObject) -> None:
    gaps = gapped(shape, filters).gaps
    if gaps:
        gap = data.draw(st.sampled_from(sorted(gaps)))
        opened = gapped(shape, filters, gaps[gap].keys)
        assert not set(gaps[gap].keys) & opened.gap_of.keys()


def test_a_hidden_author_leaves_a_line_that_counts_and_an_edge_that_says_so() -> None:
    causes = {"a": [], "b": ["a"], "c": ["b"], "d": ["c"], "e": ["d"]}
    feeds = {"a": "@ann", "b": "@bob", "c": "@cyn", "d": "@ann", "e": "@bob"}
    shape = shaped(causes, feeds)
    found = gapped(shape, Filters(feeds=frozenset({"@bob", "@cyn"})))
    assert found.rows == ("a", "b", "d", "e")
    assert list(found.gaps.values()) == [Gap(("b", "c"), ("@bob", "@cyn")), Gap(("e",), ("@bob",))]
    assert found.elided == {("a", "d"): 2}
    assert found.edges["a"].effects == ("d",)


@given(shapes(20))
def test_nothing_is_hidden_where_nothing_is_unwanted(shape: Shape) -> None:
    found = gapped(shape, EVERYTHING)
    assert not found.gaps
    assert not found.elided


@given(shapes(30), FILTERS, st.data())
def test_with_only_some_messages_all_others_are_in_gaps(
    shape: Shape, filters: Filters, data: st.DataObject
) -> None:
    present = list(shape.keys[: shape.present])
    only = data.draw(st.frozensets(st.sampled_from(present), min_size=1)) if present else None
    found = gapped(shape, filters, (), only or frozenset())
    assert unfolded(found) == present
    assert not only or {key for key in found.rows if key not in found.gaps} <= only

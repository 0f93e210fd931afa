"""The diagram: unique positions, every edge once, and stable layout."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing import diagram as module
from tanglescope.engine.drawing.diagram import LONGEST, Diagram, DrawnEdge, Window, lay_out
from tanglescope.engine.drawing.shape import Shape
from tests.engine.drawing.shapes import shaped, shapes

WINDOWS = st.builds(
    lambda top, left, rows, columns: Window(top, top + rows, left, left + columns),
    st.integers(-2, 20),
    st.integers(-2, 8),
    st.integers(0, 8),
    st.integers(0, 5),
)


def whole(diagram: Diagram) -> Window:
    return Window(0, diagram.rows, 0, diagram.width)


def place(diagram: Diagram, number: int) -> tuple[int, int]:
    return diagram.row_of[number], diagram.column_of[number]


@given(shapes())
def test_no_two_messages_share_a_place(shape: Shape) -> None:
    diagram = lay_out(shape)
    assert len({place(diagram, number) for number in range(len(shape))}) == len(shape)


@given(shapes())
def test_a_message_is_in_a_column_of_its_author_below_its_causes(shape: Shape) -> None:
    diagram = lay_out(shape)
    for number in range(len(shape)):
        [column] = [c for c in diagram.columns if c.feed == shape.feed(number)]
        assert column.first <= diagram.column_of[number] < column.first + column.width
    assert all(diagram.row_of[cause] < diagram.row_of[effect] for cause, effect in shape.edges())


def test_without_authors_each_component_has_columns_of_its_own() -> None:
    causes = {"a": [], "b": [], "a1": ["a"], "a2": ["a"], "b1": ["b", "gone"]}
    diagram = lay_out(shaped(causes, dict.fromkeys(causes, "")))
    assert [(column.hue, column.width) for column in diagram.columns] == [(1, 2), (2, 1), ("", 1)]
    at = {key: diagram.column_of[number] for number, key in enumerate(diagram.shape.keys)}
    assert at == {"a": 0, "a1": 0, "a2": 1, "b": 2, "b1": 2, "gone": 3}


@given(shapes())
def test_slack_is_how_many_rows_a_message_could_sink_above_all_its_effects(shape: Shape) -> None:
    diagram = lay_out(shape)
    for number in range(shape.present):
        free = [
            row
            for row in range(diagram.row_of[number], diagram.rows)
            if all(
                row < diagram.row_of[effect] for cause, effect in shape.edges() if cause == number
            )
        ]
        assert diagram.slack(number) == max(free) - diagram.row_of[number]
    assert not any(diagram.slack(ghost) for ghost in range(shape.present, len(shape)))


@given(shape=shapes(), window=WINDOWS)
def test_a_whisker_is_drawn_wherever_a_part_of_it_is_seen(shape: Shape, window: Window) -> None:
    diagram = lay_out(shape)
    expected = {
        number: diagram.slack(number)
        for number in range(len(shape))
        if diagram.slack(number)
        and any(
            window.holds(diagram.row_of[number] + sunk, diagram.column_of[number])
            for sunk in range(diagram.slack(number) + 1)
        )
    }
    assert dict(diagram.whiskers(window)) == expected


@given(shapes())
def test_every_edge_is_drawn_exactly_once(shape: Shape) -> None:
    diagram = lay_out(shape)
    drawn = [(edge.cause, edge.effect) for edge in diagram.edges(whole(diagram))]
    assert sorted(drawn) == sorted(shape.edges())


@given(shapes(), WINDOWS, st.sampled_from([1, 3, LONGEST]))
def test_a_window_shows_what_the_whole_shows_there(
    shape: Shape, window: Window, longest: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LONGEST", longest)
        diagram = lay_out(shape)
        inside = [n for n in diagram.order if window.holds(*place(diagram, n))]
        assert list(diagram.within(window)) == inside
        seen = list(diagram.edges(window))
        everything = list(diagram.edges(whole(diagram)))
    assert len(seen) == len(set(seen))
    assert set(seen) <= set(everything)
    assert set(seen) == {edge for edge in everything if is_seen(diagram, edge, window)}


def is_seen(diagram: Diagram, edge: DrawnEdge, window: Window) -> bool:
    """Whether a part of an edge may be in a window."""
    one, other = place(diagram, edge.cause), place(diagram, edge.effect)
    if edge.is_long:
        return window.holds(*one) or window.holds(*other)
    left, right = sorted((one[1], other[1]))
    right += left == right
    rows = range(one[0], other[0] + 1)
    return any(window.top <= row <= window.bottom for row in rows) and not (
        right < window.left or left > window.right
    )


def test_an_edge_over_many_rows_is_long() -> None:
    chain = {f"{n:03}": [f"{n - 1:03}"] if n else [] for n in range(LONGEST + 2)}
    chain["zz"] = [f"{LONGEST + 1:03}", "000", "001", "002"]
    diagram = lay_out(shaped(chain))
    long = {edge.cause for edge in diagram.edges(whole(diagram)) if edge.is_long}
    assert long == {0, 1}


def test_among_very_many_messages_edges_are_found_by_their_ends(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "CROWDED", 10)
    fan = {"root": [], **{f"{n:02}": ["root"] for n in range(40)}}
    diagram = lay_out(shaped(fan, dict.fromkeys(fan, "@one")))
    found = list(diagram.edges(Window(0, 1, 3, 5)))
    assert sorted(edge.effect for edge in found) == [4, 5, 6]
    assert len(list(diagram.edges(Window(0, 1, 0, 40)))) == 40


@given(shapes(), st.data())
def test_the_nearest_message_is_the_one_under_the_pointer(
    shape: Shape, data: st.DataObject
) -> None:
    diagram = lay_out(shape)
    if len(shape):
        number = data.draw(st.integers(0, len(shape) - 1))
        row, column = place(diagram, number)
        assert diagram.nearest(row + 0.2, column - 0.3, 0.5, 0.5) == number
    assert diagram.nearest(-5, -5, 0.5, 0.5) is None


def test_one_steps_along_a_rank_from_side_to_side() -> None:
    diagram = lay_out(shaped({"a": [], "b": ["a"], "c": ["a"]}))
    assert diagram.beside(1, 1) == 2
    assert diagram.beside(2, -1) == 1
    assert diagram.beside(2, 1) is None
    assert diagram.beside(0, -1) is None


@given(shapes(), st.integers(1, 5))
def test_what_comes_at_the_end_moves_nothing(shape: Shape, more: int) -> None:
    """New replies to the last message, by its authors and by a new one."""
    causes = {
        shape.keys[n]: [shape.keys[c] for c in shape.causes.of(n)] for n in range(shape.present)
    }
    feeds = {shape.keys[n]: shape.feed(n) for n in range(shape.present)}
    before = lay_out(shaped(causes, feeds))
    last = shape.keys[shape.present - 1 : shape.present]
    new = {f"~{n}": last if n == 0 else [f"~{n - 1}"] for n in range(more)}
    after = lay_out(shaped(causes | new, feeds | dict.fromkeys(new, "@new")))
    if any(c.feed == "" for c in before.columns):
        return  # the missing messages shift to the right
    places: Callable[[Diagram], dict[str, tuple[int, int]]] = lambda d: {  # noqa: E731
        d.shape.keys[n]: place(d, n) for n in range(len(d.shape))
    }
    assert places(before).items() <= places(after).items()

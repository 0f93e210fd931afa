"""Plans: consistent parts, and a highlight of exactly the past and the future."""

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing.filtering import Filters
from tanglescope.engine.drawing.plan import Detail, detail, lit, plan
from tanglescope.engine.drawing.shape import Shape
from tests.engine.drawing.shapes import shaped, shapes


def test_a_plan_knows_where_every_shown_message_is() -> None:
    chain = {"a": [], "b": ["a"], "c": ["b"], "d": ["c"], "e": ["d"]}
    made = plan(shaped(chain), {}, Filters(folds_runs=True))
    assert made.numbers == {"a": 0, "b": 1, "d": 2, "e": 3}
    assert len(made.whole) == 5
    assert made.diagram.rows == 4


def test_what_has_more_room_shows_more() -> None:
    assert detail(176, 60, 9_999) is Detail.BOXES
    assert detail(26, 26, 9_999) is Detail.BUBBLES
    assert detail(26, 4, 9_999) is Detail.DOTS
    assert detail(26, 0.01, 9_999) is Detail.DENSITY
    assert detail(26, 0.01, 999) is Detail.DOTS


@given(shapes(25), st.data())
def test_the_highlight_is_the_past_and_the_future_of_a_message(
    shape: Shape, data: st.DataObject
) -> None:
    if not len(shape):
        return
    number = data.draw(st.integers(0, len(shape) - 1))
    flags = lit(shape, number)

    def leads(one: int, other: int) -> bool:
        return one == other or any(leads(next_, other) for next_ in shape.effects.of(one))

    for other in range(len(shape)):
        assert bool(flags[other]) == (leads(other, number) or leads(number, other))

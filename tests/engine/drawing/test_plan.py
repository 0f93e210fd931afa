"""Plans: consistent parts, and a highlight of exactly the past and the future."""

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing import plan as module
from tanglescope.engine.drawing.diagram import lay_out
from tanglescope.engine.drawing.eliding import Filters
from tanglescope.engine.drawing.plan import LEVELS, Detail, density, detail, lit, plan
from tanglescope.engine.drawing.shape import Shape
from tanglescope.engine.drawing.tints import palette
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


@given(shapes(), st.integers(1, 50))
def test_every_message_is_counted_once(shape: Shape, height: int) -> None:
    diagram = lay_out(shape)
    counts = density(diagram).counts(0, diagram.rows / height if diagram.rows else 1, height)
    assert sum(map(sum, counts)) == len(shape)


@given(shapes())
def test_a_pixel_a_row_reports_where_messages_are(shape: Shape) -> None:
    diagram = lay_out(shape)
    counted = density(diagram)
    image = counted.picture([1] * diagram.width, 0, 1, diagram.rows)
    cells = {(diagram.row_of[n], diagram.column_of[n]) for n in range(len(shape))}
    for row in range(diagram.rows):
        for column in range(diagram.width):
            assert bool(image[row * diagram.width + column]) == ((row, column) in cells)


def test_more_messages_are_darker_and_no_shade_leaves_its_colour() -> None:
    chain = {f"{n:04}": [f"{n - 1:04}"] if n else [] for n in range(2000)}
    feeds = {key: "@one" if n < 1990 else "@two" for n, key in enumerate(chain)}
    counted = density(lay_out(shaped(chain, feeds)))
    image = counted.picture([1, 1 + LEVELS], 0, 100, 20)
    assert image[0] > image[1] == 0
    assert 1 + LEVELS <= image[39] < 1 + 2 * LEVELS
    assert image[39] - LEVELS < image[0] < 1 + LEVELS


def test_many_columns_share_pixels(monkeypatch: object) -> None:
    fan = {"root": [], **{f"{n:04}": ["root"] for n in range(2 * module.MOST_COLUMNS)}}
    counted = density(lay_out(shaped(fan, dict.fromkeys(fan, "@one"))))
    assert counted.shared == 2
    assert len(counted.columns) == module.MOST_COLUMNS
    assert sum(map(sum, counted.counts(0, 1, 2))) == len(fan)


def test_ghosts_have_no_author() -> None:
    counted = density(lay_out(shaped({"a": ["gone"], "b": ["a"]})))
    assert counted.tints == [0, 1, -1]


def test_a_byte_has_room_for_every_shade_of_every_colour() -> None:
    for name in ("light", "dark"):
        assert 1 + LEVELS * (1 + len(palette(name).authors)) <= 256

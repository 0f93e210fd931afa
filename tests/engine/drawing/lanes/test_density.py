"""Density: every message is counted in exactly one pixel."""

from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing.diagram import lay_out
from tanglescope.engine.drawing.lanes import density as module
from tanglescope.engine.drawing.lanes.density import LEVELS, density
from tanglescope.engine.drawing.lanes.tints import palette
from tanglescope.engine.drawing.shape import Shape
from tests.engine.drawing.shapes import shaped, shapes


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
    stands = {(diagram.row_of[n], diagram.column_of[n]) for n in range(len(shape))}
    for row in range(diagram.rows):
        for column in range(diagram.width):
            assert bool(image[row * diagram.width + column]) == ((row, column) in stands)


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

"""The viewport: zooming keeps the place under the pointer, and the tangle stays visible."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tanglescope.engine.drawing.viewport import BOX, CLOSEST, USUAL, Viewport

SIZES = st.integers(60, 2000)
PORTS = st.builds(
    Viewport,
    width=SIZES,
    height=SIZES,
    columns=st.integers(1, 300),
    rows=st.integers(1, 1_000_000),
    zoom=st.floats(0.00001, 4),
    column=st.floats(-10, 400),
    row=st.floats(-10, 1_100_000),
).map(Viewport.kept_in)


@given(PORTS, st.floats(0, 1), st.floats(0, 1))
def test_a_pixel_and_its_place_are_the_same_spot(port: Viewport, x: float, y: float) -> None:
    row, column = port.place(x * port.width, y * port.height)
    there = port.pixel(row, column)
    assert there == pytest.approx((x * port.width, y * port.height), abs=0.01)


@given(PORTS)
def test_the_whole_tangle_fits_when_it_is_smallest(port: Viewport) -> None:
    whole = port.whole()
    assert whole.shows(0, 0)
    assert whole.shows(port.rows - 1, port.columns - 1)


@given(PORTS)
def test_fitted_is_as_close_as_all_of_it_can_be_seen(port: Viewport) -> None:
    fitted = port.fitted()
    assert fitted.zoom >= port.whole().zoom
    assert fitted.holds_all or fitted == port.whole()
    closer = replace(fitted, zoom=fitted.zoom / 0.96)
    assert fitted.zoom > CLOSEST / 1.01 or not closer.holds_all


@given(PORTS, st.floats(0.1, 10))
def test_the_tangle_never_leaves_the_screen(port: Viewport, factor: float) -> None:
    for moved in (port.panned(1e7, 1e7), port.panned(-1e7, -1e7), port.zoomed(factor, 3, 3)):
        window = moved.window()
        assert window.top <= port.rows
        assert window.bottom >= -1
        assert window.left <= port.columns
        assert window.right >= -1


def test_what_is_under_the_pointer_stays_when_one_zooms() -> None:
    port = Viewport(800, 600, 100, 100_000, 0.5, 50, 50_000).kept_in()
    row, column = port.place(200, 500)
    closer = port.zoomed(1.5, 200, 500)
    assert closer.place(200, 500) == pytest.approx((row, column))
    assert closer.down > port.down


def test_rows_become_thin_while_columns_keep_the_width_that_fits() -> None:
    port = Viewport(800, 600, 20, 1_000_000).whole()
    assert port.down < 0.001
    assert port.across > USUAL
    assert Viewport(800, 600, 2, 10).whole().across < 100


def test_at_the_closest_a_message_is_a_box() -> None:
    port = Viewport(800, 600, 100, 100).zoomed(100, 0, 0)
    assert port.zoom == CLOSEST
    assert (port.across, port.down) == BOX

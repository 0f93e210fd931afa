"""A picture that is zoomed and moved: limits, and what stays in its place."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.viewer.blobs.viewer import PictureView

WINDOW = QSize(400, 300)


@pytest.fixture
def view(application: QApplication, qtbot: QtBot) -> PictureView:
    made = PictureView()
    qtbot.addWidget(made)
    made.resize(WINDOW)
    return made


def put(view: PictureView, wide: int, high: int) -> None:
    image = QImage(wide, high, QImage.Format.Format_RGB32)
    image.fill(0xFF0000)
    view.fit()
    view.show_image(image, image.size())


def roll(view: PictureView, at: QPointF, notches: float) -> None:
    none = Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(
        at,
        at,
        QPoint(),
        QPoint(0, round(120 * notches)),
        Qt.MouseButton.NoButton,
        none,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    view.wheelEvent(event)


def point_at(view: PictureView, at: QPointF) -> tuple[float, float]:
    """Return the point of the picture, in its pixels, that is at a point of the window."""
    away = (at - view.area().topLeft()) / view.scale
    return away.x(), away.y()


def test_a_large_picture_is_fitted_and_a_small_one_is_not_enlarged(view: PictureView) -> None:
    put(view, 1000, 500)
    assert view.scale == pytest.approx(0.4)
    assert view.area() == QRectF(0, 50, 400, 200)
    put(view, 40, 20)
    assert view.scale == 1
    assert view.area() == QRectF(180, 140, 40, 20)


def test_the_wheel_never_makes_a_picture_smaller_than_fitted(view: PictureView) -> None:
    for wide, high in ((1000, 500), (40, 20)):
        put(view, wide, high)
        fitted, area = view.scale, view.area()
        roll(view, QPointF(30, 40), -1)
        assert (view.scale, view.area()) == (fitted, area)
        roll(view, QPointF(30, 40), 5)
        assert view.scale == pytest.approx(fitted * 1.25**5)
        roll(view, QPointF(370, 240), -40)
        assert (view.scale, view.area()) == (fitted, area)
        roll(view, QPointF(30, 40), 100)
        assert view.scale == 16


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(x=st.floats(150, 250), y=st.floats(120, 180), notches=st.floats(0.1, 4))
def test_what_is_under_the_wheel_stays_there(
    view: PictureView, x: float, y: float, notches: float
) -> None:
    put(view, 1000, 900)
    view.show_whole()
    at = QPointF(x, y)
    before = point_at(view, at)
    roll(view, at, notches)
    assert point_at(view, at) == pytest.approx(before, abs=0.01)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    size=st.tuples(st.integers(1, 3000), st.integers(1, 3000)),
    acts=st.lists(st.tuples(st.floats(0, 400), st.floats(0, 300), st.floats(-8, 8)), max_size=8),
)
def test_no_edge_of_a_picture_is_dragged_or_zoomed_into_the_window(
    view: PictureView, size: tuple[int, int], acts: list[tuple[float, float, float]]
) -> None:
    put(view, *size)
    for x, y, notches in acts:
        roll(view, QPointF(x, y), notches)
        view._move(QPointF(x - 200, y - 150))
        area, room = view.area(), QRectF(view.rect())
        assert area.width() <= 400.01 or (area.left() <= 0.01 and area.right() >= 399.99)
        assert area.height() <= 300.01 or (area.top() <= 0.01 and area.bottom() >= 299.99)
        if area.width() <= 400:
            assert area.center().x() == pytest.approx(room.center().x(), abs=0.01)


def test_a_picture_is_dragged_and_a_double_click_fits_it_again(
    view: PictureView, qtbot: QtBot
) -> None:
    put(view, 1000, 900)
    assert view.cursor().shape() is Qt.CursorShape.ArrowCursor
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=QPoint(200, 150))
    assert view.scale == 1
    assert view.cursor().shape() is Qt.CursorShape.OpenHandCursor
    before = view.area()
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(200, 150))
    qtbot.mouseMove(view, QPoint(230, 140))
    assert view.cursor().shape() is Qt.CursorShape.ClosedHandCursor
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(230, 140))
    assert view.area().topLeft() - before.topLeft() == QPointF(30, -10)
    assert view.cursor().shape() is Qt.CursorShape.OpenHandCursor
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=QPoint(200, 150))
    assert view.scale == pytest.approx(300 / 900)


def test_a_click_beside_a_picture_leaves_it_but_dragging_does_not(
    view: PictureView, qtbot: QtBot
) -> None:
    put(view, 100, 100)
    left: list[bool] = []
    view.left.connect(lambda: left.append(True))
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(200, 150))
    qtbot.mouseClick(view, Qt.MouseButton.RightButton, pos=QPoint(10, 10))
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(200, 250))
    assert left == []
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(10, 10))
    assert left == [True]


def test_a_smaller_image_stands_in_for_a_picture_that_is_loading(view: PictureView) -> None:
    put(view, 1000, 500)
    whole = view.area()
    small = QImage(10, 5, QImage.Format.Format_RGB32)
    small.fill(QColor("blue"))
    view.show_image(small, QSize(1000, 500))
    assert view.area() == whole
    seen = view.grab().toImage()
    assert seen.pixelColor(5, 60) == QColor("blue")
    assert seen.pixelColor(395, 240) == QColor("blue")


def test_without_a_picture_its_place_has_a_text(view: PictureView) -> None:
    def is_blank() -> bool:
        seen = view.grab().toImage()
        return len({seen.pixel(x, y) for x in range(400) for y in range(130, 170)}) == 1

    scales: list[float] = []
    view.zoomed.connect(lambda: scales.append(view.scale))
    view.show_note("")
    assert is_blank()
    view.show_note("The picture can't be decoded.")
    assert not is_blank()
    put(view, 1000, 500)
    assert (scales[0], scales[-1]) == (1, pytest.approx(0.4))


def test_a_fitted_picture_stays_fitted_when_the_window_changes(view: PictureView) -> None:
    put(view, 1000, 500)
    view.resize(200, 300)
    assert view.scale == pytest.approx(0.2)
    view.show_whole()
    view.resize(400, 300)
    assert view.scale == 1

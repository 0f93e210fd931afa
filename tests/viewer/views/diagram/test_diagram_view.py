from collections.abc import Iterator
from itertools import count

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QWheelEvent
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.engine.drawing.eliding import EVERYTHING, Filters
from tanglescope.engine.drawing.plan import Detail, plan
from tanglescope.engine.drawing.svg import Card
from tanglescope.viewer import language
from tanglescope.viewer.subjects import AuthorSubject
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.diagram import diagram_canvas
from tanglescope.viewer.views.diagram.diagram_view import DiagramView
from tanglescope.viewer.views.diagram.minimap import Minimap
from tests.engine.drawing.shapes import shaped

DIAMOND = {"a": [], "b": ["a"], "c": ["a"], "d": ["b", "c"], "e": ["d", "gone"]}
LONG = {f"{n:04}": [f"{n - 1:04}"] if n else [] for n in range(6000)}


@pytest.fixture
def view(application: QApplication) -> Iterator[DiagramView]:
    made = DiagramView(load("light"))
    made.resize(600, 500)
    yield made
    made.close()
    made.deleteLater()


def show(view: DiagramView, causes: dict[str, list[str]], filters: Filters = EVERYTHING) -> None:
    view.set_plan(plan(shaped(causes), {}, filters), afresh=True)
    view.grab()


def at(view: DiagramView, key: str) -> QPoint:
    """Return the point of a message on the widget."""
    assert view.plan
    x, y = view.port.pixel(*view.place(view.plan.numbers[key]))
    return QPoint(round(x), round(y) + view.head)


def test_a_click_chooses_the_message_under_it(view: DiagramView, qtbot: QtBot) -> None:
    show(view, DIAMOND)
    chosen: list[str] = []
    view.key_clicked.connect(chosen.append)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at(view, "c"))
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(3, 499))
    assert chosen == ["c"]
    assert "1 cause, 1 effect" in view.accessibleDescription()


def test_the_head_of_a_column_has_the_menu_of_an_author_who_has_a_feed(view: DiagramView) -> None:
    bob = f"@{'A' * 43}=.ed25519"
    writers = {"a": bob, "b": "5a" * 32, "c": "5a" * 32, "d": bob, "e": bob}  # one of an Autobase
    view.set_plan(plan(shaped(DIAMOND, writers), {}, EVERYTHING), afresh=True)
    view.grab()
    assert view.plan
    heads = {
        column.feed: QPoint(round(view.port.pixel(0, column.first)[0]), 5)
        for column in view.plan.diagram.columns
    }
    assert view.subject_at(heads[bob]) == AuthorSubject(bob)
    assert view.subject_at(heads["5a" * 32]) is None


def test_a_drag_moves_the_diagram_and_chooses_nothing(view: DiagramView, qtbot: QtBot) -> None:
    show(view, LONG)
    view.zoom(1 / view.port.zoom)
    chosen: list[str] = []
    view.key_clicked.connect(chosen.append)
    before = view.port.row
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=QPoint(300, 400))
    qtbot.mouseMove(view, QPoint(300, 300))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=QPoint(300, 300))
    assert view.port.row == pytest.approx(before + 100 / view.port.down)
    assert chosen == []


def test_a_box_without_a_diagram_contains_nothing(view: DiagramView, qtbot: QtBot) -> None:
    asked: list[list[int]] = []
    view.focus_wanted.connect(asked.append)
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, shift, QPoint(10, 10))
    qtbot.mouseMove(view, QPoint(50, 50))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, shift, QPoint(50, 50))
    assert asked == []


def test_drawing_a_box_requests_a_view_of_its_messages(view: DiagramView, qtbot: QtBot) -> None:
    show(view, DIAMOND)
    asked: list[list[int]] = []
    view.focus_wanted.connect(asked.append)
    corner, other = at(view, "b"), at(view, "c")
    around = QPoint(14, 14)
    top_left = QPoint(min(corner.x(), other.x()), corner.y()) - around
    bottom_right = QPoint(max(corner.x(), other.x()), corner.y()) + around
    shift = Qt.KeyboardModifier.ShiftModifier
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, shift, top_left)
    qtbot.mouseMove(view, bottom_right)
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, shift, bottom_right)
    assert asked == [[1, 2]]
    qtbot.mouseDClick(view, Qt.MouseButton.LeftButton, pos=at(view, "d"))
    assert asked[1:] == [[3]]


def test_arrow_keys_follow_the_graph(view: DiagramView, qtbot: QtBot) -> None:
    show(view, DIAMOND)
    chosen: list[str] = []
    view.key_clicked.connect(chosen.append)
    keys = (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Up)
    for key in keys:
        qtbot.keyClick(view, key)
    assert chosen[0] == "a"
    assert set(chosen[1:3]) == {"b", "c"}
    assert chosen[3] == "d"
    qtbot.keyClick(view, Qt.Key.Key_Up)
    qtbot.keyClick(view, Qt.Key.Key_Up)
    assert chosen[-1] == "a"


def test_the_wheel_and_keys_zoom_from_everything_to_one_message(
    view: DiagramView, qtbot: QtBot
) -> None:
    show(view, LONG)
    assert view.look().detail is Detail.DENSITY
    place = QPointF(300, 250)
    before = view.port.place(place.x(), place.y() - view.head)
    wheel = QWheelEvent(
        place,
        place,
        QPoint(),
        QPoint(0, 120 * 12),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, wheel)
    assert view.port.place(place.x(), place.y() - view.head)[0] == pytest.approx(before[0], abs=0.5)
    for _ in range(30):
        qtbot.keyClick(view, Qt.Key.Key_Plus)
    assert view.look().detail is Detail.BOXES
    qtbot.keyClick(view, Qt.Key.Key_0)
    assert view.port.shows(0, 0)
    assert view.port.shows(5999, 0)
    qtbot.keyClick(view, Qt.Key.Key_Plus)
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert view.port.shows(5999, 0)
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert view.port.shows(0, 0)


def test_every_level_of_detail_is_painted(view: DiagramView) -> None:
    show(view, LONG, Filters())
    seen = set()
    for zoom in (0.001, 0.2, 1.0, 2.0):
        view.zoom(zoom / view.port.zoom)
        view.center(3000, 1)
        image = view.grab().toImage()
        seen.add(view.look().detail)
        colors = {image.pixel(x, y) for x in range(0, 600, 2) for y in range(view.head, 500, 3)}
        assert len(colors) > 3
        assert view.is_painted
    assert seen == set(Detail)


def test_choosing_a_message_scrolls_to_it(view: DiagramView) -> None:
    show(view, LONG)
    view.zoom(1 / view.port.zoom)
    view.set_current(5000)
    assert view.port.shows(5000, 0)


def test_highlight_and_marks_change_the_picture(view: DiagramView) -> None:
    show(view, DIAMOND)
    plain = view.grab().toImage()
    view.set_lit(bytearray([1, 1, 0, 1, 1, 0]))
    lit = view.grab().toImage()
    assert lit != plain
    view.set_hits([2])
    assert view.grab().toImage() != lit


def test_a_click_on_the_overview_scrolls_there(view: DiagramView, qtbot: QtBot) -> None:
    show(view, LONG)
    view.zoom(1 / view.port.zoom)
    overview = Minimap(view)
    overview.resize(overview.width(), 400)
    qtbot.addWidget(overview)
    qtbot.mouseClick(overview, Qt.MouseButton.LeftButton, pos=QPoint(30, 300))
    assert view.port.row == pytest.approx(4500, rel=0.05)
    assert not overview.grab().isNull()


def test_large_text_gets_more_space_above_the_diagram(view: DiagramView, qtbot: QtBot) -> None:
    show(view, DIAMOND)
    before = view.port.height
    large = QFont(view.font())
    large.setPointSizeF(30)
    view.setFont(large)
    assert view.head >= QFontMetrics(large).height()
    assert view.port.height == view.height() - view.head < before
    chosen: list[str] = []
    view.key_clicked.connect(chosen.append)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=at(view, "a"))
    assert chosen == ["a"]


def test_names_without_space_are_not_measured(
    view: DiagramView, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured: list[str] = []
    monkeypatch.setattr(diagram_canvas, "column_name", lambda *_: measured.append("") or "Ann")
    feeds = {f"{number:03}": f"@{number}" for number in range(300)}
    causes: dict[str, list[str]] = {key: [] for key in feeds}
    view.set_plan(plan(shaped(causes, feeds), {}, EVERYTHING), afresh=True)
    view.grab()
    assert not measured, "300 columns on 600 pixels"
    view.zoom(20 / view.port.across)
    view.grab()
    assert measured


def test_a_name_is_cut_rather_than_left_out(
    view: DiagramView, monkeypatch: pytest.MonkeyPatch
) -> None:
    view.set_plan(plan(shaped({"a": []}, {"a": "@0"}), {}, EVERYTHING), afresh=True)
    view.zoom(40 / view.port.across)
    pictures = []
    for name in ("", "Wolfgang Amadeus"):
        monkeypatch.setattr(diagram_canvas, "column_name", lambda *_, name=name: name)
        pictures.append(view.grab().toImage())
    assert pictures[0] != pictures[1]


def test_an_empty_diagram_can_be_painted_and_navigated(view: DiagramView, qtbot: QtBot) -> None:
    show(view, {})
    qtbot.keyClick(view, Qt.Key.Key_Down)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(100, 100))
    view.set_plan(None, afresh=True)
    assert not view.grab().isNull()


@pytest.mark.parametrize("kept", [400, 2])
def test_a_slow_screen_is_painted_completely_over_several_frames(
    view: DiagramView, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    clock = count()
    monkeypatch.setattr(diagram_canvas, "perf_counter", lambda: float(next(clock)))
    monkeypatch.setattr(diagram_canvas, "_MOST", kept)
    show(view, LONG)
    view.zoom(1 / view.port.zoom)
    with qtbot.waitExposed(view):
        view.show()
    frames = 0
    while not view.is_painted and frames < 100:
        view.repaint()
        frames += 1
    assert 1 < frames < 100


def test_the_tooltip_has_the_text_of_a_box_and_says_what_is_missing(
    application: QApplication, view: DiagramView
) -> None:
    show(view, DIAMOND)
    assert view.plan
    text = "Before anybody cuts anything: in 1994 we made that step of elm, not of oak."
    view.set_cards({view.plan.numbers["c"]: Card("", "Maud", text)})
    assert text in view._tooltip(QPointF(at(view, "c"))).split("\n")
    assert view._tooltip(QPointF(at(view, "gone"))) == "missing\ngone"
    language.put_on(application, "de")
    try:
        assert view._tooltip(QPointF(at(view, "gone"))) == "fehlend\ngone"
    finally:
        language.put_on(application, "en")

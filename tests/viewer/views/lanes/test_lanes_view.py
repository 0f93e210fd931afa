from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip
from pytestqt.qtbot import QtBot

from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.theme import load
from tanglescope.viewer.views.lanes.lane_painter import GAP, PITCH
from tanglescope.viewer.views.timeline.timeline_view import TimelineView
from tests.viewer import tangles
from tests.viewer.fake_library import ROOT, FakeLibrary
from tests.viewer.gallery import BOB, said

Show = Callable[[FakeLibrary], TimelineView]


@pytest.fixture
def show(application: QApplication) -> Iterator[Show]:
    made: list[TimelineView] = []

    def make(fake: FakeLibrary) -> TimelineView:
        view = TimelineView(load("light"))
        made.append(view)
        view.resize(700, 500)
        model = TimelineModel(fake, view)
        view.setModel(model)
        model.open(ROOT)
        view.grab()
        return view

    yield make
    for view in made:
        view.close()
        view.deleteLater()


def lanes_wide(view: TimelineView) -> int:
    return (view.lanes.gutter - GAP) // PITCH


def stubs(view: TimelineView) -> dict[str, tuple[QPoint, str]]:
    """Return the captions of visible stubs, with their positions and targets."""
    found = {}
    view.grab()
    for y in range(view.viewport().height()):
        for x in range(24 + view.lanes.gutter):
            stub = view.lanes.stub_at(QPointF(x, y))
            if stub:
                found.setdefault(stub.caption(), (stub.area.center().toPoint(), stub.nearest))
    return found


def test_the_gutter_is_as_wide_as_the_thread_needs(show: Show) -> None:
    assert lanes_wide(show(tangles.fake_library(tangles.CHAIN))) == 1
    assert lanes_wide(show(tangles.fake_library(tangles.FORK_AND_MERGE))) == 2


def test_no_thread_takes_more_than_its_share_of_the_width(show: Show) -> None:
    view = show(tangles.fake_library(tangles.WIDE_MERGE))
    assert lanes_wide(view) == 8
    view.resize(300, 500)
    view.grab()
    assert view.lanes.gutter < 100


def test_lines_that_do_not_fit_are_marked_and_counted(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _widget: shown.append(text))
    view = show(tangles.fake_library(tangles.WIDE_MERGE))
    view.go_to_end()
    view.resize(400, 500)
    image = view.viewport().grab().toImage()
    left, merge = view._placer.left, view._placed[-2]
    last_lane = QPointF(left - GAP - 1, merge.dot)
    strands = view.lanes._row(merge.row).lanes_above
    hidden = sum(strand is not None for strand in strands[lanes_wide(view) :])
    assert view.lanes.hidden_at(last_lane, merge, left) == hidden > 1
    assert view.lanes.hidden_at(QPointF(left - 90, merge.dot), merge, left) == 0
    point = last_lane.toPoint()
    view.viewportEvent(QHelpEvent(QEvent.Type.ToolTip, point, point))
    assert shown == [f"{hidden} more lines don't fit here"]
    mark = [image.pixelColor(left - GAP + x, round(merge.dot)) for x in range(GAP)]
    assert len({color.rgb() for color in mark}) > 1
    view.show_lanes(shown=False)
    view.grab()
    assert view.lanes.hidden_at(last_lane, merge, left) == 0


def test_lanes_can_be_hidden(show: Show) -> None:
    view = show(tangles.fake_library(tangles.WIDE_MERGE))
    view.show_lanes(shown=False)
    assert view.lanes.gutter == 0
    view.grab()
    view.show_lanes(shown=True)
    view.grab()
    assert lanes_wide(view) == 8


def test_a_click_on_a_stub_leads_to_the_far_end_of_the_edge(show: Show, qtbot: QtBot) -> None:
    view = show(tangles.fake_library(tangles.LONG_EDGES))
    clicked: list[str] = []
    view.key_clicked.connect(clicked.append)
    assert stubs(view)["1 effect far below: click to go there"][1] == "%end"
    view.go_to_end()
    ends = stubs(view)
    point, key = ends["1 cause far above: click to go there"]
    assert key in (ROOT, "%003")
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=point)
    assert clicked == [key]


def test_lanes_follow_arriving_messages(show: Show) -> None:
    fake = tangles.fake_library(tangles.CHAIN)
    view = show(fake)
    for number in range(3):
        fork = said(f"%fork{number}", BOB, "Another answer", 90, ROOT)
        view.timeline.apply(fake.insert(1, fork))
        view.grab()
    assert lanes_wide(view) == 2
    late = said("%late", BOB, "It answers all of them", 99, "%fork0", "%fork1", "%fork2", "%d")
    view.timeline.apply(fake.insert(7, late))
    view.grab()
    assert lanes_wide(view) == 4


def test_the_view_keeps_its_position_when_the_gutter_grows(show: Show) -> None:
    fake = tangles.fake_library(tangles.LONG_EDGES)
    view = show(fake)
    view.go_to("%060")
    view.grab()
    before = view.visible_rows()
    width = view.lanes.gutter
    for number in range(4):
        view.timeline.apply(fake.insert(1, said(f"%x{number}", BOB, "More", 90, ROOT)))
    view.timeline.apply(
        fake.insert(70, said("%y", BOB, "All", 99, *(f"%{n:03}" for n in range(50, 62))))
    )
    view.grab()
    assert view.visible_rows() == before
    assert view.lanes.gutter > width


def test_every_author_has_a_lane_on_request(show: Show) -> None:
    view = show(tangles.fake_library(tangles.FORK_AND_MERGE))
    view.show_feed_lanes(on=True)
    view.grab()
    assert lanes_wide(view) >= 6
    view.show_feed_lanes(on=False)
    view.grab()
    assert lanes_wide(view) == 2


def test_lanes_of_many_authors_are_narrower(show: Show) -> None:
    view = show(tangles.fake_library(tangles.FEEDS_64))
    view.show_feed_lanes(on=True)
    view.grab()
    assert view.lanes.pitch < PITCH / 2
    assert view.lanes.gutter < 700 / 4


def test_an_author_who_joins_gets_the_next_lane(show: Show) -> None:
    fake = tangles.fake_library(tangles.CHAIN)
    view = show(fake)
    view.show_feed_lanes(on=True)
    view.grab()
    before = lanes_wide(view)
    view.timeline.apply(fake.insert(4, said("%new", "@new.ed25519", "Hello", 99, "%d")))
    view.go_to_end()
    view.grab()
    assert lanes_wide(view) == before + 1


def test_a_click_on_a_bow_that_leaves_the_screen_goes_to_its_other_end(show: Show) -> None:
    view = show(tangles.fake_library(tangles.CHAIN))
    view.resize(700, 60)
    view.go_to_end()  # a bow to a message that is nowhere leaves the screen below
    without = view.viewport().grab().toImage()
    keys = view.timeline.keys(0, view.timeline.rowCount())
    seen = [each.bubble.row.key for each in view._placed]
    away = next(key for key in keys if key not in seen)
    view.set_bows([(seen[0], away)])
    wider = view.viewport().grab().toImage()
    assert wider != without
    view.set_bows([(seen[0], "nowhere")])
    assert view.viewport().grab().toImage() not in (without, wider)

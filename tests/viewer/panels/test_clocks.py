from itertools import pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from pytestqt.qtbot import QtBot

from tanglescope.engine.debug.clock_faults import Point
from tanglescope.viewer import theme
from tanglescope.viewer.panels.clocks import ClockChart, ClocksPanel
from tanglescope.viewer.subjects import MessageSubject
from tanglescope.viewer.views import typography
from tests.engine.authors import Author, post
from tests.viewer.panels.disordered_thread import DisorderedThread, open_panel
from tests.viewer.windows import Open

HOUR = 3_600_000


class WrongClock(DisorderedThread):
    """Cyn's clock is three hours ahead, and one of her messages gets a reply."""

    def __init__(self) -> None:
        super().__init__()
        self.cyn = Author("cyn", clock=1_500_000_000_000 + 3 * HOUR)
        self.early = self.cyn.say(post("It left at noon", self.root))
        self.third = self.ann.say(post("I doubt it", self.root, self.early))
        self.aside = self.bob.say(post("At noon?", self.root, self.early))


def test_a_wrong_clock_is_a_point_that_leads_to_its_message(
    open_window: Open, tmp_path: Path, qtbot: QtBot
) -> None:
    talk = WrongClock()
    said = [*talk.said, talk.early]
    thread = type("Thread", (), {"root": talk.root, "said": said})()
    window, panel = open_panel(open_window, qtbot, tmp_path, "clocks", thread)
    assert isinstance(panel, ClocksPanel)
    text = panel.page.toPlainText()
    assert f"The clock of {talk.cyn.feed[:9]} was wrong by 3 h or more in 1 message" in text
    assert "later than its reply" in text
    place = panel.chart.place_of(talk.early.key)
    assert place is not None
    assert place.y() < panel.chart.height() / 2
    before = window.timeline.current_key()
    qtbot.mouseClick(panel.chart, Qt.MouseButton.RightButton, pos=place.toPoint())
    assert window.timeline.current_key() == before, "the right button only opens a menu"
    qtbot.mouseClick(panel.chart, Qt.MouseButton.LeftButton, pos=place.toPoint())
    assert window.timeline.current_key() == talk.early.key
    large = QFont(panel.chart.font())
    large.setPointSizeF(30)
    panel.chart.setFont(large)
    area, small = panel.chart._area(), QFontMetrics(typography.small(large))
    assert area.left() >= small.horizontalAdvance("1 year")
    assert panel.chart.height() - area.bottom() >= small.height()


def test_clocks_that_agree_have_no_chart(open_window: Open, tmp_path: Path, qtbot: QtBot) -> None:
    _, panel = open_panel(open_window, qtbot, tmp_path, "clocks", DisorderedThread())
    assert isinstance(panel, ClocksPanel)
    assert panel.chart.isHidden()
    assert "No asserted time contradicts" in panel.page.toPlainText()


def test_points_are_above_if_ahead_below_if_behind_and_named_beside_them(qtbot: QtBot) -> None:
    chart = ClockChart(theme.load("light"), None)  # type: ignore[arg-type]
    qtbot.addWidget(chart)
    chart.resize(900, 440)
    year = 365 * 24 * HOUR
    points = (
        Point("a", "1", 0, year),
        Point("b", "2", year, -1000),
        Point("c", "3", year, 60_000),
        Point("d", "4", year, HOUR),
        Point("e", "5", year, 24 * HOUR),
    )
    chart.show_points(points)
    assert chart.accessibleDescription() == "4 ahead, 1 behind"
    area = chart._area()
    middle = area.center().y()
    heights: dict[str, list[float]] = {text: [] for text, _ in chart.ticks()}
    for text, y in chart.ticks():
        heights[text].append(y)
    assert [*heights] == ["1 year", "1 day", "1 h", "1 min", "1 s"]
    tops = [above for above, _ in heights.values()]
    assert tops == sorted(tops)
    assert all(above + below == pytest.approx(2 * middle) for above, below in heights.values())
    places = [chart.place_of(each.message) for each in points]
    ahead, behind, minute, hour, day = (place for place in places if place is not None)
    assert middle - ahead.y() == pytest.approx(0.47 * area.height())
    assert behind.y() == pytest.approx(heights["1 s"][1])
    assert minute.y() == pytest.approx(heights["1 min"][0])
    assert hour.y() == pytest.approx(heights["1 h"][0])
    assert day.y() == pytest.approx(heights["1 day"][0])
    assert ahead.y() == pytest.approx(heights["1 year"][0], abs=0.1)
    assert ahead.x() < behind.x()
    for point, place in zip(points, (ahead, behind, minute, hour, day), strict=True):
        assert chart.subject_at(place.toPoint()) == MessageSubject(point.message)
    assert chart.subject_at(chart.rect().topRight()) is None
    assert chart.subject_at(None) is None


@pytest.mark.parametrize("wide", [250, 400, 900])
@pytest.mark.parametrize("years", [0, 1, 60])
def test_no_label_of_the_chart_lies_on_another(qtbot: QtBot, wide: int, years: int) -> None:
    chart = ClockChart(theme.load("light"), None)  # type: ignore[arg-type]
    qtbot.addWidget(chart)
    chart.resize(wide, 220)
    year = 365 * 24 * HOUR
    chart.show_points((Point("a", "1", 0, 4 * HOUR), Point("b", "2", years * year, years * year)))
    small = QFontMetrics(typography.small(chart.font()))
    heights = sorted(y for _, y in chart.ticks())
    assert heights
    assert all(below - above >= small.height() for above, below in pairwise(heights))
    assert sum(map(small.horizontalAdvance, chart.dates())) <= chart._area().width()
    assert not chart.grab().isNull()

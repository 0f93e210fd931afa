import pytest
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from viewer.theme import load
from viewer.views.charts import Charts, Figure, NamedBar, NamedBars, Series

SERIES = Series("A week", [3, 1, 4], "Saturday, 3 May 2025", "Saturday, 10 May 2025", "By day")


@pytest.fixture
def charts(application: QApplication, qtbot: QtBot) -> Charts:
    made = Charts(load("light"), "Charts")
    qtbot.addWidget(made)
    made.show_charts(
        [Figure("19", "messages")], [SERIES, NamedBars("Authors", [NamedBar("Ann", 3)], "")]
    )
    return made


@pytest.mark.parametrize("room", [120.0, 240.0, 800.0])
def test_the_two_ends_of_a_series_never_overlap(charts: Charts, room: float) -> None:
    font = charts._fitting(SERIES.begin, SERIES.end, room)
    assert QFontMetricsF(font).horizontalAdvance(SERIES.begin + SERIES.end) <= room * 1.05
    assert font.pointSizeF() <= charts.font().pointSizeF()


def test_large_text_gets_more_room(charts: Charts) -> None:
    before = charts.heightForWidth(600)
    font = QFont(charts.font())
    font.setPointSizeF(font.pointSizeF() * 2)
    charts.setFont(font)
    assert charts.heightForWidth(600) > before
    assert charts._room(0, 1) > QFontMetricsF(font).height()


def test_two_figures_are_side_by_side_in_a_narrow_panel(charts: Charts) -> None:
    charts.show_charts([Figure("19", "messages"), Figure("7", "participants")], [])
    two = charts.heightForWidth(280)
    charts.show_charts([Figure("19", "messages")], [])
    assert charts.heightForWidth(280) == two

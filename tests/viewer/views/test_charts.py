import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tanglescope.viewer.theme import load
from tanglescope.viewer.views.charts import GAP, Charts, Figure, NamedBar, NamedBars, Series
from tanglescope.viewer.views.typography import strong

SERIES = Series(
    "A week",
    [3, 1, 4],
    "Saturday, 3 May 2025",
    "Saturday, 10 May 2025",
    "By day",
    [("3 May 2025", "10 May 2025")],
)


@pytest.fixture
def charts(application: QApplication, qtbot: QtBot) -> Charts:
    made = Charts(load("light"), "Charts")
    qtbot.addWidget(made)
    made.show_charts(
        [Figure("19", "messages")], [SERIES, NamedBars("Authors", [NamedBar("Ann", 3)], "")]
    )
    return made


@pytest.mark.parametrize(
    ("room", "begin"), [(800, "Saturday, 3 May 2025"), (240, "3 May 2025"), (120, "3 May 2025")]
)
def test_the_ends_of_a_series_are_shortened_then_stacked(
    charts: Charts, room: float, begin: str
) -> None:
    assert charts._ends(SERIES, room)[0] == begin
    one_line = charts._height(SERIES, 800)
    assert (charts._height(SERIES, room) > one_line) is (room == 120)


def test_large_text_cuts_no_name_and_no_title(charts: Charts) -> None:
    listing = NamedBars(
        "How late the messages of this conversation arrived", [NamedBar("under a minute", 3)], ""
    )
    charts.show_charts([], [SERIES, listing])
    font = QFont(charts.font())
    font.setPointSizeF(font.pointSizeF() * 2)
    charts.setFont(font)
    assert charts._names(listing, 640) - 10 >= QFontMetricsF(font).horizontalAdvance(
        "under a minute"
    )
    least = charts._least_block()
    assert least >= QFontMetricsF(strong(charts.font())).horizontalAdvance(listing.title)
    one_below_the_other = charts.heightForWidth(int(2 * least))
    assert charts.heightForWidth(int(2 * least + 4 * GAP)) < one_below_the_other


def test_a_title_wraps_in_a_narrow_panel(charts: Charts) -> None:
    wide = QFontMetricsF(strong(charts.font())).horizontalAdvance(SERIES.title)
    assert charts._height(SERIES, wide - 1) > charts._height(SERIES, wide + 1)


def test_charts_are_the_same_in_a_mirrored_window(charts: Charts) -> None:
    charts.show_charts([Figure("20 hours", "longest delay")], [SERIES])
    before = charts.grab().toImage()
    charts.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert charts.grab().toImage() == before


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

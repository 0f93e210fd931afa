"""The chart of costs: its bars, its lines, its figures in words, and scrubbing."""

from itertools import accumulate

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QMouseEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tanglescope.engine.debug.replaying.edit_history import bars
from tanglescope.viewer.panels.replay.cost_chart import CostChart
from tanglescope.viewer.theme import load
from tests.viewer.painted import parts_of, picture_of

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
COSTS = (1, 2, 6, 3)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    return window


@pytest.fixture
def chart(window: QWidget) -> CostChart:
    """Four arrivals, two of which have been played."""
    chart = CostChart(load("light"), window)
    chart.resize(300, 112)
    show(chart, *COSTS)
    chart.show_step(2)
    return chart


def show(chart: CostChart, *costs: int, report: float | None = None) -> None:
    chart.show_bars(bars([0, *accumulate(costs)]), report)


def shown(chart: CostChart) -> list[str]:
    """The texts above the bars, with their colors."""
    window = chart.parentWidget()
    assert window
    (lines,) = parts_of(window)
    return [line.strip() for line in lines if line.strip().startswith("text")]


def picture(chart: CostChart) -> QImage:
    return picture_of(chart)


def heights(chart: CostChart) -> list[float]:
    """The heights of the bars, as shares of the whole."""
    area = chart._area()
    return [round(each.height() / area.height(), 3) for each in chart._shapes(area)[0]]


def click(chart: CostChart, x: float, button: Qt.MouseButton) -> None:
    place = QPointF(x, 60)
    kind, modifier = QEvent.Type.MouseButtonPress, Qt.KeyboardModifier.NoModifier
    chart.mousePressEvent(QMouseEvent(kind, place, place, button, button, modifier))


def move(chart: CostChart, x: float, button: Qt.MouseButton) -> None:
    place = QPointF(x, 60)
    kind, modifier = QEvent.Type.MouseMove, Qt.KeyboardModifier.NoModifier
    none = Qt.MouseButton.NoButton
    chart.mouseMoveEvent(QMouseEvent(kind, place, place, none, button, modifier))


def test_bars_are_as_high_as_their_costs(chart: CostChart) -> None:
    assert heights(chart) == [0.167, 0.333, 1, 0.5]
    show(chart, 1, 2, 6, 3, report=12.0)
    assert heights(chart) == [0.083, 0.167, 0.5, 0.25], "the line of the report is in sight"
    show(chart, 1, 99)
    assert heights(chart) == [0.151, 1], "on a logarithmic scale, low bars are still seen"
    show(chart, 1, 40)
    assert heights(chart) == [0.025, 1]


def test_bars_fill_the_width_but_a_few_are_not_stretched(chart: CostChart) -> None:
    first, second = chart._shapes(chart._area())[0][:2]
    assert second.left() - first.left() == 28
    assert first.left() - chart._area().left() == (28 - first.width()) / 2
    show(chart, *[1] * 50)
    area, (boxes, _) = chart._area(), chart._shapes(chart._area())
    assert area.width() == 280
    assert boxes[1].left() - boxes[0].left() == pytest.approx(280 / 50)
    chart.resize(600, 112)
    chart.grab()
    assert chart._area().width() == 580
    boxes, _ = chart._shapes(chart._area())
    assert boxes[1].left() - boxes[0].left() == pytest.approx(580 / 50)


def test_bars_have_gaps_unless_they_are_thin(chart: CostChart) -> None:
    gaps = {}
    for steps in (4, 50, 140, 400):
        show(chart, *[1] * steps)
        first, second = chart._shapes(chart._area())[0][:2]
        gaps[steps] = round(second.left() - first.right(), 3)
    assert gaps == {4: 2, 50: 1.4, 140: 0, 400: -0.3}, "a bar is at least a pixel wide"


def test_the_chart_is_as_high_as_its_texts_need(window: QWidget, chart: CostChart) -> None:
    column = QVBoxLayout(window)
    column.addWidget(chart)
    column.addStretch(1)
    window.resize(400, 600)
    heights = []
    for points in (9, 30, 9):
        font = QFont(chart.font())
        font.setPointSize(points)
        chart.setFont(font)
        window.grab()  # forces a layout
        heights.append(chart.height())
        assert chart.height() == chart.sizeHint().height()
    assert heights[0] == heights[2] < heights[1]


def test_a_change_is_painted_at_once(window: QWidget, chart: CostChart, qtbot: QtBot) -> None:
    watcher = PaintWatcher(chart)
    window.show()
    qtbot.waitUntil(lambda: watcher.count > 0)
    for change in (
        lambda: show(chart, 1, 2),
        lambda: chart.show_step(1),
        lambda: chart.set_theme(load("dark")),
    ):
        QApplication.processEvents()
        watcher.count = 0
        change()
        qtbot.waitUntil(lambda: watcher.count > 0)


class PaintWatcher(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        self.count += event.type() is QEvent.Type.Paint
        return False


def test_arrivals_that_were_played_have_another_color(chart: CostChart) -> None:
    boxes, painted = chart._shapes(chart._area())[0], picture(chart)
    low = [QPoint(round(each.center().x()), round(each.bottom()) - 3) for each in boxes]
    colors = [painted.pixelColor(each) for each in low]
    accent = chart.theme.color("accent")
    assert colors[0] == accent
    assert colors[2] == colors[3] != accent
    ground, ghost = painted.pixelColor(290, 60), chart.theme.color("ghost")
    assert colors[2] not in (ground, ghost), "what lies ahead is paler"


def test_the_line_of_the_average_ends_at_each_bar(chart: CostChart) -> None:
    area = chart._area()
    line = chart._shapes(area)[1]
    assert [line.at(n).x() - area.left() for n in range(4)] == [28, 56, 84, 112]
    shares = [(area.bottom() - line.at(n).y()) / area.height() for n in range(4)]
    assert shares == pytest.approx([1 / 6, 1.5 / 6, 3 / 6, 3 / 6])


def test_the_legend_says_what_the_lines_are(chart: CostChart) -> None:
    colors = chart.theme.colors
    show(chart, *COSTS, report=2.5)
    chart.resize(900, 112)
    legend = [
        f"text {colors['warning']} “— 1.50 edits per step so far” 400",
        f"text {colors['danger']} “┄ 2.5 in the report's model” 400",
        f"text {colors['muted']} “6 at most” 400",
    ]
    assert shown(chart) == legend
    chart.resize(100, 112)
    assert shown(chart) == legend[:1], "the others have no room"
    chart.resize(900, 112)
    show(chart, 1, 41)
    chart.show_step(0)
    assert "“— 0.00 edits per step so far”" in shown(chart)[0]
    assert "“41 at most, logarithmic”" in shown(chart)[1]


def test_the_figure_of_the_report_is_a_line_through_the_bars(chart: CostChart) -> None:
    for report, share in ((3.0, 0.5), (12.0, 1), (None, 0.5)):
        show(chart, *COSTS, report=report)
        area, painted = chart._area(), picture(chart)
        y = round(area.bottom() - area.height() * share)
        colors = [painted.pixelColor(x, y + up) for x in range(300) for up in (-1, 0, 1)]
        is_red = any(color.red() - color.green() > 80 for color in colors)
        assert is_red == (report is not None)


def test_all_figures_are_described(chart: CostChart) -> None:
    assert chart.legend() == "3.00 edits per step, 6 at most"
    show(chart, *COSTS, report=2.5)
    text = "3.00 edits per step, 6 at most · the report's model needs 2.5 with as many feeds"
    assert chart.accessibleDescription() == text


def test_the_current_step_is_a_line_between_its_bars(chart: CostChart) -> None:
    area, text = chart._area(), chart.theme.color("text")
    for step in (0, 1, 4):
        chart.show_step(step)
        assert chart._x(step) == area.left() + 28 * step
        at = QPoint(round(chart._x(step)) - 1, round(area.top()) - 2)
        near = [picture(chart).pixelColor(at + QPoint(x, 0)) for x in range(3)]
        assert min(each.lightness() for each in near) < 128 + text.lightness() // 2


def test_a_click_goes_to_the_nearest_step(chart: CostChart) -> None:
    steps: list[int] = []
    chart.scrubbed.connect(steps.append)
    for x in (0, 10 + 27, 10 + 28 + 15, 10 + 90, 280):
        click(chart, x, LEFT)
    click(chart, 40, RIGHT)
    assert steps == [0, 1, 2, 3, 4]
    move(chart, 10 + 28, LEFT)
    move(chart, 10 + 56, Qt.MouseButton.NoButton)
    assert steps[5:] == [1]
    show(chart)
    click(chart, 40, LEFT)
    assert len(steps) == 6, "there is no step"


def test_keys_step_through_the_arrivals(chart: CostChart, qtbot: QtBot) -> None:
    steps: list[int] = []
    chart.scrubbed.connect(steps.append)
    key = Qt.Key
    every = key.Key_Left, key.Key_Right, key.Key_PageUp, key.Key_PageDown, key.Key_Home, key.Key_End
    for pressed in (*every, key.Key_X):
        qtbot.keyClick(chart, pressed)
    assert steps == [1, 3, 1, 3, 0, 4]
    show(chart, *[1] * 60)
    chart.show_step(30)
    for pressed in every:
        qtbot.keyClick(chart, pressed)
    assert steps[6:] == [29, 31, 27, 33, 0, 60]
    assert chart.focusPolicy() == Qt.FocusPolicy.StrongFocus


def test_the_focus_is_a_ring(chart: CostChart, qtbot: QtBot) -> None:
    window = chart.window()
    window.show()
    window.activateWindow()
    before = picture(chart).pixelColor(150, 1)
    chart.setFocus()
    qtbot.waitUntil(chart.hasFocus)
    edge = picture(chart).pixelColor(150, 1)
    assert edge != before
    assert edge.hue() == QColor(chart.theme.color("accent")).hue()

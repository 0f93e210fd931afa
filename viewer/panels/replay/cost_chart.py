"""A chart of the cost of every arrival, with the running average and the report's figure."""

from bisect import bisect_left
from math import log1p

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from tanglescope.engine.debug.replaying.edit_history import Bars
from tanglescope.engine.language.wording import tr
from tanglescope.viewer.theme import Measured, Theme, Themed
from tanglescope.viewer.views import typography
from tanglescope.viewer.views.layout.boxes import NamedFrame
from tanglescope.viewer.views.typography import TextPainter

_MARGIN = 10
_LEGEND = 20
_WIDEST = 28
_LINEAR = 40  # edits; a chart with higher bars is logarithmic, so that the average stays visible


class CostChart(Themed, Measured, NamedFrame):
    """Bars of costs, which also serve as a scrubber."""

    scrubbed = Signal(int)
    """Emitted with the step to show."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(tr("Edits of each step"), parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.theme = theme
        self._bars = Bars(0, 0, 0, ())
        self._report: float | None = None
        self._step = 0
        self._drawn: tuple[list[QRectF], QPolygonF] | None = None

    def sizeHint(self) -> QSize:
        """A small height: only the highest bars matter."""
        return QSize(400, 112 + self._legend() - _LEGEND)

    def show_bars(self, bars: Bars, report: float | None) -> None:
        """Show the costs of a history."""
        self._bars, self._report, self._drawn = bars, report, None
        self.setAccessibleDescription(self.legend())
        self.update()

    def show_step(self, step: int) -> None:
        """Show the current step."""
        self._step = step
        self.update()

    def legend(self) -> str:
        """The figures in words."""
        said = tr(
            "{average:.2f} edits per step, {highest:,} at most",
            average=self._bars.average,
            highest=self._bars.highest,
        )
        if self._report is not None:
            said += tr(
                " · the report's model needs {report:.1f} with as many feeds", report=self._report
            )
        return said

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint bars, lines and the current step."""
        with TextPainter(self) as painter:
            area = self._area()
            painter.setPen(QPen(self.theme.color("line"), 1))
            painter.drawLine(area.bottomLeft(), area.bottomRight())
            if self._bars.bars:
                self._paint_bars(painter, area)
                self._paint_lines(painter, area)
                x = self._x(self._step)
                painter.setPen(QPen(self.theme.color("text"), 1.5))
                painter.drawLine(QPointF(x, area.top() - 4), QPointF(x, area.bottom() + 3))
            if self.hasFocus():
                painter.setPen(QPen(self.theme.color("accent"), 1))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRoundedRect(QRectF(self.rect()).adjusted(1.5, 1.5, -1.5, -1.5), 6, 6)

    def _paint_bars(self, painter: QPainter, area: QRectF) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        played, ahead = self.theme.color("accent"), QColor(self.theme.color("ghost"))
        ahead.setAlphaF(0.55)
        rectangles, _ = self._shapes(area)
        behind = self._behind()
        for color, some in ((played, rectangles[:behind]), (ahead, rectangles[behind:])):
            painter.setBrush(color)
            painter.drawRects(some)

    def _shapes(self, area: QRectF) -> tuple[list[QRectF], QPolygonF]:
        """The bars and the line of the average, cached while a history is played."""
        if self._drawn is None:
            wide, floor = area.width() / self._bars.steps, area.bottom()
            rectangles, line = [], QPolygonF()
            for bar in self._bars.bars:
                left, width = area.left() + bar.first * wide, bar.count * wide
                gap = min(2.0, width / 4) if width > 3 else 0.0
                top = self._y(bar.highest, area)
                rectangles.append(QRectF(left + gap / 2, top, max(width - gap, 1.0), floor - top))
                line.append(QPointF(left + width, self._y(bar.average, area)))
            self._drawn = (rectangles, line)
        return self._drawn

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw the bars for the new width."""
        super().resizeEvent(event)
        self._drawn = None

    def _measure(self) -> None:
        """Leave more room for labels when the font grows."""
        self._drawn = None
        self.updateGeometry()

    def _paint_lines(self, painter: QPainter, area: QRectF) -> None:
        small = typography.small(self.font())
        painter.setFont(small)
        metrics = QFontMetrics(small)
        average, report = self.theme.color("warning"), self.theme.color("danger")
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(average, 2))
        painter.drawPolyline(self._shapes(area)[1])
        left = float(_MARGIN)
        legend = [(tr("— {average:.2f} edits per step so far", average=self._average()), average)]
        if self._report is not None:
            painter.setPen(QPen(report, 1.5, Qt.PenStyle.DashLine))
            y = self._y(self._report, area)
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            legend.append((tr("┄ {report:.1f} in the report's model", report=self._report), report))
        scale = tr(", logarithmic") if self._top() > _LINEAR else ""
        legend.append(
            (
                tr("{highest:,} at most{scale}", highest=self._bars.highest, scale=scale),
                self.theme.color("muted"),
            )
        )
        for text, color in legend:
            if left + metrics.horizontalAdvance(text) > self.width() and left > _MARGIN:
                break  # the accessible description has all values
            painter.setPen(color)
            painter.drawText(QPointF(left, self._legend() - metrics.descent() - 1), text)
            left += metrics.horizontalAdvance(text) + 16

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the step under the mouse."""
        if event.button() is Qt.MouseButton.LeftButton:
            self._scrub(event.position().x())

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the mouse."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._scrub(event.position().x())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step back and forward."""
        far = max(1, self._bars.steps // 20)
        steps = {
            Qt.Key.Key_Left: -1,
            Qt.Key.Key_Right: 1,
            Qt.Key.Key_PageUp: -far,
            Qt.Key.Key_PageDown: far,
            Qt.Key.Key_Home: -self._bars.steps,
            Qt.Key.Key_End: self._bars.steps,
        }
        if (step := steps.get(Qt.Key(event.key()))) is None:
            event.ignore()
        else:
            self.scrubbed.emit(max(0, min(self._step + step, self._bars.steps)))

    def step_at(self, x: float) -> int:
        """The step that a click there shows."""
        share = (x - _MARGIN) / max(self._area().width(), 1)
        return max(0, min(round(share * self._bars.steps), self._bars.steps))

    def _scrub(self, x: float) -> None:
        if self._bars.steps:
            self.scrubbed.emit(self.step_at(x))

    def _average(self) -> float:
        """The average at the step that is shown."""
        behind = self._behind()
        return self._bars.bars[behind - 1].average if behind else 0.0

    def _behind(self) -> int:
        """The number of bars that have been played or begun."""
        return bisect_left(self._bars.bars, self._step, key=lambda bar: bar.first)

    def _legend(self) -> int:
        """The height of the legend above the bars."""
        return max(_LEGEND, QFontMetrics(typography.small(self.font())).height() + 4)

    def _area(self) -> QRectF:
        area = QRectF(self.rect()).adjusted(_MARGIN, self._legend() + 6, -_MARGIN, -_MARGIN)
        area.setWidth(max(1.0, min(area.width(), _WIDEST * self._bars.steps)))
        return area

    def _x(self, step: int) -> float:
        return self._area().left() + self._area().width() * step / max(self._bars.steps, 1)

    def _top(self) -> float:
        return max(self._bars.highest, self._report or 0.0, 1.0)

    def _y(self, cost: float, area: QRectF) -> float:
        share = cost / self._top()
        if self._top() > _LINEAR:
            share = log1p(cost) / log1p(self._top())
        return area.bottom() - area.height() * share

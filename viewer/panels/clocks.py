"""Clock faults: which authors' times contradict the order of causes, by how much, and when."""

from datetime import date
from math import log10

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from tanglescope.engine.debug.clock_faults import ClockStudy, Point, study_clocks
from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.words import times
from tanglescope.viewer.panels.answer_page import AnswerPage
from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.panels.panel import Panel
from tanglescope.viewer.subjects import MessageSubject, Subject
from tanglescope.viewer.theme import Measured, Theme, Themed
from tanglescope.viewer.views import typography
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column
from tanglescope.viewer.views.typography import TextPainter

_MARGIN = 12
_LABELS = 62
_FOOT = 18
_DOT = 4.0
_REACH = 9.0
_TICKS = (
    (later("1 s"), 1e3),
    (later("1 min"), 6e4),
    (later("1 h"), 3.6e6),
    (later("1 day"), 8.64e7),
    (later("1 year"), 3.156e10),
)


class ClockChart(Themed, Measured, NamedFrame):
    """Points above the line are ahead, those below it behind; the scale is logarithmic."""

    chosen = Signal(str)
    """The message of a point was clicked."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(tr("Wrong clocks over time"), parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.theme = theme
        self._points: tuple[Point, ...] = ()
        self._span = 0.0, 0.0
        self._highest = 1.0
        self._measure()

    def sizeHint(self) -> QSize:
        """Room for four ticks on either side."""
        return QSize(400, 220)

    def show_points(self, points: tuple[Point, ...]) -> None:
        """Replace what is drawn."""
        self._points = points
        if points:
            moments = [point.when for point in points]
            self._span = min(moments), max(moments)
            self._highest = max(1.0, *(log10(1 + abs(point.by)) for point in points))
        ahead = sum(point.by > 0 for point in points)
        self.setAccessibleDescription(
            tr("{ahead:,} ahead, {behind:,} behind", ahead=ahead, behind=len(points) - ahead)
        )
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the axes and the points."""
        if not self._points:
            return
        with TextPainter(self) as painter:
            painter.setFont(typography.small(self.font()))
            area = self._area()
            self._paint_ticks(painter, area, self._line)
            painter.setPen(QPen(self.theme.color("canvas"), 1))
            for point in self._points:
                painter.setBrush(self.theme.author(point.author))
                painter.drawEllipse(self._place(point), _DOT, _DOT)

    def _paint_ticks(self, painter: QPainter, area: QRectF, line: int) -> None:
        muted = self.theme.color("muted")
        middle = area.center().y()
        for text, y in self.ticks():
            painter.setPen(QPen(self.theme.color("line"), 1))
            painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y))
            painter.setPen(muted)
            room = QRectF(0, y - line / 2, area.left() - 8, line)
            painter.drawText(room, Qt.AlignmentFlag.AlignRight, text)
        painter.setPen(QPen(muted, 1))
        painter.drawLine(QPointF(area.left(), middle), QPointF(area.right(), middle))
        first, last = self.dates()
        below = QRectF(area.left(), area.bottom() + 4, area.width(), line)
        painter.drawText(below, Qt.AlignmentFlag.AlignLeft, first)
        painter.drawText(below, Qt.AlignmentFlag.AlignRight, last)
        painter.drawText(QPointF(area.left() + 4, middle - 5), tr("ahead"))
        painter.drawText(QPointF(area.left() + 4, middle + line - 2), tr("behind"))

    def ticks(self) -> list[tuple[str, float]]:
        """The labels of the scale and their heights; those that don't fit are left out.

        The largest are placed first: they show how wrong a clock was.
        """
        area, found = self._area(), list[tuple[str, float]]()
        for text, by in reversed(_TICKS):
            for y in (self._y(by), self._y(-by)):
                is_free = all(abs(y - other) >= self._line for _, other in found)
                if area.top() <= y <= area.bottom() and is_free:
                    found.append((tr(text), y))
        return found

    def dates(self) -> tuple[str, str]:
        """The first and the last day below the chart, as short as needed to fit."""
        first, last = self._span
        if first == last:
            return times.day(first), ""
        room = self._area().width() - _MARGIN
        metrics = QFontMetrics(typography.small(self.font()))
        long = times.day(first), times.day(last)
        if sum(map(metrics.horizontalAdvance, long)) <= room:
            return long
        today = date.today()
        return times.short_day(first, today), times.short_day(last, today)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the point under the mouse; the right button only opens a menu."""
        is_left = event.button() is Qt.MouseButton.LeftButton
        if is_left and (message := self._message_at(event.position())):
            self.chosen.emit(message)

    def _message_at(self, at: QPointF) -> str | None:
        near = [
            (offset.manhattanLength(), point.message)
            for point in self._points
            if (offset := self._place(point) - at).manhattanLength() <= _REACH
        ]
        return min(near)[1] if near else None

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The message of the nearest point."""
        message = self._message_at(QPointF(point)) if point is not None else None
        return MessageSubject(message) if message else None

    def place_of(self, message: str) -> QPointF | None:
        """The position of a message's point."""
        return next((self._place(each) for each in self._points if each.message == message), None)

    def _area(self) -> QRectF:
        return QRectF(self.rect()).adjusted(
            self._labels, _MARGIN, -_MARGIN, -_MARGIN - max(_FOOT, self._line + 4)
        )

    def _measure(self) -> None:
        metrics = QFontMetrics(typography.small(self.font()))
        widest = max(metrics.horizontalAdvance(tr(text)) for text, _ in _TICKS)
        self._labels, self._line = max(_LABELS, widest + 12), metrics.height()

    def _place(self, point: Point) -> QPointF:
        first, last = self._span
        share = (point.when - first) / (last - first) if last > first else 0.5
        area = self._area()
        return QPointF(area.left() + area.width() * (0.02 + 0.96 * share), self._y(point.by))

    def _y(self, by: float) -> float:
        area = self._area()
        share = log10(1 + abs(by)) / self._highest
        return area.center().y() - (1 if by > 0 else -1) * share * area.height() / 2 * 0.94


class ClocksPanel(Panel):
    """A chart of faults, and a list of them by author."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.chart = ClockChart(theme, self)
        self.chart.chosen.connect(self.key_clicked)
        self.page = AnswerPage(tr("Whose clocks were wrong"), Labels(self), theme, self, margin=12)
        self.page.key_clicked.connect(self.key_clicked)
        make_column(self.chart, (self.page, 1), on=self, margins=(0, 8, 0, 0))
        self.chart.hide()

    def refresh(self) -> None:
        """Check the clocks of the open thread."""
        if self.session is None or not self.address:
            self._show(
                ClockStudy(0, 0, (), (tr("Open a conversation to learn whose clocks were wrong."),))
            )
        else:
            self.page.show_only("", (tr("Reading the conversation…"),))
            self.compute(study_clocks, self._show)

    def _show(self, study: ClockStudy) -> None:
        self.chart.setVisible(bool(study.points))
        self.chart.show_points(study.points)
        self.page.show_only("", study.lines)

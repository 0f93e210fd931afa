"""Small static charts: histograms, named bars, and figures with a caption."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from tanglescope.engine.debug.shuffling.edit_counts import Bin
from tanglescope.engine.language.wording import number, tr
from tanglescope.viewer.subjects import Subject, subject_of_author
from tanglescope.viewer.theme import Measured, Theme, Themed
from tanglescope.viewer.views import typography
from tanglescope.viewer.views.layout.boxes import NamedFrame
from tanglescope.viewer.views.typography import TextPainter, fill_round, strong, write

GAP = 16.0
_LEFT, _TOP = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignTop
_TITLE = 24.0
_TITLE_FLAGS = _LEFT | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextWordWrap
_BARS = 92.0
_FOOT = 18.0
_ROW = 21.0
_FIGURE = 58.0
_LEAST_FIGURE = 112.0
_FIGURE_GAP = 8.0
_BESIDE = 20  # pixels beside the words of a figure
_LEAST_BLOCK = 330.0
_SHORT = 9  # characters that are painted large
_NAMES = 128.0
_BESIDE_NAME = 10.0
_MOST_NAMES = 0.6
"""The share of a list of amounts that long names can get."""
_COUNTS = 58.0
_ABOVE_BARS = 14.0


@dataclass(frozen=True, slots=True)
class Figure:
    """A number and its caption."""

    value: str
    word: str


@dataclass(frozen=True, slots=True)
class Series:
    """Values along an axis, with labels for both ends; `summary` is for screen readers."""

    title: str
    values: Sequence[int]
    begin: str
    end: str
    summary: str
    shorter: Sequence[tuple[str, str]] = ()
    """Shorter labels for both ends, if the usual ones don't fit side by side."""


@dataclass(frozen=True, slots=True)
class NamedBar:
    """A named amount, in its own colour or the accent colour.

    The rest of a list has no bar: it would dwarf all others.
    """

    name: str
    count: int
    color: str = ""
    is_rest: bool = False
    feed: str = ""
    """The author, if the amount belongs to one."""


@dataclass(frozen=True, slots=True)
class NamedBars:
    """A list of amounts."""

    title: str
    rows: Sequence[NamedBar]
    summary: str


Block = Series | NamedBars


class Charts(Themed, Measured, QWidget):
    """Figures above charts, side by side if there is room."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._figures: Sequence[Figure] = ()
        self._blocks: Sequence[Block] = ()
        self._authors: list[tuple[QRectF, str]] = []
        """Where the amounts of authors were painted."""
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def show_charts(self, figures: Sequence[Figure], blocks: Sequence[Block]) -> None:
        """Replace the numbers; screen readers get them as sentences."""
        self._figures, self._blocks = figures, blocks
        sentences = [f"{figure.word}: {figure.value}" for figure in figures]
        self.setAccessibleDescription("; ".join([*sentences, *(block.summary for block in blocks)]))
        self.updateGeometry()
        self.update()

    def hasHeightForWidth(self) -> bool:
        """True: the layout depends on the width."""
        return True

    def heightForWidth(self, width: int) -> int:
        """The height for a width."""
        return int(self._lay_out(None, width)) + 1

    def sizeHint(self) -> QSize:
        """The height for the current width."""
        return QSize(520, self.heightForWidth(self.width() or 520))

    def minimumSizeHint(self) -> QSize:
        """A small width; the layout asks for the height later."""
        return QSize(240, 0)

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The author of the amount at a point."""
        if point is not None:
            for area, feed in self._authors:
                if area.contains(QPointF(point)):
                    return subject_of_author(feed)
        return None

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint figures and charts."""
        self._authors.clear()
        with TextPainter(self) as painter:
            painter.fillRect(self.rect(), self.theme.color("canvas"))
            self._lay_out(painter, self.width())

    def _lay_out(self, painter: QPainter | None, width: float) -> float:
        """Paint, if there is a painter, and return the height."""
        room, high = width - 2 * GAP, self._room(_FIGURE, 3)
        step = self._least() + _FIGURE_GAP
        across = max(1, min(len(self._figures), int((room + _FIGURE_GAP) / step)))
        each = (room - _FIGURE_GAP * (across - 1)) / across
        y = GAP
        for place, figure in enumerate(self._figures):
            x = GAP + (place % across) * (each + _FIGURE_GAP)
            top = y + (place // across) * (high + _FIGURE_GAP)
            if painter:
                self._figure(painter, QRectF(x, top, each, high), figure)
        y += -(-len(self._figures) // across) * (high + _FIGURE_GAP) + GAP - _FIGURE_GAP
        across = max(1, min(2, int((room + GAP) / (self._least_block() + GAP))))
        each = (room - GAP * (across - 1)) / across
        bottoms = [y] * across
        for block in self._blocks:
            column = min(range(across), key=lambda column: bottoms[column])
            high = self._height(block, each)
            area = QRectF(GAP + column * (each + GAP), bottoms[column], each, high)
            if painter:
                self._block(painter, area, block)
            bottoms[column] = area.bottom() + GAP
        return max(bottoms)

    def _measure(self) -> None:
        """Take more room when the font grows."""
        self.updateGeometry()

    def _room(self, usual: float, lines: float) -> float:
        """The height of an element with a number of lines, which grows with the font."""
        return max(usual, lines * (QFontMetricsF(self.font()).height() + 2))

    def _height(self, block: Block, width: float) -> float:
        title = self._title(block, width)
        if isinstance(block, Series):
            lines = 1 if self._is_fitting(self._ends(block, width), width) else 2
            above = self._above_bars() - _ABOVE_BARS
            return title + _BARS - _FOOT + above + lines * self._room(_FOOT, 1)
        return title + self._room(_ROW, 1) * max(1, len(block.rows))

    def _title(self, block: Block, width: float) -> float:
        """The height of a title, which wraps where it is wider than its chart."""
        metrics = QFontMetricsF(strong(self.font()))
        needed = metrics.boundingRect(QRectF(0, 0, width, 0), _TITLE_FLAGS, block.title).height()
        return max(self._room(_TITLE, 1), needed)

    def _above_bars(self) -> float:
        """The height of the label above the bars of a series, which grows with the font."""
        return max(_ABOVE_BARS, QFontMetricsF(self.font()).height() - 4)

    def _least_block(self) -> float:
        """The minimum width of a chart beside another one, so that no title is cut."""
        metrics = QFontMetricsF(strong(self.font()))
        return max(
            [_LEAST_BLOCK, *(metrics.horizontalAdvance(each.title) for each in self._blocks)]
        )

    def _least(self) -> float:
        """The minimum width of a figure so that none is cut."""
        words = QFontMetricsF(self.font())
        needed = [
            max(
                words.horizontalAdvance(each.word),
                QFontMetricsF(self._of(each)).horizontalAdvance(each.value),
            )
            for each in self._figures
        ]
        return max([_LEAST_FIGURE, *(wide + _BESIDE for wide in needed)])

    def _of(self, figure: Figure) -> QFont:
        """The font of a value: large if it is short."""
        font = strong(self.font())
        if len(figure.value) <= _SHORT:
            font.setPointSizeF(font.pointSizeF() * 1.45)
        return font

    def _figure(self, painter: QPainter, area: QRectF, figure: Figure) -> None:
        fill_round(painter, self.theme.color("bubble"), area, 9)
        inside = area.adjusted(12, 7, 12 - _BESIDE, -7)
        self._text(painter, inside, figure.value, _LEFT | _TOP, "text", self._of(figure))
        self._text(painter, inside, figure.word, _LEFT | Qt.AlignmentFlag.AlignBottom)

    def _block(self, painter: QPainter, area: QRectF, block: Block) -> None:
        title = self._title(block, area.width())
        top = QRectF(area.left(), area.top(), area.width(), title)
        painter.setFont(strong(self.font()))
        painter.setPen(self.theme.color("text"))
        painter.drawText(top, _TITLE_FLAGS, block.title)
        below = area.adjusted(0, title, 0, 0)
        if isinstance(block, Series):
            self._series(painter, below, block)
        else:
            self._listing(painter, below, block)

    def _series(self, painter: QPainter, area: QRectF, series: Series) -> None:
        above = self._above_bars()
        high = _BARS - _FOOT - 8 + above - _ABOVE_BARS
        bars = QRectF(area.left(), area.top() + 4, area.width(), high)
        most = max(series.values, default=0)
        painter.setPen(QPen(self.theme.color("line"), 1))
        painter.drawLine(bars.bottomLeft(), bars.bottomRight())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.color("accent"))
        wide = min(bars.width() / max(1, len(series.values)), 28.0)
        for place, value in enumerate(series.values):
            if value:
                high = max(1.5, (bars.height() - above) * value / most)
                left = bars.left() + place * wide
                bar = QRectF(left, bars.bottom() - high, max(1.0, wide - min(2.0, wide / 4)), high)
                painter.drawRect(bar)
        right = Qt.AlignmentFlag.AlignRight
        self._text(painter, bars, tr("{number:,} at most", number=most), right | _TOP)
        line = self._room(_FOOT, 1)
        foot = QRectF(area.left(), bars.bottom() + 3, area.width(), line)
        ends = begin, end = self._ends(series, area.width())
        self._text(painter, foot, begin, _LEFT)
        if not self._is_fitting(ends, area.width()):
            foot.translate(0, line)
        self._text(painter, foot, end, right)

    def _ends(self, series: Series, width: float) -> tuple[str, str]:
        """The longest labels of both ends that fit side by side, or the shortest ones."""
        ends = [(series.begin, series.end), *series.shorter]
        return next((each for each in ends if self._is_fitting(each, width)), ends[-1])

    def _is_fitting(self, ends: tuple[str, str], width: float) -> bool:
        """Whether two labels fit side by side."""
        return QFontMetricsF(self.font()).horizontalAdvance("".join(ends)) <= width - GAP

    def _names(self, listing: NamedBars, width: float) -> float:
        """The width of the names of a list."""
        metrics = QFontMetricsF(self.font())
        widest = max((metrics.horizontalAdvance(row.name) for row in listing.rows), default=0.0)
        return min(max(_NAMES, widest + _BESIDE_NAME), max(_NAMES, width * _MOST_NAMES))

    def _counts(self, most: int) -> float:
        """The width of a number after the longest bar."""
        return max(_COUNTS, QFontMetricsF(self.font()).horizontalAdvance(number(most)) + 14)

    def _listing(self, painter: QPainter, area: QRectF, listing: NamedBars) -> None:
        most = max((row.count for row in listing.rows if not row.is_rest), default=0)
        names, high = self._names(listing, area.width()), self._room(_ROW, 1)
        room = area.width() - names - self._counts(most)
        middle = _LEFT | Qt.AlignmentFlag.AlignVCenter
        for place, row in enumerate(listing.rows):
            line = QRectF(area.left(), area.top() + place * high, area.width(), high)
            name = QRectF(line.left(), line.top(), names - _BESIDE_NAME, high)
            if row.feed:
                self._authors.append((line, row.feed))
            self._text(painter, name, row.name, middle, "text")
            color = QColor(row.color) if row.color else self.theme.color("accent")
            has_bar = row.count and not row.is_rest
            long = max(1.5, room * row.count / most) if has_bar else 0.0
            bar = QRectF(line.left() + names, line.top() + 5, long, high - 10)
            fill_round(painter, color, bar, 2)
            after = QRectF(QPointF(bar.right() + 7, line.top()), line.bottomRight())
            self._text(painter, after, number(row.count), middle)

    def _text(
        self,
        painter: QPainter,
        area: QRectF,
        text: str,
        align: Qt.AlignmentFlag,
        color: str = "muted",
        font: QFont | None = None,
    ) -> None:
        write(painter, text, font or self.font(), self.theme.color(color), area, align)


_MARGIN = 12
_WIDEST = 56


class Histogram(Themed, NamedFrame):
    """Bars of a distribution, with labels for its ends and the highest bar."""

    def __init__(self, name: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(name, parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.theme = theme
        self._bins: tuple[Bin, ...] = ()

    def sizeHint(self) -> QSize:
        """The height of a chart of costs."""
        return QSize(400, 150)

    def show_bins(self, bins: tuple[Bin, ...]) -> None:
        """Replace what is drawn."""
        self._bins = bins
        sentences = (
            tr("{low:,} to {high:,}: {count:,}", low=each.low, high=each.high, count=each.count)
            for each in bins
            if each.count
        )
        self.setAccessibleDescription("; ".join(sentences))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the bars, their labels below if there is space, and their counts above."""
        if not self._bins:
            return
        with TextPainter(self) as painter:
            font = typography.small(self.font())
            painter.setFont(font)
            line = QFontMetrics(font).height()
            area = QRectF(self.rect()).adjusted(_MARGIN, line + 6, -_MARGIN, -line - 8)
            wide = min(area.width() / len(self._bins), _WIDEST)
            painter.setPen(QPen(self.theme.color("line"), 1))
            painter.drawLine(area.bottomLeft(), area.bottomRight())
            highest = max(each.count for each in self._bins)
            free = area.left()
            for place, each in enumerate(self._bins):
                left = area.left() + place * wide
                height = area.height() * each.count / highest
                bar = QRectF(left + 1, area.bottom() - height, wide - 2, height)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self.theme.color("accent"))
                painter.drawRect(bar)
                painter.setPen(self.theme.color("muted"))
                if each.count:
                    above = QRectF(left, bar.top() - line - 1, wide, line)
                    painter.drawText(above, Qt.AlignmentFlag.AlignCenter, number(each.count))
                text = "–".join(map(number, dict.fromkeys((each.low, each.high))))
                width = QFontMetrics(font).horizontalAdvance(text)
                if left >= free:
                    below = QRectF(left + 1, area.bottom() + 3, width + 4, line)
                    painter.drawText(below, Qt.AlignmentFlag.AlignLeft, text)
                    free = left + width + 12

"""How many deliveries took how many edits."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from engine.debug.shuffling.distribution import Bin
from engine.wording import number, tr
from viewer.theme import Theme
from viewer.views import letters

_MARGIN = 12
_WIDEST = 56


class Histogram(QFrame):
    """Bars of a distribution, with its ends and the height of the highest one."""

    def __init__(self, name: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._theme = theme
        self._bins: tuple[Bin, ...] = ()

    def sizeHint(self) -> QSize:
        """As high as a chart of costs."""
        return QSize(400, 150)

    def show_bins(self, bins: tuple[Bin, ...]) -> None:
        """Draw these."""
        self._bins = bins
        told = (
            tr("{low:,} to {high:,}: {count:,}", low=each.low, high=each.high, count=each.count)
            for each in bins
            if each.count
        )
        self.setAccessibleDescription("; ".join(told))
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Paint in `theme` from now on."""
        self._theme = theme
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the bars, what each stands for below where there is room, its count above."""
        if not self._bins:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            font = letters.small(self.font())
            painter.setFont(font)
            line = QFontMetrics(font).height()
            area = QRectF(self.rect()).adjusted(_MARGIN, line + 6, -_MARGIN, -line - 8)
            wide = min(area.width() / len(self._bins), _WIDEST)
            painter.setPen(QPen(self._theme.color("line"), 1))
            painter.drawLine(area.bottomLeft(), area.bottomRight())
            highest = max(each.count for each in self._bins)
            free = area.left()
            for place, each in enumerate(self._bins):
                left = area.left() + place * wide
                height = area.height() * each.count / highest
                bar = QRectF(left + 1, area.bottom() - height, wide - 2, height)
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(self._theme.color("accent"))
                painter.drawRect(bar)
                painter.setPen(self._theme.color("muted"))
                if each.count:
                    above = QRectF(left, bar.top() - line - 1, wide, line)
                    painter.drawText(above, Qt.AlignmentFlag.AlignCenter, number(each.count))
                text = (
                    number(each.low)
                    if each.low == each.high
                    else f"{number(each.low)}–{number(each.high)}"
                )
                width = QFontMetrics(font).horizontalAdvance(text)
                if left >= free:
                    below = QRectF(left + 1, area.bottom() + 3, width + 4, line)
                    painter.drawText(below, Qt.AlignmentFlag.AlignLeft, text)
                    free = left + width + 12

"""Lines above the text of a bubble: content warning, and what it answers."""

from dataclasses import dataclass

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter

from tanglescope.engine.tangle.references import names_feed
from tanglescope.engine.wording import tr
from tanglescope.viewer.models.row import Quote, Row
from tanglescope.viewer.views import typography
from tanglescope.viewer.views.typography import BubbleLook, fill_round, strong, write_at

_LONGEST_MEASURED = 80
_APART = 5
_BAR = 10
"""The room of the bar before a quote."""


@dataclass(frozen=True, slots=True)
class Strips:
    """Small lines of a row, one below the other: the first quotes, then the warning."""

    row: Row
    quotes: tuple[Quote, ...]
    look: BubbleLook

    @property
    def step(self) -> int:
        """The height of a line."""
        return self.look.small_line + _APART

    @property
    def height(self) -> int:
        """The height of all lines, with the space below them."""
        lines = len(self.quotes) + (self.row.warning is not None)
        below = -_APART if self.row.folded else 4
        return lines * self.step + (below if lines else 0)

    @property
    def width(self) -> int:
        """How wide the widest line would be."""
        bold, plain = QFontMetrics(self._bold), QFontMetrics(self.look.small)
        widths = [
            bold.horizontalAdvance(quote.author)
            + plain.horizontalAdvance(quote.text[:_LONGEST_MEASURED])
            + 26
            for quote in self.quotes
        ]
        if self.row.warning is not None:
            widths.append(
                plain.horizontalAdvance(self.row.warning)
                + bold.horizontalAdvance(self._offer)
                + self.look.small_line
                + 28
            )
        return max(widths, default=0)

    def quote_at(self, y: float) -> str | None:
        """The key of the quoted message at a y coordinate below the first line."""
        line = int(y // self.step)
        return self.quotes[line].key if 0 <= line < len(self.quotes) else None

    def author_at(self, x: float, y: float) -> str:
        """The feed of the author's name at a point; "" for none."""
        line = int(y // self.step)
        if not 0 <= line < len(self.quotes):
            return ""
        quote = self.quotes[line]
        end = _BAR + QFontMetrics(self._bold).horizontalAdvance(quote.author)
        is_named = isinstance(quote.hue, str) and names_feed(quote.hue)
        return str(quote.hue) if is_named and _BAR <= x < end else ""

    def is_warning_at(self, y: float) -> bool:
        """Whether the line at a y coordinate is the warning."""
        return self.row.warning is not None and int(y // self.step) == len(self.quotes)

    def paint(self, painter: QPainter, area: QRect) -> None:
        """Draw all lines from the upper edge of `area` on."""
        top = area.top()
        for quote in self.quotes:
            self._paint_quote(painter, quote, QRect(area.left(), top, area.width(), self.step))
            top += self.step
        if self.row.warning is not None:
            self._paint_warning(painter, QRect(area.left(), top, area.width(), self.step))

    @property
    def _bold(self) -> QFont:
        return strong(self.look.small)

    @property
    def _offer(self) -> str:
        return tr("Show") if self.row.folded else tr("Hide")

    def _paint_quote(self, painter: QPainter, quote: Quote, area: QRect) -> None:
        look, theme = self.look, self.look.theme
        color = theme.author(quote.hue)
        bar = QRectF(area.left(), area.top(), typography.QUOTE_BAR, look.small_line)
        fill_round(painter, color, bar, 1.5)
        base, muted = area.top() + QFontMetrics(self._bold).ascent(), theme.color("muted")
        place, name = (area.left() + _BAR, base), color if quote.hue else muted
        left = place[0] + write_at(painter, quote.author, self._bold, name, place)
        left += 8 if quote.author else 0
        write_at(painter, quote.text, look.small, muted, (left, base), area.right() - left)

    def _paint_warning(self, painter: QPainter, area: QRect) -> None:
        theme, bold = self.look.theme, QFontMetrics(self._bold)
        size = self.look.small_line
        mark = QRectF(area.left(), area.top(), size, size)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color("warning_soft"))
        painter.drawEllipse(mark)
        painter.setFont(self._bold)
        painter.setPen(theme.color("warning"))
        painter.drawText(mark, Qt.AlignmentFlag.AlignCenter, "!")
        base, left = area.top() + bold.ascent(), area.left() + size + 8
        room = area.right() - bold.horizontalAdvance(self._offer) - 12 - left
        muted, warning = theme.color("muted"), self.row.warning or ""
        left += 12 + write_at(painter, warning, self.look.small, muted, (left, base), room)
        write_at(painter, self._offer, self._bold, theme.color("accent"), (left, base))

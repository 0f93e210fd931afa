"""The visible part of the diagram, painted from cached tiles, with marks and names."""

from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Collection, Mapping
from dataclasses import replace
from itertools import islice
from math import floor
from time import perf_counter

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from tanglescope.engine import words
from tanglescope.engine.drawing.extra_edges import ExtraInDiagram
from tanglescope.engine.drawing.plan import Detail, Plan
from tanglescope.engine.drawing.svg import Card, column_name
from tanglescope.engine.drawing.viewport import Viewport
from tanglescope.engine.language.wording import plural, tr
from tanglescope.viewer.theme import Measured, Theme
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.views.diagram.diagram_painter import DiagramLook, paint
from tanglescope.viewer.views.diagram.panned_view import PannedView
from tanglescope.viewer.views.typography import TextPainter, small

_HEIGHT = 72  # pixels
_TIME = 0.003  # seconds that a frame may paint new strips
_MOST = 400
_CELLS = 9_000  # messages that may be counted for a strip of density
_MESSAGES = 80  # messages in a strip, roughly


class Tiles:
    """A cache of painted strips for one look."""

    def __init__(self) -> None:
        self._look: DiagramLook | None = None
        self._ratio = 1.0
        self._tiles: OrderedDict[tuple[int, int], QPixmap] = OrderedDict()

    def set_look(self, look: DiagramLook, ratio: float) -> None:
        """Set the look; strips with another look are discarded."""
        if self._look is not None and (_same(look, self._look) and ratio == self._ratio):
            return
        self._look, self._ratio = look, ratio
        self._tiles.clear()

    def forget(self) -> None:
        """Discard all strips."""
        self._look = None
        self._tiles.clear()

    def draw(self, painter: QPainter, area: QRectF, *, patient: bool) -> bool:
        """Draw an area of the diagram; False if time ran out before all strips were painted."""
        assert self._look is not None
        deadline = perf_counter() + _TIME
        whole, new, seen = True, 0, 0
        width, height = self._size(area)
        for row in range(int(area.top() // height), int(area.bottom() // height) + 1):
            for column in range(int(area.left() // width), int(area.right() // width) + 1):
                seen += 1
                tile = self._tiles.get((row, column))
                if tile is None:
                    # At least one, or a frame without time left would make no progress.
                    if new and not patient and perf_counter() > deadline:
                        whole = False
                        continue
                    tile = self._paint(row, column, width, height)
                    new += 1
                self._tiles.move_to_end((row, column))
                # Rounded one by one, neighbours might leave a gap.
                left, top = floor(-area.left()), floor(-area.top())
                painter.drawPixmap(left + column * width, top + row * height, tile)
        while len(self._tiles) > max(_MOST, seen):  # a huge screen shows more than the cache holds
            self._tiles.popitem(last=False)
        return whole

    def _size(self, area: QRectF) -> tuple[int, int]:
        """The size of a strip that can be painted within a frame."""
        assert self._look is not None
        # A width that doesn't change while a window is resized.
        width = 512 * (2 + int(area.width()) // 512)
        plan, down = self._look.plan, self._look.down
        if self._look.detail is Detail.DENSITY:
            height = _CELLS / max(1, len(plan.density.columns))
        else:
            height = _MESSAGES * down * plan.diagram.rows / len(plan.diagram.order)
        return width, max(12, min(_HEIGHT, int(height)))

    def _paint(self, row: int, column: int, width: int, height: int) -> QPixmap:
        assert self._look is not None
        tile = QPixmap(round(width * self._ratio), round(height * self._ratio))
        tile.setDevicePixelRatio(self._ratio)
        tile.fill(Qt.GlobalColor.transparent)
        area = QRectF(column * width, row * height, width, height)
        with TextPainter(tile) as painter:
            painter.translate(-area.topLeft())
            paint(painter, self._look, area)
        self._tiles[row, column] = tile
        return tile


def _same(one: DiagramLook, other: DiagramLook) -> bool:
    """Whether two looks paint the same; highlights and texts are replaced, never mutated."""
    return (
        one.plan is other.plan
        and one.theme == other.theme
        and one.font == other.font
        and (one.across, one.down) == (other.across, other.down)
        and one.lit is other.lit
        and one.cards is other.cards
        and one.with_slack == other.with_slack
        and one.extra is other.extra
    )


_HEAD = 24  # pixels above the diagram, unless the text is large

_MOST_MARKED = 2_000
_NARROWEST = 10.0  # pixels in which no name fits
_BESIDE = 12  # pixels around a notice
_MIDDLE = int(Qt.AlignmentFlag.AlignCenter) | int(Qt.TextFlag.TextWordWrap)


class DiagramCanvas(Measured, PannedView):
    """Shows a plan at any zoom, from one message to all of them."""

    moved = Signal()
    """Emitted when another part of the diagram is visible."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.plan: Plan | None = None
        self.port = Viewport(1, 1, 1, 1)
        self.current: int | None = None
        self.hits: list[int] = []
        """The search hits, by number."""
        self._lit: bytearray | None = None
        self._cards: Mapping[int, Card] = {}
        self._with_slack = False
        self._extra: ExtraInDiagram | None = None
        self._tiles = Tiles()
        self._fits = True
        self._notice = ""
        self.boxed: QRectF | None = None
        """A box that is being drawn."""
        self.is_painted = True
        """Whether all that is seen has been painted."""
        self.setAccessibleName(tr("Diagram of the conversation"))

    # Contents

    def set_plan(self, plan: Plan | None, *, afresh: bool) -> None:
        """Show another plan; `afresh` for another thread, which is first shown as a whole."""
        self.plan, self.current, self.hits, self._lit, self._cards = plan, None, [], None, {}
        self._extra = None
        self._tiles.forget()
        if plan:
            width, height = max(1, self.width()), max(1, self.height() - self.head)
            columns, rows = plan.diagram.width, plan.diagram.rows
            port = replace(self.port, width=width, height=height, columns=columns, rows=rows)
            self._fits = self._fits or afresh
            self._look_at(port.fitted() if self._fits else port.kept_in())
        else:
            self._announce()

    def set_notice(self, notice: str) -> None:
        """Show a text in place of the diagram until there is one."""
        self._notice = notice
        self._announce()
        self.update()

    def set_current(self, number: int | None) -> None:
        """Mark a message, and scroll it into view."""
        self.current = number
        if number is not None and self.plan:
            row, column = self.place(number)
            if not self.port.shows(row, column):
                self._look_at(self.port.centered(row, column))
        self._announce()
        self.update()

    def set_lit(self, lit: bytearray | None) -> None:
        """Highlight some messages, and fade all others; None highlights all."""
        self._lit = lit
        self.is_painted = False
        self.update()

    def set_slack(self, is_shown: bool) -> None:
        """Show or hide the slack of each message."""
        self._with_slack = is_shown
        self.is_painted = False
        self.update()

    def set_extra(self, extra: ExtraInDiagram | None) -> None:
        """Draw these extra edges."""
        self._extra = extra
        self.is_painted = False
        self.update()

    def set_hits(self, numbers: Collection[int]) -> None:
        """Mark the search hits."""
        self.hits = sorted(numbers)
        self.update()

    def set_cards(self, cards: Mapping[int, Card]) -> None:
        """Set the texts of some messages."""
        self._cards = cards
        self.is_painted = False
        self.update()

    def without_words(self) -> list[int]:
        """The visible messages whose boxes have no text yet."""
        if self.plan is None or self.look().detail is not Detail.BOXES:
            return []
        seen = self.plan.diagram.within(self.port.window())
        return [number for number in seen if number not in self._cards]

    # Moving

    def show_whole(self) -> None:
        """Show everything at once."""
        self._fits = True
        self._look_at(self.port.fitted())

    def zoom(self, factor: float, at: QPointF | None = None) -> None:
        """Zoom around a point of the widget, or around the current message."""
        x, y = self.port.width / 2, self.port.height / 2
        if at is not None:
            x, y = at.x(), at.y() - self.head
        elif self.current is not None and self.port.shows(*self.place(self.current)):
            x, y = self.port.pixel(*self.place(self.current))
        self._fits = False
        self._look_at(self.port.zoomed(factor, x, y))

    def pan(self, x: float, y: float) -> None:
        """Scroll the diagram by pixels."""
        self._fits = False
        self._look_at(self.port.panned(x, y))

    def center(self, row: float, column: float) -> None:
        """Scroll a position to the middle."""
        self._fits = False
        self._look_at(self.port.centered(row, column))

    def _look_at(self, port: Viewport) -> None:
        self.port = port
        self.is_painted = False
        self.moved.emit()
        self.update()

    def place(self, number: int) -> tuple[int, int]:
        """The row and the column of a message."""
        assert self.plan is not None
        return self.plan.diagram.row_of[number], self.plan.diagram.column_of[number]

    def _announce(self) -> None:
        """Announce the current message, or what is in place of the diagram, to screen readers."""
        if self.plan is None or self.current is None:
            screen_reader.describe(self, "" if self.plan else self._notice)
            return
        shape = self.plan.shown.shape
        name = self.plan.names.get(shape.feed(self.current), tr("missing"))
        causes = plural("{n:,} causes", "{n:,} cause", shape.causes.count(self.current))
        effects = plural("{n:,} effects", "{n:,} effect", shape.effects.count(self.current))
        screen_reader.describe(self, f"{words.clean_name(name)}, {causes}, {effects}")

    # Painting

    def look(self) -> DiagramLook:
        """The current look."""
        assert self.plan is not None
        font = small(self.font())
        return DiagramLook(
            self.plan,
            self.theme,
            font,
            self.port.across,
            self.port.down,
            self._lit,
            self._cards,
            self._with_slack,
            self._extra,
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the visible part: cached tiles, marks, and the names above."""
        with TextPainter(self) as painter:
            painter.fillRect(self.rect(), self.theme.color("canvas"))
            if self.plan is None or not len(self.plan.shown.shape):
                self.is_painted = True
                if self.plan is None:
                    room = self.rect().adjusted(_BESIDE, _BESIDE, -_BESIDE, -_BESIDE)
                    painter.setPen(self.theme.color("muted"))
                    painter.drawText(room, _MIDDLE, self._notice)
                return
            look = self.look()
            self._tiles.set_look(look, self.devicePixelRatioF())
            painter.save()
            painter.setClipRect(0, self.head, self.width(), self.height() - self.head)
            painter.translate(0, self.head)
            area = QRectF(-self.port.left, -self.port.top, self.port.width, self.port.height)
            self.is_painted = self._tiles.draw(painter, area, patient=not self.isVisible())
            if not self.is_painted:
                self.update()
            self._paint_marks(painter, look)
            painter.restore()
            self._paint_head(painter)

    def _paint_marks(self, painter: QPainter, look: DiagramLook) -> None:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        shown = (n for n in self.hits[:_MOST_MARKED] if self.port.shows(*self.place(n)))
        for number in shown:
            self._ring(painter, look, number, self.theme.color("warning"), 2.0)
        if self.current is not None:
            self._ring(painter, look, self.current, self.theme.color("accent"), 2.5)
        if self.boxed:
            soft = QColor(self.theme.color("accent"))
            painter.setPen(QPen(soft, 1))
            soft.setAlphaF(0.12)
            painter.setBrush(soft)
            painter.drawRect(self.boxed)

    def _ring(
        self, painter: QPainter, look: DiagramLook, number: int, color: QColor, width: float
    ) -> None:
        x, y = self.port.pixel(*self.place(number))
        painter.setPen(QPen(color, width))
        if look.detail is Detail.BOXES:
            painter.drawRoundedRect(look.box.translated(x, y).adjusted(-3, -3, 3, 3), 9, 9)
        else:
            radius = max(5.0, look.radius + 3)
            painter.drawEllipse(QPointF(x, y), radius, radius)

    @property
    def head(self) -> int:
        """The height of the header with the names of the columns."""
        return max(_HEAD, QFontMetrics(self.font()).height() + 6)

    def _paint_head(self, painter: QPainter) -> None:
        """Paint the names of the columns' authors."""
        assert self.plan is not None
        painter.fillRect(0, 0, self.width(), self.head, self.theme.color("canvas"))
        painter.setPen(QPen(self.theme.color("line"), 1))
        painter.drawLine(QPointF(0, self.head - 0.5), QPointF(self.width(), self.head - 0.5))
        metrics = QFontMetricsF(painter.font())
        across, head = self.port.across, self.head
        columns = self.plan.diagram.columns
        at = -self.port.left / across  # at the left edge
        shortest = metrics.horizontalAdvance("mm") + 6  # a letter or two and the ellipsis
        begin = max(0, bisect_left(columns, at, key=lambda column: column.first) - 1)
        for column in islice(columns, begin, None):
            left = self.port.left + (column.first - 0.5) * across
            if left > self.width():
                break
            room = QRectF(left, 0, column.width * across, head - 2)
            color = self.theme.author(column.hue)
            inset = min(2.0, room.width() * 0.15)
            bar = QRectF(left + inset, head - 4, room.width() - 2 * inset, 3)
            painter.fillRect(bar, color)
            if room.width() < _NARROWEST:
                continue  # measuring hundreds of names takes longer than all else
            name = words.clean_name(column_name(column, self.plan.names))
            if room.width() >= min(shortest, metrics.horizontalAdvance(name) + 6):
                text = metrics.elidedText(name, Qt.TextElideMode.ElideRight, room.width() - 6)
                painter.setPen(color)
                painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the position, or keep everything visible."""
        super().resizeEvent(event)
        self._measure()

    def _measure(self) -> None:
        port = self.port.resized(self.width(), self.height() - self.head)
        self._look_at(port.fitted() if self._fits else port)

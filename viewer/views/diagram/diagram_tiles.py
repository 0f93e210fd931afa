"""Tiles: a diagram painted once in strips, so that moving over it costs no painting.

Strips are wide and low: an edge between far columns is stroked once for each that it crosses.
While it is watched, a frame paints as many new strips as it has time for; what is missing
comes with the next frame.
"""

from collections import OrderedDict
from math import floor
from time import perf_counter

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from engine.drawing.plan import Detail
from viewer.views.diagram.diagram_painter import DiagramLook, paint

_HEIGHT = 72  # pixels
_TIME = 0.003  # seconds that a frame may paint new strips
_MOST = 400
_CELLS = 9_000  # counts that a strip of density may take
_MESSAGES = 80  # what a strip holds, more or less


class Tiles:
    """The strips of one look that were painted last."""

    def __init__(self) -> None:
        self._look: DiagramLook | None = None
        self._ratio = 1.0
        self._tiles: OrderedDict[tuple[int, int], QPixmap] = OrderedDict()

    def set_look(self, look: DiagramLook, ratio: float) -> None:
        """Paint so from now on; what was painted in another way is forgotten."""
        if self._look is not None and (_same(look, self._look) and ratio == self._ratio):
            return
        self._look, self._ratio = look, ratio
        self._tiles.clear()

    def forget(self) -> None:
        """Paint everything anew."""
        self._look = None
        self._tiles.clear()

    def draw(self, painter: QPainter, area: QRectF, *, patient: bool) -> bool:
        """Draw an area of the diagram; False when strips are missing for want of time."""
        assert self._look is not None
        deadline = perf_counter() + _TIME
        whole, new, seen = True, 0, 0
        width, height = self._size(area)
        for row in range(int(area.top() // height), int(area.bottom() // height) + 1):
            for column in range(int(area.left() // width), int(area.right() // width) + 1):
                seen += 1
                tile = self._tiles.get((row, column))
                if tile is None:
                    # At least one, or a frame that has no time left would never end.
                    if new and not patient and perf_counter() > deadline:
                        whole = False
                        continue
                    tile = self._paint(row, column, width, height)
                    new += 1
                self._tiles.move_to_end((row, column))
                # Rounded one by one, neighbours might leave a gap.
                left, top = floor(-area.left()), floor(-area.top())
                painter.drawPixmap(left + column * width, top + row * height, tile)
        while len(self._tiles) > max(_MOST, seen):  # a huge screen shows more than is kept
            self._tiles.popitem(last=False)
        return whole

    def _size(self, area: QRectF) -> tuple[int, int]:
        """Of a strip: as high as can be painted in the time of a frame."""
        assert self._look is not None
        # A width that stays the same while a window is drawn larger.
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
        with QPainter(tile) as painter:
            painter.translate(-area.topLeft())
            paint(painter, self._look, area)
        self._tiles[row, column] = tile
        return tile


def _same(one: DiagramLook, other: DiagramLook) -> bool:
    """Whether two looks paint the same; light and words are replaced, never changed."""
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

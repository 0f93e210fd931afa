"""A small picture for every feed, drawn from its id: no file is needed and none is fetched."""

from functools import lru_cache
from hashlib import sha256

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPixmap

_CELLS = 5
_HALF = 3
_FEWEST = 5


@lru_cache(maxsize=512)
def avatar(feed: str, size: int, ratio: float, color: str) -> QPixmap:
    """The picture of `feed`, `size` pixels wide, in shades of `color`."""
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw(painter, sha256(feed.encode()).digest(), size, QColor(color))
    painter.end()
    return pixmap


def _draw(painter: QPainter, digest: bytes, size: int, color: QColor) -> None:
    round_corners = QPainterPath()
    round_corners.addRoundedRect(QRectF(0, 0, size, size), size * 0.3, size * 0.3)
    painter.setClipPath(round_corners)
    ground = QColor(color)
    ground.setAlphaF(0.20)
    painter.fillRect(QRectF(0, 0, size, size), ground)
    cell = size * 0.68 / _CELLS
    margin = (size - cell * _CELLS) / 2
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    filled = _pattern(digest)
    for column in range(_CELLS):
        for row in range(_CELLS):
            if (min(column, _CELLS - 1 - column), row) in filled:
                square = QRectF(margin + column * cell, margin + row * cell, cell, cell)
                painter.drawRoundedRect(square.adjusted(0.3, 0.3, -0.3, -0.3), 1, 1)


def _pattern(digest: bytes) -> set[tuple[int, int]]:
    """The filled cells of the left half; turned inside out where there would be too few."""
    cells = {(column, row) for column in range(_HALF) for row in range(_CELLS)}
    filled = {cell for cell in cells if digest[1 + cell[0] * _CELLS + cell[1]] & 1}
    return filled if len(filled) >= _FEWEST else cells - filled

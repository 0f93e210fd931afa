"""A small picture for every feed: its own if available, otherwise one drawn from its id."""

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPainterPath, QPixmap

from tanglescope.engine.drawing.tints import CELLS, identicon
from tanglescope.viewer.blobs.pictures import Pictures
from tanglescope.viewer.theme import Theme

AVATAR_SIDE = 96
"""The longer side, in pixels, of the pictures from which portraits are made."""


@lru_cache(maxsize=512)
def avatar(feed: str, size: int, ratio: float, color: str) -> QPixmap:
    """The picture of `feed`, `size` pixels wide, in shades of `color`."""
    pixmap = QPixmap(round(size * ratio), round(size * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _draw(painter, feed, size, QColor(color))
    painter.end()
    return pixmap


def portrait(image: QImage, size: int, ratio: float) -> QPixmap:
    """The middle of a picture, `size` pixels wide, with round corners."""
    return _portrait(image.cacheKey(), _Picture(image), size, ratio)


def paint_face(
    painter: QPainter,
    corner: QPointF,
    side: int,
    person: tuple[str, str],
    pictures: Pictures | None,
    theme: Theme,
    ground: str = "window",
) -> None:
    """Draw a person, given by feed and blob of the picture; until that is there, the drawn one.

    That one is drawn on a colour, as it may lie on another face, unless `ground` is empty.
    """
    (feed, blob), ratio = person, painter.device().devicePixelRatioF()
    if blob and pictures is not None and pictures.find(blob):
        image = pictures.image(blob, AVATAR_SIDE)
        if isinstance(image, QImage):
            painter.drawPixmap(corner, portrait(image, side, ratio))
            return
    if ground:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.color(ground))
        painter.drawRoundedRect(QRectF(corner.x(), corner.y(), side, side), side * 0.3, side * 0.3)
    painter.drawPixmap(corner, avatar(feed, side, ratio, theme.author(feed).name()))


def face_icon(
    person: tuple[str, str], side: int, ratio: float, pictures: Pictures | None, theme: Theme
) -> QIcon:
    """The face of a person, as `paint_face` draws it, for a menu."""
    pixmap = QPixmap(round(side * ratio), round(side * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        paint_face(painter, QPointF(0, 0), side, person, pictures, theme, ground="")
    return QIcon(pixmap)


class _Picture:
    """An image identified by its key, so that a cache compares keys only."""

    def __init__(self, image: QImage) -> None:
        self.image = image

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Picture)

    def __hash__(self) -> int:
        return 0


@lru_cache(maxsize=512)
def _portrait(_key: int, picture: _Picture, size: int, ratio: float) -> QPixmap:
    image = picture.image
    pixels = round(size * ratio)
    pixmap = QPixmap(pixels, pixels)
    pixmap.fill(Qt.GlobalColor.transparent)
    side = min(image.width(), image.height())
    middle = QRectF((image.width() - side) / 2, (image.height() - side) / 2, side, side)
    with QPainter(pixmap) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.setClipPath(_round_corners(pixels))
        painter.drawImage(QRectF(0, 0, pixels, pixels), image, middle)
    pixmap.setDevicePixelRatio(ratio)
    return pixmap


def _round_corners(size: float) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(QRectF(0, 0, size, size), size * 0.3, size * 0.3)
    return path


def _draw(painter: QPainter, feed: str, size: int, color: QColor) -> None:
    painter.setClipPath(_round_corners(size))
    ground = QColor(color)
    ground.setAlphaF(0.20)
    painter.fillRect(QRectF(0, 0, size, size), ground)
    cell = size * 0.68 / CELLS
    margin = (size - cell * CELLS) / 2
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    for column, row in identicon(feed):
        square = QRectF(margin + column * cell, margin + row * cell, cell, cell)
        painter.drawRoundedRect(square.adjusted(0.3, 0.3, -0.3, -0.3), 1, 1)

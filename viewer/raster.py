"""SVG to PNG, by the same painter that paints the window."""

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSizeF
from PySide6.QtGui import QGuiApplication, QImage, QImageWriter, QPainter
from PySide6.QtSvg import QSvgRenderer

from engine.descriptors import PAINTER, require
from engine.errors import TanglescopeError
from engine.wording import tr

SCALE = 2
"""Pixels of the picture for one of the SVG's, as sharp screens have them."""

_MOST = 16_384  # pixels of a side
_MOST_IN_ALL = 96_000_000


def png(svg: str) -> bytes:
    """A picture of an SVG that one of our own writers wrote. Raises `TanglescopeError`."""
    require(PAINTER)
    application = QGuiApplication.instance() or QGuiApplication([])
    assert application is not None
    renderer = QSvgRenderer(QByteArray(svg.encode()))
    if not renderer.isValid():
        raise TanglescopeError(tr("The picture can't be painted. Export it as SVG instead."))
    size = QSizeF(renderer.defaultSize())
    scale = min(SCALE, _MOST / max(size.width(), size.height(), 1.0))
    scale = min(scale, (_MOST_IN_ALL / max(1.0, size.width() * size.height())) ** 0.5)
    pixels = (size * scale).toSize()
    image = QImage(pixels, QImage.Format.Format_RGB32)
    image.fill(0)
    with QPainter(image) as painter:
        renderer.render(painter, QRectF(image.rect()))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if not QImageWriter(buffer, QByteArray(b"PNG")).write(image):
        raise TanglescopeError(
            tr("The picture is too large to be painted. Export it as SVG instead.")
        )
    return bytes(buffer.data().data())

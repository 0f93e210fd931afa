"""SVG drawings: icons coloured on demand, and exported pictures as PNG."""

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QImage, QImageWriter, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.system.descriptors import PAINTER, require

_SIZES = (16, 20, 24, 32, 48, 64)


@cache
def _drawing(name: str) -> str:
    return (files("tanglescope.resources") / "icons" / f"{name}.svg").read_text("utf-8")


@cache
def _renderer(name: str, color: str) -> QSvgRenderer:
    return QSvgRenderer(_drawing(name).replace("currentColor", color).encode())


def paint(painter: QPainter, name: str, area: QRectF, color: QColor) -> None:
    """Draw the icon `name` into `area`."""
    _renderer(name, color.name()).render(painter, area)


@cache
def icon(name: str, color: str = "#000000", disabled: str = "") -> QIcon:
    """The icon `name` for a button, menu or window; `disabled` is its colour when disabled."""
    result = QIcon()
    for size in _SIZES:
        result.addPixmap(_pixmap(name, color, size))
        if disabled:
            result.addPixmap(_pixmap(name, disabled, size), QIcon.Mode.Disabled)
    return result


def _pixmap(name: str, color: str, size: int) -> QPixmap:
    pixmap = QPixmap(QSize(size, size))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    _renderer(name, color).render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap


SCALE = 2
"""Pixels of the picture per unit of the SVG, as on high-density screens."""

_MOST = 16_384  # pixels of a side
_MOST_IN_ALL = 96_000_000


def png(svg: str) -> bytes:
    """A PNG of an SVG that this program wrote. Raises `TanglescopeError`."""
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

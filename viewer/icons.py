"""Icons: small drawings in `resources/icons`, coloured when they are asked for."""

from functools import cache
from importlib.resources import files

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

_SIZES = (16, 20, 24, 32, 48, 64)


@cache
def _renderer(name: str, color: str) -> QSvgRenderer:
    drawing = (files("resources") / "icons" / f"{name}.svg").read_text("utf-8")
    return QSvgRenderer(drawing.replace("currentColor", color).encode())


def paint(painter: QPainter, name: str, area: QRectF, color: QColor) -> None:
    """Draw the icon `name` into `area`."""
    _renderer(name, color.name()).render(painter, area)


@cache
def icon(name: str, color: str = "#000000", disabled: str = "") -> QIcon:
    """The icon `name` for a button, a menu or the window; `disabled` colours what is unusable."""
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

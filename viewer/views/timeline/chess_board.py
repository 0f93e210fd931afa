"""A chess board as a picture: eight rows of squares with the signs of the pieces."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QPainter, QPainterPath, QPen

from engine.drawing.chess_board import SIDE
from viewer.views.look import BubbleLook

_SIGNS = dict(zip("kqrbnp", "♚♛♜♝♞♟", strict=True))
_SQUARE = 26
_LIGHT, _DARK = "#eee2cc", "#a9825e"
_WHITE, _BLACK = "#fffdf6", "#26211d"


def board_image(rows: tuple[str, ...], look: BubbleLook) -> QImage:
    """A position, white at the bottom; letters where the font has no pieces."""
    pixels = round(SIDE * _SQUARE * look.ratio)
    image = QImage(pixels, pixels, QImage.Format.Format_ARGB32_Premultiplied)
    image.setDevicePixelRatio(look.ratio)
    image.fill(Qt.GlobalColor.transparent)
    with QPainter(image) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for row, squares in enumerate(rows):
            for column, piece in enumerate(squares):
                area = QRectF(column * _SQUARE, row * _SQUARE, _SQUARE, _SQUARE)
                _paint_square(painter, area, is_dark=bool((row + column) % 2))
                if piece.lower() in _SIGNS:
                    _paint_piece(painter, area, piece, look.font)
    return image


def _paint_square(painter: QPainter, area: QRectF, *, is_dark: bool) -> None:
    painter.fillRect(area, QColor(_DARK if is_dark else _LIGHT))


def _paint_piece(painter: QPainter, area: QRectF, piece: str, usual: QFont) -> None:
    font = QFont(usual)
    font.setPixelSize(round(_SQUARE * 0.86))
    sign = _SIGNS[piece.lower()]
    metrics = QFontMetricsF(font)
    if not metrics.inFontUcs4(ord(sign)):
        sign = piece.upper()
    path = QPainterPath()
    path.addText(QPointF(0, 0), font, sign)
    path.translate(area.center() - path.boundingRect().center())
    painter.setPen(QPen(QColor(_BLACK), 0.9))
    painter.setBrush(QColor(_WHITE if piece.isupper() else _BLACK))
    painter.drawPath(path)

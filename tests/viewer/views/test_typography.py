"""Painted text: what is elided, and what isn't."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QFont, QFontMetrics, QImage
from pytestqt.qtbot import QtBot

from tanglescope.viewer.views.typography import TextPainter, write


def picture(text: str, font: QFont, width: int) -> QImage:
    image = QImage(200, 60, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    with TextPainter(image) as painter:
        write(painter, text, font, QColor("black"), QRect(10, 0, width, 60))
    return image


@pytest.mark.parametrize("text", ["00", "10", "1,000", "12,345"])
def test_an_area_as_wide_as_a_text_shows_the_whole_text(text: str, qtbot: QtBot) -> None:
    for tenths in range(70, 160):
        font = QFont()
        font.setPointSizeF(tenths / 10)
        width = QFontMetrics(font).horizontalAdvance(text)
        assert picture(text, font, width).copy(10, 0, width - 1, 60) == (
            picture(text, font, 190).copy(10, 0, width - 1, 60)
        ), f"{tenths / 10} points"
        assert picture(text, font, width // 2) != picture(text, font, 190)

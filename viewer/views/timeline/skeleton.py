"""Skeletons: grey shapes in the places of rows that are being loaded."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from tanglescope.engine.language.wording import tr
from tanglescope.viewer.theme import Theme, Themed
from tanglescope.viewer.views.typography import AVATAR, RADIUS, TextPainter

_LEFT, _TOP, _STEP = 96, 96, 92
_HEADING = 58
_SHARES = (0.62, 0.38, 0.5, 0.7, 0.3)
"""How much of the width the texts of rows take, again and again."""
_BAR = 9


class Skeleton(Themed, QWidget):
    """The page of a collection that is being loaded, or of which nothing was opened."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self.is_loading = True
        """Whether grey rows are shown."""
        self.show_loading()

    def show_loading(self) -> None:
        """Show grey rows."""
        self.is_loading = True
        self.setAccessibleName(tr("Loading…"))
        self.update()

    def show_choice(self) -> None:
        """Say that nothing is open."""
        self.is_loading = False
        self.setAccessibleName(tr("Choose a conversation in the list."))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the rows of a timeline, or the sentence."""
        with TextPainter(self) as painter:
            painter.fillRect(self.rect(), self.theme.color("canvas"))
            if self.is_loading:
                self._paint_rows(painter)
                return
            painter.setPen(self.theme.color("muted"))
            centred = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(self.rect().adjusted(24, 24, -24, -24), centred, self.accessibleName())

    def _paint_rows(self, painter: QPainter) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.color("bubble"))
        room = self.width() - _LEFT - AVATAR - 60
        _bar(painter, 24, 18, room // 3, 14)
        _bar(painter, 24, 42, room // 4, _BAR)
        painter.fillRect(0, _HEADING + 8, self.width(), 1, self.theme.color("line"))
        for number, top in enumerate(range(_TOP, self.height(), _STEP)):
            width = round(room * _SHARES[number % len(_SHARES)])
            painter.drawEllipse(QRectF(_LEFT, top, AVATAR, AVATAR))
            _bar(painter, _LEFT + AVATAR + 12, top + 2, 90, _BAR)
            bubble = QRectF(_LEFT + AVATAR + 12, top + 18, width, 40)
            painter.drawRoundedRect(bubble, RADIUS, RADIUS)


def paint_listed(painter: QPainter, area: QRect, height: int, theme: Theme) -> None:
    """Paint the rows of a list that is being loaded, each of a `height`."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("line"))
    room = area.width() - 40
    for number, top in enumerate(range(area.top(), area.bottom(), height)):
        share = _SHARES[number % len(_SHARES)]
        _bar(painter, area.left() + 20, top + 12, round(room * (share + 0.2)), _BAR + 2)
        _bar(painter, area.left() + 20, top + 32, round(room * share / 2), _BAR)


def _bar(painter: QPainter, left: int, top: int, width: int, height: int) -> None:
    painter.drawRoundedRect(QRectF(left, top, width, height), height / 2, height / 2)

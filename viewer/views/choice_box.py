"""A box to choose from, flat like everything else; style sheets leave it without its arrow."""

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QComboBox, QWidget

_FROM_RIGHT = 15
_HALF = 3.5


class ChoiceBox(QComboBox):
    """A combo box with an arrow of its own."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        for part in (self.view(), self.view().parentWidget()):
            part.setAccessibleName("Choices")

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the box, then the arrow."""
        super().paintEvent(event)
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(self.palette().color(QPalette.ColorRole.ButtonText), 1.4))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            tip = QPointF(self.width() - _FROM_RIGHT, self.height() / 2 + _HALF / 2)
            painter.drawLine(tip + QPointF(-_HALF, -_HALF), tip)
            painter.drawLine(tip, tip + QPointF(_HALF, -_HALF))

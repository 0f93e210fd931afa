"""The rows of a conversation on sheets: pages of paper or of a PDF, or one long picture."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter

from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.timeline.context import RowMarks
from tanglescope.viewer.views.timeline.placing import PlacedBubble, Placer
from tanglescope.viewer.views.typography import TextPainter


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rows of one sheet, and the row after its last one.

    A row that is higher than a sheet begins above the later ones.
    """

    rows: tuple[PlacedBubble, ...]
    height: int
    end: int


class Paper:
    """Lays out the rows of a model for a width, sheet by sheet."""

    def __init__(self, model: TimelineModel, theme: Theme, font: QFont, width: int) -> None:
        self._model = model
        self._placer = Placer(theme, offers=False)
        self._placer.prepare(model, QSize(width, 0), 1.0, font)

    def sheets(self, height: int) -> Iterator[Sheet]:
        """All rows on sheets of a height; no row is divided unless it is higher than a sheet."""
        rows: list[PlacedBubble] = []
        y, row = 0, 0
        while row < self._model.rowCount():
            each = self._placer.place(row, y)
            if rows and each.bottom > height:
                yield Sheet(tuple(rows), y, row)
                rows, each = [], replace(each, y=0)
            while each.bottom > height:  # it goes on, on the next sheet
                yield Sheet((each,), height, row)
                each = replace(each, y=each.y - height)
            rows.append(each)
            y, row = each.bottom, each.end
        if rows:
            yield Sheet(tuple(rows), y, row)


def paint_sheet(painter: QPainter, sheet: Sheet, area: QRectF) -> None:
    """Draw a sheet into an area of its size."""
    painter.save()
    painter.setClipRect(area)
    painter.translate(area.topLeft())
    for each in sheet.rows:
        each.bubble.paint(painter, each.y, RowMarks())
    painter.restore()


def paint_foot(painter: QPainter, area: QRectF, title: str, number: int) -> None:
    """Draw the foot of a page: its number, and the title as far as there is room."""
    painter.setPen(QColor("#5c6672"))
    metrics = painter.fontMetrics()
    room = round(area.width()) - metrics.horizontalAdvance(f"   {number}")
    shown = metrics.elidedText(title, Qt.TextElideMode.ElideRight, room)
    painter.drawText(area, Qt.AlignmentFlag.AlignLeft, shown)
    painter.drawText(area, Qt.AlignmentFlag.AlignRight, str(number))


def request_pictures(sheet: Sheet) -> None:
    """Draw a sheet where it isn't seen, so that its pictures are loaded."""
    nowhere = QImage(1, 1, QImage.Format.Format_RGB32)
    with TextPainter(nowhere) as painter:
        paint_sheet(painter, sheet, QRectF(0, 0, 1, 1))

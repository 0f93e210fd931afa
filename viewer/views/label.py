"""Labels: texts of messages stay plain text.

Qt interprets text that looks like HTML, which may name local files. Every label of the window is
one of these; a house test checks it.
"""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QStyle, QStyleOption, QWidget

from viewer.tooltips import set_tooltip

_FEW = 8


class PlainLabel(QLabel):
    """A label that always shows plain text."""

    def __init__(self, *what: object) -> None:
        super().__init__(*what)  # type: ignore[call-overload]  # a text, a parent, or both
        self.setTextFormat(Qt.TextFormat.PlainText)


class Note(PlainLabel):
    """A paragraph of plain text; if it is cut, its tooltip shows it."""

    def __init__(self, *what: object) -> None:
        super().__init__(*what)
        self.setWordWrap(True)

    def say(self, text: str) -> None:
        """Set the text."""
        self.setText(text)
        set_tooltip(self, text)


class ElidedLabel(PlainLabel):
    """A line of plain text that is elided; its tooltip shows all of it, unless it has its own."""

    _explanation = ""

    def explain(self, text: str) -> None:
        """Set a tooltip that is shown also where nothing is cut."""
        self._explanation = text
        self._explain()

    def setText(self, text: str) -> None:
        """Set the text."""
        super().setText(text)
        self._explain()

    def minimumSizeHint(self) -> QSize:
        """A few letters."""
        width = min(_FEW * self.fontMetrics().averageCharWidth(), super().sizeHint().width())
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the tooltip, which shows cut text."""
        super().resizeEvent(event)
        self._explain()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the text, elided if needed."""
        with QPainter(self) as painter:
            option = QStyleOption()
            option.initFrom(self)
            self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
            room = self.contentsRect()  # without the padding of the style sheet
            text = painter.fontMetrics().elidedText(
                self.text(), Qt.TextElideMode.ElideRight, room.width()
            )
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(room, self.alignment(), text)

    def _explain(self) -> None:
        cut = self.width() < super().sizeHint().width()
        set_tooltip(self, self._explanation or (self.text() if cut else ""))


def plain_labels(box: QWidget) -> None:
    """Make the labels in a box of Qt's show plain text."""
    for label in box.findChildren(QLabel):
        label.setTextFormat(Qt.TextFormat.PlainText)


class HtmlLabel(QLabel):
    """A label with HTML of this program, in which all texts by others are escaped."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)

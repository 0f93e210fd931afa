"""Labels: texts of messages stay plain text.

Qt interprets text that looks like HTML, which may name local files. Every label of the window is
one of these; a house test checks it. Every label of the window is one of these; a house test checks
it.
"""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QStyle, QStyleOption, QWidget

from viewer.tooltips import set_tooltip

_FEW = 8


class PlainLabel(QLabel):
    """Plain text, whatever is in it."""

    def __init__(self, *what: object) -> None:
        super().__init__(*what)  # type: ignore[call-overload]  # a text, a parent, or both
        self.setTextFormat(Qt.TextFormat.PlainText)


class Note(PlainLabel):
    """Plain text of a paragraph or more; where it is cut after all, its tooltip says it."""

    def __init__(self, *what: object) -> None:
        super().__init__(*what)
        self.setWordWrap(True)

    def say(self, text: str) -> None:
        """Show another text."""
        self.setText(text)
        set_tooltip(self, text)


class ElidedLabel(PlainLabel):
    """A line of plain text that is cut where there is no room; its tooltip says all of it."""

    def setText(self, text: str) -> None:
        """Show another text."""
        super().setText(text)
        self._explain()

    def minimumSizeHint(self) -> QSize:
        """A few letters."""
        width = min(_FEW * self.fontMetrics().averageCharWidth(), super().sizeHint().width())
        return QSize(width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """What is cut in this width is said by the tooltip."""
        super().resizeEvent(event)
        self._explain()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint as much as there is room for."""
        with QPainter(self) as painter:
            option = QStyleOption()
            option.initFrom(self)
            self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
            room = self.contentsRect()  # without what a style sheet leaves beside it
            text = painter.fontMetrics().elidedText(
                self.text(), Qt.TextElideMode.ElideRight, room.width()
            )
            painter.setPen(self.palette().color(self.foregroundRole()))
            painter.drawText(room, self.alignment(), text)

    def _explain(self) -> None:
        cut = self.width() < super().sizeHint().width()
        set_tooltip(self, self.text() if cut else "")


def plain_labels(box: QWidget) -> None:
    """Have the labels that Qt has made in a box of its own show plain text."""
    for label in box.findChildren(QLabel):
        label.setTextFormat(Qt.TextFormat.PlainText)


class HtmlLabel(QLabel):
    """HTML of this program, in which all that others wrote has been escaped."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)

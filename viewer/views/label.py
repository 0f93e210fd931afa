"""Labels: texts of messages stay plain text.

Qt interprets text that looks like HTML, which may name local files. Every label of the window is
one of these; a house test checks it.
"""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QStyle, QStyleOption, QWidget

from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views.typography import TextPainter

_FEW = 8


class PlainLabel(QLabel):
    """A label that always shows plain text.

    `style` is its name in the style sheet, `about` what a screen reader says after the text.
    """

    def __init__(
        self, *what: object, style: str = "", about: str = "", wraps: bool = False
    ) -> None:
        super().__init__(*what)  # type: ignore[call-overload]  # a text, a parent, or both
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setObjectName(style)
        self.setAccessibleDescription(about)
        self.setWordWrap(wraps)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text in its own direction, on the side of the window's."""
        if not self.isRightToLeft() or not self.text() or self.buddy() is not None:
            super().paintEvent(event)
            return
        wraps = Qt.TextFlag.TextWordWrap if self.wordWrap() else Qt.TextFlag.TextExpandTabs
        self.paint_text(self.text(), int(wraps))

    def paint_text(self, text: str, flags: int = 0) -> None:
        """Paint the background, and a text on it."""
        with TextPainter(self) as painter:
            option = QStyleOption()
            option.initFrom(self)
            self.style().drawPrimitive(QStyle.PrimitiveElement.PE_Widget, option, painter, self)
            painter.setPen(self.palette().color(self.foregroundRole()))
            side = QStyle.visualAlignment(self.layoutDirection(), self.alignment())
            room = self.contentsRect()  # without the padding of the style sheet
            painter.drawText(room, int(side) | flags, text)


class Note(PlainLabel):
    """A paragraph of plain text; if it is cut, its tooltip shows it."""

    def __init__(self, *what: object, style: str = "", about: str = "") -> None:
        super().__init__(*what, style=style, about=about, wraps=True)

    def say(self, text: str) -> None:
        """Set the text."""
        self.setText(text)
        set_tooltip(self, text)

    def say_or_hide(self, text: str) -> None:
        """Set the text, or take no room without one."""
        self.say(text)
        self.setVisible(bool(text))


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
        room, elide = self.contentsRect().width(), Qt.TextElideMode.ElideRight
        self.paint_text(self.fontMetrics().elidedText(self.text(), elide, room))

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

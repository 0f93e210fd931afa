"""Labels: texts of strangers stay texts.

Qt takes whatever looks like HTML for HTML, and what it takes for HTML may name files of this
machine. Every label of the window is one of these; a house test sees to it.
"""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from viewer.tooltips import set_tooltip


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


def plain_labels(box: QWidget) -> None:
    """Have the labels that Qt has made in a box of its own show plain text."""
    for label in box.findChildren(QLabel):
        label.setTextFormat(Qt.TextFormat.PlainText)


class HtmlLabel(QLabel):
    """HTML of this program, in which all that others wrote has been escaped."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.RichText)

"""Labels and tips: texts of strangers stay texts.

Qt takes whatever looks like HTML for HTML, and what it takes for HTML may name files of this
machine. Every label of the window is one of these; a house test sees to it.
"""

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel


class Label(QLabel):
    """Plain text, whatever is in it."""

    def __init__(self, *what: object) -> None:
        super().__init__(*what)  # type: ignore[call-overload]  # a text, a parent, or both
        self.setTextFormat(Qt.TextFormat.PlainText)


class Note(Label):
    """Plain text of one paragraph or more; where it is cut after all, its tip says all of it."""

    def __init__(self, *what: object) -> None:
        super().__init__(*what)
        self.setWordWrap(True)

    def say(self, text: str) -> None:
        """Show another text."""
        self.setText(text)
        self.setToolTip(tip(text))


def tip(text: str) -> str:
    """A text as a tip: plain, with its lines as they are."""
    lines = escape(text, quote=False).replace("\n", "<br>")
    return f"<p>{lines}</p>" if text else ""

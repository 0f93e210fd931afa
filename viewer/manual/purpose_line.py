"""The line that says what a panel answers; its terms have explanations."""

from html import escape

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QSizePolicy, QWidget

from tanglescope.viewer.manual import glossary, pages
from tanglescope.viewer.manual.pages import ManualPlace
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.tooltips import show_tooltip
from tanglescope.viewer.views.label import HtmlLabel


class PurposeLine(HtmlLabel):
    """A sentence whose terms are links to the glossary."""

    wanted = Signal(object)
    """Emitted with the `ManualPlace` to open."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("hint")
        self.setWordWrap(True)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse)
        self._theme, self._sentence = theme, ""
        self.linkHovered.connect(self._explain)
        self.linkActivated.connect(lambda link: self.wanted.emit(_place(link)))

    def say(self, sentence: str) -> None:
        """Replace the sentence."""
        self._sentence = sentence
        self.setAccessibleName(sentence)
        self.setText(self._marked(sentence))

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._theme = theme
        self.say(self._sentence)

    def _marked(self, sentence: str) -> str:
        parts, end = [], 0
        style = f"color: {self._theme.colors['muted']}; text-decoration: underline dotted"
        for found in glossary.find(sentence):
            place = found.term.place
            word = escape(sentence[found.start : found.end])
            parts.append(escape(sentence[end : found.start]))
            parts.append(f'<a href="{place.page}#{place.anchor}" style="{style}">{word}</a>')
            end = found.end
        return "".join((*parts, escape(sentence[end:])))

    def _explain(self, link: str) -> None:
        term = glossary.term_at(_place(link)) if link else None
        show_tooltip(QCursor.pos(), term.meaning if term else "", self)


def _place(link: str) -> ManualPlace:
    return pages.target(QUrl(link).toString(), glossary.page()) or ManualPlace(glossary.page())

"""The line that says what a panel answers, on demand; its terms have explanations."""

from html import escape

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QSizePolicy, QWidget

from tanglescope.engine.language.wording import tr
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
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self._theme, self._sentence = theme, ""
        self._more: ManualPlace | None = None
        self.linkHovered.connect(self._explain)
        self.linkActivated.connect(lambda link: self.wanted.emit(_place(link)))

    def say(self, sentence: str, more: ManualPlace | None) -> None:
        """Replace the sentence, and the place of the manual that says more."""
        self._sentence, self._more = sentence, more
        text, link = self._mark(sentence), tr("More in the manual")
        if more is not None:
            text += f" {_link(more, link, self._theme.colors['accent'])}"
        self.setText(text)
        self.setAccessibleName(sentence if more is None else f"{sentence} {link}")

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._theme = theme
        self.say(self._sentence, self._more)

    def _mark(self, sentence: str) -> str:
        parts, end = [], 0
        for found in glossary.find(sentence):
            word = sentence[found.start : found.end]
            parts.append(escape(sentence[end : found.start]))
            parts.append(_link(found.term.place, word, self._theme.colors["muted"]))
            end = found.end
        return "".join((*parts, escape(sentence[end:])))

    def _explain(self, link: str) -> None:
        term = glossary.term_at(_place(link)) if link else None
        show_tooltip(QCursor.pos(), term.meaning if term else "", self)


def _link(place: ManualPlace, text: str, color: str) -> str:
    style = f"color: {color}; text-decoration: underline"
    return f'<a href="{place.page}#{place.anchor}" style="{style}">{escape(text)}</a>'


def _place(link: str) -> ManualPlace:
    return pages.target(QUrl(link).toString(), glossary.page()) or ManualPlace(glossary.page())

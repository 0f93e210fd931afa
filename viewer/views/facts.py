"""Facts under titles as a page of text, with links to messages and conversations."""

from collections.abc import Iterable
from html import escape
from math import ceil
from typing import Any

from PySide6.QtCore import QPoint, QSize, QUrl, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QTextOption
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from tanglescope.engine.words.inspection import Fact, Section
from tanglescope.viewer.subjects import (
    MessageSubject,
    Subject,
    subject_of_address,
    subject_of_author,
)
from tanglescope.viewer.theme import Measured, Theme

_FEW = 3
"""The lines that a page keeps where there is no room for more."""
_NO_LIMIT = 16_777_215
"""Qt's greatest height."""


class FactPage(Measured, QTextBrowser):
    """A page of text that never loads anything."""

    key_clicked = Signal(str)
    """Emitted with a message that was clicked."""
    address_clicked = Signal(str)
    """Emitted with the address of a conversation that was clicked."""
    no_subjects: frozenset[str] = frozenset()
    """Links that only expand the page."""

    def __init__(self, name: str, parent: QWidget, *, style: str = "") -> None:
        """Create an empty page; `style` is its name in the style sheet."""
        super().__init__(parent)
        self.setObjectName(style)
        self.setOpenLinks(False)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(name)
        self.anchorClicked.connect(self._follow)
        self._lines = self._least_lines = self._most_lines = 0
        self._is_low = False

    def loadResource(self, _kind: int, _name: QUrl | str) -> Any:
        """Load nothing."""
        return None

    def set_most_lines(self, lines: int) -> None:
        """Take the height of the text, at most that of a number of lines; less without room."""
        self._most_lines = lines
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._measure())
        self._measure()

    def set_lines(self, lines: int) -> None:
        """Keep the height of a number of lines, whatever the font."""
        self._lines = lines
        self._measure()

    def set_least_lines(self, lines: int) -> None:
        """Keep at least the height of a number of lines, whatever the font."""
        self._least_lines = lines
        self._measure()

    def keep_low(self, *, on: bool) -> None:
        """Take no more than the least number of lines, or again as much as the layout gives."""
        self._is_low = on
        self._measure()

    def _measure(self) -> None:
        margins = round(2 * self.document().documentMargin())
        line = self.fontMetrics().lineSpacing()
        if self._lines:
            self.setFixedHeight(self._lines * line + margins)
        elif self._most_lines:
            written = min(ceil(self.document().size().height()), self._most_lines * line + margins)
            self.setMinimumHeight(min(_FEW * line + margins, written))
            self.setMaximumHeight(written)
            self.updateGeometry()
        elif self._least_lines:
            least = self._least_lines * line + margins
            self.setMinimumHeight(least)
            self.setMaximumHeight(least if self._is_low else _NO_LIMIT)

    def sizeHint(self) -> QSize:
        """The height of the text, if it decides the height of the page."""
        usual = super().sizeHint()
        return QSize(usual.width(), self.maximumHeight()) if self._most_lines else usual

    def _follow(self, url: QUrl) -> None:
        if url.hasFragment():
            self.address_clicked.emit(_fragment(url))
        else:
            self.key_clicked.emit(key_in(url))

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The subject of the link at a point, or of the focused link."""
        if point is None:
            href = self.textCursor().charFormat().anchorHref()
        else:
            href = self.anchorAt(self.viewport().mapFrom(self, point))
        url = QUrl(href)
        if url.hasFragment():
            return subject_of_address(_fragment(url))
        key = key_in(url)
        if not key or key in self.no_subjects:
            return None
        return subject_of_author(key) or MessageSubject(key)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Let the window open the menu of a link; offer to copy text elsewhere."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        if self.subject_at(None if by_key else self.mapFromGlobal(event.globalPos())):
            event.ignore()
        else:
            super().contextMenuEvent(event)


def _fragment(url: QUrl) -> str:
    return url.fragment(QUrl.ComponentFormattingOption.FullyDecoded)


def key_in(url: QUrl) -> str:
    """The message or author in a link; `""` if there is none."""
    return url.query(QUrl.ComponentFormattingOption.FullyDecoded)


def headline(word: str, sentence: str, theme: Theme, color: str) -> str:
    """A status word, and a sentence with the reason."""
    loud, muted = theme.colors[color], theme.colors["muted"]
    return (
        f'<p style="margin-bottom: 0"><b style="color: {loud}">{escape(word)}</b></p>'
        f'<p style="margin-top: 2px; color: {muted}">{escape(sentence)}</p>'
    )


def hint(sentence: str, theme: Theme) -> str:
    """A sentence in place of facts."""
    return f'<p style="color: {theme.colors["muted"]}">{escape(sentence)}</p>'


def render(sections: Iterable[Section], theme: Theme) -> str:
    """Facts under their titles."""
    return "".join(
        title(section.title, theme) + "".join(_fact(fact, theme) for fact in section.facts)
        for section in sections
    )


def title(text: str, theme: Theme) -> str:
    """The title of the facts below."""
    color = theme.colors["text"]
    return f'<p style="margin: 14px 0 2px 0; color: {color}"><b>{escape(text)}</b></p>'


def link(
    key: str, text: str, theme: Theme, address: str = "", *, color: QColor | None = None
) -> str:
    """A text that leads to a message or an author, or to the conversation with an address."""
    place = QUrl()
    if address:
        place.setFragment(address, QUrl.ParsingMode.DecodedMode)
    else:
        # A path can't begin with `ssb:`, as some keys do.
        place.setQuery(key, QUrl.ParsingMode.DecodedMode)
    href = escape(place.toString(QUrl.ComponentFormattingOption.FullyEncoded), quote=True)
    name = color.name() if color else theme.colors["accent"]
    return f'<a href="{href}" style="color: {name}; text-decoration: none">{escape(text)}</a>'


def _fact(fact: Fact, theme: Theme) -> str:
    label = f"{escape(fact.label)} " if fact.label else ""
    leads = fact.key or fact.address
    text = link(fact.key, fact.text, theme, fact.address) if leads else escape(fact.text)
    muted = theme.colors["muted"]
    return f'<p style="margin: 2px 0"><span style="color: {muted}">{label}</span>{text}</p>'

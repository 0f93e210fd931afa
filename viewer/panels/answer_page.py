"""A page of text lines, in which marks of messages are shown as labelled links."""

import re
from html import escape, unescape

from PySide6.QtWidgets import QWidget

from tanglescope.engine import words
from tanglescope.engine.debug.open_graph import BEGIN, END, author_in
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import feed_named
from tanglescope.viewer.panels.labels import Label, Labels
from tanglescope.viewer.theme import Theme, Themed
from tanglescope.viewer.views.facts import FactPage, link

MORE = "more"
"""The address of the link to the omitted part of a path."""

_MARK = re.compile(f"{BEGIN}([^{END}]*){END}")
_LEFT_OUT = re.compile(r"^( +)(… [\d,]+ more …)$")
_INDENT = 8  # pixels per space at the beginning of a line
_LONGEST = 60


class AnswerPage(Themed, FactPage):
    """Sections of lines under titles; sections may arrive later."""

    no_subjects = frozenset({MORE})

    def __init__(
        self, name: str, labels: Labels, theme: Theme, parent: QWidget, *, margin: int = 4
    ) -> None:
        """Create an empty page; the margin is needed where nothing else provides one."""
        super().__init__(name, parent, style="facts")
        self._labels = labels
        self.theme = theme
        self._sections: dict[str, tuple[str, ...]] = {}
        self._margin = margin
        labels.came.connect(self._render)

    def show_section(self, title: str, lines: tuple[str, ...]) -> None:
        """Show these lines under a title, instead of the previous ones."""
        self._sections[title] = lines
        self._render()

    def show_only(self, title: str, lines: tuple[str, ...]) -> None:
        """Show only these lines."""
        self._sections = {title: lines}
        self._render()
        self.verticalScrollBar().setValue(0)

    def set_theme(self, theme: Theme) -> None:
        """Write the page in another theme."""
        super().set_theme(theme)
        self._render()

    def _render(self) -> None:
        lines = [line for section in self._sections.values() for line in section]
        self._labels.want(key for line in lines for key in _MARK.findall(line))
        place = self.verticalScrollBar().value()
        self.setHtml("".join(self._section(*section) for section in self._sections.items()))
        self.document().setDocumentMargin(self._margin)
        self.verticalScrollBar().setValue(place)

    def _section(self, title: str, lines: tuple[str, ...]) -> str:
        if not lines:
            return ""
        color = self.theme.colors["text"]
        head = f'<p style="margin: 12px 0 4px 0; color: {color}"><b>{escape(title)}</b></p>'
        return (head if title else "") + "".join(self._line(line) for line in lines)

    def _line(self, line: str) -> str:
        if not line:
            return '<p style="margin: 0; font-size: 6pt">&nbsp;</p>'
        if left_out := _LEFT_OUT.match(line):
            text = link(MORE, left_out[2], self.theme)
        else:
            text = _MARK.sub(self._link, escape(line.strip()))
        indent = _INDENT * (len(line) - len(line.lstrip()))
        return f'<p style="margin: 2px 0 2px {indent}px">{text}</p>'

    def _link(self, found: re.Match[str]) -> str:
        key = unescape(found[1])  # the line around it has been escaped
        if (author := author_in(key)) is not None:
            called, color = self._labels.get(key).text, self.theme.author(author)
            if feed_named(author):
                return f"<b>{link(author, called, self.theme, color=color)}</b>"
            # A writer of an Autobase or an account of pzp has no profile and no feed to open.
            return f'<b><span style="color: {color.name()}">{escape(called)}</span></b>'
        return link(key, _label_text(self._labels.get(key)), self.theme)


def _label_text(label: Label) -> str:
    text = words.beginning(label.text, _LONGEST)
    return tr("{name} “{text}”", name=label.name, text=text) if label.name else text

"""A folding list below the timeline: messages that name the conversation but aren't in it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QStyle, QStyleOptionToolButton, QWidget

from tanglescope.engine import words
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import ExcludedMessage, StoredMessage
from tanglescope.viewer.theme import Theme, Themed
from tanglescope.viewer.views import facts
from tanglescope.viewer.views.buttons import IconButton
from tanglescope.viewer.views.facts import FactPage
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column

_LINES = 9
_FEW = 8  # letters
_LONGEST_LINE = 90
_MOST_LINKS = 3


@dataclass(frozen=True, slots=True)
class ExcludedListing:
    """The first messages that aren't in the conversation; `count` is the number of all."""

    excluded: Sequence[ExcludedMessage]
    messages: Mapping[str, StoredMessage]
    call: words.Call
    """Names the people and messages that they refer to."""
    count: int


class ExcludedList(Themed, NamedFrame):
    """A line that unfolds into a list, which is requested then."""

    turned = Signal(bool)
    """Emitted when the list was unfolded and its contents are needed, or folded."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(tr("What isn't in this conversation, and why"), parent, style="excluded")
        self.theme = theme
        self._found: ExcludedListing | None = None
        self.head = _Head("folded", tr("Not in this conversation"), parent=self)
        self.head.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.head.setObjectName("excluded_head")
        self.head.setCheckable(True)
        self.head.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.head.toggled.connect(self._turn)
        self.page = FactPage(tr("Messages that aren't in this conversation"), self)
        self.page.set_most_lines(_LINES)
        make_column(self.head, self.page, on=self, margins=(18, 2, 18, 2), spacing=0)
        self.fold()

    def fold(self) -> None:
        """Fold the list, for example when another conversation is opened."""
        self._found = None
        self.head.setChecked(False)
        self._turn(False)

    def is_open(self) -> bool:
        """Whether the list is shown."""
        return self.head.isChecked()

    def show_found(self, found: ExcludedListing) -> None:
        """Show the messages that aren't in the conversation."""
        self._found = found
        self._write()

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        super().set_theme(theme)
        self._write()

    def _turn(self, on: bool) -> None:
        self.page.setVisible(on)
        self._write()
        self.turned.emit(on)

    def _write(self) -> None:
        found = self._found
        title = (
            tr("Not in this conversation ({number:,})", number=found.count)
            if found
            else tr("Not in this conversation")
        )
        self.head.setText(title)
        self.head.setAccessibleName(title)
        self.head.draw("unfolded" if self.head.isChecked() else "folded")
        self.page.setHtml(_html(found, self.theme))


class _Head(IconButton):
    """A line whose text ends in an ellipsis where there is no room for all of it."""

    def minimumSizeHint(self) -> QSize:
        """The icon and a few letters."""
        few = self.iconSize().width() + _FEW * self.fontMetrics().averageCharWidth()
        return QSize(few, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the icon and the text, elided if needed."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        missing = self.sizeHint().width() - self.width()
        if missing > 0:
            room = self.fontMetrics().horizontalAdvance(self.text()) - missing
            elide = Qt.TextElideMode.ElideRight
            option.text = self.fontMetrics().elidedText(self.text(), elide, room)
        with QPainter(self) as painter:
            tool_button = QStyle.ComplexControl.CC_ToolButton
            self.style().drawComplexControl(tool_button, option, painter, self)


def _html(found: ExcludedListing | None, theme: Theme) -> str:
    if found is None:
        return facts.hint(tr("Loading…"), theme)
    if not found.count:
        return facts.hint(tr("Every message that names this conversation is in it."), theme)
    lines = [_line(found, each, theme) for each in found.excluded]
    more = found.count - len(found.excluded)
    if more:
        lines.append(facts.hint(tr("and {more:,} more", more=more), theme))
    return "".join(lines)


def _line(found: ExcludedListing, excluded: ExcludedMessage, theme: Theme) -> str:
    message = found.messages.get(excluded.key)
    line = escape(words.clean(excluded.key, _LONGEST_LINE))  # a refused record is nowhere to go to
    if message is not None:
        text = words.one_line(message.content, found.call, message.epoch, author=message.author)
        said = f"{found.call(message.author)}: {words.clean(text, _LONGEST_LINE)}"
        line = facts.link(excluded.key, said, theme)
    return f'<p style="margin: 4px 0">{line}<br>{_why(excluded, theme)}</p>'


def _why(excluded: ExcludedMessage, theme: Theme) -> str:
    muted = theme.colors["muted"]
    if excluded.rule is not None:
        text = tr("Excluded ({rule}): {why}", rule=excluded.rule, why=words.clean(excluded.why))
        return f'<span style="color: {muted}">{escape(text)}</span>'
    text = plural(
        "Set aside: it waits for {n:,} messages.",
        "Set aside: it waits for {n:,} message.",
        len(excluded.waits_for),
    )
    links = (facts.link(key, words.short(key), theme) for key in excluded.waits_for[:_MOST_LINKS])
    return f'<span style="color: {muted}">{escape(text)}</span> {" ".join(links)}'

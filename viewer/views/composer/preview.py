"""The preview of a reply as it will look, and what exactly will be signed."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QTextOption
from PySide6.QtWidgets import (
    QFrame,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QWidget,
)

from tanglescope.engine import words
from tanglescope.engine.language.wording import list_first, tr
from tanglescope.viewer.models.composing import PreparedReply, Tips
from tanglescope.viewer.models.row import Quote
from tanglescope.viewer.subjects import MessageSubject, Subject
from tanglescope.viewer.theme import Measured, Theme, Themed
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views import typography
from tanglescope.viewer.views.label import PlainLabel
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column, make_row
from tanglescope.viewer.views.timeline.bubble import Bubble
from tanglescope.viewer.views.timeline.context import Context, RowMarks
from tanglescope.viewer.views.typography import BEFORE_GROUP, MARGIN, BubbleLook, TextPainter

_LINES, _LEAST_LINES = 13, 2
"""The height in lines of text, and where there is no room for it."""


class ReplyPreview(Measured, NamedFrame):
    """A preview of the row; the text that will be signed is shown beside it if that is wanted."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(tr("Preview of the reply"), parent, style="reply_preview")
        self.shows_source = False
        """Whether what exactly will be signed is shown beside the row."""
        self.bubble = _Bubble(theme)
        self._area = area = QScrollArea(self)
        area.setAccessibleName(tr("The reply as it will look"))
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidgetResizable(True)
        area.setWidget(self.bubble)
        self.text = QPlainTextEdit(self)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(tr("What exactly will be signed"))
        self.text.setFont(typography.fixed_pitch())
        self.text.setWordWrapMode(QTextOption.WrapMode.WrapAnywhere)
        self.text.hide()
        make_row((area, 1), (self.text, 1), on=self, spacing=8)
        self._measure()
        self.hide()

    def show_reply(self, prepared: PreparedReply | None) -> None:
        """Show a reply, or none."""
        self.bubble.show_reply(prepared)
        self.text.setPlainText(words.visible(prepared.text) if prepared else "")
        self.updateGeometry()

    def show_source(self, on: bool) -> None:
        """Show what exactly will be signed, or hide it."""
        self.shows_source = on
        self.text.setVisible(on)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """The height of the row; with what will be signed, as many lines as there may be."""
        most, row = self.maximumHeight(), self.bubble.sizeHint().height()
        return QSize(super().sizeHint().width(), most if self.shows_source else min(row, most))

    def _measure(self) -> None:
        line = self.fontMetrics().lineSpacing()
        for part in (self._area, self.text):
            part.setMinimumHeight(_LEAST_LINES * line)
        self.setMaximumHeight(_LINES * line)


class _Bubble(Themed, QWidget):
    """One row of a timeline, in the available width."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("reply_bubble")
        self.setAccessibleName(tr("The reply as it will look"))
        self.theme = theme
        self._prepared: PreparedReply | None = None
        self._bubble: Bubble | None = None

    def show_reply(self, prepared: PreparedReply | None) -> None:
        self._prepared = prepared
        self.setAccessibleDescription(prepared.row.spoken_text() if prepared else "")
        self._lay_out()

    def set_theme(self, theme: Theme) -> None:
        super().set_theme(theme)
        self._lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._lay_out()

    def paintEvent(self, _event: QPaintEvent) -> None:
        with TextPainter(self) as painter:
            painter.fillRect(self.rect(), self.theme.color("canvas"))
            if self._bubble:
                self._bubble.paint(painter, 0, RowMarks())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def sizeHint(self) -> QSize:
        height = self._bubble.height + BEFORE_GROUP if self._bubble else 0
        return QSize(4 * MARGIN, height)

    def _lay_out(self) -> None:
        prepared = self._prepared
        if prepared is None:
            self._bubble = None
        else:
            look = BubbleLook(self.theme, self.font(), self.width(), self.devicePixelRatioF())
            self._bubble = Bubble(prepared.row, Context(None, True, prepared.tips), look)
        self.updateGeometry()
        self.update()


_MOST = 3
_LETTERS = 28


class _Chip(QPushButton):
    """A button whose text ends in an ellipsis where there is no room for all of it."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        option.text = self.visible_text(option)
        with QPainter(self) as painter:
            push_button = QStyle.ControlElement.CE_PushButton
            self.style().drawControl(push_button, option, painter, self)

    def visible_text(self, option: QStyleOptionButton) -> str:
        """The part of the text that is seen."""
        contents = QStyle.SubElement.SE_PushButtonContents
        room = self.style().subElementRect(contents, option, self).width()
        elide = Qt.TextElideMode.ElideRight
        return self.fontMetrics().elidedText(self.text(), elide, room, Qt.TextFlag.TextShowMnemonic)


class TipChips(Themed, NamedFrame):
    """The tips of the tangles to which a reply belongs, as far as they are known.

    Tangles with the same tips share a line.
    """

    key_clicked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(tr("The reply will come after"), parent)
        self.theme = theme
        self._keys: dict[QWidget, str] = {}
        self._tangles: tuple[Tips, ...] = ()
        self._left_out: Mapping[str, str] = {}
        self._column = make_column(on=self, spacing=4)

    def tips(self) -> tuple[Quote, ...]:
        """The tips that are shown, without repetition."""
        return tuple(dict.fromkeys(tip for _, tips in self._tangles for tip in tips))

    def show_tips(self, tangles: Sequence[Tips], left_out: Mapping[str, str]) -> None:
        """Show the tips of tangles by name; of many, the first few and the number of the others.

        Tangles that are left out are named with the reasons.
        """
        if (tuple(tangles), left_out) != (self._tangles, self._left_out):
            self._tangles, self._left_out = tuple(tangles), left_out
            self._fill()

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        super().set_theme(theme)
        self._fill()

    def lines(self) -> list[tuple[str, tuple[Quote, ...]]]:
        """The label and the tips of each line."""
        names: dict[tuple[Quote, ...], list[str]] = {}
        for name, tips in self._tangles:
            names.setdefault(tips, []).append(words.clean_name(name))
        if len(names) == 1:
            return [(tr("In this conversation, after"), tips) for tips in names]
        return [
            (tr("In {tangles} after", tangles=list_first(those, _MOST, str)), tips)
            for tips, those in names.items()
        ]

    def _fill(self) -> None:
        self._keys.clear()
        while (item := self._column.takeAt(0)) is not None:
            if widget := item.widget():
                widget.hide()
                widget.deleteLater()
        for label, tips in self.lines():
            self._column.addWidget(self._line(label, tips))
        if sentence := self.omission():
            self._column.addWidget(PlainLabel(sentence, self, style="hint", wraps=True))

    def omission(self) -> str:
        """The tangles that the reply doesn't continue, by reason; `""` if there are none."""
        names: dict[str, list[str]] = {}
        for name, why in self._left_out.items():
            names.setdefault(why, []).append(words.clean_name(name))
        reasons = (f"{list_first(those, _MOST, str)} ({why})" for why, those in names.items())
        return tr("Not in {tangles}", tangles="; ".join(reasons)) if names else ""

    def _line(self, label: str, tips: Sequence[Quote]) -> QFrame:
        frame = NamedFrame(label, self)
        parts: list[QWidget] = [PlainLabel(label, self, style="hint")]
        parts += map(self._chip, tips[:_MOST])
        if rest := tips[_MOST:]:
            others = PlainLabel(tr("and {more:,} more", more=len(rest)), self, style="hint")
            set_tooltip(others, "\n".join(_text_of_tip(tip, 80) for tip in rest))
            parts.append(others)
        make_row(*parts, 1, on=frame, spacing=6)
        return frame

    def _chip(self, tip: Quote) -> QPushButton:
        chip = _Chip(_text_of_tip(tip, _LETTERS).replace("&", "&&"), self)
        chip.setObjectName("chip")
        chip.setAccessibleName(tr("After {text}: go there", text=_text_of_tip(tip, 80)))
        set_tooltip(chip, f"{_text_of_tip(tip, 200)}\n{tip.key}")
        chip.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        chip.setMinimumWidth(40)
        chip.setCursor(Qt.CursorShape.PointingHandCursor)
        color = self.theme.author(tip.hue)
        chip.setStyleSheet(f"border-left: 3px solid {color.name()};")
        self._keys[chip] = tip.key
        chip.clicked.connect(lambda _=False, key=tip.key: self.key_clicked.emit(key))
        return chip

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The message of a chip."""
        chip = self.focusWidget() if point is None else self.childAt(point)
        return MessageSubject(self._keys[chip]) if chip in self._keys else None


def _text_of_tip(tip: Quote, longest: int) -> str:
    text = words.clean(tip.text, longest)
    return f"{tip.author}: {text}" if tip.author else text

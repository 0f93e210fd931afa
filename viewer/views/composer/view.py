"""The composer under the timeline: the reply, what it comes after, its length, and signing it.

Nothing is signed while it can be undone: for some seconds after *Sign*, *Undo* returns to the
draft. The composer emits the user's actions; other parts carry them out.
"""

from collections.abc import Callable
from enum import Enum, auto

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QSizePolicy, QWidget

from tanglescope.engine import words
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.message.classic import LONGEST_MESSAGE
from tanglescope.viewer.models.composing import (
    MOST_LETTERS,
    PreparedReply,
    ReplyPlace,
    WritingRefused,
)
from tanglescope.viewer.theme import Measured, Theme, Themed
from tanglescope.viewer.timers import make_timer
from tanglescope.viewer.tooltips import set_tooltip
from tanglescope.viewer.views.buttons import make_button
from tanglescope.viewer.views.composer.completion_list import CompletionList
from tanglescope.viewer.views.composer.preview import ReplyPreview, TipChips
from tanglescope.viewer.views.label import ElidedLabel, PlainLabel
from tanglescope.viewer.views.layout.boxes import NamedFrame, make_column, make_row
from tanglescope.viewer.views.typography import MARGIN, WIDEST_COLUMN

UNDO_SECONDS = 5

_LINES = range(1, 8)


class State(Enum):
    """The state of a reply."""

    DRAFT = auto()
    WAITING = auto()
    """The reply will be signed when the countdown ends."""
    SIGNING = auto()


_NEARLY = 0.8
"""The share of the longest message from which on the length is shown: most replies are short."""


class Composer(Themed, Measured, NamedFrame):
    """One reply to the open thread."""

    measures_soon = True

    opened = Signal()
    """Emitted when a reply is begun, to request what it would come after."""
    edited = Signal()
    preview_wanted = Signal()
    publish_wanted = Signal()
    sign_wanted = Signal()
    """Emitted when the time to undo is over."""
    left = Signal()
    """Emitted when the reader leaves the composer."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(tr("Reply"), parent, style="composer")
        self.theme = theme
        self._is_field_open = False
        self.place: ReplyPlace | None = None
        self.prepared: PreparedReply | None = None
        self.undo_seconds = UNDO_SECONDS
        self.state = State.DRAFT
        self._left = 0
        self.tips = TipChips(theme, self)
        self.field = self._make_field()
        self.completions = CompletionList(self.field, theme)
        self.field.cursorPositionChanged.connect(self.completions.stay)
        self.preview = ReplyPreview(theme, self)
        self._foot = self._make_foot()
        self._lay_out(self.tips, self.preview, self.field, self._foot)
        self._tick = make_timer(1000, self._count_down, self, repeats=True)
        self._refresh()

    # Contents

    def text(self) -> str:
        """The text of the draft."""
        return self.field.toPlainText()

    def add(self, text: str) -> None:
        """Add a paragraph to the draft, and begin the next one; one undo removes it."""
        if self.state is not State.DRAFT:
            return
        cursor = self.field.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.End)
        before = self.text().rstrip("\n")
        missing = 2 - (len(self.text()) - len(before)) if before else 0
        cursor.insertText("\n" * max(0, missing) + text + "\n\n")
        self.field.setTextCursor(cursor)
        QTimer.singleShot(0, self, self._refresh)  # lines are counted in the width it gets

    def is_open(self) -> bool:
        """Whether the composer is open."""
        return self.field.hasFocus() or bool(self.text()) or self.state is not State.DRAFT

    def open_thread(self, draft: str) -> None:
        """Switch to another thread with its `draft`."""
        self._tick.stop()
        self.state = State.DRAFT
        self.completions.hide()
        self.place = self.prepared = None
        self.preview_button.setChecked(False)
        self.field.blockSignals(True)  # this isn't an edit
        self.field.setPlainText(draft)
        self.field.blockSignals(False)
        self.say("")
        self._refresh()

    def show_place(self, place: ReplyPlace | WritingRefused) -> None:
        """Show what the reply would come after, or why there can't be one."""
        if isinstance(place, WritingRefused):
            self.place = None
            self.say(place.reason)
        else:
            if self.place is None:
                self.say("")
            self.place = place
            self.tips.show_tips(place.tangles, place.left_out)
        self._refresh()

    def show_prepared(self, prepared: PreparedReply | WritingRefused) -> None:
        """Show exactly what would be signed."""
        if isinstance(prepared, WritingRefused):
            self.edit_again(prepared.reason)
        else:
            self.prepared = prepared
            self.preview.show_reply(prepared)

    def wait_for_undo(self, prepared: PreparedReply) -> None:
        """Sign after the countdown."""
        self.show_prepared(prepared)
        self.state, self._left = State.WAITING, self.undo_seconds
        self._tick.start()
        self._refresh()

    def edit_again(self, reason: str = "") -> None:
        """Return to the draft, because nothing was published; `reason` says why."""
        self._tick.stop()
        self.state = State.DRAFT
        self.say(reason)
        self._refresh()

    def clear(self) -> None:
        """Empty the composer after a reply was published."""
        self.open_thread("")
        self.edited.emit()

    def say(self, sentence: str) -> None:
        """Show what prevents publishing."""
        self._notice.setText(sentence)
        self._notice.setAccessibleName(sentence or tr("Nothing prevents publishing"))
        self._notice.setVisible(bool(sentence))

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        super().set_theme(theme)
        self.completions.set_theme(theme)  # which may be in the window, not in here

    # Actions of the user

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Sign with Ctrl+Enter, leave with Escape, open on focus."""
        if watched is not self.field:
            return False
        if event.type() == QEvent.Type.FocusIn:
            self._refresh()
            self.opened.emit()
        elif event.type() == QEvent.Type.FocusOut:
            self.completions.hide()
            QTimer.singleShot(0, self, self._refresh)
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._handle_key(event)
        return False

    def _handle_key(self, event: QKeyEvent) -> bool:
        if self.completions.take_key(event):
            return True
        if event.key() == Qt.Key.Key_Escape:
            if self.state is State.WAITING:
                self.undo.click()
            else:
                self.left.emit()
            return True
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            if self.state is State.DRAFT and not self.publish.isEnabled():
                self.say(self._why_not())
            else:
                self.publish.click()
            return True
        return False

    def _why_not(self) -> str:
        """Why the draft can't be published."""
        if self.place is None:
            return self._notice.text()
        if not self.text().strip():
            return tr("Write something first.")
        return tr(
            "The reply is too long: a signed message holds {most:,} characters at most. Shorten"
            " it.",
            most=LONGEST_MESSAGE,
        )

    def _edit(self) -> None:
        if len(self.text()) > MOST_LETTERS:
            self.field.undo()
            self.say(
                tr(
                    "A message holds {most:,} characters at most; this is far too long.",
                    most=LONGEST_MESSAGE,
                )
            )
            return
        if self.place is not None:
            self.say("")  # what prevented publishing was about another text
        self._align()
        self._refresh()
        self.edited.emit()
        self.completions.look()

    def _align(self) -> None:
        """Align the text to the side on which the first paragraph begins."""
        document = self.field.document()
        leftward = document.begin().textDirection() is Qt.LayoutDirection.RightToLeft
        wanted = Qt.AlignmentFlag.AlignRight if leftward else Qt.AlignmentFlag.AlignLeft
        option = document.defaultTextOption()
        if option.alignment() != wanted:
            option.setAlignment(wanted)
            document.setDefaultTextOption(option)

    def _toggle_preview(self, on: bool) -> None:
        self.preview.setVisible(on)
        self.source_button.setVisible(on)
        self._stays.setHidden(on)  # low windows have room for one of both
        if on:
            self.preview_wanted.emit()

    def _count_down(self) -> None:
        self._left -= 1
        if self._left > 0:
            self._refresh()
        else:
            self._sign()

    def _sign(self) -> None:
        self._tick.stop()
        self.state = State.SIGNING
        self._refresh()
        self.sign_wanted.emit()

    # Appearance

    def _refresh(self) -> None:
        """Show the widgets of the current state."""
        drafting, opened = self.state is State.DRAFT, self.is_open()
        waiting = self.state is State.WAITING
        self.field.setReadOnly(not drafting)
        self._foot.setVisible(opened)
        self.tips.setVisible(opened and self.place is not None)
        self.preview.setVisible(opened and self.preview_button.isChecked())
        self._fit_field(opened)
        length = self.place.length(self.text()) if self.place else 0
        fits = length is not None and length <= LONGEST_MESSAGE
        self._show_size(length, fits)
        can_draft = drafting and self.place is not None
        self.publish.setEnabled(can_draft and fits and bool(self.text().strip()))
        self.preview_button.setEnabled(can_draft)
        self.source_button.setVisible(self.preview_button.isChecked())
        for button in (self.publish, self.preview_button):
            button.setVisible(not waiting)
        for button in (self.undo, self.now):
            button.setVisible(waiting)
        self._show_identity()

    def _show_size(self, length: int | None, fits: bool) -> None:
        shown = (
            tr("far too long")
            if length is None
            else tr("{number:,} of {all:,}", number=length, all=LONGEST_MESSAGE)
        )
        is_near = length is None or length > _NEARLY * LONGEST_MESSAGE
        self.size_label.setText(shown if self.place and is_near else "")
        self.size_label.setAccessibleName(tr("Length of the signed message: {shown}", shown=shown))
        self.size_label.setProperty("bad", not fits)
        self.size_label.style().polish(self.size_label)

    def _show_identity(self) -> None:
        place = self.place
        if self.state is State.WAITING:
            text = plural("Signing in {n:,} seconds", "Signing in {n:,} second", self._left)
        elif self.state is State.SIGNING:
            text = tr("Signing…")
        elif place is None:
            text = ""
        elif place.feed is None:
            text = tr("as a new identity, created when you sign")
        else:
            text = tr("as {name}", name=words.short(place.feed))
        self.identity.setText(text)
        self.identity.setAccessibleName(text or tr("No identity"))
        kept = ""
        if place:
            who, file = place.feed or tr("A new identity"), place.folder / "secret"
            kept = tr("{who}\nkept in {file}", who=who, file=file)
        self.identity.explain(kept)

    def _measure(self) -> None:
        """Let the field grow with the font."""
        self._fit_field(self._is_field_open)

    def _fit_field(self, opened: bool) -> None:
        self._is_field_open = opened
        # A single line would suggest that only one line is wanted.
        lines = max(3, self._lines()) if opened else 1
        margins = 2 * int(self.field.document().documentMargin()) + 12
        line = self.field.fontMetrics().lineSpacing()
        self.field.setMinimumHeight(line + margins)
        self.field.setMaximumHeight(lines * line + margins)

    def _lines(self) -> int:
        """The number of lines of the draft, as far as the field grows."""
        document, lines = self.field.document(), 0
        block = document.begin()
        while block.isValid() and lines < _LINES.stop - 1:
            # The size of the document may be that of another width.
            document.documentLayout().blockBoundingRect(block)
            lines += block.layout().lineCount()
            block = block.next()
        return min(lines, _LINES.stop - 1)

    # Construction

    def _make_field(self) -> QPlainTextEdit:
        field = QPlainTextEdit(self)
        field.setObjectName("reply_field")
        field.setAccessibleName(tr("Your reply, in Markdown"))
        field.setPlaceholderText(tr("Reply in this conversation…"))
        field.setTabChangesFocus(True)
        field.installEventFilter(self)
        field.textChanged.connect(self._edit)
        return field

    def _make_foot(self) -> QWidget:
        foot = NamedFrame(tr("Length, identity and what to do"), self)
        self._notice = PlainLabel(foot, style="warning", wraps=True)
        self._notice.setAccessibleName(tr("Nothing prevents publishing"))
        self._notice.hide()
        self._stays = ElidedLabel(foot, style="hint")
        self._stays.setText(tr("A reply stays on this computer until you export your feed."))
        self.size_label = PlainLabel(foot, style="size_label")
        self.identity = ElidedLabel(foot, style="hint")
        self.identity.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.preview_button = self._switch(
            tr("Preview"), self._toggle_preview, tr("Show how the reply will look")
        )
        self.source_button = self._switch(
            tr("JSON"), self.preview.show_source, tr("Show what exactly will be signed")
        )
        what = tr("Sign the reply and keep it here")
        sign = self.publish_wanted.emit
        self.publish = make_button(tr("Sign"), self, sign, style="primary", what=what)
        set_tooltip(self.publish, tr("Ctrl+Enter"))
        what = tr("Don't sign; continue with the draft")
        self.undo = make_button(tr("Undo"), self, self.edit_again, style="primary", what=what)
        what = tr("Sign at once")
        self.now = make_button(tr("Sign now"), self, self._sign, style="secondary", what=what)
        buttons = (self.source_button, self.preview_button, self.now, self.undo, self.publish)
        line = make_row(self.size_label, (self.identity, 1), *buttons, spacing=8)
        make_column(self._notice, self._stays, line, on=foot)
        return foot

    def _switch(self, text: str, turn: Callable[[bool], None], what: str) -> QPushButton:
        button = make_button(text, self, style="secondary", what=what)
        button.setCheckable(True)
        button.toggled.connect(turn)
        return button

    def _lay_out(self, *parts: QWidget) -> None:
        """Put the parts into a centred column as wide as the timeline's."""
        inner = NamedFrame(tr("Reply"), self)
        inner.setMaximumWidth(WIDEST_COLUMN)
        make_row(1, (inner, 1000), 1, on=self, margins=(MARGIN, 10, MARGIN, 10))
        make_column(*parts, on=inner, spacing=8)

    def minimumSizeHint(self) -> QSize:
        """No minimum: the timeline decides how narrow a window may be."""
        return QSize(200, super().minimumSizeHint().height())

"""The timeline on the screen: painting, keyboard and mouse."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QPoint, QPointF, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QHideEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPaintEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractItemView, QStyle, QWidget

from tanglescope.engine.blobs.links import MARK, BlobLink
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.library import Horizon
from tanglescope.engine.message.uris import usual
from tanglescope.engine.words.rows import Border, Markings
from tanglescope.viewer.face import Face, FacePart
from tanglescope.viewer.models import Index
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.motion import Glide
from tanglescope.viewer.subjects import FileSubject, MessageSubject, Subject, subject_of_link
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.tooltips import show_tooltip
from tanglescope.viewer.views.lanes.lanes_view import Lanes
from tanglescope.viewer.views.timeline.attachments import Click, File, files_of
from tanglescope.viewer.views.timeline.context import RowMarks, UnreadMessages
from tanglescope.viewer.views.timeline.marking_view import MarkingView
from tanglescope.viewer.views.typography import TextPainter

_NOTCH = 84  # pixels a notch of the wheel

_Keys: TypeAlias = dict[Qt.Key, Callable[[], None]]


class TimelineView(MarkingView):
    """The rows of a timeline, read by keyboard and mouse."""

    link_clicked = Signal(str)
    """Emitted with an address that was clicked in a message."""
    key_clicked = Signal(str)
    """Emitted with the key of a quoted message that was clicked."""
    current_changed = Signal()
    """Emitted when the current message has changed."""
    file_clicked = Signal(object)
    """Emitted with the `Click` on a file of a message."""
    votes_clicked = Signal(str)
    """Emitted with the key of a message whose number of likes was clicked."""
    messages_read = Signal(object)
    """Emitted with the keys of new messages that were visible for the first time."""
    unread_changed = Signal()
    """Emitted when the number of unread messages has changed."""
    position_changed = Signal(int, int)
    """Another message is read, or there are more or fewer: its place from 1, and their count."""
    lit = Signal()
    """Emitted when the highlight has changed."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self.unread = UnreadMessages()
        self.lanes = Lanes(theme)
        self._words: tuple[str, ...] = ()
        self._shows_ids = True
        self.markings = Markings()
        self._position: tuple[int, int] | None = None
        """The position that was reported last; None if the timeline is another one since."""
        self._lasting_borders: Mapping[str, tuple[Border, ...]] = {}
        """What a panel marks here."""
        super().__init__(theme, parent)
        self._glide = Glide(self.scroll_by, self)
        self.setAccessibleName(tr("Timeline"))
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setMouseTracking(True)
        self._plain, self._with_shift = self._keys()

    # The reading position

    def go_to(self, key: str) -> bool:
        """Scroll the row of `key` to the middle and make it current; False if it has none."""
        row = self.timeline.row_of(key) if self.model() is not None else None
        if row is None:
            return False
        self.timeline.unfold(row)
        self._set_current(row)
        self.scrollTo(self.timeline.index(row), QAbstractItemView.ScrollHint.PositionAtCenter)
        return True

    def step(self, rows: int) -> None:
        """Move the current row; a row taller than the screen is scrolled first."""
        if self.model() is None or not (count := self.timeline.rowCount()):
            return
        current = self.currentIndex()
        if not current.isValid():
            self._place()
            start = self._placed[-1 if rows < 0 else 0].row if self._placed else 0
            self._set_current(start)
            self.scrollTo(self.currentIndex())
            return
        if self._read_on(current.row(), rows):
            return
        self.choose_nothing()
        self._set_current(self.timeline.folds.step(current.row(), rows, count))
        self.scrollTo(self.currentIndex())

    def mark_words(self, words: str) -> None:
        """Highlight these words."""
        self._words = tuple(words.split())
        self.viewport().update()

    # Unread messages

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Replace the timeline and watch for arrivals."""
        super().setModel(model)
        self.lanes.set_model(model if isinstance(model, TimelineModel) else None)
        if isinstance(model, TimelineModel):
            model.arrived.connect(self._note_arrived)
            model.moved.connect(self._note_moved)
            if model.pictures:
                model.pictures.arrived.connect(self.viewport().update)
                model.pictures.folders_changed.connect(self._measure_again)

    def _measure_again(self) -> None:
        self._placer.forget()
        self._refresh()

    def reset(self) -> None:
        """Show a timeline again, and report its position even if the numbers are the same."""
        self._position = None
        super().reset()

    def hideEvent(self, event: QHideEvent) -> None:
        """Report that no row is being read, for example while a panel fills the window."""
        super().hideEvent(event)
        self._position = (0, 0)
        self.position_changed.emit(*self._position)

    def _start_afresh(self) -> None:
        super()._start_afresh()
        self.mark_read()

    def mark_new(self, keys: list[str]) -> None:
        """Count messages as new that aren't visible."""
        self._note_arrived(keys)
        self.viewport().update()  # the visible ones have been seen

    def note_seen(self, keys: Sequence[str]) -> None:
        """Note messages that the reader has seen."""
        before = self.unread.counts()
        read = self.unread.note_seen(keys)
        if self.unread.counts() != before:
            self.unread_changed.emit()
        if read:
            self.messages_read.emit(read)

    def mark_read(self) -> bool:
        """Count no message as new or moved; whether any was."""
        was_unread = any(self.unread.counts())
        self.unread.clear()
        self.unread_changed.emit()
        self.viewport().update()
        return was_unread

    def _note_arrived(self, keys: list[str]) -> None:
        if self.unread.came(keys):
            self.unread_changed.emit()

    def _note_moved(self, keys: list[str]) -> None:
        if self.unread.note_moved(keys):
            self.unread_changed.emit()

    # Painting

    def set_horizon(self, horizon: Horizon | None) -> None:
        """Highlight past and future of the current message, and tint what it did not know of."""
        self.lanes.horizon = horizon
        self.viewport().update()
        self.lit.emit()

    def set_bows(self, pairs: Sequence[tuple[str, str]]) -> None:
        """Draw bows beside the lanes, from the first to the second message of each pair."""
        had = self.lanes.gutter
        self.lanes.set_bows(pairs)
        if self.lanes.gutter != had:
            self._refresh()
        self.viewport().update()

    def set_markings(self, markings: Markings | None) -> None:
        """Show signs at messages and lines between them, or none."""
        self.markings = markings or Markings()
        self._place_borders()

    def set_lasting_borders(self, borders: Mapping[str, tuple[Border, ...]]) -> None:
        """Show lines between messages that don't depend on the open panel."""
        if borders != self._lasting_borders:
            self._lasting_borders = borders
            self._place_borders()

    def _place_borders(self) -> None:
        self._placer.borders = {**self._lasting_borders, **self.markings.borders}
        self._refresh()

    def currentChanged(self, current: Index, previous: Index) -> None:
        """Emit that the current message has changed."""
        super().currentChanged(current, previous)
        self.current_changed.emit()

    def show_lanes(self, *, shown: bool) -> None:
        """Show or hide the graph beside the messages."""
        self.lanes.shown = shown
        self._refresh()

    def set_face(self, face: Face) -> None:
        """Show lanes and tooltips as a face has them."""
        self._shows_ids = face.shows(FacePart.IDS)
        self.lanes.is_slim = not face.shows(FacePart.WIDE_LANES)
        self._refresh()

    def show_feed_lanes(self, *, on: bool) -> None:
        """Draw one lane per author, or only as many as the forks need."""
        self.lanes.turn_by_feed(on=on)
        self._refresh()

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self.lanes.theme = theme
        super().set_theme(theme)

    def _place(self) -> None:
        """Position the visible rows, and find the room for the lanes beside them."""
        if not self._placed:
            self.lanes.prepare(max(0, self._anchor.row()), self.viewport().width())
            self._placer.gutter = self.lanes.gutter
        super()._place()
        if self.lanes.fit(self._placed):
            self._placer.gutter = self.lanes.gutter
            self._placed = []
            super()._place()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the visible rows."""
        shown = self._visible_bubbles()
        current, focused = self.currentIndex().row(), self.hasFocus()
        seen: list[str] = []
        with TextPainter(self.viewport()) as painter:
            for each in shown:
                keys = self.timeline.keys(each.row, each.rows)
                seen += keys
                marks = RowMarks(
                    current=current in each,
                    focused=focused,
                    moved=any(map(self.unread.has_moved, keys)),
                    chosen=any(key in self.chosen for key in keys),
                    selected=self.selection.span(each.row),
                    words=self._words,
                    concurrent=any(map(self.lanes.tints, keys)),
                    sign=self.markings.signs.get(each.key, ""),
                )
                each.bubble.paint(painter, each.y, marks)
            placed = sorted(shown, key=lambda each: each.row)
            self.lanes.paint(painter, placed, self._placer.left, current)
        if self.isVisible():
            self.note_seen(seen)
        position = self._reading()
        if position != self._position:
            self._position = position
            self.position_changed.emit(*position)

    def _reading(self) -> tuple[int, int]:
        """The place of the message that is being read, counted from 1, and how many there are."""
        if not self._placed:
            return 0, 0
        current = self.currentIndex().row()
        return self.timeline.place(current if self._visible(current) else self._placed[0].row)

    # The reader

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, _modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        """The current index: the work is done by `keyPressEvent`."""
        # Qt asks when the focus arrives, even before a conversation is open
        if self.model() is None:
            return QModelIndex()
        row, last = self.currentIndex().row(), self.timeline.rowCount() - 1
        if row < 0:
            return self._first_in_view()
        offset = {
            QAbstractItemView.CursorAction.MoveUp: -1,
            QAbstractItemView.CursorAction.MovePrevious: -1,
            QAbstractItemView.CursorAction.MoveDown: 1,
            QAbstractItemView.CursorAction.MoveNext: 1,
            QAbstractItemView.CursorAction.MoveHome: -last,
            QAbstractItemView.CursorAction.MoveEnd: last,
        }.get(action, 0)
        return self.timeline.index(self._row_beside(row, offset))

    def _first_in_view(self) -> QModelIndex:
        """The first message whose beginning can be seen: what a reader who came back looks at."""
        seen = self.visible_rows()
        key = next((key for key, top in seen if top >= 0), seen[0][0] if seen else "")
        row = self.timeline.row_of(key) if key else None
        return QModelIndex() if row is None else self.timeline.index(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll by row, by page or to either end; with Shift, select what is passed."""
        if self.model() is None:  # before the first conversation is open
            event.ignore()
            return
        if event.matches(QKeySequence.StandardKey.SelectAll):
            self.choose_all()
            return
        shift = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        act = (self._with_shift if shift else self._plain).get(Qt.Key(event.key()))
        if act:
            act()
        else:
            super().keyPressEvent(event)

    def _keys(self) -> tuple[_Keys, _Keys]:
        """The functions of keys, without and with Shift."""
        key = Qt.Key
        pages: _Keys = {
            key.Key_PageDown: lambda: self.scroll_by(self._page()),
            key.Key_PageUp: lambda: self.scroll_by(-self._page()),
        }
        plain: _Keys = pages | {
            key.Key_Down: lambda: self.step(1),
            key.Key_Up: lambda: self.step(-1),
            key.Key_Space: lambda: self.scroll_by(self._page()),
            key.Key_Home: lambda: self._jump(0),
            key.Key_End: self._jump_to_end,
            key.Key_Escape: self.deselect,
            key.Key_Return: self._fold_current,
            key.Key_Enter: self._fold_current,
        }
        shifted: _Keys = pages | {
            key.Key_Down: lambda: self._choose_on(1),
            key.Key_Up: lambda: self._choose_on(-1),
            key.Key_Space: lambda: self.scroll_by(-self._page()),
            key.Key_Home: lambda: self._choose_on(-self.timeline.rowCount()),
            key.Key_End: lambda: self._choose_on(self.timeline.rowCount()),
        }
        return plain, shifted

    def _page(self) -> int:
        return self.viewport().height() - 48

    def _jump_to_end(self) -> None:
        self._jump(self.timeline.rowCount() - 1)
        self.go_to_end()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll with a touchpad, or glide with the notches of a wheel."""
        exact = event.pixelDelta().y()
        if exact or not self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration):
            self._glide.stop()
            self.scroll_by(-(exact or _notches(event)))
        else:
            self._glide.push(-_notches(event))
        event.accept()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Follow what was clicked, unless text was selected."""
        super().mouseReleaseEvent(event)
        if event.button() is not Qt.MouseButton.LeftButton or self.selection.rows:
            return
        if (each := self._row_under(event.position())) is None:
            return
        inside, bubble = event.position() - QPointF(0, each.y), each.bubble
        if stub := self.lanes.stub_at(event.position()):
            self.key_clicked.emit(stub.nearest)
        elif event.modifiers() & Qt.KeyboardModifier.ControlModifier or len(self.chosen):
            return
        elif bubble.is_warning_at(inside):
            self.timeline.turn_fold(each.key)
        elif file := bubble.file_at(inside):
            self.file_clicked.emit(file)
        elif bubble.is_votes_at(inside):
            self.votes_clicked.emit(each.key)
        elif link := bubble.link_at(inside):
            self.link_clicked.emit(link)
        elif quote := bubble.quote_at(inside):
            self.key_clicked.emit(quote)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Make the message under the mouse current; the window shows its menu."""
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        index = self.currentIndex() if by_key else self.indexAt(event.pos())
        if not index.isValid():
            return
        if index != self.currentIndex():
            if self.timeline.key(index.row()) not in self.chosen:
                self.choose_nothing()
            self._set_current(index.row())
        event.ignore()  # the window opens the menu

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The subject at a point: a message, or a name, link, quote or lane in its row."""
        if point is None:
            key = self.current_key()
            return MessageSubject(key) if key else None
        at = QPointF(self.viewport().mapFrom(self, point))
        each = self._row_under(at)
        if each is None:
            return None
        if stub := self.lanes.stub_at(at):
            return MessageSubject(stub.nearest)
        if lane := self.lanes.lane_at(at, each, self._placer.left):
            return lane
        inside = at - QPointF(0, each.y)
        if clicked := each.bubble.file_at(inside):
            return FileSubject(clicked.key, clicked.file.link.address)
        if link := each.bubble.link_at(inside):
            return subject_of_link(link)
        return MessageSubject(each.bubble.quote_at(inside) or each.key)

    def words_at(self, point: QPoint) -> str:
        """The text that is selected in the row at a point, otherwise the word there, or `""`."""
        at = QPointF(self.viewport().mapFrom(self, point))
        if (each := self._row_under(at)) is None:
            return ""
        inside, bubble = at - QPointF(0, each.y), each.bubble
        if self.selection.rows == range(each.row, each.row + 1):
            return self.selected_text()
        return bubble.text(bubble.word_at(inside)) if bubble.is_text_at(inside) else ""

    def files_of_current(self) -> list[Click]:
        """The files of the current message, each as a click."""
        index = self.currentIndex()
        if not index.isValid():
            return []
        row = self.timeline.row(index.row())
        files = files_of(row, self.timeline.pictures)
        shown = tuple(file for file in files if file.is_shown)
        return [Click(row.key, file, shown) for file in files]

    def open_file(self, address: str) -> None:
        """Open or save a file that the current message names, in a link or otherwise."""
        pictures = self.timeline.pictures
        if pictures is None:
            return
        named, key = usual(address.partition(MARK)[0]), address.partition(MARK)[2]
        clicks = (each for each in self.files_of_current() if each.file.link.id == named)
        link = BlobLink(named, key=key)
        other = Click(self.current_key() or "", File(link, pictures.find(link.address)), ())
        self.file_clicked.emit(replace(next(clicks, other), is_link=True))

    def viewportEvent(self, event: QEvent) -> bool:
        """Show a tooltip with the full time and the verdict of the row under the mouse."""
        if isinstance(event, QHelpEvent):
            text = self._tooltip_at(QPointF(event.pos()))
            show_tooltip(event.globalPos(), text, self.viewport())
            return True
        return super().viewportEvent(event)

    def _tooltip_at(self, point: QPointF) -> str:
        if stub := self.lanes.stub_at(point):
            return stub.caption()
        if (each := self._row_under(point)) is None:
            return ""
        if n := self.lanes.hidden_at(point, each, self._placer.left):
            return plural("{n:,} more lines don't fit here", "{n:,} more line doesn't fit here", n)
        if clicked := each.bubble.file_at(point - QPointF(0, each.y)):
            return clicked.file.about()
        row = self.timeline.row(each.row)
        lines = [row.moment] if row.message else []
        if row.message and self._shows_ids:
            lines.append(row.key)
        if row.badge:
            lines.append(row.badge[1])
        if row.votes and (liked := self.timeline.liked_by(row.key, row.votes)):
            lines.append(liked)
        return "\n".join(lines)

    def _shape_over(self, point: QPointF) -> Qt.CursorShape:
        if self.lanes.stub_at(point):
            return Qt.CursorShape.PointingHandCursor
        return super()._shape_over(point)

    def _fold_current(self) -> None:
        """Show or hide the text behind the current message's content warning."""
        if key := self.current_key():
            self.timeline.turn_fold(key)

    def _choose_on(self, rows: int) -> None:
        """Extend the selected range by rows."""
        if self.timeline.rowCount():
            row = self.currentIndex().row() if self.currentIndex().isValid() else self.first_row()
            self.choose_to(self._row_beside(row, rows))
            self.scrollTo(self.currentIndex())

    def _row_beside(self, row: int, rows: int) -> int:
        """The row a number of rows further down, past a fold, as far as there are any."""
        count = self.timeline.rowCount()
        if abs(rows) == 1:
            return self.timeline.folds.step(row, rows, count)
        return max(0, min(count - 1, row + rows))

    def _jump(self, row: int) -> None:
        if self.timeline.rowCount():
            self.choose_nothing()
            self._set_current(row)
            self.scrollTo(self.timeline.index(row))

    def _read_on(self, row: int, direction: int) -> bool:
        """Scroll within a row that is taller than the screen; False if its end is visible."""
        height, seen = self.viewport().height(), self._visible(row)
        if seen is None or seen.height <= height:
            return False
        hidden = seen.bottom - height if direction > 0 else -seen.y
        if hidden <= 0:
            return False
        self.scroll_by(min(hidden, height - 48) * direction)
        return True


def _notches(event: QWheelEvent) -> int:
    return round(event.angleDelta().y() / 120 * _NOTCH)

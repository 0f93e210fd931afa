"""Row selection and text selection in a timeline, by mouse and keyboard."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from PySide6.QtCore import QAbstractItemModel, QItemSelectionModel, QModelIndex, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.timeline.anchored_view import AnchoredView
from tanglescope.viewer.views.timeline.selection import TextSelection

_MOST_COPIED = 2000  # messages

_MarkedPlace: TypeAlias = tuple[QModelIndex, str, int]


class Chosen:
    """The keys of the selected messages, and the one from which a range is counted.

    Qt turns every selected row into a persistent index around each move, 20 ms a move with ten
    thousand rows. So its selection holds the current row alone; the others are a set of keys that
    edits don't touch.
    """

    def __init__(self) -> None:
        self._keys: set[str] = set()
        self._left: int | None = None
        """How many are chosen where all rows are but those of `_keys`."""
        self.pivot: str | None = None

    def __contains__(self, key: object) -> bool:
        return (key in self._keys) is (self._left is None)

    def __len__(self) -> int:
        return len(self._keys) if self._left is None else self._left

    def clear(self, pivot: str | None = None) -> None:
        """Deselect everything; the next range begins at `pivot`."""
        self.put(())
        self.pivot = pivot

    def toggle(self, key: str, current: str | None) -> None:
        """Select or deselect `key`; without a selection, the `current` one counts as selected."""
        if not len(self) and current is not None and current != key:
            self.put([current])
        if self._left is not None:
            self._left += -1 if key in self else 1
        self._keys ^= {key}
        self.pivot = key

    def put(self, keys: Iterable[str]) -> None:
        """Select only these; the pivot stays."""
        self._keys, self._left = set(keys), None

    def put_all(self, count: int) -> None:
        """Select all rows."""
        self._keys, self._left = set(), count

    def put_range(self, rows: range, count: int, keys: Callable[[int, int], Iterable[str]]) -> None:
        """Select `rows` of `count`, with `keys` from a row on; at most half of them are read."""
        if 2 * len(rows) <= count:
            self.put(keys(rows.start, len(rows)))
            return
        self.put((*keys(0, rows.start), *keys(rows.stop, count - rows.stop)))
        self._left = len(rows)

    def leave_out(self, new: Iterable[str]) -> None:
        """Exclude messages that arrived after everything was selected."""
        if self._left is not None:
            self._keys.update(new)

    def among(self, rows: Callable[[], Iterable[str]]) -> frozenset[str]:
        """The selected keys, in no order; `rows` are requested if all are selected."""
        return frozenset(self._keys if self._left is None else set(rows()) - self._keys)

    @property
    def is_all(self) -> bool:
        """Whether all rows are selected without exception."""
        return self._left is not None and not self._keys


class MarkingView(AnchoredView):
    """A timeline with selection of rows and of text."""

    left_by_click = Signal(object)
    """Emitted when a click changed the current message, with the previous key or None.

    Not when it hit a link, which leads away itself, or to another program.
    """
    chosen_changed = Signal(int)
    """Emitted with the number of selected messages."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        self.selection = TextSelection()
        self.chosen = Chosen()
        self._current: str | None = None  # while all rows are replaced
        super().__init__(theme, parent)

    def current_key(self) -> str | None:
        """The key of the current row."""
        index = self.currentIndex()
        return self.timeline.key(index.row()) if index.isValid() else None

    def selected_text(self) -> str:
        """The selected text; with authors' names if it spans several messages."""
        texts = [
            (self.timeline.row(row).author, self._placer.bubble(row).text(span))
            for row in self.selection.rows[:_MOST_COPIED]
            if (span := self.selection.span(row))
        ]
        if len(texts) == 1:
            return texts[0][1]
        return "\n\n".join(f"{author}: {text}" if author else text for author, text in texts)

    def chosen_rows(self) -> list[int]:
        """The rows of the selected messages from top to bottom, up to a limit."""
        if self.chosen.is_all:
            return list(range(min(_MOST_COPIED, self.timeline.rowCount())))
        keys = self.chosen_keys()
        rows = self.timeline.rows_of(keys) if keys else {}
        return sorted(rows.values())[:_MOST_COPIED]

    def chosen_keys(self) -> frozenset[str]:
        """The keys of the selected messages, which takes a while if there are many."""
        return self.chosen.among(lambda: self.timeline.keys(0, self.timeline.rowCount()))

    # Selecting rows

    def choose_all(self) -> None:
        """Select every message."""
        self.chosen.put_all(self.timeline.rowCount())
        self._report_chosen()

    def choose_to(self, row: int) -> None:
        """Select from the beginning of the range to `row`, and make that row current."""
        model = self.timeline
        if not len(self.chosen) or self.chosen.pivot is None:
            self.chosen.pivot = self.current_key() or model.key(row)
        pivot = model.row_of(self.chosen.pivot)
        first, last = sorted((row if pivot is None else pivot, row))
        rows = range(model.folds.at(first).start, model.folds.at(last).stop)
        self.chosen.put_range(rows, model.rowCount(), model.keys)
        self._set_current(row)
        self._report_chosen()

    def choose_nothing(self) -> None:
        """Clear both selections; the current message stays."""
        self.selection.clear()
        had = len(self.chosen)
        self.chosen.clear(self.current_key())
        if had:
            self._report_chosen()
        self.viewport().update()

    def deselect(self) -> None:
        """Clear both selections; if they are empty, leave the current message, too."""
        if len(self.chosen) or self.selection.rows:
            self.choose_nothing()
        else:
            self.selection.clear()
            self.chosen.clear()
            self.selectionModel().clear()

    def deselect_all(self) -> None:
        """Clear both selections, and leave the current message."""
        self.choose_nothing()
        self.deselect()

    def _report_chosen(self) -> None:
        self.chosen_changed.emit(len(self.chosen))
        self.viewport().update()

    def _start_afresh(self) -> None:
        self.choose_nothing()

    # What stays when all rows are replaced

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Replace the timeline."""
        super().setModel(model)
        if isinstance(model, TimelineModel):
            # after the base classes have forgotten the current row
            model.modelReset.connect(self._find_again)
            model.arrived.connect(self.chosen.leave_out)

    def _hold(self) -> None:
        super()._hold()
        self._current = self.current_key()

    def _find_again(self) -> None:
        had, self._current = self._current, None
        row = self.timeline.row_of(had) if had is not None and self._is_same() else None
        if row is not None:
            self._set_current(row)
        elif had is not None:
            # Qt forgets the current row of a reset model without a signal.
            self.currentChanged(QModelIndex(), QModelIndex())
        self.selection.find_again(self.timeline.index_of)

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Select a row, or begin to select its text."""
        if event.button() is not Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        each = self._row_under(event.position())
        several = event.modifiers() & (
            Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        )
        if each and several:
            self._choose_also(each.row, event.modifiers())
            event.accept()
            return
        before = self.current_key()
        super().mousePressEvent(event)
        self.choose_nothing()
        is_link = each is not None and each.bubble.link_at(event.position() - QPointF(0, each.y))
        if self.current_key() != before and not is_link:
            self.left_by_click.emit(before)
        if place := self._place_under(event.position()):
            self.selection.begin(*place)

    def _choose_also(self, row: int, modifiers: Qt.KeyboardModifier) -> None:
        self.selection.clear()
        self.timeline.unfold(row)
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            self.choose_to(row)
        else:
            self.chosen.toggle(self.timeline.key(row), self.current_key())
            self._set_current(row)
            self._report_chosen()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Select text while the button is down; otherwise show what can be clicked."""
        if event.buttons() & Qt.MouseButton.LeftButton and self.selection.has_begun:
            if place := self._place_under(event.position()):
                self.selection.extend(*place)
                self.viewport().update()
            return
        self.viewport().setCursor(self._shape_over(event.position()))

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Select a word."""
        each = self._row_under(event.position())
        if each:
            index, key = self.timeline.index(each.row), each.key
            start, end = each.bubble.word_at(event.position() - QPointF(0, each.y))
            self.selection.begin(index, key, start)
            self.selection.extend(index, key, end)
            self.viewport().update()

    def _shape_over(self, point: QPointF) -> Qt.CursorShape:
        each = self._row_under(point)
        if each is None:
            return Qt.CursorShape.ArrowCursor
        inside, bubble = point - QPointF(0, each.y), each.bubble
        can_be_clicked = (
            *(bubble.link_at, bubble.quote_at, bubble.is_votes_at),
            *(bubble.is_warning_at, bubble.file_at),
        )
        if any(find(inside) for find in can_be_clicked):
            return Qt.CursorShape.PointingHandCursor
        over_text = bubble.is_text_at(inside)
        return Qt.CursorShape.IBeamCursor if over_text else Qt.CursorShape.ArrowCursor

    def _place_under(self, point: QPointF) -> _MarkedPlace | None:
        each = self._row_under(point)
        if each is None:
            return None
        position = each.bubble.position_at(point - QPointF(0, each.y))
        index = self.timeline.index(each.row)
        return (index, each.key, position) if position >= 0 else None

    def _set_current(self, row: int) -> None:
        self.selectionModel().setCurrentIndex(
            self.timeline.index(self.timeline.folds.at(row).start),
            QItemSelectionModel.SelectionFlag.ClearAndSelect,
        )

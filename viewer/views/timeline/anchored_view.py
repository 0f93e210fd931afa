"""A list view that measures only visible rows.

Qt's list views lay out every row after any change, which takes six seconds at a million rows. This
one keeps one persistent index and the height at which that row's text is, and places a screenful
from there when it paints. So opening and editing cost the same at any size, and the text being read
stays in place when rows are inserted, removed or filled above it. That is the current row while its
beginning is visible, otherwise the first row that begins in the view.

The base is QListView, because only then a screen reader gets a list with all its rows.
"""

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelection,
    QItemSelectionModel,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QWidget

from tanglescope.engine.store.conversations.address import split_order
from tanglescope.viewer.models import Index
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.motion import RowGlide
from tanglescope.viewer.theme import Measured, Theme, Themed
from tanglescope.viewer.views import screen_reader
from tanglescope.viewer.views.list_keys import LongList
from tanglescope.viewer.views.timeline.placing import PlacedBubble, Placement, Placer

_STEP = 64  # scroll bar steps a row
_BELOW = 8
"""The space below a row that was scrolled to."""


class AnchoredView(Themed, Measured, LongList):
    """The rows of a timeline, anchored at what is being read."""

    resized = Signal()
    """The viewport has another size now."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        # The base class asks for places while it is still being made.
        self.theme = theme
        self._placer = Placer(theme)
        self._anchor = QPersistentModelIndex()
        self._anchor_y = 0
        self._has_new_room = False
        self.at_end = False
        """Whether the view stays at the last row when messages arrive."""
        self._placed: list[PlacedBubble] = []
        self._held: list[tuple[QPersistentModelIndex, int, str]] = []
        self._left = ""
        """What was open before all rows were made anew."""
        self._moved_from: dict[str, float] = {}
        """Where the visible rows were before some moved."""
        super().__init__("", parent)
        self._row_glide = RowGlide(self.viewport().update, self)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.setAutoScroll(False)

    @property
    def timeline(self) -> TimelineModel:
        """The model of the timeline."""
        model = self.model()
        assert isinstance(model, TimelineModel)
        return model

    def visible_rows(self) -> list[tuple[str, int]]:
        """The keys of the visible rows and the y coordinates of their texts."""
        self._place()
        return [(self.timeline.key(each.row), each.text_y) for each in self._placed]

    def first_row(self) -> int:
        """The number of the uppermost visible row."""
        self._place()
        return self._placed[0].row if self._placed else 0

    def place(self) -> tuple[str, int] | None:
        """The reading position: a message and the y coordinate of its text."""
        self._place()
        if not self._placed or not self._anchor.isValid():
            return None
        return self.timeline.key(self._anchor.row()), self._anchor_y

    def return_to(self, key: str, text_y: int) -> None:
        """Return to `place`, if its message still exists."""
        row = self.timeline.row_of(key)
        if row is not None:
            self.at_end = False
            self._set_anchor(row, text_y)
            self._refresh()

    def go_to_end(self) -> None:
        """Scroll to the last rows and stay there."""
        self.at_end = True
        self._refresh()

    def scroll_by(self, pixels: int) -> None:
        """Scroll down by pixels."""
        self._place()
        if not self._placed:
            return
        if pixels < 0:
            self.at_end = False
        elif self.at_end:
            return
        self._anchor_y -= pixels
        self._refresh()

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self.theme = theme
        self._placer.set_theme(theme)
        self._measure()

    def set_compact(self, *, compact: bool) -> None:
        """Show each row on one line or in full; the reading position is kept."""
        self._placer.set_compact(compact=compact)
        self._measure()

    # The model has changed

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Replace the timeline."""
        super().setModel(model)
        if isinstance(model, TimelineModel):
            model.layoutAboutToBeChanged.connect(self._hold)
            model.layoutChanged.connect(self._release)
            model.modelAboutToBeReset.connect(self._hold)
            model.layoutAboutToBeChanged.connect(self._note_places)
            model.rowsAboutToBeMoved.connect(self._note_places)
            model.rowsAboutToBeMoved.connect(self._leave)
            model.rowsAboutToBeRemoved.connect(self._leave)
            model.rowsMoved.connect(self._refresh)
            model.rowsRemoved.connect(self._refresh)

    def reset(self) -> None:
        """Show a timeline again, at the reading position, or another one from its beginning."""
        super().reset()
        self._placer.forget()
        self._row_glide.stop()
        self._placed, self._moved_from = [], {}
        self._anchor = QPersistentModelIndex()
        if isinstance(self.model(), TimelineModel) and not (
            self._is_same() and (self.at_end or self._return_to_held())
        ):
            self.at_end = False
            self._start_afresh()
        self._held = []
        if self.model() is None or not self.timeline.rowCount():
            self.verticalScrollBar().setRange(0, 0)  # otherwise it is set when rows are placed
            self.verticalScrollBar().setEnabled(False)
        self._refresh()

    def _return_to_held(self) -> bool:
        """Anchor the first of the rows that were visible; False if none is left."""
        for _, text_y, key in self._held:
            if (row := self.timeline.row_of(key)) is not None:
                self._set_anchor(row, text_y)
                return True
        return False

    def rowsInserted(self, _parent: Index, _first: int, _last: int) -> None:
        """Rows were inserted; their positions are computed when the view is painted."""
        self._refresh()

    def dataChanged(self, _first: Index, _last: Index, _roles: Sequence[int] = ()) -> None:
        """Rows have changed; visible ones are compared when they are painted."""
        self._refresh()

    def currentChanged(self, current: Index, _previous: Index) -> None:
        """Paint the new current row, and announce it."""
        # The base class would report the row in its own layout, which has none.
        self.viewport().update()
        if current.isValid() and self.hasFocus():
            screen_reader.report_focus(self, current.row())

    def selectionChanged(self, selected: QItemSelection, deselected: QItemSelection) -> None:
        """Paint the new selection, and report it."""
        self.viewport().update()
        for selection, on in ((deselected, False), (selected, True)):
            rows = [index.row() for index in selection.indexes()]
            screen_reader.report_selected(self, rows, selected=on)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Announce the current row."""
        super().focusInEvent(event)
        if self.currentIndex().isValid():
            screen_reader.report_focus(self, self.currentIndex().row())

    def doItemsLayout(self) -> None:
        """Position only the visible rows, in place of the base class's layout."""
        self._refresh()

    def _start_afresh(self) -> None:
        """Another timeline than before is shown."""

    def _is_same(self) -> bool:
        """Whether the same conversation is shown as before, perhaps in another order."""
        return split_order(self._left)[0] == split_order(self.timeline.address)[0]

    def _refresh(self) -> None:
        self._placed = []
        self.viewport().update()

    def _hold(self) -> None:
        """Remember the visible rows before many rows change at once."""
        self._place()
        model = self.timeline
        self._left = model.address
        start = next((n for n, each in enumerate(self._placed) if each.text_y >= 0), 0)
        self._held = [
            (QPersistentModelIndex(model.index(each.row)), each.text_y, model.key(each.row))
            for each in self._placed[start:]
            if not self.at_end
        ]

    def _release(self) -> None:
        """Anchor the first visible row that has kept its position among its neighbours."""
        rows = [(index.row(), text_y) for index, text_y, _ in self._held if index.isValid()]
        self._held = []
        if rows:
            row, text_y = min(rows, key=lambda each: _out_of_line(each[0], rows))
            self._set_anchor(row, text_y)
        self._refresh()

    def _note_places(self) -> None:
        """Remember where the visible rows are before some of them move."""
        if not self._moved_from and self.isVisible():
            self._place()
            self._moved_from = self._tops()

    def _visible_bubbles(self) -> list[PlacedBubble]:
        """The visible rows where they are painted: those that have just moved glide there."""
        self._place()
        glide = self._row_glide
        if self._moved_from:
            before, self._moved_from = self._moved_from, {}
            # In a burst of moves, rows are shown where they belong.
            glide.begin({} if glide.is_running else before, self._tops())
        if not glide.is_running:
            return self._placed
        shown = [replace(each, y=each.y + round(glide.offset(each.key))) for each in self._placed]
        return sorted(shown, key=lambda each: glide.glides(each.key))

    def _tops(self) -> dict[str, float]:
        return {each.key: float(each.y) for each in self._placed}

    def _leave(self, _parent: Index, first: int, last: int) -> None:
        """Anchor another visible row when the anchor is about to move or to be removed."""
        if not self._anchor.isValid() or not first <= self._anchor.row() <= last:
            return
        self._place()
        staying = [each for each in self._placed if not first <= each.row <= last]
        if staying:
            chosen = next((each for each in staying if each.row > last), staying[-1])
            self._set_anchor(chosen.row, chosen.text_y)

    # Geometry

    def _place(self) -> None:
        """Find the visible rows, starting from the anchor."""
        model = self.model()
        if self._placed or not isinstance(model, TimelineModel) or not model.rowCount():
            return
        self._placer.prepare(model, self.viewport().size(), self.devicePixelRatioF(), self.font())
        if not self._anchor.isValid():
            self._set_anchor(0, self._placer.bubble(0).above)
        found = self._find()
        self._placed, self.at_end = found.rows, found.at_end
        begun = [each for each in found.rows if each.text_y >= 0] or found.rows[-1:]
        anchor = next((each for each in begun if self._is_current(each)), begun[0])
        self._set_anchor(anchor.row, anchor.text_y)
        self._show_on_scroll_bar(found.rows)

    def _find(self) -> Placement:
        """The visible rows; in a view of another size, with the current row if it was visible."""
        has_new_room, self._has_new_room = self._has_new_room, False
        keeps_current = has_new_room and self._anchor.row() == self.currentIndex().row()
        if self.at_end:
            found = self._placer.from_end()
            if not keeps_current or any(map(self._is_current, found.rows)):
                return found
        if keeps_current:
            bubble = self._placer.bubble(self._anchor.row())
            lowest = self.viewport().height() - bubble.height - _BELOW
            self._anchor_y = min(self._anchor_y, max(0, lowest) + bubble.above)
        return self._placer.around(self._anchor.row(), self._anchor_y)

    def _is_current(self, placed: PlacedBubble) -> bool:
        return self.currentIndex().row() in placed

    def _set_anchor(self, row: int, text_y: int) -> None:
        if not self._anchor.isValid() or self._anchor.row() != row:
            self._anchor = QPersistentModelIndex(self.timeline.index(row))
        self._anchor_y = text_y

    def _show_on_scroll_bar(self, rows: list[PlacedBubble]) -> None:
        bar, count, first = self.verticalScrollBar(), self.timeline.rowCount(), rows[0]
        whole = rows[-1].bottom - first.y
        seen = rows[-1].end - first.row
        fits = seen == count and whole <= self.viewport().height()
        most = 0 if fits else max(1, (count - seen + 1) * _STEP)
        hidden = min(0.99, max(0, -first.y) / first.height) * first.rows
        value = most if self.at_end else min(most - 1, int((first.row + hidden) * _STEP))
        bar.blockSignals(True)
        bar.setRange(0, most)
        bar.setPageStep(seen * _STEP)
        bar.setSingleStep(first.rows * _STEP)
        bar.setValue(value)
        bar.blockSignals(False)
        bar.setEnabled(most > 0)
        bar.update()

    def verticalScrollbarValueChanged(self, value: int) -> None:
        """Show the row that the scroll bar asks for."""
        if self.model() is None or not self.timeline.rowCount():
            return
        self.at_end = value >= self.verticalScrollBar().maximum()
        if not self.at_end:
            rows = self.timeline.folds.at(min(value // _STEP, self.timeline.rowCount() - 1))
            self._place()
            bubble = self._placer.bubble(rows.start)
            hidden = (value / _STEP - rows.start) / len(rows) * bubble.height
            self._set_anchor(rows.start, round(bubble.above - hidden))
        self._refresh()

    def updateGeometries(self) -> None:
        """Do nothing: the scroll bar counts rows, so nothing is measured ahead."""

    def visualRect(self, index: Index) -> QRect:
        """The rectangle of a visible row; empty for other rows."""
        each = self._visible(index.row())
        return QRect(0, each.y, self.viewport().width(), each.height) if each else QRect()

    def indexAt(self, point: QPoint) -> QModelIndex:
        """The row under `point`."""
        each = self._row_under(QPointF(point))
        return self.timeline.index(each.row) if each else QModelIndex()

    def _visible(self, row: int) -> PlacedBubble | None:
        """Where a row is visible."""
        self._place()
        return next((each for each in self._placed if row in each), None)

    def _row_under(self, point: QPointF) -> PlacedBubble | None:
        self._place()
        return next((each for each in self._placed if each.y <= point.y() < each.bottom), None)

    def scrollTo(
        self,
        index: Index,
        hint: QAbstractItemView.ScrollHint = QAbstractItemView.ScrollHint.EnsureVisible,
    ) -> None:
        """Bring a row into view, moving as little as `hint` allows."""
        if not isinstance(self.model(), TimelineModel) or not index.isValid():
            return
        seen = self._visible(index.row())
        height, bubble = self.viewport().height(), self._placer.bubble(index.row())
        if hint is QAbstractItemView.ScrollHint.PositionAtCenter:
            top = (height - bubble.height) // 2
        elif seen is not None and seen.y >= 0 and seen.bottom <= height:
            return
        elif index.row() <= self._placed[0].row or bubble.height >= height:
            top = 0
        else:
            top = height - bubble.height - _BELOW
        self.at_end = False
        self._set_anchor(index.row(), max(0, top) + bubble.above)
        self._refresh()

    def verticalOffset(self) -> int:
        """Positions are relative to the viewport, so there is no offset."""
        return 0

    def setSelection(self, area: QRect, command: QItemSelectionModel.SelectionFlag) -> None:
        """Select the row in the middle of `area`."""
        self.selectionModel().select(self.indexAt(area.center()), command)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out for the new width, keeping the reading position."""
        super().resizeEvent(event)
        self._measure()
        self.resized.emit()

    def _measure(self) -> None:
        """Lay out in another size. If all rows were visible, the first one stays."""
        if self._placed and self.verticalScrollBar().maximum() == 0:
            self.at_end = False
        self._has_new_room = True
        self._refresh()


def _out_of_line(row: int, rows: list[tuple[int, int]]) -> int:
    """How many neighbours each row has overtaken or fallen behind."""
    place = [each for each, _ in rows].index(row)
    above = sum(other < row for other, _ in rows)
    return abs(above - place)

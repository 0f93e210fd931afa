"""A list of messages with their lanes, one line each, for panels that show another order."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from tanglescope.engine.drawing.lane_windows import ForkLanes, LaneRow
from tanglescope.engine.words.rows import Arc, Pill, TangleRow, TangleRows, Tone
from tanglescope.viewer.models import Index
from tanglescope.viewer.subjects import MessageSubject, Subject
from tanglescope.viewer.theme import Measured, Theme, Themed
from tanglescope.viewer.tooltips import tooltip
from tanglescope.viewer.views.lanes.lane_painter import (
    BOW_WIDTH,
    GAP,
    PITCH,
    Dashing,
    LanePainter,
    Lighting,
    paint_bow,
)
from tanglescope.viewer.views.list_keys import LongList, index_at
from tanglescope.viewer.views.timeline.row_layout import BORDER_HEIGHT, paint_border
from tanglescope.viewer.views.typography import TextPainter, fill_round, small, strong, write

_PADDING = 7
_MARGIN = 10
_BETWEEN = 8
_WIDEST_NAME = 110
_SMALL = 0.88

_LEFT_TO_RIGHT = Qt.LayoutDirection.LeftToRight
"""Of the parts of a row: they are placed beside lanes, which are always on the left."""


def row_height(metrics: QFontMetrics) -> int:
    """The height of a row without the line below it."""
    return metrics.height() + 2 * _PADDING


def paint_row(
    painter: QPainter, option: QStyleOptionViewItem, row: TangleRow, theme: Theme, gutter: int
) -> None:
    """Draw a row to the right of the lanes."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    area = QRect(option.rect)
    painter.setLayoutDirection(_LEFT_TO_RIGHT)
    area.setHeight(row_height(option.fontMetrics))
    _paint_ground(painter, option, row, theme, area.adjusted(gutter - 6, 1, -4, -1))
    inner = area.adjusted(gutter + 2, 0, -_MARGIN, 0)
    for pill in reversed(row.pills):
        inner.setRight(_paint_pill(painter, option.font, pill, theme, inner) - _BETWEEN)
    inner.setLeft(_paint_name(painter, option.font, row, theme, inner) + _BETWEEN)
    _paint_text(painter, option.font, row, theme, inner)
    if row.below:
        top = area.bottom() + 1
        room = QRect(option.rect.left() + 6, top, option.rect.width() - 10, BORDER_HEIGHT)
        paint_border(painter, row.below, theme, small(option.font, _SMALL), room)
    painter.restore()


def _paint_ground(
    painter: QPainter, option: QStyleOptionViewItem, row: TangleRow, theme: Theme, area: QRect
) -> None:
    selected = option.state & QStyle.StateFlag.State_Selected
    if selected or row.shaded or option.state & QStyle.StateFlag.State_MouseOver:
        name = "accent_soft" if selected else "code" if row.shaded else "bubble"
        fill_round(painter, theme.color(name), area, 7)
    if selected and option.state & QStyle.StateFlag.State_HasFocus:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.color("accent"), 1.2))
        painter.drawRoundedRect(QRectF(area).adjusted(0.6, 0.6, -0.6, -0.6), 7, 7)
    if row.fresh:
        stripe = QRectF(area.left() + 1, area.top() + 5, 3, area.height() - 10)
        fill_round(painter, theme.color("warning"), stripe, 1.5)


def _paint_pill(painter: QPainter, font: QFont, pill: Pill, theme: Theme, area: QRect) -> int:
    """Draw a pill at the right end of an area; return where it begins."""
    metrics = QFontMetrics(small(font, _SMALL))
    width, height = metrics.horizontalAdvance(pill.text) + 14, metrics.height() + 3
    place = QRect(
        area.right() - width, area.top() + (area.height() - height) // 2 + 1, width, height
    )
    if pill.ground:
        fill_round(painter, theme.color(pill.ground), place, height / 2)
    color = theme.color(pill.color)
    write(painter, pill.text, small(font, _SMALL), color, place, Qt.AlignmentFlag.AlignCenter)
    return place.left()


def _paint_name(painter: QPainter, font: QFont, row: TangleRow, theme: Theme, area: QRect) -> int:
    """Draw the author's name; return where it ends."""
    bold = strong(font)
    metrics, room = QFontMetrics(bold), max(0, min(_WIDEST_NAME, area.width()))
    name = metrics.elidedText(row.name, Qt.TextElideMode.ElideRight, room)
    quiet = row.tone in (Tone.MUTED, Tone.STRUCK)
    write(painter, name, bold, theme.color("muted") if quiet else theme.author(row.feed), area)
    return area.left() + metrics.horizontalAdvance(name)


def _paint_text(painter: QPainter, font: QFont, row: TangleRow, theme: Theme, area: QRect) -> None:
    shown = strong(font) if row.tone is Tone.STRONG else QFont(font)
    shown.setStrikeOut(row.tone is Tone.STRUCK)
    colors = {Tone.STRONG: "accent", Tone.USUAL: "text"}
    write(painter, row.text, shown, theme.color(colors.get(row.tone, "muted")), area)


_ROOT = QModelIndex()
_MOST_LANES = 8
_LEFT = 14
_AROUND = 48  # rows laid out beyond the screen
_OUTSIDE = 64  # pixels
_LEAST_ROWS = 3
"""Rows that are visible even in a low panel."""


class _Model(QAbstractListModel):
    """The rows, as Qt asks for them."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.rows = TangleRows((), {})

    def show(self, rows: TangleRows) -> None:
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = _ROOT) -> int:
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or not 0 <= index.row() < len(self.rows):
            return None
        row = self.rows.all[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return row.spoken_text()
        if role == Qt.ItemDataRole.ToolTipRole:
            return tooltip("\n".join(pill.tooltip for pill in row.pills)) or None
        return None


class _Delegate(QStyledItemDelegate):
    """Measures and paints rows beside the lanes."""

    def __init__(self, view: "TangleList") -> None:
        super().__init__(view)
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        row = self._view.rows.all[index.row()]
        below = BORDER_HEIGHT if row.below else 0
        return QSize(100, row_height(option.fontMetrics) + below)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        row = self._view.rows.all[index.row()]
        paint_row(painter, option, row, self._view.theme, self._view.gutter)


class TangleList(Themed, Measured, LongList):
    """A list of messages; emits the selected one."""

    chosen = Signal(str)
    """Emitted with a message selected by mouse or keyboard."""

    def __init__(self, theme: Theme, name: str, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.theme = theme
        self.setObjectName("tangle_list")
        self._model = _Model(self)
        self._widest = 0
        self._first = 0
        self._lanes: list[LaneRow] = []
        self._feeds: Mapping[str, str] = {}
        self._arcs: Sequence[Arc] = ()
        self.setModel(self._model)
        self.setItemDelegate(_Delegate(self))
        self.setMouseTracking(True)
        self._measure()
        self.selectionModel().currentChanged.connect(self._announce)

    @property
    def rows(self) -> TangleRows:
        """The rows that are shown."""
        return self._model.rows

    @property
    def gutter(self) -> int:
        """The width of the lanes and arcs."""
        arcs = BOW_WIDTH if self._arcs else 0
        return _LEFT + max(1, min(self._widest, _MOST_LANES)) * PITCH + GAP + arcs

    def current_key(self) -> str | None:
        """The key of the selected row."""
        index = self.currentIndex()
        return self.rows.all[index.row()].key if index.isValid() else None

    def show_rows(self, rows: TangleRows, arcs: Sequence[Arc] = ()) -> None:
        """Replace the rows; selection and scroll position stay."""
        current, bar = self.current_key(), self.verticalScrollBar()
        place, at_end = bar.value(), bar.value() == bar.maximum()
        self._lanes, self._arcs = [], arcs
        self._feeds = {row.key: row.feed for row in rows.all}
        self.selectionModel().blockSignals(True)
        self._model.show(rows)
        self._widest = max((row.width for row in ForkLanes(rows).lay_out(0, _AROUND)), default=0)
        self._select(current)
        self.selectionModel().blockSignals(False)
        self.executeDelayedItemsLayout()
        bar.setValue(bar.maximum() if at_end and place else place)
        self.viewport().update()

    def subject_at(self, point: QPoint | None) -> Subject | None:
        """The message of a row."""
        index = index_at(self, point)
        return MessageSubject(self.rows.all[index.row()].key) if index.isValid() else None

    def choose(self, key: str | None) -> None:
        """Select the row of a message without a signal, and scroll until it is visible.

        None or an unknown key selects nothing. A row that is selected already may stay out of view.
        """
        is_other = key != self.current_key()
        self._select(key)
        if is_other and self.currentIndex().isValid():
            self.scrollTo(self.currentIndex())

    def _select(self, key: str | None) -> None:
        place = self.rows.places.get(key or "")
        blocked = self.selectionModel().blockSignals(True)
        self.setCurrentIndex(self._model.index(place) if place is not None else QModelIndex())
        self.selectionModel().blockSignals(blocked)
        self.viewport().update()

    def _measure(self) -> None:
        self.setMinimumHeight(_LEAST_ROWS * row_height(self.fontMetrics()))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the rows, then the lanes beside them."""
        super().paintEvent(event)
        seen = self._visible_rows()
        if not seen:
            return
        self._fit(seen[0], seen[-1])
        with TextPainter(self.viewport()) as painter:
            self._paint_arcs(painter, seen)
            self._paint_lanes(painter, seen)

    def _announce(self, current: Index) -> None:
        self.viewport().update()
        if current.isValid():
            self.chosen.emit(self.rows.all[current.row()].key)

    # Lanes

    def _visible_rows(self) -> range:
        """The rows on the screen."""
        first = self.indexAt(self.viewport().rect().topLeft())
        if not first.isValid():
            return range(0)
        row, bottom = first.row(), self.viewport().height()
        while row < len(self.rows) and self._top(row) < bottom:
            row += 1
        return range(first.row(), row)

    def _top(self, row: int) -> int:
        return self.visualRect(self._model.index(row)).top()

    def _dot(self, row: int) -> float:
        return self._top(row) + row_height(self.fontMetrics()) / 2

    def _fit(self, first: int, last: int) -> None:
        above = max(0, first - 1)
        if not (self._lanes and self._first <= above and last < self._first + len(self._lanes)):
            self._first = max(0, above - _AROUND)
            count = last + 1 + _AROUND - self._first
            self._lanes = ForkLanes(self.rows).lay_out(self._first, count)
        widest = max(self._lane(row).width for row in range(first, last + 1))
        if widest > self._widest:
            self._widest = widest
            self.viewport().update()

    def _lane(self, row: int) -> LaneRow:
        return self._lanes[row - self._first]

    def _paint_lanes(self, painter: QPainter, seen: range) -> None:
        width = max(1, min(self._widest, _MOST_LANES)) * PITCH
        area = QRectF(_LEFT, -_OUTSIDE, width, self.viewport().height() + 2 * _OUTSIDE)
        lighting = Lighting(None, self._lanes, self._first)
        painter.save()
        painter.setClipRect(area)
        dashing = Dashing((), self._feeds, self._lanes, self._first)
        drawn = LanePainter(painter, self.theme, area, self._feeds, lighting, dashing)
        top = self._dot(seen[0]) - _OUTSIDE
        for row in seen:
            above = self._lane(row - 1) if row else None
            drawn.strands(top, self._dot(row), row, self._lane(row), above)
            top = self._dot(row)
        drawn.ends(top, top + _OUTSIDE, seen[-1], self._lane(seen[-1]))
        painter.restore()
        current = self.currentIndex().row()
        for row in seen:
            drawn.message(self._dot(row), self._lane(row), current=row == current)

    def _paint_arcs(self, painter: QPainter, seen: range) -> None:
        """Paint thin arcs to the right of the lanes."""
        if not self._arcs:
            return
        places, chosen = self.rows.places, self.current_key()
        left = self.gutter - BOW_WIDTH - GAP / 2
        for arc in self._arcs:
            later, earlier = places.get(arc.later), places.get(arc.earlier)
            if later is None or earlier is None or later < seen[0] or earlier > seen[-1]:
                continue
            about = chosen in (arc.later, arc.earlier)
            begin, end = self._dot(later), self._dot(earlier)
            paint_bow(painter, self.theme, left, begin, end, about_current=about)

"""Two to four orders side by side, with lines that connect each message across."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QWidget

from tanglescope.engine.debug.comparison import LEFT_OUT, Crossings, OrderColumn
from tanglescope.engine.linear.orders.named import order_name
from tanglescope.engine.wording import tr
from tanglescope.viewer.panels.labels import Labels
from tanglescope.viewer.panels.rows_view import RowsView
from tanglescope.viewer.theme import Theme

_LEAST_GAP, _MOST_GAP = 28, 64
_NARROW = 200
"""Pixels that each column gets before the lines get more than their minimum."""
_BROKEN = "danger_soft"


class CrossingView(QFrame):
    """Columns that scroll together."""

    chosen = Signal(str)

    def __init__(self, labels: Labels, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Orders side by side"))
        self._labels = labels
        self._theme = theme
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(0)
        self._found = Crossings((), (), ())
        self.columns: list[RowsView] = []
        self._gaps: list[_Gap] = []
        self._key: str | None = None

    def show_crossings(self, found: Crossings) -> None:
        """Show these orders."""
        self._found = found
        while len(self.columns) > len(found.columns):
            self._drop()
        while len(self.columns) < len(found.columns):
            self._add()
        for view, column in zip(self.columns, found.columns, strict=True):
            view.setAccessibleName(tr("The order {by}", by=order_name(column.by)))
            view.show_rows(_Names(found, column))
            view.set_marks(_Broken(found, column))
        for number, gap in enumerate(self._gaps):
            gap.show_between(found, number)
        self._share_out()
        self.set_key(self._key)

    def set_key(self, key: str | None) -> None:
        """Mark the current message and its lines."""
        self._key = key
        for view in self.columns:
            view.set_key(key)
        for gap in self._gaps:
            gap.set_key(key)

    def reveal(self, key: str) -> None:
        """Scroll to a message in the first of the orders."""
        for number in range(len(self._found.columns)):
            if (row := self._found.row(number, key)) is not None:
                self.columns[number].reveal(row)
                return

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._theme = theme
        for view in self.columns:
            view.set_theme(theme)
        for gap in self._gaps:
            gap.set_theme(theme)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give narrow columns the room that the lines don't need."""
        super().resizeEvent(event)
        self._share_out()

    def _share_out(self) -> None:
        """Make the columns equally wide, apart from the scroll bar of the last one."""
        spare = self.width() - _NARROW * len(self.columns)
        wide = max(_LEAST_GAP, min(spare // max(1, len(self._gaps)), _MOST_GAP))
        for gap in self._gaps:
            gap.setFixedWidth(wide)
        if not self.columns:
            return
        bar = self.columns[-1].verticalScrollBar().sizeHint().width()
        each = max(1, (self.width() - wide * len(self._gaps) - bar) // len(self.columns))
        for view in self.columns:
            self._line.setStretchFactor(view, each)
        self._line.setStretchFactor(self.columns[-1], each + bar)

    def _add(self) -> None:
        view = RowsView(tr("An order"), self._labels, self._theme, self)
        view.chosen.connect(self.chosen)
        view.scrolled.connect(lambda: self._scroll(view))
        if self.columns:
            gap = _Gap(self.columns[-1], view, self._theme, self)
            self._gaps.append(gap)
            self._line.addWidget(gap)
            self.columns[-1].setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.columns.append(view)
        self._line.addWidget(view, 1)

    def _drop(self) -> None:
        for part in (self.columns.pop(), self._gaps.pop() if self._gaps else None):
            if part is not None:
                self._line.removeWidget(part)
                part.hide()
                part.deleteLater()
        if self.columns:
            self.columns[-1].setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)

    def _scroll(self, source: RowsView) -> None:
        for view in self.columns:
            # A shorter order can't follow to the end, and mustn't pull the others back.
            with QSignalBlocker(view):
                view.verticalScrollBar().setValue(source.verticalScrollBar().value())
        for gap in self._gaps:
            gap.update()


class _Names(Sequence[str]):
    """The names of a column, by row."""

    def __init__(self, found: Crossings, column: OrderColumn) -> None:
        self._found = found
        self._column = column

    def __len__(self) -> int:
        return len(self._column.rows)

    def __getitem__(self, row: int) -> str:  # type: ignore[override] # it isn't sliced
        return self._found.names[self._column.rows[row]]


class _Broken(dict[str, str]):
    """Tints of the messages that are above a message they follow."""

    def __init__(self, found: Crossings, column: OrderColumn) -> None:
        super().__init__((found.names[column.rows[row]], _BROKEN) for row in column.broken)


class _Gap(QWidget):
    """The lines between two columns."""

    def __init__(self, left: RowsView, right: RowsView, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Lines between two orders"))
        self.setFixedWidth(_MOST_GAP)
        self._left = left
        self._right = right
        self._theme = theme
        self._found = Crossings((), (), ())
        self._number = 0
        self._key: str | None = None

    def show_between(self, found: Crossings, number: int) -> None:
        """Draw the lines between column `number` and the next one."""
        self._found, self._number = found, number
        self.update()

    def set_key(self, key: str | None) -> None:
        """Highlight the line of a message."""
        self._key = key
        self.update()

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._theme = theme
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the lines of all messages that are visible on either side."""
        if len(self._found.columns) < self._number + 2:
            return
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            left, right = self._found.columns[self._number : self._number + 2]
            numbers = {left.rows[row] for row in self._left.visible() if row < len(left.rows)}
            numbers |= {right.rows[row] for row in self._right.visible() if row < len(right.rows)}
            for number in sorted(
                numbers, key=lambda number: self._found.names[number] == self._key
            ):
                rows = left.places[number], right.places[number]
                if LEFT_OUT not in rows:
                    self._paint_line(painter, number, rows, left, right)

    def _paint_line(
        self,
        painter: QPainter,
        number: int,
        rows: tuple[int, int],
        left: OrderColumn,
        right: OrderColumn,
    ) -> None:
        if self._found.names[number] == self._key:
            color, width = "accent", 2.5
        elif rows[0] in left.broken or rows[1] in right.broken:
            color, width = "danger", 1.5
        else:
            color, width = ("quote", 1.0) if rows[0] == rows[1] else ("muted", 1.2)
        painter.setPen(QPen(self._theme.color(color), width))
        start = QPointF(0, self._left.middle_of(rows[0]))
        end = QPointF(self.width(), self._right.middle_of(rows[1]))
        bend = self.width() / 2
        path = QPainterPath(start)
        path.cubicTo(start + QPointF(bend, 0), end - QPointF(bend, 0), end)
        painter.drawPath(path)

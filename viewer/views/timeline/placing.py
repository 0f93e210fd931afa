"""The positions of visible rows: from the end upwards, or around a fixed row."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont

from viewer.models.row import Quote, Row, RowKind
from viewer.models.timeline_model import TimelineModel
from viewer.theme import Theme
from viewer.views.timeline.border import Border
from viewer.views.timeline.bubble import Bubble
from viewer.views.timeline.context import Context, day_above, is_headed
from viewer.views.timeline.line import GapLine, LineLayout
from viewer.views.typography import BubbleLook

Shown: TypeAlias = Bubble | LineLayout
"""A row as it is drawn."""

_KEPT = 400
_MARGIN = 16


@dataclass(frozen=True, slots=True)
class PlacedBubble:
    """A bubble and the y coordinate of its upper edge in the view."""

    row: int
    y: int
    bubble: Shown

    @property
    def height(self) -> int:
        """The height of the row."""
        return self.bubble.height

    @property
    def bottom(self) -> int:
        """The y coordinate of the row's lower edge."""
        return self.y + self.bubble.height

    @property
    def dot(self) -> int:
        """The y coordinate of its dot in the lanes."""
        return self.y + self.bubble.dot

    @property
    def text_y(self) -> int:
        """The y coordinate of the text, which stays when the view changes above."""
        return self.y + self.bubble.above


@dataclass(frozen=True, slots=True)
class Placement:
    """The visible rows from top to bottom."""

    rows: list[PlacedBubble]
    at_end: bool


class Placer:
    """Measures rows when they become visible, and caches some."""

    def __init__(self, theme: Theme) -> None:
        self.gutter = 0
        """The room at the left of all rows, for lanes."""
        self.borders: Mapping[str, tuple[Border, ...]] = {}
        """The lines below rows, by their keys."""
        self._theme = theme
        self._look: BubbleLook | None = None
        self._compact = False
        self._height = 0
        self._model: TimelineModel | None = None
        self._bubbles: OrderedDict[tuple[str, Context], Shown] = OrderedDict()

    @property
    def left(self) -> int:
        """The left edge of the column of rows."""
        return self._look.left if self._look else 0

    def set_theme(self, theme: Theme) -> None:
        """Apply `theme`."""
        self._theme = theme
        self.forget()

    def set_compact(self, *, compact: bool) -> None:
        """Show each row on one line or in full."""
        self._compact = compact
        self.forget()

    def forget(self) -> None:
        """Clear the cache of measured rows."""
        self._bubbles.clear()

    def prepare(self, model: TimelineModel, size: QSize, ratio: float, font: QFont) -> None:
        """Set the rows to place, and the area."""
        self._model, self._height = model, size.height()
        look = BubbleLook(self._theme, font, size.width(), ratio, self.gutter, model.pictures)
        if look != self._look:
            self._look = look
            self.forget()

    def bubble(self, row: int) -> Shown:
        """The bubble at `row`, laid out."""
        assert self._model is not None
        assert self._look is not None
        content = self._model.row(row)
        before = self._model.row(row - 1) if row else None
        context = Context(
            day_above(content, before),
            is_headed(content, before),
            self._quotes(content, before),
            self.borders.get(content.key, ()),
        )
        bubble = self._bubbles.get((content.key, context))
        if bubble is None or bubble.row != content:
            shape = LineLayout if self._compact else Bubble
            shape = GapLine if content.kind is RowKind.HIDDEN else shape
            bubble = shape(content, context, self._look)
            self._bubbles[content.key, context] = bubble
            if len(self._bubbles) > _KEPT:
                self._bubbles.popitem(last=False)
        else:
            self._bubbles.move_to_end((content.key, context))
        return bubble

    def from_end(self) -> Placement:
        """The last rows, ending at the lower edge."""
        assert self._model is not None
        rows: list[PlacedBubble] = []
        row, y = self._model.rowCount(), self._height - _MARGIN
        while row > 0 and (y > 0 or not rows):  # a view may be smaller than its margin
            row -= 1
            bubble = self.bubble(row)
            y -= bubble.height
            rows.append(PlacedBubble(row, y, bubble))
        rows.reverse()
        if y > 0:
            rows = [PlacedBubble(each.row, each.y - y, each.bubble) for each in rows]
        return Placement(rows, at_end=True)

    def around(self, row: int, text_y: int) -> Placement:
        """The rows on the screen when the text of `row` begins at `text_y`."""
        rows = self._above(row, text_y)
        if rows[0].row == 0 and rows[0].y > 0:
            shift = rows[0].y
            rows = [PlacedBubble(each.row, each.y - shift, each.bubble) for each in rows]
        self._extend_below(rows)
        if rows[-1].bottom <= self._height - _MARGIN:
            return self.from_end()
        visible = [each for each in rows if each.bottom > 0 and each.y < self._height]
        return Placement(visible or rows[-1:], at_end=False)

    def _above(self, row: int, text_y: int) -> list[PlacedBubble]:
        bubble = self.bubble(row)
        rows = [PlacedBubble(row, text_y - bubble.above, bubble)]
        while rows[-1].y > 0 and rows[-1].row > 0:
            bubble = self.bubble(rows[-1].row - 1)
            rows.append(PlacedBubble(rows[-1].row - 1, rows[-1].y - bubble.height, bubble))
        return rows[::-1]

    def _extend_below(self, rows: list[PlacedBubble]) -> None:
        assert self._model is not None
        last = self._model.rowCount() - 1
        while rows[-1].row < last and rows[-1].bottom < self._height:
            bubble = self.bubble(rows[-1].row + 1)
            rows.append(PlacedBubble(rows[-1].row + 1, rows[-1].bottom, bubble))

    def _quotes(self, row: Row, before: Row | None) -> tuple[Quote, ...]:
        """The quotes of a row's causes, unless its only cause is the row before."""
        assert self._model is not None
        if row.kind not in (RowKind.WRITING, RowKind.LOCKED):
            return ()
        causes = row.causes[:8]
        if before is not None and causes in ((before.key,), ()):
            return ()
        if causes == (self._model.root,):
            return ()
        return tuple(self._model.quote(key) for key in causes)

"""The positions of visible rows: from the end upwards, or around a fixed row."""

from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from PySide6.QtCore import QSize
from PySide6.QtGui import QFont

from tanglescope.engine.words.rows import Border
from tanglescope.viewer.models.row import Quote, Row, RowKind
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.timeline.bubble import Bubble
from tanglescope.viewer.views.timeline.context import Context, day_above, is_headed
from tanglescope.viewer.views.timeline.line import GapLine, LineLayout
from tanglescope.viewer.views.timeline.row_layout import RowLayout
from tanglescope.viewer.views.typography import BubbleLook

_KEPT = 400
_MARGIN = 16
_MOST_QUOTED = 8
_MOST_ABSENT = 64
"""The number of gaps that are passed over to find the day above; farther up, it is repeated."""


@dataclass(frozen=True, slots=True)
class PlacedBubble:
    """A bubble and the y coordinate of its upper edge in the view."""

    row: int
    y: int
    bubble: RowLayout
    rows: int = 1
    """The number of rows from `row` on that it shows as one."""

    def __contains__(self, row: int) -> bool:
        """Whether it shows `row`, perhaps in a fold."""
        return self.row <= row < self.end

    @property
    def key(self) -> str:
        """The key of the message, or of the first one of several."""
        return self.bubble.row.key

    @property
    def end(self) -> int:
        """The row below."""
        return self.row + self.rows

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

    _model: TimelineModel
    """The timeline, once there is an area for it."""

    def __init__(self, theme: Theme, *, offers: bool = True) -> None:
        self._offers = offers
        self.gutter = 0
        """The room at the left of all rows, for lanes."""
        self.borders: Mapping[str, tuple[Border, ...]] = {}
        """The lines below rows, by their keys."""
        self._theme = theme
        self._look: BubbleLook | None = None
        self._compact = False
        self._height = 0
        self._bubbles: OrderedDict[tuple[str, Context], RowLayout] = OrderedDict()

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
        room = size.width(), ratio, self.gutter
        look = BubbleLook(self._theme, font, *room, model.pictures, self._offers)
        if look != self._look:
            self._look = look
            self.forget()

    def bubble(self, row: int) -> RowLayout:
        """The bubble at `row`, laid out; for a row in a fold, that of the fold."""
        assert self._look is not None
        row = self._model.folds.at(row).start
        content = self._model.line(row)
        before = self._model.line(self._model.folds.at(row - 1).start) if row else None
        context = Context(
            day_above(content, self._present_above(row)),
            is_headed(content, before),
            self._quotes(content, before, row),
            self.borders.get(content.key, ()),
        )
        bubble = self._bubbles.get((content.key, context))
        if bubble is None or bubble.row != content:
            shape: type[RowLayout] = LineLayout if self._compact else Bubble
            shape = GapLine if content.kind is RowKind.HIDDEN else shape
            bubble = shape(content, context, self._look)
            self._bubbles[content.key, context] = bubble
            if len(self._bubbles) > _KEPT:
                self._bubbles.popitem(last=False)
        else:
            self._bubbles.move_to_end((content.key, context))
        return bubble

    def place(self, row: int, y: int) -> PlacedBubble:
        """The bubble at `row`, or that of its fold, with its upper edge at `y`."""
        rows = self._model.folds.at(row)
        return PlacedBubble(rows.start, y, self.bubble(rows.start), len(rows))

    def from_end(self) -> Placement:
        """The last rows, ending at the lower edge."""
        last = self.place(self._model.rowCount() - 1, 0)
        rows = self._down_to(last, self._height - _MARGIN - last.height)
        return Placement(rows, at_end=True)

    def around(self, row: int, text_y: int) -> Placement:
        """The rows on the screen when the text of `row` begins at `text_y`."""
        here = self.place(row, 0)
        rows = self._down_to(here, text_y - here.bubble.above)
        count = self._model.rowCount()
        while rows[-1].end < count and rows[-1].bottom < self._height:
            rows.append(self.place(rows[-1].end, rows[-1].bottom))
        if rows[-1].bottom <= self._height - _MARGIN:
            return self.from_end()
        visible = [each for each in rows if each.bottom > 0 and each.y < self._height]
        return Placement(visible or rows[-1:], at_end=False)

    def _down_to(self, last: PlacedBubble, y: int) -> list[PlacedBubble]:
        """The rows on the screen down to one at `y`; farther up if there are too few above it."""
        rows = [replace(last, y=y)]
        while rows[-1].y > 0 and rows[-1].row > 0:
            each = self.place(rows[-1].row - 1, 0)
            rows.append(replace(each, y=rows[-1].y - each.height))
        empty = max(0, rows[-1].y)
        return [replace(each, y=each.y - empty) for each in reversed(rows)]

    def _present_above(self, row: int) -> Row | None:
        """The nearest message above that is present and shown, for its day."""
        for _ in range(_MOST_ABSENT):
            if row <= 0:
                return None
            row = self._model.folds.run(row - 1).start if self._is_absent(row - 1) else row - 1
            if not self._is_absent(row):
                return self._model.row(self._model.folds.at(row).start)
        return None

    def _is_absent(self, row: int) -> bool:
        return self._model.row(row).kind in (RowKind.GHOST, RowKind.HIDDEN)

    def _quotes(self, row: Row, before: Row | None, number: int) -> tuple[Quote, ...]:
        """The quotes of a row's causes, unless its only cause is the row before.

        Missing causes whose rows are directly above aren't quoted.
        """
        if row.kind not in (RowKind.WRITING, RowKind.LOCKED):
            return ()
        above = set[str]()
        if number and row.causes and self._is_absent(number - 1):
            run = self._model.folds.run(number - 1)
            above = set(self._model.keys(run.start, len(run)))
        causes = tuple(cause for cause in row.causes if cause not in above)[:_MOST_QUOTED]
        if not causes or causes == (self._model.root,) or (before and causes == (before.key,)):
            return ()
        return tuple(self._model.quote(key) for key in causes)

"""The visible part of a diagram and its scale, from one message to all of them.

Rows and columns are scaled independently: each as its zoom level says, but never smaller than
needed to fill the screen with the whole tangle. So the overview of a million rows and sixty columns
fills the screen, and columns stay as wide as the authors' names need while rows become thin.
"""

from bisect import bisect_left
from dataclasses import dataclass, replace
from math import ceil, log

from tanglescope.engine.drawing.diagram import Window

USUAL = 26.0
"""Pixels of a row and of a column at zoom 1."""

CLOSEST = 2.0
"""The zoom level at which a message is a box with words."""

BOX = (176.0, 60.0)
"""Pixels of a column and of a row at the highest zoom level."""

_WIDEST = 92.0  # pixels to which columns are stretched if there is room
_CLOSER = 0.96  # steps in which is tried how close everything still fits
_MARGIN = 18.0  # pixels around everything


@dataclass(frozen=True, slots=True)
class Viewport:
    """A screen of `width` x `height` pixels on a diagram of `columns` x `rows` positions.

    `column` and `row` are the position at its centre.
    """

    width: int
    height: int
    columns: int
    rows: int
    zoom: float = 1.0
    column: float = 0.0
    row: float = 0.0

    @property
    def across(self) -> float:
        """Pixels of a column."""
        return max(_size(self.zoom, BOX[0]), min(_WIDEST, _fit(self.width, self.columns)))

    @property
    def down(self) -> float:
        """Pixels of a row."""
        return max(_size(self.zoom, BOX[1]), min(USUAL, _fit(self.height, self.rows)))

    @property
    def left(self) -> float:
        """The pixel position of column 0."""
        return self.width / 2 - self.column * self.across

    @property
    def top(self) -> float:
        """The pixel position of row 0."""
        return self.height / 2 - self.row * self.down

    @property
    def least_zoom(self) -> float:
        """The zoom level at which everything is on the screen."""
        fits = (_fit(self.width, self.columns), _fit(self.height, self.rows))
        return min(1.0, min(fits) / USUAL)

    @property
    def holds_all(self) -> bool:
        """Whether the whole diagram is on the screen."""
        across, down = self.columns * self.across, self.rows * self.down
        return across + _MARGIN <= self.width and down + _MARGIN <= self.height

    def pixel(self, row: float, column: float) -> tuple[float, float]:
        """The pixel at the centre of a position, from the left and from the top."""
        return self.left + column * self.across, self.top + row * self.down

    def place(self, x: float, y: float) -> tuple[float, float]:
        """The row and column at a pixel."""
        return (y - self.top) / self.down, (x - self.left) / self.across

    def window(self) -> Window:
        """The rows and columns that are at least partly on the screen."""
        top, left = self.place(0, 0)
        bottom, right = self.place(self.width, self.height)
        return Window(int(top) - 1, int(bottom) + 1, int(left) - 1, int(right) + 1)

    def shows(self, row: float, column: float) -> bool:
        """Whether a position is on the screen."""
        x, y = self.pixel(row, column)
        return 0 <= x <= self.width and 0 <= y <= self.height

    def resized(self, width: int, height: int) -> "Viewport":
        """The same centre on another screen."""
        return replace(self, width=max(1, width), height=max(1, height)).kept_in()

    def panned(self, x: float, y: float) -> "Viewport":
        """Moved by so many pixels over the diagram."""
        return replace(
            self, column=self.column + x / self.across, row=self.row + y / self.down
        ).kept_in()

    def zoomed(self, factor: float, x: float, y: float) -> "Viewport":
        """Scaled by a factor around a pixel."""
        row, column = self.place(x, y)
        zoom = min(CLOSEST, max(self.least_zoom, self.zoom * factor))
        zoomed = replace(self, zoom=zoom)
        return replace(
            zoomed,
            row=row + (self.height / 2 - y) / zoomed.down,
            column=column + (self.width / 2 - x) / zoomed.across,
        ).kept_in()

    def centered(self, row: float, column: float) -> "Viewport":
        """Centred on a position."""
        return replace(self, row=row, column=column).kept_in()

    def fitted(self) -> "Viewport":
        """The highest zoom level at which everything fits."""
        steps = range(max(0, ceil(log(self.least_zoom / CLOSEST) / log(_CLOSER))))
        place = bisect_left(steps, True, key=lambda step: self._closest(step).holds_all)
        return self._closest(place).kept_in() if place < len(steps) else self.whole()

    def _closest(self, step: int) -> "Viewport":
        """So many steps below the highest zoom level."""
        return replace(self, zoom=CLOSEST * _CLOSER**step)

    def whole(self) -> "Viewport":
        """The whole diagram."""
        return replace(self, zoom=self.least_zoom).kept_in()

    def _middle_column(self, across: float) -> float:
        if self.columns * across + 2 * _MARGIN <= self.width:
            return (self.columns - 1) / 2
        return _limit_centre(self.column, self.columns, self.width, across)

    def kept_in(self) -> "Viewport":
        """Moved so that no space is wasted beside or above the diagram."""
        zoom = min(CLOSEST, max(self.least_zoom, self.zoom))
        zoomed = replace(self, zoom=zoom)
        return replace(
            zoomed,
            row=_limit_centre(self.row, self.rows, self.height, zoomed.down),
            column=self._middle_column(zoomed.across),
        )


def _size(zoom: float, closest: float) -> float:
    """Pixels of a row or column at a zoom level."""
    if zoom > 1.0:
        return USUAL + (zoom - 1.0) / (CLOSEST - 1.0) * (closest - USUAL)
    return USUAL * zoom


def _fit(pixels: int, places: int) -> float:
    """Pixels of a row or column when all of them and the margins are on the screen."""
    return max(1.0, pixels - 2 * _MARGIN) / max(1, places)


def _limit_centre(middle: float, places: int, pixels: int, size: float) -> float:
    """The centre, limited so that the ends stay within their margin."""
    least = (pixels / 2 - _MARGIN) / size - 0.5
    most = places - 1 - least
    return least if least >= most else min(most, max(least, middle))

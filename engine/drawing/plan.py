"""Drawing plans: everything needed to draw a tangle, computed in a background thread.

At a zoom level at which single messages can't be distinguished, a tangle is drawn as its density.
The picture is a histogram: the number of messages behind each pixel. The rows of each column are
sorted, so a count takes two bisections; the cost depends on the number of pixels, not of messages.
"""

from array import array
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import ceil, sqrt
from operator import sub

from tanglescope.engine.drawing.diagram import Diagram, lay_out
from tanglescope.engine.drawing.eliding import Filters, ShownShape, apply_filters, bound_shape
from tanglescope.engine.drawing.shape import Shape
from tanglescope.engine.linear.horizon import reach

MOST_COLUMNS = 512
"""The most columns of the picture; with more, neighbours share one."""

LEVELS = 20
"""Shades of a colour, from one message to the most that fit behind a pixel."""

_SATURATED = 64.0


@dataclass(frozen=True, slots=True)
class Density:
    """The rows of the messages in each column, ascending; `shared` columns are one here.

    `tints` holds for each column its column in the diagram, -1 for missing messages.
    """

    rows: int
    shared: int
    columns: Sequence["array[int]"]
    tints: Sequence[int]

    def counts(self, first: float, step: float, height: int) -> list[list[int]]:
        """The messages behind `height` pixels of `step` rows, from `first` on, for each column."""
        edges = [first + step * pixel for pixel in range(height + 1)]
        found = []
        for rows in self.columns:
            places = [bisect_left(rows, edge) for edge in edges]
            found.append(list(map(sub, places[1:], places)))
        return found

    def picture(self, shades: Sequence[int], first: float, step: float, height: int) -> bytearray:
        """An image of one byte per pixel, row by row, as wide as there are columns.

        A pixel without messages is 0; else it is the column's number in `shades` plus the shade,
        below `LEVELS`.
        """
        width = len(self.columns)
        image = bytearray(width * height)
        full = max(2.0, min(_SATURATED, step * self.shared))
        levels = [_level(count, full) for count in range(ceil(full) + 1)]
        for column, counts in enumerate(self.counts(first, step, height)):
            base = shades[column]
            image[column::width] = bytes(
                [base + levels[min(count, len(levels) - 1)] if count else 0 for count in counts]
            )
        return image


def density(diagram: Diagram) -> Density:
    """The density of a diagram."""
    shared = max(1, -(-diagram.width // MOST_COLUMNS))
    columns = [array("i") for _ in range(-(-diagram.width // shared))]
    for number in diagram.order:
        columns[diagram.column_of[number] // shared].append(diagram.row_of[number])
    owner = [-1] * diagram.width
    for tint, column in enumerate(diagram.columns):
        for place in range(column.first, column.first + column.width):
            owner[place] = tint if column.hue else -1
    return Density(diagram.rows, shared, columns, owner[::shared])


def _level(count: int, full: float) -> int:
    """The shade of a pixel with so many messages; `full` is the darkest."""
    dark = sqrt(count / full)
    return min(LEVELS - 1, max(LEVELS // 3, round(dark * (LEVELS - 1))))


class Detail(IntEnum):
    """How much of each message is drawn, depending on the available room."""

    DENSITY = 0
    DOTS = 1
    BUBBLES = 2
    BOXES = 3


FEW = 5_000
"""The most messages that are painted individually."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A diagram, its density, and the position of each message by key.

    `whole` is the shape without filters.
    """

    whole: Shape
    shown: ShownShape
    diagram: Diagram
    density: Density
    numbers: Mapping[str, int]
    names: Mapping[str, str]


def plan(shape: Shape, names: Mapping[str, str], filters: Filters, kept: str = "") -> Plan:
    """The plan of a shape with the reader's filters; the message `kept` isn't folded away."""
    shown = bound_shape(apply_filters(shape, filters, kept))
    diagram = lay_out(shown.shape)
    numbers = {key: number for number, key in enumerate(shown.shape.keys)}
    return Plan(shape, shown, diagram, density(diagram), numbers, names)


def detail(across: float, down: float, messages: int) -> Detail:
    """The detail that is visible if a column and a row have so many pixels.

    Edges of few messages are drawn at any zoom.
    """
    if across >= 120 and down >= 44:
        return Detail.BOXES
    if min(across, down) >= 9:
        return Detail.BUBBLES
    if min(across, down) >= 3 or messages <= FEW:
        return Detail.DOTS
    return Detail.DENSITY


def lit(shape: Shape, number: int) -> bytearray:
    """For each message 1 if it is the given one or in its past or future, else 0."""
    flags = bytearray(len(shape))
    for links in (shape.causes, shape.effects):
        for each in reach([number], links.of):
            flags[each] = 1
    return flags

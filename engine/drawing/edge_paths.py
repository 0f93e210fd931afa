"""The paths of a diagram's edges: around the messages that aren't their ends.

An edge takes its plain curve if that is clear. Otherwise it runs in the gap beside a column: beside
that of its effect, on the side of its cause. No message is ever in a gap, or between two rows.

A plain curve leaves the cause and reaches the effect vertically. Within one column it bows to the
right, further the longer it is, so that it passes what is between and edges don't overlap. Curves
are the same on the screen and in exported pictures.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor

from tanglescope.engine.drawing.diagram import Diagram, DrawnEdge, Window

Point = tuple[float, float]

_LEAST = 0.22
_STEP = 0.11
_MOST = 0.95


def bend(begin: Point, end: Point, rows: int, across: float) -> tuple[Point, Point]:
    """The two control points of an edge over so many rows; columns are `across` apart."""
    (x, y), (other, bottom) = begin, end
    middle = (y + bottom) / 2
    bow = bow_of(rows) * across if x == other else 0.0
    return (x + bow, middle), (other + bow, middle)


def bow_of(rows: int) -> float:
    """How far an edge within a column bows, in columns; 0 if nothing is between."""
    return 0.0 if rows <= 1 else _LEAST + (_MOST - _LEAST) * (1 - 1 / (1 + _STEP * (rows - 1)))


_MARGIN = 0.12
"""The part of a gap, at each of its sides, that no edge uses."""

_SPREAD = 0.618
"""Neighbouring numbers times this, without the integers, are far apart."""


@dataclass(frozen=True, slots=True)
class MessageSize:
    """Half the width of a drawn message in columns, and half its height in rows.

    Edges begin and end `reach` rows from its middle.
    """

    across: float
    down: float
    reach: float = 0.0


def edge_path(diagram: Diagram, edge: DrawnEdge, size: MessageSize) -> Sequence[Point]:
    """The points of an edge in columns and rows: its beginning, then three for each curve."""
    top, bottom = diagram.row_of[edge.cause], diagram.row_of[edge.effect]
    begin = float(diagram.column_of[edge.cause]), top + size.reach
    end = float(diagram.column_of[edge.effect]), bottom - size.reach
    if _is_clear(diagram, edge, (begin, end), size):
        return (begin, *bend(begin, end, bottom - top, 1.0), end)
    stops = [(begin[0], top + size.down), (end[0], bottom - size.down)]
    if bottom - top > 1:
        x = _in_gap(begin[0], end[0], edge.cause, size)
        stops[1:1] = [(x, top + 1 - size.down), (x, bottom - 1 + size.down)]
    path = [begin]
    for one, other in pairwise(dict.fromkeys([begin, *stops, end])):
        path += [*bend(one, other, 1, 1.0), other]
    return path


def _is_clear(
    diagram: Diagram, edge: DrawnEdge, ends: tuple[Point, Point], size: MessageSize
) -> bool:
    """Whether the plain curve of an edge passes no message but its ends."""
    (x, top), (other, bottom) = ends
    first, last = diagram.row_of[edge.cause], diagram.row_of[edge.effect]
    if last <= first:  # a cycle in a damaged database
        return True
    bow = bow_of(last - first) if x == other else 0.0
    for row in range(first, last + 1):
        heights = (row - size.down, row, row + size.down)
        xs = [_across(ends, bow, y) for y in heights if top <= y <= bottom]
        left, right = ceil(min(xs) - size.across), floor(max(xs) + size.across)
        if left <= right and not {edge.cause, edge.effect}.issuperset(
            diagram.within(Window(row, row, left, right))
        ):
            return False
    return True


def _across(ends: tuple[Point, Point], bow: float, y: float) -> float:
    """Where a plain curve is at a height."""
    begin, end = ends
    share = (y - begin[1]) / (end[1] - begin[1])
    at = share
    for _ in range(3):  # Newton's method
        at -= (1.5 * at * (1 - at) + at**3 - share) / (1.5 - 3 * at + 3 * at * at)
    return begin[0] + (end[0] - begin[0]) * at * at * (3 - 2 * at) + 3 * bow * at * (1 - at)


def _in_gap(begin: float, end: float, cause: int, size: MessageSize) -> float:
    """The column at which an edge passes rows; the edges of another cause have another one."""
    gap = 1 - 2 * size.across
    beside = size.across + gap * (_MARGIN + (1 - 2 * _MARGIN) * (cause * _SPREAD % 1))
    return end + beside if begin >= end else end - beside

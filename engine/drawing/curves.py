"""The curves of edges, the same on the screen and in exported pictures.

An edge leaves its cause and reaches its effect vertically. Within one column it bows to the right,
further the longer it is, so that it passes what is between and edges don't overlap.
"""

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

"""Faces: the pattern that is drawn for a feed without a picture, from a hash of its id.

Five by five cells, alike on both sides, so that people distinguish them at a glance.
"""

from functools import lru_cache
from hashlib import sha256

CELLS = 5
_HALF = 3
_FEWEST = 5


@lru_cache(maxsize=4096)
def face(feed: str) -> tuple[tuple[int, int], ...]:
    """The filled cells of the face of a feed: columns and rows."""
    filled = _pattern(sha256(feed.encode("utf-8", "surrogatepass")).digest())
    return tuple(
        (column, row)
        for column in range(CELLS)
        for row in range(CELLS)
        if (min(column, CELLS - 1 - column), row) in filled
    )


def _pattern(digest: bytes) -> set[tuple[int, int]]:
    """The filled cells of the left half; turned inside out where there would be too few."""
    cells = {(column, row) for column in range(_HALF) for row in range(CELLS)}
    filled = {cell for cell in cells if digest[1 + cell[0] * CELLS + cell[1]] & 1}
    return filled if len(filled) >= _FEWEST else cells - filled

"""Identicons: the pattern for a feed without a picture, from a hash of its id.

Five by five cells, mirror-symmetric, so that people recognize them at a glance.
"""

from functools import lru_cache
from hashlib import sha256

CELLS = 5
_HALF = 3
_FEWEST = 5


@lru_cache(maxsize=4096)
def identicon(feed: str) -> tuple[tuple[int, int], ...]:
    """The filled cells of a feed's identicon, as columns and rows."""
    filled = _pattern(sha256(feed.encode("utf-8", "surrogatepass")).digest())
    return tuple(
        (column, row)
        for column in range(CELLS)
        for row in range(CELLS)
        if (min(column, CELLS - 1 - column), row) in filled
    )


def _pattern(digest: bytes) -> set[tuple[int, int]]:
    """The filled cells of the left half; inverted if there are too few."""
    cells = {(column, row) for column in range(_HALF) for row in range(CELLS)}
    filled = {cell for cell in cells if digest[1 + cell[0] * CELLS + cell[1]] & 1}
    return filled if len(filled) >= _FEWEST else cells - filled

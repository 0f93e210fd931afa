"""An order by rank in one piece, which rows join without a look at the others.

Beside the numbers of the rows are their ranks, so what comes after known rows only is inserted
where it belongs by a search for its place.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from typing import Any


class RankedRows:
    """The numbers of rows in the order of (rank, key); `key_of` answers the key of a number."""

    def __init__(
        self, numbers: "array[int]", ranks: "array[int]", key_of: Callable[[int], Any]
    ) -> None:
        self.numbers = numbers
        self.ranks = ranks
        self._key_of = key_of
        self._before = numbers.tobytes()
        self._ranks_before = ranks[:]
        self._added: dict[int, int] = {}

    def rank(self, number: int) -> int:
        """The rank of a row. Raises `KeyError`."""
        if number in self._added:
            return self._added[number]
        wanted = array(self.numbers.typecode, [number]).tobytes()
        size = len(wanted)
        # From the end, where most of what is named is.
        at = self._before.rfind(wanted)
        while at >= 0 and at % size:  # within two numbers
            at = self._before.rfind(wanted, 0, at + size - 1)
        if at < 0:
            raise KeyError(number)
        return self._ranks_before[at // size]

    def insert(self, number: int, rank: int, key: Any) -> None:
        """Insert a row that nothing else comes after."""
        first, end = bisect_left(self.ranks, rank), bisect_right(self.ranks, rank)
        level = self.numbers[first:end]
        at = first + bisect_left(level, key, key=self._key_of)
        self.numbers.insert(at, number)
        self.ranks.insert(at, rank)
        self._added[number] = rank

"""A distribution: how often numbers fall where, in as few bars as can be read."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bin:
    """How many numbers are from `low` to `high`, both included."""

    low: int
    high: int
    count: int


def distribution(numbers: Sequence[int], most: int = 24) -> tuple[Bin, ...]:
    """Bins of equal width, at most so many, that hold all numbers between them."""
    if not numbers:
        return ()
    least, greatest = min(numbers), max(numbers)
    width = -(-(greatest - least + 1) // most)
    counts = [0] * ((greatest - least) // width + 1)
    for number in numbers:
        counts[(number - least) // width] += 1
    return tuple(
        Bin(least + place * width, least + (place + 1) * width - 1, count)
        for place, count in enumerate(counts)
    )

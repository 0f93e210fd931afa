"""Shrinking: the smallest part of something that still fails."""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from math import comb, factorial
from typing import TypeAlias, TypeVar

_Item = TypeVar("_Item")

Fails: TypeAlias = Callable[[Sequence[_Item]], bool]


def shrunk(items: Sequence[_Item], fails: Fails[_Item]) -> list[_Item]:
    """A minimal failing subsequence of the items: none of them can be left out.

    Delta debugging (Zeller and Hildebrandt 2002, ddmin without the test of subsets): leave out
    a chunk; when no chunk can go, try smaller ones.
    """
    kept = list(items)
    size = len(kept)
    while size:
        start, left_out = 0, False
        while start < len(kept):
            rest = kept[:start] + kept[start + size :]
            if fails(rest):
                kept, left_out = rest, True
            else:
                start += size
        # Items that were needed before may not be, now that others are gone.
        size = min(size, len(kept)) if left_out else size // 2
    return kept


def small_cases(items: Sequence[_Item], below: int, tries: int) -> Iterator[tuple[_Item, ...]]:
    """Subsets of fewer than `below` items, the smallest first, within a limit of tries.

    A subset takes as many tries as it has permutations; all subsets of one size are given, or none.
    """
    for size in range(1, below):
        tries -= comb(len(items), size) * factorial(size)
        if tries < 0:
            return
        yield from combinations(items, size)


def by_distance(items: Sequence[_Item]) -> list[tuple[_Item, ...]]:
    """All permutations, ordered by the number of swaps of neighbours they need."""
    numbers = range(len(items))
    orders = sorted(permutations(numbers), key=lambda order: (inversions(order), order))
    return [tuple(items[number] for number in order) for order in orders]


def straightened(
    items: Sequence[_Item], fails: Fails[_Item], place: Callable[[_Item], int]
) -> list[_Item]:
    """The items in a failing order in which no two neighbours can be swapped into place.

    Neighbours are out of place when the first has the greater `place`.
    """
    kept = list(items)
    index = 0
    while index + 1 < len(kept):
        swapped = kept[:]
        swapped[index], swapped[index + 1] = kept[index + 1], kept[index]
        if place(kept[index]) > place(kept[index + 1]) and fails(swapped):
            kept, index = swapped, max(index - 1, 0)
        else:
            index += 1
    return kept


def simplest(
    items: Sequence[_Item], fails: Fails[_Item], place: Callable[[_Item], int]
) -> list[_Item]:
    """Failing items, sorted and shrunk until neither changes them."""
    found, straight = shrunk(items, fails), list[_Item]()
    while straight != found:
        straight = straightened(found, fails, place)
        found = shrunk(straight, fails)
    return found


def inversions(numbers: Sequence[int]) -> int:
    """The number of inversions, in O(n log n) by merge sort."""
    count = 0
    runs = [[number] for number in numbers]
    while len(runs) > 1:
        merged = []
        for index in range(0, len(runs) - 1, 2):
            run, passed = _merge(runs[index], runs[index + 1])
            merged.append(run)
            count += passed
        if len(runs) % 2:
            merged.append(runs[-1])
        runs = merged
    return count


def _merge(left: list[int], right: list[int]) -> tuple[list[int], int]:
    merged: list[int] = []
    count = index = 0
    for number in right:
        while index < len(left) and left[index] <= number:
            merged.append(left[index])
            index += 1
        count += len(left) - index
        merged.append(number)
    return merged + left[index:], count

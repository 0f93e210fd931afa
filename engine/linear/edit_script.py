"""The fewest moves from one order to another.

Between two orders of the same elements that differ in how some *wanderers* lie among the others
(which keep their order among themselves), the fewest moves are those of all elements outside a
longest increasing subsequence (LIS): what is never moved keeps its relative order, so it is
increasing, and any increasing subsequence can stay while the rest is moved once each.

The others need not be looked at one by one. They form *runs* between the wanderers, and some
LIS holds every run whole or not at all. So a LIS weighted by the length of runs over O(k) items
does for k wanderers, in O(k log k).

The orders are first cut into *windows*, the smallest intervals that hold the same elements in
both. A move stays within its window and every window can be treated alone; nearly all windows
hold a single wanderer that went past some run, and need one move.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.linear.edits import Edit, Move


class _Item(NamedTuple):
    """A wanderer or a run: where it stood, how long it is, which item it is in the end."""

    start: int
    width: int
    target: int


def fewest_moves(
    before: Sequence[int], after: Sequence[int], origins: Sequence[int] | None = None
) -> list[Edit]:
    """The fewest moves that bring wanderers from positions `before` to positions `after`.

    Both ascend. The wanderer at `after[j]` stood at `before[origins[j]]`; without `origins`
    the wanderers keep their order among themselves.
    """
    moves: list[Edit] = []
    for first, end in _windows(before, after, origins):
        if end - first == 1:
            if before[first] != after[first]:
                moves.append(Move(before[first], after[first]))
        else:
            places = (
                range(end - first)
                if origins is None
                else [origin - first for origin in origins[first:end]]
            )
            _solve_window(before[first:end], after[first:end], places, moves)
    return moves


def _windows(
    before: Sequence[int], after: Sequence[int], origins: Sequence[int] | None
) -> Iterator[tuple[int, int]]:
    """Index ranges of wanderers that can be treated alone.

    With i wanderers passed, `before[i] - i` others have been passed. A window may end where
    both orders have passed the same wanderers and could have passed the same number of others.
    """
    first = 0
    last_origin = -1
    for end in range(1, len(before) + 1):
        last_origin = end - 1 if origins is None else max(last_origin, origins[end - 1])
        if last_origin != end - 1:
            continue
        if end < len(before):
            passed = max(before[end - 1], after[end - 1]) + 1
            if passed > min(before[end], after[end]):
                continue
        yield first, end
        first = end


def _solve_window(
    before: Sequence[int], after: Sequence[int], origins: Sequence[int], moves: list[Edit]
) -> None:
    items = _items(before, after, origins)
    kept = _heaviest_increasing(items)
    _emit(items, kept, max(before[-1], after[-1]) + 1, moves)


def _items(before: Sequence[int], after: Sequence[int], origins: Sequence[int]) -> list[_Item]:
    """Wanderers and runs in their old order.

    Runs are cut wherever a wanderer stands in either order.
    """
    old_gaps = [position - index for index, position in enumerate(before)]
    new_gaps = [position - index for index, position in enumerate(after)]
    cuts = sorted({*old_gaps, *new_gaps})
    run_targets = {}
    wanderer_targets = {}
    target = arrived = 0
    for cut, end in zip(cuts, [*cuts[1:], None], strict=True):
        while arrived < len(after) and new_gaps[arrived] == cut:
            wanderer_targets[origins[arrived]] = target
            arrived += 1
            target += 1
        if end is not None:
            run_targets[cut] = target
            target += 1
    items = []
    left = 0
    for cut, end in zip(cuts, [*cuts[1:], None], strict=True):
        while left < len(before) and old_gaps[left] == cut:
            items.append(_Item(before[left], 1, wanderer_targets[left]))
            left += 1
        if end is not None:
            items.append(_Item(cut + left, end - cut, run_targets[cut]))
    return items


def _heaviest_increasing(items: Sequence[_Item]) -> set[int]:
    """The targets of a subsequence with ascending targets and the greatest sum of widths."""
    # Over the items so far: the last targets of subsequences that no other one beats (with a
    # last target as low and a weight as high), their weights and last items. All three ascend.
    targets: list[int] = []
    weights: list[int] = []
    lasts: list[int] = []
    previous: list[int] = []
    for index, item in enumerate(items):
        place = bisect_left(targets, item.target)
        weight = item.width + (weights[place - 1] if place else 0)
        previous.append(lasts[place - 1] if place else -1)
        beaten = place
        while beaten < len(weights) and weights[beaten] <= weight:
            beaten += 1
        targets[place:beaten] = [item.target]
        weights[place:beaten] = [weight]
        lasts[place:beaten] = [index]
    kept = set()
    index = lasts[-1]
    while index >= 0:
        kept.add(items[index].target)
        index = previous[index]
    return kept


def _emit(items: Sequence[_Item], kept: set[int], end: int, moves: list[Edit]) -> None:
    """Move what is not kept, from the right to the left of the new order.

    Each element goes right before the one that follows it in the new order, which stands in
    its place already. Where an element stands by now follows from the old positions of those
    that were taken out before it, and of those before which others were put in.
    """
    taken: list[int] = []
    put_before: list[int] = []
    follower = end
    for item in sorted(items, key=lambda item: -item.target):
        if item.target in kept:
            follower = item.start
            continue
        for origin in range(item.start + item.width - 1, item.start - 1, -1):
            source = origin - bisect_left(taken, origin) + bisect_right(put_before, origin)
            insort(taken, origin)
            destination = (
                follower - bisect_left(taken, follower) + bisect_left(put_before, follower)
            )
            insort(put_before, follower)
            moves.append(Move(source, destination))

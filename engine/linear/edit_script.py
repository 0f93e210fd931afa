"""The fewest moves from one order to another.

Two orders of the same elements differ in the positions of some *wanderers* among the *others*,
which keep their relative order. The elements that never move keep their relative order, so they are
an increasing sequence. Conversely, any increasing sequence can stay while each of the other
elements is moved once. So the fewest moves are those of all elements outside a longest increasing
subsequence (LIS). Usually these are all wanderers, and no LIS has to be found:

Lemma (all wanderers move). If every wanderer can be given an *other* that it passes, each a
different one, no script is shorter than moving every wanderer. Proof: if some wanderers stay, all
others that they pass must move instead, and these are at least as many.

Otherwise, the others between the wanderers form *runs*, and some LIS contains each run as a whole
or not at all. So it is enough to find a LIS weighted by the lengths of runs, over O(k) items for k
wanderers, in O(k log k).

The orders are first cut into *windows*, the smallest intervals that hold the same elements in both.
A move stays within its window, and each window is solved by itself.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from itertools import chain
from operator import itemgetter
from typing import Any, TypeAlias

from tanglescope.engine.linear.edits import Edit, Insert, Move

_ScriptItem: TypeAlias = tuple[int, int, int]
"""A wanderer or a run: its first position in the old order, its width, its new first position."""


def fewest_moves(
    before: Sequence[int], after: Sequence[int], origins: Sequence[int] | None = None
) -> list[Edit]:
    """The fewest moves that bring wanderers from positions `before` to positions `after`.

    Both ascend. The wanderer at `after[j]` was at `before[origins[j]]`; without `origins`
    the wanderers keep their order among themselves.
    """
    if len(before) == 1:
        return [Move(before[0], after[0])] if before[0] != after[0] else []
    moves = _move_wanderers(before, after, origins)
    if moves is not None:
        return moves
    moves = []
    for first, end in _windows(before, after, origins):
        old, new = before[first:end], after[first:end]
        within = None if origins is None else [origin - first for origin in origins[first:end]]
        some = _move_wanderers(old, new, within)
        moves += solve(old, new, within or range(end - first)) if some is None else some
    return moves


def fewest_edits(pieces: Iterable[tuple[int, int] | str]) -> list[Edit]:
    """The fewest edits from a list to a new one, given as pieces of the old one and new names.

    A piece is a run of the old list, (position, length); every old element is in one of them.
    """
    items: list[_ScriptItem] = []
    inserts: list[Edit] = []
    end = 0
    for piece in pieces:
        if isinstance(piece, str):
            inserts.append(Insert(piece, end + len(inserts)))
        else:
            start, width = piece
            items.append((start, width, end))
            end += width
    items.sort()
    return _emit(items, heaviest_increasing(items), end) + inserts


def edits_between(
    before: Sequence[Any],
    after: Sequence[Any],
    names: Callable[[list[Any]], Sequence[str]] = list,
) -> list[Edit]:
    """The fewest edits from a list to another one that holds the same elements and more.

    `names` returns the names of new elements.
    """
    first, rest = common_ends(before, after)
    old, new = before[first : len(before) - rest], after[first : len(after) - rest]
    places = {mark: first + place for place, mark in enumerate(old)}
    came = [mark for mark in new if mark not in places]
    named = dict(zip(came, names(came), strict=True))
    above = [(0, first)] if first else []
    below = [(len(before) - rest, rest)] if rest else []
    return fewest_edits(chain(above, _pieces(new, places, named), below))


def removals(before: Sequence[Any], after: Sequence[Any]) -> list[int]:
    """The positions of those elements of a list that another one lacks, from the last one on."""
    first, rest = common_ends(before, after)
    here = set(after[first : len(after) - rest])
    positions = range(first, len(before) - rest)
    return [position for position in reversed(positions) if before[position] not in here]


def common_ends(one: Sequence[Any], other: Sequence[Any]) -> tuple[int, int]:
    """The numbers of elements with which both lists begin and end, without overlap.

    They are found at the speed of comparing memory.
    """
    first = common_beginning(one, other)
    return first, common_beginning(one[first:][::-1], other[first:][::-1])


_COMPARED = 4096


def first_difference(one: Sequence[Any], other: Sequence[Any]) -> int | None:
    """The first position at which two lists differ; None if they are equal."""
    first = common_beginning(one, other)
    return None if first == len(one) == len(other) else first


def moved_between(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    """A minimal set of elements whose moves turn one order into another, which may have more."""
    places = {name: place for place, name in enumerate(before)}
    new = {name: place for place, name in enumerate(after)}
    stay = heaviest_increasing([(places[name], 1, new[name]) for name in before if name in new])
    return tuple(name for name in after if name in places and new[name] not in stay)


def inversions(numbers: Sequence[int]) -> int:
    """The number of pairs of which the first is greater, counted in a merge sort."""
    return _sort_with_inversions(numbers)[1]


def _sort_with_inversions(numbers: Sequence[int]) -> tuple[Sequence[int], int]:
    if len(numbers) < 2:
        return numbers, 0
    half = len(numbers) // 2
    left, before = _sort_with_inversions(numbers[:half])
    right, behind = _sort_with_inversions(numbers[half:])
    merged: list[int] = []
    count, taken = before + behind, 0
    for number in right:
        while taken < len(left) and left[taken] <= number:
            merged.append(left[taken])
            taken += 1
        merged.append(number)
        count += len(left) - taken
    merged += left[taken:]
    return merged, count


def common_beginning(one: Sequence[Any], other: Sequence[Any]) -> int:
    """The number of elements with which both lists begin."""
    length = min(len(one), len(other))
    place = 0
    while place < length and one[place : place + _COMPARED] == other[place : place + _COMPARED]:
        place += _COMPARED
    while place < length and one[place] == other[place]:
        place += 1
    return min(place, length)


def _pieces(
    after: Sequence[Any], places: Mapping[Any, int], named: Mapping[Any, str]
) -> Iterator[tuple[int, int] | str]:
    """A list as runs of an older one, whose elements have `places`, and new names."""
    start = end = 0
    for mark in after:
        place = places.get(mark)
        if place == end and end > start:
            end += 1
            continue
        if end > start:
            yield start, end - start
        if place is None:
            start = end = 0
            yield named[mark]
        else:
            start, end = place, place + 1
    if end > start:
        yield start, end - start


def _move_wanderers(
    before: Sequence[int], after: Sequence[int], origins: Sequence[int] | None
) -> list[Edit] | None:
    """Move the wanderers that pass others; None unless that is known to be the fewest moves."""
    if origins is not None:
        return _move_out_of_order(before, after, origins)
    if not _each_passes_its_own(before, after):
        return None
    # From the last one to the first, no move affects the positions of the others.
    pairs = zip(reversed(before), reversed(after), strict=True)
    return [Move(old, new) for old, new in pairs if old != new]


def _each_passes_its_own(before: Sequence[int], after: Sequence[int]) -> bool:
    """Whether wanderers that keep their order can each be given another that it passes.

    Others are counted by how many others come before: a wanderer passes those from `before - index`
    up to `after - index`. Wanderers that pass none don't move, and need none.
    """
    given = -1
    for index, (old, new) in enumerate(zip(before, after, strict=True)):
        if old != new:
            given += 1
            if given < old - index:
                given = old - index
            if given >= new - index:
                return False
    return True


def _move_out_of_order(
    before: Sequence[int], after: Sequence[int], origins: Sequence[int]
) -> list[Edit] | None:
    """The same for wanderers that change their relative order."""
    starts = [old - index for index, old in enumerate(before)]
    goals = [0] * len(starts)
    stays = -1
    for index, origin in enumerate(origins):
        goals[origin] = after[index] - index
        if goals[origin] == starts[origin]:
            # Those that pass no others may stay if they keep their order.
            if origin < stays:
                return None
            stays = origin
    if not _each_can_pass_its_own(starts, goals):
        return None
    moves: list[Edit] = []
    taken: list[int] = []
    for origin, new in zip(reversed(origins), reversed(after), strict=True):
        if starts[origin] != goals[origin]:
            old = before[origin]
            place = bisect_left(taken, old)
            taken.insert(place, old)
            moves.append(Move(old - place, new))
    return moves


def _each_can_pass_its_own(starts: Sequence[int], goals: Sequence[int]) -> bool:
    """Whether each wanderer that passes others can be given its own, the most urgent first."""
    urgent: list[int] = []
    given = 0
    for start, goal in zip(starts, goals, strict=True):
        while urgent and given < start:
            if heappop(urgent) <= given:
                return False
            given += 1
        given = max(given, start)
        if goal != start:
            heappush(urgent, goal)
    while urgent:
        if heappop(urgent) <= given:
            return False
        given += 1
    return True


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


def solve(before: Sequence[int], after: Sequence[int], origins: Sequence[int]) -> list[Edit]:
    """The fewest moves, by a longest increasing subsequence in every case."""
    items = _items(before, after, origins)
    return _emit(items, heaviest_increasing(items), max(before[-1], after[-1]) + 1)


def _items(
    before: Sequence[int], after: Sequence[int], origins: Sequence[int]
) -> list[_ScriptItem]:
    """Wanderers and runs in their old order; runs are cut where wanderers leave or arrive."""
    leaving = [position - index for index, position in enumerate(before)]
    arriving = [position - index for index, position in enumerate(after)]
    goals = [0] * len(before)
    for origin, position in zip(origins, after, strict=True):
        goals[origin] = position
    cuts = sorted({*leaving, *arriving})
    items: list[_ScriptItem] = []
    left = arrived = 0
    for cut, end in zip(cuts, [*cuts[1:], cuts[-1]], strict=True):
        while left < len(before) and leaving[left] == cut:
            items.append((before[left], 1, goals[left]))
            left += 1
        while arrived < len(after) and arriving[arrived] == cut:
            arrived += 1
        if end > cut:
            items.append((cut + left, end - cut, cut + arrived))
    return items


def heaviest_increasing(items: Sequence[_ScriptItem]) -> set[int]:
    """The targets of a subsequence with ascending targets and the greatest sum of widths."""
    # Over the items so far: the last targets, weights and last items of the subsequences that
    # aren't dominated by another one (with a last target as low and a weight as high). All three
    # ascend; the first subsequence is the empty one.
    targets = [-1]
    weights = [0]
    lasts = [-1]
    previous: list[int] = []
    for index, (_, width, target) in enumerate(items):
        place = bisect_left(targets, target)
        weight = width + weights[place - 1]
        previous.append(lasts[place - 1])
        beaten = place
        while beaten < len(weights) and weights[beaten] <= weight:
            beaten += 1
        targets[place:beaten] = [target]
        weights[place:beaten] = [weight]
        lasts[place:beaten] = [index]
    kept = set()
    index = lasts[-1]
    while index >= 0:
        kept.add(items[index][2])
        index = previous[index]
    return kept


def _emit(items: Sequence[_ScriptItem], kept: set[int], end: int) -> list[Edit]:
    """Move the elements that don't stay, from right to left in the new order.

    Each element is moved directly before its successor in the new order, which is in its place
    already. The current position of an element follows from the old positions of the elements that
    were moved away from before it or inserted before it.
    """
    moves: list[Edit] = []
    taken: list[int] = []
    put_before: list[int] = []
    follower = end
    for start, width, target in sorted(items, key=itemgetter(2), reverse=True):
        if target in kept:
            follower = start
            continue
        for origin in range(start + width - 1, start - 1, -1):
            source = origin - bisect_left(taken, origin) + bisect_right(put_before, origin)
            insort(taken, origin)
            destination = (
                follower - bisect_left(taken, follower) + bisect_left(put_before, follower)
            )
            insort(put_before, follower)
            moves.append(Move(source, destination))
    return moves


ScriptPiece: TypeAlias = tuple[int, int] | str
"""The position of a run in the list before, and its length; or the name of a new element."""

_FULL = 32


class Rope:
    """A list of `length` elements, identified by their old positions, for applying edits."""

    def __init__(self, length: int) -> None:
        self._chunks: list[list[ScriptPiece]] = [[(0, length)] if length else []]
        self._lengths = [length]
        # The chunk that was used last, and the number of elements before it: consecutive edits are
        # usually close to each other.
        self._chunk = 0
        self._before = 0

    def __iter__(self) -> Iterator[ScriptPiece]:
        return chain.from_iterable(self._chunks)

    def insert(self, position: int, piece: ScriptPiece) -> None:
        """Insert a single element at a position."""
        chunk, index = self._cut(position)
        self._chunks[chunk].insert(index, piece)
        self._lengths[chunk] += 1
        if len(self._chunks[chunk]) > 2 * _FULL:
            self._split(chunk)

    def take(self, position: int) -> ScriptPiece:
        """Remove the element at a position."""
        chunk, index = self._cut(position)
        pieces = self._chunks[chunk]
        piece = pieces[index]
        if isinstance(piece, str) or piece[1] == 1:
            del pieces[index]
        else:
            start, width = piece
            pieces[index] = (start + 1, width - 1)
            piece = (start, 1)
        self._lengths[chunk] -= 1
        return piece

    def _cut(self, position: int) -> tuple[int, int]:
        """Split the list so that a piece begins at the position; return its place in the chunk."""
        while position < self._before:
            self._chunk -= 1
            self._before -= self._lengths[self._chunk]
        while position >= self._before + self._lengths[self._chunk] and (
            self._chunk + 1 < len(self._chunks)
        ):
            self._before += self._lengths[self._chunk]
            self._chunk += 1
        chunk = self._chunk
        position -= self._before
        pieces = self._chunks[chunk]
        index = 0
        while position:
            piece = pieces[index]
            width = 1 if isinstance(piece, str) else piece[1]
            if position < width and not isinstance(piece, str):
                start = piece[0]
                pieces[index : index + 1] = [
                    (start, position),
                    (start + position, width - position),
                ]
                width = position
            position -= width
            index += 1
        return chunk, index

    def _split(self, chunk: int) -> None:
        pieces = self._chunks[chunk]
        parts = [pieces[:_FULL], pieces[_FULL:]]
        self._chunks[chunk : chunk + 1] = parts
        self._lengths[chunk : chunk + 1] = [
            sum(1 if isinstance(piece, str) else piece[1] for piece in part) for part in parts
        ]


def merge_edits(edits: Sequence[Edit], length: int) -> list[Edit]:
    """The fewest edits with the same effect as all of these on a list of `length` elements."""
    if all(isinstance(edit, Insert) for edit in edits):
        return list(edits)
    rope = Rope(length)
    for edit in edits:
        match edit:
            case Insert(name, position):
                rope.insert(position, name)
            case Move(source, destination):
                rope.insert(destination, rope.take(source))
    return fewest_edits(rope)

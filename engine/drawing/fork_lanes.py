"""Fork lanes: as few lanes as the forks and merges of a stretch of rows need, as git shows them.

A lane is taken by a message until its last effect that is at most `LONGEST` rows below; free
lanes are used again from the left, and a message goes on in the lane of a cause that ends with
it. Longer edges become stubs at both ends, so the width is bounded by what is concurrent nearby.

Rows are laid out from the top, so a screen in the middle of a million would need all above it.
Therefore the open strands are kept at a *mark* every `SPACING` rows. Marks hold on to messages,
not to row numbers: an edit far above moves them along, unchanged.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from engine.drawing.lane_row import LaneRow, Lanes, Rows, Strand

LONGEST = 100
"""Rows that an edge may span without being cut to stubs."""

SPACING = 1024
"""Rows between two marks."""


@dataclass(slots=True)
class _Mark:
    """The strands across the upper border of the row of `key`."""

    key: str
    lanes: Lanes
    is_stale: bool = False


class ForkLanes:
    """The fork lanes of rows that may change; a screen costs at most `2 * spacing` rows."""

    def __init__(self, rows: Rows, *, spacing: int = SPACING, longest: int = LONGEST) -> None:
        self._rows = rows
        self._spacing = spacing
        self._longest = longest
        self._marks: list[_Mark] = []

    def lay_out(self, first: int, count: int) -> list[LaneRow]:
        """The lanes of `count` rows from row `first` on, or of those that there are."""
        end = min(first + count, len(self._rows))
        self._refresh(first)
        number = self._marks_until(first)
        laid = []
        for row, place in self._run(number, end):
            if row >= first:
                laid.append(place)
        return laid

    def edited(self, first: int, last: int) -> None:
        """The rows from `first` to `last` are new, have moved or are filled; call it afterwards."""
        begin = self._marks_until(first - self._longest)
        end = self._marks_until(last + self._longest) + 1
        for mark in self._marks[begin:end]:
            mark.is_stale = True

    def moving(self, key: str) -> None:
        """The message `key` is about to move; call it before."""
        for number, mark in enumerate(self._marks):
            if mark.key == key:
                del self._marks[number]
                # Its neighbours below were laid out from here.
                for below in self._marks[number : number + 1]:
                    below.is_stale = True
                return

    def _refresh(self, until: int) -> None:
        """Lay out anew what leads to the stale marks at or above row `until`."""
        number = 0
        while number < self._marks_until(until):
            mark = self._marks[number]
            if mark.is_stale:
                for _ in self._run(number, self._rows.row(mark.key) + 1):
                    pass  # every mark on the way is set right
            number += 1

    def _run(self, number: int, end: int) -> Iterator[tuple[int, LaneRow]]:
        """Lay out the rows from the mark before `number` (or the top) up to row `end`.

        On the way marks are set right, and left where there is none for long.
        """
        mark = self._marks[number - 1] if number else None
        lanes = mark.lanes if mark else ()
        last_mark = row = self._rows.row(mark.key) if mark else 0
        while row < end:
            key = self._rows.key(row)
            if number < len(self._marks) and self._marks[number].key == key:
                self._set_right(number, lanes)
                number, last_mark = number + 1, row
            elif row - last_mark >= self._spacing:
                self._marks.insert(number, _Mark(key, lanes))
                number, last_mark = number + 1, row
            place = _place(self._rows, row, lanes, self._longest)
            lanes = place.lanes_below
            yield row, place
            row += 1

    def _set_right(self, number: int, lanes: Lanes) -> None:
        mark = self._marks[number]
        if mark.lanes != lanes:
            mark.lanes = lanes
            for below in self._marks[number + 1 : number + 2]:
                below.is_stale = True
        mark.is_stale = False

    def _marks_until(self, row: int) -> int:
        """How many marks stand at or above a row."""
        low, high = 0, len(self._marks)
        while low < high:
            middle = (low + high) // 2
            if self._rows.row(self._marks[middle].key) <= row:
                low = middle + 1
            else:
                high = middle
        return low


def _place(rows: Rows, row: int, lanes: Lanes, longest: int) -> LaneRow:
    """Lay out one row below the strands `lanes`."""
    key = rows.key(row)
    causes = rows.causes(key)
    near = [cause for cause in causes if 0 < row - rows.row(cause) <= longest]
    at = {source: lane for lane, source in enumerate(lanes) if source is not None}
    ending = {cause for cause in near if _last_effect(rows, cause, longest) == row}
    below: list[str | None] = [None if source in ending else source for source in lanes]
    lane = min((at[cause] for cause in ending), default=None)
    if lane is None:
        lane = below.index(None) if None in below else len(below)
    if _last_effect(rows, key, longest) is not None:
        below += [None] * (lane + 1 - len(below))
        below[lane] = key
    while below and below[-1] is None:
        below.pop()
    return LaneRow(
        key=key,
        lane=lane,
        lanes_above=lanes,
        lanes_below=tuple(below),
        arrivals=tuple(Strand(at[cause], cause) for cause in near),
        far_causes=tuple(cause for cause in causes if cause not in near),
        far_effects=tuple(e for e in rows.effects(key) if not 0 < rows.row(e) - row <= longest),
    )


def _last_effect(rows: Rows, key: str, longest: int) -> int | None:
    """The row of the last effect that is near enough for a strand."""
    row = rows.row(key)
    reached = (rows.row(effect) for effect in rows.effects(key))
    return max((effect for effect in reached if 0 < effect - row <= longest), default=None)

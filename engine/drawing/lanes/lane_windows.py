"""Lane windows: the lanes on a screen depend only on nearby rows, even among a million.

Which lane is free depends on all rows above. So lanes are assigned anew at the start of each *lane
window*. The rows at which windows start are chosen by a checksum of their key, one in `SPACING`. A
screen is a function of the rows from the start of its first window to its end: nothing is cached,
an edit elsewhere changes nothing, and scrolling back shows the same lanes again. Edges longer than
`LONGEST` rows have no strands.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from zlib import crc32

from tanglescope.engine.drawing.lanes.lane_row import LaneRow, Lanes, RowsWithLanes, Strand
from tanglescope.engine.linear.horizon import Edges

LONGEST = 100
"""The most rows that an edge may span before it is cut to stubs."""

SPACING = 128
"""The average number of rows in a lane window."""

_FARTHEST = 8  # spacings to search for the start of a window: crafted keys may have none


class WindowedLanes:
    """Lanes of rows that may change; a screen costs about `spacing + longest` rows."""

    def __init__(
        self, rows: RowsWithLanes, *, spacing: int = SPACING, longest: int = LONGEST
    ) -> None:
        self._rows = rows
        self._spacing = spacing
        self._longest = longest

    def lay_out(self, first: int, count: int) -> list[LaneRow]:
        """The lanes of up to `count` rows from row `first` on."""
        end = min(first + count, len(self._rows))
        if first >= end:
            return []
        stretch = self._stretch(self._window_start(first), end)
        return [place for row, place in self._run(stretch) if row >= first]

    def _window_start(self, row: int) -> int:
        """The row at or above a row at which a lane window starts."""
        least = max(0, row - _FARTHEST * self._spacing)
        above = row + 1
        while above > least:
            first = max(least, above - self._spacing)
            keys = self._rows.slice(first, above - first)
            for offset in range(len(keys) - 1, -1, -1):
                if self._starts_window(keys[offset]):
                    return first + offset
            above = first
        return least

    def _starts_window(self, key: str) -> bool:
        return crc32(key.encode()) % self._spacing == 0

    def _stretch(self, begin: int, end: int) -> "Stretch":
        top = max(0, begin - self._longest)
        keys = self._rows.slice(top, end + self._longest - top)
        rows = {key: row for row, key in enumerate(keys, top)}
        edges = self._rows.edges(keys[: end - top])
        last = {key: _last(rows, edges[key].effects, rows[key], self._longest) for key in edges}
        return Stretch(begin, end, top, keys, rows, edges, last, self._longest)

    def _run(self, stretch: "Stretch") -> Iterator[tuple[int, LaneRow]]:
        lanes: Lanes = ()
        self.prepare(stretch)
        for row in range(stretch.begin, stretch.end):
            if row == stretch.begin:
                lanes = self.deal(stretch, row, stretch.keys[: row - stretch.top])
            elif self._starts_window(stretch.key(row)):
                sources = [strand.source for strand in lanes if strand]
                lanes = self.deal(stretch, row, sources)
            place = self.place(stretch, row, lanes)
            lanes = place.lanes_below
            yield row, place

    # Interface of lane layouts

    def prepare(self, stretch: "Stretch") -> None:
        """Prepare to lay out a stretch of rows."""

    def deal(self, stretch: "Stretch", row: int, sources: Sequence[str]) -> Lanes:
        """Assign lanes anew to the strands from `sources` that reach a row."""
        raise NotImplementedError

    def place(self, stretch: "Stretch", row: int, lanes: Lanes) -> LaneRow:
        """Lay out one row below the strands `lanes`."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rows to be laid out from `begin` to `end`; strands of rows from `top` on may reach them."""

    begin: int
    end: int
    top: int
    keys: Sequence[str]
    rows: Mapping[str, int]
    edges: Mapping[str, Edges]
    last: Mapping[str, int]
    longest: int

    def key(self, row: int) -> str:
        """The message of a row."""
        return self.keys[row - self.top]

    def is_near(self, row: int, other: str) -> bool:
        """Whether `other` is below `row` and near enough for an edge."""
        return 0 < self.rows.get(other, row) - row <= self.longest

    def strands(self, sources: Sequence[str]) -> list[Strand]:
        """The strands from `sources` that reach so far, by their rows."""
        found = ((key, self.last[key]) for key in sorted(sources, key=self.rows.__getitem__))
        return [Strand(key, self.key(last)) for key, last in found if last >= self.begin]

    def lane_row(self, row: int, lane: int, lanes: Lanes, below: list[Strand | None]) -> LaneRow:
        """A row whose message is on a lane, where its own strand starts."""
        key = self.key(row)
        causes, effects = self.edges[key]
        at = {strand.source: lane for lane, strand in enumerate(lanes) if strand}
        if (last := self.last[key]) > row:
            below += [None] * (lane + 1 - len(below))
            below[lane] = Strand(key, self.key(last))
        while below and below[-1] is None:
            below.pop()
        return LaneRow(
            key=key,
            lane=lane,
            lanes_above=lanes,
            lanes_below=tuple(below),
            arrivals=tuple(at[cause] for cause in causes if cause in at),
            far_causes=tuple(cause for cause in causes if cause not in at),
            far_effects=tuple(effect for effect in effects if not self.is_near(row, effect)),
        )


def _last(rows: Mapping[str, int], effects: Sequence[str], row: int, longest: int) -> int:
    """The row of the last effect that is near enough for a strand; its own row if there is none."""
    last = row
    for effect in effects:
        reached = rows.get(effect, row)
        if last < reached <= row + longest:
            last = reached
    return last

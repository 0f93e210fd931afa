"""Lanes beside rows: those on a screen depend only on nearby rows, even among a million.

Which lane is free depends on all rows above. So lanes are assigned anew at the start of each *lane
window*. The rows at which windows start are chosen by a checksum of their key, one in `SPACING`. A
screen is a function of the rows from the start of its first window to its end: nothing is cached,
an edit elsewhere changes nothing, and scrolling back shows the same lanes again. Edges longer than
`LONGEST` rows have no strands.

A message sits on a lane. From it, a *strand* runs down its lane past the rows below, to its last
effect that is near enough; at each effect, an edge bends over to it. So each edge is drawn once:
along its cause's strand, and as an arrival at its effect. There are two layouts: a lane for each
feed, or as few lanes as forks and merges need.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias
from zlib import crc32

from tanglescope.engine.linear.horizon import Edges


class RowsWithLanes(Protocol):
    """The rows beside which lanes are drawn, top to bottom; keys are unique."""

    def __len__(self) -> int: ...

    def slice(self, first: int, count: int) -> Sequence[str]:
        """At most `count` keys from row `first` on."""

    def edges(self, keys: Sequence[str]) -> Mapping[str, Edges]:
        """What each of the messages `keys` comes after, and what comes after it."""


@dataclass(frozen=True, slots=True)
class Strand:
    """What runs down a lane: from the message `source` to `last`, its last effect nearby."""

    source: str
    last: str


CrossingStrands: TypeAlias = tuple[Strand | None, ...]
"""The strand on each lane that crosses a border between two rows."""


@dataclass(frozen=True, slots=True)
class LaneRow:
    """One row: the message's lane, and all strands that enter, pass and leave.

    `arrivals` are the lanes above from which an edge bends to the message. Edges that are too
    long to be drawn, or run upwards in an order by clocks, end in stubs: `far_causes` above the
    message, `far_effects` below it.

    Above a row that starts a new lane window, strands may enter on other lanes than those on which
    they left the row before.
    """

    key: str
    lane: int
    lanes_above: CrossingStrands
    lanes_below: CrossingStrands
    arrivals: tuple[int, ...]
    far_causes: tuple[str, ...]
    far_effects: tuple[str, ...]

    @property
    def width(self) -> int:
        """The number of lanes that the row takes."""
        return max(self.lane + 1, len(self.lanes_above), len(self.lanes_below))

    @property
    def passing(self) -> tuple[int, ...]:
        """The lanes whose strand crosses the whole row."""
        both = enumerate(zip(self.lanes_above, self.lanes_below, strict=False))
        return tuple(lane for lane, (above, below) in both if above and above == below)

    @property
    def leaving(self) -> Strand | None:
        """The strand that starts at the message."""
        return self.lanes_below[self.lane] if self.lane < len(self.lanes_below) else None


LONGEST = 100
"""The most rows that an edge may span before it is cut to stubs."""

SPACING = 128
"""The average number of rows in a lane window."""

_FARTHEST = 8  # spacings to search for the start of a window: crafted keys may have none


class WindowedLanes(ABC):
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
        lanes: CrossingStrands = ()
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

    @abstractmethod
    def prepare(self, stretch: "Stretch") -> None:
        """Prepare to lay out a stretch of rows."""

    @abstractmethod
    def deal(self, stretch: "Stretch", row: int, sources: Sequence[str]) -> CrossingStrands:
        """Assign lanes anew to the strands from `sources` that reach a row."""

    @abstractmethod
    def place(self, stretch: "Stretch", row: int, lanes: CrossingStrands) -> LaneRow:
        """Lay out one row below the strands `lanes`."""


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

    def lane_row(
        self, row: int, lane: int, lanes: CrossingStrands, below: list[Strand | None]
    ) -> LaneRow:
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


Homes = Callable[[Sequence[str]], Mapping[str, int]]
"""Returns the lanes of the feeds of these messages."""


class FeedLanes(WindowedLanes):
    """Feed lanes for rows that may change; feeds have the first `count` lanes."""

    def __init__(
        self,
        rows: RowsWithLanes,
        homes: Homes,
        count: Callable[[], int],
        *,
        spacing: int = SPACING,
        longest: int = LONGEST,
    ) -> None:
        super().__init__(rows, spacing=spacing, longest=longest)
        self._homes = homes
        self._count = count
        self._home: Mapping[str, int] = {}
        self._silent: dict[str, int] = {}
        self._feeds = 0

    def prepare(self, stretch: Stretch) -> None:
        """Prepare the lanes of a range of rows, and each author's pause after a message."""
        self._home = self._homes(stretch.keys)
        self._feeds = max(self._count(), max(self._home.values(), default=-1) + 1)
        self._silent = {}
        following: dict[int, int] = {}
        for row in range(stretch.top + len(stretch.keys) - 1, stretch.top - 1, -1):
            key = stretch.key(row)
            self._silent[key] = following.get(self._home[key], row + len(stretch.keys))
            following[self._home[key]] = row

    def deal(self, stretch: Stretch, row: int, sources: Sequence[str]) -> CrossingStrands:
        """Assign lanes to the strands that reach a row: their own, or lanes right of all feeds."""
        strands = [s for s in stretch.strands(sources) if stretch.rows[s.last] >= row]
        lanes: list[Strand | None] = [None] * self._feeds
        for strand in strands:
            if self._stays(stretch, strand):
                lanes[self._home[strand.source]] = strand
            else:
                lanes.append(strand)
        return _without_end(lanes)

    def place(self, stretch: Stretch, row: int, lanes: CrossingStrands) -> LaneRow:
        """Put the message on its author's lane, after moving strands that can't stay there."""
        key = stretch.key(row)
        above = self._move_aside(stretch, lanes)
        below: list[Strand | None] = [
            None if strand and strand.last == key else strand for strand in above
        ]
        return stretch.lane_row(row, self._home[key], above, below)

    def _move_aside(self, stretch: Stretch, lanes: CrossingStrands) -> CrossingStrands:
        """The strands, with those that will meet a message of their own feed moved to the right."""
        moved = list(lanes) + [None] * (self._feeds - len(lanes))
        for lane, strand in enumerate(moved[: self._feeds]):
            if strand and not self._stays(stretch, strand):
                moved[lane] = None
                free = next((n for n in range(self._feeds, len(moved)) if not moved[n]), None)
                if free is None:
                    moved.append(strand)
                else:
                    moved[free] = strand
        return _without_end(moved)

    def _stays(self, stretch: Stretch, strand: Strand) -> bool:
        """Whether the author of a strand's message pauses until the strand has ended."""
        return stretch.rows[strand.last] <= self._silent[strand.source]


def _without_end(lanes: list[Strand | None]) -> CrossingStrands:
    while lanes and lanes[-1] is None:
        lanes.pop()
    return tuple(lanes)


class ForkLanes(WindowedLanes):
    """Fork lanes for rows that may change."""

    def prepare(self, stretch: Stretch) -> None:
        """Do nothing: lanes of forks depend only on the rows above."""

    def deal(self, stretch: Stretch, row: int, sources: Sequence[str]) -> CrossingStrands:
        """Assign lanes to the strands that reach a row, from left to right by their rows."""
        strands = (s for s in stretch.strands(sources) if stretch.rows[s.last] >= row)
        return tuple(strands)

    def place(self, stretch: Stretch, row: int, lanes: CrossingStrands) -> LaneRow:
        """Continue in the lane of a cause that ends here, else take a free one."""
        key = stretch.key(row)
        below: list[Strand | None] = [
            None if strand and strand.last == key else strand for strand in lanes
        ]
        lane = next((lane for lane, strand in enumerate(lanes) if strand and not below[lane]), -1)
        if lane < 0:
            lane = below.index(None) if None in below else len(below)
        return stretch.lane_row(row, lane, lanes, below)

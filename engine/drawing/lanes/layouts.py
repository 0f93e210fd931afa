"""The two layouts of lanes: a lane for each feed, or as few lanes as forks and merges need."""

from collections.abc import Callable, Mapping, Sequence

from tanglescope.engine.drawing.lanes.lane_row import LaneRow, Lanes, RowsWithLanes, Strand
from tanglescope.engine.drawing.lanes.lane_windows import LONGEST, SPACING, Stretch, WindowedLanes

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

    def deal(self, stretch: Stretch, row: int, sources: Sequence[str]) -> Lanes:
        """Assign lanes to the strands that reach a row: their own, or lanes right of all feeds."""
        strands = [s for s in stretch.strands(sources) if stretch.rows[s.last] >= row]
        lanes: list[Strand | None] = [None] * self._feeds
        for strand in strands:
            if self._stays(stretch, strand):
                lanes[self._home[strand.source]] = strand
            else:
                lanes.append(strand)
        return _without_end(lanes)

    def place(self, stretch: Stretch, row: int, lanes: Lanes) -> LaneRow:
        """Put the message on its author's lane, after moving strands that can't stay there."""
        key = stretch.key(row)
        above = self._moved(stretch, lanes)
        below: list[Strand | None] = [
            None if strand and strand.last == key else strand for strand in above
        ]
        return stretch.lane_row(row, self._home[key], above, below)

    def _moved(self, stretch: Stretch, lanes: Lanes) -> Lanes:
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


def _without_end(lanes: list[Strand | None]) -> Lanes:
    while lanes and lanes[-1] is None:
        lanes.pop()
    return tuple(lanes)


class ForkLanes(WindowedLanes):
    """Fork lanes for rows that may change."""

    def deal(self, stretch: Stretch, row: int, sources: Sequence[str]) -> Lanes:
        """Assign lanes to the strands that reach a row, from left to right by their rows."""
        strands = (s for s in stretch.strands(sources) if stretch.rows[s.last] >= row)
        return tuple(strands)

    def place(self, stretch: Stretch, row: int, lanes: Lanes) -> LaneRow:
        """Continue in the lane of a cause that ends here, else take a free one."""
        key = stretch.key(row)
        below: list[Strand | None] = [
            None if strand and strand.last == key else strand for strand in lanes
        ]
        lane = next((lane for lane, strand in enumerate(lanes) if strand and not below[lane]), -1)
        if lane < 0:
            lane = below.index(None) if None in below else len(below)
        return stretch.lane_row(row, lane, lanes, below)

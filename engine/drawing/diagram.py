"""The diagram of a whole tangle: a row for each rank, a column for each feed.

If no message has an author, each connected component has columns instead.

Positions follow directly from the graph, without search or smoothing, so a million messages are
placed in linear time, and messages stay when others arrive elsewhere. A feed has as many columns as
it has messages of one rank; no two messages share a position.
"""

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from math import ceil, floor

from tanglescope.engine.drawing.shape import Shape, ranks
from tanglescope.engine.drawing.tints import Hue

LONGEST = 48
"""The most rows that an edge may span before it is cut to stubs at both ends."""

CROWDED = 4_000
"""The most messages whose edges are searched for those that only cross a window."""


@dataclass(frozen=True, slots=True)
class FeedColumn:
    """The columns of a feed or component, from `first` on; those of missing messages have `""`."""

    hue: Hue
    first: int
    width: int

    @property
    def feed(self) -> str:
        """The feed, if it is one."""
        return self.hue if isinstance(self.hue, str) else ""


@dataclass(frozen=True, slots=True)
class Window:
    """Rows and columns that are looked at, the ends included."""

    top: int
    bottom: int
    left: int
    right: int

    def holds(self, row: int, column: int) -> bool:
        """Whether a position is in it."""
        return self.top <= row <= self.bottom and self.left <= column <= self.right


@dataclass(frozen=True, slots=True)
class DrawnEdge:
    """An edge from a cause to its effect; one that `is_long` is drawn as a stub at each end."""

    cause: int
    effect: int
    is_long: bool


@dataclass(frozen=True, slots=True)
class Diagram:
    """The position of every message of a shape; `order` sorts them by row and column.

    `starts[r]` is where row `r` begins in `order`; `reach[r]` is the lowest row to which an edge
    that isn't long leads from row `r` or above.
    """

    shape: Shape
    row_of: "array[int]"
    column_of: "array[int]"
    columns: tuple[FeedColumn, ...]
    order: "array[int]"
    starts: "array[int]"
    reach: "array[int]"

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.starts) - 1

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.columns[-1].first + self.columns[-1].width if self.columns else 0

    def within(self, window: Window) -> Iterator[int]:
        """The messages in a window, row by row."""
        for row in range(max(0, window.top), min(window.bottom + 1, self.rows)):
            begin, end = self.starts[row], self.starts[row + 1]
            for place in range(self._from(window.left, begin, end), end):
                number = self.order[place]
                if self.column_of[number] > window.right:
                    break
                yield number

    def count(self, window: Window) -> int:
        """The number of messages in the rows of a window, in any column."""
        top = max(0, min(window.top, self.rows))
        return self.starts[max(top, min(window.bottom + 1, self.rows))] - self.starts[top]

    def edges(self, window: Window) -> Iterator[DrawnEdge]:
        """Every edge that may be seen in a window, once.

        With very many messages in its rows, only those that start or end in it.
        """
        bottom = max(-1, min(window.bottom, self.rows - 1))
        lowest = max(bottom, self.reach[bottom]) if bottom >= 0 else -1
        passed = Window(window.top, lowest, 0, self.width)
        if self.count(passed) > CROWDED:
            yield from self._ending_or_beginning(window)
            return
        causes = self.shape.causes
        for effect in self.within(passed):
            for cause in causes.of(effect):
                if self.row_of[cause] <= bottom:
                    edge = self._edge(cause, effect)
                    if self._touches(edge, window):
                        yield edge
        # The upper stub of a long edge may be visible.
        for cause in self.within(window):
            for effect in self.shape.effects.of(cause):
                if self.row_of[effect] > max(lowest, self.row_of[cause] + LONGEST):
                    yield DrawnEdge(cause, effect, is_long=True)

    def slack(self, number: int) -> int:
        """How many rows lower a message could be while all others stay; 0 for a missing message."""
        if number >= self.shape.present:
            return 0
        effects = self.shape.effects.of(number)
        below = min(map(self.row_of.__getitem__, effects)) if effects else self.rows
        return below - 1 - self.row_of[number]

    def whiskers(self, window: Window) -> Iterator[tuple[int, int]]:
        """The messages with slack whose whisker meets a window, and their slack in rows.

        A long whisker is cut like a long edge, so only the rows directly above are searched.
        """
        above = Window(window.top - LONGEST, window.bottom, window.left, window.right)
        for number in self.within(above):
            slack = self.slack(number)
            if slack and self.row_of[number] + min(slack, LONGEST) >= window.top:
                yield number, slack

    def nearest(self, row: float, column: float, across: float, down: float) -> int | None:
        """The message nearest to a point, within so many columns and rows."""
        best, least = None, 2.0
        for number in self.inside(row - down, row + down, column - across, column + across):
            away = abs(self.row_of[number] - row) / down
            away = max(away, abs(self.column_of[number] - column) / across)
            if away < least:
                best, least = number, away
        return best

    def inside(self, top: float, bottom: float, left: float, right: float) -> list[int]:
        """The messages whose centres are between these rows and columns."""
        return list(self.within(Window(ceil(top), floor(bottom), ceil(left), floor(right))))

    def beside(self, number: int, direction: int) -> int | None:
        """The next message of the same rank to the left (-1) or the right (1)."""
        row = self.row_of[number]
        place = self._from(self.column_of[number], self.starts[row], self.starts[row + 1])
        place += direction
        inside = self.starts[row] <= place < self.starts[row + 1]
        return self.order[place] if inside else None

    def _ending_or_beginning(self, window: Window) -> Iterator[DrawnEdge]:
        for number in self.within(window):
            for cause in self.shape.causes.of(number):
                yield self._edge(cause, number)
            for effect in self.shape.effects.of(number):
                if not window.holds(self.row_of[effect], self.column_of[effect]):
                    yield self._edge(number, effect)

    def _edge(self, cause: int, effect: int) -> DrawnEdge:
        return DrawnEdge(cause, effect, self.row_of[effect] - self.row_of[cause] > LONGEST)

    def _touches(self, edge: DrawnEdge, window: Window) -> bool:
        """Whether the bounding box of a drawn edge meets a window."""
        ends = [(self.row_of[n], self.column_of[n]) for n in (edge.cause, edge.effect)]
        if edge.is_long:
            return any(window.holds(*end) for end in ends)
        (top, one), (bottom, other) = ends
        # An edge within one column bows to its right.
        left, right = min(one, other), max(one, other) + (one == other)
        beside = right < window.left or left > window.right
        return not (beside or bottom < window.top or top > window.bottom)

    def _from(self, column: int, begin: int, end: int) -> int:
        """The first position in a row at or after a column."""
        return bisect_left(self.order, column, begin, end, key=self.column_of.__getitem__)


def lay_out(shape: Shape) -> Diagram:
    """Lay out the diagram of a shape."""
    row_of = ranks(shape)
    if len(shape) and min(row_of) < 0:
        row_of = array("i", (rank + 1 for rank in row_of))
    rows = max(row_of, default=-1) + 1
    order = sorted(range(len(shape)), key=row_of.__getitem__)
    starts = array("i", bytes(4 * (rows + 1)))
    for row in row_of:
        starts[row + 1] += 1
    for row in range(rows):
        starts[row + 1] += starts[row]
    slots, columns = _slots(shape, order, starts)
    first = {lane: column.first for lane, column in enumerate(columns)}
    hues, owners = shape.owners()
    ghosts = len(hues)
    column_of = array(
        "i",
        (
            first[owner if owner >= 0 else ghosts] + slot
            for owner, slot in zip(owners, slots, strict=True)
        ),
    )
    for row in range(rows):
        begin, end = starts[row], starts[row + 1]
        if end - begin > 1:
            order[begin:end] = sorted(order[begin:end], key=column_of.__getitem__)
    reach = _reach(shape, row_of, rows)
    return Diagram(shape, row_of, column_of, columns, array("i", order), starts, reach)


def _reach(shape: Shape, row_of: "array[int]", rows: int) -> "array[int]":
    """For each row the lowest row that an edge from it or above leads to, ignoring long edges."""
    reach = array("i", range(rows))
    starts, ends = shape.causes.starts, shape.causes.ends
    for effect, row in enumerate(row_of):
        for place in range(starts[effect], starts[effect + 1]):
            above = row_of[ends[place]]
            if reach[above] < row <= above + LONGEST:
                reach[above] = row
    return array("i", accumulate(reach, max))


def _slots(
    shape: Shape, order: list[int], starts: "array[int]"
) -> tuple["array[int]", tuple[FeedColumn, ...]]:
    """The index of each message among those of its feed and rank, and the columns of each feed."""
    hues, owners = shape.owners()
    ghosts = len(hues)
    slots = array("i", bytes(4 * len(shape)))
    widths = [1] * ghosts + [0]
    for row in range(len(starts) - 1):
        taken: dict[int, int] = {}
        for number in order[starts[row] : starts[row + 1]]:
            owner = owners[number]
            lane = owner if owner >= 0 else ghosts
            slots[number] = slot = taken.get(lane, 0)
            taken[lane] = slot + 1
            if slot >= widths[lane]:
                widths[lane] = slot + 1
    columns = []
    first = 0
    for hue, width in zip([*hues, ""], widths, strict=True):
        columns.append(FeedColumn(hue, first, width))
        first += width
    if not widths[-1]:
        columns.pop()
    return slots, tuple(columns)

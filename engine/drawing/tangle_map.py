"""A map of several tangles over the same messages: a row for each message, a column for each feed.

Every tie runs vertically down a column or through the gutter beside it, and horizontally between
two rows, so it crosses no message. Parallel lines never overlap, except at a message they share: a
fork or a merge.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

BOX_WIDTH = 156.0
BOX_HEIGHT = 30.0
TRACK = 6.0
"""Pixels between two vertical lines."""
STEP = 4.5
"""Pixels between two horizontal lines."""
MARGIN = 14.0

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class MapBox:
    """A message on the map, given by its upper left corner."""

    key: str
    row: int
    column: int
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class TieRoute:
    """The route of a tie of one strand: its corners, from the cause to the effect."""

    strand: str
    cause: str
    effect: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class TangleMap:
    """The layout; `columns` are the feeds and the positions of their columns."""

    boxes: tuple[MapBox, ...]
    routes: tuple[TieRoute, ...]
    columns: tuple[tuple[str, float], ...]
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class MapSizes:
    """The size of a box across its column and along it, and the room beside a column."""

    across: float = BOX_WIDTH
    along: float = BOX_HEIGHT
    beside: float = 0.0


def lay_out(
    messages: Sequence[tuple[str, str]],
    strands: Mapping[str, Sequence[tuple[str, str]]],
    sizes: MapSizes = MapSizes(),
) -> TangleMap:
    """Place messages (key, feed) in their order, and the ties (cause, effect) of every strand.

    The first word of a strand's name is its kind; strands of one kind share their ports. A tie is
    not drawn if an end is missing or if it points upwards.
    """
    return _Builder(messages, strands, sizes).build()


@dataclass(slots=True)
class _Way:
    """A tie before it has coordinates; `lane` is its lane in the gutter, if any."""

    strand: str
    port: int
    cause: str
    effect: str
    through: int | None = None
    lane: int = 0


@dataclass(slots=True)
class _Lines:
    """The occupied vertical lines: (first row, last row, cause, effect)."""

    taken: list[tuple[int, int, str, str]] = field(default_factory=list)

    def is_free(self, first: int, last: int, cause: str, effect: str) -> bool:
        return all(
            last <= begin or end <= first or cause == above or effect == below
            for begin, end, above, below in self.taken
        )


class _Builder:
    def __init__(
        self,
        messages: Sequence[tuple[str, str]],
        strands: Mapping[str, Sequence[tuple[str, str]]],
        sizes: MapSizes,
    ) -> None:
        self._sizes = sizes
        self._rows = {key: row for row, (key, _) in enumerate(messages)}
        feeds = list(dict.fromkeys(feed for _, feed in messages))
        self._feeds = feeds
        self._column = {key: feeds.index(feed) for key, feed in messages}
        self._in_column: list[list[int]] = [[] for _ in feeds]
        for key, row in self._rows.items():
            self._in_column[self._column[key]].append(row)
        kinds = list(dict.fromkeys(_kind(name) for name in strands))
        self._kinds = len(kinds)
        self._down: dict[tuple[int, int], _Lines] = {}
        self._lanes: list[list[_Lines]] = [[] for _ in feeds]
        self._ways = [
            self._way(name, kinds.index(_kind(name)), cause, effect)
            for name, ties in strands.items()
            for cause, effect in ties
            if self._rows.get(cause, len(messages)) < self._rows.get(effect, -1)
        ]

    def build(self) -> TangleMap:
        sizes, left = self._sizes, [MARGIN]
        for lanes in self._lanes:
            left.append(left[-1] + sizes.across + sizes.beside + TRACK * (len(lanes) + 3))
        self._left = left
        self._pitch = sizes.along + STEP * (2 * self._kinds + 2)
        boxes = tuple(
            MapBox(key, row, self._column[key], left[self._column[key]], self._top(row))
            for key, row in self._rows.items()
        )
        columns = tuple(zip(self._feeds, left, strict=False))
        width = left[-1] + MARGIN if self._feeds else 0.0
        height = self._top(len(boxes)) if boxes else 0.0
        return TangleMap(boxes, tuple(map(self._route, self._ways)), columns, width, height)

    def _way(self, strand: str, port: int, cause: str, effect: str) -> _Way:
        """Down the cause's column, else the effect's, else through a gutter."""
        way = _Way(strand, port, cause, effect)
        first, last = self._rows[cause], self._rows[effect]
        for column in dict.fromkeys((self._column[cause], self._column[effect])):
            lines = self._down.setdefault((column, port), _Lines())
            open_between = not any(first < row < last for row in self._in_column[column])
            if open_between and lines.is_free(first, last, cause, effect):
                lines.taken.append((first, last, cause, effect))
                way.lane = column
                return way
        way.through = self._gutter(self._column[cause], self._column[effect])
        lanes = self._lanes[way.through]
        free = (lane for lane, lines in enumerate(lanes) if lines.is_free(first, last, "", ""))
        lane = next(free, len(lanes))
        if lane == len(lanes):
            lanes.append(_Lines())
        lanes[lane].taken.append((first, last, cause, effect))
        way.lane = lane
        return way

    def _gutter(self, cause: int, effect: int) -> int:
        """A route through the gutter to the right of this column."""
        return cause if cause <= effect else max(effect, cause - 1)

    def _route(self, way: _Way) -> TieRoute:
        cause, effect = self._rows[way.cause], self._rows[way.effect]
        begin = self._port(self._column[way.cause], way.port)
        end = self._port(self._column[way.effect], way.port)
        if way.through is None:
            across = self._port(way.lane, way.port)
        else:
            right = self._left[way.through] + self._sizes.across
            across = right + TRACK * (way.lane + 2)
        leaving = self._top(cause) + self._sizes.along + STEP * (way.port + 1)
        arriving = self._top(effect) - STEP * (self._kinds - way.port)
        corners = [
            (begin, self._top(cause) + self._sizes.along),
            (begin, leaving),
            (across, leaving),
            (across, arriving),
            (end, arriving),
            (end, self._top(effect)),
        ]
        return TieRoute(way.strand, way.cause, way.effect, _straighten(corners))

    def _port(self, column: int, port: int) -> float:
        return (
            self._left[column] + self._sizes.across / 2 + TRACK * 2 * (port - (self._kinds - 1) / 2)
        )

    def _top(self, row: int) -> float:
        return MARGIN + row * self._pitch


def _kind(strand: str) -> str:
    return strand.partition(" ")[0]


def _straighten(corners: Sequence[Point]) -> tuple[Point, ...]:
    """The corners, without those on a straight line."""
    kept: list[Point] = []
    for corner in corners:
        if kept and corner == kept[-1]:
            continue
        straight = len(kept) > 1 and (
            kept[-2][0] == kept[-1][0] == corner[0] or kept[-2][1] == kept[-1][1] == corner[1]
        )
        if straight:
            kept.pop()
        kept.append(corner)
    return tuple(kept)

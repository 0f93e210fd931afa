"""The lanes at the left of the timeline: the rows they are laid out for, and their positions.

The gutter is as wide as the widest part of a thread that has been visible, so that text doesn't
jump while scrolling. Lanes that don't fit fade away at its edge, where an ellipsis
marks their rows. Feed lanes move closer together before that.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from tanglescope.engine.drawing.lane_windows import FeedLanes, ForkLanes, LaneRow
from tanglescope.engine.drawing.tints import Hue
from tanglescope.engine.library import Edges, Horizon
from tanglescope.viewer.models.row import RowKind
from tanglescope.viewer.models.timeline_model import TimelineModel
from tanglescope.viewer.subjects import LaneSubject
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.lanes.lane_painter import (
    BOW_WIDTH,
    GAP,
    PITCH,
    Dashing,
    LanePainter,
    Lighting,
    Stub,
    paint_bow,
)
from tanglescope.viewer.views.timeline.placing import PlacedBubble


class LaneRows:
    """A timeline model without Qt."""

    def __init__(self, model: TimelineModel) -> None:
        self._model = model

    def __len__(self) -> int:
        return self._model.rowCount()

    def slice(self, first: int, count: int) -> list[str]:
        """At most `count` keys from row `first` on."""
        return self._model.keys(first, count)

    def edges(self, keys: Sequence[str]) -> dict[str, Edges]:
        """The causes and effects of messages."""
        return self._model.edges.of(keys)


_MOST = 8  # lanes at their usual distance
_MOST_FEEDS = 14
_CLOSEST = 3.0  # pixels between lanes
_SLIM = 7.0
_SHARE = 5  # the lanes take at most this part of the width
_AROUND = 48  # rows laid out beyond the screen, so that most frames of scrolling need no layout
_OUTSIDE = 64  # pixels
_MOST_BOWS = 200  # of a message
_REACH = 8  # pixels around a dot
_FIRST_LOOK = 256  # rows that decide the initial width of the gutter


class Lanes:
    """The lanes beside one view."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.shown = True
        self.is_slim = False
        """Whether they show at a glance that something forked, rather than every line."""
        self.by_feed = False
        """Whether every author has a lane, instead of every fork."""
        self.horizon: Horizon | None = None
        """What is lit; None when nothing is chosen."""
        self._model: TimelineModel | None = None
        self._address = ""
        self._widest = 0
        self._room = float(_MOST * PITCH)
        self._first = 0
        self._homes: dict[str, int] = {}
        self._rows: list[LaneRow] = []
        self._hues: dict[str, Hue] = {}
        self._stubs: list[Stub] = []
        self._bows: dict[str, list[tuple[str, str]]] = {}

    @property
    def gutter(self) -> int:
        """The width of the lanes."""
        if not self.shown or not self._widest:
            return 0
        return round(min(self._widest * self.pitch, self._room)) + GAP + self._bow_width

    @property
    def _bow_width(self) -> int:
        return BOW_WIDTH if self._bows else 0

    def set_bows(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Draw bows from the first to the second message of each pair."""
        self._bows = {}
        for pair in pairs:
            for key in pair:
                self._bows.setdefault(key, []).append(pair)

    @property
    def pitch(self) -> float:
        """The distance between lanes in pixels."""
        if self.is_slim:
            return _SLIM
        if not self.by_feed or not self._widest:
            return PITCH
        return max(_CLOSEST, min(PITCH, self._room / self._widest))

    def turn_by_feed(self, *, on: bool) -> None:
        """Draw one lane per author, or per fork."""
        self.by_feed, self._address = on, ""
        self._forget()

    def set_model(self, model: TimelineModel | None) -> None:
        """Replace the timeline."""
        self._model = model
        if model is None:
            return
        for signal in (
            model.rowsInserted,
            model.rowsMoved,
            model.rowsRemoved,
            model.dataChanged,
            model.layoutChanged,
            model.modelReset,
        ):
            signal.connect(self._forget)

    def prepare(self, row: int, width: int) -> None:
        """Measure the room for lanes, and their width around `row`, where a thread is opened."""
        pitch = _SLIM if self.is_slim else PITCH
        most = (_MOST_FEEDS if self.by_feed else _MOST) * pitch
        self._room = max(2 * pitch, min(most, width // _SHARE))
        if not self.by_feed:
            self._room -= self._room % pitch
        if self._model is not None and self.shown and self._address != self._model.address:
            self._address = self._model.address
            self._homes = {feed: lane for lane, feed in enumerate(self._model.authors)}
            self._widest = len(self._homes) if self.by_feed else 0
            self._widen(self._lay_out(max(0, row - _FIRST_LOOK // 2), _FIRST_LOOK))

    def fit(self, placed: Sequence[PlacedBubble]) -> bool:
        """Lay out the rows on the screen; True if they need more room than there is."""
        if not self.shown or self._model is None or not placed:
            return False
        first, last = placed[0].row, placed[-1].end - 1
        # The row above decides on which lanes strands enter the first.
        above = max(0, first - 1)
        if not (self._rows and self._first <= above and last < self._first + len(self._rows)):
            around = self._around()
            self._first = max(0, above - around)
            self._rows = self._lay_out(self._first, last + 1 + around - self._first)
            self._hues = self._model.hues(list(_keys_that_colour(self._rows)))
        before = self.gutter
        self._widen(self._row(each.row) for each in placed)
        return self.gutter > before

    def _around(self) -> int:
        """The number of rows to lay out beyond the screen."""
        assert self._model is not None
        # The messages to which strands lead below decide how they look.
        looks_ahead = self.horizon is not None or self._model.gaps is not None
        # While edits arrive in every frame, there is hardly any scrolling.
        return _AROUND if self._rows or looks_ahead else 0

    def paint(
        self, painter: QPainter, placed: Sequence[PlacedBubble], left: int, current: int
    ) -> None:
        """Paint the lanes of the rows on the screen, whose column begins at `left`."""
        self._stubs = []
        if self._model is None or not self.gutter or not placed:
            return
        width = self.gutter - GAP - self._bow_width
        area = QRectF(left - self.gutter, 0, width, placed[-1].bottom + _OUTSIDE)
        painter.save()
        painter.setClipRect(area)
        lighting = Lighting(self.horizon, self._rows, self._first)
        gaps = self._model.gaps
        dashing = Dashing(gaps.elided if gaps else (), self._hues, self._rows, self._first)
        drawn = LanePainter(painter, self.theme, area, self._hues, lighting, dashing, self.pitch)
        self._paint_strands(drawn, placed)
        if any(self._row(each.row).width * self.pitch > self._room + 1 for each in placed):
            drawn.fade()
        painter.restore()
        for each in placed:
            if each.bubble.row.kind is RowKind.HIDDEN:
                continue
            row = self._row(each.row)
            hollow = each.bubble.row.is_unshown
            self._stubs += drawn.message(each.dot, row, current=each.row == current, hollow=hollow)
            if self._count_hidden(row):
                drawn.ellipsis(each.dot)
        self._paint_bows(painter, placed, left - BOW_WIDTH - GAP / 2, current)

    def _paint_bows(
        self, painter: QPainter, placed: Sequence[PlacedBubble], left: float, current: int
    ) -> None:
        """Paint the bows that begin or end on the screen."""
        seen = {each.key: each for each in placed}
        pairs = (pair for key in seen for pair in self._bows.get(key, ())[:_MOST_BOWS])
        for pair in dict.fromkeys(pairs):
            heights = [self._height(key, seen, placed) for key in pair]
            if heights[0] is not None and heights[1] is not None:
                about = any(key in seen and seen[key].row == current for key in pair)
                paint_bow(painter, self.theme, left, heights[0], heights[1], about_current=about)

    def _height(
        self, key: str, seen: Mapping[str, PlacedBubble], placed: Sequence[PlacedBubble]
    ) -> float | None:
        """The y coordinate of a message, also above or below the screen; None if it has no row."""
        assert self._model is not None
        if key in seen:
            return seen[key].dot
        row = self._model.row_of(key)
        if row is None:
            return None
        fold = next((each for each in placed if row in each), None)
        if fold is not None:
            return fold.dot
        return placed[0].y - _OUTSIDE if row < placed[0].row else placed[-1].bottom + _OUTSIDE

    def _paint_strands(self, drawn: LanePainter, placed: Sequence[PlacedBubble]) -> None:
        # The dot above the first row is not on the screen, and may be anywhere.
        top: float = placed[0].y - _OUTSIDE
        for each in placed:
            for row in range(each.row, each.end):  # the rows of a fold share its dot
                above = self._row(row - 1) if row else None
                drawn.strands(top, each.dot, row, self._row(row), above)
                top = each.dot
        last = placed[-1]
        drawn.ends(top, last.bottom + _OUTSIDE, last.end - 1, self._row(last.end - 1))

    def is_concurrent(self, key: str) -> bool:
        """Whether a message is concurrent with the current one."""
        return self.horizon is not None and self.horizon.is_concurrent(key)

    def tints(self, key: str) -> bool:
        """Whether the author of the current message certainly didn't know of a message here.

        If a message before the current one is missing, any other may come before that.
        """
        if self._model is None or self._model.is_missing(key):
            return False
        return self.is_concurrent(key) and not (self.horizon and self.horizon.missing)

    def stub_at(self, point: QPointF) -> Stub | None:
        """The stub under `point`."""
        return next((stub for stub in self._stubs if stub.area.contains(point)), None)

    def hidden_at(self, point: QPointF, each: PlacedBubble, left: int) -> int:
        """The number of lines of a row that don't fit, at a point of its last lane or beside it."""
        end = left - GAP - self._bow_width
        if not self._rows or not self.gutter or not end - self.pitch <= point.x() < left:
            return 0
        return self._count_hidden(self._row(each.row))

    def lane_at(self, point: QPointF, each: PlacedBubble, left: int) -> LaneSubject | None:
        """The edge whose lane is at a point of a row; the column of rows begins at `left`."""
        across = point.x() - (left - self.gutter)
        if not self._rows or not 0 <= across < self.gutter - GAP - self._bow_width:
            return None
        row, lane = self._row(each.row), int(across / self.pitch)
        if lane == row.lane and abs(point.y() - each.dot) <= _REACH:
            return None  # the dot is the message
        strands = row.lanes_above if point.y() < each.dot else row.lanes_below
        strand = strands[lane] if lane < len(strands) else None
        if strand is None:
            return None
        assert self._model is not None  # there are no rows without it
        feed = self._model.feeds([strand.last]).get(strand.last, "")
        return LaneSubject(strand.source, strand.last, feed)

    def _lay_out(self, first: int, count: int) -> list[LaneRow]:
        assert self._model is not None
        rows = LaneRows(self._model)
        if self.by_feed:
            return FeedLanes(rows, self._lanes_of, lambda: len(self._homes)).lay_out(first, count)
        return ForkLanes(rows).lay_out(first, count)

    def _lanes_of(self, keys: Sequence[str]) -> dict[str, int]:
        """The lanes of authors; a new author gets the next one, missing messages get the last."""
        assert self._model is not None
        feeds = self._model.feeds(keys)
        for key in keys:
            if key in feeds:
                self._homes.setdefault(feeds[key], len(self._homes))
        last = len(self._homes)
        return {key: self._homes[feeds[key]] if key in feeds else last for key in keys}

    def _row(self, row: int) -> LaneRow:
        return self._rows[row - self._first]

    def _count_hidden(self, row: LaneRow) -> int:
        """The number of lines of a row that don't fit."""
        fitting = int((self._room + 1) / self.pitch)
        beyond = zip_longest(row.lanes_above[fitting:], row.lanes_below[fitting:])
        return sum(above is not None or below is not None for above, below in beyond)

    def _widen(self, rows: Iterable[LaneRow]) -> None:
        self._widest = max(self._widest, max((row.width for row in rows), default=0))

    def _forget(self) -> None:
        self._rows = []


def _keys_that_colour(rows: Iterable[LaneRow]) -> dict[str, None]:
    """The messages that decide a colour."""
    keys: dict[str, None] = {}
    for row in rows:
        keys[row.key] = None
        keys.update((strand.last, None) for strand in row.lanes_below if strand)
        keys.update((strand.source, None) for strand in row.lanes_above if strand)
        keys.update((effect, None) for effect in row.far_effects[:1])
    return keys

"""How lanes are painted: strands that run straight and bend where needed, dots for messages.

An edge has the colour of its effect; a strand that several edges share has that of the last of
them, which goes on in its lane. What comes from a missing message is dashed, and its dot is an
outline; what leads through hidden messages is dashed, too. Lanes are highlighted that connect a
selected message with its past and future.
"""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QLinearGradient, QPainter, QPainterPath, QPen

from tanglescope.engine.drawing.lane_windows import LaneRow, Strand
from tanglescope.engine.drawing.tints import Hue
from tanglescope.engine.language.wording import plural
from tanglescope.engine.library import Horizon
from tanglescope.viewer.theme import Theme

PITCH = 14
GAP = 14  # between the lanes and the content beside them

_WIDTH = 2.0
_DOT = 4.5
_HALO = 2.0
_BEND = 26
_STUB = 15
_GRIP = 9
_PALE = 0.28
_POINT = 1.0  # of an ellipsis
_POINTS = 4.0  # the distance between its points


_Counts = Callable[[str, str], bool]
"""Whether an edge counts, by its cause and its effect."""


class Reach:
    """How far the strands of rows laid out from row `first` on reach."""

    def __init__(self, counts: _Counts, rows: Sequence[LaneRow], first: int) -> None:
        self._reach: dict[str, int] = {}
        for number, row in enumerate(rows, first):
            for lane in row.arrivals:
                strand = row.lanes_above[lane]
                if strand and counts(strand.source, row.key):
                    self._reach[strand.source] = number
        for strand in rows[-1].lanes_below if rows else ():
            if strand and counts(strand.source, strand.last):
                self._reach[strand.source] = first + len(rows)

    def leads(self, source: str, row: int) -> bool:
        """Whether the strand of `source` leads to an edge that counts in `row` or below."""
        return self._reach.get(source, -1) >= row


class Lighting:
    """What is highlighted in the rows from row `first` on: everything if no message is selected."""

    def __init__(self, horizon: Horizon | None, rows: Sequence[LaneRow], first: int) -> None:
        self._horizon = horizon
        self._reach = None if horizon is None else Reach(self.edge, rows, first)

    def message(self, key: str) -> bool:
        """Whether a message is highlighted; messages of unknown relation are."""
        return self._horizon is None or not self._horizon.is_concurrent(key)

    def edge(self, cause: str, effect: str) -> bool:
        """Whether both ends of an edge are highlighted."""
        return self.message(cause) and self.message(effect)

    def strand(self, source: str, row: int) -> bool:
        """Whether the strand of `source` leads to a highlighted message in `row` or below."""
        return self._reach is None or self._reach.leads(source, row)


class Dashing:
    """What is dashed in the rows from row `first` on.

    `elided` are the edges (a cause and an effect) that replace hidden messages. Edges from messages
    that are not `here` are dashed as well.
    """

    def __init__(
        self,
        elided: Container[tuple[str, str]],
        here: Container[str],
        rows: Sequence[LaneRow],
        first: int,
    ) -> None:
        self._elided = elided
        self._here = here
        self._whole = Reach(lambda cause, effect: not self.edge(cause, effect), rows, first)

    def edge(self, cause: str, effect: str) -> bool:
        """Whether an edge is dashed."""
        return cause not in self._here or (cause, effect) in self._elided

    def strand(self, source: str, row: int) -> bool:
        """Whether all edges of the strand of `source` in `row` and below are dashed."""
        return not self._whole.leads(source, row)


@dataclass(frozen=True, slots=True)
class Stub:
    """The end of an edge that is too long to be drawn, and the positions of its other ends."""

    area: QRectF
    keys: tuple[str, ...]
    upwards: bool

    @property
    def nearest(self) -> str:
        """The message to which a click leads."""
        return self.keys[-1 if self.upwards else 0]

    def caption(self) -> str:
        """The description of the stub."""
        number = len(self.keys)
        if self.upwards:
            return plural(
                "{n:,} causes far above: click to go there",
                "{n:,} cause far above: click to go there",
                number,
            )
        return plural(
            "{n:,} effects far below: click to go there",
            "{n:,} effect far below: click to go there",
            number,
        )


class LanePainter:
    """Paints lanes into `area`, in the colours of authors, or of components."""

    def __init__(
        self,
        painter: QPainter,
        theme: Theme,
        area: QRectF,
        hues: Mapping[str, Hue],
        lighting: Lighting,
        dashing: Dashing,
        pitch: float = PITCH,
    ) -> None:
        self._painter = painter
        self._theme = theme
        self._area = area
        self._hues = hues
        self._lighting = lighting
        self._dashing = dashing
        self._pitch = pitch
        self._width = min(_WIDTH, max(1.0, pitch / 4))
        self._dot = min(_DOT, max(3.0, pitch / 2))

    def strands(
        self, top: float, dot: float, number: int, row: LaneRow, above: LaneRow | None
    ) -> None:
        """Paint the strands from `top`, the dot of the row above, down to `dot`."""
        entering = _lanes(above) if above else {}
        # An edge leaves its cause's strand here, while the strand continues.
        leave = max(top, dot - _BEND)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        for lane in row.arrivals:
            strand = row.lanes_above[lane]
            if strand:
                begin = leave if lane in row.passing else top
                path = self._bend(entering.get(strand, lane), row.lane, begin, dot)
                lit = self._lighting.edge(strand.source, row.key)
                dashed = self._dashing.edge(strand.source, row.key)
                self._draw(path, row.key, lit=lit, dashed=dashed)
        for lane in row.passing:
            strand = row.lanes_above[lane]
            if strand:
                begin = entering.get(strand, lane)
                below = self._look_of(strand, number + 1)
                self._draw(self._bend(begin, lane, top, dot), strand.last, *below)
                # As far as it is shared with an edge that bends away to this row.
                if (shared := self._look_of(strand, number)) != below:
                    self._draw(self._bend(begin, begin, top, leave), strand.last, *shared)

    def ends(self, dot: float, bottom: float, number: int, row: LaneRow) -> None:
        """Paint the strands that continue below the last painted row."""
        for lane, strand in enumerate(row.lanes_below):
            if strand:
                path = self._bend(lane, lane, dot, bottom)
                self._draw(path, strand.last, *self._look_of(strand, number + 1))

    def fade(self) -> None:
        """Fade out what is too far to the right."""
        edge = self._area.right()
        ground = self._theme.color("canvas")
        clear = QColor(ground)
        clear.setAlpha(0)
        gradient = QLinearGradient(edge - 2 * PITCH, 0, edge, 0)
        gradient.setColorAt(0, clear)
        gradient.setColorAt(1, ground)
        self._painter.fillRect(
            self._area.adjusted(self._area.width() - 2 * PITCH, 0, 0, 0), gradient
        )

    def ellipsis(self, dot: float) -> None:
        """Paint three points beside a row some of whose lines don't fit."""
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(self._theme.color("muted"))
        for number in range(3):
            center = QPointF(self._area.right() + _POINTS * (number + 0.5), dot)
            self._painter.drawEllipse(center, _POINT, _POINT)

    def message(
        self, dot: float, row: LaneRow, *, current: bool, hollow: bool = False
    ) -> list[Stub]:
        """Paint the dot of a message, and the stubs of its long edges.

        The dots of ghosts are hollow, and those of messages that an app doesn't show.
        """
        x = min(self._x(row.lane), self._area.right() - self._pitch / 2)
        center = QPointF(x, dot)
        stubs = []
        if row.far_causes:
            stubs.append(self._stub(center, row.far_causes, self._color(row.key), upwards=True))
        if row.far_effects:
            color = self._color(row.far_effects[0])
            stubs.append(self._stub(center, row.far_effects, color, upwards=False))
        painter, canvas = self._painter, self._theme.color("canvas")
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(canvas)
        painter.drawEllipse(center, self._dot + _HALO, self._dot + _HALO)
        lit = self._lighting.message(row.key)
        is_here = row.key in self._hues
        color = self._theme.color("ghost")
        if is_here:
            color = self._paled(self._color(row.key), lit=lit)
        if is_here and not hollow:
            painter.setBrush(color)
            painter.drawEllipse(center, self._dot, self._dot)
        else:
            painter.setPen(QPen(color, 1.5))
            painter.drawEllipse(center, self._dot - 0.75, self._dot - 0.75)
        if current:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._theme.color("accent"), 1.5))
            painter.drawEllipse(center, self._dot + _HALO, self._dot + _HALO)
        return stubs

    def _stub(
        self, center: QPointF, keys: tuple[str, ...], color: QColor, *, upwards: bool
    ) -> Stub:
        """Paint a short stub beside the lane that fades out."""
        side, length = PITCH / 2, -_STUB if upwards else _STUB
        end = center + QPointF(side, length)
        path = QPainterPath(center)
        path.cubicTo(center + QPointF(0, length / 2), end - QPointF(0, length / 2), end)
        tip = -3.0 if upwards else 3.0
        path.moveTo(end + QPointF(-3, -tip))
        path.lineTo(end)
        path.lineTo(end + QPointF(3, -tip))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(_pen(color, 1.5))
        self._painter.drawPath(path)
        middle = end - QPointF(0, length / 4)
        return Stub(
            QRectF(middle.x() - _GRIP / 2 - 1, middle.y() - _GRIP, _GRIP + 2, 2 * _GRIP),
            keys,
            upwards,
        )

    def _bend(self, source: int, target: int, top: float, bottom: float) -> QPainterPath:
        """The curve from a lane at `top` to a lane at `bottom`."""
        begin, end = QPointF(self._x(source), top), QPointF(self._x(target), bottom)
        path = QPainterPath(begin)
        if source != target:
            height = min(_BEND, bottom - top)
            corner = QPointF(begin.x(), bottom - height)
            path.lineTo(corner)
            half = QPointF(0, height / 2)
            path.cubicTo(corner + half, end - half, end)
        else:
            path.lineTo(end)
        return path

    def _look_of(self, strand: Strand, row: int) -> tuple[bool, bool]:
        """Whether a strand is highlighted, and whether it is dashed, from `row` on."""
        lit = self._lighting.strand(strand.source, row)
        return lit, self._dashing.strand(strand.source, row)

    def _draw(self, path: QPainterPath, effect: str, lit: bool, dashed: bool) -> None:
        pen = _pen(self._paled(self._color(effect), lit=lit), self._width)
        if dashed:
            pen.setDashPattern([1.5, 1.5])
        self._painter.setPen(pen)
        self._painter.drawPath(path)

    def _color(self, key: str) -> QColor:
        return self._theme.author(self._hues.get(key, ""))

    def _paled(self, color: QColor, *, lit: bool) -> QColor:
        """The colour, or a paler but opaque one."""
        return color if lit else self._theme.paled(color, _PALE)

    def _x(self, lane: int) -> float:
        return self._area.left() + self._pitch * (lane + 0.5)


def _lanes(row: LaneRow) -> dict[Strand, int]:
    """The lanes on which strands leave a row."""
    return {strand: lane for lane, strand in enumerate(row.lanes_below) if strand}


def _pen(color: QColor, width: float) -> QPen:
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen


BOW_WIDTH = 22
"""The width of the bows, if there are any."""


def paint_bow(
    painter: QPainter, theme: Theme, left: float, begin: float, end: float, *, about_current: bool
) -> None:
    """Paint a bow from `begin` to `end`, both y coordinates."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(theme.color("accent" if about_current else "ghost"), 1.0))
    painter.drawPath(_bow(left, begin, end))


def _bow(left: float, begin: float, end: float) -> QPainterPath:
    path = QPainterPath(QPointF(left, begin))
    bulge = min(BOW_WIDTH + 6.0, 10 + abs(begin - end) / 8)
    path.cubicTo(left + bulge, begin, left + bulge, end, left, end)
    path.moveTo(left + 5, end - 3)
    path.lineTo(left, end)
    path.lineTo(left + 5, end + 3)
    return path

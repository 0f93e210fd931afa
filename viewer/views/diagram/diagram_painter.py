"""How a diagram is painted: boxes with words, bubbles, dots or a density, by zoom level.

Everything is painted relative to `origin`, the upper left pixel of an area of the diagram, and
doesn't depend on the position on the screen, so painted tiles can be reused while scrolling.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QImage, QPainter, QPainterPath, QPen

from tanglescope.engine.drawing.diagram import LONGEST, DrawnEdge, Window
from tanglescope.engine.drawing.edge_paths import MessageSize, edge_path
from tanglescope.engine.drawing.extra_edges import EdgeLine, ExtraInDiagram, ExtraKind, extra_curve
from tanglescope.engine.drawing.plan import LEVELS, Detail, Plan, detail
from tanglescope.engine.drawing.svg import Card
from tanglescope.viewer.theme import Theme
from tanglescope.viewer.views.typography import strong, write

PALE = 0.26
_STUB = 16.0
_TICK = 3.0
_TIP = 3.5
_FAR = 420.0  # pixels across, above which an edge of a large tangle is a hairline
_LARGE = 2_000  # messages
_LEAST_RAIL = 9.0  # the narrowest column with a line
_AWAY = 1.5  # pixels between a bubble and an edge that passes it
_LEAST_BAR = 4.0  # the narrowest column with separate bars


@dataclass(frozen=True, slots=True)
class DiagramLook:
    """Everything that decides how a plan is painted, except for the scroll position."""

    plan: Plan
    theme: Theme
    font: QFont
    across: float
    down: float
    lit: bytes | bytearray | None
    cards: Mapping[int, Card]
    with_slack: bool = False
    extra: ExtraInDiagram | None = None

    @property
    def detail(self) -> Detail:
        """The level of detail."""
        return detail(self.across, self.down, len(self.plan.shown.shape))

    @property
    def radius(self) -> float:
        """The radius of a bubble or dot."""
        least = min(self.across, self.down)
        return min(6.5, least * 0.25) if self.detail is Detail.BUBBLES else 1.3 + least / 12

    @property
    def box(self) -> QRectF:
        """The box of a message, around its middle."""
        width, height = min(self.across - 16, 240.0), min(self.down - 18, 46.0)
        return QRectF(-width / 2, -height / 2, width, height)

    def middle(self, number: int) -> QPointF:
        """The position of a message."""
        diagram = self.plan.diagram
        return self.pixel(diagram.column_of[number], diagram.row_of[number])

    def pixel(self, column: float, row: float) -> QPointF:
        """A place in columns and rows."""
        return QPointF(column * self.across, row * self.down)

    @property
    def size(self) -> MessageSize:
        """The room that a message takes, for the edges that pass it."""
        if self.detail is Detail.BOXES:
            half = self.box.height() / 2 / self.down
            return MessageSize(self.box.width() / 2 / self.across, half, half)
        half = self.radius + _AWAY
        return MessageSize(half / self.across, half / self.down)

    def color(self, number: int) -> QColor:
        """The colour of a message, paler if it isn't highlighted."""
        color = self.theme.author(self.plan.shown.shape.hue(number))
        return color if self.is_lit(number) else self.theme.paled(color, PALE)

    def is_lit(self, number: int) -> bool:
        """Whether a message is highlighted."""
        return self.lit is None or bool(self.lit[number])

    def is_ghost(self, number: int) -> bool:
        """Whether a message is missing."""
        return number >= self.plan.shown.shape.present


def paint(painter: QPainter, look: DiagramLook, area: QRectF) -> None:
    """Paint an area of the diagram; the painter is already translated to it."""
    if look.detail is Detail.DENSITY:
        _density(painter, look, area)
        return
    window = _window(look, area)
    _rails(painter, look, area, window)
    if look.with_slack:
        _whiskers(painter, look, window)
    if look.detail is Detail.DOTS:
        _lines(painter, look, window)
        _extra(painter, look, window)
        _dots(painter, look, window)
        return
    _edges(painter, look, window)
    _extra(painter, look, window)
    for number in look.plan.diagram.within(window):
        (_box if look.detail is Detail.BOXES else _bubble)(painter, look, number)


def overview(plan: Plan, theme: Theme, first: float, step: float, height: int) -> QImage:
    """The density of messages: a pixel for each column, and one for `step` rows."""
    colors = [theme.color("ghost"), *(QColor(color) for color in theme.authors)]
    number_of = {color: number for number, color in enumerate(theme.authors)}
    columns = plan.diagram.columns
    tints = [
        number_of[theme.author(columns[tint].hue).name()] + 1 if tint >= 0 else 0
        for tint in plan.density.tints
    ]
    shades = [1 + LEVELS * tint for tint in tints]
    bits = plan.density.picture(shades, first, step, height)
    width = len(plan.density.columns)
    image = QImage(bytes(bits), width, height, width, QImage.Format.Format_Indexed8).copy()
    table = [0]
    for color in colors:
        for level in range(LEVELS):
            color.setAlphaF((level + 1) / LEVELS)
            table.append(color.rgba())
    image.setColorTable(table)
    return image


def _density(painter: QPainter, look: DiagramLook, area: QRectF) -> None:
    height = max(1, round(area.height()))
    image = overview(look.plan, look.theme, area.top() / look.down, 1 / look.down, height)
    wide = look.across * look.plan.density.shared
    if wide < _LEAST_BAR:
        left = -look.across / 2
        painter.drawImage(QRectF(left, area.top(), wide * image.width(), height), image)
        return
    for column in range(image.width()):
        left = column * wide - look.across / 2
        if left < area.right() and left + wide > area.left():
            bar = QRectF(left + wide * 0.2, area.top(), wide * 0.6, height)
            painter.drawImage(bar, image, QRectF(column, 0, 1, height))


def _window(look: DiagramLook, area: QRectF) -> Window:
    """The rows and columns that may reach into an area."""
    return Window(
        int(area.top() // look.down) - 1,
        int(area.bottom() // look.down) + 2,
        int(area.left() // look.across) - 1,
        int(area.right() // look.across) + 2,
    )


def _rails(painter: QPainter, look: DiagramLook, area: QRectF, window: Window) -> None:
    """Paint a thin line down each column, if there is room."""
    if look.across < _LEAST_RAIL:
        return
    painter.setPen(QPen(look.theme.color("line"), 1))
    last = min(window.right, look.plan.diagram.width - 1)
    xs = [column * look.across for column in range(max(0, window.left), last + 1)]
    painter.drawLines([QLineF(x, area.top(), x, area.bottom()) for x in xs])


def _whiskers(painter: QPainter, look: DiagramLook, window: Window) -> None:
    """Paint a dotted line from each message with slack to the last row it could take."""
    bars: dict[str, list[QLineF]] = {}
    ends: dict[str, list[QLineF]] = {}
    half = min(5.0, look.across * 0.3)
    aside = QPointF(min(7.0, look.across * 0.2), 0)  # beside the edges, which leave from the middle
    start = look.box.height() / 2 if look.detail is Detail.BOXES else look.radius
    for number, slack in look.plan.diagram.whiskers(window):
        color = look.color(number).name()
        top = look.middle(number) + aside + QPointF(0, start)
        end = look.middle(number) + aside + QPointF(0, min(slack, LONGEST) * look.down)
        bars.setdefault(color, []).append(QLineF(top, end))
        cap = ends.setdefault(color, [])
        if slack > LONGEST:  # the line continues
            cap.append(QLineF(end + QPointF(-half, -half), end))
            cap.append(QLineF(end + QPointF(half, -half), end))
        else:
            cap.append(QLineF(end - QPointF(half, 0), end + QPointF(half, 0)))
    for color, lines in bars.items():
        pen = QPen(QColor(color), 1.4)
        painter.setPen(pen)
        painter.drawLines(ends[color])
        pen.setDashPattern([1.5, 2])
        painter.setPen(pen)
        painter.drawLines(lines)


def _by_pen(
    look: DiagramLook, window: Window
) -> Iterator[tuple[DrawnEdge, QPointF, QPointF, tuple[str, bool]]]:
    """The edges in a window: both ends, the colour, and whether they are dashed."""
    elided = look.plan.shown.elided
    for edge in look.plan.diagram.edges(window):
        dashed = look.is_ghost(edge.cause) or (edge.cause, edge.effect) in elided
        is_lit = look.is_lit(edge.cause) and look.is_lit(edge.effect)
        color = look.color(edge.effect)
        if not is_lit and look.is_lit(edge.effect):
            color = look.theme.paled(color, PALE)
        yield edge, look.middle(edge.cause), look.middle(edge.effect), (color.name(), dashed)


def _lines(painter: QPainter, look: DiagramLook, window: Window) -> None:
    """Paint edges as thin straight lines."""
    lines: dict[tuple[str, bool], list[QLineF]] = {}
    for edge, begin, end, pen in _by_pen(look, window):
        drawn = lines.setdefault(pen, [])
        if edge.is_long:
            drawn.append(QLineF(begin, begin + QPointF(_TICK, 2 * _TICK)))
            drawn.append(QLineF(end, end + QPointF(_TICK, -2 * _TICK)))
        else:
            drawn.append(QLineF(begin, end))
    for (name, dashed), drawn in lines.items():
        color = QColor(name)
        color.setAlphaF(0.3 if look.down < 2 else 0.5)
        painter.setPen(edge_pen(color, 1.0, dashed=dashed))
        painter.drawLines(drawn)


def _extra(painter: QPainter, look: DiagramLook, window: Window) -> None:
    """Paint the edges that aren't causes; long ones as a stub at each end."""
    if look.extra is None:
        return
    room = (look.across * 0.8, look.down * 0.5)
    if look.detail is Detail.BOXES:
        room = (look.box.width() * 2 / 3, look.box.height())
    for edge in look.extra.within(window):
        begin, end = look.middle(edge.begin), look.middle(edge.end)
        color = look.theme.color(edge.kind.color)
        if not (look.is_lit(edge.begin) and look.is_lit(edge.end)):
            color = look.theme.paled(color, PALE)
        if edge.is_long:
            painter.setPen(extra_pen(edge.kind, color))
            stubs = QPainterPath()
            _stub(stubs, begin, look, downwards=end.y() > begin.y())
            _stub(stubs, end, look, downwards=end.y() < begin.y())
            painter.drawPath(stubs)
        else:
            paint_extra(painter, edge.kind, (begin, end), room, color)


def extra_pen(kind: ExtraKind, color: QColor) -> QPen:
    """The pen for an edge that isn't a cause."""
    if kind.line is EdgeLine.BOW:
        return QPen(color, 1.0)
    pen = QPen(color, 1.6)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setDashPattern([0.1, 3])
    return pen


def paint_extra(
    painter: QPainter,
    kind: ExtraKind,
    ends: tuple[QPointF, QPointF],
    room: tuple[float, float],
    color: QColor,
) -> None:
    """Paint an edge that isn't a cause, with an arrowhead halfway and no further than `room`."""
    begin, end = ends
    curve = extra_curve(kind.line, begin.toTuple(), end.toTuple(), *room)
    path = QPainterPath(begin)
    path.cubicTo(QPointF(*curve.one), QPointF(*curve.other), end)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(extra_pen(kind, color))
    painter.drawPath(path)
    painter.save()
    painter.translate(QPointF(*curve.tip))
    painter.rotate(curve.turn)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color)
    painter.drawPolygon([QPointF(-_TIP, -_TIP), QPointF(_TIP, 0), QPointF(-_TIP, _TIP)])
    painter.restore()


def _dots(painter: QPainter, look: DiagramLook, window: Window) -> None:
    points: dict[str, list[QPointF]] = {}
    for number in look.plan.diagram.within(window):
        points.setdefault(look.color(number).name(), []).append(look.middle(number))
    for name, drawn in points.items():
        pen = QPen(QColor(name), 2 * look.radius)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawPoints(drawn)


def _edges(painter: QPainter, look: DiagramLook, window: Window) -> None:
    """Paint edges as curves; long ones as a stub at each end."""
    paths: dict[tuple[str, bool, bool], QPainterPath] = {}
    size = look.size
    reach = size.reach * look.down
    is_large = len(look.plan.shown.shape) > _LARGE
    for edge, begin, end, pen in _by_pen(look, window):
        is_far = is_large and abs(begin.x() - end.x()) > _FAR
        path = paths.setdefault((*pen, is_far), QPainterPath())
        begin.setY(begin.y() + reach)
        end.setY(end.y() - reach)
        if edge.is_long:
            _stub(path, begin, look, downwards=True)
            _stub(path, end, look, downwards=False)
            continue
        first, *others = edge_path(look.plan.diagram, edge, size)
        path.moveTo(look.pixel(*first))
        for place in range(0, len(others), 3):
            path.cubicTo(*(look.pixel(*point) for point in others[place : place + 3]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    width = 1.8 if min(look.across, look.down) > 16 else 1.2
    for (name, dashed, is_far), path in paths.items():
        # A broad stroke of thousands of pixels takes a hundred times as long as a hairline.
        painter.setPen(edge_pen(QColor(name), 1.0 if is_far else width, dashed=dashed))
        painter.drawPath(path)


def _stub(path: QPainterPath, end: QPointF, look: DiagramLook, *, downwards: bool) -> None:
    """Paint a short stub with an arrow: the edge continues far away."""
    way = 1.0 if downwards else -1.0
    length = min(_STUB, look.down * 0.6) if look.detail is Detail.BUBBLES else _STUB * 0.6
    tip = end + QPointF(look.across * 0.18, way * length)
    path.moveTo(end)
    path.quadTo(QPointF(end.x(), tip.y()), tip)
    path.moveTo(tip + QPointF(-2.5, -3 * way))
    path.lineTo(tip)
    path.lineTo(tip + QPointF(2.5, -3 * way))


def _bubble(painter: QPainter, look: DiagramLook, number: int) -> None:
    center, radius = look.middle(number), look.radius
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(look.theme.color("canvas"))
    painter.drawEllipse(center, radius + 1.5, radius + 1.5)
    color = look.color(number)
    if look.is_ghost(number):
        painter.setPen(QPen(color, 1.5))
        painter.drawEllipse(center, radius - 0.75, radius - 0.75)
        return
    if number in look.plan.shown.joints:
        painter.setBrush(look.theme.color("ghost"))
        painter.drawEllipse(center, radius / 2, radius / 2)
        return
    painter.setBrush(color)
    painter.drawEllipse(center, radius, radius)


def _box(painter: QPainter, look: DiagramLook, number: int) -> None:
    is_outlined = look.is_ghost(number) or number in look.plan.shown.joints
    box, color = look.box.translated(look.middle(number)), look.color(number)
    text = look.theme.color("text")
    colors = (color, text if look.is_lit(number) else look.theme.paled(text, PALE))
    paint_box(painter, box, colors, look.theme, look.font, look.cards.get(number), is_outlined)


def paint_box(
    painter: QPainter,
    box: QRectF,
    colors: tuple[QColor, QColor],
    theme: Theme,
    font: QFont,
    card: Card | None,
    is_outlined: bool,
) -> None:
    """Paint a message with its text, in the colours of its author."""
    pen = QPen(colors[0], 1.4)
    if is_outlined:
        pen.setDashPattern([3, 2.5])
    painter.setPen(pen)
    painter.setBrush(theme.color("canvas" if is_outlined else "raised"))
    painter.drawRoundedRect(box, 7, 7)
    if card is None:
        return
    inside = box.adjusted(9, 4, -9, -4)
    half = inside.height() / 2 if card.author else 0
    write(painter, card.author, strong(font), colors[0], inside.adjusted(0, 0, 0, -half))
    write(painter, card.text, font, colors[1], inside.adjusted(0, half, 0, 0))


def edge_pen(color: QColor, width: float, *, dashed: bool) -> QPen:
    """The pen for an edge; dashed if messages on it are missing."""
    pen = QPen(color, width)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    pen.setCosmetic(width <= 1.0)
    if dashed:
        pen.setDashPattern([3, 2.5])
    return pen

"""SVG pictures: a small graph as boxes with words, a large one as its diagram.

Only shapes and text are written, no styles and no references, for the sake of compatibility; texts
of messages are cut to the available width and escaped.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from unicodedata import east_asian_width

from tanglescope.engine.drawing import tangle_map
from tanglescope.engine.drawing.diagram import Diagram, FeedColumn, Window
from tanglescope.engine.drawing.edge_paths import MessageSize, bend, edge_path
from tanglescope.engine.drawing.extra_edges import EdgeLine, ExtraEdges, ExtraKind, extra_curve
from tanglescope.engine.drawing.figures import DrawnTangle, Paint, TangleFigure
from tanglescope.engine.drawing.layered import (
    BOX_HEIGHT,
    BOX_WIDTH,
    LayeredLayout,
    Point,
    Route,
    turned,
)
from tanglescope.engine.drawing.tangle_map import MapSizes
from tanglescope.engine.drawing.tints import Hue, Palette
from tanglescope.engine.language.readable import unwrap, without_controls

FONT = "DejaVu Sans, Noto Sans, Helvetica, Arial, sans-serif"

_SIZE = 12.0
_PLACE = 26.0  # pixels of a row and of a column
_HEAD = 120.0
_MARGIN = 24.0
_NOTE = 24.0
_TITLE = 26.0  # pixels above a frame for its title
_AROUND = 9.0  # pixels between a frame and the boxes in it
_BOW = 64.0  # pixels that a bow reaches below boxes in a row
_KEY = 22.0  # pixels of a line of a key
_DOT = 6.0
_DOT_SIZE = MessageSize((_DOT + 1) / _PLACE, (_DOT + 1) / _PLACE)
_STUB = 0.6  # rows
_LINES = {
    EdgeLine.DOTTED: 'stroke-width="1.6" stroke-linecap="round" stroke-dasharray="0.1 5"',
    EdgeLine.BOW: 'stroke-width="1"',
}


@dataclass(frozen=True, slots=True)
class Card:
    """The content of a box: author and beginning of the text; `hue` determines its colour.

    `tooltip` is shown on hover. A missing message has no hue.
    """

    hue: Hue
    author: str
    text: str
    tooltip: str = ""


def layered_svg(
    layered: LayeredLayout,
    cards: Mapping[str, Card],
    palette: Palette,
    extra: Iterable[ExtraEdges] = (),
    note: str = "",
) -> Iterator[str]:
    """Boxes with words, causes above their effects, and a note at the lower edge."""
    yield from _begin(layered.width, layered.height, palette, note)
    for route in layered.routes:
        yield from _route(route, palette.author(cards[route.edge.effect].hue), palette)
    room = (BOX_WIDTH * 2 / 3, BOX_HEIGHT)
    for edges in extra:
        for begin, end in edges.pairs:
            ends = layered.boxes[begin], layered.boxes[end]
            yield from _extra(edges.kind, ends, room, palette.colors[edges.kind.color])
    for key, (x, y) in layered.boxes.items():
        yield from _box(x - BOX_WIDTH / 2, y - BOX_HEIGHT / 2, cards[key], palette)
    yield "</svg>\n"


def figure_svg(
    layered: LayeredLayout,
    cards: Mapping[str, Card],
    figure: TangleFigure,
    palette: Palette,
    extra: Iterable[ExtraEdges] = (),
    note: str = "",
) -> Iterator[str]:
    """Boxes laid out sideways in the form of a figure: each points to what it comes after."""
    extra = list(extra)
    below = _BOW / 2 if any(edges.pairs for edges in extra) else 0.0
    yield from _begin(layered.width, layered.height + _TITLE + below, palette, note)
    yield f'<g transform="translate(0 {_TITLE:.0f})">\n'
    for title, keys in figure.boxes.items():
        corners = [layered.boxes[key] for key in keys if key in layered.boxes]
        yield from _frame(title, corners, (BOX_WIDTH, BOX_HEIGHT), figure.box, palette)
    for route in layered.routes:
        yield from _route(route, palette.colors["text"], palette, is_sideways=True)
        yield _arrowhead(route.points[0], palette.colors["text"])
    for edges in extra:
        color = figure.lines.get(edges.kind.name, palette.colors[edges.kind.color])
        for begin, end in edges.pairs:
            ends = layered.boxes[begin], layered.boxes[end]
            yield from _extra(edges.kind, ends, (_BOW, BOX_WIDTH), color, is_sideways=True)
    for key, (x, y) in layered.boxes.items():
        paint = figure.paint(figure.mark(key)) if cards[key].hue else None
        yield from _box(x - BOX_WIDTH / 2, y - BOX_HEIGHT / 2, cards[key], palette, paint)
    yield "</g>\n</svg>\n"


def strands_svg(
    figure: TangleFigure, cards: Mapping[str, Card], palette: Palette, note: str = ""
) -> Iterator[str]:
    """Several tangles over the same messages: a row for each box of the figure, and a key."""
    box_of = {key: title for title, keys in figure.boxes.items() for key in keys}
    messages = [(key, box_of.get(key, "")) for key in figure.order if key in cards]
    ties = {each.name: [pair[::-1] for pair in each.pairs] for each in figure.strands}
    laid = tangle_map.lay_out(messages, ties, MapSizes(BOX_HEIGHT, BOX_WIDTH, _TITLE))
    strands = {strand.name: strand for strand in figure.strands}
    key_height = _KEY * (len(strands) + 1)
    yield from _begin(laid.height, laid.width + _TITLE + key_height, palette, note)
    yield f'<g transform="translate(0 {_TITLE:.0f})">\n'
    middles = {b.key: (b.y + BOX_WIDTH / 2, b.x + BOX_HEIGHT / 2) for b in laid.boxes}
    for title, keys in figure.boxes.items():
        corners = [middles[key] for key in keys if key in middles]
        yield from _frame(title, corners, (BOX_WIDTH, BOX_HEIGHT), figure.box, palette)
    for route in laid.routes:
        yield from _strand_line(turned(route.points), strands[route.strand])
    for key, (x, y) in middles.items():
        paint = figure.paint(None)
        yield from _box(x - BOX_WIDTH / 2, y - BOX_HEIGHT / 2, cards[key], palette, paint)
    for place, strand in enumerate(figure.strands):
        y = laid.width + _KEY * (place + 0.5)
        yield from _strand_line(((_MARGIN, y), (_MARGIN + 40, y)), strand)
        at = _MARGIN + 52, y + _SIZE / 3
        yield _text(strand.title, at, palette.colors["text"], _SIZE)
    yield "</g>\n</svg>\n"


def diagram_svg(
    diagram: Diagram,
    elided: Mapping[tuple[int, int], int],
    names: Mapping[str, str],
    palette: Palette,
    extra: Iterable[ExtraEdges] = (),
    note: str = "",
) -> Iterator[str]:
    """A dot for each message: a row for each rank, a column for each author."""
    width = diagram.width * _PLACE + 2 * _MARGIN
    yield from _begin(width, _HEAD + diagram.rows * _PLACE + _MARGIN, palette, note)
    for column in diagram.columns:
        yield from _column(diagram, column, column_name(column, names), palette)
    shape = diagram.shape
    for edge in diagram.edges(Window(0, diagram.rows, 0, diagram.width)):
        color = palette.author(shape.hue(edge.effect))
        dashed = (edge.cause, edge.effect) in elided or edge.cause >= shape.present
        begin, end = _spot(diagram, edge.cause), _spot(diagram, edge.effect)
        if edge.is_long:
            yield _path(f"M{_at(begin)} v{_STUB * _PLACE:.1f}", color, dashed=True)
            yield _path(f"M{_at(end)} v{-_STUB * _PLACE:.1f}", color, dashed=True)
        else:
            path = [_pixel(*point) for point in edge_path(diagram, edge, _DOT_SIZE)]
            yield _path(_curves(path), color, dashed=dashed)
    numbers = {key: number for number, key in enumerate(shape.keys)}
    for edges in extra:
        for pair in edges.pairs:
            ends = _spot(diagram, numbers[pair[0]]), _spot(diagram, numbers[pair[1]])
            color = palette.colors[edges.kind.color]
            yield from _extra(edges.kind, ends, (1.8 * _PLACE, _PLACE), color)
    for number in diagram.order:
        yield _dot(diagram, number, palette)
    yield "</svg>\n"


def fit_text(text: str, room: float, size: float = _SIZE) -> str:
    """As much of a text as fits into so many pixels, without invisible characters."""
    seen = unwrap(without_controls(text[:500]))
    taken = 0.0
    for place, character in enumerate(seen):
        taken += size * (1.0 if east_asian_width(character) in "WF" else 0.6)
        if taken > room:
            return seen[: max(0, place - 1)].rstrip() + "…"
    return seen


def _begin(width: float, height: float, palette: Palette, note: str = "") -> Iterator[str]:
    below = height
    if note:
        width, height = max(width, _SIZE * len(note)), height + _NOTE
    size = f'width="{width:.0f}" height="{height:.0f}" viewBox="0 0 {width:.0f} {height:.0f}"'
    yield f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}">\n'
    ground = palette.colors["canvas"]
    yield f'<path d="M0 0 H{width:.0f} V{height:.0f} H0 Z" fill="{ground}"/>\n'
    if note:
        yield _text(note, (_MARGIN, below + _SIZE), palette.colors["text"], _SIZE)


def _frame(
    title: str, corners: Sequence[Point], size: Point, paint: Paint, palette: Palette
) -> Iterator[str]:
    """A box around boxes with these middles, under its title."""
    if not corners:
        return
    left = min(x for x, _ in corners) - size[0] / 2 - _AROUND
    right = max(x for x, _ in corners) + size[0] / 2 + _AROUND
    top = min(y for _, y in corners) - size[1] / 2 - _AROUND
    bottom = max(y for _, y in corners) + size[1] / 2 + _AROUND
    yield (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{right - left:.1f}"'
        f' height="{bottom - top:.1f}" rx="4" fill="{paint.fill}" stroke="{paint.stroke}"/>\n'
    )
    yield _text(title, (left + 16, top - 5), palette.colors["text"], _SIZE)


def _strand_line(points: Sequence[Point], strand: DrawnTangle) -> Iterator[str]:
    """A line of a strand, from the cause; one that isn't loose has an arrowhead there."""
    dashes = ' stroke-dasharray="6 4"' if strand.loose else ""
    yield (
        f'<path d="M{" L".join(map(_at, points))}" fill="none" stroke="{strand.color}"'
        f' stroke-width="{strand.width}" stroke-linejoin="round"{dashes}/>\n'
    )
    if not strand.loose:
        yield _arrowhead(points[0], strand.color)


def _arrowhead(tip: Point, color: str) -> str:
    """An arrowhead that points left."""
    return f'<path d="M{_at(tip)} l8,-4 v8 Z" fill="{color}"/>\n'


def _route(
    route: Route, color: str, palette: Palette, *, is_sideways: bool = False
) -> Iterator[str]:
    points = turned(route.points) if is_sideways else route.points
    path = [points[0]]
    for begin, end in pairwise(points):
        path += [*bend(begin, end, 1, 0), end]
    path = list(turned(path)) if is_sideways else path
    yield _path(_curves(path), color, dashed=bool(route.edge.elided))
    if route.edge.elided:
        yield from _edge_label(f"{route.edge.elided:,} hidden", middle(route), palette)


def _edge_label(text: str, at: tuple[float, float], palette: Palette) -> Iterator[str]:
    """A label on an edge, with a background."""
    x, y = at[0] - 3.1 * len(text), at[1] - 7
    ground, color = palette.colors["canvas"], palette.colors["muted"]
    yield f'<path d="M{x:.1f} {y:.1f} h{6.2 * len(text):.1f} v14 H{x:.1f} Z" fill="{ground}"/>\n'
    yield _text(text, (x + 3, y + 10.5), color, 10)


def middle(route: Route) -> tuple[float, float]:
    """The midpoint of an edge, for its label."""
    begin, end = route.points[(len(route.points) - 1) // 2 :][:2]
    return (begin[0] + end[0]) / 2, (begin[1] + end[1]) / 2


def _box(
    left: float, top: float, card: Card, palette: Palette, paint: Paint | None = None
) -> Iterator[str]:
    colors = palette.colors
    color = name_color = palette.author(card.hue)
    fill, text = colors["raised"] if card.hue else colors["canvas"], colors["text"]
    if paint:
        color, fill, text = paint.stroke or paint.fill, paint.fill, paint.text
        name_color = text
    dashes = "" if card.hue else ' stroke-dasharray="4 3"'
    yield (
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{BOX_WIDTH:.0f}" height="{BOX_HEIGHT:.0f}"'
        f' rx="8" fill="{fill}" stroke="{color}" stroke-width="1.5"{dashes}'
    )
    yield f"><title>{escape(card.tooltip)}</title></rect>\n" if card.tooltip else "/>\n"
    room = BOX_WIDTH - 22
    if card.author:
        yield _text(
            fit_text(card.author, room), (left + 11, top + 20), name_color, _SIZE, bold=True
        )
    base = top + (37 if card.author else BOX_HEIGHT / 2 + _SIZE / 3)
    yield _text(fit_text(card.text, room), (left + 11, base), text, _SIZE)


def column_name(column: FeedColumn, names: Mapping[str, str]) -> str:
    """The title of a column."""
    return names.get(column.feed, "") if column.hue else "missing"


def _column(diagram: Diagram, column: FeedColumn, name: str, palette: Palette) -> Iterator[str]:
    x = _MARGIN + (column.first + 0.5) * _PLACE
    line, height = palette.colors["line"], diagram.rows * _PLACE
    for lane in range(column.width):
        at = x + lane * _PLACE
        yield f'<path d="M{at:.1f} {_HEAD - 8:.1f} v{height:.1f}" stroke="{line}"/>\n'
    color = palette.author(column.hue)
    turned = f' transform="rotate(-60 {x:.1f} {_HEAD - 14:.1f})"'
    yield _text(fit_text(name, _HEAD), (x, _HEAD - 14), color, 11, more=turned)


def _dot(diagram: Diagram, number: int, palette: Palette) -> str:
    x, y = _spot(diagram, number)
    color = palette.author(diagram.shape.hue(number))
    if number < diagram.shape.present:
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_DOT}" fill="{color}"/>\n'
    ground = palette.colors["canvas"]
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{_DOT - 1}" fill="{ground}" stroke="{color}"'
        ' stroke-width="1.5"/>\n'
    )


def _spot(diagram: Diagram, number: int) -> tuple[float, float]:
    return _pixel(diagram.column_of[number], diagram.row_of[number])


def _pixel(column: float, row: float) -> Point:
    return _MARGIN + (column + 0.5) * _PLACE, _HEAD + (row + 0.5) * _PLACE


def _extra(
    kind: ExtraKind,
    ends: tuple[Point, Point],
    room: Point,
    color: str,
    *,
    is_sideways: bool = False,
) -> Iterator[str]:
    """An edge that isn't causal, with an arrowhead halfway."""
    begin, end = turned(ends) if is_sideways else ends
    curve = extra_curve(kind.line, begin, end, *room)
    points: Sequence[Point] = (begin, curve.one, curve.other, end, curve.tip)
    points, turn = (turned(points), 90 - curve.turn) if is_sideways else (points, curve.turn)
    yield (f'<path d="{_curves(points[:4])}" fill="none" stroke="{color}" {_LINES[kind.line]}/>\n')
    yield (
        f'<path d="M-4,-4 L4,0 L-4,4 Z" fill="{color}"'
        f' transform="translate({_at(points[4])}) rotate({turn:.0f})"/>\n'
    )


def _curves(points: Sequence[Point]) -> str:
    """Bézier curves: the beginning, then three points for each."""
    places = range(1, len(points), 3)
    curves = (" ".join(map(_at, points[place : place + 3])) for place in places)
    return " ".join([f"M{_at(points[0])}", *(f"C{curve}" for curve in curves)])


def _path(curve: str, color: str, *, dashed: bool) -> str:
    dashes = ' stroke-dasharray="4 3"' if dashed else ""
    return f'<path d="{curve}" fill="none" stroke="{color}" stroke-width="1.6"{dashes}/>\n'


def _text(
    text: str,
    at: tuple[float, float],
    color: str,
    size: float,
    *,
    bold: bool = False,
    more: str = "",
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    place = f'x="{at[0]:.1f}" y="{at[1]:.1f}" font-size="{size:.0f}"'
    return f'<text {place} fill="{color}"{weight}{more}>{escape(text)}</text>\n'


def _at(point: tuple[float, float]) -> str:
    return f"{point[0]:.1f},{point[1]:.1f}"

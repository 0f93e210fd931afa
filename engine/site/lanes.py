"""The lanes beside a message, as an SVG of the height of its row.

Edges bend above the dot, in a part of fixed height, and run straight below it to the end of the
row. Colours are CSS classes, so that the page sets them for light and dark.
"""

from collections.abc import Mapping

from tanglescope.engine.drawing.lane_windows import LaneRow, Strand
from tanglescope.engine.drawing.tints import Hue, palette, tint
from tanglescope.engine.site.markup import Html, element

MOST = 16
"""The greatest number of lanes that are drawn."""

GHOST = "ghost"
PITCH = 14
_DOT = 22
_RADIUS = 5


def color_class(hue: Hue, writers: tuple[str, ...] = ()) -> str:
    """The CSS class for the colour of an author or component; `""` means a missing message."""
    return f"t{tint(hue, len(palette('light').authors), writers)}" if hue else GHOST


def lanes_svg(row: LaneRow, above: LaneRow | None, width: int, colors: Mapping[str, str]) -> Html:
    """The drawing beside one row; `colors` are the classes of the messages that are here."""
    entering = _lanes(above)
    parts = []
    for lane in {*row.passing, *row.arrivals}:
        if (strand := row.lanes_above[lane]) is None:
            continue
        begin = entering.get(strand, lane)
        if lane in row.passing:
            parts.append(_bend(begin, lane, colors.get(strand.last, GHOST)))
        if lane in row.arrivals:
            parts.append(_bend(begin, row.lane, colors.get(row.key, GHOST)))
    for lane, strand in enumerate(row.lanes_below):
        if strand is not None:
            x, color = _x(lane), colors.get(strand.last, GHOST)
            parts.append(element("line", x1=x, x2=x, y1=_DOT, y2="100%", class_=color))
    is_ghost = row.key not in colors
    color = colors.get(row.key, GHOST)
    look = f"dot {color}{' hollow' if is_ghost else ''}"
    parts.append(element("circle", cx=_x(row.lane), cy=_DOT, r=_RADIUS, class_=look))
    return element("svg", *parts, class_="lanes", width=width * PITCH, aria_hidden="true")


def _bend(source: int, target: int, color: str) -> Html:
    begin, end = _x(source), _x(target)
    half = _DOT // 2
    curve = f"M{begin} 0V{_DOT}"
    if source != target:
        curve = f"M{begin} 0C{begin} {half} {end} {half} {end} {_DOT}"
    return element("path", d=curve, class_=color)


def _x(lane: int) -> int:
    return lane * PITCH + PITCH // 2


def _lanes(row: LaneRow | None) -> dict[Strand, int]:
    """The lanes on which edges leave a row."""
    if row is None:
        return {}
    return {strand: lane for lane, strand in enumerate(row.lanes_below) if strand is not None}

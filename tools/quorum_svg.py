"""Drawings of small Autobases as SVG, in the manner of its design text.

Each writer has a line, time runs to the right, and edges lead from causes to effects. A full dot
is confirmed, a hollow one can still move; above it is the degree of its quorum, and below how
far it comes in the order. Shapes and text only, as in `svg`.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from engine.linear.graph import Graph
from engine.linear.orders.topological import least_order

_ACROSS, _DOWN = 92, 74
_LEFT, _TOP = 52, 40
_RADIUS = 17
_INK, _PALE, _CONFIRMED, _PAPER = "#1a1d21", "#5c6672", "#2257c9", "#ffffff"
_FONT = "DejaVu Sans, Noto Sans, Helvetica, Arial, sans-serif"

Point = tuple[int, int]


def quorum_svg(
    graph: Graph, order: Sequence[str], confirmed: int, degrees: Mapping[str, int]
) -> Iterator[str]:
    """A graph with its order, of which the first `confirmed` nodes are final."""
    places = _places(graph)
    lines = sorted({node.writer or "" for node in graph.nodes})
    width = max(x for x, _ in places.values()) + _LEFT
    height = _TOP + _DOWN * (len(lines) - 1) + _TOP + 4
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="{_FONT}" font-size="12">\n'
    )
    yield f'<rect width="{width}" height="{height}" rx="8" fill="{_PAPER}"/>\n'
    for node in graph.nodes:
        for cause in node.after:
            if cause in places:
                yield _edge(places[cause], places[node.id])
    for position, name in enumerate(order):
        yield from _node(places[name], name, position, degrees.get(name, 0), position < confirmed)
    yield "</svg>\n"


def _places(graph: Graph) -> dict[str, Point]:
    """Every writer on a line of its own; whatever follows something is at the right of it."""
    causes = {
        node.id: [cause for cause in node.after if any(cause == each.id for each in graph.nodes)]
        for node in graph.nodes
    }
    writers = {node.id: node.writer or "" for node in graph.nodes}
    lines = {writer: line for line, writer in enumerate(sorted(set(writers.values())))}
    columns: dict[str, int] = {}
    for name in least_order(causes, lambda name: name):
        columns[name] = 1 + max((columns[cause] for cause in causes[name]), default=-1)
    return {
        name: (_LEFT + _ACROSS * column, _TOP + _DOWN * lines[writers[name]])
        for name, column in columns.items()
    }


def _edge(begin: Point, end: Point) -> str:
    (x1, y1), (x2, y2) = begin, end
    middle = (x1 + x2) // 2
    # A straight line would run through what the writer wrote between the two.
    bow = 0 if y1 != y2 or x2 - x1 <= _ACROSS else -34
    return (
        f'<path d="M {x1} {y1} C {middle} {y1 + bow} {middle} {y2 + bow} {x2} {y2}"'
        f' fill="none" stroke="{_PALE}" stroke-width="1.6"/>\n'
    )


def _node(place: Point, name: str, position: int, degree: int, confirmed: bool) -> Iterator[str]:
    x, y = place
    fill, ink = (_CONFIRMED, _PAPER) if confirmed else (_PAPER, _INK)
    yield (
        f'<circle cx="{x}" cy="{y}" r="{_RADIUS}" fill="{fill}" stroke="{_CONFIRMED}"'
        ' stroke-width="1.6"/>\n'
    )
    yield _text(x, y + 4, name, ink)
    if degree:
        yield _text(x, y - _RADIUS - 5, f"{degree}\N{PRIME}", _CONFIRMED)
    yield _text(x, y + _RADIUS + 14, f"{position + 1}", _PALE)


def _text(x: int, y: int, text: str, color: str) -> str:
    return f'<text x="{x}" y="{y}" fill="{color}" text-anchor="middle">{escape(text)}</text>\n'

"""Layered pictures of small graphs, laid out for reading: causes above effects, few crossings.

The method of Sugiyama, Tagawa and Toda (1981): a layer for each rank, a waypoint on every layer
that a long edge crosses, then sweeps up and down in which everything moves towards the mean of its
neighbours, first in order within the layer, then in position. The layout is deterministic.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from tanglescope.engine.drawing.eliding import ShownShape, around, part
from tanglescope.engine.drawing.shape import Shape
from tanglescope.engine.linear.edit_script import inversions

MOST = 500
"""The most boxes that such a picture can show legibly."""

BOX_WIDTH = 190.0
BOX_HEIGHT = 48.0

_BETWEEN = 22.0  # pixels between neighbours on a layer
_WAYPOINT = 10.0  # pixels that an edge takes where it passes a layer
_MARGIN = 20.0
_SWEEPS = 12

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Flow:
    """The size of a box across its layer and along the edges, and from a layer to the next."""

    across: float
    along: float
    pitch: float


_DOWN = _Flow(BOX_WIDTH, BOX_HEIGHT, 96.0)
_SIDEWAYS = _Flow(BOX_HEIGHT, BOX_WIDTH, BOX_WIDTH + 56)


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge to draw; `elided` is the number of hidden messages that it replaces."""

    cause: str
    effect: str
    elided: int = 0


@dataclass(frozen=True, slots=True)
class Route:
    """An edge and its points, from the cause to the effect."""

    edge: Edge
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class LayeredLayout:
    """The centre of every box, the route of every edge, and the size of the picture."""

    boxes: Mapping[str, Point]
    routes: tuple[Route, ...]
    width: float
    height: float
    is_sideways: bool = False
    """Whether effects are to the right of their causes instead of below them."""


class _Spot:
    """A box, or a waypoint of an edge, during the layout."""

    __slots__ = ("above", "below", "middle", "order", "width")

    def __init__(self, width: float) -> None:
        self.width = width
        self.above: list[_Spot] = []
        self.below: list[_Spot] = []
        self.order = 0
        self.middle = 0.0


def lay_out(
    keys: Sequence[str], edges: Iterable[Edge], *, is_sideways: bool = False
) -> LayeredLayout:
    """Lay out a graph; `keys` are in causal order.

    A damaged database may hold a cycle: edges against the order are drawn straight upwards and
    don't influence the layout.
    """
    flow = _SIDEWAYS if is_sideways else _DOWN
    row = {key: number for number, key in enumerate(keys)}
    known = {
        (each.cause, each.effect): each for each in edges if {each.cause, each.effect} <= set(row)
    }
    in_order = sorted(known.values(), key=lambda each: (each.cause, each.effect))
    drawn = [each for each in in_order if row[each.cause] < row[each.effect]]
    back = [each for each in in_order if row[each.cause] > row[each.effect]]
    layer_of = _layers(keys, drawn)
    layers: list[list[_Spot]] = [[] for _ in range(max(layer_of.values(), default=-1) + 1)]
    spots = {key: _Spot(flow.across) for key in keys}
    for key in keys:
        layers[layer_of[key]].append(spots[key])
    ways = [_way(each, spots, layer_of, layers) for each in drawn]
    _order(layers)
    _place(layers)
    least = min((s.middle - s.width / 2 for layer in layers for s in layer), default=0.0)
    most = max((s.middle + s.width / 2 for layer in layers for s in layer), default=0.0)
    left = _MARGIN - least
    boxes = {key: (left + spots[key].middle, _height(layer_of[key], flow)) for key in keys}
    routes = tuple(
        Route(each, _points(way, layer_of[each.cause], left, flow))
        for each, way in zip(drawn, ways, strict=True)
    )
    routes += tuple(
        Route(each, _straight(boxes[each.cause], boxes[each.effect], flow)) for each in back
    )
    height = 2 * _MARGIN + flow.along + flow.pitch * max(0, len(layers) - 1)
    laid = LayeredLayout(boxes, routes, most - least + 2 * _MARGIN, height)
    return _turn_sideways(laid) if is_sideways else laid


def _turn_sideways(laid: LayeredLayout) -> LayeredLayout:
    boxes = {key: point[::-1] for key, point in laid.boxes.items()}
    routes = tuple(Route(each.edge, turned(each.points)) for each in laid.routes)
    return LayeredLayout(boxes, routes, laid.height, laid.width, is_sideways=True)


def turned(points: Iterable[Point]) -> tuple[Point, ...]:
    """Points with right and down exchanged."""
    return tuple((y, x) for x, y in points)


def _layers(keys: Sequence[str], edges: Iterable[Edge]) -> dict[str, int]:
    """The length of the longest path to each box."""
    causes: dict[str, list[str]] = {key: [] for key in keys}
    for edge in edges:
        causes[edge.effect].append(edge.cause)
    layer: dict[str, int] = {}
    for key in keys:
        layer[key] = max((layer[cause] + 1 for cause in causes[key]), default=0)
    # A box without causes is directly above its effects, not at the top.
    effects: dict[str, list[str]] = {key: [] for key in keys}
    for edge in edges:
        effects[edge.cause].append(edge.effect)
    for key in keys:
        if not causes[key] and effects[key]:
            layer[key] = min(layer[effect] for effect in effects[key]) - 1
    return layer


def _way(
    edge: Edge, spots: Mapping[str, _Spot], layer_of: Mapping[str, int], layers: list[list[_Spot]]
) -> list[_Spot]:
    """The spots that an edge passes, connected, with a waypoint on each layer between."""
    between = range(layer_of[edge.cause] + 1, layer_of[edge.effect])
    way = [spots[edge.cause]]
    for number in between:
        waypoint = _Spot(_WAYPOINT)
        layers[number].append(waypoint)
        way.append(waypoint)
    way.append(spots[edge.effect])
    for upper, lower in pairwise(way):
        upper.below.append(lower)
        lower.above.append(upper)
    return way


def _order(layers: list[list[_Spot]]) -> None:
    """Order each layer so that few edges cross; the best order of all sweeps is kept."""
    _number(layers)
    best, least = [list(layer) for layer in layers], _crossings(layers)
    for sweep in range(_SWEEPS):
        if not least:
            break
        down = sweep % 2 == 0
        for layer in layers if down else reversed(layers):
            layer.sort(key=lambda spot: _middle_order(spot, spot.above if down else spot.below))
            _number([layer])
        crossings = _crossings(layers)
        if crossings < least:
            best, least = [list(layer) for layer in layers], crossings
    layers[:] = best
    _number(layers)


def _number(layers: Iterable[list[_Spot]]) -> None:
    for layer in layers:
        for order, spot in enumerate(layer):
            spot.order = order


def _middle_order(spot: _Spot, others: Sequence[_Spot]) -> float:
    return sum(other.order for other in others) / len(others) if others else float(spot.order)


def _crossings(layers: Iterable[list[_Spot]]) -> int:
    """The number of edge crossings between two layers."""
    count = 0
    for layer in layers:
        ends = [order for spot in layer for order in sorted(below.order for below in spot.below)]
        count += inversions(ends)
    return count


def _place(layers: list[list[_Spot]]) -> None:
    """Move everything towards the mean of its neighbours, without overlaps."""
    for layer in layers:
        right = 0.0
        for spot in layer:
            spot.middle = right + spot.width / 2
            right += spot.width + _BETWEEN
    for sweep in range(2 * _SWEEPS):
        down = sweep % 2 == 0
        for layer in layers if down else reversed(layers):
            _settle(
                layer,
                [_wanted_position(spot, spot.above if down else spot.below) for spot in layer],
            )
    for layer in layers:
        _settle(layer, [_wanted_position(spot, spot.above + spot.below) for spot in layer])


def _wanted_position(spot: _Spot, others: Sequence[_Spot]) -> float:
    return sum(other.middle for other in others) / len(others) if others else spot.middle


def _settle(layer: Sequence[_Spot], wanted_positions: Sequence[float]) -> None:
    """Place a layer as close to the wanted positions as its order and the width allow.

    Neighbours that collide form a block at the mean of their wanted positions (pool adjacent
    violators).
    """
    offsets = [0.0]
    for one, other in pairwise(layer):
        offsets.append(offsets[-1] + (one.width + other.width) / 2 + _BETWEEN)
    blocks: list[tuple[float, int]] = []
    for wanted, offset in zip(wanted_positions, offsets, strict=True):
        total, size = wanted - offset, 1
        while blocks and blocks[-1][0] / blocks[-1][1] >= total / size:
            before, others = blocks.pop()
            total, size = total + before, size + others
        blocks.append((total, size))
    place = 0
    for total, size in blocks:
        for _ in range(size):
            layer[place].middle = total / size + offsets[place]
            place += 1


def _points(way: Sequence[_Spot], layer: int, left: float, flow: _Flow) -> tuple[Point, ...]:
    """From the lower edge of the cause to the upper edge of the effect, vertical beside boxes."""
    points: list[Point] = []
    for step, spot in enumerate(way):
        x, y = left + spot.middle, _height(layer + step, flow)
        if step:
            points.append((x, y - flow.along / 2))
        if step < len(way) - 1:
            points.append((x, y + flow.along / 2))
    return tuple(points)


def _straight(cause: Point, effect: Point, flow: _Flow) -> tuple[Point, ...]:
    """A straight line between the facing edges of cause and effect."""
    half = flow.along / 2
    way = half if effect[1] > cause[1] else -half
    return (cause[0], cause[1] + way), (effect[0], effect[1] - way)


def _height(layer: int, flow: _Flow) -> float:
    return _MARGIN + flow.along / 2 + flow.pitch * layer


@dataclass(frozen=True, slots=True, eq=False)
class Focus:
    """A close-up: some messages and their surroundings; `keys` are the chosen ones."""

    keys: frozenset[str]
    shown: ShownShape
    layered: LayeredLayout


def focus(shape: Shape, keys: Collection[str], steps: int, most: int = MOST) -> Focus:
    """Messages of a shape with everything at most so many steps away."""
    middle = sorted(shape.numbers(keys).values())
    shown = part(shape, around(shape, middle, steps, most))
    return Focus(frozenset(keys), shown, lay_out_in_layers(shown))


def lay_out_in_layers(shown: ShownShape, *, is_sideways: bool = False) -> LayeredLayout:
    """The picture of the shown messages, including missing ones."""
    shape = shown.shape
    edges = [
        Edge(shape.keys[cause], shape.keys[effect], shown.elided.get((cause, effect), 0))
        for cause, effect in shape.edges()
    ]
    keys = [*shape.keys[shape.present :], *shape.keys[: shape.present]]
    return lay_out(keys, edges, is_sideways=is_sideways)

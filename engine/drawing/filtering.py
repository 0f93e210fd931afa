"""Filter a shape: the shown part is a shape of its own, so that everything can draw it."""

from array import array
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import NamedTuple

from tanglescope.engine.drawing.eliding import ElidedShape, by_filters, elide, run_interiors
from tanglescope.engine.drawing.shape import Shape, links
from tanglescope.engine.wording import counted


@dataclass(frozen=True, slots=True)
class Filters:
    """What a reader hides: authors, types, the middles of linear runs."""

    feeds: frozenset[str] = frozenset()
    types: frozenset[str] = frozenset()
    folds_runs: bool = False

    def __bool__(self) -> bool:
        return bool(self.feeds or self.types or self.folds_runs)


EVERYTHING = Filters()
"""Nothing is hidden."""


class LeftOut(NamedTuple):
    """The arrows and missing messages beyond the limits of a picture."""

    arrows: int = 0
    missing: int = 0

    def __str__(self) -> str:
        """A note in a picture; empty if nothing is left out."""
        counts = ((self.arrows, "arrow"), (self.missing, "missing message"))
        parts = [counted(count, name) for count, name in counts if count]
        return f"Left out: {' and '.join(parts)}" if parts else ""


NOTHING = LeftOut()


@dataclass(frozen=True, slots=True)
class ShownShape:
    """A shape without its hidden messages.

    `elided` holds for an edge (a cause and an effect) the number of messages it replaces; `joints`
    are the numbers of hidden messages that had to stay.
    """

    shape: Shape
    elided: Mapping[tuple[int, int], int]
    joints: Set[int]
    hidden: int
    left_out: LeftOut = NOTHING


def filtered(shape: Shape, filters: Filters, kept: str = "") -> ShownShape:
    """A shape with the reader's filters; the message `kept` is never folded away."""
    if not filters:
        return ShownShape(shape, {}, frozenset(), 0)
    folded: Set[int] = frozenset()
    if filters.folds_runs:
        folded = run_interiors(shape, set(shape.numbers([kept]).values()))
    return as_shape(shape, elide(shape, by_filters(shape, filters.feeds, filters.types, folded)))


_MOST_EDGES, _EDGES_EACH = 4_000, 3
_MOST_GHOSTS = 2_000


def bounded(shown: ShownShape) -> ShownShape:
    """A shape with as many edges and missing messages as a picture can have.

    Of missing messages the first remain; of the edges, the first ones of every message.
    """
    shape = shown.shape
    count = min(len(shape), 2 * shape.present + _MOST_GHOSTS)
    most = _MOST_EDGES + _EDGES_EACH * shape.present
    each = total = len(shape.causes.ends)
    if total <= most and count == len(shape):
        return shown
    numbers = range(shape.present)
    while sum(min(shape.causes.count(number), each) for number in numbers) > most:
        each //= 2
    kept = [
        (cause, effect)
        for effect in numbers
        for cause in shape.causes.of(effect)[:each]
        if cause < count
    ]
    causes, effects = array("i", (each[0] for each in kept)), array("i", (each[1] for each in kept))
    made = replace(
        shape,
        keys=shape.keys[:count],
        causes=links(count, effects, causes),
        effects=links(count, causes, effects),
        **{
            name: getattr(shape, name)[:count]
            for name in ("authors", "kinds", "asserted", "received", "components")
        },
    )
    left_out = LeftOut(total - len(kept), len(shape) - count)
    ends = set(kept)
    elided = {edge: steps for edge, steps in shown.elided.items() if edge in ends}
    return replace(shown, shape=made, elided=elided, left_out=left_out)


def part(shape: Shape, numbers: Set[int]) -> ShownShape:
    """Some messages of a shape, connected as in the whole."""
    here = [number for number in numbers if number < shape.present]
    # Numbers ascend along every path, so only numbers between the first and the last can connect
    # them.
    between = range(min(here, default=0), max(here, default=-1) + 1)
    among = {*between, *numbers}
    return as_shape(shape, elide(shape, lambda number: number not in numbers, among))


def as_shape(shape: Shape, elided: ElidedShape) -> ShownShape:
    """The result of `elide` as a shape, with numbers of its own."""
    new = {number: place for place, number in enumerate(elided.shown)}
    causes = array("i", (new[edge.cause] for edge in elided.edges))
    effects = array("i", (new[edge.effect] for edge in elided.edges))
    made = Shape(
        keys=[shape.keys[number] for number in elided.shown],
        present=sum(number < shape.present for number in elided.shown),
        feeds=shape.feeds,
        authors=_chosen(shape.authors, elided.shown),
        types=shape.types,
        kinds=_chosen(shape.kinds, elided.shown),
        asserted=array("d", (shape.asserted[number] for number in elided.shown)),
        received=array("d", (shape.received[number] for number in elided.shown)),
        causes=links(len(new), effects, causes),
        effects=links(len(new), causes, effects),
        components=_chosen(shape.components, elided.shown if shape.components else ()),
    )
    steps = {(new[edge.cause], new[edge.effect]): edge.elided for edge in elided.edges}
    return ShownShape(
        shape=made,
        elided={ends: count for ends, count in steps.items() if count},
        joints={new[number] for number in elided.joints},
        hidden=len(shape) - len(new),
    )


def around(shape: Shape, middle: Sequence[int], steps: int, most: int) -> frozenset[int]:
    """Messages and everything within so many steps in either direction, up to a limit.

    Nearer messages take precedence.
    """
    found = dict.fromkeys(middle[:most])
    ring = list(found)
    for _ in range(steps):
        further: dict[int, None] = {}
        for number in ring:
            further.update(dict.fromkeys(shape.causes.of(number)))
            further.update(dict.fromkeys(shape.effects.of(number)))
        ring = [number for number in further if number not in found][: most - len(found)]
        found.update(dict.fromkeys(ring))
    return frozenset(found)


def _chosen(values: "array[int]", numbers: Sequence[int]) -> "array[int]":
    return array("i", (values[number] for number in numbers))

"""Drawing plans: everything needed to draw a tangle, computed in a background thread."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

from tanglescope.engine.drawing.diagram import Diagram, lay_out
from tanglescope.engine.drawing.filtering import Filters, ShownShape, bounded, filtered
from tanglescope.engine.drawing.lanes.density import Density, density
from tanglescope.engine.drawing.shape import Shape
from tanglescope.engine.linear.horizon import closure


class Detail(IntEnum):
    """How much of each message is drawn, depending on the available room."""

    DENSITY = 0
    DOTS = 1
    BUBBLES = 2
    BOXES = 3


FEW = 5_000
"""The most messages that are painted individually."""


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A diagram, its density, and the position of each message by key.

    `whole` is the shape without filters.
    """

    whole: Shape
    shown: ShownShape
    diagram: Diagram
    density: Density
    numbers: Mapping[str, int]
    names: Mapping[str, str]


def plan(shape: Shape, names: Mapping[str, str], filters: Filters, kept: str = "") -> Plan:
    """The plan of a shape with the reader's filters; the message `kept` isn't folded away."""
    shown = bounded(filtered(shape, filters, kept))
    diagram = lay_out(shown.shape)
    numbers = {key: number for number, key in enumerate(shown.shape.keys)}
    return Plan(shape, shown, diagram, density(diagram), numbers, names)


def detail(across: float, down: float, messages: int) -> Detail:
    """The detail that is visible if a column and a row have so many pixels.

    Edges of few messages are drawn at any zoom.
    """
    if across >= 120 and down >= 44:
        return Detail.BOXES
    if min(across, down) >= 9:
        return Detail.BUBBLES
    if min(across, down) >= 3 or messages <= FEW:
        return Detail.DOTS
    return Detail.DENSITY


def lit(shape: Shape, number: int) -> bytearray:
    """For each message 1 if it is the given one or in its past or future, else 0."""
    flags = bytearray(len(shape))
    past, future = (closure(number, links.of) for links in (shape.causes, shape.effects))
    for each in (number, *past, *future):
        flags[each] = 1
    return flags

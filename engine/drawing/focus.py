"""A focus graph: some messages and what is near them, laid out in layers for reading."""

from collections.abc import Collection
from dataclasses import dataclass

from engine.drawing.layered import MOST, Edge, Layered, lay_out
from engine.drawing.shape import Shape
from engine.drawing.shown import ShownShape, around, part


@dataclass(frozen=True, slots=True, eq=False)
class Focus:
    """What is looked at closely, and where it is; `keys` are those that were chosen."""

    keys: frozenset[str]
    shown: ShownShape
    layered: Layered


def focus(shape: Shape, keys: Collection[str], steps: int, most: int = MOST) -> Focus:
    """Messages of a shape with all that is at most so many steps from them."""
    middle = sorted(shape.numbers(keys).values())
    shown = part(shape, around(shape, middle, steps, most))
    return Focus(frozenset(keys), shown, layered(shown))


def layered(shown: ShownShape) -> Layered:
    """The picture of what is shown, ghosts included."""
    shape = shown.shape
    edges = [
        Edge(shape.keys[cause], shape.keys[effect], shown.elided.get((cause, effect), 0))
        for cause, effect in shape.edges()
    ]
    return lay_out([*shape.keys[shape.present :], *shape.keys[: shape.present]], edges)

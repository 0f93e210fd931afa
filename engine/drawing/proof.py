"""Proof: which of two messages came first, or that it can't be known."""

from collections.abc import Iterator
from dataclasses import dataclass

from tanglescope.engine.drawing.shape import Shape
from tanglescope.engine.linear.horizon import closure, joining, shortest_path


@dataclass(frozen=True, slots=True)
class Proof:
    """Two messages; `path` leads from the first to the second, over signed edges.

    Without a path, neither author knew of the other's message, and the sequence can't be known;
    unless the second follows the first `outside`, through messages that aren't in the conversation,
    or so many are outside that it isn't known, or `missing` ones may lead from one to the other.
    """

    first: str
    second: str
    path: tuple[str, ...]
    outside: bool | None = False
    missing: tuple[str, ...] = ()

    @property
    def is_concurrent(self) -> bool | None:
        """Whether neither is in the past of the other; None if that isn't known."""
        if self.path or self.outside:
            return False
        return None if self.outside is None or self.missing else True


def prove(shape: Shape, one: str, other: str) -> Proof | None:
    """The proof about two different messages of a shape; None if one isn't in it."""
    numbers = shape.numbers({one, other})
    if one == other or len(numbers) < 2:
        return None
    for first, second in ((one, other), (other, one)):
        if path := _shortest(shape, numbers[first], numbers[second]):
            return Proof(first, second, tuple(shape.keys[number] for number in path))
    missing = joining(*(_missing_before(shape, numbers[key]) for key in (one, other)))
    return Proof(one, other, (), missing=missing)


def _shortest(shape: Shape, earlier: int, later: int) -> list[int]:
    """A shortest path from one number to another; empty if there is none."""
    # Numbers decrease towards the past, so lower ones than that of the earlier message can't lead
    # to it.
    least = 0 if earlier >= shape.present else earlier

    def causes(number: int) -> Iterator[int]:
        return (cause for cause in shape.causes.of(number) if cause >= least)

    return shortest_path(later, earlier, causes)[::-1]


def _missing_before(shape: Shape, number: int) -> set[str]:
    """The missing messages that one comes after, or itself if it is missing."""
    past = closure(number, shape.causes.of) | {number}
    return {shape.keys[each] for each in past if each >= shape.present}

"""Eliding: hide messages of a graph without losing who came before whom.

A filter that drops messages with their edges misleads: two messages that a hidden one connected
look concurrent. Here, messages connected through hidden ones get an edge with the number of hidden
messages. As there could be too many such edges, a hidden message that connects too many others
stays visible as a *joint*.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Set
from dataclasses import dataclass
from itertools import chain

from tanglescope.engine.drawing.shape import Shape

MOST_MET = 32
"""The most shown messages that may be connected through one hidden message before it becomes a
joint.
"""


@dataclass(frozen=True, slots=True)
class ShownEdge:
    """An edge between shown messages.

    `elided` is the number of hidden ones on the shortest path.
    """

    cause: int
    effect: int
    elided: int


@dataclass(frozen=True, slots=True)
class ElidedShape:
    """The shown messages of a shape, ascending; `joints` are hidden ones that had to stay."""

    shown: tuple[int, ...]
    joints: frozenset[int]
    edges: tuple[ShownEdge, ...]


def elide(
    shape: Shape, is_hidden: Callable[[int], bool], among: Container[int] | None = None
) -> ElidedShape:
    """A shape without hidden messages; paths between shown messages are kept.

    `among` may restrict the search to the messages between shown ones.
    """
    met: dict[int, dict[int, int]] = {}
    shown: list[int] = []
    joints: set[int] = set()
    edges: list[ShownEdge] = []
    for number in _causes_first(shape, among):
        known = shape.causes.of(number)
        causes = _nearest(known if among is None else (c for c in known if c in among), met)
        if is_hidden(number):
            if len(causes) <= MOST_MET:
                met[number] = causes
                continue
            joints.add(number)
        shown.append(number)
        edges += [ShownEdge(cause, number, steps) for cause, steps in sorted(causes.items())]
    return ElidedShape(tuple(sorted(shown)), frozenset(joints), tuple(edges))


def run_interiors(shape: Shape, kept: Set[int] = frozenset()) -> frozenset[int]:
    """The messages of linear runs that may be folded: all but the ends and the `kept` ones.

    In a run, every message and its neighbours on both sides have one cause and one effect.
    """
    inside = [
        shape.causes.count(number) == 1 == shape.effects.count(number)
        for number in range(len(shape))
    ]
    return frozenset(
        number
        for number in range(shape.present)
        if inside[number]
        and number not in kept
        and inside[shape.causes.of(number)[0]]
        and inside[shape.effects.of(number)[0]]
    )


def by_filters(
    shape: Shape, feeds: Set[str], types: Set[str], folded: Set[int]
) -> Callable[[int], bool]:
    """Whether a message is by one of `feeds`, of one of `types`, or `folded` away."""
    authors = {number for number, feed in enumerate(shape.feeds) if feed in feeds}
    kinds = {number for number, name in enumerate(shape.types) if name in types}

    def is_hidden(number: int) -> bool:
        return shape.authors[number] in authors or shape.kinds[number] in kinds or number in folded

    return is_hidden


def _causes_first(shape: Shape, among: Container[int] | None) -> Iterator[int]:
    """The numbers in causal order; missing messages have no causes."""
    for number in chain(range(shape.present, len(shape)), range(shape.present)):
        if among is None or number in among:
            yield number


def _nearest(causes: Iterable[int], met: dict[int, dict[int, int]]) -> dict[int, int]:
    """The nearest shown causes, and the number of hidden messages on the shortest path to each."""
    nearest: dict[int, int] = {}
    for cause in causes:
        through = met.get(cause)
        if through is None:
            nearest[cause] = 0
            continue
        for other, steps in through.items():
            if steps + 1 < nearest.get(other, len(met) + 2):
                nearest[other] = steps + 1
    return nearest

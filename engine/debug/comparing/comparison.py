"""Orders of one graph side by side: how far apart they are, and which break causality."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tanglescope.engine.debug.shuffling.shrink import inversions
from tanglescope.engine.debug.shuffling.shuffle import first_difference
from tanglescope.engine.linear.graph import Graph


@dataclass(frozen=True, slots=True)
class Pair:
    """A comparison of two named orders.

    Of the `pairs` of messages that both hold, `discordant` are in opposite order; that is
    Kendall's distance. `first_difference` is the first position at which the two differ, and
    `there` what the two have there.
    """

    one: str
    other: str
    pairs: int
    discordant: int
    first_difference: int | None
    there: tuple[str | None, str | None]


@dataclass(frozen=True, slots=True)
class Violation:
    """An effect that is above its direct cause, and the positions of both."""

    effect: str
    cause: str
    positions: tuple[int, int]


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """The position of a message in each order; None where the order omits it."""

    name: str
    positions: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Several orders of a graph, by name."""

    orders: Mapping[str, Sequence[str]]
    pairs: tuple[Pair, ...]
    violations: Mapping[str, tuple[Violation, ...]]

    def lines(self) -> Iterator[ComparedRow]:
        """A line across the orders for every message, in the sequence of the first order."""
        places = [_places(order) for order in self.orders.values()]
        for name in dict.fromkeys(name for order in self.orders.values() for name in order):
            yield ComparedRow(name, tuple(place.get(name) for place in places))


def compare_orders(graph: Graph, orders: Mapping[str, Sequence[str]]) -> Comparison:
    """Compare every pair of orders, and each order with the causes in the graph."""
    return Comparison(
        orders,
        tuple(
            _pair(one, other, orders[one], orders[other]) for one, other in combinations(orders, 2)
        ),
        {by: tuple(violations(graph, order)) for by, order in orders.items()},
    )


def violations(graph: Graph, order: Sequence[str]) -> Iterator[Violation]:
    """The direct causes and effects in the wrong order, the topmost effect first."""
    place = _places(order)
    causes = graph.causes
    for name in order:
        for cause in causes[name]:
            if cause in place and place[cause] > place[name]:
                yield Violation(name, cause, (place[name], place[cause]))


def discordant(one: Sequence[str], other: Sequence[str]) -> int:
    """The number of pairs of common elements in opposite order, in O(n log n)."""
    place = _places(other)
    return inversions([place[name] for name in one if name in place])


def _pair(by_one: str, by_other: str, one: Sequence[str], other: Sequence[str]) -> Pair:
    common = len(set(one).intersection(other))
    first = first_difference(one, other)
    there = (None, None) if first is None else (_at(one, first), _at(other, first))
    return Pair(by_one, by_other, common * (common - 1) // 2, discordant(one, other), first, there)


def _at(order: Sequence[str], position: int) -> str | None:
    return order[position] if position < len(order) else None


def _places(order: Sequence[str]) -> dict[str, int]:
    return {name: position for position, name in enumerate(order)}

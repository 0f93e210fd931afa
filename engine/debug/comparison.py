"""Orders of one graph side by side: how far apart they are, and which break causality.

`Crossings` has them in compact arrays that can be painted at any length: messages are indices into
`names`; a column holds its order as indices, and the row of every index.
"""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tanglescope.engine.debug.open_graph import OnProgress, OpenGraph
from tanglescope.engine.debug.shuffling.shuffle import first_difference, inversions
from tanglescope.engine.linear.graph import Graph, require_times
from tanglescope.engine.linear.orders.named import BY_TIME, order_of


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


LEFT_OUT = -1


@dataclass(frozen=True, slots=True)
class OrderColumn:
    """One order: `rows` are numbers, `places` the row of every number or `LEFT_OUT`.

    `broken` holds the rows of effects above a direct cause, each with the row of its lowest cause.
    """

    by: str
    rows: "array[int]"
    places: "array[int]"
    broken: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Crossings:
    """Several orders of the same messages."""

    names: Sequence[str]
    columns: tuple[OrderColumn, ...]
    pairs: tuple[Pair, ...]

    def row(self, column: int, name: str) -> int | None:
        """The row of a message in a column."""
        if name not in self.names:
            return None
        place = self.columns[column].places[self.names.index(name)]
        return None if place == LEFT_OUT else place

    def across(self, column: int, row: int) -> int | None:
        """The row in the next column of the message in this row."""
        place = self.columns[column + 1].places[self.columns[column].rows[row]]
        return None if place == LEFT_OUT else place


def orders_of(opened: OpenGraph, on_progress: OnProgress, by: Sequence[str]) -> Comparison:
    """The orders of these linearizers, compared; that of the conversation is used as stored.

    Raises:
        UnknownOrder: one of them doesn't exist.
        OrderFailed: one of them can't order the graph.
        NoTimes: one of them is by time, and no message has one.
    """
    orders: dict[str, tuple[str, ...]] = {}
    for name in by:
        on_progress(name)
        if name == opened.ordering.by:
            orders[name] = opened.ordering.order
            continue
        if name in BY_TIME:
            require_times(opened.graph, of_receipt=name == "received")
        orders[name] = tuple(order_of(opened.graph, name))
    return compare_orders(opened.graph, orders)


def crossings(found: Comparison) -> Crossings:
    """A comparison as columns."""
    names = tuple(dict.fromkeys(name for order in found.orders.values() for name in order))
    numbers = {name: number for number, name in enumerate(names)}
    columns = []
    for by, order in found.orders.items():
        rows = array("i", (numbers[name] for name in order))
        places = array("i", [LEFT_OUT]) * len(names)
        for row, number in enumerate(rows):
            places[number] = row
        broken: dict[int, int] = {}
        for each in found.violations[by]:
            effect, cause = each.positions
            broken[effect] = max(cause, broken.get(effect, cause))
        columns.append(OrderColumn(by, rows, places, broken))
    return Crossings(names, tuple(columns), found.pairs)

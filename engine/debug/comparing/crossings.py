"""Crossings: orders side by side, in compact arrays that can be painted at any length.

Messages are indices into `names`; a column holds its order as indices, and the row of every index.
"""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tanglescope.engine.debug.comparing.comparison import Comparison, Pair, compare_orders
from tanglescope.engine.debug.open_graph import OnProgress, OpenGraph
from tanglescope.engine.linear.graph import require_times
from tanglescope.engine.linear.orders.named import BY_TIME, order_of

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

"""Where a message is in any order of a graph, and what decides it.

`engine.debug.why` explains ScuttleSort in full, with the path behind a rank. This is what can be
said of every order: what it compares, and which neighbour that puts a message next to.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import inf, isnan
from types import MappingProxyType

from engine.debug.known import Known
from engine.debug.paths import proving_path
from engine.linear.errors import UnknownEvent
from engine.linear.graph import Graph, Node
from engine.linear.orders import order_of
from engine.linear.pzp import declared_depths
from engine.linear.timestamps import moment


class OrderRule(StrEnum):
    """What puts one message before another."""

    CAUSE = "cause"
    """The other one follows it."""
    RANK = "rank"
    """Its rank is less."""
    DEPTH = "depth"
    """The depth that it declares is less."""
    TIME = "time"
    """Its time is earlier."""
    NAME = "name"
    """What is compared is equal, and its id is the lesser."""
    COLLATION = "collation"
    """The depths are equal, and its id comes first by collation."""
    ARRIVAL = "arrival"
    """The depths are equal, and it arrived first."""
    WAITS = "waits"
    """The other one waits for something that it follows."""
    ORDER = "order"
    """The order compares nothing that can be named here."""


@dataclass(frozen=True, slots=True)
class Beside:
    """The message right above or below, what the order compares of it, and what keeps it there."""

    name: str
    value: float | None
    rule: OrderRule


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a message is in an order `by`, which compares a `value` (a rank, a depth, a time).

    `causes` are the direct ones that are known and `missing` those that are not.
    """

    name: str
    by: str
    position: int
    events: int
    compares: OrderRule
    value: float | None
    causes: tuple[str, ...]
    missing: tuple[str, ...]
    above: Beside | None
    below: Beside | None


@dataclass(frozen=True, slots=True)
class SpotRelation:
    """Two messages in an order.

    `path` leads from the cause to the effect if one is in the past of the other; an order by
    clocks alone may have the effect first.
    """

    by: str
    first: str
    second: str
    positions: tuple[int, int]
    values: tuple[float | None, float | None]
    rule: OrderRule
    path: tuple[str, ...]

    @property
    def is_concurrent(self) -> bool:
        """Whether neither is in the past of the other."""
        return not self.path

    @property
    def is_contrary(self) -> bool:
        """Whether the order puts an effect before its cause."""
        return bool(self.path) and self.path[0] == self.second


class Ordering:
    """A graph in an order; `order` and `ranks` are given where they don't follow from the graph."""

    def __init__(
        self,
        graph: Graph,
        by: str,
        order: Sequence[str] | None = None,
        rank: Callable[[str], int] | None = None,
    ) -> None:
        self.graph = graph
        self.by = by
        self.order = tuple(order_of(graph, by) if order is None else order)
        self._rank = rank

    @cached_property
    def known(self) -> Known:
        """All of the graph, with the timeline over it."""
        return Known(self.graph.nodes)

    @property
    def is_timeline(self) -> bool:
        """Whether this is ScuttleSort's order of the graph, which `why_here` explains."""
        return self.by == "scuttlesort" and tuple(self.known.timeline) == self.order

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """The position of every message, from 0."""
        return {name: position for position, name in enumerate(self.order)}

    def spot(self, name: str) -> Spot:
        """Where a message is, and why. Raises `UnknownEvent`."""
        if name not in self.positions:
            raise UnknownEvent(name)
        position = self.positions[name]
        above = below = None
        if position:
            above = self._beside(position - 1, self._rule(self.order[position - 1], name))
        if position + 1 < len(self.order):
            below = self._beside(position + 1, self._rule(name, self.order[position + 1]))
        return Spot(
            name=name,
            by=self.by,
            position=position,
            events=len(self.order),
            compares=_COMPARES.get(self.by, OrderRule.ORDER),
            value=self._shown(name),
            causes=tuple(self.known.causes(name)),
            missing=tuple(self.known.missing(name)),
            above=above,
            below=below,
        )

    def relation(self, one: str, other: str) -> SpotRelation:
        """Why one of two different messages is before the other. Raises `UnknownEvent`."""
        for each in (one, other):
            if each not in self.positions:
                raise UnknownEvent(each)
        first, second = sorted((one, other), key=self.positions.__getitem__)
        path = proving_path(self.known, first, second) or proving_path(self.known, second, first)
        follows = bool(path) and path[0] == first and self.by not in _BY_VALUE
        return SpotRelation(
            by=self.by,
            first=first,
            second=second,
            positions=(self.positions[first], self.positions[second]),
            values=(self._shown(first), self._shown(second)),
            rule=OrderRule.CAUSE if follows else self._compared(first, second),
            path=path,
        )

    def _beside(self, position: int, rule: OrderRule) -> Beside:
        name = self.order[position]
        return Beside(name, self._shown(name), rule)

    def _rule(self, above: str, below: str) -> OrderRule:
        if self.by not in _BY_VALUE and above in self.known.causes(below):
            return OrderRule.CAUSE
        return self._compared(above, below)

    def _compared(self, first: str, second: str) -> OrderRule:
        compares = _COMPARES.get(self.by, OrderRule.ORDER)
        if compares is OrderRule.ORDER:
            return compares
        one, other = self._value(first), self._value(second)
        if one == other:
            return _TIES.get(self.by, OrderRule.NAME)
        return compares if one < other else OrderRule.WAITS

    def _shown(self, name: str) -> float | None:
        if self.by not in _COMPARES:
            return None
        value = self._value(name)
        return None if value == inf else value

    def _value(self, name: str) -> float:
        match self.by:
            case "scuttlesort":
                return self.known.rank(name) if self._rank is None else self._rank(name)
            case "depth" | "pzp":
                return self._depths[name]
            case "timestamp":
                return moment(self._nodes[name])
            case "asserted":
                return _time(self._nodes[name].asserted)
            case _:
                return _time(self._nodes[name].received)

    @cached_property
    def _depths(self) -> Mapping[str, int]:
        return declared_depths(self.graph)

    @cached_property
    def _nodes(self) -> Mapping[str, Node]:
        return {node.id: node for node in self.graph.nodes}


_COMPARES = MappingProxyType(
    {
        "scuttlesort": OrderRule.RANK,
        "depth": OrderRule.DEPTH,
        "pzp": OrderRule.DEPTH,
        "timestamp": OrderRule.TIME,
        "asserted": OrderRule.TIME,
        "received": OrderRule.TIME,
    }
)
"""What orders compare of messages."""

_TIES = MappingProxyType({"depth": OrderRule.ARRIVAL, "pzp": OrderRule.COLLATION})
"""What decides where that is equal, if it isn't the id."""

_BY_VALUE = frozenset({"scuttlesort", "depth", "pzp", "asserted", "received"})
"""The orders that look at nothing but a value and the id."""


def _time(time: float | None) -> float:
    return inf if time is None or isnan(time) else time

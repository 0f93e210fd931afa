"""The position of a message in any order of a graph, and what decides it.

That is what the order compares, and which neighbours a message has as a result; in ScuttleSort's
order also the path behind the rank (`engine.debug.arrived_events`).
"""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf

from tanglescope.engine.debug.arrived_events import (
    ArrivedEvents,
    deciding_path,
    missing_between,
    proving_path,
    slack,
)
from tanglescope.engine.debug.explaining.voting import AutobaseMoment
from tanglescope.engine.debug.replaying.rebases import link_as_autobase
from tanglescope.engine.linear.autobase.order import base_of
from tanglescope.engine.linear.errors import NotInOrder, UnknownEvent
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.horizon import Horizon, ProvenCause, joining
from tanglescope.engine.linear.orders.named import LINEARIZERS, ComparedValue, OrderRule, order_of

SCUTTLESORT, AUTOBASE, TIMESTAMP = "scuttlesort", "autobase", "timestamp"


@dataclass(frozen=True, slots=True)
class RowBeside:
    """The message directly above or below, its compared value, and the rule that keeps it there."""

    name: str
    value: float | None
    rule: OrderRule


@dataclass(frozen=True, slots=True)
class OrderPosition:
    """The position of a message in the order `by`, which compares a `value`, such as a rank.

    `causes` are the direct ones that are known and `missing` those that are not. In time order,
    `waits_for` is the last of the causes if one is later than the message's own time; `is_received`
    says whether it is known when the message was received.

    In ScuttleSort's order of the whole graph, `path` is a longest one to the message, the root
    first and itself last; `equals` is how many messages share the rank, itself included, so that
    their names decide among them; and `slack` is by how much the rank could be greater while all
    others keep theirs.
    """

    name: str
    by: str
    position: int
    events: int
    compares: OrderRule
    value: float | None
    equals: int
    slack: int
    causes: tuple[str, ...]
    missing: tuple[str, ...]
    path: tuple[str, ...]
    above: RowBeside | None
    below: RowBeside | None
    waits_for: str | None = None
    is_received: bool = True

    @property
    def rank(self) -> int:
        """The compared value, where the order is by rank."""
        return int(self.value or 0)

    @property
    def deciding_cause(self) -> str | None:
        """The cause that the rank comes from."""
        return self.path[-2] if len(self.path) > 1 else None


@dataclass(frozen=True, slots=True)
class Relation:
    """Two messages in an order.

    `path` leads from the cause to the effect if one is in the past of the other; an order by clocks
    alone may put the effect first. If the path leads through messages outside the conversation,
    `outside` is the cause instead. `is_known` is False if messages outside were too many to search.
    `missing` are those that one of the two comes after: they may join them. Without any of these,
    neither author knew of the other's message, and either may be first.
    """

    by: str
    first: str
    second: str
    positions: tuple[int, int]
    values: tuple[float | None, float | None]
    rule: OrderRule
    path: tuple[str, ...]
    outside: str | None = None
    is_known: bool = True
    missing: tuple[str, ...] = ()

    @property
    def is_concurrent(self) -> bool | None:
        """Whether neither is in the past of the other; None if that isn't known."""
        if self.missing or not self.is_known:
            return None
        return not (self.path or self.outside)

    @property
    def is_contrary(self) -> bool:
        """Whether the order puts an effect before its cause."""
        return self.second == (self.path[0] if self.path else self.outside)


def why_here(known: ArrivedEvents, name: str) -> OrderPosition:
    """What decides the place of an event in ScuttleSort's order. Raises `UnknownEvent`."""
    return _ordering_of(known).spot(name)


def relation(known: ArrivedEvents, one: str, other: str) -> Relation:
    """Why one of two events comes before the other in ScuttleSort's order.

    Raises `UnknownEvent`.
    """
    return _ordering_of(known).relation(one, other)


def _ordering_of(known: ArrivedEvents) -> "Ordering":
    ordering = Ordering(Graph(known.nodes), SCUTTLESORT)
    ordering.known_events = known
    return ordering


class Ordering:
    """A graph in an order; the other facts are given if they don't follow from the graph.

    A graph that is part of a larger one has ranks and horizons that count messages outside.
    `is_read` is whether the order was given, as when a conversation is read. `proven` finds the
    causes of a message with what proves them, where proofs are distinguished.
    """

    def __init__(
        self,
        graph: Graph,
        by: str,
        order: Sequence[str] | None = None,
        rank: Callable[[str], int] | None = None,
        horizon: Callable[[str], Horizon | None] | None = None,
        proven: Callable[[str], Sequence[ProvenCause]] = lambda _: (),
    ) -> None:
        self.proven = proven
        self.graph = graph
        self.by = by
        self.is_read = order is not None
        self._given = order
        self._rank = rank
        self._horizon = horizon

    @cached_property
    def order(self) -> tuple[str, ...]:
        """The names in order."""
        if self._given is not None:
            return tuple(self._given)
        if self.by == SCUTTLESORT:
            return tuple(self.known_events.timeline)
        return tuple(order_of(self.graph, self.by))

    @cached_property
    def known_events(self) -> ArrivedEvents:
        """The whole graph, with the timeline over it."""
        return ArrivedEvents(
            (link_as_autobase(self.graph) if self.by == AUTOBASE else self.graph).nodes
        )

    @property
    def is_fixed(self) -> bool:
        """Whether the order depends only on each message itself, not on other arrivals."""
        if self.by == "pzp":
            return all(node.depth is not None for node in self.graph.nodes)
        # Ranks and adjusted times are those of a larger conversation that this graph is a part of.
        return (
            self.by in ("asserted", "received")
            or (self.by == SCUTTLESORT and not self.is_timeline)
            or (self.by == TIMESTAMP and not self.is_time_order)
        )

    def of_part(self, nodes: Sequence[Node]) -> "Ordering":
        """The order of these nodes alone, as it was when only they had arrived."""
        part = replace(self.graph, nodes=tuple(nodes))
        if self.by == AUTOBASE:
            # Nodes whose causes are still missing wait, so these nodes needn't be closed under
            # causes.
            whole = {node.id: node for node in link_as_autobase(self.graph).nodes}
            arrived = replace(part, nodes=tuple(whole[node.id] for node in nodes), head=None)
            return Ordering(part, self.by, list(base_of(arrived)))
        if not self.is_fixed:
            return Ordering(part, self.by)
        here = {node.id for node in nodes}
        order = [name for name in self.order if name in here]
        return Ordering(part, self.by, order, self._rank, self._horizon)

    @cached_property
    def is_timeline(self) -> bool:
        """Whether this is ScuttleSort's order of the graph, whose ranks its paths explain."""
        return (
            self.by == SCUTTLESORT
            and tuple(self.known_events.timeline) == self.order
            and not self._is_part_of_more()
        )

    @cached_property
    def is_time_order(self) -> bool:
        """Whether this is the time order of the graph alone."""
        return self.by == TIMESTAMP and tuple(order_of(self.graph, self.by)) == self.order

    def _is_part_of_more(self) -> bool:
        """Whether the given ranks count messages that the graph doesn't have.

        Then one of the messages after a missing one has a greater rank than the graph gives it.
        """
        return self._rank is not None and any(
            self._rank(node.id) != self.known_events.rank(node.id)
            for node in self.graph.nodes
            if self.known_events.missing(node.id)
        )

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """The position of every message, from 0."""
        return {name: position for position, name in enumerate(self.order)}

    def spot(self, name: str) -> OrderPosition:
        """Where a message is, and why. Raises `UnknownEvent`."""
        self._require(name)
        position = self.positions[name]
        above = below = None
        if position:
            above = self._beside(position - 1, self._rule(self.order[position - 1], name))
        if position + 1 < len(self.order):
            below = self._beside(position + 1, self._rule(name, self.order[position + 1]))
        is_ranked, known = self.is_timeline, self.known_events
        return OrderPosition(
            name=name,
            by=self.by,
            position=position,
            events=len(self.order),
            compares=OrderRule.ORDER if self._compares is None else self._compares.rule,
            value=self._shown_time(name),
            equals=self._count_equals(name) if is_ranked else 0,
            slack=slack(known, name) if is_ranked else 0,
            causes=tuple(known.causes(name)),
            missing=tuple(known.missing(name)),
            path=deciding_path(known, name) if is_ranked else (),
            above=above,
            below=below,
            waits_for=self._waits_for(name) if self.by == TIMESTAMP else None,
            is_received=self._nodes[name].received is not None,
        )

    def _count_equals(self, name: str) -> int:
        """How many messages have the rank of one."""
        ranks = self.known_events.rank
        first, end = (bisect_left(self.order, ranks(name) + more, key=ranks) for more in (0, 1))
        return end - first

    def _require(self, name: str) -> None:
        """Raise `UnknownEvent` or `NotInOrder` if a message isn't in the order."""
        if name not in self.positions:
            raise NotInOrder(name, self.by) if name in self._nodes else UnknownEvent(name)

    def _waits_for(self, name: str) -> str | None:
        """The last cause of a message in time order, if one is later than its own time."""
        causes = self.known_events.causes(name)
        last = max(causes, key=self.positions.__getitem__, default=None)
        is_later = last is not None and self._adjusted_times[last] > self._value(name)
        return last if is_later else None

    @cached_property
    def _adjusted_times(self) -> Mapping[str, float]:
        """The latest time of each message and its past."""
        adjusted: dict[str, float] = {}
        for name in self.known_events.timeline:
            before = [adjusted[cause] for cause in self.known_events.causes(name)]
            adjusted[name] = max([self._value(name), *before])
        return adjusted

    def relation(self, one: str, other: str) -> Relation:
        """Why one of two different messages is before the other. Raises `UnknownEvent`."""
        for each in (one, other):
            self._require(each)
        first, second = sorted((one, other), key=self.positions.__getitem__)
        path = proving_path(self.known_events, first, second) or proving_path(
            self.known_events, second, first
        )
        outside, is_known = (None, True) if path else self.led_outside(first, second)
        follows = bool(path) and path[0] == first and not self._is_by_value
        is_joined = bool(path or outside) or not is_known
        return Relation(
            by=self.by,
            first=first,
            second=second,
            positions=(self.positions[first], self.positions[second]),
            values=(self._shown_time(first), self._shown_time(second)),
            rule=OrderRule.CAUSE if follows else self._compare(first, second),
            path=path,
            outside=outside,
            is_known=is_known,
            missing=() if is_joined else self.missing_between(first, second),
        )

    def led_outside(self, first: str, second: str) -> tuple[str | None, bool]:
        """The one of two that leads to the other through messages outside; whether it's known."""
        if self._horizon is None:
            return None, True
        horizon = self._horizon(second)
        if horizon is None or not horizon.knows_relation_of(first):
            return None, False
        if first in horizon.past:
            return first, True
        return (second if first in horizon.future else None), True

    def missing_between(self, first: str, second: str) -> tuple[str, ...]:
        """The missing messages that may join two that no known ones join."""
        if self._horizon is None:
            return missing_between(self.known_events, first, second)
        found = [self._horizon(first), self._horizon(second)]
        one, other = (frozenset() if each is None else each.missing for each in found)
        return joining(one, other)

    def _beside(self, position: int, rule: OrderRule) -> RowBeside:
        name = self.order[position]
        return RowBeside(name, self._shown_time(name), rule)

    def _rule(self, above: str, below: str) -> OrderRule:
        if not self._is_by_value and above in self.known_events.causes(below):
            return OrderRule.CAUSE
        return self._compare(above, below)

    def _compare(self, first: str, second: str) -> OrderRule:
        if self.by == AUTOBASE:
            return self._compared_in_autobase(first, second)
        if self._compares is None:
            return OrderRule.ORDER
        one, other = self._value(first), self._value(second)
        if one == other:
            return self._compares.tie
        rule = self._compares.rule
        if rule is OrderRule.HEIGHT:
            one, other = other, one
        return rule if one < other else OrderRule.WAITS

    def _compared_in_autobase(self, first: str, second: str) -> OrderRule:
        moment, nodes = self._moment, self._nodes
        if first in moment.waiting or second in moment.waiting:
            return OrderRule.ORDER
        if moment.group(first) != moment.group(second):
            return OrderRule.CONFIRMED
        if nodes[first].optimistic or nodes[second].optimistic:
            return OrderRule.OPTIMISTIC
        earlier = (nodes[first].writer or "") <= (nodes[second].writer or "")
        return OrderRule.WRITER if earlier else OrderRule.WAITS

    @cached_property
    def _moment(self) -> AutobaseMoment:
        return AutobaseMoment(link_as_autobase(self.graph))

    def _shown_time(self, name: str) -> float | None:
        if self._compares is None:
            return None
        value = self._value(name)
        return None if value == inf else value

    def _value(self, name: str) -> float:
        if self.by == SCUTTLESORT:
            return (self._rank or self.known_events.rank)(name)
        return self._values[name]

    @cached_property
    def _values(self) -> Mapping[str, float]:
        return {} if self._compares is None else self._compares.of(self.graph)

    @cached_property
    def _compares(self) -> ComparedValue | None:
        order = LINEARIZERS.get(self.by)
        return None if order is None else order.compares

    @property
    def _is_by_value(self) -> bool:
        return self._compares is not None and self._compares.decisive

    @cached_property
    def _nodes(self) -> Mapping[str, Node]:
        return {node.id: node for node in self.graph.nodes}

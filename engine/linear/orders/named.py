"""The orders of a graph, each one row of one table, and those of one's own by name.

An order takes a graph and answers with a dictionary that has `order` and, if it counts them,
`edits`. To add an order, add a row to `_ORDERS`; heads and names are handled here for all. Any
other name is that of an order of one's own (`own`). Implementations are imported on first use,
since many callers need only the names.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from math import isinf
from types import MappingProxyType
from typing import Any, TypeAlias

from tanglescope.engine.language.wording import later, tr
from tanglescope.engine.linear.errors import OrderFailed
from tanglescope.engine.linear.graph import Graph, GraphError, Writer, known_past
from tanglescope.engine.linear.orders.comparison_orders import (
    asserted_times,
    by_backward,
    by_forward,
    heights,
    ranks_after_ghosts,
    received_times,
)
from tanglescope.engine.linear.orders.depths import declared_depths
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.linear.walk import ranks_of

OrderAnswer: TypeAlias = dict[str, Any]

ReportCount: TypeAlias = Callable[[int], None]
"""Called from time to time with the number of added nodes."""

_ADDED_BETWEEN_REPORTS = 100


class OrderRule(StrEnum):
    """The rule that puts one message before another."""

    CAUSE = "cause"
    """The other one follows it."""
    RANK = "rank"
    """Its rank is less."""
    DEPTH = "depth"
    """The depth that it declares is less."""
    TIME = "time"
    """Its time is earlier."""
    HEIGHT = "height"
    """Its longest path to a message without replies is longer."""
    ARRIVAL = "arrival"
    """What is compared is equal, and it arrived earlier."""
    CONFIRMED = "confirmed"
    """Its indexers confirmed it earlier."""
    OPTIMISTIC = "optimistic"
    """Optimistic entries come as late as they can."""
    WRITER = "writer"
    """The key of its writer is smaller."""
    NAME = "name"
    """What is compared is equal, and its id is the lesser."""
    COLLATION = "collation"
    """The depths are equal, and its id comes first by collation."""
    WAITS = "waits"
    """The other one waits for something that it follows."""
    ORDER = "order"
    """The order compares nothing that can be named here."""


@dataclass(frozen=True, slots=True)
class ComparedValue:
    """The value of each node that an order compares, and the rule between equal ones.

    If it is `decisive`, the order compares nothing else; otherwise causes come first.
    """

    rule: OrderRule
    of: Callable[[Graph], Mapping[str, float]]
    tie: OrderRule = OrderRule.NAME
    decisive: bool = True


@dataclass(frozen=True, slots=True)
class Order:
    """A named order: `answer` orders a graph, `answer_with_states` adds the state after every node.

    `votes` returns the voters of every node, if the order is based on votes. `sort` orders without
    counting edits, if that is faster; `watched` reports progress while it counts them.
    `by_time` orders are offered only if messages have times. `column` names the time that an order
    sorts by, if it compares nothing else but ids. `title` is the display name if it is
    translated, and `caveat` the weakness of an order that exists for comparison.
    """

    name: str
    answer: Callable[[Graph], OrderAnswer]
    answer_with_states: Callable[[Graph], OrderAnswer] | None = None
    votes: Callable[[Graph], OrderAnswer] | None = None
    sort: Callable[[Graph], OrderAnswer] | None = None
    watched: Callable[[Graph, ReportCount], OrderAnswer] | None = None
    by_time: bool = False
    column: str | None = None
    compares: ComparedValue | None = None
    title: str | None = None
    caveat: str | None = None


def by_scuttlesort(graph: Graph, progress: ReportCount | None = None) -> OrderAnswer:
    """The order by (rank, id), and the number of edits while the nodes arrived."""
    timeline = Timeline()
    edits = 0
    for number, node in enumerate(graph.nodes):
        if progress is not None and number % _ADDED_BETWEEN_REPORTS == 0:
            progress(number)
        edits += len(timeline.add(node.id, node.after))
    return {"order": list(timeline), "edits": edits}


def sorted_by_rank(graph: Graph) -> OrderAnswer:
    """The order by (rank, id) alone: ranks are computed once, for all nodes."""
    timeline = Timeline()
    timeline.extend((node.id, node.after) for node in graph.nodes)
    return {"order": list(timeline)}


def by_pzp(graph: Graph) -> OrderAnswer:
    """The order by (declared depth, collation of the id); nodes never move, so each is one edit."""
    from tanglescope.engine.linear.orders.depths import pzp_order

    order = pzp_order(graph)
    return {"order": order, "edits": len(order)}


def by_timestamp(graph: Graph) -> OrderAnswer:
    """The order by time, causes first."""
    from tanglescope.engine.linear.orders.timestamps import timestamp_edits

    return {**sorted_by_time(graph), "edits": timestamp_edits(graph)}


def _moments(graph: Graph) -> Mapping[str, float]:
    from tanglescope.engine.linear.orders.timestamps import moment

    return {node.id: moment(node) for node in graph.nodes}


def sorted_by_time(graph: Graph) -> OrderAnswer:
    """The same without edits."""
    from tanglescope.engine.linear.orders.timestamps import timestamp_order

    return {"order": timestamp_order(graph)}


def by_newest(graph: Graph) -> OrderAnswer:
    """The order by time in reverse, newest first: effects come before their causes."""
    return _reverse(by_timestamp(graph))


def sorted_newest_first(graph: Graph) -> OrderAnswer:
    """The same without edits."""
    return _reverse(sorted_by_time(graph))


def _reverse(answer: OrderAnswer) -> OrderAnswer:
    """The answer for the same order from its end; as many edits make it."""
    return {**answer, "order": answer["order"][::-1]}


def by_asserted(graph: Graph) -> OrderAnswer:
    """The order by the authors' times, ignoring causes; every node is one edit."""
    return _by_clock(asserted_times(graph))


def by_received(graph: Graph) -> OrderAnswer:
    """The order by time of receipt, ignoring causes; every node is one edit."""
    return _by_clock(received_times(graph))


def _by_clock(times: Mapping[str, float]) -> OrderAnswer:
    return {"order": sorted(times, key=lambda name: (times[name], name)), "edits": len(times)}


def by_depth(graph: Graph) -> OrderAnswer:
    """The order by (declared depth, arrival); nodes never move, so each is one edit."""
    from tanglescope.engine.linear.orders.comparison_orders import matrix_order

    return {"order": matrix_order(graph), "edits": len(graph.nodes)}


def by_git(graph: Graph) -> OrderAnswer:
    """The order in which Git lists commits; edits aren't counted, as any arrival can move all."""
    from tanglescope.engine.linear.orders.comparison_orders import git_order

    return {"order": git_order(graph)}


def by_autobase(graph: Graph, states: list[OrderAnswer] | None = None) -> OrderAnswer:
    """The order of an Autobase: the confirmed nodes, then the tip.

    A node that comes before its causes waits for them. Causes outside of the graph count as
    confirmed earlier, as in a truncated Autobase.
    """
    from tanglescope.engine.linear.autobase.logs import as_autobase
    from tanglescope.engine.linear.autobase.order import Autobase, whole_order

    graph = as_autobase(graph)
    base = Autobase(graph.writers)
    edits = 0
    for node in graph.nodes:
        base.take_in(node)
        update = base.update()
        edits += len(update.edits)
        if states is not None:
            state = {"add": node.id, "confirmed": update.confirmed, "tip": base.tip}
            states.append({**state, "undo": update.undo, "shared": update.shared})
    return {"order": whole_order(base, graph), "edits": edits, "confirmed": base.confirmed_length}


def by_applied(graph: Graph) -> OrderAnswer:
    """The order of an Autobase without what its app doesn't show; edits aren't counted."""
    from tanglescope.engine.linear.autobase.removals import unshown

    answer = by_autobase(graph)
    order, confirmed = answer["order"], answer["confirmed"]
    hidden = unshown(graph, order)
    shown = [name for name in order if name not in hidden]
    return {"order": shown, "confirmed": sum(name not in hidden for name in order[:confirmed])}


def by_autobase_with_states(graph: Graph) -> OrderAnswer:
    """The same, with the changes by every node."""
    states: list[OrderAnswer] = []
    return {**by_autobase(graph, states), "states": states}


def autobase_votes(graph: Graph) -> OrderAnswer:
    """The indexers that know each node, and the degree of their quorum.

    The voters are the indexers at the end. The degree is None if a single indexer is the majority,
    because it has no limit then.
    """
    from tanglescope.engine.linear.autobase.logs import as_autobase
    from tanglescope.engine.linear.autobase.order import base_of
    from tanglescope.engine.linear.autobase.quorums import UNBOUNDED, Quorums

    graph = as_autobase(graph)
    indexers = base_of(graph).indexers
    quorums = Quorums(graph.nodes, [Writer(key) for key in indexers])
    degrees = {node.id: quorums.degree(node.id) for node in graph.nodes}
    return {
        name: {"voters": quorums.votes(name), "degree": None if degree == UNBOUNDED else degree}
        for name, degree in degrees.items()
    }


def _ranks(graph: Graph) -> Mapping[str, int]:
    return ranks_of(graph.causes)


_DEPTH, _TIME = OrderRule.DEPTH, OrderRule.TIME

NEWEST = "newest"
"""The name of the order by time in reverse."""

_ORDERS = (
    Order("applied", by_applied, title=later("as the app shows it")),
    Order(
        "asserted",
        by_asserted,
        by_time=True,
        column="asserted",
        compares=ComparedValue(_TIME, asserted_times),
        title=later("asserted"),
    ),
    Order("autobase", by_autobase, by_autobase_with_states, autobase_votes),
    Order(
        "backward",
        by_backward,
        compares=ComparedValue(OrderRule.HEIGHT, heights),
        title=later("backward"),
        caveat=later(
            "backward (section 2.1 of the ScuttleSort report): messages without replies count as"
            " new, so others move even if all arrive in order."
        ),
    ),
    Order(
        "depth",
        by_depth,
        compares=ComparedValue(_DEPTH, declared_depths, OrderRule.ARRIVAL),
        title=later("depth"),
        caveat=later(
            "depth (Matrix): a false depth is believed, and arrival breaks ties, so two servers"
            " can list the same events in two orders."
        ),
    ),
    Order(
        "forward",
        by_forward,
        compares=ComparedValue(OrderRule.RANK, ranks_after_ghosts, OrderRule.ARRIVAL),
        title=later("forward"),
        caveat=later(
            "forward (section 2.2 of the ScuttleSort report): arrival breaks ties, so two readers"
            " of the same messages can see two orders."
        ),
    ),
    Order(
        "git",
        by_git,
        caveat=later(
            "git (git log --topo-order, oldest first): one more commit can move all others."
        ),
    ),
    Order(NEWEST, by_newest, sort=sorted_newest_first, by_time=True, title=later("newest first")),
    Order("pzp", by_pzp, compares=ComparedValue(_DEPTH, declared_depths, OrderRule.COLLATION)),
    Order(
        "received",
        by_received,
        by_time=True,
        column="received",
        compares=ComparedValue(_TIME, received_times),
        title=later("received"),
    ),
    Order(
        "scuttlesort",
        by_scuttlesort,
        sort=sorted_by_rank,
        watched=by_scuttlesort,
        compares=ComparedValue(OrderRule.RANK, _ranks),
    ),
    Order(
        "timestamp",
        by_timestamp,
        sort=sorted_by_time,
        by_time=True,
        compares=ComparedValue(_TIME, _moments, decisive=False),
        title=later("timestamp"),
    ),
)

LINEARIZERS: Mapping[str, Order] = MappingProxyType({each.name: each for each in _ORDERS})
"""All orders, by name."""

ORDERS = tuple(LINEARIZERS)
"""The orders in which a conversation can be read, by name."""

BY_TIME = frozenset(each.name for each in _ORDERS if each.by_time)
"""The orders that need times."""

CAVEATS = MappingProxyType({each.name: each.caveat for each in _ORDERS if each.caveat})
"""The weaknesses of orders that exist for comparison, by name; translate with `tr`."""


_trusted: set[str] = set()
"""Orders of one's own that were given to this program."""


@contextmanager
def running(name: str) -> Iterator[Order]:
    """The order of a name; one of one's own has a process until the context ends.

    Raises `UnknownOrder` and `NoProgram`.
    """
    if (found := LINEARIZERS.get(name)) is not None:
        yield found
        return
    from tanglescope.engine.linear.orders.own import UnknownOrder, own_program

    program = own_program(name)
    if program is None:
        raise UnknownOrder(name, known_orders())
    with program:
        yield Order(name, program)


def check_name(name: str) -> None:
    """Raise `UnknownOrder` or `NoProgram` if no order has that name."""
    if name not in LINEARIZERS:
        from tanglescope.engine.linear.orders.own import UnknownOrder, own_command

        if own_command(name) is None:
            raise UnknownOrder(name, known_orders())


def known_orders() -> list[str]:
    """The names of the orders of this program, of packages, and of one's own."""
    from tanglescope.engine.linear.orders.own import plug_ins

    return sorted({*LINEARIZERS, *plug_ins(), *_trusted})


def trust(names: Iterable[str]) -> None:
    """Let addresses select these orders of one's own from now on."""
    _trusted.update(name for name in names if name not in LINEARIZERS)


def trusted_orders() -> tuple[str, ...]:
    """The orders of one's own that addresses may select."""
    return tuple(sorted(_trusted))


def is_order(name: str) -> bool:
    """Whether an address may select an order, wherever the address comes from."""
    if name in LINEARIZERS or name in _trusted:
        return True
    from tanglescope.engine.linear.orders.own import plug_ins

    return name in plug_ins()


def order_name(name: str) -> str:
    """The display name of an order, also of one that isn't built in."""
    found = LINEARIZERS.get(name)
    return name if found is None or found.title is None else tr(found.title)


def orders_without(*, times: bool, receipts: bool, hides: bool) -> frozenset[str]:
    """The orders that aren't offered.

    They compare times that messages don't have, or leave out what the app of an Autobase hides
    where it hides nothing.
    """
    without = frozenset() if receipts else frozenset({"received"}) if times else BY_TIME
    return without if hides else without | {"applied"}


_TIMES = {
    "asserted": (
        asserted_times,
        later("nothing here says when it was written, so it has no such order"),
    ),
    "received": (
        received_times,
        later("nothing here says when it was received, so it has no such order"),
    ),
}


def require_times(graph: Graph, by: str) -> None:
    """Raise `GraphError` if an order is by times alone, and no node has one."""
    if (needed := _TIMES.get(by)) is None or not graph.nodes:
        return
    times, without = needed
    if all(map(isinf, times(graph).values())):
        raise GraphError("no-times", tr(without))


def order_of(graph: Graph, by: str) -> list[str]:
    """The order without edits, computed in the fastest way."""
    with running(by) as found:
        return sorted_by(found, graph)


def sorted_by(by: Order, graph: Graph) -> list[str]:
    """The same by an order that is running."""
    order: list[str] = _answer(by, graph, states=False, edits=False)["order"]
    return order


def linearize(
    graph: Graph,
    by: str,
    *,
    states: bool = False,
    votes: bool = False,
    edits: bool = True,
    progress: ReportCount | None = None,
) -> OrderAnswer:
    """Order a graph; with a head, as a peer does that knows only the head and its past.

    If the order doesn't have all nodes, `left_out` names the others. Raises `GraphError`.
    """
    seen = graph if graph.head is None else known_past(graph, graph.head)
    require_times(seen, by)
    with running(by) as linearizer:
        counted = {"votes": linearizer.votes(seen)} if votes and linearizer.votes else {}
        answer = _answer(linearizer, seen, states=states, edits=edits, progress=progress)
    found = {"name": graph.name, **answer, **counted}
    if not edits:
        found.pop("edits", None)
    if len(found["order"]) < len(seen.nodes):
        ordered = set(found["order"])
        found["left_out"] = [node.id for node in seen.nodes if node.id not in ordered]
    return found


def _answer(
    linearizer: Order,
    graph: Graph,
    *,
    states: bool,
    edits: bool,
    progress: ReportCount | None = None,
) -> OrderAnswer:
    if states and linearizer.answer_with_states is not None:
        return linearizer.answer_with_states(graph)
    if not edits and linearizer.sort is not None:
        return linearizer.sort(graph)
    if progress is not None and linearizer.watched is not None:
        return linearizer.watched(graph, progress)
    if linearizer.name in LINEARIZERS:
        return linearizer.answer(graph)
    from tanglescope.engine.linear.orders.own import put_in_order, tell_failure

    try:
        found = put_in_order(linearizer.answer, graph)
    except OrderFailed as error:
        raise tell_failure(error, linearizer.name, graph) from None
    said = {"edits": found.edits, "confirmed": found.confirmed}
    known = {field: value for field, value in said.items() if value is not None}
    return {"order": list(found.names), **known}

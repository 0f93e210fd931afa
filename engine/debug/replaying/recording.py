"""Histories of any order: a graph is delivered again, with the fewest edits per arrival.

ScuttleSort updates its timeline, time order its sequence, and an Autobase its confirmed entries and
its tip, in which entries with missing causes wait. An order that depends only on each message
itself never moves any, so arrivals are insertions. All others are sorted anew after every arrival,
so their length is limited.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import replace

from tanglescope.engine.debug.explaining.ordering import AUTOBASE, Ordering
from tanglescope.engine.debug.replaying.edit_history import EditHistory
from tanglescope.engine.debug.replaying.rebases import Rebase, Rebases
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.edit_script import edits_between
from tanglescope.engine.linear.edits import Edit, Insert
from tanglescope.engine.linear.graph import Node
from tanglescope.engine.linear.orders.named import running, sorted_by
from tanglescope.engine.linear.orders.timestamps import TimeOrder, moment
from tanglescope.engine.linear.scuttlesort.timeline import Timeline

MOST_SORTED_ANEW = 1_000
"""The most messages for which an order is sorted anew after every arrival: some seconds."""


class TooManyArrivals(TanglescopeError):
    """There are too many arrivals for an order that is sorted anew after each."""

    def __init__(self, by: str, messages: int) -> None:
        super().__init__(
            tr(
                "The order {by} has to be sorted again after every arrival, so it can replay "
                "at most {most:,} messages; there are {messages:,} here. Replay them by "
                "scuttlesort.",
                by=by,
                most=MOST_SORTED_ANEW,
                messages=messages,
            )
        )


def record(
    ordering: Ordering,
    arrivals: Sequence[Node],
    on_arrival: Callable[[int], None] = lambda _number: None,
) -> tuple[EditHistory, Sequence[Rebase]]:
    """The history of an order while these messages arrive, one per step.

    It has the effect of each on an Autobase, too; a step is empty if the entry has to wait. Other
    orders have none. Raises `TooManyArrivals`.
    """
    if ordering.by == AUTOBASE:
        graph = replace(ordering.graph, nodes=tuple(arrivals), head=None)
        rebases = Rebases(graph, on_arrival)
        return rebases.history, rebases.steps
    history = EditHistory()
    with ExitStack() as stack:
        add = _adding(ordering, len(arrivals), stack)
        for number, node in enumerate(arrivals):
            on_arrival(number)
            history.record(add(node))
    return history, ()


def recorded_in(
    ordering: Ordering,
    arrivals: Sequence[Node],
    on_arrival: Callable[[int], None] = lambda _number: None,
) -> EditHistory:
    """The history alone. Raises `TooManyArrivals`."""
    return record(ordering, arrivals, on_arrival)[0]


def _adding(ordering: Ordering, size: int, stack: ExitStack) -> Callable[[Node], Iterable[Edit]]:
    """A function that adds a message to the order, and returns the edits."""
    if ordering.is_timeline:
        timeline = Timeline()
        return lambda node: timeline.add(node.id, node.after)
    if ordering.is_time_order:
        row = TimeOrder()
        return lambda node: row.add(node.id, (moment(node), node.id), node.after)
    if ordering.is_fixed:
        here: list[int] = []

        def insert(node: Node) -> Iterable[Edit]:
            place = ordering.positions[node.id]
            position = bisect_left(here, place)
            here.insert(position, place)
            return [Insert(node.id, position)]

        return insert
    if size > MOST_SORTED_ANEW:
        raise TooManyArrivals(ordering.by, size)
    by = stack.enter_context(running(ordering.by))
    nodes: list[Node] = []
    order: list[str] = []

    def sort_anew(node: Node) -> Iterable[Edit]:
        nonlocal order
        nodes.append(node)
        before, order = order, sorted_by(by, replace(ordering.graph, nodes=tuple(nodes)))
        return edits_between(before, order)

    return sort_anew

"""Properties that an order can have besides convergence, each with a name and an explanation.

A property examines one delivery of a graph and returns a breach or None. It may call the order
several times, also with parts of the delivery.

An incremental order gives edits for each arrival, instead of a new list.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Protocol, TypeAlias

from tanglescope.engine.debug.shuffling.shuffle import OrderedNames
from tanglescope.engine.language.wording import tr
from tanglescope.engine.linear.edit_script import moved_between
from tanglescope.engine.linear.edits import Edit, apply
from tanglescope.engine.linear.errors import OrderFailed
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.horizon import closure
from tanglescope.engine.linear.orders.own import Linearizer, OrderResult
from tanglescope.engine.linear.walk import effects_of


class Incremental(Protocol):
    """An order that is updated while events arrive, such as `engine.Timeline`."""

    def add(self, name: str, after: Sequence[str], /) -> Iterable[Edit]:
        """Add an event, and return the edits that a replica has to apply."""

    def __iter__(self) -> Iterator[str]:
        """The current order."""


def incremental(make: Callable[[], Incremental], *, fewest: bool = True) -> Linearizer:
    """A linearizer that runs an incremental order and checks it against a replica.

    After every arrival, the replica, which receives only the edits, must equal the order. With
    `fewest`, there must be no more edits than necessary. Otherwise it fails.
    """

    def order(graph: Graph) -> dict[str, Any]:
        kept, replica, edits = make(), list[str](), 0
        for node in graph.nodes:
            before = list(replica)
            made = list(kept.add(node.id, node.after))
            _replay(made, replica, node.id)
            if replica != list(kept):
                detail = tr(
                    "after {name!r} its edits lead to {replica} and its order is {order}",
                    name=node.id,
                    replica=replica,
                    order=list(kept),
                )
                raise OrderFailed("replay", detail)
            least = len(moved_between(before, replica)) + len(replica) - len(before)
            if fewest and len(made) > least:
                detail = tr(
                    "for {name!r} it took {made} edits where {least} are enough",
                    name=node.id,
                    made=len(made),
                    least=least,
                )
                raise OrderFailed("edits", detail)
            edits += len(made)
        return {"order": replica, "edits": edits}

    order.__name__ = getattr(make, "__name__", repr(make))
    return order


def _replay(edits: Iterable[Edit], replica: list[str], name: str) -> None:
    try:
        apply(edits, replica)
    except IndexError:
        detail = tr("after {name!r} an edit moves an element that isn't in the list", name=name)
        raise OrderFailed("replay", detail) from None


RunOrder: TypeAlias = Callable[[Sequence[Node]], OrderResult]
"""Computes the order of nodes as they arrive."""


@dataclass(frozen=True, slots=True)
class Breach:
    """A violation of a property: a description, with the deliveries and orders that show it."""

    detail: str
    deliveries: tuple[OrderedNames, ...]
    orders: tuple[OrderedNames, ...]


@dataclass(frozen=True, slots=True)
class Property:
    """A law that every delivery has to satisfy."""

    name: str
    explanation: str
    breach: Callable[[RunOrder, Sequence[Node]], Breach | None]


def _complete(run: RunOrder, nodes: Sequence[Node]) -> Breach | None:
    order = run(nodes).names
    left_out = [node.id for node in nodes if node.id not in order]
    if not left_out:
        return None
    detail = f"{_list_names(left_out)} arrived and isn't in the order"
    return Breach(detail, (_ids(nodes),), (order,))


def _causes_first(run: RunOrder, nodes: Sequence[Node]) -> Breach | None:
    order = run(nodes).names
    place = {name: position for position, name in enumerate(order)}
    for node in nodes:
        for cause in node.after:
            if place.get(cause, -1) > place.get(node.id, len(order)):
                detail = f"{node.id!r} follows {cause!r} and is above it"
                return Breach(detail, (_ids(nodes),), (order,))
    return None


def _stable(run: RunOrder, nodes: Sequence[Node]) -> Breach | None:
    named = {cause for node in nodes for cause in node.after}
    order: OrderedNames | None = None
    for tip in nodes:
        if tip.id in named:
            continue
        rest = [node for node in nodes if node is not tip]
        without = run(rest).names
        order = run(nodes).names if order is None else order
        if tuple(name for name in order if name != tip.id) != without:
            detail = f"nothing follows {tip.id!r}, and still the others change places with it"
            return Breach(detail, (_ids(rest), _ids(nodes)), (without, order))
    return None


def _never_retracted(run: RunOrder, nodes: Sequence[Node]) -> Breach | None:
    for (count, before), (_, after) in pairwise(_growing(run, nodes)):
        confirmed = before.confirmed or 0
        kept = after.names[:confirmed] == before.names[:confirmed]
        if not kept or (after.confirmed or 0) < confirmed:
            listed = _list_names(before.names[:confirmed])
            detail = f"{listed} was confirmed, and {nodes[count].id!r} takes it back"
            deliveries = _ids(nodes[:count]), _ids(nodes[: count + 1])
            return Breach(detail, deliveries, (before.names, after.names))
    return None


def _bounded_moves(run: RunOrder, nodes: Sequence[Node]) -> Breach | None:
    for (count, before), (_, after) in pairwise(_growing(run, nodes)):
        came = nodes[count].id
        moves = len(moved_between(before.names, after.names))
        followers = len(_followers(came, nodes[:count]))
        if moves > followers:
            detail = (
                f"{came!r} came and at least {moves} had to move;"
                f" {followers} of those that were there follow it"
            )
            deliveries = _ids(nodes[:count]), _ids(nodes[: count + 1])
            return Breach(detail, deliveries, (before.names, after.names))
    return None


def _fewest_edits(run: RunOrder, nodes: Sequence[Node]) -> Breach | None:
    last = run(nodes)
    if last.edits is None:
        return None
    least = sum(
        len(moved_between(before.names, after.names)) + len(set(after.names) - set(before.names))
        for (_, before), (_, after) in pairwise(_growing(run, nodes))
    )
    if last.edits == least:
        return None
    detail = f"it counts {last.edits} edits, and the fewest are {least}"
    return Breach(detail, (_ids(nodes),), (last.names,))


COMPLETE = Property("complete", "Every event that arrived is in the order.", _complete)

CAUSES_FIRST = Property("causes first", "No event is above one that it follows.", _causes_first)

STABLE = Property(
    "stable under irrelevant events",
    "An event that no other follows doesn't change the order of the others.",
    _stable,
)

NEVER_RETRACTED = Property(
    "prefix never retracted",
    "Events that an order calls `confirmed` stay at the top of every later order.",
    _never_retracted,
)

BOUNDED_MOVES = Property(
    "bounded moves",
    "An arrival moves at most as many events as follow it, directly or through others.",
    _bounded_moves,
)

FEWEST_EDITS = Property(
    "fewest edits",
    "The edits that an order counts are the fewest that keep a list up to date.",
    _fewest_edits,
)

PROPERTIES = (COMPLETE, CAUSES_FIRST, STABLE, NEVER_RETRACTED, BOUNDED_MOVES, FEWEST_EDITS)
"""All of them."""


def _growing(run: RunOrder, nodes: Sequence[Node]) -> Iterator[tuple[int, OrderResult]]:
    """The number of arrived events and their order, after each arrival."""
    for count in range(len(nodes) + 1):
        yield count, run(nodes[:count])


def _followers(name: str, nodes: Sequence[Node]) -> frozenset[str]:
    effects = effects_of({node.id: node.after for node in nodes})
    return closure(name, lambda each: effects.get(each, ())) - {name}


def _ids(nodes: Sequence[Node]) -> OrderedNames:
    return tuple(node.id for node in nodes)


def _list_names(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names))

"""Incremental orders: each arrival gives edits instead of a new list."""

from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from tanglescope.engine.linear.edits import Edit, apply
from tanglescope.engine.linear.errors import OrderFailed
from tanglescope.engine.linear.graph import Graph
from tanglescope.engine.linear.orders.own import Linearizer
from tanglescope.engine.wording import tr


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
            least = moves_between(before, replica) + len(replica) - len(before)
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


def moves_between(before: Sequence[str], after: Sequence[str]) -> int:
    """The fewest moves from one order to another; names in only one of them aren't moved."""
    place = {name: index for index, name in enumerate(after)}
    common = [place[name] for name in before if name in place]
    ends: list[int] = []  # the smallest last value of an ascending run, by its length
    for position in common:
        end = bisect_left(ends, position)
        ends[end : end + 1] = [position]
    return len(common) - len(ends)


def _replay(edits: Iterable[Edit], replica: list[str], name: str) -> None:
    try:
        apply(edits, replica)
    except IndexError:
        detail = tr("after {name!r} an edit moves an element that isn't in the list", name=name)
        raise OrderFailed("replay", detail) from None

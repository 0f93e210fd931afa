"""Why an entry is where it is in an Autobase's order, and what it takes until it stays there."""

from dataclasses import dataclass
from enum import StrEnum

from engine.debug.explaining.voting import AutobaseMoment
from engine.debug.replaying.rebases import linked
from engine.linear.autobase.outlook import Opinion
from engine.linear.errors import UnknownEvent
from engine.linear.graph import Graph, Node
from engine.linear.horizon import closure


class AutobaseRule(StrEnum):
    """What puts an entry after the one before it."""

    CAUSE = "cause"
    """It refers to the other, directly or through entries between."""
    BATCH = "batch"
    """Both were appended at once."""
    CONFIRMED_EARLIER = "confirmed-earlier"
    """Neither knows the other, and the indexers confirmed the other earlier."""
    OPTIMISTIC = "optimistic"
    """Neither knows the other, and optimistic entries come as late as they can."""
    KEY = "key"
    """Neither knows the other, and the key of the other's writer is smaller."""


@dataclass(frozen=True, slots=True)
class Before:
    """The entry right before another, and the rule that puts it there."""

    name: str
    rule: AutobaseRule


@dataclass(frozen=True, slots=True)
class Needs:
    """What an entry of an indexer lacks to be confirmed, and what each indexer has said of it."""

    majority: int
    missing_acks: int
    missing_confirmations: int
    opinions: tuple[Opinion, ...]


@dataclass(frozen=True, slots=True)
class AutobasePlace:
    """Where an entry is, counted from 1, and why.

    `votes` and `degree` are of the quorum over it, `rival` is the highest degree of an entry that
    it doesn't know and that doesn't know it. An entry without votes has no `needs`; it is
    confirmed with `comes_out_with`, the first entry of an indexer that knows it. One that `waits`
    has no row: causes or the rest of its batch are missing.
    """

    name: str
    row: int | None
    of: int
    confirmed: bool
    waits: bool
    before: Before | None
    indexers: tuple[str, ...]
    votes: tuple[str, ...]
    degree: int
    rival: int
    needs: Needs | None
    comes_out_with: str | None


def autobase_place(graph: Graph, name: str) -> AutobasePlace:
    """Why an entry of a graph is where it is. Raises `UnknownEvent`."""
    graph = linked(graph)
    nodes = {node.id: node for node in graph.nodes}
    if name not in nodes:
        raise UnknownEvent(name)
    moment = AutobaseMoment(graph)
    prospect = moment.prospect(name)
    if prospect is None:
        of = len(moment.order)
        return AutobasePlace(
            name, None, of, False, True, None, moment.indexers, (), 0, 0, None, None
        )
    row = moment.order.index(name)
    before = None if not row else _before(moment, nodes, moment.order[row - 1], name)
    outlook = prospect.outlook
    needs = None
    if outlook is not None:
        missing = outlook.missing_acks, outlook.missing_confirmations
        needs = Needs(outlook.majority, *missing, outlook.opinions)
    carrier = None
    if needs is None and not prospect.confirmed:
        carrier = _carrier(moment, nodes, row)
    quorum = prospect.quorum
    return AutobasePlace(
        name,
        row + 1,
        len(moment.order),
        prospect.confirmed,
        False,
        before,
        moment.indexers,
        quorum.votes,
        quorum.degree,
        quorum.rival,
        needs,
        carrier,
    )


def _before(moment: AutobaseMoment, nodes: dict[str, Node], other: str, name: str) -> Before:
    if (nodes[name].batch or (1, 1))[0] > 1:
        return Before(other, AutobaseRule.BATCH)
    if other in _past(nodes, name):
        return Before(other, AutobaseRule.CAUSE)
    if moment.group(name) != moment.group(other):
        return Before(other, AutobaseRule.CONFIRMED_EARLIER)
    if nodes[name].optimistic or nodes[other].optimistic:
        return Before(other, AutobaseRule.OPTIMISTIC)
    return Before(other, AutobaseRule.KEY)


def _carrier(moment: AutobaseMoment, nodes: dict[str, Node], row: int) -> str | None:
    """The first entry of an indexer behind a row that knows the entry in it."""
    name = moment.order[row]
    for later in moment.order[row + 1 :]:
        if nodes[later].writer in moment.indexers and name in _past(nodes, later):
            return later
    return None


def _past(nodes: dict[str, Node], name: str) -> frozenset[str]:
    return closure(name, lambda each: nodes[each].after if each in nodes else ())

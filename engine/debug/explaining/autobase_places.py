"""Why an entry is where it is in an Autobase's order, and what makes or would make it final."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from tanglescope.engine.debug.explaining.voting import MOST_DEGREES, AutobaseMoment
from tanglescope.engine.debug.explaining.words import Labeller
from tanglescope.engine.debug.replaying.rebases import link_as_autobase
from tanglescope.engine.language.wording import later, plural, tr
from tanglescope.engine.linear.autobase.consensus import ConfirmationProgress, IndexerState
from tanglescope.engine.linear.autobase.removals import removal_in_words, unshown
from tanglescope.engine.linear.autobase.settlement import Settlement, Unsettled, settlement
from tanglescope.engine.linear.edits import MovedRow
from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.horizon import closure

_MOST_MOVES = 5

Author: TypeAlias = Callable[[str], str]
"""The name of a writer, by key."""


def settlement_answer(
    found: Settlement | Unsettled, entry: str | None, label: Labeller
) -> dict[str, Any]:
    """What would confirm an entry, or everything that is there, as JSON; rows count from 1."""
    if isinstance(found, Unsettled):
        why = why_unsettled(found, _what(entry, label), label)
        nothing: dict[str, Any] = {"entries": [], "confirms": None, "order": [], "moves": []}
        return {"confirmed": found.confirmed, **nothing, "possible": False, "why": why}
    return {
        "confirmed": found.confirmed,
        "entries": [asdict(each) for each in found.entries],
        "confirms": found.confirms,
        "order": found.order,
        "moves": moves_answer(found.moves),
        "possible": True,
        "fewest": found.is_fewest,
    }


def moves_answer(moves: Iterable[MovedRow]) -> list[dict[str, Any]]:
    """The rows that change, as JSON; rows count from 1."""
    return [{"id": each.id, "from": each.before, "to": each.after} for each in moves]


def _what(entry: str | None, label: Labeller) -> str:
    return tr("everything here") if entry is None else label(entry)


def settlement_in_words(
    found: Settlement | Unsettled, entry: str | None, label: Labeller, author: Author
) -> Iterator[str]:
    """The next entries that confirm an entry, or everything that is there, line by line."""
    what = _what(entry, label)
    if isinstance(found, Unsettled):
        yield plural("{n:,} entries are confirmed.", "{n:,} entry is confirmed.", found.confirmed)
        yield why_unsettled(found, what, label)
        return
    all_now = len(found.order) - len(found.entries)
    yield tr(
        "{confirmed:,} of {entries:,} entries are confirmed.",
        confirmed=found.confirmed,
        entries=all_now,
    )
    if not found.entries:
        yield tr("Nothing is missing: {what} is confirmed.", what=what)
        return
    yield needed_entries(found, what)
    for number, each in enumerate(found.entries, 1):
        after = ", ".join(map(label, each.after)) if number == 1 else tr("the one before")
        yield "  " + tr(
            "{number}. by {author}, after {after}",
            number=number,
            author=author(each.writer),
            after=after,
        )
    yield plural(
        "Then {n:,} entries are confirmed.", "Then {n:,} entry is confirmed.", found.confirms
    )
    yield from moves_in_words(found.moves, label)


def needed_entries(found: Settlement, what: str) -> str:
    """How many next entries confirm `what`, in a sentence."""
    count = len(found.entries)
    if not found.is_fewest:
        return plural(
            "{n:,} next entries confirm {what}; it isn't known whether fewer would:",
            "{n:,} next entry confirms {what}:",
            count,
            what=what,
        )
    return plural(
        "The fewest next entries that confirm {what} are {n:,}:",
        "{n:,} next entry confirms {what}:",
        count,
        what=what,
    )


def settled_by(found: Settlement | Unsettled, what: str, label: Labeller, author: Author) -> str:
    """Whose next entries confirm `what`, or why none do, in a sentence."""
    if isinstance(found, Unsettled):
        return why_unsettled(found, what, label)
    writers = ", ".join(author(entry.writer) for entry in found.entries)
    if not found.entries:
        return ""
    if not found.is_fewest:
        return plural(
            "{n:,} next entries confirm {what}, each after everything there is: by {writers}."
            " It isn't known whether fewer would.",
            "{n:,} next entry confirms {what}, after everything there is: by {writers}.",
            len(found.entries),
            what=what,
            writers=writers,
        )
    return plural(
        "The fewest next entries that confirm {what}, each after everything there is, are {n:,}:"
        " by {writers}.",
        "{n:,} next entry confirms {what}, after everything there is: by {writers}.",
        len(found.entries),
        what=what,
        writers=writers,
    )


def why_unsettled(found: Unsettled, what: str, label: Labeller) -> str:
    """Why no next entries confirm `what`, in a sentence."""
    if found.waiting:
        first, more = label(found.waiting[0]), len(found.waiting) - 1
        waits = (
            plural("{name} and {n:,} more wait", "{name} and {n:,} more wait", more, name=first)
            if more
            else tr("{name} waits", name=first)
        )
        return tr(
            "No next entries confirm {what}: {waits} for entries that haven't arrived.",
            what=what,
            waits=waits,
        )
    if not found.indexers:
        return tr("No next entries confirm {what}: there is no indexer.", what=what)
    if not found.is_certain:
        return tr(
            "It isn't known whether any next entries confirm {what}: a majority of the indexers is"
            " {majority:,}, only {available:,} can write, and unconfirmed entries change the"
            " indexers.",
            what=what,
            majority=found.majority,
            available=found.available,
        )
    return tr(
        "No next entries confirm {what}: a majority of the indexers is {majority:,}, and only"
        " {available:,} can write.",
        what=what,
        majority=found.majority,
        available=found.available,
    )


def moves_in_words(moves: Sequence[MovedRow], label: Labeller) -> Iterator[str]:
    """The rows that change, line by line."""
    if not moves:
        yield tr("No other row changes.")
        return
    yield plural("{n:,} rows change:", "{n:,} row changes:", len(moves))
    for moved in moves[:_MOST_MOVES]:
        yield "  " + tr(
            "{name}: from row {before:,} to row {after:,}",
            name=label(moved.id),
            before=moved.before,
            after=moved.after,
        )
    if len(moves) > _MOST_MOVES:
        yield "  " + tr("and {more:,} more", more=len(moves) - _MOST_MOVES)


class AutobaseRule(StrEnum):
    """What puts an entry after the one before it."""

    CAUSE = "cause"
    """It refers to the other, directly or through entries between."""
    BATCH = "batch"
    """Both were appended together."""
    CONFIRMED_EARLIER = "confirmed-earlier"
    """Neither knows the other, and the indexers confirmed the other earlier."""
    OPTIMISTIC = "optimistic"
    """Neither knows the other, and optimistic entries come as late as they can."""
    KEY = "key"
    """Neither knows the other, and the key of the other's writer is smaller."""


@dataclass(frozen=True, slots=True)
class Before:
    """The entry directly before another one, and the rule that puts it there."""

    name: str
    rule: AutobaseRule


@dataclass(frozen=True, slots=True)
class Removal:
    """Why the app doesn't show an entry: the one before it that removed its writer."""

    entry: str
    is_confirmed: bool


@dataclass(frozen=True, slots=True)
class AutobasePlace:
    """Where an entry is, counted from 1, and why.

    `votes` and `degree` are of the quorum over it, `rival` is the highest degree of an entry that
    it doesn't know and that doesn't know it. An entry of a writer that isn't an indexer has no
    `needs`; it is confirmed with `comes_out_with`, the first indexer's entry that knows it. An
    entry that `waits` has no row: causes or the rest of its batch are missing.
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
    needs: ConfirmationProgress | None
    comes_out_with: str | None
    settlement: Settlement | Unsettled | None
    """What would confirm it; None for what is confirmed or waits."""
    removal: Removal | None = None
    """Set if the app doesn't show it."""


def autobase_place(graph: Graph, name: str) -> AutobasePlace:
    """Why an entry of a graph is where it is. Raises `UnknownEvent`."""
    graph = link_as_autobase(graph)
    nodes = {node.id: node for node in graph.nodes}
    if name not in nodes:
        raise UnknownEvent(name)
    moment = AutobaseMoment(graph)
    status = moment.status(name)
    if status is None:
        of = len(moment.order)
        return AutobasePlace(
            name, None, of, False, True, None, moment.indexers, (), 0, 0, None, None, None
        )
    row = moment.order.index(name)
    before = None if not row else _before(moment, nodes, moment.order[row - 1], name)
    votes = nodes[name].writer in moment.indexers
    carrier = None if votes else _carrier(moment, nodes, row)
    quorum = status.quorum
    remover = unshown(graph, moment.order).get(name)
    return AutobasePlace(
        name,
        row + 1,
        len(moment.order),
        status.confirmed,
        False,
        before,
        moment.indexers,
        quorum.votes,
        quorum.degree,
        quorum.rival,
        status.progress,
        carrier,
        None if status.confirmed else settlement(graph, name),
        None if remover is None else Removal(remover, remover in moment.order[: moment.confirmed]),
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
    """The first indexer's entry after a row that knows the entry in it and is as final as it."""
    name = moment.order[row]
    for behind in moment.order[row + 1 :]:
        if moment.group(behind) != moment.group(name):
            return None
        if nodes[behind].writer in moment.indexers and name in _past(nodes, behind):
            return behind
    return None


def _past(nodes: dict[str, Node], name: str) -> frozenset[str]:
    return closure(name, lambda each: nodes[each].after if each in nodes else ())


_BEFORE = {
    AutobaseRule.CAUSE: later("It comes after {name}, which it refers to, directly or indirectly."),
    AutobaseRule.BATCH: later("It comes after {name}: both were appended together."),
    AutobaseRule.CONFIRMED_EARLIER: later(
        "It comes after {name}: neither knows the other, and {name} was confirmed earlier."
    ),
    AutobaseRule.OPTIMISTIC: later(
        "It comes after {name}: optimistic entries come as late as they can."
    ),
    AutobaseRule.KEY: later(
        "It comes after {name}: neither knows the other, and the writer of {name} has the "
        "smaller key."
    ),
}


def autobase_place_in_words(
    place: AutobasePlace, label: Labeller, author: Callable[[str], str]
) -> Iterator[str]:
    """Why an entry is where it is and what it still needs, line by line."""
    yield label(place.name)
    if place.row is None:
        yield tr("It waits for entries that it refers to, or for the rest of its batch.")
        return
    yield tr("It is in row {row:,} of {rows:,}.", row=place.row, rows=place.of)
    if place.before is not None:
        yield tr(_BEFORE[place.before.rule], name=label(place.before.name))
    yield _quorum(place, author)
    yield ""
    if place.removal is not None:
        yield removal_in_words(label(place.removal.entry))
        if not place.removal.is_confirmed:
            yield tr("That removal is pending: until it is confirmed, it can move.")
    yield from _outlook(place, label, author)
    if place.settlement is not None and place.indexers:
        yield settled_by(place.settlement, tr("this entry"), label, author)


def _quorum(place: AutobasePlace, author: Callable[[str], str]) -> str:
    if not place.indexers:
        return tr("There is no indexer, so nothing is voted on or confirmed.")
    votes = _votes(place, author)
    degrees = tr(
        "Its quorum has degree {degree}; the highest of a rival has degree {rival}.",
        degree=degree_in_words(place.degree),
        rival=degree_in_words(place.rival),
    )
    return f"{votes} {degrees}"


def _votes(place: AutobasePlace, author: Callable[[str], str]) -> str:
    if not place.votes:
        return plural(
            "None of the {n} indexers knows it.",
            "The only indexer doesn't know it.",
            len(place.indexers),
        )
    return plural(
        "{n} of {indexers} indexers know it: {names}.",
        "{n} of {indexers} indexers knows it: {names}.",
        len(place.votes),
        indexers=len(place.indexers),
        names=", ".join(map(author, place.votes)),
    )


def degree_in_words(degree: int) -> str:
    """A degree, which is counted up to a limit."""
    return f"{degree}" if degree < MOST_DEGREES else tr("{degree} or more", degree=MOST_DEGREES)


def _outlook(place: AutobasePlace, label: Labeller, author: Callable[[str], str]) -> Iterator[str]:
    if place.confirmed:
        yield tr("It is confirmed: it keeps its row, whatever comes.")
        if place.comes_out_with is not None:
            yield tr(
                "Its writer doesn't vote; it was confirmed with {name}, the first entry of an"
                " indexer that knows it.",
                name=label(place.comes_out_with),
            )
    elif place.needs is not None:
        yield from _needs(place.needs, label, author)
    elif place.comes_out_with is not None:
        yield tr(
            "It isn't confirmed. Its writer doesn't vote; it will be confirmed with {name},"
            " the first entry of an indexer that knows it.",
            name=label(place.comes_out_with),
        )
    else:
        yield tr(
            "It isn't confirmed. Its writer doesn't vote, and no entry of an indexer knows it yet."
        )


def _needs(
    needs: ConfirmationProgress, label: Labeller, author: Callable[[str], str]
) -> Iterator[str]:
    if needs.is_contested:
        yield plural(
            "It isn't confirmed, and can't get the acks of a majority: {n} indexers saw a rival"
            " first. It is confirmed with an entry that joins the two.",
            "It isn't confirmed, and can't get the acks of a majority: {n} indexer saw a rival"
            " first. It is confirmed with an entry that joins the two.",
            needs.lost_acks,
        )
    elif needs.missing_acks:
        yield plural(
            "It isn't confirmed: {n} more indexers have to acknowledge it before they see a rival.",
            "It isn't confirmed: {n} more indexer has to acknowledge it before it sees a rival.",
            needs.missing_acks,
        )
    elif needs.missing_confirmations:
        yield plural(
            "It isn't confirmed: {n} more indexers have to know that a majority acknowledged it.",
            "It isn't confirmed: {n} more indexer has to know that a majority acknowledged it.",
            needs.missing_confirmations,
        )
    else:
        yield tr(
            "It has all the votes it needs, and is confirmed once the entries that it "
            "comes after are."
        )
    for state in needs.states:
        yield f"  {author(state.indexer)}: {_indexer_state(state, label)}"


def _indexer_state(state: IndexerState, label: Labeller) -> str:
    if state.confirms:
        return tr("knows that a majority acknowledged it")
    if state.ack is not None:
        return tr("acknowledged it with {name}", name=label(state.ack))
    if state.rivals:
        names = ", ".join(map(label, state.rivals[:3])) + (", ..." if state.rivals[3:] else "")
        return tr("saw a rival first: {names}", names=names)
    return tr("has written nothing since it saw it") if state.has_seen else tr("hasn't seen it")

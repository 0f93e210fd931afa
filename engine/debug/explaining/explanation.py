"""Explanations: why a message is in its row of any order, and how it got there.

The command `explain` prints them and the panel "Why here?" shows them: the same facts, in the
order in which a conversation is read.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

from tanglescope.engine.debug.arrived_events import ArrivedEvents
from tanglescope.engine.debug.explaining.autobase_places import (
    AutobasePlace,
    autobase_place,
    autobase_place_in_words,
    settlement_answer,
)
from tanglescope.engine.debug.explaining.ordering import (
    AUTOBASE,
    Ordering,
    OrderPosition,
    Relation,
)
from tanglescope.engine.debug.explaining.words import (
    SHOWN,
    Labeller,
    history_in_words,
    place_in_words,
    proven_in_words,
    reason_in_words,
    unmoved_in_words,
)
from tanglescope.engine.debug.replaying.edit_history import EditHistory
from tanglescope.engine.debug.replaying.moves import MomentPair, Moved, MoveHistory, move_history
from tanglescope.engine.debug.replaying.recording import recorded_in
from tanglescope.engine.debug.shuffling.deliveries import is_recorded
from tanglescope.engine.language.wording import later, plural, tr
from tanglescope.engine.linear.edit_script import moved_between
from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.named import CAVEATS, OrderRule

ExplainedPlace: TypeAlias = OrderPosition | AutobasePlace
"""The position of a message and its reasons."""

Refused: TypeAlias = Callable[[Sequence[str]], Sequence[tuple[str, str]]]
"""Finds the bad records that claim some ids: each id, and where and why it was refused."""


# One message


def place_of(ordering: Ordering, name: str) -> ExplainedPlace:
    """Why a message is in its row. Raises `UnknownEvent`."""
    if ordering.by == AUTOBASE:
        return autobase_place(ordering.graph, name)
    return ordering.spot(name)


def place_answer(
    ordering: Ordering, place: ExplainedPlace, refused: Refused = lambda _: ()
) -> dict[str, Any]:
    """The same as JSON, with the row as `show` prints it, counted from 1.

    `refused` finds the bad records that claim to be missing messages.
    """
    answer = {"by": ordering.by, **asdict(place)}
    if isinstance(place, OrderPosition):
        without = _OTHER_FACTS if place.path else _RANK_FACTS
        answer = {key: value for key, value in answer.items() if key not in without}
        answer = _by_rank(answer) if place.path else answer
    answer["proven"] = [asdict(each) for each in ordering.proven(place.name)]
    if isinstance(place, AutobasePlace):
        needs, found = place.needs, place.settlement
        if needs is not None:
            answer["needs"] = {
                "majority": needs.majority,
                "missing_acks": needs.missing_acks,
                "missing_confirmations": needs.missing_confirmations,
                "states": answer["needs"]["states"],
            }
        answer["settlement"] = None if found is None else settlement_answer(found, place.name, str)
    else:
        answer["bad_records"] = [
            {"id": name, "where": where} for name, where in refused(place.missing)
        ]
    if ordering.is_read or not isinstance(place, AutobasePlace):
        answer |= {"row": ordering.positions[place.name] + 1, "of": len(ordering.order)}
    return answer


_RANK_FACTS = ("equals", "slack", "path")
_OTHER_FACTS = ("compares", "waits_for", "is_received")
"""What an answer has only by rank, and only in other orders."""


def _by_rank(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer in which compared values are called ranks."""
    named = {"value": "rank", "values": "ranks"}
    return {
        named.get(key, key): _by_rank(value) if isinstance(value, dict) else value
        for key, value in answer.items()
    }


def place_lines(
    ordering: Ordering,
    place: ExplainedPlace,
    label: Labeller,
    author: Callable[[str], str],
    shown: int = SHOWN,
    declared: str = "",
    refused: Refused = lambda _: (),
) -> Iterator[str]:
    """The same in words, line by line; `declared` is what the message says of its place.

    `refused` finds the bad records that claim to be missing messages.
    """
    if isinstance(place, AutobasePlace):
        yield from autobase_place_in_words(place, label, author)
    else:
        depth = declared if place.compares is OrderRule.DEPTH else ""
        yield from place_in_words(place, label, shown, depth)
        declared = "" if depth else declared
    yield from proven_in_words(ordering.proven(place.name), label, shown)
    if not isinstance(place, AutobasePlace) and place.missing:
        yield from refused_lines(place.missing, refused, label)
    if declared:
        yield tr("It declares: {facts}.", facts=declared)
    if ordering.by in CAVEATS:
        yield ""
        yield tr(CAVEATS[ordering.by])


def refused_lines(missing: Sequence[str], refused: Refused, label: Labeller) -> Iterator[str]:
    """The bad records that claim to be missing messages, in words."""
    for name, where in refused(missing):
        yield tr("A bad record claims to be {name}: {where}.", name=label(name), where=where)


# Two messages


def relation_answer(ordering: Ordering, found: Relation) -> dict[str, Any]:
    """Why one of two messages is before the other, as JSON."""
    answer = {"by": ordering.by, **asdict(found), "concurrent": found.is_concurrent}
    if not ordering.is_timeline or found.outside or not found.is_known:
        return answer
    del answer["outside"], answer["is_known"]
    return _by_rank(answer)


# How a message came to its row


@dataclass(frozen=True, slots=True)
class TracedMove:
    """A change of row in one step of a delivery; `arrival` caused it.

    `is_moved` is False if only others moved, or were placed above it.
    """

    step: int
    source: int | None
    destination: int
    arrival: str
    is_moved: bool


@dataclass(frozen=True, slots=True)
class TracedHistory:
    """How a message got to its position in an order that gives no reasons for moves.

    An entry of an Autobase may have waited: it arrived in step `arrived`, and was placed at
    position `row` in step `placed`.
    """

    arrivals: int
    arrived: int
    placed: int
    row: int
    moves: int
    last: tuple[TracedMove, ...]


def history_of(
    ordering: Ordering,
    arrivals: Sequence[Node],
    name: str,
    count: int,
    history: EditHistory | None = None,
) -> MoveHistory | TracedHistory:
    """How a message got to its row, with its last moves.

    `history` was recorded from these arrivals.

    Raises `UnknownEvent`, `TooManyArrivals`.
    """
    history = recorded_in(ordering, arrivals) if history is None else history
    if ordering.is_timeline:
        return move_history(arrivals, history, name, count)
    if name not in history:
        raise UnknownEvent(name)
    placed, *changes = history.trail(name)
    arrived = next(step for step, node in enumerate(arrivals) if node.id == name)
    last = tuple(
        TracedMove(each.step, each.source, each.destination, arrivals[each.step].id, each.is_moved)
        for each in changes[max(len(changes) - count, 0) :]
    )
    row = placed.destination
    return TracedHistory(len(arrivals), arrived, placed.step, row, len(changes), last)


def unknown_history(
    graph: Graph, arrivals: Sequence[Node], name: str, label: Labeller
) -> str | None:
    """Why it isn't known how a message came to its row; None if these arrivals say it."""
    if not is_recorded(graph):
        return tr(
            "The source doesn't record in which order its messages came, so how this one came to"
            " its row isn't known."
        )
    if all(node.id != name for node in arrivals):
        return tr("This peer never got {name}, as far as is recorded.", name=label(name))
    return None


def history_answer(found: MoveHistory | TracedHistory) -> dict[str, Any]:
    """The same as JSON: arrivals and the row count from 1, steps and positions from 0."""
    answer = asdict(found) | {"arrived": found.arrived + 1, "row": found.row + 1}
    if isinstance(found, TracedHistory):
        answer["placed"] = found.placed + 1
    else:
        answer["last"] = [
            {"step": move.step, **asdict(move.moved), "path": list(move.path)}
            for move in found.last
        ]
    return answer


_CHANGED = {
    True: later("  arrival {step:,}, from row {source:,} to {destination:,}: {name} came"),
    False: later(
        "  arrival {step:,}, from row {source:,} to {destination:,}: {name} came, and the rows"
        " above changed"
    ),
}


def history_lines(found: MoveHistory | TracedHistory, label: Labeller) -> Iterator[str]:
    """The same in words, line by line."""
    if isinstance(found, MoveHistory):
        yield from history_in_words(found, label)
        return
    facts = {"number": found.arrived + 1, "total": found.arrivals, "row": found.row + 1}
    if found.placed == found.arrived:
        yield tr("It came as number {number:,} of {total:,}, in row {row:,}.", **facts)
    else:
        yield tr(
            "It came as number {number:,} of {total:,}. It waited for others, and arrival"
            " {placed:,} placed it in row {row:,}.",
            placed=found.placed + 1,
            **facts,
        )
    if not found.moves:
        yield unmoved_in_words(found.placed, found.arrivals)
        return
    yield plural(
        "Since then its row has changed {n:,} times.",
        "Since then its row has changed once.",
        found.moves,
    )
    for move in found.last:
        facts = {
            "step": move.step + 1,
            "source": (move.source or 0) + 1,
            "destination": move.destination + 1,
        }
        yield tr(_CHANGED[move.is_moved], name=label(move.arrival), **facts)


# What moved between two moments


@dataclass(frozen=True, slots=True)
class ShiftedMessage:
    """A message that moved in an order that gives no reasons for moves."""

    name: str
    source: int
    destination: int


def moves_between(
    ordering: Ordering, before: Sequence[Node], after: Sequence[Node]
) -> Sequence[Moved | ShiftedMessage]:
    """A minimal set of messages whose moves lead from one moment to a later one, top down."""
    if ordering.is_timeline:
        return MomentPair(ArrivedEvents(before), ArrivedEvents(after)).moved_events()
    one, other = (ordering.of_part(nodes).order for nodes in (before, after))
    old, new = _places(one), _places(other)
    return [ShiftedMessage(name, old[name], new[name]) for name in moved_between(one, other)]


@dataclass(frozen=True, slots=True)
class ChangedRows:
    """The rows of a reader that differ between two moments, counted from 0: first, last, number."""

    first: int
    last: int
    count: int


def changed_rows(
    ordering: Ordering, before: Sequence[Node], after: Sequence[Node]
) -> ChangedRows | None:
    """The rows that were there before and hold another message after; None if there are none."""
    one, other = (ordering.of_part(nodes).order for nodes in (before, after))
    rows = [row for row, name in enumerate(one) if other[row : row + 1] != (name,)]
    return ChangedRows(rows[0], rows[-1], len(rows)) if rows else None


def changed_rows_in_words(rows: ChangedRows | None) -> str:
    """Which rows of a reader changed."""
    if rows is None:
        return tr("No row that was there has changed.")
    if rows.first == rows.last:
        return tr("Row {row:,} has changed.", row=rows.first + 1)
    return tr(
        "Rows from {first:,} to {last:,} have changed: {count:,} in all.",
        count=rows.count,
        first=rows.first + 1,
        last=rows.last + 1,
    )


def moved_lines(moved: Moved | ShiftedMessage, label: Labeller) -> Iterator[str]:
    """Where each message moved from and to, and the reason if the order gives one."""
    yield tr(
        "{name}, from row {source:,} to {destination:,}",
        name=label(moved.name),
        source=moved.source + 1,
        destination=moved.destination + 1,
    )
    if isinstance(moved, Moved):
        yield f"  {reason_in_words(moved, label)}"


def _places(order: Sequence[str]) -> Mapping[str, int]:
    return {name: place for place, name in enumerate(order)}

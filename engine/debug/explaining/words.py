"""Explanations in words; the caller provides the labels of messages.

Positions count from 0 in the engine; rows in texts count from 1.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from tanglescope.engine.debug.explaining.ordering import (
    SCUTTLESORT,
    TIMESTAMP,
    OrderPosition,
    Relation,
    RowBeside,
)
from tanglescope.engine.debug.replaying.moves import Moved, MoveHistory
from tanglescope.engine.language.wording import date_and_time, later, list_first, number, plural, tr
from tanglescope.engine.linear.horizon import CauseReason, ProvenCause
from tanglescope.engine.linear.orders.named import OrderRule, order_name

Labeller: TypeAlias = Callable[[str], str]
"""Returns the label of a message."""

SHOWN = 12
"""The number of listed steps of a path; the middle of a longer one is left out."""

_NAMED = 3  # messages named individually of those that an arrival moves


def place_in_words(
    spot: OrderPosition, label: Labeller, shown: int = SHOWN, declared: str = ""
) -> Iterator[str]:
    """Why a message is where it is, line by line; `declared` is what it claims of that."""
    yield label(spot.name)
    facts = {"row": spot.position + 1, "events": spot.events}
    if spot.path:
        text = tr("is in row {row:,} of {events:,}: its rank is {rank:,}.", **facts, rank=spot.rank)
        yield text
        yield ""
        yield from _rank_in_words(spot, label, shown)
    else:
        by = order_name(spot.by)
        yield tr("is in row {row:,} of {events:,} in the order {by}.", **facts, by=by)
        yield from _value_in_words(spot, label, declared)
    yield ""
    yield tr("Above: {what}", what=_beside(_ABOVE, spot.above, spot, label))
    yield tr("Below: {what}", what=_beside(_BELOW, spot.below, spot, label))
    if spot.equals > 1:
        yield tr(
            "Rank {rank:,} is shared by {equals:,} messages; their ids decide.",
            rank=spot.rank,
            equals=spot.equals,
        )


def _rank_in_words(spot: OrderPosition, label: Labeller, shown: int) -> Iterator[str]:
    """The path behind a rank, and what could raise it."""
    if spot.deciding_cause is None:
        yield tr("The rank is 0: it comes after nothing that is known here.")
    else:
        yield plural(
            "The rank is the length of the longest path that leads to it, {n:,} steps:",
            "The rank is the length of the longest path that leads to it, {n:,} step:",
            spot.rank,
        )
        yield from path_in_words(spot.path, label, shown)
        if len(spot.causes) > 1:
            yield tr(
                "Of its {causes:,} known causes, none has a longer path than {name}, which"
                " decides.",
                causes=len(spot.causes),
                name=label(spot.deciding_cause),
            )
    for cause in spot.missing:
        yield tr(
            "It also comes after {name}, which isn't here. If it arrives, the rank may rise.",
            name=label(cause),
        )
    if not spot.slack:
        yield tr("It has no slack: a greater rank would change others or make the timeline longer.")
        return
    yield tr(
        "Its slack is {slack:,}: its rank could be up to {latest:,} without changing any other.",
        slack=spot.slack,
        latest=spot.rank + spot.slack,
    )


def _value_in_words(spot: OrderPosition, label: Labeller, declared: str) -> Iterator[str]:
    """What an order compares, and what its causes change of that."""
    if spot.compares is OrderRule.RANK and spot.by == SCUTTLESORT:
        # The graph is part of a larger conversation, so its own links don't explain this rank.
        rank = _value(spot.compares, spot.value)
        yield tr("Its rank is {value}, among all messages that are known.", value=rank)
    elif declared:
        yield tr("It declares: {facts}.", facts=declared)
    elif spot.by == TIMESTAMP and spot.value is not None:
        time = _value(spot.compares, spot.value)
        if spot.is_received:
            yield tr("Its time is {value}, the earlier of claimed and received time.", value=time)
        else:
            yield tr("Its time is {value}, as its author claims.", value=time)
    elif spot.compares in _COMPARED:
        yield tr(_COMPARED[spot.compares], value=_value(spot.compares, spot.value))
    if spot.waits_for is not None:
        yield tr(
            "But it comes after {name}, its last cause: an effect is never before its causes.",
            name=label(spot.waits_for),
        )
    for cause in spot.missing:
        # Known or not: a channel or a search holds only some messages of a larger graph.
        yield tr("It also comes after {name}, which isn't in this conversation.", name=label(cause))


def proven_in_words(
    causes: Sequence[ProvenCause], label: Labeller, shown: int = SHOWN
) -> Iterator[str]:
    """What proves the causes of a message, line by line."""
    if causes:
        yield ""
    if named := [each.name for each in causes if CauseReason.NAMED in each.because]:
        yield tr("It names {names}.", names=list_first(named, shown, label))
    for cause in causes:
        if CauseReason.ROOT in cause.because:
            yield tr(
                "It comes after {name}, the root, as all its answers do.",
                name=label(cause.name),
            )
    for cause in causes:
        if CauseReason.FEED in cause.because:
            yield tr(_ONLY_FEED if len(cause.because) == 1 else _ALSO_FEED, name=label(cause.name))


_ONLY_FEED = later(
    "It comes after {name}, its author's earlier message, because a feed is signed in sequence, not"
    " because it names it."
)
_ALSO_FEED = later("{name} is also its author's earlier message.")


def relation_in_words(relation: Relation, label: Labeller, shown: int = SHOWN) -> Iterator[str]:
    """Which of two messages came first, and why one comes before the other, line by line."""
    first, second = label(relation.first), label(relation.second)
    rows = [position + 1 for position in relation.positions]
    yield tr("{first} (row {row:,})", first=first, row=rows[0])
    before = {"second": second, "row": rows[1]}
    if relation.by == SCUTTLESORT:
        yield tr("is before {second} (row {row:,}).", **before)
    else:
        by = order_name(relation.by)
        yield tr("is before {second} (row {row:,}) in the order {by}.", **before, by=by)
    yield ""
    yield _joined_in_words(relation, label)
    yield from path_in_words(relation.path, label, shown)
    if relation.path and relation.by == SCUTTLESORT:
        return  # what follows has a greater rank
    low, high = (_value(relation.rule, value) for value in relation.values)
    if relation.by == SCUTTLESORT and relation.rule is OrderRule.NAME:
        rank = int(relation.values[0] or 0)
        yield tr("The order is by id: both have the rank {rank:,}.", rank=rank)
    else:
        yield tr(_DECIDES[relation.rule], first=low, second=high)


def history_in_words(history: MoveHistory, label: Labeller) -> Iterator[str]:
    """How a message came to its place while messages arrived, line by line."""
    total = history.arrivals
    yield tr(
        "It came as number {number:,} of {total:,}, in row {row:,}.",
        number=history.arrived + 1,
        total=total,
        row=history.row + 1,
    )
    if not history.moves:
        yield unmoved_in_words(history.arrived, total)
    else:
        yield _sentence_of_moves(history.moves, len(history.last))
    for move in history.last:
        moved = move.moved
        yield tr(
            "  arrival {step:,}, from row {source:,} to {destination:,}:",
            step=move.step + 1,
            source=moved.source + 1,
            destination=moved.destination + 1,
        )
        yield f"    {reason_in_words(moved, label)}:"
        yield from (f"  {line}" for line in path_in_words(move.path, label))
    if history.pushed is not None:
        yield plural(
            "Other messages have changed its row {n:,} times; last in arrival {step:,}, from"
            " {source:,} to {destination:,}.",
            "Other messages have changed its row once, in arrival {step:,}, from {source:,} to"
            " {destination:,}.",
            history.pushes,
            step=history.pushed.step + 1,
            source=(history.pushed.source or 0) + 1,
            destination=history.pushed.destination + 1,
        )


def unmoved_in_words(arrived: int, arrivals: int) -> str:
    """What has happened to a message that no arrival has moved; `arrived` is its step."""
    if arrived + 1 == arrivals:
        return tr("Nothing has come since then.")
    return tr(
        "Nothing that came later has moved it. Its row changes only when others are placed above"
        " it."
    )


def _sentence_of_moves(moves: int, shown: int) -> str:
    if shown == moves:
        return plural(
            "Since then it has been moved {n:,} times:", "Since then it has been moved once:", moves
        )
    return tr(
        "Since then it has been moved {moves:,} times; the last {shown:,}:",
        moves=moves,
        shown=shown,
    )


def reason_in_words(moved: Moved, label: Labeller) -> str:
    """Why a message moved, on one line."""
    low, high = moved.ranks
    if moved.risen == moved.name:
        return tr(
            "{name} came; the rank rose from {low:,} to {high:,}",
            name=label(moved.arrival),
            low=low,
            high=high,
        )
    return tr(
        "{name} came; this message kept the rank {low:,}, and another rose past it",
        name=label(moved.arrival),
        low=low,
    )


def moved_in_words(names: Sequence[str], label: Labeller) -> str:
    """What an arrival moved, as a suffix to its name; nothing if it moved nothing."""
    if not names:
        return ""
    return tr(", moves {text}", text=list_first(names, _NAMED, label))


def path_in_words(path: Sequence[str], label: Labeller, shown: int = SHOWN) -> Iterator[str]:
    """A path, a line for each step; the middle of a long one is left out."""
    half = shown // 2
    for index, name in enumerate(path):
        if len(path) <= shown or index < half or index >= len(path) - half:
            yield f"  {'  ' if index == 0 else '→ '}{label(name)}"
        elif index == half:
            yield tr("    … {more:,} more …", more=len(path) - 2 * half)


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_COMPARED = {
    OrderRule.RANK: later("Its rank is {value}."),
    OrderRule.DEPTH: later("It declares the depth {value}."),
    OrderRule.TIME: later("Its time is {value}."),
    OrderRule.HEIGHT: later("Steps from it to a message without replies, at most: {value}."),
}

_BESIDE = {
    OrderRule.RANK: later("{name}, by rank: its rank is {value}, this one's is {own}."),
    OrderRule.DEPTH: later("{name}, by depth: {value}."),
    OrderRule.TIME: later("{name}, by time: {value}."),
    OrderRule.HEIGHT: later("{name}, by steps to a message without replies: {value}."),
    OrderRule.ARRIVAL: later("{name}, by how the source lists them."),
    OrderRule.CONFIRMED: later("{name}, by when they were confirmed."),
    OrderRule.OPTIMISTIC: later("{name}; optimistic entries come as late as they can."),
    OrderRule.WRITER: later("{name}, by the keys of the writers."),
    OrderRule.NAME: later("{name}, by id."),
    OrderRule.COLLATION: later("{name}, by collation of the ids."),
    OrderRule.ORDER: later("{name}."),
}
_ABOVE = {
    **_BESIDE,
    OrderRule.CAUSE: later("{name}, which it follows."),
    OrderRule.NAME: later("{name}, by id: the ranks are equal, its id is smaller."),
    OrderRule.WAITS: later("{name}; this one waits for something that it follows."),
}
_BELOW = {
    **_BESIDE,
    OrderRule.CAUSE: later("{name}, which follows it."),
    OrderRule.NAME: later("{name}, by id: the ranks are equal, its id is greater."),
    OrderRule.WAITS: later("{name}, which waits for something that it follows."),
}

_DECIDES = {
    OrderRule.CAUSE: later("The order puts causes first."),
    OrderRule.RANK: later("The order is by rank: {first} is less than {second}."),
    OrderRule.DEPTH: later("The order is by depth: {first} and {second}."),
    OrderRule.TIME: later("The order is by time: {first} and {second}."),
    OrderRule.HEIGHT: later(
        "The order is by steps to a message without replies: {first} and {second}."
    ),
    OrderRule.ARRIVAL: later(
        "What the order compares is equal: the source lists the first one first."
    ),
    OrderRule.CONFIRMED: later("The first one was confirmed earlier."),
    OrderRule.OPTIMISTIC: later("Optimistic entries come as late as they can."),
    OrderRule.WRITER: later("The key of the first one's writer is smaller."),
    OrderRule.NAME: later("The order is by id: what it compares is equal."),
    OrderRule.COLLATION: later("The order is by collation of the ids: the depths are equal."),
    OrderRule.WAITS: later("The second one waits for something that it follows."),
    OrderRule.ORDER: later("This order can't be explained from two messages alone."),
}


def _joined_in_words(relation: Relation, label: Labeller) -> str:
    """Which of two messages follows the other, if it is known."""
    if relation.missing:
        return tr(
            "No known messages lead from one to the other, but missing ones may: {names}. So it"
            " isn't known whether one follows the other.",
            names=list_first(relation.missing, _NAMED, label),
        )
    if relation.is_concurrent is None:
        return tr("In this conversation, no messages lead from one to the other.")
    if relation.is_concurrent:
        return (
            tr(
                "It can't be known which was written first: they are concurrent; neither follows"
                " the other."
            )
            if relation.by == SCUTTLESORT
            else tr("They are concurrent: neither follows the other.")
        )
    if relation.path:
        if relation.is_contrary:
            return tr("But it was written later: it follows the other.")
        return plural(
            "It came first: the other follows it, {n:,} steps:",
            "It came first: the other follows it, {n:,} step:",
            len(relation.path) - 1,
        )
    return (
        tr(
            "But it was written later: it follows the other, through messages that aren't in this"
            " conversation."
        )
        if relation.is_contrary
        else tr(
            "It came first: the other follows it, through messages that aren't in this"
            " conversation."
        )
    )


def _beside(
    texts: dict[OrderRule, str], other: RowBeside | None, spot: OrderPosition, label: Labeller
) -> str:
    if other is None:
        return tr("nothing.")
    if other.rule is OrderRule.NAME and spot.compares is not OrderRule.RANK:
        texts = _BESIDE
    value, own = (_value(spot.compares, each.value) for each in (other, spot))
    return tr(texts[other.rule], name=label(other.name), value=value, own=own)


def _value(compares: OrderRule, value: float | None) -> str:
    if value is None:
        return tr("unknown")
    if compares is not OrderRule.TIME:
        return number(value)
    try:
        when = _EPOCH + timedelta(milliseconds=value)
        return date_and_time(when, when.timetz().isoformat("milliseconds"))
    except (OverflowError, ValueError):
        return f"{number(value)} ms"

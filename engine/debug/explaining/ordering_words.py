"""Where a message is in any order, in words; the caller says how a message is called."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from engine.debug.explaining.ordering import SCUTTLESORT, OrderRule, RowBeside, Spot, SpotRelation
from engine.debug.explaining.words import Label, path_in_words
from engine.debug.linearizers import order_called
from engine.wording import later, tr

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

_COMPARED = {
    OrderRule.RANK: later("Its rank is {value}."),
    OrderRule.DEPTH: later("It declares the depth {value}."),
    OrderRule.TIME: later("Its time is {value}."),
    OrderRule.HEIGHT: later("Its longest path to a message without replies has {value} steps."),
}

_ABOVE = {
    OrderRule.CAUSE: later("Above: {name}, which it follows."),
    OrderRule.RANK: later("Above: {name}, by rank: {value}."),
    OrderRule.DEPTH: later("Above: {name}, by depth: {value}."),
    OrderRule.TIME: later("Above: {name}, by time: {value}."),
    OrderRule.HEIGHT: later("Above: {name}, by steps to a message without replies: {value}."),
    OrderRule.ARRIVAL: later("Above: {name}, by arrival."),
    OrderRule.CONFIRMED: later("Above: {name}, by when they were confirmed."),
    OrderRule.OPTIMISTIC: later("Above: {name}; optimistic entries come as late as they can."),
    OrderRule.WRITER: later("Above: {name}, by the keys of the writers."),
    OrderRule.NAME: later("Above: {name}, by id."),
    OrderRule.COLLATION: later("Above: {name}, by collation of the ids."),
    OrderRule.WAITS: later("Above: {name}; this one waits for something that it follows."),
    OrderRule.ORDER: later("Above: {name}."),
}

_BELOW = {
    OrderRule.CAUSE: later("Below: {name}, which follows it."),
    OrderRule.RANK: later("Below: {name}, by rank: {value}."),
    OrderRule.DEPTH: later("Below: {name}, by depth: {value}."),
    OrderRule.TIME: later("Below: {name}, by time: {value}."),
    OrderRule.HEIGHT: later("Below: {name}, by steps to a message without replies: {value}."),
    OrderRule.ARRIVAL: later("Below: {name}, by arrival."),
    OrderRule.CONFIRMED: later("Below: {name}, by when they were confirmed."),
    OrderRule.OPTIMISTIC: later("Below: {name}; optimistic entries come as late as they can."),
    OrderRule.WRITER: later("Below: {name}, by the keys of the writers."),
    OrderRule.NAME: later("Below: {name}, by id."),
    OrderRule.COLLATION: later("Below: {name}, by collation of the ids."),
    OrderRule.WAITS: later("Below: {name}, which waits for something that it follows."),
    OrderRule.ORDER: later("Below: {name}."),
}

_DECIDES = {
    OrderRule.CAUSE: later("The order puts causes first."),
    OrderRule.RANK: later("The order is by rank: {first} and {second}."),
    OrderRule.DEPTH: later("The order is by depth: {first} and {second}."),
    OrderRule.TIME: later("The order is by time: {first} and {second}."),
    OrderRule.HEIGHT: later(
        "The order is by steps to a message without replies: {first} and {second}."
    ),
    OrderRule.ARRIVAL: later("The order is by arrival: what it compares is equal."),
    OrderRule.CONFIRMED: later("The first one was confirmed earlier."),
    OrderRule.OPTIMISTIC: later("Optimistic entries come as late as they can."),
    OrderRule.WRITER: later("The key of the first one's writer is smaller."),
    OrderRule.NAME: later("The order is by id: what it compares is equal."),
    OrderRule.COLLATION: later("The order is by collation of the ids: the depths are equal."),
    OrderRule.WAITS: later("The second one waits for something that it follows."),
    OrderRule.ORDER: later("What decides in this order can't be said of two messages alone."),
}


def spot_in_words(spot: Spot, label: Label, declared: str = "") -> Iterator[str]:
    """Where a message is in an order, line by line; `declared` is what it says of its place."""
    yield label(spot.name)
    yield tr(
        "is in row {row:,} of {events:,} in the order {by}.",
        row=spot.position + 1,
        events=spot.events,
        by=order_called(spot.by),
    )
    if spot.compares is OrderRule.RANK and spot.by == SCUTTLESORT:
        # A part of a larger conversation: its own links don't lead to this rank.
        rank = _value(spot.compares, spot.value)
        yield tr("Its rank is {value}, among all messages that are known.", value=rank)
    elif declared:
        yield tr("It declares: {facts}.", facts=declared)
    elif spot.compares in _COMPARED:
        yield tr(_COMPARED[spot.compares], value=_value(spot.compares, spot.value))
    for cause in spot.missing:
        yield tr("It also comes after {name}, which is missing.", name=label(cause))
    yield ""
    yield _beside(_ABOVE, spot.above, spot, label) or tr("Above: nothing.")
    yield _beside(_BELOW, spot.below, spot, label) or tr("Below: nothing.")


def spots_in_words(relation: SpotRelation, label: Label) -> Iterator[str]:
    """Why one of two messages is before the other in an order, line by line."""
    first, second = label(relation.first), label(relation.second)
    rows = [position + 1 for position in relation.positions]
    yield tr("{first} (row {row:,})", first=first, row=rows[0])
    yield tr(
        "is before {second} (row {row:,}) in the order {by}.",
        second=second,
        row=rows[1],
        by=order_called(relation.by),
    )
    low, high = (_value(relation.rule, value) for value in relation.values)
    yield tr(_DECIDES[relation.rule], first=low, second=high)
    yield ""
    if relation.is_concurrent:
        yield tr("They are concurrent: neither follows the other.")
        return
    if relation.is_contrary:
        yield tr("But it was written later: it follows the other.")
    else:
        yield tr("It came first: the other follows it.")
    yield from path_in_words(relation.path, label)


def _beside(
    texts: dict[OrderRule, str], other: RowBeside | None, spot: Spot, label: Label
) -> str | None:
    if other is None:
        return None
    value = _value(spot.compares, other.value)
    return tr(texts[other.rule], name=label(other.name), value=value)


def _value(compares: OrderRule, value: float | None) -> str:
    if value is None:
        return tr("unknown")
    if compares is not OrderRule.TIME:
        return f"{value:,}"
    try:
        return (_EPOCH + timedelta(milliseconds=value)).isoformat(" ", "milliseconds")
    except (OverflowError, ValueError):
        return f"{value:,} ms"

"""Answers in words for people; the caller says how a message is called.

Positions count from 0 in the engine and from 1 in words, where they are rows.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from engine.debug.explaining.why import Neighbour, Relation, WhyHere
from engine.debug.replaying.moves import Moved, MoveHistory
from engine.wording import later, plural, tr

Label: TypeAlias = Callable[[str], str]
"""What a message is called."""

SHOWN = 12
"""Steps of a path that are told; of a longer one both ends."""

_NAMED = 3  # messages that are named of those that an arrival moves


def place_in_words(why: WhyHere, label: Label, shown: int = SHOWN) -> Iterator[str]:
    """Why a message is where it is, line by line."""
    yield f"{label(why.name)}"
    yield tr(
        "is in row {row:,} of {events:,}: its rank is {rank:,}.",
        row=why.position + 1,
        events=why.events,
        rank=why.rank,
    )
    yield ""
    if why.deciding_cause is None:
        yield tr("The rank is 0: it comes after nothing that is known here.")
    else:
        yield plural(
            "The rank is the length of the longest path that leads to it, {n:,} steps:",
            "The rank is the length of the longest path that leads to it, {n:,} step:",
            why.rank,
        )
        yield from path_in_words(why.path, label, shown)
        if len(why.causes) > 1:
            yield (
                tr(
                    "Of its {causes:,} known causes none has a longer path than {name},"
                    " which decides.",
                    causes=len(why.causes),
                    name=label(why.deciding_cause),
                )
            )
    for cause in why.missing:
        yield tr(
            "It also comes after {name}, which is missing; the rank may rise with it.",
            name=label(cause),
        )
    yield _slack(why)
    yield ""
    yield _above(why, why.above, label)
    yield _below(why, why.below, label)
    if why.equals > 1:
        yield tr(
            "Rank {rank:,} is shared by {equals:,} messages; their ids decide.",
            rank=why.rank,
            equals=why.equals,
        )


def _slack(why: WhyHere) -> str:
    if not why.slack:
        return tr(
            "It has no slack: a greater rank would change others or make the timeline longer."
        )
    return tr(
        "Its slack is {slack:,}: its rank could be up to {latest:,} without changing any other.",
        slack=why.slack,
        latest=why.rank + why.slack,
    )


def _above(why: WhyHere, other: Neighbour | None, label: Label) -> str:
    if other is None:
        return tr("Above: nothing.")
    text = (
        later("Above: {name}, by rank: it has {rank:,}, this {own:,}.")
        if other.rule == "rank"
        else later("Above: {name}, by id: the ranks are equal, its id is smaller.")
    )
    return tr(text, name=label(other.name), rank=other.rank, own=why.rank)


def _below(why: WhyHere, other: Neighbour | None, label: Label) -> str:
    if other is None:
        return tr("Below: nothing.")
    text = (
        later("Below: {name}, by rank: it has {rank:,}, this {own:,}.")
        if other.rule == "rank"
        else later("Below: {name}, by id: the ranks are equal, its id is greater.")
    )
    return tr(text, name=label(other.name), rank=other.rank, own=why.rank)


def relation_in_words(relation: Relation, label: Label, shown: int = SHOWN) -> Iterator[str]:
    """Which of two messages came first, and why one comes before the other, line by line."""
    first, second = label(relation.first), label(relation.second)
    rows = [position + 1 for position in relation.positions]
    yield tr("{first} (row {row:,})", first=first, row=rows[0])
    yield tr("is before {second} (row {row:,}).", second=second, row=rows[1])
    yield ""
    if relation.path:
        yield plural(
            "It came first, for the other follows it, {n:,} steps:",
            "It came first, for the other follows it, {n:,} step:",
            len(relation.path) - 1,
        )
        yield from path_in_words(relation.path, label, shown)
        return
    yield tr(
        "It can't be known which was written first: they are concurrent; neither follows the other."
    )
    if relation.rule == "rank":
        low, high = relation.ranks
        yield tr("The order is by rank: {low:,} is less than {high:,}.", low=low, high=high)
    else:
        yield tr("The order is by id: both have the rank {rank:,}.", rank=relation.ranks[0])


def history_in_words(history: MoveHistory, label: Label) -> Iterator[str]:
    """How a message came to its place while messages arrived, line by line."""
    total = history.arrivals
    yield tr(
        "It arrived as number {number:,} of {total:,} into row {row:,}.",
        number=history.arrived + 1,
        total=total,
        row=history.row + 1,
    )
    if not history.moves:
        yield tr("No arrival moved it since; others were put in above and below it.")
        return
    yield _moved(history.moves, len(history.last))
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


def _moved(moves: int, shown: int) -> str:
    if shown == moves:
        return plural(
            "Since then it was moved {n:,} times:", "Since then it was moved once:", moves
        )
    return tr(
        "Since then it was moved {moves:,} times; the last {shown:,}:", moves=moves, shown=shown
    )


def reason_in_words(moved: Moved, label: Label) -> str:
    """Because of what a message changed its place, on one line."""
    low, high = moved.ranks
    if moved.risen == moved.name:
        return tr(
            "{name} came; the rank rose from {low:,} to {high:,}",
            name=label(moved.arrival),
            low=low,
            high=high,
        )
    return tr(
        "{name} came; this kept the rank {low:,}, another rose past it",
        name=label(moved.arrival),
        low=low,
    )


def moved_in_words(names: Sequence[str], label: Label) -> str:
    """What an arrival moved, to be put behind its name; nothing if it moved nothing."""
    if not names:
        return ""
    told = ", ".join(label(name) for name in names[:_NAMED])
    if len(names) > _NAMED:
        return tr(", moves {told} and {more:,} more", told=told, more=len(names) - _NAMED)
    return tr(", moves {told}", told=told)


def path_in_words(path: Sequence[str], label: Label, shown: int = SHOWN) -> Iterator[str]:
    """A path, a line for each step; the middle of a long one is left out."""
    half = shown // 2
    for index, name in enumerate(path):
        if len(path) <= shown or index < half or index >= len(path) - half:
            yield f"  {'  ' if index == 0 else '→ '}{label(name)}"
        elif index == half:
            yield tr("    … {more:,} more …", more=len(path) - 2 * half)

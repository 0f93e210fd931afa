"""Answers in words for people; whoever shows them says how a message is called.

Positions count from 0 in the engine and from 1 in words, where they are rows.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from engine.debug.moves import History, Moved
from engine.debug.why import Neighbour, Relation, WhyHere

Label: TypeAlias = Callable[[str], str]
"""What a message is called."""

SHOWN = 12
"""Steps of a path that are told; of a longer one both ends."""

_NAMED = 3  # messages that are named of those that an arrival moves


def place_in_words(why: WhyHere, label: Label, shown: int = SHOWN) -> Iterator[str]:
    """Why a message stands where it stands, line by line."""
    yield f"{label(why.name)}"
    yield f"stands in row {why.position + 1:,} of {why.events:,}: its rank is {why.rank:,}."
    yield ""
    if why.deciding_cause is None:
        yield "The rank is 0: it comes after nothing that is known here."
    else:
        yield f"The rank is the length of the longest path that leads to it, {_steps(why.rank)}:"
        yield from path_in_words(why.path, label, shown)
        if len(why.causes) > 1:
            yield (
                f"Of its {len(why.causes):,} known causes none has a longer path than"
                f" {label(why.deciding_cause)}, which decides."
            )
    for cause in why.missing:
        yield f"It also comes after {label(cause)}, which is missing; the rank may rise with it."
    yield ""
    yield from _neighbour("Above", why, why.above, label)
    yield from _neighbour("Below", why, why.below, label)
    if why.equals > 1:
        yield f"Rank {why.rank:,} is shared by {why.equals:,} messages; their ids decide."


def _neighbour(where: str, why: WhyHere, other: Neighbour | None, label: Label) -> Iterator[str]:
    if other is None:
        yield f"{where}: nothing."
    elif other.rule == "rank":
        yield f"{where}: {label(other.name)}, by rank: it has {other.rank:,}, this {why.rank:,}."
    else:
        order = "lesser" if where == "Above" else "greater"
        yield f"{where}: {label(other.name)}, by id: the ranks are equal, its id is the {order}."


def relation_in_words(relation: Relation, label: Label, shown: int = SHOWN) -> Iterator[str]:
    """Which of two messages came first, and why one stands before the other, line by line."""
    first, second = label(relation.first), label(relation.second)
    rows = [position + 1 for position in relation.positions]
    yield f"{first} (row {rows[0]:,})"
    yield f"stands before {second} (row {rows[1]:,})."
    yield ""
    if relation.path:
        yield f"It came first, for the other follows it, {_steps(len(relation.path) - 1)}:"
        yield from path_in_words(relation.path, label, shown)
        return
    yield "Nobody can know which was written first: they are concurrent, neither follows the other."
    if relation.rule == "rank":
        low, high = relation.ranks
        yield f"The order is by rank: {low:,} is less than {high:,}."
    else:
        yield f"The order is by id: both have the rank {relation.ranks[0]:,}."


def history_in_words(history: History, label: Label) -> Iterator[str]:
    """How a message came to its place while messages arrived, line by line."""
    total = history.arrivals
    yield f"It arrived as number {history.arrived + 1:,} of {total:,} into row {history.row + 1:,}."
    if not history.moves:
        yield "No arrival moved it since; others were put in above and below it."
        return
    shown = len(history.last)
    last = "" if shown == history.moves else f"; the last {shown:,}"
    yield f"Since then it was moved {_times(history.moves)}{last}:"
    for move in history.last:
        moved = move.moved
        rows = f"from row {moved.source + 1:,} to {moved.destination + 1:,}"
        yield f"  arrival {move.step + 1:,}, {rows}:"
        yield f"    {reason_in_words(moved, label)}:"
        yield from (f"  {line}" for line in path_in_words(move.path, label))


def reason_in_words(moved: Moved, label: Label) -> str:
    """Because of what a message changed its place, on one line."""
    low, high = moved.ranks
    if moved.risen == moved.name:
        return f"{label(moved.arrival)} came; the rank rose from {low:,} to {high:,}"
    return f"{label(moved.arrival)} came; this kept the rank {low:,}, another rose past it"


def moved_in_words(names: Sequence[str], label: Label) -> str:
    """What an arrival moved, to be put behind its name; nothing if it moved nothing."""
    if not names:
        return ""
    more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return f", moves {', '.join(label(name) for name in names[:_NAMED])}{more}"


def path_in_words(path: Sequence[str], label: Label, shown: int = SHOWN) -> Iterator[str]:
    """A path, a line for each step; the middle of a long one is left out."""
    half = shown // 2
    for index, name in enumerate(path):
        if len(path) <= shown or index < half or index >= len(path) - half:
            yield f"  {'  ' if index == 0 else '→ '}{label(name)}"
        elif index == half:
            yield f"    … {len(path) - 2 * half:,} more …"


def _steps(count: int) -> str:
    return f"{count:,} {'step' if count == 1 else 'steps'}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count:,} times"

"""What is told about an open graph: answers in words in which messages and authors are marks.

A mark is a key between two control characters. Who shows the lines puts there what the message
is called, and a link to it; so an answer can be made where names aren't known.
"""

from dataclasses import dataclass

from engine.debug.explaining.explanation import (
    history_of,
    history_told,
    moved_told,
    moves_between,
    place_of,
    place_told,
    relation_of,
    relation_told,
)
from engine.debug.explaining.words import SHOWN
from engine.debug.open_graph import OpenGraph, Tell
from engine.debug.replaying.recording import TooManyArrivals
from engine.wording import plural, tr

BEGIN, END = "\x02", "\x03"
"""What is around a key in a line."""

_AUTHOR = "\x04"
_MOST_MOVED = 200  # messages that are told one by one


@dataclass(frozen=True, slots=True)
class Told:
    """Lines of an answer; `total` is how many things it is about, all told or not."""

    lines: tuple[str, ...]
    total: int = 0


def mark(key: str) -> str:
    """What stands for a message in a line."""
    return f"{BEGIN}{key}{END}"


def mark_author(author: str) -> str:
    """The mark of an author in a line."""
    return mark(f"{_AUTHOR}{author}")


def author_in(marked: str) -> str | None:
    """The author whose mark this is; None if it is the mark of a message."""
    return marked[len(_AUTHOR) :] if marked.startswith(_AUTHOR) else None


def told_place(opened: OpenGraph, _tell: Tell, key: str, shown: int = SHOWN) -> Told:
    """Why a message is in its row, in the order in which the conversation is read."""
    ordering = opened.ordering
    if key not in ordering.positions:
        return _none_of_these(key)
    place = place_of(ordering, key)
    lines = place_told(ordering, place, mark, mark_author, shown, opened.declared(key))
    return Told(tuple(lines))


def told_relation(opened: OpenGraph, _tell: Tell, one: str, other: str, shown: int = SHOWN) -> Told:
    """Why one of two different messages is before the other."""
    for each in (one, other):
        if each not in opened.ordering.positions:
            return _none_of_these(each)
    return Told(tuple(relation_told(relation_of(opened.ordering, one, other), mark, shown)))


def told_history(opened: OpenGraph, _tell: Tell, key: str, count: int = 3) -> Told:
    """How a message came to its row, with its last moves; or why that isn't known."""
    if key not in opened.ordering.positions:
        return Told(())
    try:
        found = history_of(opened.ordering, opened.graph.nodes, key, count, opened.tape)
    except TooManyArrivals as error:
        return Told((str(error),))
    return Told(tuple(history_told(found, mark)), found.moves)


def told_moved(opened: OpenGraph, _tell: Tell, read: int) -> Told:
    """What changed place since so many messages had been taken in, and because of what."""
    old = set(opened.taken_in[:read])
    nodes = opened.graph.nodes
    before = [node for node in nodes if node.id in old]
    found = moves_between(opened.ordering, before, nodes)
    lines = [_since(len(nodes) - len(before), len(before), len(found)), ""]
    for moved in found[:_MOST_MOVED]:
        first, *rest = moved_told(moved, mark)
        lines += [first, *(f"  {line}" for line in rest)]
    if len(found) > _MOST_MOVED:
        lines.append(tr("and {more:,} more", more=len(found) - _MOST_MOVED))
    return Told(tuple(lines), len(found))


def _none_of_these(key: str) -> Told:
    """A message that is held may be one of another conversation."""
    return Told((tr("{name} isn't in the order of this conversation.", name=mark(key)),))


def _since(came: int, before: int, moved: int) -> str:
    news = plural(
        "{n:,} messages have arrived since then,", "{n:,} message has arrived since then,", came
    )
    if not moved:
        return f"{news} " + tr("and none of the {before:,} earlier ones moved.", before=before)
    return f"{news} " + tr(
        "and {moved:,} of the {before:,} earlier ones moved:", before=before, moved=moved
    )

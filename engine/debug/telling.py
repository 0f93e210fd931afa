"""What is told about an open graph: answers in words in which messages and authors are marks.

A mark is a key between two control characters. Who shows the lines puts there what the message
is called, and a link to it; so an answer can be made where nobody knows what things are called.
"""

from dataclasses import dataclass

from engine.debug.known import Known
from engine.debug.moves import Change, history
from engine.debug.open_graph import OpenGraph, Tell
from engine.debug.why import relation, why_here
from engine.debug.words import (
    SHOWN,
    history_in_words,
    place_in_words,
    reason_in_words,
    relation_in_words,
)
from engine.wording import plural, tr

BEGIN, END = "\x02", "\x03"
"""What stands around a key in a line."""

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
    """What stands for an author in a line."""
    return mark(f"{_AUTHOR}{author}")


def author_in(marked: str) -> str | None:
    """The author that a mark stands for; None where it stands for a message."""
    return marked[len(_AUTHOR) :] if marked.startswith(_AUTHOR) else None


def told_place(opened: OpenGraph, _tell: Tell, key: str, shown: int = SHOWN) -> Told:
    """Why a message stands where it stands."""
    if key not in opened.known:
        return _none_of_these(key)
    return Told(tuple(place_in_words(why_here(opened.known, key), mark, shown)))


def told_relation(opened: OpenGraph, _tell: Tell, one: str, other: str, shown: int = SHOWN) -> Told:
    """Why one of two different messages stands before the other."""
    for each in (one, other):
        if each not in opened.known:
            return _none_of_these(each)
    return Told(tuple(relation_in_words(relation(opened.known, one, other), mark, shown)))


def told_history(opened: OpenGraph, _tell: Tell, key: str, count: int = 3) -> Told:
    """How a message came to its place, with its last moves."""
    if key not in opened.known:
        return Told(())
    told = history(opened.graph.nodes, opened.tape, key, count)
    return Told(tuple(history_in_words(told, mark)), told.moves)


def told_moved(opened: OpenGraph, _tell: Tell, read: int) -> Told:
    """What changed place since so many messages had been taken in, and because of what."""
    old = set(opened.taken_in[:read])
    before = Known(node for node in opened.graph.nodes if node.id in old)
    found = Change(before, opened.known).moved()
    came = len(opened.known) - len(before)
    lines = [_since(came, len(before), len(found)), ""]
    for moved in found[:_MOST_MOVED]:
        place = tr(
            "{name}, from row {source:,} to {destination:,}",
            name=mark(moved.name),
            source=moved.source + 1,
            destination=moved.destination + 1,
        )
        lines += [place, f"    {reason_in_words(moved, mark)}"]
    if len(found) > _MOST_MOVED:
        lines.append(tr("and {more:,} more", more=len(found) - _MOST_MOVED))
    return Told(tuple(lines), len(found))


def _none_of_these(key: str) -> Told:
    """Whoever reads everything, or holds a message, may ask for one of another thread."""
    return Told((tr("{name} is no message of the thread that was opened last.", name=mark(key)),))


def _since(came: int, before: int, moved: int) -> str:
    news = plural("{n:,} messages came since,", "{n:,} message came since,", came)
    if not moved:
        return f"{news} " + tr(
            "and of the {before:,} that were here none changed place.", before=before
        )
    return f"{news} " + tr(
        "and of the {before:,} that were here {moved:,} changed place:", before=before, moved=moved
    )

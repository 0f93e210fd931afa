"""The conversation that is being debugged, with cached data that is slow to compute, and answers.

Answers have placeholders for messages and authors. A placeholder, called a mark, is a key between
two control characters. The code that shows the lines replaces it by the label of the message and a
link, so that answers can be made where names aren't known.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from tanglescope.engine.debug.arrived_events import ArrivedEvents
from tanglescope.engine.debug.explaining.explanation import (
    Refused,
    changed_rows,
    changed_rows_in_words,
    history_lines,
    history_of,
    moved_lines,
    moves_between,
    place_lines,
    place_of,
    refused_lines,
    unknown_history,
)
from tanglescope.engine.debug.explaining.ordering import SCUTTLESORT, Ordering
from tanglescope.engine.debug.explaining.words import SHOWN, relation_in_words
from tanglescope.engine.debug.replaying.edit_history import EditHistory
from tanglescope.engine.debug.replaying.recording import TooManyArrivals, recorded_in
from tanglescope.engine.debug.shuffling.deliveries import Arrivals, as_received
from tanglescope.engine.language.wording import plural, tr
from tanglescope.engine.linear.graph import Graph

OnProgress: TypeAlias = Callable[[object], None]
"""Reports the progress of an answer."""


class OpenGraph:
    """A graph in its order at one moment; `taken_in` lists its ids in order of local arrival.

    That may differ from the order in which `graph` lists them. Without an `ordering`
    the order is ScuttleSort's. `declared` holds what each message claims about its position, in
    words. `refused` finds the bad records that claim to be missing messages.
    """

    def __init__(
        self,
        graph: Graph,
        taken_in: Sequence[str] = (),
        ordering: Ordering | None = None,
        declared: Callable[[str], str] = lambda _: "",
        refused: Refused = lambda _: (),
    ) -> None:
        self.declared = declared
        self.refused = refused
        self.graph = graph
        self.ordering = ordering or Ordering(graph, SCUTTLESORT)
        self.taken_in = tuple(taken_in) or tuple(node.id for node in graph.nodes)

    @property
    def known_events(self) -> ArrivedEvents:
        """All of its events, with the timeline over them."""
        return self.ordering.known_events

    @cached_property
    def history(self) -> EditHistory:
        """The history of its arrival, as its source records it. Raises `TooManyArrivals`."""
        return recorded_in(self.ordering, self.arrivals)

    @cached_property
    def arrivals(self) -> Arrivals:
        """Its nodes in the order of arrival, as its source records it."""
        return as_received(self.graph)


BEGIN, END = "\x02", "\x03"
"""The control characters around a key in a line."""

_AUTHOR = "\x04"
_MOST_MOVED = 200  # messages listed individually


@dataclass(frozen=True, slots=True)
class AnswerLines:
    """The lines of an answer; `total` is the number of its subjects, including those not shown."""

    lines: tuple[str, ...]
    total: int = 0


def mark(key: str) -> str:
    """The mark of a message in a line."""
    return f"{BEGIN}{key}{END}"


def mark_author(author: str) -> str:
    """The mark of an author in a line."""
    return mark(f"{_AUTHOR}{author}")


def author_in(marked: str) -> str | None:
    """The author that a mark refers to; None if it is the mark of a message."""
    return marked[len(_AUTHOR) :] if marked.startswith(_AUTHOR) else None


def explain_place(
    opened: OpenGraph, _on_progress: OnProgress, key: str, shown: int = SHOWN
) -> AnswerLines:
    """Why a message is in its row, in the open order."""
    ordering = opened.ordering
    if key not in ordering.positions:
        return _none_of_these(opened, key)
    place = place_of(ordering, key)
    lines = place_lines(
        ordering, place, mark, mark_author, shown, opened.declared(key), opened.refused
    )
    return AnswerLines(tuple(lines))


def explain_relation(
    opened: OpenGraph, _on_progress: OnProgress, one: str, other: str, shown: int = SHOWN
) -> AnswerLines:
    """Why one of two different messages is before the other."""
    for each in (one, other):
        if each not in opened.ordering.positions:
            return _none_of_these(opened, each)
    return AnswerLines(tuple(relation_in_words(opened.ordering.relation(one, other), mark, shown)))


def explain_history(
    opened: OpenGraph, _on_progress: OnProgress, key: str, count: int = 3
) -> AnswerLines:
    """How a message came to its row, with its last moves, or why that isn't known."""
    if key not in opened.ordering.positions:
        return AnswerLines(())
    if (why_not := unknown_history(opened.graph, opened.arrivals, key, mark)) is not None:
        return AnswerLines((why_not,))
    try:
        found = history_of(opened.ordering, opened.arrivals, key, count, opened.history)
    except TooManyArrivals as error:
        return AnswerLines((str(error),))
    return AnswerLines(tuple(history_lines(found, mark)), found.moves)


def explain_moves(opened: OpenGraph, _on_progress: OnProgress, read: int) -> AnswerLines:
    """Which messages have moved since the given number of arrivals, and why."""
    old = set(opened.taken_in[:read])
    nodes = opened.graph.nodes
    before = [node for node in nodes if node.id in old]
    found = moves_between(opened.ordering, before, nodes)
    lines = [_since(len(nodes) - len(before), len(before), len(found))]
    if before:
        lines.append(changed_rows_in_words(changed_rows(opened.ordering, before, nodes)))
    lines.append("")
    for moved in found[:_MOST_MOVED]:
        first, *rest = moved_lines(moved, mark)
        lines += [first, *(f"  {line}" for line in rest)]
    if len(found) > _MOST_MOVED:
        lines.append(tr("and {more:,} more", more=len(found) - _MOST_MOVED))
    return AnswerLines(tuple(lines), len(found))


def _none_of_these(opened: OpenGraph, key: str) -> AnswerLines:
    """The answer about a message that isn't in the conversation: a missing or a pinned one."""
    text = tr("{name} isn't in the order of this conversation.", name=mark(key))
    return AnswerLines((text, *refused_lines([key], opened.refused, mark)))


def _since(came: int, before: int, moved: int) -> str:
    if not came and not moved:
        return tr("No message is new or has moved since then.")
    if not before:
        return plural(
            "{n:,} messages are new since then; there were none before.",
            "{n:,} message is new since then; there was none before.",
            came,
        )
    news = plural("{n:,} messages are new since then,", "{n:,} message is new since then,", came)
    if not moved:
        return f"{news} " + plural(
            "and none of the {n:,} earlier ones moved.",
            "and the earlier one didn't move.",
            before,
        )
    return f"{news} " + plural(
        "and {n:,} of the {before:,} earlier ones moved:",
        "and {n:,} of the {before:,} earlier ones moved:",
        moved,
        before=before,
    )

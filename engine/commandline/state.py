"""`tanglescope state`: what a conversation adds up to, at a row and from row to row."""

import json
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from itertools import chain
from pathlib import Path
from typing import Any, TypeAlias

import click

from tanglescope.engine.commandline.common import options
from tanglescope.engine.commandline.common.answers import print_answer
from tanglescope.engine.commandline.common.opening import Target, opened_conversation, unlock
from tanglescope.engine.commandline.common.subject import CONVERSATION_PLACE, MessageLabels
from tanglescope.engine.errors import ExitCode
from tanglescope.engine.export.selecting import row_of
from tanglescope.engine.export.states import (
    FoldedRows,
    change_lines,
    entry_lines,
    parting_lines,
    reducer_for,
)
from tanglescope.engine.kit.reducers import REDUCERS
from tanglescope.engine.library import Conversation, Library
from tanglescope.engine.library.two_sources import counterpart, opened_source
from tanglescope.engine.reduce.folding import (
    FoldedRow,
    StateChange,
    changes_between,
    changes_of,
    parting,
)
from tanglescope.engine.reduce.matrix.room_state import entry_changes

_INDENT = " " * 10
_ChangedRow: TypeAlias = tuple[int, str, tuple[StateChange, ...]]
"""The number of a row, counted from 1, its key, and what it changed."""


@click.command()
@click.option(
    "--reduce",
    "named",
    metavar="REDUCER",
    help=f"{', '.join(REDUCERS)}; FIELD=STRATEGY,... or a JSON file of these, as `reduce` takes"
    " them; file.py:function, which takes the state and a message; or a command, which reads a"
    " message on each line and prints the state after it. Without it, the first messages decide"
    " which of the names fits.",
)
@click.option("--at", metavar="ID", help="Only show the state at the row of this message.")
@options.flag("--past", "With --at: fold only the message and what it comes after.")
@click.option(
    "--why",
    nargs=2,
    metavar="PART ITEM",
    help="Show the rows that change an item in a part of the state, such as `items NAME` of a set;"
    ' "" is any item. Of a room: the events that set an entry of its state, those that are'
    " rejected, and how conflicts about it are decided.",
)
@options.by("The order. The default is the conversation's own.")
@options.by("Find the first row after which this order has another state.", "--against", "against")
@options.path(
    "--peer",
    "Find the first row after which this archive, store or database has another state.",
    metavar="FILE",
)
@CONVERSATION_PLACE
@options.json()
def state(
    named: str | None,
    at: str | None,
    past: bool,
    why: tuple[str, str] | None,
    by: str | None,
    against: str | None,
    peer: Path | None,
    place: Target,
) -> None:
    """Show the state that a conversation adds up to.

    A reducer folds its messages in their order: the answer is what each row changes, and the state
    after the last one, or at one row. With --against or --peer, it is the first row after which the
    states differ, and the exit code is 1 if they differ at the end.

    Of a Matrix room, it is the state that the forward extremities of the rows are resolved to, with
    the events that its rules reject. With --at and --past, it is the state after an event.
    """
    if sum(each is not None for each in (at, against, peer, why)) > 1:
        raise click.UsageError("--at, --why, --against and --peer can't be combined.")
    if past and at is None:
        raise click.UsageError("--past needs --at.")
    with opened_conversation(place) as (library, found), ExitStack() as opened:
        conversation = library.conversation(found, by)
        rows = FoldedRows(library, conversation, named or _recognize_reducer(library, conversation))
        labels = MessageLabels(library, conversation)
        head = {"address": found, "by": by or conversation.order, "reduce": rows.named}
        answer: dict[str, Any]
        if peer is not None:
            there = opened.enter_context(opened_source(peer))
            unlock(there, place.group_keys)
            other = FoldedRows(there, counterpart(conversation, peer, there), rows.named)
            answer, lines = _compare_folds(rows, other, labels, str(peer))
        elif against is not None:
            other = FoldedRows(library, library.conversation(found, against), rows.named)
            answer, lines = _compare_folds(rows, other, labels, against)
        elif at is not None:
            answer, lines = _at(rows, at, labels, past=past)
        elif why is not None:
            answer, lines = (_why if rows.named == "room" else _changing)(rows, *why, labels)
        else:
            answer, lines = _all(rows, labels)
        print_answer(lambda: head | answer, lines)
    sys.exit(ExitCode.YES if answer.get("equal", True) else ExitCode.NO)


def _recognize_reducer(library: Library, conversation: Conversation) -> str:
    """The reducer that fits the first messages."""
    if (name := reducer_for(library, conversation)) is None:
        raise click.UsageError("Say with --reduce what the messages add up to.")
    return name


def _steps(rows: Iterable[FoldedRow]) -> Iterator[tuple[int, FoldedRow, tuple[StateChange, ...]]]:
    """Each row, counted from 1, with what it changed."""
    before = None
    for number, row in enumerate(rows, 1):
        yield number, row, changes_between(before, row.state)
        before = row.state


def _all(
    rows: Iterable[FoldedRow], label: Callable[[str], str]
) -> tuple[dict[str, Any], Iterator[str]]:
    found = []
    last = None
    for number, row, changes in _steps(rows):
        found.append((number, row.key, changes))
        last = row.state

    def words() -> Iterator[str]:
        yield from _rows(found, label)
        yield "State:"
        yield from _state(last)

    return {"rows": _row_answers(found), "state": last}, words()


def _changing(
    rows: Iterable[FoldedRow], part: str, item: str, label: Callable[[str], str]
) -> tuple[dict[str, Any], Iterator[str]]:
    found = [(number, row.key, changes) for number, row, changes in changes_of(rows, part, item)]
    named = f"{json.dumps(item)} in {json.dumps(part)}" if item else json.dumps(part)
    none = [] if found else [f"No row changes {named}."]
    answer = {"part": part, "item": item, "rows": _row_answers(found)}
    return answer, chain(_rows(found, label), none)


def _rows(found: Iterable[_ChangedRow], label: Callable[[str], str]) -> Iterator[str]:
    for number, key, changes in found:
        yield f"{number:>6,}  {label(key)}"
        yield from _changes(changes)


def _row_answers(found: Iterable[_ChangedRow]) -> list[dict[str, Any]]:
    return [
        {"row": number, "key": key, "changes": [*map(asdict, changes)]}
        for number, key, changes in found
    ]


def _at(
    rows: FoldedRows, typed: str, label: Callable[[str], str], *, past: bool
) -> tuple[dict[str, Any], Iterator[str]]:
    order = rows.conversation.in_order()
    place = row_of(order, typed)
    keys = order[: place + 1]
    _, row, changes = deque(_steps(rows.of(rows.past(keys) if past else keys)), maxlen=1)[0]

    def words() -> Iterator[str]:
        yield f"{label(row.key)} is in row {place + 1:,} of {len(order):,}."
        yield "It changes:" if changes else "It changes nothing."
        yield from _changes(changes)
        yield "The state after it:"
        yield from _state(row.state)

    answer = {"key": row.key, "row": place + 1, "of": len(order)}
    return answer | {"state": row.state, "changes": [*map(asdict, changes)]}, words()


def _why(
    rows: Iterable[FoldedRow], kind: str, key: str, label: Callable[[str], str]
) -> tuple[dict[str, Any], Iterator[str]]:
    changes = list(entry_changes(rows, kind, key))

    def words() -> Iterator[str]:
        for change in changes:
            yield f"{change.row:>6,}  {label(change.key)}"
            yield from (f"{_INDENT}{line}" for line in entry_lines(change, label))
        if not changes:
            yield f"No event sets {kind} {json.dumps(key)}."

    return {"type": kind, "state_key": key, "changes": [asdict(each) for each in changes]}, words()


def _compare_folds(
    rows: Iterable[FoldedRow], other: Iterable[FoldedRow], label: Callable[[str], str], name: str
) -> tuple[dict[str, Any], Iterator[str]]:
    parts = parting(rows, other)
    lines = parting_lines(parts, label, name, _INDENT)
    if parts is None:
        return {"equal": True, "parts": None}, lines
    first = asdict(parts) | {"row": parts.row + 1}
    return {"equal": first.pop("ends_equal"), "parts": first}, lines


def _changes(changes: Sequence[StateChange]) -> Iterator[str]:
    return (f"{_INDENT}{line}" for line in change_lines(changes))


def _state(value: object) -> Iterator[str]:
    for line in json.dumps(value, indent=2, ensure_ascii=False).split("\n"):
        yield f"  {line}"

"""`tanglescope state`: what a conversation adds up to, at a row and from row to row."""

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from itertools import islice
from pathlib import Path
from typing import Any

import click

from engine.commandline.common.options import (
    by_option,
    json_option,
    print_json,
    unlock,
)
from engine.commandline.common.subject import (
    MessageLabels,
    conversation_options,
    opened_conversation,
    target_of,
)
from engine.errors import ExitCode
from engine.export.conversations import read
from engine.export.messages import content_of, message_answer
from engine.export.selecting import row_of
from engine.kit.reducers import REDUCERS, reducer
from engine.library import Conversation, Library
from engine.reduce.folding import (
    FoldedRow,
    Parting,
    StateChange,
    changes_between,
    folded,
    parting,
)
from engine.tangle.titles import one_line
from engine.two_sources import counterpart, opened_source

_SHOWN = 200  # characters of a value


@click.command()
@click.argument("source", required=False, metavar="[FILE or ADDRESS]")
@click.option(
    "--reduce",
    "named",
    required=True,
    metavar="REDUCER",
    help=f"{', '.join(REDUCERS)}; FIELD=STRATEGY,... or a JSON file of these, as `reduce` takes"
    " them; file.py:function, which takes the state and a message; or a command, which reads a"
    " message on each line and prints the state after it.",
)
@click.option("--at", metavar="ID", help="Only show the state at the row of this message.")
@by_option("The order. The default is the conversation's own.")
@by_option("Find the first row after which this order has another state.", "--against", "against")
@click.option(
    "--peer",
    metavar="FILE",
    type=click.Path(exists=True, path_type=Path),
    help="Find the first row after which this archive, store or database has another state.",
)
@conversation_options
@json_option
def state(
    source: str | None,
    named: str,
    at: str | None,
    by: str | None,
    against: str | None,
    peer: Path | None,
    address: str | None,
    database: Path | None,
    group_keys: Path | None,
    as_json: bool,
) -> None:
    """Show the state that a conversation adds up to.

    A reducer folds its messages in their order: the answer is what each row changes, and the state
    after the last one, or at one row. With --against or --peer, it is the first row after which the
    states differ, and the exit code is 1 if they differ at the end.
    """
    if sum(each is not None for each in (at, against, peer)) > 1:
        raise click.UsageError("--at, --against and --peer can't be combined")
    place = target_of(source, database, address, group_keys, 1)
    with opened_conversation(place) as (library, found):
        conversation = library.conversation(found, by)
        rows = _rows(library, conversation, named)
        labels = MessageLabels(library, conversation)
        head = {"address": found, "by": by or conversation.order, "reduce": named}
        if against is None and peer is None:
            row = None if at is None else row_of([each.key for each in rows], at)
            answer, lines = (
                (_all(rows), _all_in_words(rows, labels))
                if row is None
                else (_at(rows, row), _at_in_words(rows, row, labels))
            )
            is_equal = True
        else:
            other = _other(library, conversation, named, against, peer, group_keys)
            parts = parting(rows, other)
            ends = (side[-1].state if side else None for side in (rows, other))
            is_equal = not changes_between(*ends)
            first = None if parts is None else asdict(parts) | {"row": parts.row + 1}
            answer = {"equal": is_equal, "parts": first}
            lines = _parts(parts, is_equal, labels, against or str(peer))
        if as_json:
            print_json(head | answer)
        else:
            for line in lines:
                click.echo(line)
    sys.exit(ExitCode.YES if is_equal else ExitCode.NO)


def _other(
    library: Library,
    conversation: Conversation,
    named: str,
    against: str | None,
    peer: Path | None,
    group_keys: Path | None,
) -> list[FoldedRow]:
    """The states of a conversation in another order, or in another source."""
    if peer is None:
        return _rows(library, library.conversation(str(conversation.address), against), named)
    with opened_source(peer) as there:
        unlock(there, group_keys)
        return _rows(there, counterpart(conversation, peer, there), named)


def _rows(library: Library, conversation: Conversation, named: str) -> list[FoldedRow]:
    keys = conversation.in_order()
    messages = (
        message_answer(message, names) | {"content": content_of(conversation, message)}
        for message, names in read(library, conversation, keys)
    )
    with reducer(named) as step:
        return list(folded(step, messages))


def _steps(rows: Sequence[FoldedRow]) -> Iterator[tuple[int, FoldedRow, tuple[StateChange, ...]]]:
    """Each row, counted from 1, with what it changed."""
    before = None
    for number, row in enumerate(rows, 1):
        yield number, row, changes_between(before, row.state)
        before = row.state


def _all(rows: Sequence[FoldedRow]) -> dict[str, Any]:
    return {
        "rows": [
            {"row": number, "key": row.key, "changes": _answers(changes)}
            for number, row, changes in _steps(rows)
        ],
        "state": rows[-1].state if rows else None,
    }


def _at(rows: Sequence[FoldedRow], place: int) -> dict[str, Any]:
    number, row, changes = next(islice(_steps(rows), place, None))
    return {
        "key": row.key,
        "row": number,
        "of": len(rows),
        "state": row.state,
        "changes": _answers(changes),
    }


def _answers(changes: Sequence[StateChange]) -> list[dict[str, Any]]:
    return [asdict(change) for change in changes]


def _all_in_words(rows: Sequence[FoldedRow], label: Callable[[str], str]) -> Iterator[str]:
    for number, row, changes in _steps(rows):
        yield f"{number:>6,}  {label(row.key)}"
        yield from _changes(changes)
    yield "State:"
    yield from _state(rows[-1].state if rows else None)


def _at_in_words(
    rows: Sequence[FoldedRow], place: int, label: Callable[[str], str]
) -> Iterator[str]:
    number, row, changes = next(islice(_steps(rows), place, None))
    yield f"{label(row.key)} is in row {number:,} of {len(rows):,}."
    yield "It changes:" if changes else "It changes nothing."
    yield from _changes(changes)
    yield "The state after it:"
    yield from _state(row.state)


def _parts(
    parts: Parting | None, is_equal: bool, label: Callable[[str], str], other: str
) -> Iterator[str]:
    if parts is None:
        yield "The states are the same after every row."
        return
    yield f"The states differ first after row {parts.row + 1:,}."
    for name, row in (("Here", parts.one), (other, parts.other)):
        yield f"  {name}: {'no more rows' if row is None else label(row.key)}"
    yield "What is different there:"
    yield from _changes(parts.changes)
    yield f"At the end, the states are {'the same' if is_equal else 'different'}."


def _changes(changes: Sequence[StateChange]) -> Iterator[str]:
    for change in changes:
        before, after = (", ".join(map(_shown, values)) for values in (change.before, change.after))
        signs = " → ".join(filter(None, (f"- {before}" * bool(before), f"+ {after}" * bool(after))))
        yield f"          {change.path or '/'}  {signs}"


def _shown(value: object) -> str:
    return one_line(json.dumps(value, ensure_ascii=False), _SHOWN)


def _state(value: object) -> Iterator[str]:
    for line in json.dumps(value, indent=2, ensure_ascii=False).split("\n"):
        yield f"  {line}"

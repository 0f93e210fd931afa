"""`tanglescope state`: what a conversation adds up to, at a row and from row to row."""

import json
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import click

from tanglescope.engine.commandline.common.options import (
    by_option,
    json_option,
    print_json,
    unlock,
)
from tanglescope.engine.commandline.common.subject import (
    MessageLabels,
    conversation_options,
    opened_conversation,
    target_of,
)
from tanglescope.engine.errors import ExitCode
from tanglescope.engine.export.conversations import read
from tanglescope.engine.export.messages import content_of, message_answer
from tanglescope.engine.export.selecting import row_of
from tanglescope.engine.kit.reducers import REDUCERS, recognized, reducer
from tanglescope.engine.library import Conversation, Library
from tanglescope.engine.linear.horizon import closure
from tanglescope.engine.reduce.folding import (
    FoldedRow,
    Parting,
    StateChange,
    changes_between,
    folded,
    parting,
)
from tanglescope.engine.reduce.matrix.room_state import EntryChange, entry_changes
from tanglescope.engine.tangle.titles import one_line
from tanglescope.engine.two_sources import counterpart, opened_source

_SHOWN = 200  # characters of a value
_LOOKED_AT = 100  # messages, to find what they add up to


@click.command()
@click.argument("source", required=False, metavar="[FILE or ADDRESS]")
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
@click.option(
    "--past", is_flag=True, help="With --at: fold only the message and what it comes after."
)
@click.option(
    "--why",
    nargs=2,
    metavar="TYPE KEY",
    help="Of a room: show the events that set an entry of its state, those that are rejected, and"
    " how conflicts about it are decided.",
)
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
    named: str | None,
    at: str | None,
    past: bool,
    why: tuple[str, str] | None,
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

    Of a Matrix room, it is the state that the forward extremities of the rows are resolved to, with
    the events that its rules reject. With --at and --past, it is the state after an event.
    """
    if sum(each is not None for each in (at, against, peer, why)) > 1:
        raise click.UsageError("--at, --why, --against and --peer can't be combined")
    if past and at is None:
        raise click.UsageError("--past needs --at")
    place = target_of(source, database, address, group_keys, 1)
    with opened_conversation(place) as (library, found), ExitStack() as opened:
        conversation = library.conversation(found, by)
        rows = _FoldedRows(library, conversation, named or _recognized(library, conversation))
        labels = MessageLabels(library, conversation)
        head = {"address": found, "by": by or conversation.order, "reduce": rows.named}
        answer: dict[str, Any]
        if peer is not None:
            there = opened.enter_context(opened_source(peer))
            unlock(there, group_keys)
            other = _FoldedRows(there, counterpart(conversation, peer, there), rows.named)
            answer, lines = _compared(rows, other, labels, str(peer))
        elif against is not None:
            other = _FoldedRows(library, library.conversation(found, against), rows.named)
            answer, lines = _compared(rows, other, labels, against)
        elif at is not None:
            answer, lines = _at(rows, at, labels, past=past)
        elif why is not None:
            answer, lines = _why(rows, *why, labels)
        else:
            answer, lines = _all(rows, labels)
        if as_json:
            print_json(head | answer)
        else:
            for line in lines:
                click.echo(line)
    sys.exit(ExitCode.YES if answer.get("equal", True) else ExitCode.NO)


def _recognized(library: Library, conversation: Conversation) -> str:
    """The reducer that fits the first messages."""
    keys = conversation.in_order()[:_LOOKED_AT]
    for message in _messages(library, conversation, keys):
        if (name := recognized(message)) is not None:
            return name
    raise click.UsageError("Say with --reduce what the messages add up to.")


def _messages(
    library: Library, conversation: Conversation, keys: Sequence[str]
) -> Iterator[dict[str, Any]]:
    for message, names in read(library, conversation, keys):
        yield message_answer(message, names) | {"content": content_of(conversation, message)}


@dataclass(frozen=True, slots=True)
class _FoldedRows:
    """The rows of a conversation, which are folded each time that they are read."""

    library: Library
    conversation: Conversation
    named: str

    def __iter__(self) -> Iterator[FoldedRow]:
        return self.of(self.conversation.in_order())

    def of(self, keys: Sequence[str]) -> Iterator[FoldedRow]:
        with reducer(self.named) as step:
            yield from folded(step, _messages(self.library, self.conversation, keys))


def _past(rows: _FoldedRows, keys: Sequence[str]) -> list[str]:
    """The last of the keys, and those of what it comes after, in their order."""
    read_ones = read(rows.library, rows.conversation, keys)
    causes = {message.key: message.causes for message, _ in read_ones}
    past = closure(keys[-1], lambda key: causes.get(key, ()))
    return [key for key in keys if key in past or key == keys[-1]]


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
        for number, key, changes in found:
            yield f"{number:>6,}  {label(key)}"
            yield from _changes(changes)
        yield "State:"
        yield from _state(last)

    answers = [
        {"row": number, "key": key, "changes": _answers(changes)} for number, key, changes in found
    ]
    return {"rows": answers, "state": last}, words()


def _at(
    rows: _FoldedRows, typed: str, label: Callable[[str], str], *, past: bool
) -> tuple[dict[str, Any], Iterator[str]]:
    order = rows.conversation.in_order()
    place = row_of(order, typed)
    keys = order[: place + 1]
    _, row, changes = deque(_steps(rows.of(_past(rows, keys) if past else keys)), maxlen=1)[0]

    def words() -> Iterator[str]:
        yield f"{label(row.key)} is in row {place + 1:,} of {len(order):,}."
        yield "It changes:" if changes else "It changes nothing."
        yield from _changes(changes)
        yield "The state after it:"
        yield from _state(row.state)

    answer = {"key": row.key, "row": place + 1, "of": len(order)}
    return answer | {"state": row.state, "changes": _answers(changes)}, words()


def _why(
    rows: Iterable[FoldedRow], kind: str, key: str, label: Callable[[str], str]
) -> tuple[dict[str, Any], Iterator[str]]:
    changes = list(entry_changes(rows, kind, key))

    def words() -> Iterator[str]:
        for change in changes:
            yield f"{change.row:>6,}  {label(change.key)}"
            yield from _entry_words(change, label)
        if not changes:
            yield f"No event sets {kind} {json.dumps(key)}."

    return {"type": kind, "state_key": key, "changes": [asdict(each) for each in changes]}, words()


def _entry_words(change: EntryChange, label: Callable[[str], str]) -> Iterator[str]:
    for id_, refused in change.rejected.items():
        rule = f" by rule {refused['rule']}" if refused["rule"] else ""
        yield f"          Rejected{rule}: {label(id_)}. {refused['why']}"
    if change.is_set:
        value = change.entry
        yield "          " + (
            f"The state has {label(value['event'])}." if value else "The state has no event for it."
        )
    if change.decision is not None:
        yield "          Contested:"
        for candidate in change.decision["candidates"]:
            sign = "+" if candidate["event"] == change.decision["winner"] else "-"
            rule = f" Rule {candidate['rule']}." if candidate["rule"] else ""
            yield f"          {sign} {label(candidate['event'])}: {candidate['why']}{rule}"
        if change.decision["more"]:
            yield f"            and {change.decision['more']:,} more"


def _compared(
    rows: Iterable[FoldedRow], other: Iterable[FoldedRow], label: Callable[[str], str], name: str
) -> tuple[dict[str, Any], Iterator[str]]:
    parts = parting(rows, other)
    if parts is None:
        same = "The states are the same after every row."
        return {"equal": True, "parts": None}, iter([same])
    first = asdict(parts) | {"row": parts.row + 1}
    return {"equal": first.pop("ends_equal"), "parts": first}, _parts(parts, label, name)


def _answers(changes: Sequence[StateChange]) -> list[dict[str, Any]]:
    return [asdict(change) for change in changes]


def _parts(parts: Parting, label: Callable[[str], str], other: str) -> Iterator[str]:
    yield f"The states differ first after row {parts.row + 1:,}."
    for name, row in (("Here", parts.one), (other, parts.other)):
        yield f"  {name}: {'no more rows' if row is None else label(row.key)}"
    yield "What is different there:"
    yield from _changes(parts.changes)
    yield f"At the end, the states are {'the same' if parts.ends_equal else 'different'}."


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

"""State over an order, read from a library: the fold of a conversation, and what a row does to it.

Nothing keeps all states: each question folds the rows again, up to where it is answered.
"""

import json
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from tanglescope.engine.debug.open_graph import mark
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.export.conversations import read
from tanglescope.engine.export.messages import content_of, message_answer
from tanglescope.engine.kit.reducers import is_record, recognize, reducer
from tanglescope.engine.language.wording import tr
from tanglescope.engine.library import Conversation, Library
from tanglescope.engine.library.two_sources import counterpart, opened_source
from tanglescope.engine.linear.horizon import closure
from tanglescope.engine.linear.orders.named import order_name
from tanglescope.engine.reduce.folding import (
    FoldedRow,
    FoldState,
    Parting,
    StateChange,
    changes_between,
    fold,
    parting,
)
from tanglescope.engine.reduce.matrix.room_state import EntryChange, entry_changes
from tanglescope.engine.tangle.titles import one_line

_SHOWN = 200  # characters of a value
_LOOKED_AT = 100  # messages, to find what they add up to
_MOST_LINES = 400  # of a state in the window
_MOST_CHANGES = 100  # in the window


@dataclass(frozen=True, slots=True)
class FoldedRows:
    """The rows of a conversation, which are folded each time that they are read."""

    library: Library
    conversation: Conversation
    named: str
    is_wanted: Callable[[], bool] = lambda: True
    """Asked at every row; the fold ends where nobody waits for it any more."""

    def __iter__(self) -> Iterator[FoldedRow]:
        return self.of(self.conversation.in_order())

    def of(self, keys: Sequence[str]) -> Iterator[FoldedRow]:
        """The rows of some of its messages."""
        with reducer(self.named) as step:
            for row in fold(step, _messages(self.library, self.conversation, keys)):
                if not self.is_wanted():
                    return
                yield row

    def past(self, keys: Sequence[str]) -> list[str]:
        """The last of the keys, and those of what it comes after, in their order."""
        read_ones = read(self.library, self.conversation, keys)
        causes = {message.key: message.causes for message, _ in read_ones}
        past = closure(keys[-1], lambda key: causes.get(key, ()))
        return [key for key in keys if key in past or key == keys[-1]]


def reducer_for(library: Library, conversation: Conversation) -> str | None:
    """The name of the reducer that fits the first messages; None if there is none."""
    keys = conversation.in_order()[:_LOOKED_AT]
    named = map(recognize, _messages(library, conversation, keys))
    return next(filter(None, named), None)


def _messages(
    library: Library, conversation: Conversation, keys: Sequence[str]
) -> Iterator[dict[str, Any]]:
    for message, names in read(library, conversation, keys):
        yield message_answer(message, names) | {"content": content_of(conversation, message)}


def change_lines(changes: Iterable[StateChange]) -> Iterator[str]:
    """What a row changes: a line for each place."""
    for change in changes:
        before, after = (
            ", ".join(map(_one_line_of, values)) for values in (change.before, change.after)
        )
        signs = " → ".join(filter(None, (f"- {before}" * bool(before), f"+ {after}" * bool(after))))
        yield f"{change.path or '/'}  {signs}"


def _one_line_of(value: object) -> str:
    return one_line(json.dumps(value, ensure_ascii=False), _SHOWN)


def entry_lines(change: EntryChange, label: Callable[[str], str]) -> Iterator[str]:
    """What a row does to an entry of the state of a room, and why."""
    for id_, refused in change.rejected.items():
        rule = refused["rule"]
        said = (
            tr("Rejected by rule {rule}: {event}.", rule=rule, event=label(id_))
            if rule
            else tr("Rejected: {event}.", event=label(id_))
        )
        yield f"{said} {refused['why']}"
    if change.is_set:
        yield (
            tr("The state has {event}.", event=label(change.entry["event"]))
            if change.entry
            else tr("The state has no event for it.")
        )
    if change.decision is not None:
        yield tr("Contested:")
        for candidate in change.decision["candidates"]:
            sign = "+" if candidate["event"] == change.decision["winner"] else "-"
            rule = " " + tr("Rule {rule}.", rule=candidate["rule"]) if candidate["rule"] else ""
            yield f"{sign} {label(candidate['event'])}: {candidate['why']}{rule}"
        if change.decision["more"]:
            yield "  " + tr("and {more:,} more", more=change.decision["more"])


@dataclass(frozen=True, slots=True)
class StateQuestion:
    """What the window asks about the state of a conversation."""

    address: str
    key: str | None
    """The message of a row; None for the last row."""
    named: str
    """The reducer; empty for the one that fits."""
    against: str
    """An order to compare with; empty for none."""
    peer: Path | None
    """An archive of another peer to compare with."""


StateAnswer: TypeAlias = dict[str, tuple[str, ...]]
"""Lines by titles, with marks of messages."""


def state_answer(
    library: Library, asked: StateQuestion, is_wanted: Callable[[], bool] = lambda: True
) -> StateAnswer:
    """The state at a row, what the row changes, and the first row after which two sides part."""
    conversation = library.conversation(asked.address)
    named = asked.named or reducer_for(library, conversation) or ""
    if not named:
        choice = tr(
            "No reducer of this program fits these messages. Enter file.py:function, which takes"
            " the state and a message, a command, which reads a message on each line and prints the"
            " state after it, or strategies of a record such as title=text,guests=set."
        )
        return {"": (choice,)}
    rows = FoldedRows(library, conversation, named, is_wanted)
    sections: StateAnswer = {}
    try:
        at_row, after = _at(rows, asked.key)
        sections |= at_row
        if not asked.named:
            sections[""] += (tr("The reducer that fits: {name}", name=named),)
        if asked.against or asked.peer is not None:
            other = order_name(asked.against) if asked.peer is None else asked.peer.name
            title = tr("Compared with {other}", other=one_line(other, _SHOWN))
            sections[title] = tuple(_lines_of_comparison(rows, asked))
        sections[tr("The state after this row")] = after
    except TanglescopeError as error:
        sections[""] = (str(error),)
    return sections


def _at(rows: FoldedRows, key: str | None) -> tuple[StateAnswer, tuple[str, ...]]:
    """Sections about a row, and the lines of the state after it."""
    order = rows.conversation.in_order()
    if not order:
        return {"": (tr("No message is here, so there is no state."),)}, ()
    if key is None:
        key = order[-1]
    if key not in order:
        return {"": (tr("{name} isn't in the order of this conversation.", name=mark(key)),)}, ()
    place = order.index(key)
    last: deque[FoldedRow] = deque(maxlen=2)

    def note_rows() -> Iterator[FoldedRow]:
        for row in rows.of(order[: place + 1]):
            last.append(row)
            yield row

    entry = _entry(rows, key)
    about = list[EntryChange]()
    if entry is not None:
        about = list(entry_changes(note_rows(), *entry))
    else:
        deque(note_rows(), maxlen=0)
    if not last or last[-1].key != key:
        return {
            "": (tr("{name} is missing, so the state after it isn't known.", name=mark(key)),)
        }, ()
    before = last[0].state if len(last) > 1 else None
    changes = changes_between(before, last[-1].state)
    lines = [*change_lines(changes[:_MOST_CHANGES])] or [tr("It changes nothing.")]
    if len(changes) > _MOST_CHANGES:
        lines.append(tr("and {more:,} more", more=len(changes) - _MOST_CHANGES))
    head = tr(
        "{name} is in row {row:,} of {count:,}.", name=mark(key), row=place + 1, count=len(order)
    )
    record = last[-1].state if is_record(rows.named) else {}
    sections = {
        "": (head, *_strategy_lines(record)),
        tr("What this row changes"): tuple(lines),
        **_conflicts(record),
    }
    if entry is not None:
        said = (
            (tr("Row {row:,}: {name}", row=each.row, name=mark(each.key)), *_indent_lines(each))
            for each in about
        )
        title = tr(
            "Decisions about {type} {key} up to here", type=entry[0], key=_one_line_of(entry[1])
        )
        none = (tr("No event sets this entry."),)
        sections[title] = tuple(line for lines in said for line in lines) or none
    return sections, tuple(_state_lines(last[-1].state))


def _strategy_lines(state: FoldState) -> Iterator[str]:
    """The strategies of a record that were found, in the form in which others can be entered."""
    if found := state.get("strategies"):
        schema = ",".join(f"{name}={strategy}" for name, strategy in found.items())
        yield tr(
            "The strategies that its values look like: {schema}. Enter others to change them.",
            schema=one_line(schema, _SHOWN),
        )


def _conflicts(state: FoldState) -> StateAnswer:
    """The section about the conflicts of a record, if there are any."""
    lines = tuple(_conflict_lines(state))
    return {tr("In conflict"): lines} if lines else {}


def _conflict_lines(state: FoldState) -> Iterator[str]:
    """The values of each contested field of a record, and the messages that don't decide."""
    for name, values in state.get("conflicts", {}).items():
        yield tr("{field} has several values; none replaces another:", field=one_line(name, _SHOWN))
        for each in values:
            yield f"  {_one_line_of(each['value'])}  {mark(each['key'])}"
    for key, name in state.get("undecided", {}).items():
        yield tr(
            "{name} doesn't count: it joins different values of {field} without deciding.",
            name=mark(key),
            field=one_line(name, _SHOWN),
        )


def _indent_lines(change: EntryChange) -> list[str]:
    return [f"  {line}" for line in entry_lines(change, mark)]


def _entry(rows: FoldedRows, key: str) -> tuple[str, str] | None:
    """The type and state key of a state event of a room."""
    if rows.named != "room":
        return None
    for message in _messages(rows.library, rows.conversation, [key]):
        match message["content"]:
            case {"type": str(kind), "state_key": str(state_key)}:
                return kind, state_key
    return None


def _state_lines(state: FoldState) -> Iterator[str]:
    """A state as indented JSON, without building all of its text."""
    lines, line = 0, ""
    for part in json.JSONEncoder(indent=2, ensure_ascii=False).iterencode(state):
        first, *rest = part.split("\n")
        line += first
        for follows in rest:
            yield _cut(line)
            lines, line = lines + 1, follows
            if lines == _MOST_LINES:
                yield tr("These are the first {count:,} lines of the state.", count=lines)
                return
    yield _cut(line)


def _cut(line: str) -> str:
    text = line.lstrip(" ")
    return " " * (len(line) - len(text)) + one_line(text, _SHOWN)


def _lines_of_comparison(rows: FoldedRows, asked: StateQuestion) -> Iterator[str]:
    there = tr("There")
    if asked.peer is None:
        other = rows.library.conversation(asked.address, asked.against)
        parts = parting(rows, replace(rows, conversation=other))
        yield from parting_lines(parts, mark, there, most=_MOST_CHANGES)
    elif not rows.conversation.is_public:
        # What the other side has of it is encrypted, so the difference would say nothing.
        yield tr("The messages of this conversation are encrypted in other archives.")
    else:
        with opened_source(asked.peer) as library:
            other = counterpart(rows.conversation, asked.peer, library)
            parts = parting(rows, replace(rows, library=library, conversation=other))
            yield from parting_lines(parts, mark, there, most=_MOST_CHANGES)


def parting_lines(
    parts: Parting | None,
    label: Callable[[str], str],
    other: str,
    indent: str = "  ",
    most: int | None = None,
) -> Iterator[str]:
    """Where two folds part, and what is different there; `other` names the second one."""
    if parts is None:
        yield tr("The states are the same after every row.")
        return
    yield tr("The states differ first after row {row:,}.", row=parts.row + 1)
    none = tr("no more rows")
    for name, row in ((tr("Here"), parts.one), (other, parts.other)):
        yield f"  {name}: {none if row is None else label(row.key)}"
    yield tr("What is different there:")
    yield from (f"{indent}{line}" for line in change_lines(parts.changes[:most]))
    yield (
        tr("At the end, the states are the same.")
        if parts.ends_equal
        else tr("At the end, the states are different.")
    )

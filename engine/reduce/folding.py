"""State over an order: what the messages of a conversation add up to, row by row.

A reducer takes the messages in the order of the rows, and returns the state after each, a JSON
value. The state of a set, of the members of a group, of a poll or of an app of one's own is the
same thing with another reducer; so are the questions: the state at a row, what a row changed, and
the first row after which two orders, or two peers, have different states.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, TypeAlias

FoldState: TypeAlias = Any
"""A JSON value."""

FoldStep: TypeAlias = Callable[[Mapping[str, Any]], FoldState]
"""Takes the next message, and returns the state after it."""

_MOST_CHANGES = 1_000
_DEEPEST = 50
_NOTHING = object()


@dataclass(frozen=True, slots=True)
class StateChange:
    """One place of a state that a row changed: a JSON pointer, and the values there.

    Of a list, `before` has only what was removed, and `after` what was added.
    """

    path: str
    before: tuple[Any, ...]
    """The value before, if there was one; of a list, what was removed."""
    after: tuple[Any, ...]
    """The value afterwards, if there is one; of a list, what was added."""


@dataclass(frozen=True, slots=True)
class FoldedRow:
    """A row of a conversation, and the state after it."""

    key: str
    state: FoldState


@dataclass(frozen=True, slots=True)
class Parting:
    """The first row after which two states differ; a side without so many rows has none."""

    row: int
    """Counted from 0."""
    one: FoldedRow | None
    other: FoldedRow | None
    changes: tuple[StateChange, ...]
    """How the state of the first side becomes that of the second."""
    ends_equal: bool = False
    """Whether both sides have the same state after their last row."""


def fold(step: FoldStep, messages: Iterable[Mapping[str, Any]]) -> Iterator[FoldedRow]:
    """The state after every message, in their order; each message has a `key`."""
    for message in messages:
        yield FoldedRow(str(message["key"]), step(message))


def changes_between(before: FoldState, after: FoldState) -> tuple[StateChange, ...]:
    """What turns one state into another, by the places in it; the first thousand."""
    found: list[StateChange] = []
    for change in _changes("", before, after, _DEEPEST):
        found.append(change)
        if len(found) == _MOST_CHANGES:
            break
    return tuple(found)


def _changes(path: str, before: FoldState, after: FoldState, depth: int) -> Iterator[StateChange]:
    if _same(before, after):
        return
    if depth and isinstance(before, dict) and isinstance(after, dict):
        # Most of a large state is shared with the one before it.
        names = [name for name, value in before.items() if after.get(name, _NOTHING) is not value]
        for name in (*names, *(name for name in after if name not in before)):
            place = f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
            if name in before and name in after:
                yield from _changes(place, before[name], after[name], depth - 1)
            else:
                values = [(side[name],) if name in side else () for side in (before, after)]
                yield StateChange(place, *values)
    elif isinstance(before, list) and isinstance(after, list):
        yield StateChange(path, *_replaced_values(before, after))
    else:
        yield StateChange(path, (before,), (after,))


def _replaced_values(
    before: list[FoldState], after: list[FoldState]
) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The values that were removed from a list and those that were added."""
    if _is_set(before) and _is_set(after) and set(before) != set(after):
        removed, added = set(before) - set(after), set(after) - set(before)
        return tuple(filter(removed.__contains__, before)), tuple(filter(added.__contains__, after))
    first = 0
    while first < min(len(before), len(after)) and _same(before[first], after[first]):
        first += 1
    last = 0
    while last < min(len(before), len(after)) - first and _same(before[~last], after[~last]):
        last += 1
    return tuple(before[first : len(before) - last]), tuple(after[first : len(after) - last])


def _is_set(values: list[FoldState]) -> bool:
    """Whether a list has only strings, each once."""
    return all(isinstance(each, str) for each in values) and len(set(values)) == len(values)


def _same(one: FoldState, other: FoldState) -> bool:
    """Whether two JSON values are equal; True isn't 1."""
    if one is other:
        return True
    if isinstance(one, bool) is not isinstance(other, bool):
        return False
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_same(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)


def changes_of(
    rows: Iterable[FoldedRow], part: str, item: str
) -> Iterator[tuple[int, FoldedRow, tuple[StateChange, ...]]]:
    """The rows, counted from 1, that change an item in a part of a state; with "", any item.

    An item is the name of a place below the part, or a value that a change adds or removes.
    """
    before: FoldState = None
    for number, row in enumerate(rows, 1):
        first = {} if before is None and isinstance(row.state, dict) else before
        changes = changes_between(first, row.state)
        before = row.state
        if found := tuple(each for each in changes if _is_of(each, part, item)):
            yield number, row, found


def _is_of(change: StateChange, part: str, item: str) -> bool:
    names = [name.replace("~1", "/").replace("~0", "~") for name in change.path.split("/")[1:]]
    if names[:1] != [part]:
        return False
    return not item or item in names[1:] or _names(item, [*change.before, *change.after])


def _names(item: str, values: list[FoldState]) -> bool:
    """Whether an item is among values, or in them as a name, a text or a number."""
    left = list(values)
    while left:
        value = left.pop()
        if isinstance(value, dict):
            if item in value:
                return True
            left += value.values()
        elif isinstance(value, list):
            left += value
        elif str(value) == item:
            return True
    return False


def parting(one: Iterable[FoldedRow], other: Iterable[FoldedRow]) -> Parting | None:
    """The first row after which two orders have different states; None if there is none.

    If one has more rows, what counts is that they change its last state.
    """
    found: Parting | None = None
    states: list[FoldState] = [None, None]
    for row, sides in enumerate(zip_longest(one, other)):
        pairs = zip(sides, states, strict=True)
        states = [last if each is None else each.state for each, last in pairs]
        if found is None and not _same(*states):
            found = Parting(row, *sides, changes_between(*states))
    return found and replace(found, ends_equal=_same(*states))

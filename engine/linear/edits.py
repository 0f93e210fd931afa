"""Edits: how one version of a list becomes the next.

A linearization changes by two kinds of edit, the `ins` and `mov` of the ScuttleSort
report (section 1.2). Replicas apply them in order; they don't need the graph. A list whose elements
can also go, such as the results of a search, needs a third kind, `Remove`.
"""

from collections.abc import Iterable, Iterator, MutableSequence
from typing import NamedTuple, TypeAlias


class Insert(NamedTuple):
    """Insert `name` at `position`; later elements shift by one."""

    name: str
    position: int


class Move(NamedTuple):
    """Remove the element at `source`, then insert it at `destination`.

    `destination` counts in the list without the element, as in the report.
    """

    source: int
    destination: int


class Remove(NamedTuple):
    """Remove `name` at `position`: what undoes an insertion."""

    name: str
    position: int


Edit: TypeAlias = Insert | Move

ListEdit: TypeAlias = Edit | Remove
"""An edit of a list whose elements can also go."""

new_edit = tuple.__new__
"""`new_edit(Move, (1, 2))` is `Move(1, 2)` in half the time: named tuples have it in Python."""


def apply(edits: Iterable[ListEdit], items: MutableSequence[str]) -> None:
    """Bring `items` from the version before `edits` to the version after them."""
    for edit in edits:
        match edit:
            case Insert(name, position):
                items.insert(position, name)
            case Move(source, destination):
                items.insert(destination, items.pop(source))
            case Remove(_, position):
                del items[position]


class MovedRow(NamedTuple):
    """An element in another row than before; rows count from 1."""

    id: str
    before: int
    after: int


def moved_rows(before: Iterable[str], after: Iterable[str]) -> Iterator[MovedRow]:
    """The elements of both orders whose row changes, in their old order."""
    rows = {name: row for row, name in enumerate(after, 1)}
    for row, name in enumerate(before, 1):
        if rows.get(name, row) != row:
            yield MovedRow(name, row, rows[name])

"""Edits: how one version of a list becomes the next.

A linearization changes by two kinds of edit, the `ins` and `mov` of the ScuttleSort
report (section 1.2). Replicas apply them in order; they don't need the graph.
"""

from collections.abc import Iterable, MutableSequence
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


Edit: TypeAlias = Insert | Move

new_edit = tuple.__new__
"""`new_edit(Move, (1, 2))` is `Move(1, 2)` in half the time: named tuples have it in Python."""


def apply(edits: Iterable[Edit], items: MutableSequence[str]) -> None:
    """Bring `items` from the version before `edits` to the version after them."""
    for edit in edits:
        match edit:
            case Insert(name, position):
                items.insert(position, name)
            case Move(source, destination):
                items.insert(destination, items.pop(source))

"""Edges: what an event is joined to, one step up and one step down, and in any number of steps."""

from bisect import bisect_left
from collections.abc import Hashable, Iterable
from math import inf
from typing import Generic, NamedTuple, TypeVar

_Name = TypeVar("_Name", bound=Hashable)


class Edges(NamedTuple):
    """The direct causes and effects of an event; ghosts count."""

    causes: tuple[str, ...] = ()
    effects: tuple[str, ...] = ()


class Components(Generic[_Name]):
    """The connected components of a graph to which nodes are added.

    They are numbered from 1 in the order in which the first node of each was added, so that a
    component keeps its number when others begin. Ghosts connect the nodes that name them.
    """

    def __init__(self) -> None:
        self._above: dict[_Name, _Name] = {}
        self._first: dict[_Name, float] = {}
        self._added = 0
        self._numbered: list[float] | None = None

    def add(self, name: _Name, after: Iterable[_Name]) -> None:
        """Add a node with its causes."""
        self._added += 1
        top = self._top(name)
        first = min(self._first[top], self._added)
        for cause in after:
            if (other := self._top(cause)) != top:
                self._above[other] = top
                first = min(first, self._first.pop(other))
        self._first[top] = first
        self._numbered = None

    def number(self, name: _Name) -> int:
        """The number of the component that a node or ghost is in; 0 for a stranger."""
        if name not in self._above:
            return 0
        if self._numbered is None:
            self._numbered = sorted(self._first.values())
        return bisect_left(self._numbered, self._first[self._top(name)]) + 1

    def _top(self, name: _Name) -> _Name:
        """The one by which the component of a name is known."""
        if (above := self._above.setdefault(name, name)) == name:
            self._first.setdefault(name, inf)
            return name
        while (further := self._above[above]) != above:
            self._above[name] = further
            name, above = above, further
        return above

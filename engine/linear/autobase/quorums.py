"""Votes and quorums as the design text of Autobase defines them, for display.

The text and the released code differ: the order depends only on `consensus`. The drawings of the
text show these numbers, and readers look for them first.

A writer *votes* for a node by referring to it, directly or not; its own node counts. A node has a
quorum of the first degree when a majority of the indexers has voted for it, and one degree more
whenever a majority knows of the degree before. The text calls a node consistent once its degree is
two higher than that of any *rival*, a node concurrent with it. That alone is not monotone: a node
that one peer considers consistent may lose its lead in a larger view.
"""

import sys
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from tanglescope.engine.linear.autobase.logs import NEVER, Clock, count_reached, join, tick
from tanglescope.engine.linear.graph import Node, Writer
from tanglescope.engine.linear.walk import least_order

UNBOUNDED = sys.maxsize
"""The degree where a single indexer is the majority: it knows at once that it knows."""


@dataclass(frozen=True, slots=True)
class Quorum:
    """What a view knows about a node: its voters, the degree, and the highest degree of a rival."""

    votes: tuple[str, ...]
    degree: int
    rival: int


class Quorums:
    """The quorums in a graph without cycles; causes outside of it are ignored.

    With a *head*, only that node and its past are known; without one, everything is. Degrees above
    `most` are not distinguished: a long chain has as many degrees as entries.
    """

    def __init__(
        self, nodes: Iterable[Node], writers: Iterable[Writer], most: int = UNBOUNDED
    ) -> None:
        known = {node.id: node for node in nodes}
        indexers = [writer.key for writer in writers if writer.indexer and not writer.relayed]
        column_of = {key: column for column, key in enumerate(indexers)}
        columns = {
            name: None if node.writer is None else column_of.get(node.writer)
            for name, node in known.items()
        }
        self._indexers = indexers
        self._most = most
        self._majority = len(indexers) // 2 + 1
        self._causes = {
            name: [cause for cause in node.after if cause in known] for name, node in known.items()
        }
        self._order = least_order(self._causes, lambda name: _key(known[name]))
        self._place = {name: place for place, name in enumerate(self._order)}
        self._logs: list[list[Clock]] = [[] for _ in indexers]
        self._clocks: dict[str, Clock] = {}
        self._quorums: dict[str, list[list[int]]] = {}
        for name in self._order:
            self._read(name, columns[name])
        self._whole: Clock = tuple(map(len, self._logs))
        self._ballots = self._first_votes(columns)

    def of(self, name: str, head: str | None = None) -> Quorum:
        """The quorum over a node."""
        clock, known = self._view(head)
        rival = max((self._degree(other, clock) for other in self._rivals(name, known)), default=0)
        return Quorum(self._votes(name, clock), self._degree(name, clock), rival)

    def votes(self, name: str) -> tuple[str, ...]:
        """The voters for a node when everything is known."""
        return self._votes(name, self._whole)

    def degree(self, name: str) -> int:
        """The degree of a node's quorum when everything is known."""
        return self._degree(name, self._whole)

    def view(self, head: str | None = None) -> dict[str, Quorum]:
        """The quorums over all nodes of a view, causes first."""
        _, known = self._view(head)
        return {
            name: self.of(name, head)
            for place, name in enumerate(self._order)
            if known >> place & 1
        }

    def _read(self, name: str, column: int | None) -> None:
        causes = self._causes[name]
        clock = join([self._clocks[cause] for cause in causes], len(self._logs))
        if column is not None:
            log = self._logs[column]
            clock = tick(join([clock, *log[-1:]], len(self._logs)), column, len(log) + 1)
            log.append(clock)
        self._clocks[name] = clock

    @cached_property
    def _pasts(self) -> dict[str, int]:
        """The past of every node, itself included, as bits, which take much memory."""
        pasts: dict[str, int] = {}
        for place, name in enumerate(self._order):
            past = 1 << place
            for cause in self._causes[name]:
                past |= pasts[cause]
            pasts[name] = past
        return pasts

    def _votes(self, name: str, clock: Clock) -> tuple[str, ...]:
        firsts = zip(self._indexers, self._ballots[name], clock, strict=True)
        return tuple(key for key, first, length in firsts if first < length)

    def _first_votes(self, columns: dict[str, int | None]) -> dict[str, list[int]]:
        """For every node, the place in each log of the first entry that knows it."""
        ballots = {name: [NEVER] * len(self._logs) for name in self._order}
        for name in reversed(self._order):
            own = ballots[name]
            column = columns[name]
            if column is not None:
                own[column] = self._clocks[name][column] - 1
            for cause in self._causes[name]:
                ballots[cause] = [min(pair) for pair in zip(ballots[cause], own, strict=True)]
        return ballots

    def _levels(self, name: str) -> list[list[int]]:
        """Per degree, beginning with the votes: the first entry in each log that knows of it.

        A majority of the nodes of level k makes a quorum of degree k + 1.
        """
        if name not in self._quorums:
            levels = [needed := self._ballots[name]]
            while len(levels) <= self._most and 1 < self._majority <= len(needed) - needed.count(
                NEVER
            ):
                needed = [self._first_with(log, needed) for log in self._logs]
                levels.append(needed)
            self._quorums[name] = levels
        return self._quorums[name]

    def _first_with(self, log: list[Clock], needed: list[int]) -> int:
        """The place of the first entry in a log that knows a majority of the needed ones."""
        place = bisect_left(
            log, True, key=lambda clock: count_reached(clock, needed) >= self._majority
        )
        return place if place < len(log) else NEVER

    def _degree(self, name: str, clock: Clock) -> int:
        levels = self._levels(name)
        degree = bisect_left(
            levels, True, key=lambda needed: count_reached(clock, needed) < self._majority
        )
        return min(UNBOUNDED if degree and self._majority == 1 else degree, self._most)

    def _rivals(self, name: str, known: int) -> list[str]:
        """The nodes of a view that are neither in the past nor in the future of a node."""
        place = self._place[name]
        past = self._pasts[name]
        return [
            other
            for index, other in enumerate(self._order)
            if known >> index & 1 and not past >> index & 1 and not self._pasts[other] >> place & 1
        ]

    def _view(self, head: str | None) -> tuple[Clock, int]:
        """How much of each log a view holds, and the places of its nodes as bits."""
        if head is None:
            return self._whole, (1 << len(self._order)) - 1
        return self._clocks[head], self._pasts[head]


def _key(node: Node) -> tuple[str, int, str]:
    return (node.writer or "", node.sequence or 0, node.id)

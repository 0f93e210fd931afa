"""The settled line: the part of a timeline that no message of the listed writers can reorder.

ScuttleSort has no consensus: any writer may have written an unseen message that belongs far up. But
a writer's next message comes after its last one, so it has a greater rank. Below the lowest of
these ranks, and before the first message with a missing cause, nothing can change any more.
`docs/settled.md` has the assumptions and the proof.
"""

from bisect import bisect_left
from collections.abc import Iterable
from typing import TypeAlias

from tanglescope.engine.linear.autobase.logs import in_logs
from tanglescope.engine.linear.edits import Edit
from tanglescope.engine.linear.graph import Graph
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tanglescope.engine.linear.walk import least_order

Line: TypeAlias = tuple[int, str]
"""A position in the order as (rank, name); everything before it is settled."""

TOP: Line = (0, "")
"""The line when nothing is settled."""


class SettledLine:
    """Watches a timeline that grows by `add` alone, every log in its order.

    Messages of unlisted writers are added too, but can reorder the settled part. A listed writer is
    `unruly` if one of its messages doesn't come after the one before. Then its next message may be
    anywhere, and nothing is settled.
    """

    __slots__ = ("_last", "_missing", "timeline", "unruly")

    def __init__(self, timeline: Timeline, writers: Iterable[str]) -> None:
        if len(timeline):
            raise ValueError("a settled line has to watch its timeline from the beginning")
        self.timeline = timeline
        self._last: dict[str, str | None] = dict.fromkeys(writers)
        self._missing: dict[str, list[str]] = {}
        self.unruly: set[str] = set()

    def add(self, name: str, after: Iterable[str], writer: str) -> list[Edit]:
        """Add the next message of a writer's log to the timeline."""
        causes = dict.fromkeys(after)
        edits = self.timeline.add(name, causes)
        self._missing.pop(name, None)
        for cause in causes:
            if cause not in self.timeline:
                self._missing.setdefault(cause, []).append(name)
        if writer in self._last:
            last = self._last[writer]
            if last is not None and not self._follows(name, causes, last):
                self.unruly.add(writer)
            self._last[writer] = name
        return edits

    @property
    def line(self) -> Line:
        """The position in the order before which everything stays in place."""
        rank = self.timeline.rank
        places = [TOP if last is None else (rank(last) + 1, "") for last in self._last.values()]
        # Of the messages with something missing in their past, the first one lacks a cause.
        for names in self._missing.values():
            places += [(rank(name), name) for name in names]
        return TOP if self.unruly else min(places, default=(len(self.timeline), ""))

    @property
    def settled_length(self) -> int:
        """The number of messages at the beginning of the order that can't move any more."""
        timeline = self.timeline
        return bisect_left(
            range(len(timeline)),
            self.line,
            key=lambda position: (timeline.rank(timeline[position]), timeline[position]),
        )

    @property
    def last_settled(self) -> str | None:
        """The last message before the line."""
        settled = self.settled_length
        return self.timeline[settled - 1] if settled else None

    @property
    def held_by(self) -> list[str]:
        """The listed writers whose last messages limit the line, until all of them write again."""
        line, rank = self.line, self.timeline.rank
        return [
            writer
            for writer, last in self._last.items()
            if (TOP if last is None else (rank(last) + 1, "")) == line
        ]

    def _follows(self, name: str, causes: Iterable[str], last: str) -> bool:
        timeline = self.timeline
        return last in causes or (
            timeline.rank(name) > timeline.rank(last) and not timeline.is_concurrent(last, name)
        )


def settle(graph: Graph) -> SettledLine:
    """The settled line of a graph whose nodes have all arrived, causes first.

    In an excerpt, only the edges count: a writer whose node doesn't follow the one before it is
    unruly there. Nodes on a cycle are left out.
    """
    line = SettledLine(Timeline(), (writer.key for writer in graph.writers))
    nodes = {node.id: node for node in graph.nodes}
    logs = {node.id: node.after for node in in_logs(graph).nodes}
    places = {id_: place for place, id_ in enumerate(nodes)}
    for id_ in least_order(logs, places.__getitem__):
        node = nodes[id_]
        line.add(id_, node.after, node.writer or "")
    return line

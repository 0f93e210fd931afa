"""The logs of the indexers, which decide what becomes final.

A vector clock holds what an entry knows of each log. From the clocks follow which indexers acked an
entry, and whether it is confirmed.

A writer can append several entries at once. In a log, such a batch counts down: every entry says
how many of its batch follow. If a graph file contradicts itself, the countdown in the log decides,
as in Autobase.

A thread can be seen as excerpts of logs. It holds some messages of each author's log, and these
needn't name the previous one by the same author. In orders of log entries, an author's messages
still follow one another: later ones were written with knowledge of earlier ones.
"""

import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from operator import gt, le
from typing import TypeAlias

from tanglescope.engine.linear.graph import Graph, Node, Writer

MOST_INDEXERS = 32
"""The default number of voting writers of a thread: those who wrote most in it."""


def writers_of(nodes: Iterable[Node]) -> tuple[Writer, ...]:
    """The writers of the nodes, by key."""
    written = Counter(node.writer for node in nodes if node.writer is not None)
    busiest = sorted(written, key=lambda key: (-written[key], key))
    voting = frozenset(busiest[:MOST_INDEXERS])
    return tuple(Writer(key, indexer=key in voting) for key in sorted(written))


def in_logs(graph: Graph) -> Graph:
    """The graph, with every node of an excerpt after its writer's previous one in it.

    If a log forks, both branches follow the common part, and later nodes follow the branch that
    arrived first.
    """
    if not graph.is_excerpt:
        return graph
    logs: dict[str, list[Node]] = {}
    for node in graph.nodes:
        if node.writer is not None and node.sequence is not None:
            logs.setdefault(node.writer, []).append(node)
    previous: dict[str, str] = {}
    for log in logs.values():
        log.sort(key=_sequence)
        last, current = None, log[0]
        for node in log:
            if _sequence(node) > _sequence(current):
                last, current = current, node
            if last is not None:
                previous[node.id] = last.id
    nodes = tuple(_excerpt(node, previous.get(node.id)) for node in graph.nodes)
    return replace(graph, nodes=nodes, is_excerpt=False)


def _excerpt(node: Node, previous: str | None) -> Node:
    if previous is None or previous in node.after:
        return node
    return replace(node, after=(previous, *node.after))


def _sequence(node: Node) -> int:
    assert node.sequence is not None
    return node.sequence


Clock: TypeAlias = tuple[int, ...]
"""Per column, how many entries of that indexer's log are known; the entry itself included."""

NEVER = sys.maxsize
"""A position beyond every clock."""


def join(clocks: Iterable[Clock], columns: int) -> Clock:
    """The union of the knowledge in these clocks."""
    together = set(clocks)
    if len(together) > 1:
        return tuple(map(max, *together))
    return together.pop() if together else (0,) * columns


def tick(clock: Clock, column: int, length: int) -> Clock:
    """The clock with `length` known entries in `column`."""
    return (*clock[:column], length, *clock[column + 1 :])


def count_reached(clock: Clock, places: Sequence[int]) -> int:
    """The number of columns whose clock includes the entry at the given position of the log."""
    return sum(map(gt, clock, places))


def within(clock: Clock, places: Sequence[int]) -> bool:
    """Whether no column's clock includes the entry at the given position of the log."""
    return all(map(le, clock, places))


class LogEntry:
    """An entry in the log of an indexer: `index` counts its log, `number` all arrivals.

    `backers` is a set of columns as bits, see `consensus`. An entry is a `merge` if it joined
    several branches of unconfirmed entries when it came.
    """

    __slots__ = ("backers", "backing", "clock", "column", "index", "merge", "name", "number")

    def __init__(self, name: str, column: int, clock: Clock, number: int, *, merge: bool) -> None:
        self.name = name
        self.column = column
        self.index = clock[column] - 1
        self.clock = clock
        self.number = number
        self.merge = merge
        self.backers = 1 << column
        self.backing: Backing | None = None

    def knows(self, other: "LogEntry") -> bool:
        """Whether the other entry is this one or in its past."""
        return self.clock[other.column] > other.index


LogRun: TypeAlias = tuple[list[LogEntry], range]
"""A log, and the positions of consecutive entries in it."""


class Logs:
    """One log per column, and the number of confirmed entries of each.

    Indexing returns a log. `settled` is what was confirmed when the current update began.
    """

    __slots__ = ("_entries", "arrivals", "confirmed", "majority", "settled")

    def __init__(self, columns: int) -> None:
        self._entries: list[list[LogEntry]] = [[] for _ in range(columns)]
        self.majority = columns // 2 + 1
        self.arrivals = 0
        self.confirmed = [0] * columns
        self.settled = self.confirmed[:]

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[list[LogEntry]]:
        return iter(self._entries)

    def __getitem__(self, column: int) -> list[LogEntry]:
        return self._entries[column]

    def append(self, name: str, column: int, clock: Clock) -> LogEntry:
        """Append an entry, whose clock counts itself, to a log."""
        self.arrivals += 1
        entry = LogEntry(name, column, clock, self.arrivals, merge=self._joins(column, clock))
        self._entries[column].append(entry)
        return entry

    def tails(self) -> list[LogEntry]:
        """The entries that know nothing unconfirmed except themselves."""
        return [
            log[out]
            for log, out in zip(self._entries, self.confirmed, strict=True)
            if out < len(log) and self.is_tail(log[out])
        ]

    def is_tail(self, entry: LogEntry) -> bool:
        """Whether an unconfirmed entry knows nothing unconfirmed but itself."""
        is_first = entry.index == self.confirmed[entry.column]
        return is_first and count_reached(entry.clock, self.confirmed) == 1

    def knows_confirmed(self, entry: LogEntry) -> bool:
        """Whether an entry knows all that is confirmed."""
        return within(tuple(self.confirmed), entry.clock)

    def others(self, column: int) -> Iterator[tuple[int, list[LogEntry]]]:
        """All columns and logs except one."""
        for other, log in enumerate(self._entries):
            if other != column:
                yield other, log

    def ignorant(self, released: LogEntry) -> list[LogRun]:
        """The unconfirmed entries that don't know a confirmed one, as a run of each log."""
        runs: list[LogRun] = []
        for other, log in self.others(released.column):
            first = self.confirmed[other]
            if first < len(log) and not log[first].knows(released):
                end = bisect_right(
                    log, released.index, lo=first, key=lambda entry: entry.clock[released.column]
                )
                runs.append((log, range(first, end)))
        return runs

    def _joins(self, column: int, clock: Clock) -> bool:
        """Whether the known past has several unconfirmed heads."""
        known = list(clock)
        known[column] -= 1
        heads = []
        for place, out in enumerate(self.confirmed):
            if known[place] > out:
                heads.append(self._entries[place][known[place] - 1])
            else:
                known[place] = 0
        below = tuple(known)
        return len(heads) > 1 and not any(within(below, head.clock) for head in heads)


class Backing:
    """The backing of an entry among the indexers; a set of indexers has a bit for each column.

    `rivals` and `acks` hold the positions of the first rival and of the ack in the log of each
    column. `acked` are the indexers with a newer entry that knows m acks; `newer` are those of the
    others whose last entry is newer; `alive` are those that have seen no rival, or acked before
    they saw one.
    """

    __slots__ = ("_logs", "acked", "acks", "alive", "arrivals", "entry", "newer", "rivals")

    def __init__(self, entry: LogEntry, logs: Logs) -> None:
        own = entry.column
        self.entry = entry
        self._logs = logs
        self.arrivals = logs.arrivals
        self.acked = self.newer = self.alive = 0
        self.rivals = [self._first_rival(column, log) for column, log in enumerate(logs)]
        # An ack is the first entry after those that were confirmed before the current update.
        # Within the update, an entry that was just confirmed prevents acks by entries that don't
        # know it.
        self.acks = [NEVER] * len(logs)
        self.acks[own] = entry.index
        for column, log in logs.others(own):
            first = max(entry.clock[column], logs.settled[column])
            if first < len(log) and self.is_newer(log[first]):
                self.acks[column] = first
        for column, log in enumerate(logs):
            self._survey(column, log)

    @property
    def is_hopeless(self) -> bool:
        """Whether new entries alone can't confirm the entry."""
        return (self.acked | self.alive).bit_count() < self._logs.majority

    @property
    def has_quorum(self) -> bool:
        """Whether a majority of indexers acknowledged the entry."""
        return len(self.acks) - self.acks.count(NEVER) >= self._logs.majority

    @property
    def is_confirmed(self) -> bool:
        """Whether the entry is confirmed by everything that is known."""
        if not self.has_quorum:
            return False
        everyone = (1 << len(self.acks)) - 1
        return self.acked.bit_count() >= self._logs.majority or self.acked | self.newer == everyone

    def is_confirmed_at(self, above: LogEntry) -> bool:
        """Whether the entry is confirmed as seen from an entry that knows it."""
        if not self.has_quorum:
            return False
        majority, logs = self._logs.majority, self._logs
        confirmed = possible = 0
        for column, known in enumerate(above.clock):
            log = logs[column]
            last = self._last_newer(column, log, known - (column == above.column))
            if last is not None and self._knows_quorum(log[last]):
                confirmed += 1
            elif self._is_open(column, known) or self.is_newer(log[known - 1]):
                possible += 1
        if confirmed >= majority:
            return True
        return confirmed + possible >= majority and self._knows_quorum(above)

    def is_newer(self, entry: LogEntry) -> bool:
        """Whether `entry` knows this one and no rival of it."""
        subject = self.entry
        return entry.clock[subject.column] > subject.index and within(entry.clock, self.rivals)

    def hear(self, witness: LogEntry) -> None:
        """Process the next entry of an indexer that is alive and has not acknowledged."""
        column = witness.column
        bit = 1 << column
        if self.is_newer(witness):
            if self.acks[column] == NEVER:
                self.acks[column] = witness.index
            if self._knows_quorum(witness):
                self.acked |= bit
                self.newer &= ~bit
            else:
                self.newer |= bit
            return
        if not witness.knows(self.entry):
            self.rivals[column] = witness.index
        self.alive &= ~bit
        self.newer &= ~bit

    def _first_rival(self, column: int, log: list[LogEntry]) -> int:
        entry = self.entry
        first = max(entry.clock[column], self._logs.confirmed[column])
        is_rival = first < len(log) and log[first].clock[entry.column] <= entry.index
        return first if is_rival else NEVER

    def _survey(self, column: int, log: list[LogEntry]) -> None:
        bit = 1 << column
        last = self._last_newer(column, log, len(log))
        if last is None:
            self.alive |= bit if self._is_open(column, len(log)) else 0
        elif self._knows_quorum(log[last]):
            self.acked |= bit
        elif last == len(log) - 1:
            self.alive |= bit
            self.newer |= bit

    def _is_open(self, column: int, length: int) -> bool:
        """Whether the entry knows the first `length` entries of a log, except confirmed ones."""
        return length <= max(self.entry.clock[column], self._logs.confirmed[column])

    def _knows_quorum(self, entry: LogEntry) -> bool:
        return count_reached(entry.clock, self.acks) >= self._logs.majority

    def _last_newer(self, column: int, log: list[LogEntry], length: int) -> int | None:
        """The position of the last newer entry among the first `length` of a log.

        From the first entry on that knows the subject, newer ones come before all others.
        """
        entry = self.entry
        if column == entry.column:
            first = entry.index
        else:
            first = max(entry.clock[column], self._logs.confirmed[column])
        if first >= length or self.rivals[column] != NEVER:
            return None
        if self.is_newer(log[length - 1]):
            return length - 1
        if not self.is_newer(log[first]):
            return None
        low, high = first, length - 1
        while high - low > 1:
            middle = (low + high) // 2
            if self.is_newer(log[middle]):
                low = middle
            else:
                high = middle
        return low


def as_autobase(graph: Graph) -> Graph:
    """A graph as an Autobase requires it: logs linked, batches complete, no causes outside.

    Missing causes are treated as confirmed earlier, as in an Autobase that was truncated.
    """
    graph = in_batches(in_logs(graph))
    here = {node.id for node in graph.nodes}
    return replace(graph, nodes=tuple(_within(node, here) for node in graph.nodes))


def _within(node: Node, here: set[str]) -> Node:
    if all(cause in here for cause in node.after):
        return node
    return replace(node, after=tuple(cause for cause in node.after if cause in here))


def in_batches(graph: Graph) -> Graph:
    """The graph with every batch as one block, which knows at its start what any of it knows.

    Nodes that refer to one of its entries come after all of them. Batches whose first entries are
    not in the graph are numbered anew. A batch without its end stays incomplete.
    """
    runs = _runs(graph.nodes)
    if not runs:
        return graph
    last = {node.id: run[-1].id for run in runs if _is_complete(run) for node in run}
    blocks = {node.id: node for run in runs for node in _block(run, last)}
    nodes = tuple(blocks.get(node.id) or _after(node, node.after, last) for node in graph.nodes)
    return replace(graph, nodes=nodes)


def _runs(nodes: Iterable[Node]) -> list[list[Node]]:
    """The batches of all logs: consecutive entries, each up to the last one of its batch."""
    logs: dict[str, dict[int, Node]] = {}
    starts: list[Node] = []
    for node in nodes:
        if node.writer is not None and node.sequence is not None:
            logs.setdefault(node.writer, {})[node.sequence] = node
            if node.batch is not None:
                starts.append(node)
    starts.sort(key=lambda node: node.sequence or 0)
    runs: list[list[Node]] = []
    taken: set[str] = set()
    for start in starts:
        if start.id not in taken and _following(start):
            run = _run(start, logs[start.writer or ""])
            taken.update(node.id for node in run)
            runs.append(run)
    return runs


def _run(start: Node, log: dict[int, Node]) -> list[Node]:
    run = [start]
    while _following(run[-1]):
        following = log.get((run[-1].sequence or 0) + 1)
        if following is None:
            break
        run.append(following)
    return run


def _following(node: Node) -> int:
    """The number of entries of its batch that follow, as the node declares."""
    return 0 if node.batch is None else node.batch[1] - node.batch[0]


def _is_complete(run: list[Node]) -> bool:
    return not _following(run[-1])


def _block(run: list[Node], last: dict[str, str]) -> list[Node]:
    count = len(run) if _is_complete(run) else len(run) + 1
    inside = {node.id for node in run}
    causes = [cause for node in run for cause in node.after if cause not in inside]
    block = [replace(_after(run[0], causes, last), batch=(1, count))]
    for place, node in enumerate(run[1:], start=2):
        block.append(replace(node, after=(run[place - 2].id,), batch=(place, count)))
    return block


def _after(node: Node, causes: Iterable[str], last: dict[str, str]) -> Node:
    after = tuple(dict.fromkeys(last.get(cause, cause) for cause in causes))
    return node if after == node.after else replace(node, after=after)

"""The logs of the indexers: the part of an Autobase that decides what becomes final."""

from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

from engine.linear.autobase.clocks import Clock, reached, within

if TYPE_CHECKING:
    from engine.linear.autobase.backing import Backing


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


Run: TypeAlias = tuple[list[LogEntry], range]
"""A log, and the places of some of its entries that follow one another."""


class Logs:
    """One log a column, and how many entries of each are confirmed.

    Indexing gives a log. `settled` is what was confirmed when the running update began.
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
        """The entries that know nothing unconfirmed but themselves."""
        return [
            log[out]
            for log, out in zip(self._entries, self.confirmed, strict=True)
            if out < len(log) and self.is_tail(log[out])
        ]

    def is_tail(self, entry: LogEntry) -> bool:
        """Whether an unconfirmed entry knows nothing unconfirmed but itself."""
        is_first = entry.index == self.confirmed[entry.column]
        return is_first and reached(entry.clock, self.confirmed) == 1

    def knows_confirmed(self, entry: LogEntry) -> bool:
        """Whether an entry knows all that is confirmed."""
        return within(tuple(self.confirmed), entry.clock)

    def others(self, column: int) -> Iterator[tuple[int, list[LogEntry]]]:
        """All columns and logs but one."""
        for other, log in enumerate(self._entries):
            if other != column:
                yield other, log

    def ignorant(self, released: LogEntry) -> list[Run]:
        """The unconfirmed entries that do not know one that is confirmed, a run a log."""
        runs: list[Run] = []
        for other, log in self.others(released.column):
            first = self.confirmed[other]
            if first < len(log) and not log[first].knows(released):
                end = bisect_right(
                    log, released.index, lo=first, key=lambda entry: entry.clock[released.column]
                )
                runs.append((log, range(first, end)))
        return runs

    def _joins(self, column: int, clock: Clock) -> bool:
        """Whether what is known below has several heads that are not confirmed."""
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

"""What would settle an Autobase: the fewest next entries that confirm what isn't confirmed yet.

The next entries are written one after the other, and each knows everything that is there. So they
form a chain at the end of the graph, and only their writers matter. Which ones are enough follows
from the rules of `consensus`:

- A chain gives no ack to an entry that has *rivals*, unconfirmed entries concurrent with it: each
  entry of the chain knows them, too. Such an entry is confirmed together with the first entry
  above it that has none, or else with the first entry of the chain.
- Entries without rivals are above or below each other, and what a lower one lacks is never more
  than what a higher one lacks. So the lowest one above all targets decides.
- With n indexers, a majority of m, and a acks of that entry, one entry by each of the other n - a
  indexers confirms it, because no indexer saw a rival. The other way takes m - a further acks, and
  then entries by m indexers that know m acks.

If an entry that isn't confirmed yet changes the indexers, others vote after it. Then the fewest
entries are searched for, as far as that is affordable.
"""

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import product

from tanglescope.engine.linear.autobase.logs import NEVER, Backing, LogEntry, Logs, as_autobase
from tanglescope.engine.linear.autobase.order import Autobase, base_of, whole_order
from tanglescope.engine.linear.autobase.removals import find_removals
from tanglescope.engine.linear.edits import MovedRow, moved_rows
from tanglescope.engine.linear.errors import UnknownEvent
from tanglescope.engine.linear.graph import Graph, NextEntry, chain, with_entries
from tanglescope.engine.linear.horizon import closure

_AFFORDABLE = 400_000
"""Arrivals that are simulated at most in search of fewer entries."""


@dataclass(frozen=True, slots=True)
class Settlement:
    """The next entries that settle an Autobase, and the order with them.

    `confirmed` and `confirms` count the confirmed entries before and after. `is_fewest` is False if
    it isn't known whether fewer entries would do.
    """

    confirmed: int
    entries: tuple[NextEntry, ...]
    confirms: int
    order: tuple[str, ...]
    moves: tuple[MovedRow, ...]
    is_fewest: bool = True


@dataclass(frozen=True, slots=True)
class Unsettled:
    """Why no next entries settle an Autobase: who would have to write, or what has to arrive.

    Of `indexers`, at least `majority` have to write, and `available` can: the others write nothing
    any more, are removed, or an entry of theirs waits. `waiting` are entries
    that can't be confirmed before what they wait for arrives. `is_certain` is False if it isn't
    known whether other entries would do.
    """

    confirmed: int
    indexers: int
    majority: int
    available: int
    waiting: tuple[str, ...]
    is_certain: bool = True


def settlement(
    graph: Graph, entry: str | None = None, without: Collection[str] = ()
) -> Settlement | Unsettled:
    """The fewest next entries that confirm an entry, or else everything that is there.

    Writers in `without`, and those who are removed by now, write nothing any more. Raises
    `UnknownEvent`.
    """
    if entry is not None and all(node.id != entry for node in graph.nodes):
        raise UnknownEvent(entry)
    return _Search(graph, entry, frozenset(without)).answer()


class _Search:
    def __init__(self, graph: Graph, entry: str | None, without: Collection[str]) -> None:
        self._named = graph
        self._graph = graph = as_autobase(graph)
        self._base = base_of(graph)
        self._nodes = {node.id: node for node in graph.nodes}
        waiting = self._base.set_aside
        self._before = whole_order(self._base, graph)
        # The next entry of a writer refers to its last one, and waits with it. Who knows of the own
        # removal, confirmed or not, can't write.
        self._without = {
            *without,
            *(self._nodes[name].writer for name in waiting),
            *find_removals(graph, self._before),
        }
        self._waiting = tuple(waiting if entry is None else {entry}.intersection(waiting))
        self._targets = frozenset((entry,) if entry is not None else self._nodes)
        self._is_certain = True

    def answer(self) -> Settlement | Unsettled:
        if self._waiting:
            return self._why_unsettled()
        writers = self._fewest()
        if writers is None:
            return self._why_unsettled()
        entries = self._chain(writers)
        graph = with_entries(self._graph, entries)
        base = base_of(graph)
        after = whole_order(base, graph)
        return Settlement(
            self._base.confirmed_length,
            entries,
            base.confirmed_length,
            tuple(after),
            tuple(moved_rows(self._before, after)),
            self._is_certain,
        )

    def _fewest(self) -> list[str] | None:
        """The writers of the fewest next entries; None if no entries are enough."""
        found = self._by_rule()
        if not self._base.changes_indexers:
            return found
        # Each indexer twice is enough for any rule of majorities.
        upper = 2 * len(self._able()) + 1 if found is None else len(found)
        return self._shorter(upper) or found

    def _by_rule(self) -> list[str] | None:
        """The writers of next entries that are enough: the fewest while the indexers stay."""
        base, writers = self._base, list[str]()
        while not self._is_settled(base):
            votes = _votes(base, self._above(base), self._without)
            if not votes:
                return None
            writers += votes
            later = self._simulate(writers)
            if later.confirmed_length == base.confirmed_length:
                raise AssertionError(f"entries by {votes} confirm nothing")
            base = later
        return writers

    def _shorter(self, upper: int) -> list[str] | None:
        """Writers of fewer entries than `upper`, found by trying; None if there are none."""
        able = self._able()
        affordable = _AFFORDABLE // (len(self._nodes) + upper + 1)
        for length in range(1, upper):
            for writers in product(able, repeat=length):
                if not affordable:
                    self._is_certain = False
                    return None
                affordable -= 1
                if self._is_settled(self._simulate(writers)):
                    return list(writers)
        return None

    def _able(self) -> list[str]:
        """Those that can write and vote, now or after an entry that isn't confirmed yet."""
        joining = (
            writer.key
            for writer in self._graph.writers
            if writer.added and writer.indexer and not writer.relayed
        )
        able = dict.fromkeys((*self._base.indexers, *joining))
        return sorted(key for key in able if key not in self._without)

    def _simulate(self, writers: Sequence[str]) -> Autobase:
        return base_of(with_entries(self._graph, self._chain(writers)))

    def _chain(self, writers: Sequence[str]) -> tuple[NextEntry, ...]:
        return tuple(chain(self._named, self._base.heads, writers))

    def _is_settled(self, base: Autobase) -> bool:
        return not self._targets.intersection(base.unconfirmed_entries)

    def _above(self, base: Autobase) -> LogEntry | None:
        """The lowest entry without rivals that is above all targets; None if there is none."""
        targets = self._targets.intersection(base.unconfirmed_entries)
        entries = without_rivals(base.logs)
        place = bisect_left(
            entries,
            True,
            key=lambda entry: targets <= {entry.name, *closure(entry.name, base.needed_by)},
        )
        return entries[place] if place < len(entries) else None

    def _why_unsettled(self) -> Unsettled:
        indexers = self._base.indexers
        available = sum(key not in self._without for key in indexers)
        return Unsettled(
            self._base.confirmed_length,
            len(indexers),
            len(indexers) // 2 + 1 if indexers else 0,
            available,
            self._waiting,
            self._is_certain,
        )


def without_rivals(logs: Logs) -> list[LogEntry]:
    """The unconfirmed entries that are before or after every other one, from the lowest."""
    found = [
        entry
        for log, out in zip(logs, logs.confirmed, strict=True)
        for entry in log[out:]
        if all(place == NEVER for place in Backing(entry, logs).rivals)
    ]
    return sorted(found, key=lambda entry: sum(entry.clock))


def _votes(base: Autobase, entry: LogEntry | None, without: Collection[str | None]) -> list[str]:
    """The writers of the fewest next entries that confirm an entry; none if that is impossible.

    Without an entry, it is the first of the next entries that is confirmed.
    """
    indexers = sorted(base.indexers)
    able = [key for key in indexers if key not in without]
    majority = len(indexers) // 2 + 1
    acking, knowing = set[str](), set[str]()
    if entry is not None:
        backing = Backing(entry, base.logs)
        for column, key in enumerate(base.indexers):
            if backing.acks[column] != NEVER:
                acking.add(key)
            if backing.acked >> column & 1:
                knowing.add(key)
    silent = [key for key in able if key not in acking]
    ways: list[list[str]] = []
    if len(silent) == len(indexers) - len(acking):
        ways.append(silent)
    acks = silent[: max(0, majority - len(acking))]
    if len(acking) + len(acks) >= majority:
        knowing.update(acks[-1:])
        rest = [key for key in able if key not in knowing]
        needed = majority - len(knowing)
        if len(rest) >= needed:
            ways.append([*acks, *rest[:needed]])
    return min(ways, key=len, default=[])

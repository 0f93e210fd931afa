"""Autobase: entries of several writers in one order, whose beginning becomes final as it grows.

The order of Autobase 7.28.1: first the confirmed entries, group by group in the order of
confirmation (`consensus` says what becomes final and when); then the *tip*, all others in least
topological order by (writer, sequence). Every update reports how many entries at the end of the old
tip are undone, and the edits for replicas.

Two kinds of writers don't vote. Entries of *non-indexing* writers are ordered and pass on what they
know, but do not vote. Entries of *relayed* writers are not even in the tip; they are confirmed
together with the first confirmed entry of another writer that refers to them. Relayed writers exist
only in the design text of Autobase: no reference implementation is known.

Entries of a *batch*, which were appended at once, arrive together, vote as one and are confirmed
together. When a confirmed entry changes the indexers, the consensus begins anew after it, with the
new indexers and everything that is not confirmed yet.

An entry with missing causes is set aside until they arrive. A log is read from its beginning: an
entry that arrives after a later one of its writer, which doesn't refer to it, is ordered but
doesn't vote.

The tip is the unconfirmed entries, in least topological order. A new entry, which nothing refers to
yet, belongs directly before the first entry with a greater key after its last cause: that is its
least topological position, and the others stay. If the confirmed entries are at the front in this
order, the rest stays unchanged; otherwise the tip is rebuilt.
"""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from tanglescope.engine.linear.autobase.consensus import (
    ConfirmationProgress,
    Consensus,
    confirmation_progress,
)
from tanglescope.engine.linear.autobase.logs import Clock, LogEntry, Logs, as_autobase, join, tick
from tanglescope.engine.linear.edit_script import common_beginning, fewest_moves
from tanglescope.engine.linear.edits import Edit, Insert, Move
from tanglescope.engine.linear.errors import DuplicateEvent, UnknownEvent
from tanglescope.engine.linear.graph import Graph, Writer
from tanglescope.engine.linear.graph import Node as GraphNode
from tanglescope.engine.linear.orders.node_sequence import (
    NodeKey,
    NodeSequence,
    SequencedNode,
    least_order_with_late,
)
from tanglescope.engine.linear.walk import HeldEvents, least_order


@dataclass(frozen=True, slots=True)
class Update:
    """A change: the last `undo` entries of the old tip are removed, the first `shared` ones stay.

    `confirmed` are the entries that became final; the edits count from the first confirmed entry
    of all.
    """

    confirmed: tuple[str, ...]
    undo: int
    shared: int
    edits: tuple[Edit, ...]


class Tip:
    """Nodes in least order; `start` is the position of the first one in the whole order."""

    __slots__ = ("_fresh", "_inserts", "_late", "_touched", "nodes", "start")

    def __init__(self) -> None:
        self.nodes = NodeSequence()
        self.start = 0
        self._fresh: set[SequencedNode] = set()
        self._inserts: list[Edit] = []
        self._touched = 0
        self._late = False

    def add(self, node: SequencedNode) -> None:
        """Insert a node that nothing refers to."""
        self._fresh.add(node)
        self._late = self._late or node.optimistic
        if self._late:
            self.nodes.append(node)
            return
        place = self.nodes.put(node)
        self._touched = min(self._touched, place)
        self._inserts.append(Insert(node.name, self.start + place))

    def release(self, nodes: list[SequencedNode]) -> Update:
        """Remove the confirmed nodes, and return the changes since the last call."""
        before = len(self.nodes) - len(self._fresh)
        if not self._late and self.nodes.begins_with(nodes):
            shared = min(self._touched, before)
            edits = self._inserts
            self.nodes.drop(len(nodes))
        else:
            old = [node for node in self.nodes if node not in self._fresh]
            wanderers = {*nodes, *self._order_again()}
            new = [*nodes, *self.nodes]
            shared = common_beginning(old, new)
            edits = _edits(old[shared:], new[shared:], wanderers, self.start + shared)
        self.start += len(nodes)
        self._fresh.clear()
        self._inserts = []
        self._touched = len(self.nodes)
        return Update(tuple(node.name for node in nodes), before - shared, shared, tuple(edits))

    def _order_again(self) -> list[SequencedNode]:
        """Order the remaining nodes anew; return those that may have moved."""
        rest = [node for node in self.nodes if not node.confirmed]
        if self._late:
            late = {node for node in rest if node.optimistic}
            causes = {node: node.behind for node in rest}
            self.nodes = NodeSequence(least_order_with_late(causes, _key, late))
            self._late = bool(late)
            return rest
        # Only a node that waited for a released one can be further forward now.
        freed = next((i for i, node in enumerate(rest) if _was_freed(node)), len(rest))
        self.nodes = NodeSequence(rest[:freed])
        for node in rest[freed:]:
            self.nodes.put(node)
        return rest[freed:]


def _was_freed(node: SequencedNode) -> bool:
    return any(cause.confirmed for cause in node.behind)


def _edits(
    old: Sequence[SequencedNode],
    new: Sequence[SequencedNode],
    wanderers: Set[SequencedNode],
    start: int,
) -> list[Edit]:
    """The fewest edits from one order to one with more nodes: move what moved, insert the rest.

    All nodes except the wanderers keep their relative order.
    """
    place = {node: index for index, node in enumerate(old)}
    kept = [node for node in new if node in place]
    after = [index for index, node in enumerate(kept) if node in wanderers]
    stood = [place[kept[index]] for index in after]
    before = sorted(stood)
    turn = {index: origin for origin, index in enumerate(before)}
    edits: list[Edit] = []
    for move in fewest_moves(before, after, [turn[index] for index in stood]):
        assert isinstance(move, Move)
        edits.append(Move(start + move.source, start + move.destination))
    edits += [
        Insert(node.name, start + index) for index, node in enumerate(new) if node not in place
    ]
    return edits


class IndexerMembership:
    """The indexers at the confirmed point of an order."""

    __slots__ = ("_additions", "_pending", "_removals", "_wrote", "indexers")

    def __init__(self, writers: Iterable[Writer]) -> None:
        voting = [writer for writer in writers if writer.indexer and not writer.relayed]
        self.indexers = [writer.key for writer in voting if not writer.added]
        self._additions: dict[str, list[str]] = {}
        self._removals: dict[str, list[str]] = {}
        for writer in voting:
            for name in writer.added:
                self._additions.setdefault(name, []).append(writer.key)
            for name in writer.removed:
                self._removals.setdefault(name, []).append(writer.key)
        self._pending: set[str] = set()
        self._wrote: set[str] = set()

    @property
    def is_fixed(self) -> bool:
        """Whether no entry can change the indexers."""
        return not self._additions and not self._removals and not self._pending

    def confirm(self, names: Sequence[str], writer: str | None) -> bool:
        """Whether a newly confirmed batch of a writer changes the indexers."""
        before = list(self.indexers)
        if writer is not None:
            self._wrote.add(writer)
            if writer in self._pending:
                self._join(writer)
        for name in names:
            for key in self._removals.pop(name, ()):
                if key in self.indexers:
                    self.indexers.remove(key)
            for key in self._additions.pop(name, ()):
                if key in self._wrote:
                    self._join(key)
                else:
                    self._pending.add(key)
        return self.indexers != before

    def _join(self, key: str) -> None:
        self._pending.discard(key)
        if key not in self.indexers:
            self.indexers.append(key)


class _KnownEntry(SequencedNode):
    """An entry whose causes are all known; `causes` are the unconfirmed ones.

    The clock belongs to an `era`, the time between two changes of the indexers.
    """

    __slots__ = ("arrival", "batch", "causes", "clock", "entry", "era", "relayed")

    def __init__(
        self, arrival: "_Arrival", causes: "tuple[_KnownEntry, ...]", era: int, *, relayed: bool
    ) -> None:
        key = (arrival.writer or "", arrival.sequence, arrival.name)
        self.arrival = arrival
        self.batch: list[_KnownEntry] | None = None
        self.causes = causes
        self.clock: Clock = ()
        self.entry: LogEntry | None = None
        self.era = era
        self.relayed = relayed
        super().__init__(arrival.name, key, _visible(causes), optimistic=arrival.optimistic)


class _Arrival(NamedTuple):
    name: str
    after: tuple[str, ...]
    writer: str | None
    sequence: int
    optimistic: bool
    is_batched: bool


_Append: TypeAlias = tuple[_Arrival, ...]
"""The entries of one batch."""


class Autobase:
    """The confirmed entries and the tip, as computed by a peer that knows all added entries."""

    def __init__(
        self, writers: Iterable[Writer], membership: IndexerMembership | None = None
    ) -> None:
        """An order without entries; a given `membership` is that after entries that aren't here."""
        listed = list(writers)
        self._relayed = {writer.key for writer in listed if writer.relayed}
        self._membership = membership or IndexerMembership(listed)
        self._era = 0
        self._nodes: dict[str, _KnownEntry] = {}
        self._confirmed: list[str] = []
        self._groups: list[int] = []
        self._tip = Tip()
        self._set_aside: dict[str, None] = {}
        self._incomplete: dict[tuple[str | None, int], dict[int, _Arrival]] = {}
        self._held = HeldEvents[Any]()
        self._begin_era()

    def __len__(self) -> int:
        return len(self._confirmed) + len(self._tip.nodes)

    def __iter__(self) -> Iterator[str]:
        yield from self._confirmed
        yield from self.tip

    @property
    def confirmed_length(self) -> int:
        """The number of final entries at the beginning of the order."""
        return len(self._confirmed)

    @property
    def tip(self) -> list[str]:
        """The entries after the confirmed ones."""
        return [node.name for node in self._tip.nodes]

    @property
    def set_aside(self) -> list[str]:
        """The entries that wait for causes or for the rest of a batch, by arrival."""
        return list(self._set_aside)

    @property
    def groups(self) -> list[int]:
        """The start positions of the confirmed groups, ascending."""
        return list(self._groups)

    @property
    def indexers(self) -> list[str]:
        """The current voters."""
        return list(self._membership.indexers)

    @property
    def changes_indexers(self) -> bool:
        """Whether entries that aren't confirmed yet, or don't exist yet, change the voters."""
        return not self._membership.is_fixed

    @property
    def logs(self) -> Logs:
        """The entries of the current voters since they vote."""
        return self._consensus.logs

    @property
    def unconfirmed_entries(self) -> Set[str]:
        """The entries that can still move; those that wait aren't among them."""
        return {name for name, node in self._nodes.items() if not node.confirmed}

    @property
    def heads(self) -> list[str]:
        """The entries to which no entry refers, by arrival."""
        causes = {name for node in self._nodes.values() for name in node.arrival.after}
        return [name for name in self._nodes if name not in causes]

    def needed_by(self, name: str) -> list[str]:
        """The unconfirmed entries that are confirmed before an entry, or together with it."""
        node = self._nodes[name]
        return [each.name for each in (*node.causes, *(node.batch or ())) if not each.confirmed]

    def add(
        self,
        name: str,
        after: Iterable[str],
        writer: str | None,
        sequence: int = 0,
        *,
        optimistic: bool = False,
    ) -> Update:
        """Add an entry and bring the order up to date."""
        self.insert(name, after, writer, sequence, optimistic=optimistic)
        return self.update()

    def insert(
        self,
        name: str,
        after: Iterable[str],
        writer: str | None,
        sequence: int = 0,
        *,
        optimistic: bool = False,
        batch: tuple[int, int] | None = None,
    ) -> None:
        """Add an entry; the next `update` returns what it confirms.

        An entry without a writer is ordered like those of a non-indexing writer whose key is empty.
        An `optimistic` entry is as late in the tip as the entries that refer to it allow. With
        `batch` (k, n) it is the k-th of n entries, and waits for the others.
        """
        if name in self._nodes or name in self._set_aside:
            raise DuplicateEvent(name)
        causes = tuple(cause for cause in dict.fromkeys(after) if cause != name)
        arrival = _Arrival(name, causes, writer, sequence, optimistic, batch is not None)
        append = (arrival,) if batch is None else self._gather(arrival, *batch)
        if append is None:
            self._set_aside[name] = None
        elif missing := self._missing_causes(append):
            self._set_aside[name] = None
            self._held.hold(append, len(self._nodes) + len(self._set_aside), missing)
        else:
            self._take(append)
            for ready in self._held.release():
                self._take(ready)

    def take_in(self, node: GraphNode) -> None:
        """Insert a node of a graph."""
        self.insert(
            node.id,
            node.after,
            node.writer,
            node.sequence or 0,
            optimistic=node.optimistic,
            batch=node.batch,
        )

    def update(self) -> Update:
        """Confirm what can be confirmed, and return the changes since the last update."""
        released: list[SequencedNode] = []
        while self._confirm(released):
            self._begin_era()
        self._confirmed += [node.name for node in released]
        return self._tip.release(released)

    def confirmation_progress(self, name: str) -> ConfirmationProgress | None:
        """What an entry lacks to be confirmed; None if it is confirmed or its writer doesn't vote.

        Entries of other writers are confirmed with one that refers to them.
        """
        if name not in self._nodes:
            raise UnknownEvent(name)
        node = self._nodes[name]
        entry = node.batch[0].entry if node.batch else node.entry
        if node.confirmed or entry is None:
            return None
        return confirmation_progress(entry, self._consensus.logs, self.indexers)

    def _gather(self, arrival: _Arrival, which: int, count: int) -> _Append | None:
        """Hold back an entry of a batch; return the whole batch once it is complete."""
        start = (arrival.writer, arrival.sequence - which)
        batch = self._incomplete.setdefault(start, {})
        batch[which] = arrival
        if len(batch) < count:
            return None
        del self._incomplete[start]
        return tuple(batch[which] for which in sorted(batch))

    def _missing_causes(self, append: _Append) -> set[str]:
        missing: set[str] = set()
        known: set[str] = set()
        for arrival in append:
            missing.update(
                cause for cause in arrival.after if cause not in self._nodes and cause not in known
            )
            known.add(arrival.name)
        return missing

    def _take(self, append: _Append) -> None:
        """Add the entries of a batch whose causes are all known."""
        batch: list[_KnownEntry] = []
        for arrival in append:
            self._connect(arrival, batch)
        for node in batch:
            self._set_aside.pop(node.name, None)
            self._held.visit(node.name)

    def _connect(self, arrival: _Arrival, batch: list[_KnownEntry]) -> None:
        """Add entries of one batch whose causes are known."""
        causes = [self._nodes[name] for name in arrival.after]
        unconfirmed = tuple(cause for cause in causes if not cause.confirmed)
        relayed = arrival.writer in self._relayed
        node = _KnownEntry(arrival, unconfirmed, self._era, relayed=relayed)
        batch.append(node)
        if arrival.is_batched:
            node.batch = batch
        self._vote(node, causes)
        self._nodes[node.name] = node
        if not node.relayed:
            self._tip.add(node)

    def _begin_era(self) -> None:
        """Let the current indexers vote anew on everything unconfirmed."""
        self._era += 1
        indexers = self._membership.indexers
        self._columns = {key: column for column, key in enumerate(indexers)}
        self._last_sequence = [0] * len(indexers)
        self._consensus = Consensus(len(indexers))
        for node in self._nodes.values():
            if not node.confirmed:
                node.era = self._era
                node.entry = None
                node.causes = tuple(cause for cause in node.causes if not cause.confirmed)
                self._vote(node, node.causes)

    def _vote(self, node: _KnownEntry, causes: Iterable[_KnownEntry]) -> None:
        """Set the clock of an entry, and append it to its log if its writer is an indexer."""
        arrival = node.arrival
        clocks = [cause.clock for cause in causes if cause.era == self._era]
        node.clock = join(clocks, len(self._columns))
        column = None if arrival.writer is None else self._columns.get(arrival.writer)
        if column is None or (node.batch and node.batch[0] is not node):
            return
        log = self._consensus.logs[column]
        if node.clock[column] < len(log):
            if arrival.sequence <= self._last_sequence[column]:
                return
            node.clock = join((node.clock, log[-1].clock), len(self._columns))
        self._last_sequence[column] = arrival.sequence
        node.clock = tick(node.clock, column, len(log) + 1)
        node.entry = self._consensus.add(node.name, column, node.clock)

    def _confirm(self, released: list[SequencedNode]) -> bool:
        """Append all that can be confirmed to `released`; return whether the indexers change.

        What would be confirmed after that change is left for the new indexers.
        """
        for group in self._consensus.confirm():
            self._groups.append(len(self._confirmed) + len(released))
            for node in self._out(group):
                if node.confirmed:
                    continue
                append = node.batch or [node]
                for each in append:
                    each.confirmed = True
                    each.causes = ()
                released += append
                names = [each.name for each in append]
                if not self._membership.is_fixed and self._membership.confirm(
                    names, node.arrival.writer
                ):
                    return True
        return False

    def _out(self, group: list[LogEntry]) -> list[_KnownEntry]:
        """The entries of a group with everything they need, in least topological order."""
        found: dict[_KnownEntry, tuple[_KnownEntry, ...]] = {}
        search = [self._nodes[entry.name] for entry in group]
        while search:
            node = search.pop()
            if node not in found and not node.confirmed:
                causes = tuple(cause for cause in node.causes if not cause.confirmed)
                found[node] = causes
                search += causes
                search += node.batch or ()
        if len(found) == 1:
            return list(found)
        late = {node for node in found if node.optimistic}
        return least_order_with_late(found, _key, late)


class GrowingBase:
    """The Autobase of a growing graph; only new nodes are added.

    `final` are entries that aren't in the graph, each with its writer: final ones, in their order.
    What follows them is ordered as if they were there (`tests/engine/linear/autobase`), as in the
    original, which starts from what is final.
    """

    def __init__(self, final: Sequence[tuple[str, str | None]] = ()) -> None:
        self._final = final
        self._whole = Graph(())
        self._base = Autobase(())

    @property
    def confirmed_length(self) -> int:
        """The number of final entries at the beginning of the order."""
        return self._base.confirmed_length

    def follow(self, graph: Graph) -> list[str]:
        """The order of a graph that extends the previous one, or of any other graph.

        If known data have changed, as when a batch continues or the voters change, the Autobase is
        built anew.
        """
        whole, known = as_autobase(graph), self._whole.nodes
        if whole.writers != self._whole.writers or whole.nodes[: len(known)] != known:
            membership = IndexerMembership(whole.writers)
            for name, writer in self._final:
                membership.confirm([name], writer)
            self._base, known = Autobase(whole.writers, membership), ()
        self._whole = whole
        for node in whole.nodes[len(known) :]:
            self._base.take_in(node)
            self._base.update()
        return whole_order(self._base, whole)


def base_of(graph: Graph) -> Autobase:
    """The Autobase of a graph whose logs are linked (`as_autobase`)."""
    base = Autobase(graph.writers)
    for node in graph.nodes:
        base.take_in(node)
    base.update()
    return base


def whole_order(base: Autobase, graph: Graph) -> list[str]:
    """The order of an Autobase, then the entries it never added: incomplete batches and cycles."""
    if not base.set_aside:
        return list(base)
    arrival = {name: number for number, name in enumerate(base.set_aside)}
    causes = {node.id: node.after for node in graph.nodes if node.id in arrival}
    order = dict.fromkeys(least_order(causes, arrival.__getitem__))
    return [*base, *order, *(name for name in arrival if name not in order)]


def _visible(causes: Iterable[_KnownEntry]) -> list[SequencedNode]:
    """The causes in the tip; relayed ones are replaced by their own causes."""
    visible: dict[SequencedNode, None] = {}
    for cause in causes:
        if cause.relayed:
            visible.update(dict.fromkeys(cause.behind))
        else:
            visible[cause] = None
    return list(visible)


def _key(node: SequencedNode) -> NodeKey:
    return node.key

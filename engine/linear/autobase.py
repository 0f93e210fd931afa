"""Autobase: entries of several writers in one order, with a growing part that is final.

The order of 7.28.1: first the confirmed entries, group by group as they came out (`consensus` says
what becomes final and when); then the *tip*, all others in least topological order by (writer,
sequence). After every update a replica is told how many entries at the end of the old tip are
undone, and by which edits it follows.

Two kinds of writers have no say. Entries of *non-indexing* writers are ordered and pass on what
they know, but do not vote. Entries of *relayed* writers are not even in the tip; they come out
together with the first confirmed entry of another writer that refers to them. These exist in the
design text of Autobase only: no reference implementation is known.

An entry whose causes are not all known is set aside until they are. A log is read from its
beginning: an entry that turns up below another one of its writer, which does not refer to it, is
ordered but does not vote.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.linear.clocks import Clock, join, tick
from engine.linear.consensus import Consensus
from engine.linear.errors import DuplicateEvent, UnknownEvent
from engine.linear.graph import Writer
from engine.linear.logs import Entry
from engine.linear.outlook import Outlook, outlook
from engine.linear.row import Key, Node
from engine.linear.tip import Tip, Update
from engine.linear.topological import least_order_with_late


class _Known(Node):
    """An entry all of whose causes are known; `causes` are the unconfirmed ones."""

    __slots__ = ("causes", "clock", "entry", "relayed")

    def __init__(self, arrival: "_Arrival", causes: "tuple[_Known, ...]", *, relayed: bool) -> None:
        key = (arrival.writer or "", arrival.sequence, arrival.name)
        self.causes = causes
        self.clock: Clock = ()
        self.entry: Entry | None = None
        self.relayed = relayed
        super().__init__(arrival.name, key, _visible(causes), optimistic=arrival.optimistic)


@dataclass(frozen=True, slots=True)
class _Arrival:
    name: str
    after: tuple[str, ...]
    writer: str | None
    sequence: int
    optimistic: bool


class Autobase:
    """The confirmed entries and the tip, as a peer has them that knows all entries added."""

    def __init__(self, writers: Iterable[Writer]) -> None:
        listed = list(writers)
        self._relayed = {writer.key for writer in listed if writer.relayed}
        indexers = [writer.key for writer in listed if writer.indexer and not writer.relayed]
        self._columns = {key: column for column, key in enumerate(indexers)}
        self._last_sequence = [0] * len(indexers)
        self._consensus = Consensus(len(indexers))
        self._nodes: dict[str, _Known] = {}
        self._confirmed: list[str] = []
        self._tip = Tip()
        self._set_aside: dict[str, _Arrival] = {}
        self._missing: dict[str, int] = {}
        self._waiting: dict[str, list[str]] = {}

    def __len__(self) -> int:
        return len(self._confirmed) + len(self._tip.nodes)

    def __iter__(self) -> Iterator[str]:
        yield from self._confirmed
        yield from self.tip

    @property
    def confirmed(self) -> int:
        """How many entries at the beginning of the order are final."""
        return len(self._confirmed)

    @property
    def tip(self) -> list[str]:
        """The entries after the confirmed ones."""
        return [node.name for node in self._tip.nodes]

    @property
    def set_aside(self) -> list[str]:
        """The entries that wait for causes, in the order in which they came."""
        return list(self._set_aside)

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
    ) -> None:
        """Add an entry; what is confirmed by it is seen by the next `update`.

        One without a writer is ordered like those of a writer without a say whose key is empty.
        An `optimistic` entry stands in the tip as late as those that refer to it allow.
        """
        if name in self._nodes or name in self._set_aside:
            raise DuplicateEvent(name)
        causes = tuple(cause for cause in dict.fromkeys(after) if cause != name)
        arrival = _Arrival(name, causes, writer, sequence, optimistic)
        missing = [cause for cause in causes if cause not in self._nodes]
        if missing:
            self._set_aside[name] = arrival
            self._missing[name] = len(missing)
            for cause in missing:
                self._waiting.setdefault(cause, []).append(name)
        else:
            self._take(arrival)

    def update(self) -> Update:
        """Confirm what can be confirmed, and say what changed since the last update."""
        released = [node for group in self._consensus.confirm() for node in self._out(group)]
        self._confirmed += [node.name for node in released]
        return self._tip.release(released)

    def outlook(self, name: str) -> Outlook | None:
        """What an entry lacks to be confirmed; None if it is, or if nobody votes on it.

        Entries of other writers than indexers come out with one that refers to them.
        """
        if name not in self._nodes:
            raise UnknownEvent(name)
        node = self._nodes[name]
        if node.confirmed or node.entry is None:
            return None
        return outlook(node.entry, self._consensus.logs, list(self._columns))

    def _take(self, arrival: _Arrival) -> None:
        """Bring in an entry whose causes are known, and those that waited for nothing else."""
        ready = [arrival]
        for arrival in ready:
            self._connect(arrival)
            for name in self._waiting.pop(arrival.name, ()):
                self._missing[name] -= 1
                if not self._missing[name]:
                    del self._missing[name]
                    ready.append(self._set_aside.pop(name))

    def _connect(self, arrival: _Arrival) -> None:
        causes = [self._nodes[name] for name in arrival.after]
        unconfirmed = tuple(cause for cause in causes if not cause.confirmed)
        node = _Known(arrival, unconfirmed, relayed=arrival.writer in self._relayed)
        node.clock = join([cause.clock for cause in causes], len(self._columns))
        self._vote(arrival, node)
        self._nodes[node.name] = node
        if not node.relayed:
            self._tip.add(node)

    def _vote(self, arrival: _Arrival, node: _Known) -> None:
        """Append the entry to its log, if its writer is an indexer."""
        column = None if arrival.writer is None else self._columns.get(arrival.writer)
        if column is None:
            return
        log = self._consensus.logs[column]
        if node.clock[column] < len(log):
            if arrival.sequence <= self._last_sequence[column]:
                return
            node.clock = join((node.clock, log[-1].clock), len(self._columns))
        self._last_sequence[column] = arrival.sequence
        node.clock = tick(node.clock, column, len(log) + 1)
        node.entry = self._consensus.add(node.name, column, node.clock)

    def _out(self, group: list[Entry]) -> list[Node]:
        """The entries of a group and all they need, in least order; from now on confirmed."""
        found: dict[Node, tuple[Node, ...]] = {}
        search = [self._nodes[entry.name] for entry in group]
        while search:
            node = search.pop()
            if not node.confirmed:
                node.confirmed = True
                found[node] = node.causes
                search += node.causes
                node.causes = ()
        if len(found) == 1:
            return list(found)
        late = {node for node in found if node.optimistic}
        return least_order_with_late(found, _key, late)


def _visible(causes: Iterable[_Known]) -> list[Node]:
    """The causes that are in the tip; in place of the relayed ones what these must follow."""
    visible: dict[Node, None] = {}
    for cause in causes:
        if cause.relayed:
            visible.update(dict.fromkeys(cause.behind))
        else:
            visible[cause] = None
    return list(visible)


def _key(node: Node) -> Key:
    return node.key

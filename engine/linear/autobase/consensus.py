"""Which entries of the indexers' logs become confirmed, in which groups, and what others lack.

`logs` defines what "confirmed" means. Entries are released in groups:

- *Tails* are the entries that know nothing unconfirmed. *Merges* joined several branches.
- A confirmed tail is released alone.
- Without a confirmed tail, the search descends from a confirmed merge to a tail or merge below it
  that is confirmed as seen from it, and so on until it reaches a tail. Where there is none to
  descend to, all tails below are released together.

What is confirmed stays confirmed: it is never examined again, and no longer counts as a rival. So
confirmations are permanent although "newer" alone is not monotone.

Cost: only tails and merges are examined, and of these only those that a majority *backs*. An
indexer backs an entry if the indexer's first entry outside the past of that entry knows it;
otherwise the indexer can't ack it. Backers only increase. Every new entry updates the backing of a
backed entry, until too many indexers have seen a rival. After that, the backing isn't updated until
one of its rivals is confirmed.

If all indexers write at the same time, each sees rivals before it sees the entry, and nothing is
confirmed. `IndexerState.rivals` names these rivals, to explain why an Autobase stalls.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tanglescope.engine.linear.autobase.logs import NEVER, Backing, Clock, LogEntry, LogRun, Logs


class Consensus:
    """The logs of the indexers, and the entries of them that can be confirmed."""

    __slots__ = ("_backed", "_live", "_news", "_ready", "_shaken", "_tails", "logs")

    def __init__(self, indexers: int) -> None:
        self.logs = Logs(indexers)
        self._tails: list[LogEntry] = []
        self._backed: dict[LogEntry, None] = {}
        self._live: dict[LogEntry, None] = {}
        self._ready: set[LogEntry] = set()
        self._shaken: set[LogEntry] = set()
        self._news = False

    def add(self, name: str, column: int, clock: Clock) -> LogEntry:
        """Append an entry to the log of an indexer; its clock counts itself."""
        entry = self.logs.append(name, column, clock)
        if self.logs.is_tail(entry):
            self._tails = self.logs.tails()
        self._hear(entry)
        self._back_below(entry)
        self._consider(entry)
        self._news = True
        return entry

    def confirm(self) -> Iterator[list[LogEntry]]:
        """The groups of entries that become confirmed now, in order."""
        if not self._news:
            return
        while group := self._next_group():
            self._release(group)
            yield group
        self._news = False
        self._settle()

    # Arrivals

    def _hear(self, witness: LogEntry) -> None:
        bit = 1 << witness.column
        hopeless = []
        for entry in self._live:
            backing = entry.backing
            if backing is None or not backing.alive & ~backing.acked & bit:
                continue
            backing.hear(witness)
            if backing.is_hopeless:
                hopeless.append(entry)
            else:
                self._judge(backing)
        for entry in hopeless:
            self._rest(entry)

    def _back_below(self, backer: LogEntry) -> None:
        """Let a new entry back those below it that know all unconfirmed earlier ones of its log."""
        column = backer.column
        confirmed = self.logs.confirmed
        previous_is_out = confirmed[column] >= backer.index
        for other, log in self.logs.others(column):
            for place in range(backer.clock[other] - 1, confirmed[other] - 1, -1):
                entry = log[place]
                if not previous_is_out and entry.clock[column] < backer.index:
                    break
                self._back(entry, column)

    def _back(self, entry: LogEntry, column: int) -> None:
        entry.backers |= 1 << column
        self._consider(entry)

    def _consider(self, entry: LogEntry) -> None:
        """Begin to watch an entry if it can be confirmed at all."""
        if (
            entry.backing is None
            and entry.backers.bit_count() >= self.logs.majority
            and (entry.merge or entry in self._tails)
        ):
            self._appraise(entry)

    # Backing

    def _appraise(self, entry: LogEntry) -> Backing:
        backing = entry.backing = Backing(entry, self.logs)
        self._backed[entry] = None
        if backing.is_hopeless:
            self._rest(entry)
        else:
            self._live[entry] = None
            self._judge(backing)
        return backing

    def _current(self, entry: LogEntry) -> Backing | None:
        """The current backing; None if the entry is not backed."""
        backing = entry.backing
        if backing and entry not in self._live and backing.arrivals != self.logs.arrivals:
            return self._appraise(entry)
        return backing

    def _judge(self, backing: Backing) -> None:
        if backing.is_confirmed:
            self._ready.add(backing.entry)
        else:
            self._ready.discard(backing.entry)

    def _rest(self, entry: LogEntry) -> None:
        self._live.pop(entry, None)
        self._ready.discard(entry)

    # Confirmation

    def _next_group(self) -> list[LogEntry]:
        if not self._ready:
            return []
        for tail in self._tails:
            if tail in self._ready:
                return [tail]
        merges = [entry for entry in self._ready if entry.merge]
        return self._descend(min(merges, key=_arrival)) if merges else []

    def _descend(self, entry: LogEntry) -> list[LogEntry]:
        while entry not in self._tails:
            below = [tail for tail in self._tails if entry.knows(tail)]
            chosen = self._first_confirmed_at(entry, below)
            if chosen is None:
                return below
            entry = chosen
        return [entry]

    def _first_confirmed_at(self, above: LogEntry, tails: Sequence[LogEntry]) -> LogEntry | None:
        """The first tail or else merge below an entry that is confirmed as seen from it."""
        merges = [
            entry
            for entry in self._backed
            if entry.merge and entry is not above and above.knows(entry)
        ]
        merges.sort(key=_arrival)
        for entry in (*tails, *merges):
            backing = self._current(entry)
            if backing and backing.is_confirmed_at(above):
                return entry
        return None

    def _release(self, group: Sequence[LogEntry]) -> None:
        for entry in group:
            self.logs.confirmed[entry.column] = entry.index + 1
            self._rest(entry)
            self._backed.pop(entry, None)
            self._shaken.discard(entry)
            entry.backing = None
        shaken: set[LogEntry] = set()
        for entry in group:
            runs = self.logs.ignorant(entry)
            self._back_after(entry, runs)
            shaken.update(self._backed_rivals(entry, runs))
        for entry in shaken:
            self._appraise(entry)
        self._shaken |= shaken
        self._tails = self.logs.tails()
        for tail in self._tails:
            self._consider(tail)
            if tail.backing and not self.logs.knows_confirmed(tail):
                self._shaken.add(tail)

    def _back_after(self, released: LogEntry, runs: Sequence[LogRun]) -> None:
        """After a release, let the next entry of the log back the rivals that it knows."""
        after = released.index + 1
        if not runs or after >= len(self.logs[released.column]):
            return
        backer = self.logs[released.column][after]
        for log, places in runs:
            for place in places:
                if not backer.knows(log[place]):
                    break
                self._back(log[place], released.column)

    def _backed_rivals(self, released: LogEntry, runs: Sequence[LogRun]) -> list[LogEntry]:
        """The backed rivals of an entry; it prevented acks of them until it was confirmed."""
        if sum(len(places) for _, places in runs) <= len(self._backed):
            return [log[place] for log, places in runs for place in places if log[place].backing]
        return [entry for entry in self._backed if not entry.knows(released)]

    def _settle(self) -> None:
        """End the update: from now on, no released entry prevents an ack."""
        self.logs.settled[:] = self.logs.confirmed
        for entry in self._shaken:
            self._appraise(entry)
        self._shaken.clear()


def _arrival(entry: LogEntry) -> int:
    return entry.number


@dataclass(frozen=True, slots=True)
class IndexerState:
    """An indexer's state with regard to an entry.

    `ack` is its entry that acks; `rivals` are those that prevent that: concurrent
    entries that it knew before, its own included. With neither, it has written nothing since.
    `confirms` says whether it has an entry that knows enough acks and no rival, `agrees` whether
    at least its last entry knows the entry and no rival.
    """

    indexer: str
    has_seen: bool
    ack: str | None
    rivals: tuple[str, ...]
    confirms: bool
    agrees: bool


@dataclass(frozen=True, slots=True)
class ConfirmationProgress:
    """What an indexer's unconfirmed entry has and still needs: acknowledgements and confirmations.

    It is also confirmed when all indexers agree. When it is confirmed, a tail or a merge releases
    it.
    """

    majority: int
    states: tuple[IndexerState, ...]

    @property
    def missing_acks(self) -> int:
        """The number of further indexers that have to acknowledge."""
        return max(0, self.majority - sum(state.ack is not None for state in self.states))

    @property
    def missing_confirmations(self) -> int:
        """The number of further indexers that have to know a majority's acks; 0 if all agree."""
        if not self.missing_acks and all(state.agrees for state in self.states):
            return 0
        return max(0, self.majority - sum(state.confirms for state in self.states))

    @property
    def lost_acks(self) -> int:
        """The number of indexers that saw a rival first, so that they can't acknowledge it."""
        return sum(bool(state.rivals) and state.ack is None for state in self.states)

    @property
    def is_contested(self) -> bool:
        """Whether so many are lost that no majority can acknowledge it."""
        return len(self.states) - self.lost_acks < self.majority


def confirmation_progress(
    entry: LogEntry, logs: Logs, indexers: Sequence[str]
) -> ConfirmationProgress:
    """The states of the indexers, by column, about an unconfirmed entry."""
    backing = Backing(entry, logs)
    states = []
    for column, (key, log) in enumerate(zip(indexers, logs, strict=True)):
        ack = backing.acks[column]
        bit = 1 << column
        states.append(
            IndexerState(
                key,
                has_seen=bool(log) and log[-1].knows(entry),
                ack=None if ack == NEVER else log[ack].name,
                rivals=_known_rivals(backing, column, log, logs),
                confirms=bool(backing.acked & bit),
                agrees=bool((backing.acked | backing.newer) & bit),
            )
        )
    return ConfirmationProgress(logs.majority, tuple(states))


def _known_rivals(
    backing: Backing, column: int, log: Sequence[LogEntry], logs: Logs
) -> tuple[str, ...]:
    """The first rivals that an indexer knew when it wrote its first entry after the subject."""
    entry = backing.entry
    first = max(entry.clock[column], logs.confirmed[column])
    if column == entry.column or first >= len(log):
        return ()
    return tuple(
        other[place].name
        for other, place, known in zip(logs, backing.rivals, log[first].clock, strict=True)
        if known > place
    )

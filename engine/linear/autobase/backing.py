"""What the indexers say of one entry: who acked it, and is it confirmed?

The rules of Autobase 7.28.1, in our words. Let m be the majority of n indexers, n // 2 + 1;
"known" means in the past, and a *rival* is an unconfirmed entry of an indexer that is concurrent.

- p is *newer* than x if p knows x and no rival of x.
- x is *acked* by its author, and by every other indexer whose first entry that x does not know is
  newer than x. Who saw a rival before x gives no ack.
- x is *confirmed* if it has m acks, and either m indexers have an entry that is newer than x and
  knows m acks, or the last entry of every indexer is newer than x.
- x is *confirmed in the eyes of* p if it has m acks, and counting only what p knows, p itself
  excepted, m indexers have an entry that is newer and knows m acks; or if this may be so beyond
  what p knows: p knows m acks, and all but a minority of indexers did that or still can.
"""

from engine.linear.autobase.clocks import NEVER, reached, within
from engine.linear.autobase.logs import LogEntry, Logs


class Backing:
    """The backing of an entry among the indexers; sets of indexers are bits, one a column.

    `rivals` and `acks` hold per column the place in the log of the first rival and of the ack.
    `acked` are those with a newer entry that knows m acks; `newer` those of the others whose last
    entry is newer; `alive` those that have seen no rival, or had acked before they saw one.
    """

    __slots__ = ("_logs", "acked", "acks", "alive", "arrivals", "entry", "newer", "rivals")

    def __init__(self, entry: LogEntry, logs: Logs) -> None:
        own = entry.column
        self.entry = entry
        self._logs = logs
        self.arrivals = logs.arrivals
        self.acked = self.newer = self.alive = 0
        self.rivals = [self._first_rival(column, log) for column, log in enumerate(logs)]
        # An ack is the first entry after those that were confirmed before the running update.
        # Within it, one that has just come out is in the way of those that do not know it.
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
        """Whether it takes more than new entries to confirm the entry."""
        return (self.acked | self.alive).bit_count() < self._logs.majority

    @property
    def has_quorum(self) -> bool:
        """Whether a majority of indexers acked the entry."""
        return len(self.acks) - self.acks.count(NEVER) >= self._logs.majority

    @property
    def is_confirmed(self) -> bool:
        """Whether all that is known confirms the entry."""
        if not self.has_quorum:
            return False
        everyone = (1 << len(self.acks)) - 1
        return self.acked.bit_count() >= self._logs.majority or self.acked | self.newer == everyone

    def is_confirmed_at(self, above: LogEntry) -> bool:
        """Whether the entry is confirmed in the eyes of one that knows it."""
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
        """Take note of the next entry of an indexer that is alive and has not acked."""
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
        """Whether the entry knows the first `length` of a log, but for what is confirmed."""
        return length <= max(self.entry.clock[column], self._logs.confirmed[column])

    def _knows_quorum(self, entry: LogEntry) -> bool:
        return reached(entry.clock, self.acks) >= self._logs.majority

    def _last_newer(self, column: int, log: list[LogEntry], length: int) -> int | None:
        """The place of the last newer entry among the first `length` of a log.

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

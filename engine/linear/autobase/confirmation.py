"""What an entry still lacks to be confirmed, to explain why an Autobase stalls.

If all indexers write at the same time, each sees rivals before it sees the entry, and nothing is
confirmed. `IndexerState.rivals` names these rivals.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from tanglescope.engine.linear.autobase.logs import NEVER, Backing, LogEntry, Logs


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

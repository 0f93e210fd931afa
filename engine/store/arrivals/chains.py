"""Feed chains in the database: messages that wait for a missing one are validated again later.

A message whose predecessor is missing has the status `gap`. When the predecessor arrives, it and
the messages after it are validated again, so that the result doesn't depend on the order of
arrival. The rules are those of `engine.message.chain`; this module stores their state.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tanglescope.engine.message.chain import FeedEntry, FeedState, judge
from tanglescope.engine.message.verdict import Rule, ValidationStatus, Verdict, invalid
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.messages import Messages

Rejudged = tuple[str, Verdict]
"""The key of a known message, and its new verdict."""

Find = Callable[[str], tuple[str, int] | None]
"""Returns the author and the sequence of a message that was stored before; None if it wasn't."""


OUTSIDE = Verdict(ValidationStatus.FORKED, Rule.SEQUENCE)
"""The verdict on a message that was stored before it was known that its feed refuses it."""


class WaitingMessage(NamedTuple):
    """A waiting message; `alone` is its verdict without the chain."""

    key: str
    sequence: int
    previous: str | None
    alone: Verdict


@dataclass(slots=True)
class Chain:
    """The proven part of one feed, and the messages that wait for a missing one."""

    author: str
    number: int = 0
    sequence: int = 0
    latest: str | None = None
    waiting: dict[int, dict[str | None, list[WaitingMessage]]] = field(default_factory=dict)
    naming: dict[str | None, set[int]] = field(default_factory=dict)
    """The sequences of waiting messages, by the message that they name as the previous one."""
    is_changed: bool = False

    @property
    def state(self) -> FeedState | None:
        """The end of the proven part; None if nothing is proven."""
        return None if self.latest is None else FeedState(self.sequence, self.latest)

    @property
    def row(self) -> tuple[int, str | None, int]:
        """The last proven sequence and its message, and the number of waiting messages."""
        waiting = sum(len(some) for each in self.waiting.values() for some in each.values())
        return self.sequence, self.latest, waiting

    def accept(self, sequence: int, key: str) -> None:
        """Append a message to the proven part."""
        self.sequence, self.latest, self.is_changed = sequence, key, True

    def wait(self, entry: WaitingMessage) -> None:
        """Add a message that waits for the one before it."""
        self.waiting.setdefault(entry.sequence, {}).setdefault(entry.previous, []).append(entry)
        self.naming.setdefault(entry.previous, set()).add(entry.sequence)

    def waits(self, key: str, sequence: int) -> bool:
        """Whether the message of that sequence waits."""
        some = self.waiting.get(sequence, {}).values()
        return any(entry.key == key for entries in some for entry in entries)

    def release(self, cause: WaitingMessage, status: ValidationStatus) -> list[WaitingMessage]:
        """The messages that no longer wait for `cause` now that it has this status.

        After an accepted message, all with the next sequence can be decided. Any message that is
        accepted or on a losing branch decides those that name it. So none is examined twice.
        """
        # A message that closes a cycle still belongs to its feed.
        is_latest = self.latest == cause.key
        is_accepted = is_latest or status in (ValidationStatus.VALID, ValidationStatus.UNVERIFIED)
        if not is_accepted and status is not ValidationStatus.FORKED:
            return []
        found: list[WaitingMessage] = []
        for sequence in sorted(self.naming.get(cause.key, ())):
            found += self._pop(sequence, cause.key)
        if is_accepted:
            for previous in list(self.waiting.get(cause.sequence + 1, ())):
                found += self._pop(cause.sequence + 1, previous)
        return found

    def _pop(self, sequence: int, previous: str | None) -> list[WaitingMessage]:
        there, sequences = self.waiting[sequence], self.naming[previous]
        found = there.pop(previous)
        sequences.discard(sequence)
        if not there:
            del self.waiting[sequence]
        if not sequences:
            del self.naming[previous]
        return found


class _Lineage(NamedTuple):
    """What was decided about the messages of one feed."""

    chains: "Chains"
    chain: Chain

    def has_accepted(self, sequence: int, key: str) -> bool:  # noqa: ARG002 - each message comes once
        return False

    def has_forked(self, key: str) -> bool:
        return self.chains.has_forked(key)

    def sequence(self, key: str) -> int | None:
        author, sequence = self.chains.place(key) or ("", 0)
        is_waiting = author != self.chain.author or self.chain.waits(key, sequence)
        return None if is_waiting else sequence


class Chains:
    """The chains of feeds, in memory, which grow by new messages; `find` knows older ones."""

    def __init__(self, find: Find = lambda _: None) -> None:
        self._chains: dict[str, Chain] = {}
        self._forked: set[str] = set()
        self._places: dict[str, tuple[str, int]] = {}
        self._find = find

    def judge(self, message: FeedEntry, alone: Verdict) -> tuple[Verdict, list[Rejudged]]:
        """Validate a new message; return its verdict, and the changed verdicts of others.

        A refused message isn't stored: the same one may be validated again.
        """
        chain = self._chain(message.author)
        entry = WaitingMessage(message.key, message.sequence, message.previous, alone)
        verdict = self._decide(chain, entry)
        return verdict, self._settle(chain, entry, verdict) if chain.waiting else []

    def extends(self, author: str, sequence: int, previous: str | None, key: str) -> bool:
        """Whether a new message directly continues its feed, in which no other message waits.

        If so, it is accepted and no other message changes. `judge` would give the same result.
        """
        chain = self._chains.get(author) or self._chain(author)
        if previous != chain.latest or sequence != chain.sequence + 1 or chain.waiting:
            return False
        chain.accept(sequence, key)
        return True

    def rows(self) -> Iterator[tuple[str, tuple[int, str | None, int]]]:
        """The stored state of every feed; see `Chain.row`."""
        return ((author, chain.row) for author, chain in self._chains.items())

    def has_forked(self, key: str) -> bool:
        """Whether the message is on a losing branch."""
        return key in self._forked

    def place(self, key: str) -> tuple[str, int] | None:
        """The author and the sequence of a message that isn't refused; None if it is unknown."""
        return self._places.get(key) or self._find(key)

    def forget(self) -> None:
        """Forget the places of messages, which `find` knows by now."""
        self._places.clear()

    def _chain(self, author: str) -> Chain:
        if (chain := self._chains.get(author)) is None:
            chain = self._chains[author] = Chain(author)
        return chain

    def _decide(self, chain: Chain, entry: WaitingMessage, *, is_stored: bool = False) -> Verdict:
        lineage = _Lineage(self, chain)
        verdict = judge(chain.state, entry.key, entry.sequence, entry.previous, lineage)
        if is_stored and verdict.status is ValidationStatus.INVALID:
            verdict = OUTSIDE
        if verdict.status is not ValidationStatus.INVALID:
            self._places[entry.key] = chain.author, entry.sequence
        if verdict.status is ValidationStatus.VALID:
            chain.accept(entry.sequence, entry.key)
        elif verdict.status is ValidationStatus.GAP:
            chain.wait(entry)
            chain.is_changed = True
        elif verdict.status is ValidationStatus.FORKED:
            self._forked.add(entry.key)
        return together(entry.alone, verdict)

    def _settle(self, chain: Chain, entry: WaitingMessage, verdict: Verdict) -> list[Rejudged]:
        """Validate the messages again that waited for `entry`, directly or not."""
        changed: list[Rejudged] = []
        decided = deque([(entry, verdict)])
        while decided:
            cause, known = decided.popleft()
            for waiting in chain.release(cause, known.status):
                chain.is_changed = True
                again = self._decide(chain, waiting, is_stored=True)
                changed.append((waiting.key, again))
                decided.append((waiting, again))
        return changed


def together(alone: Verdict, chain: Verdict) -> Verdict:
    """Combine the verdicts of the message alone and of its chain; the worse status counts."""
    if chain.status is ValidationStatus.VALID or alone.status is ValidationStatus.INVALID:
        return alone
    return Verdict(chain.status, alone.rule or chain.rule)


class StoredChains(Chains):
    """The chains in one transaction: read when it begins, saved before it commits."""

    def __init__(self, database: Database, authors: Iterable[str]) -> None:
        super().__init__(self._read)
        self._database = database
        self._load(list(dict.fromkeys(authors)))

    def number(self, author: str) -> int:
        """The number of an author in the database."""
        return self._chains[author].number

    def save(self) -> None:
        """Write what has changed."""
        self._database.conn.executemany(
            "UPDATE feeds SET sequence = ?, latest = ?, waiting = ? WHERE id = ?",
            [(*chain.row, chain.number) for chain in self._chains.values() if chain.is_changed],
        )

    def has_forked(self, key: str) -> bool:
        """Whether the message is on a losing branch."""
        if super().has_forked(key):
            return True
        row = self._database.execute("SELECT status FROM messages WHERE key = ?", (key,)).fetchone()
        return row is not None and row[0] == ValidationStatus.FORKED

    def _read(self, key: str) -> tuple[str, int] | None:
        return Messages(self._database).place(key)

    def _load(self, authors: list[str]) -> None:
        self._database.conn.executemany(
            "INSERT OR IGNORE INTO feeds (key) VALUES (?)", [(author,) for author in authors]
        )
        for number, author, sequence, latest, waiting in self._database.among(
            "SELECT id, key, sequence, latest, waiting FROM feeds WHERE key IN ({marks})", authors
        ):
            chain = self._chains[author] = Chain(author, number, sequence, latest)
            if waiting:
                for entry in self._waiting(number, sequence):
                    chain.wait(entry)

    def _waiting(self, number: int, proven: int) -> Iterator[WaitingMessage]:
        """The waiting messages of a feed; one that closes a cycle waits until it is reached."""
        rows = self._database.execute(
            "SELECT key, sequence, previous, rule FROM messages"
            " WHERE author = ? AND (status = ? OR (rule = ? AND sequence > ?)) ORDER BY id",
            (number, ValidationStatus.GAP, Rule.CYCLE, proven),
        )
        for key, sequence, previous, rule in rows:
            yield WaitingMessage(key, sequence, previous, _alone(Rule(rule)))


def _alone(rule: Rule) -> Verdict:
    """The verdict, without the chain, of a message that waits with this rule."""
    if rule is Rule.GAP:
        return Verdict(ValidationStatus.VALID)
    if rule is Rule.CYCLE:
        return invalid(rule)
    lost = rule is Rule.LOST_TEXT
    return Verdict(ValidationStatus.UNVERIFIED if lost else ValidationStatus.VALID, rule)

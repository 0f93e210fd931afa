"""Feeds in the database: how far each chain is proven, and who waits for a missing message.

A message whose predecessor isn't here stands as `gap`. When the predecessor arrives, it and
those after it are judged again, so that the order of arrival leaves no trace. The rules are
those of `engine.message.chain`; this module only remembers for them.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from engine.message.chain import FeedState, after, judge
from engine.message.message import Message
from engine.message.verdict import Rule, Standing, Verdict
from engine.store.questions import in_portions
from engine.store.sqlite import Database

Rejudged = tuple[str, Verdict]
"""The key of a message that was here before, and what is known of it now."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """As much of a message as judging it needs; `alone` is its verdict without the chain."""

    key: str
    sequence: int
    previous: str | None
    alone: Verdict


@dataclass(slots=True)
class _Chain:
    number: int
    state: FeedState | None
    waiting: dict[int, list[Waiting]] = field(default_factory=dict)
    is_changed: bool = False


class Feeds:
    """The chains that one transaction touches: read when it begins, saved before it commits."""

    def __init__(self, database: Database, authors: Iterable[str]) -> None:
        self._database = database
        self._chains: dict[str, _Chain] = {}
        self._standings: dict[str, Standing] = {}
        self._load(list(dict.fromkeys(authors)))

    def number(self, author: str) -> int:
        """The number under which the database knows an author."""
        return self._chains[author].number

    def judge(self, message: Message, alone: Verdict) -> tuple[Verdict, list[Rejudged]]:
        """Judge a message that is new here; its verdict, and those that it changes for others."""
        chain = self._chains[message.author]
        entry = Waiting(message.key, message.sequence, message.previous, alone)
        verdict = self._decide(chain, entry)
        return verdict, self._settle(chain, entry, verdict)

    def save(self) -> None:
        """Write what has changed."""
        self._database.conn.executemany(
            "UPDATE feeds SET sequence = ?, latest = ?, waiting = ? WHERE id = ?",
            [_row(chain) for chain in self._chains.values() if chain.is_changed],
        )

    def _decide(self, chain: _Chain, entry: Waiting) -> Verdict:
        verdict = judge(chain.state, entry, self)
        if verdict.standing is Standing.VALID:
            chain.state = after(entry)
            chain.is_changed = True
        elif verdict.standing is Standing.GAP:
            chain.waiting.setdefault(entry.sequence, []).append(entry)
            chain.is_changed = True
        self._standings[entry.key] = verdict.standing
        return _together(entry.alone, verdict)

    def _settle(self, chain: _Chain, entry: Waiting, verdict: Verdict) -> list[Rejudged]:
        """Judge again whoever waited for `entry`, and whoever waited for them."""
        changed: list[Rejudged] = []
        decided = deque([(entry, verdict)])
        while decided:
            cause, known = decided.popleft()
            if known.standing is Standing.GAP:
                continue
            for waiting in chain.waiting.pop(cause.sequence + 1, ()):
                again = self._decide(chain, waiting)
                if again.standing is not Standing.GAP:
                    changed.append((waiting.key, again))
                    decided.append((waiting, again))
        return changed

    def accepted(self, sequence: int, key: str) -> bool:  # noqa: ARG002 - a message comes here once
        """Whether the message was accepted before: never, it is new here."""
        return False

    def forked(self, key: str) -> bool:
        """Whether the message is on a branch that lost."""
        standing = self._standings.get(key)
        if standing is None:
            row = self._database.execute(
                "SELECT standing FROM messages WHERE key = ?", (key,)
            ).fetchone()
            standing = self._standings[key] = Standing(row[0]) if row else Standing.GAP
        return standing is Standing.FORKED

    def _load(self, authors: list[str]) -> None:
        self._database.conn.executemany(
            "INSERT OR IGNORE INTO feeds (key) VALUES (?)", [(author,) for author in authors]
        )
        for marks, some in in_portions(authors):
            rows = self._database.execute(
                f"SELECT id, key, sequence, latest, waiting FROM feeds WHERE key IN ({marks})", some
            ).fetchall()
            for number, author, sequence, latest, waiting in rows:
                state = FeedState(sequence, latest) if latest else None
                chain = self._chains[author] = _Chain(number, state)
                if waiting:
                    for entry in self._waiting(number):
                        chain.waiting.setdefault(entry.sequence, []).append(entry)

    def _waiting(self, number: int) -> Iterator[Waiting]:
        rows = self._database.execute(
            "SELECT key, sequence, previous, rule FROM messages"
            " WHERE author = ? AND standing = ? ORDER BY id",
            (number, Standing.GAP),
        )
        for key, sequence, previous, rule in rows:
            yield Waiting(key, sequence, previous, _alone(Rule(rule)))


def _together(alone: Verdict, chain: Verdict) -> Verdict:
    """What is known by the message itself and by its chain; the worse standing counts."""
    if chain.standing is Standing.VALID:
        return alone
    return Verdict(chain.standing, alone.rule or chain.rule)


def _alone(rule: Rule) -> Verdict:
    """The verdict without the chain of a message that waits with this rule."""
    if rule is Rule.GAP:
        return Verdict(Standing.VALID)
    lost = rule is Rule.LOST_TEXT
    return Verdict(Standing.UNVERIFIED if lost else Standing.VALID, rule)


def _row(chain: _Chain) -> tuple[int, str | None, int, int]:
    sequence, latest = (chain.state.sequence, chain.state.latest) if chain.state else (0, None)
    return sequence, latest, sum(map(len, chain.waiting.values())), chain.number

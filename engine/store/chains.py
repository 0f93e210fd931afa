"""Chains while messages come in: who waits for a missing message is judged again when it comes.

A message whose predecessor isn't here stands as `gap`. When the predecessor arrives, it and
those after it are judged again, so that the order of arrival leaves no trace. The rules are
those of `engine.message.chain`; this module only remembers for them.
"""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from engine.message.chain import Entry, FeedState, after, judge
from engine.message.verdict import Standing, Verdict

Rejudged = tuple[str, Verdict]
"""The key of a message that was here before, and what is known of it now."""


class Signed(Entry, Protocol):
    """As much of a message as judging it needs."""

    @property
    def author(self) -> str:
        """The feed it is in."""


class Waiting(NamedTuple):
    """A message that waits; `alone` is its verdict without the chain."""

    key: str
    sequence: int
    previous: str | None
    alone: Verdict


@dataclass(slots=True)
class Chain:
    """The proven part of one feed, and by sequence those who wait behind it."""

    number: int = 0
    state: FeedState | None = None
    waiting: dict[int, list[Waiting]] = field(default_factory=dict)
    is_changed: bool = False

    @property
    def row(self) -> tuple[int, str | None, int]:
        """How far it is proven, by which message, and how many wait."""
        sequence, latest = (self.state.sequence, self.state.latest) if self.state else (0, None)
        return sequence, latest, sum(map(len, self.waiting.values()))


class Chains:
    """The chains of feeds, in memory, fed with messages that are new to them."""

    def __init__(self) -> None:
        self._chains: dict[str, Chain] = {}
        self._forked: set[str] = set()

    def judge(self, message: Signed, alone: Verdict) -> tuple[Verdict, list[Rejudged]]:
        """Judge a message that is new here; its verdict, and those that it changes for others.

        A message that is refused was never here: the same may be judged another time.
        """
        chain = self._chain(message.author)
        entry = Waiting(message.key, message.sequence, message.previous, alone)
        verdict = self._decide(chain, entry)
        return verdict, self._settle(chain, entry, verdict) if chain.waiting else []

    def extends(
        self, author: str, sequence: int, previous: str | None, last: int, latest: str
    ) -> bool:
        """Whether a run of messages comes right after the last of its feed and nobody waits for it.

        Each of the run comes right after the one before it: the first has `sequence` and names
        `previous`, `latest` with the sequence `last` is the last. They are accepted then, and
        nothing happens to any other message. It is what `judge` would say of each.
        """
        chain = self._chains.get(author)
        if chain is None or (state := chain.state) is None:
            return False
        if sequence != state.sequence + 1 or previous != state.latest:
            return False
        if not chain.waiting.keys().isdisjoint(range(sequence + 1, last + 2)):
            return False
        chain.state = FeedState(last, latest)
        chain.is_changed = True
        return True

    def rows(self) -> Iterator[tuple[str, tuple[int, str | None, int]]]:
        """What the database keeps of every feed; see `Chain.row`."""
        return ((author, chain.row) for author, chain in self._chains.items())

    def accepted(self, sequence: int, key: str) -> bool:  # noqa: ARG002 - a message comes here once
        """Whether the message was accepted before: never, it is new here."""
        return False

    def forked(self, key: str) -> bool:
        """Whether the message is on a branch that lost."""
        return key in self._forked

    def _chain(self, author: str) -> Chain:
        chain = self._chains.get(author)
        if chain is None:
            chain = self._chains[author] = Chain()
        return chain

    def _decide(self, chain: Chain, entry: Waiting) -> Verdict:
        verdict = judge(chain.state, entry, self)
        if verdict.standing is Standing.VALID:
            chain.state = after(entry)
            chain.is_changed = True
        elif verdict.standing is Standing.GAP:
            self._wait(chain, entry)
        elif verdict.standing is Standing.FORKED:
            self._forked.add(entry.key)
        return _together(entry.alone, verdict)

    def _settle(self, chain: Chain, entry: Waiting, verdict: Verdict) -> list[Rejudged]:
        """Judge again whoever waited for `entry`, and whoever waited for them."""
        changed: list[Rejudged] = []
        decided = deque([(entry, verdict)])
        while decided:
            cause, known = decided.popleft()
            if known.standing is Standing.GAP:
                continue
            for waiting in chain.waiting.pop(cause.sequence + 1, ()):
                chain.is_changed = True
                again = self._decide(chain, waiting)
                if again.standing is Standing.INVALID:
                    # It was shown before its predecessor came; it stays what it was.
                    self._wait(chain, waiting)
                elif again.standing is not Standing.GAP:
                    changed.append((waiting.key, again))
                    decided.append((waiting, again))
        return changed

    def _wait(self, chain: Chain, entry: Waiting) -> None:
        chain.waiting.setdefault(entry.sequence, []).append(entry)
        chain.is_changed = True


def _together(alone: Verdict, chain: Verdict) -> Verdict:
    """What is known by the message itself and by its chain; the worse standing counts."""
    if chain.standing is Standing.VALID:
        return alone
    return Verdict(chain.standing, alone.rule or chain.rule)

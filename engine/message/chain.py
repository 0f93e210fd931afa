"""Feed chains: the validity of a message by its position in its author's feed.

A feed is accepted from its first message on, up to the first gap; `FeedState` is all that must be
stored between two messages, and `Lineage` returns earlier decisions. Both may be in memory
(`FeedChains`) or in a database; the rules are the same.

    FeedChains().judge(message) -> Verdict  in file order, as ssb-validate would accept
    judge(state, key, …, lineage)           the bare rule; the caller keeps state and lineage

A gap may close later: once `judge` has accepted a message, the message of its feed that was a gap
and has the next sequence can be judged again, and so on.
"""

from array import array
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from tanglescope.engine.message.verdict import DUPLICATE, FORKED, GAP, VALID, Rule, Verdict, invalid


class FeedEntry(Protocol):
    """The fields of a message that the chain of its feed needs."""

    @property
    def author(self) -> str:
        """The feed."""

    @property
    def key(self) -> str:
        """Its own key."""

    @property
    def sequence(self) -> int:
        """Its position in the feed, from 1 on."""

    @property
    def previous(self) -> str | None:
        """The key of the message before it."""


class FeedState(NamedTuple):
    """The end of the accepted part of a feed: sequence and key of its last message."""

    sequence: int
    latest: str


class Lineage(Protocol):
    """Earlier decisions about the messages of one feed."""

    def has_accepted(self, sequence: int, key: str) -> bool:
        """Whether the message `key` is the one that was accepted at `sequence`."""

    def has_forked(self, key: str) -> bool:
        """Whether the message `key` was found to be on a branch that lost."""

    def sequence(self, key: str) -> int | None:
        """The sequence of the message `key` of the feed, if it was accepted or is on a branch."""


def judge(
    state: FeedState | None, key: str, sequence: int, previous: str | None, lineage: Lineage
) -> Verdict:
    """Judge a message that is valid by itself; `state` is None before any message is accepted.

    `VALID`: accepted, and this is the state now. Any other verdict (`GAP`, `FORKED`,
    `DUPLICATE`, invalid by its sequence) leaves the state as it was. A message that names one of
    another sequence than the one before its own is invalid, whatever else is at its position.
    """
    proven, latest = (0, None) if state is None else state
    if sequence == proven + 1 and previous == latest:
        return VALID
    if sequence <= proven and lineage.has_accepted(sequence, key):
        return DUPLICATE
    if previous is not None and lineage.sequence(previous) not in (None, sequence - 1):
        return invalid(Rule.SEQUENCE)
    is_rival = sequence <= proven + (state is not None)
    return FORKED if is_rival or (previous and lineage.has_forked(previous)) else GAP


@dataclass(slots=True)
class _Feed:
    """One feed in memory: eight bytes for every accepted message."""

    state: FeedState | None = None
    # hash() of a str has a new key in every process, so that collisions can't be constructed.
    hashes: "array[int]" = field(default_factory=lambda: array("q"))
    branches: dict[str, int] = field(default_factory=dict)
    places: dict[int, int] | None = None
    """The sequences of accepted messages by hash, once a message didn't continue the feed."""

    def accept(self, message: FeedEntry) -> None:
        self.state = FeedState(message.sequence, message.key)
        self.hashes.append(hash(message.key))
        if self.places is not None:
            self.places[hash(message.key)] = message.sequence

    def has_accepted(self, sequence: int, key: str) -> bool:
        return self.hashes[sequence - 1] == hash(key)

    def has_forked(self, key: str) -> bool:
        return key in self.branches

    def sequence(self, key: str) -> int | None:
        if self.places is None:
            self.places = {each: number for number, each in enumerate(self.hashes, 1)}
        return self.branches.get(key) or self.places.get(hash(key))


class FeedChains:
    """The chains of all authors in memory, fed with messages in the order of a file."""

    def __init__(self) -> None:
        self._feeds: dict[str, _Feed] = {}

    def judge(self, message: FeedEntry) -> Verdict:
        """Judge a message that is valid by itself, and remember the result."""
        if (feed := self._feeds.get(message.author)) is None:
            feed = self._feeds[message.author] = _Feed()
        verdict = judge(feed.state, message.key, message.sequence, message.previous, feed)
        if verdict is VALID:
            feed.accept(message)
        elif verdict is FORKED:
            feed.branches[message.key] = message.sequence
        return verdict

    def state(self, author: str) -> FeedState | None:
        """The end of the accepted part of an author's feed."""
        feed = self._feeds.get(author)
        return feed.state if feed else None

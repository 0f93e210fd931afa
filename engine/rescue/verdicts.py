"""Verdicts on feeds: which messages make one chain, what is missing, and where a feed forks.

A fork is kept out of a log: of two messages in one place, that on the branch with the most messages
stays; if both have as many, that with the usual signature, then that which was read first.

The evidence for what is missing is in messages of others. Only proven messages count. A message
that is named existed when the other one was written, so the program of its author knew of it.
"""

import re
from array import array
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tanglescope.engine.rescue.ledger import Entry, Ledger


class SequenceSpan(NamedTuple):
    """Some sequences of a feed, from the first to the last."""

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Branch:
    """Messages of a feed that contradict another branch, in ascending sequence."""

    entries: tuple[Entry, ...]

    @property
    def first(self) -> Entry:
        """Its first message."""
        return self.entries[0]

    @property
    def is_copy(self) -> bool:
        """Whether it is a message with bytes after its signature, which anyone can add."""
        return len(self.entries) == 1 and bool(self.first.is_extended)

    @property
    def sources(self) -> int:
        """The sources that hold all or a part of it, as bits."""
        found = 0
        for entry in self.entries:
            found |= entry.sources
        return found


@dataclass(frozen=True, slots=True)
class FeedPlan:
    """The messages of a feed that make one chain, the branches that are left out, and the gaps."""

    kept: tuple[Entry, ...]
    branches: tuple[Branch, ...] = ()
    gaps: tuple[SequenceSpan, ...] = ()

    @property
    def last(self) -> int:
        """The sequence of the last message."""
        return self.kept[-1].sequence

    def rival(self, branch: Branch) -> Branch:
        """What was kept after the message that another branch follows, or from its place on.

        It is empty if the branch follows what was kept, with a sequence that can't be right.
        """
        first, named = branch.first, branch.first.previous
        at = next((entry.sequence + 1 for entry in self.kept if entry.key == named), None)
        begin = first.sequence if at is None else at
        kept = tuple(entry for entry in self.kept if entry.sequence >= begin)
        # The missing message that it names is another one than the last that was kept.
        return Branch(kept if kept or at is not None else self.kept[-1:])


def plan_feed(entries: Sequence[Entry]) -> FeedPlan:
    """The plan for a feed, from its messages in ascending sequence; at least one."""
    if _is_one_chain(entries):
        return FeedPlan(tuple(entries), (), tuple(_gaps(entries)))
    by_key = {entry.key: entry for entry in entries}
    placed = [entry for entry in entries if not _is_misplaced(entry, by_key)]
    kept = _longest_chain(placed)
    chosen = {entry.id for entry in kept}
    others = [entry for entry in entries if entry.id not in chosen]
    return FeedPlan(kept, tuple(_branches(others)), tuple(_gaps(kept)))


def _is_one_chain(entries: Sequence[Entry]) -> bool:
    """Whether each message follows the one before it, which nearly all feeds do."""
    before = entries[0]
    for entry in entries[1:]:
        if entry.previous != before.key or entry.sequence != before.sequence + 1:
            return False
        before = entry
    return True


def _is_misplaced(entry: Entry, by_key: Mapping[str, Entry]) -> bool:
    """Whether the message that it names is known and in another place of the feed."""
    before = by_key.get(entry.previous or "")
    return before is not None and before.sequence != entry.sequence - 1


def _longest_chain(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The chain with the most messages, also across gaps; of equal ones, that of the first entry.

    A message that names a missing one continues the longest chain that ends before that.
    """
    by_key = {entry.key: number for number, entry in enumerate(entries)}
    lengths: list[int] = []
    before: list[int] = []
    longest: list[int] = []  # up to each entry, the end of the longest chain
    ends = 0  # the number of entries that end before the missing message
    for number, entry in enumerate(entries):
        own = by_key.get(entry.previous or "", -1)
        if own < 0:
            while ends < number and entries[ends].sequence < entry.sequence - 1:
                ends += 1
            own = longest[ends - 1] if ends else -1
        lengths.append(1 + (lengths[own] if own >= 0 else 0))
        before.append(own)
        is_longest = not longest or lengths[number] > lengths[longest[-1]]
        longest.append(number if is_longest else longest[-1])
    chain: list[Entry] = []
    at = longest[-1]
    while at >= 0:
        chain.append(entries[at])
        at = before[at]
    return tuple(reversed(chain))


def _branches(others: Sequence[Entry]) -> Iterator[Branch]:
    """The messages that were left out, as chains."""
    chains: dict[str, list[Entry]] = {}
    for entry in others:
        chain = chains.pop(entry.previous or "", [])
        chain.append(entry)
        chains[entry.key] = chain
    for chain in chains.values():
        yield Branch(tuple(chain))


def _gaps(kept: Sequence[Entry]) -> Iterator[SequenceSpan]:
    expected = 1
    for entry in kept:
        if entry.sequence > expected:
            yield SequenceSpan(expected, entry.sequence - 1)
        expected = entry.sequence + 1


def spans(sequences: Iterable[int]) -> Iterator[SequenceSpan]:
    """Ascending sequences as spans."""
    span: SequenceSpan | None = None
    for sequence in sequences:
        if span is not None and sequence == span.last + 1:
            span = span._replace(last=sequence)
            continue
        if span is not None:
            yield span
        span = SequenceSpan(sequence, sequence)
    if span is not None:
        yield span


_DIGITS = 22
"""The characters of a key that are compared: 132 bits, so no two messages have the same ones."""

_IDS = re.compile(rb"%%([A-Za-z0-9+/]{%d})[A-Za-z0-9+/]{%d}=\.sha256" % (_DIGITS, 43 - _DIGITS))
_AT_ONCE = 20_000


class LastNamed(NamedTuple):
    """The last message of a feed that others name, and the first message that names it."""

    sequence: int
    entry: int
    by: int
    """The number of that message of another author."""


@dataclass(slots=True)
class Evidence:
    """What messages of others name."""

    last: dict[int, LastNamed] = field(default_factory=dict)
    """By the number of the author."""

    branches: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    """The messages of others that name an entry of a branch, by the number of the entry."""


class NamedEntries:
    """The entries that messages may name."""

    def __init__(self) -> None:
        self._keys = bytearray()
        self._entries: array[int] = array("q")
        self._authors: array[int] = array("q")
        self._sequences: array[int] = array("q")

    def add(self, author: int, entries: Collection[Entry]) -> None:
        """Add messages of an author."""
        for entry in entries:
            self._keys += entry.key[1 : 1 + _DIGITS].encode().ljust(_DIGITS)[:_DIGITS]
            self._entries.append(entry.id)
            self._authors.append(author)
            self._sequences.append(entry.sequence)

    def evidence(self, ledger: Ledger, branches: Collection[int]) -> Evidence:
        """Read what all proven messages name; `branches` are the entries of branches."""
        found = Evidence()
        if not self._entries:
            return found
        keys = np.frombuffer(bytes(self._keys), f"S{_DIGITS}")
        order = np.argsort(keys, kind="stable")
        entries, authors, sequences = (
            np.asarray(each)[order] for each in (self._entries, self._authors, self._sequences)
        )
        are_branches = np.isin(entries, np.fromiter(branches, np.int64, len(branches)))
        for places, by in _namings_by_others(ledger, keys[order], authors):
            forked = are_branches[places]
            for entry, number in zip(entries[places[forked]], by[forked], strict=True):
                found.branches[int(entry)].append(int(number))
            # The last row of each author has the greatest sequence, and its first naming.
            rows = np.lexsort((-by, sequences[places], authors[places]))
            ends = np.flatnonzero(np.diff(authors[places[rows]], append=-1))
            for row in rows[ends]:
                place = places[row]
                known = found.last.get(author := int(authors[place]))
                if known is None or sequences[place] > known.sequence:
                    naming = (int(sequences[place]), int(entries[place]), int(by[row]))
                    found.last[author] = LastNamed(*naming)
        return found


_Numbers = npt.NDArray[np.int64]


def _namings_by_others(
    ledger: Ledger, keys: npt.NDArray[Any], authors: _Numbers
) -> Iterator[tuple[_Numbers, _Numbers]]:
    """Which sorted keys messages of others name, and by which messages, in batches."""
    texts = ledger.texts()
    while batch := list(islice(texts, _AT_ONCE)):
        named = [set(_IDS.findall(text)) for _, _, text in batch]
        counts = np.fromiter(map(len, named), np.int64, len(batch))
        found = np.frombuffer(b"".join(key for each in named for key in each), keys.dtype)
        numbers = np.fromiter((number for number, _, _ in batch), np.int64, len(batch))
        writers = np.fromiter((author for _, author, _ in batch), np.int64, len(batch))
        places = np.minimum(np.searchsorted(keys, found), len(keys) - 1)
        is_named = (keys[places] == found) & (authors[places] != np.repeat(writers, counts))
        yield places[is_named], np.repeat(numbers, counts)[is_named]

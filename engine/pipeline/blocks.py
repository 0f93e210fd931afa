"""Ranks of a graph that may be too large for memory: block after block, as often as it takes.

Blocks come in the order of the time that authors assert, so nearly every cause is in an earlier
block or in the same one. Of blocks that went by only digests of names and ranks are kept, 12 bytes
an event. Within a block all longest paths are found at once, upon what is known of earlier ones.
Clocks lie, so some causes come after their effects: then the blocks are gone through again until
no rank rises any more. Ranks only ever rise, and never above what they must be, so the end of it
is the same as if the whole graph had been one block.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.errors import TanglescopeError

Block: TypeAlias = tuple[Sequence[str], Sequence[Sequence[str]]]
"""Names of events, and of each the names of its causes; a name is in one block only."""

Integers: TypeAlias = NDArray[np.int64]
_Run: TypeAlias = tuple[Integers, NDArray[np.int32]]

MOST_PASSES = 1000
"""As often do clocks run backwards across blocks on one path before it must be a cycle."""


class Unranked(TanglescopeError):
    """Events come in a cycle: some of their names can't be true."""


def rank_blocks(blocks: Callable[[], Iterable[Block]]) -> Iterator[tuple[Sequence[str], list[int]]]:
    """Block by block the names and their ranks in the whole graph.

    `blocks()` gives the same blocks every time. Raises `Unranked`.
    """
    known = _Known()
    for number in range(MOST_PASSES):
        rises = False
        for names, causes in blocks():
            rises |= known.rank(names, causes)
        # What comes in the order of its causes is done after one pass; who looks needs no second.
        if not (known.came_late() if number == 0 else rises):
            break
    else:
        raise Unranked("messages come after each other in a cycle: they have no order.")
    for names, _ in blocks():
        yield names, known.ranks(known.digests(names)).tolist()


@dataclass(slots=True)
class _Known:
    """Ranks by digest: sorted runs, each at least twice as long as the next.

    `missing` are causes that weren't known when they were asked for, noted until somebody asks.
    """

    runs: list[_Run] = field(default_factory=list)
    missing: list[Integers] | None = field(default_factory=list)
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    def digests(self, names: Iterable[str]) -> Integers:
        """Numbers for names; nobody can aim for equal ones without the secret."""
        digest, secret = hashlib.blake2b, self.secret
        texts = [digest(name.encode(), digest_size=8, key=secret).digest() for name in names]
        return np.frombuffer(b"".join(texts), np.int64)

    def rank(self, names: Sequence[str], causes: Sequence[Sequence[str]]) -> bool:
        """Rank a block upon what is known; whether any rank is new or has risen."""
        own = self.digests(names)
        effect = np.repeat(np.arange(len(own)), [len(each) for each in causes])
        cause = self.digests(name for each in causes for name in each)
        is_own, place = _find(own, cause)
        before = self.ranks(cause[~is_own])
        if self.missing is not None:
            self.missing.append(np.unique(cause[~is_own][before < 0]))
        floor = np.zeros(len(own), np.int64)
        np.maximum.at(floor, effect[~is_own], before + 1)
        inside = is_own & (place != effect)
        ranks = longest_paths(floor, place[inside], effect[inside])
        rises = bool((ranks > self.ranks(own)).any())
        self._put(own, ranks.astype(np.int32))
        return rises

    def ranks(self, digests: Integers) -> Integers:
        """The ranks as far as they are known, -1 for the others."""
        found = np.full(len(digests), -1, np.int64)
        for keys, ranks in self.runs:
            place = np.minimum(np.searchsorted(keys, digests), len(keys) - 1)
            hit = keys[place] == digests
            found[hit] = ranks[place[hit]]
        return found

    def came_late(self) -> bool:
        """Whether a cause that was missing when it was asked for is known by now."""
        missing, self.missing = self.missing, None
        return any(bool((self.ranks(each) >= 0).any()) for each in missing or ())

    def _put(self, digests: Integers, ranks: NDArray[np.int32]) -> None:
        if len(digests) == 0:
            return
        new = np.ones(len(digests), bool)
        for keys, values in self.runs:
            place = np.minimum(np.searchsorted(keys, digests), len(keys) - 1)
            hit = keys[place] == digests
            values[place[hit]] = ranks[hit]
            new &= ~hit
        if new.any():
            self.runs.append(_sorted(digests[new], ranks[new]))
        while len(self.runs) > 1 and 2 * len(self.runs[-1][0]) > len(self.runs[-2][0]):
            (keys, values), (more, others) = self.runs[-2:]
            self.runs[-2:] = [_sorted(np.append(keys, more), np.append(values, others))]


def longest_paths(floor: Integers, cause: Integers, effect: Integers) -> Integers:
    """The rank of every event: at least its `floor`, and above each cause. Raises `Unranked`.

    `cause` and `effect` are the ends of the edges, as indices.
    """
    count = len(floor)
    by_cause = np.argsort(cause, kind="stable")
    effects = effect[by_cause].tolist()
    starts = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(cause, minlength=count), out=starts[1:])
    begin = starts.tolist()
    waits_for = np.bincount(effect, minlength=count)
    ready = np.flatnonzero(waits_for == 0).tolist()
    waits = waits_for.tolist()
    ranks = floor.tolist()
    for event in ready:
        above = ranks[event] + 1
        for other in effects[begin[event] : begin[event + 1]]:
            if ranks[other] < above:
                ranks[other] = above
            waits[other] -= 1
            if not waits[other]:
                ready.append(other)
    if len(ready) < count:
        raise Unranked("messages come after each other in a cycle: they have no order.")
    return np.array(ranks, np.int64)


def _find(keys: Integers, wanted: Integers) -> tuple[NDArray[np.bool_], Integers]:
    """Which of `wanted` are among `keys`, and where."""
    if len(keys) == 0:
        return np.zeros(len(wanted), bool), np.zeros(len(wanted), np.int64)
    order = np.argsort(keys, kind="stable")
    place = order[np.minimum(np.searchsorted(keys, wanted, sorter=order), len(keys) - 1)]
    return keys[place] == wanted, place


def _sorted(keys: Integers, values: NDArray[np.int32]) -> _Run:
    order = np.argsort(keys, kind="stable")
    return keys[order], values[order]

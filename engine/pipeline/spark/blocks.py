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
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.errors import TanglescopeError
from engine.linear.longest_paths import Integers, longest_paths

_Run: TypeAlias = tuple[Integers, NDArray[np.int32]]

MOST_PASSES = 1000
"""As often do clocks run backwards across blocks on one path before it must be a cycle."""

_CYCLE = "Messages come after each other in a cycle: they have no order."


class Unranked(TanglescopeError):
    """Events come in a cycle: some of their names can't be true."""


class EventBlock(NamedTuple):
    """Events: their names, the names of the causes of each, and where they came from.

    A name is in one block only.
    """

    names: Sequence[str]
    causes: Sequence[Sequence[str]]
    positions: Sequence[int] = ()


Ranked: TypeAlias = tuple[EventBlock, list[int], dict[str, list[str]]]
"""A block, the ranks of its events, and by name those of their causes that are in no block."""


def rank_blocks(blocks: Callable[[], Iterable[EventBlock]]) -> Iterator[Ranked]:
    """Block by block the ranks in the whole graph.

    `blocks()` gives the same blocks every time. Raises `Unranked`.
    """
    known = _RankedRuns()
    for number in range(MOST_PASSES):
        rises = False
        for block in blocks():
            rises |= known.rank(block, notes_missing=number == 0)
        # What comes in the order of its causes is done after one pass; who looks needs no second.
        if not (known.came_late() if number == 0 else rises):
            break
    else:
        raise Unranked(_CYCLE)
    ghosts = known.ghosts()
    for block in blocks():
        yield block, known.ranks(known.digests(block.names)).tolist(), ghosts


@dataclass(slots=True)
class _RankedRuns:
    """Ranks by digest: sorted runs, each at least twice as long as the next.

    `missing` are pairs of events and causes that weren't known when they were asked for, with the
    digests of the causes.
    """

    runs: list[_Run] = field(default_factory=list)
    missing: list[tuple[Integers, list[tuple[str, str]]]] = field(default_factory=list)
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    def digests(self, names: Iterable[str]) -> Integers:
        """Numbers for names; nobody can aim for equal ones without the secret."""
        digest, secret = hashlib.blake2b, self.secret
        texts = [digest(name.encode(), digest_size=8, key=secret).digest() for name in names]
        return np.frombuffer(b"".join(texts), np.int64)

    def rank(self, block: EventBlock, *, notes_missing: bool) -> bool:
        """Rank a block upon what is known; whether any rank is new or has risen."""
        own = self.digests(block.names)
        effect = np.repeat(np.arange(len(own)), [len(each) for each in block.causes])
        named = [name for each in block.causes for name in each]
        cause = self.digests(named)
        is_own, place = _find(own, cause)
        before = self.ranks(cause[~is_own])
        if notes_missing:
            late = np.flatnonzero(~is_own)[before < 0]
            pairs = [(block.names[effect[edge]], named[edge]) for edge in late.tolist()]
            self.missing.append((cause[late], pairs))
        floor = np.zeros(len(own), np.int64)
        np.maximum.at(floor, effect[~is_own], before + 1)
        inside = is_own & (place != effect)
        ranks, stuck = longest_paths(floor, place[inside], effect[inside])
        if len(stuck):
            raise Unranked(_CYCLE)
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
        return any(bool((self.ranks(causes) >= 0).any()) for causes, _ in self.missing)

    def ghosts(self) -> dict[str, list[str]]:
        """Of the events whose causes are still missing these causes."""
        found: dict[str, list[str]] = {}
        for causes, pairs in self.missing:
            for edge in np.flatnonzero(self.ranks(causes) < 0).tolist():
                event, cause = pairs[edge]
                found.setdefault(event, []).append(cause)
        return found

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

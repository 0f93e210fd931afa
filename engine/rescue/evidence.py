"""Evidence: which messages of a feed others know, because messages of their own name them.

Only proven messages count. A message that is named existed when the other one was written, so the
program of its author knew of it.
"""

import re
from array import array
from collections import defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tanglescope.engine.rescue.ledger import Entry, Ledger

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
        for places, by in _named(ledger, keys[order], authors):
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


def _named(
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

"""Everything as a whole, in arrays: its edges, its times and ranks, and its order.

NumPy takes 25 MB and time to load, so import this module only where everything is read at once.
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from heapq import merge
from operator import itemgetter
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.sqlite import Database, in_chunks
from tanglescope.engine.store.orders.everything_graph import MOMENT, NUMBER, derived_causes
from tanglescope.engine.store.orders.longest_paths import (
    Integers,
    Times,
    adjusted_times,
    in_time_order,
    kept_past_cycles,
    longest_paths,
)


class EverythingEdges(NamedTuple):
    """The graph of everything: messages by place, in the order of their numbers, and its edges.

    Edges between messages on cycles are left out. `refused` messages have no place.
    """

    numbers: Integers
    moments: Times
    cause: Integers
    effect: Integers
    refused: list[int]

    @classmethod
    def read(cls, database: Database) -> "EverythingEdges":
        """The graph of all messages."""
        rows = database.execute(
            f"SELECT id, {MOMENT} FROM messages WHERE status <> 'invalid' ORDER BY id"
        )
        messages = np.fromiter(rows, [("number", "i8"), ("moment", "f8")])
        numbers, moments = messages["number"], messages["moment"]
        edges = database.execute(
            "SELECT cause, effect FROM edges WHERE conversation = ? AND typeof(cause) = 'integer'",
            (NUMBER,),
        )
        ends = places_among(np.fromiter(edges, np.dtype((np.int64, 2))), numbers)
        cause, effect = ends[(ends >= 0).all(axis=1)].T
        _, after = longest_paths(np.zeros(len(numbers), np.int64), cause, effect)
        if len(after):
            inferred = _over_gaps(database, numbers, cause, effect, after)
            kept = kept_past_cycles(cause, effect, after, inferred, len(numbers))
            cause, effect = cause[kept], effect[kept]
        refused = database.execute("SELECT id FROM messages WHERE status = 'invalid' ORDER BY id")
        return cls(numbers, moments, cause, effect, [number for (number,) in refused])


def _over_gaps(
    database: Database, numbers: Integers, cause: Integers, effect: Integers, after: Integers
) -> NDArray[np.bool_]:
    """Which edges to some messages follow from sequence numbers alone."""
    said: set[tuple[int | str, int]] = set()
    for marks, some in in_chunks(numbers[after].tolist()):
        for number, causes in derived_causes(database, f"id IN ({marks})", *some, over_gaps=False):
            said.update((one, number) for one in causes)
    late = np.isin(effect, after)
    pairs = zip(numbers[cause[late]].tolist(), numbers[effect[late]].tolist(), strict=True)
    late[late] = [pair not in said for pair in pairs]
    return late


class DerivedTimes(NamedTuple):
    """The adjusted times of everything, derived from its messages."""

    edges: EverythingEdges
    times: Times

    @classmethod
    def read(cls, database: Database) -> "DerivedTimes":
        """The adjusted times of all messages."""
        edges = EverythingEdges.read(database)
        return cls(edges, adjusted_times(edges.moments, edges.cause, edges.effect)[0])

    def rows(self) -> Iterator[tuple[int, float | None]]:
        """The numbers of all messages, ascending, each with its adjusted time."""
        placed: Iterator[tuple[int, float | None]] = zip(
            self.edges.numbers.tolist(), self.times.tolist(), strict=True
        )
        return merge(placed, ((number, None) for number in self.edges.refused), key=itemgetter(0))

    def ties(self) -> Iterator[tuple[int, int]]:
        """The numbers of causes and effects with the same adjusted time."""
        numbers, cause, effect = self.edges.numbers, self.edges.cause, self.edges.effect
        is_tied = self.times[cause] == self.times[effect]
        tied = (numbers[ends[is_tied]].tolist() for ends in (cause, effect))
        return zip(*tied, strict=True)


class EverythingRanks:
    """The ranks of everything, in memory until messages arrive."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._last = 0
        self._ranks: dict[int, int] = {}

    def read(self) -> Mapping[int, int]:
        """The ranks of all messages, by number."""
        with reading(self._database):
            ((last,),) = self._database.execute("SELECT ifnull(max(id), 0) FROM messages")
            if last != self._last:
                edges = EverythingEdges.read(self._database)
                floor = np.zeros(len(edges.numbers), np.int64)
                ranks, _ = longest_paths(floor, edges.cause, edges.effect)
                self._ranks = dict(zip(edges.numbers.tolist(), ranks.tolist(), strict=True))
                self._last = last
        return self._ranks


def sorted_out(database: Database, tied: Iterable[tuple[int, int]]) -> "array[int]":
    """The numbers of everything in time order, from stored adjusted times.

    `tied` are the causes and effects with the same one.
    """
    rows = database.execute(
        f"SELECT id, time, {MOMENT} FROM adjusted_times CROSS JOIN messages ON id = message"
        " WHERE time IS NOT NULL ORDER BY message"
    )
    columns = np.fromiter(rows, [("number", "i8"), ("time", "f8"), ("moment", "f8")])
    numbers, times, moments = (columns[name] for name in ("number", "time", "moment"))
    keys = database.execute("SELECT id FROM messages ORDER BY key")
    by_key = places_among(np.fromiter((number for (number,) in keys), np.int64), numbers)
    by_key = by_key[by_key >= 0]
    ends = places_among(np.fromiter(tied, np.dtype((np.int64, 2))), numbers)
    ends = ends[(ends >= 0).all(axis=1)]
    # The sort is stable.
    order = by_key[np.lexsort((moments[by_key], times[by_key]))]
    order = in_time_order(order, times, ends[:, 0], ends[:, 1])
    return array("i", numbers[order].astype(np.int32).tobytes())


def places_among(wanted: Integers, numbers: Integers) -> Integers:
    """The places of numbers among ascending ones; -1 if there is none."""
    if not len(numbers):
        return np.full(wanted.shape, -1, np.int64)
    found = np.minimum(np.searchsorted(numbers, wanted), len(numbers) - 1)
    return np.where(numbers[found] == wanted, found, -1)

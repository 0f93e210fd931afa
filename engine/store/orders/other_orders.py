"""Orders other than the own one of a conversation, from its edges and times in arrays.

No text is read. NumPy takes 25 MB and time to load, so import this module only where a conversation
is large.
"""

from array import array
from collections.abc import Callable, Mapping
from typing import NamedTuple, Self

import numpy as np

from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.orders.everything_arrays import places_among
from tanglescope.engine.store.orders.everything_graph import MOMENT
from tanglescope.engine.store.orders.longest_paths import (
    Integers,
    Times,
    adjusted_times,
    in_time_order,
    longest_paths,
)
from tanglescope.engine.store.orders.members import NumberedEdges


class NumberedGraph(NamedTuple):
    """The messages of a conversation in the order of their keys, and its edges by their places."""

    numbers: Integers
    moments: Times
    cause: Integers
    effect: Integers

    @classmethod
    def read(cls, database: Database, numbers: "array[int]", edges: NumberedEdges) -> Self:
        """The graph of some messages; edges to others are left out."""
        rows = database.execute(
            f"SELECT nodes.id, {MOMENT} FROM json_each(?) AS wanted"
            " CROSS JOIN nodes ON nodes.id = wanted.value ORDER BY nodes.key",
            (str(numbers.tolist()),),
        )
        found = np.fromiter(rows, [("number", "i8"), ("moment", "f8")])
        names, moments = found["number"], found["moment"]
        places = np.argsort(names)
        ends = np.array(edges, np.int64).T
        inside = places_among(ends, names[places])
        cause, effect = places[inside[(inside >= 0).all(axis=1)]].T
        return cls(names, moments, cause, effect)

    def by_time(self) -> Integers | None:
        """The places by adjusted time; None if there are cycles."""
        times, stuck = adjusted_times(self.moments, self.cause, self.effect)
        if len(stuck):
            return None
        # The sort is stable, so equal ones remain in the order of their keys.
        order = np.lexsort((self.moments, times))
        return in_time_order(order, times, self.cause, self.effect)

    def newest_first(self) -> Integers | None:
        """The same in reverse."""
        found = self.by_time()
        return None if found is None else found[::-1]

    def by_rank(self) -> Integers | None:
        """The places by rank and key; None if there are cycles."""
        return self._by_paths(self.cause, self.effect)

    def by_height(self) -> Integers | None:
        """The places by the longest path to a tip, the longest first, and key; None with cycles."""
        return self._by_paths(self.effect, self.cause, -1)

    def _by_paths(self, before: Integers, after: Integers, sign: int = 1) -> Integers | None:
        lengths, stuck = longest_paths(np.zeros(len(self.numbers), np.int64), before, after)
        return None if len(stuck) else np.argsort(sign * lengths, kind="stable")


_ORDERS: Mapping[str, Callable[[NumberedGraph], Integers | None]] = {
    "backward": NumberedGraph.by_height,
    "newest": NumberedGraph.newest_first,
    "scuttlesort": NumberedGraph.by_rank,
    "timestamp": NumberedGraph.by_time,
}
"""The orders that follow from edges, times and keys alone."""


def sort_by_edges(
    database: Database, numbers: "array[int]", edges: NumberedEdges, by: str
) -> "array[int] | None":
    """Messages in another order; None if that needs more than edges, or if these form cycles."""
    if (sort := _ORDERS.get(by)) is None:
        return None
    graph = NumberedGraph.read(database, numbers, edges)
    places = sort(graph)
    return None if places is None else array("i", graph.numbers[places].astype(np.int32).tobytes())

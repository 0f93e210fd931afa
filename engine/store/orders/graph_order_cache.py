"""The orders of large graphs, each stored in one piece, like those of large threads.

An order is valid while its revision is that of the graph. If it is by rank, the ranks are stored
with it, and nodes without effects join it in the transaction in which they arrive.
"""

from array import array
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import orjson

from engine.linear.walk import least_order
from engine.store.files.database import writing
from engine.store.files.sqlite import Database
from engine.store.graph_nodes import ExtendedGraph, GraphNodes, StoredGraph
from engine.store.orders.order_blocks import from_blob, to_blob
from engine.store.orders.order_cache import RankedRows


class CachedOrder(NamedTuple):
    """The order of a graph: the numbers of its nodes, and the missing causes of nodes."""

    numbers: "array[int]"
    waiting: dict[str, tuple[str, ...]]


class GraphOrderCache:
    """The orders of large graphs of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def stale(self, kind: str, least: int) -> list[str]:
        """The names of graphs with at least so many nodes whose stored order is out of date."""
        rows = self._database.execute(
            """SELECT name FROM graphs LEFT JOIN graph_order_cache ON graph = id
            WHERE kind = ? AND nodes >= ? AND graph_order_cache.revision IS NOT graphs.revision""",
            (kind, least),
        )
        return [name for (name,) in rows]

    def order(self, graph: StoredGraph) -> CachedOrder | None:
        """The order of a graph; None if the stored order is out of date."""
        row = self._database.execute(
            "SELECT numbers, waiting FROM graph_order_cache WHERE graph = ? AND revision = ?",
            (graph.number, graph.revision),
        ).fetchone()
        if row is None:
            return None
        waiting = {key: tuple(causes) for key, causes in orjson.loads(row[1]).items()}
        return CachedOrder(from_blob(row[0]), waiting)

    def keep(
        self,
        graph: StoredGraph,
        keys: Iterable[str],
        waiting: Mapping[str, object],
        ranks: Iterable[int] | None,
    ) -> None:
        """Store the order of a graph at its revision, in a transaction of its own.

        `ranks` are those of the keys if the order is by rank and name.
        """
        rows = self._database.execute(
            "SELECT key, id FROM graph_nodes WHERE graph = ?", (graph.number,)
        )
        by_key = {key: number for key, number in rows}  # noqa: C416 - other threads run meanwhile
        numbers = array("i", [by_key[key] for key in keys])
        with writing(self._database):
            self._write(
                graph.number,
                graph.revision,
                numbers,
                waiting,
                None if ranks is None else array("i", ranks),
            )

    def follow(self, extended: ExtendedGraph) -> None:
        """Update the stored order by rank of a graph to which nodes were added."""
        number, revision, keys = extended
        row = self._database.execute(
            "SELECT numbers, ranks, waiting FROM graph_order_cache"
            " WHERE graph = ? AND revision = ? AND ranks IS NOT NULL",
            (number, revision - 1),
        ).fetchone()
        if row is None:
            return
        nodes = GraphNodes(self._database)
        causes = nodes.causes(number, keys)
        numbers = nodes.numbers(
            number, list({*keys, *(each for c in causes.values() for each in c)})
        )
        rows = RankedRows(from_blob(row[0]), from_blob(row[1]), nodes.key)
        waiting = orjson.loads(row[2])
        arrival = {key: place for place, key in enumerate(keys)}
        for key in least_order(causes, arrival.__getitem__):
            known = [rows.rank(numbers[cause]) for cause in causes[key] if cause in numbers]
            rows.insert(numbers[key], 1 + max(known, default=-1), key)
            if missing := sorted(cause for cause in causes[key] if cause not in numbers):
                waiting[key] = missing
        self._write(number, revision, rows.numbers, waiting, rows.ranks)

    def _write(
        self,
        number: int,
        revision: int,
        numbers: "array[int]",
        waiting: Mapping[str, object],
        ranks: "array[int] | None",
    ) -> None:
        self._database.execute(
            "INSERT INTO graph_order_cache (graph, revision, numbers, waiting, ranks)"
            " VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET revision = excluded.revision,"
            " numbers = excluded.numbers, waiting = excluded.waiting, ranks = excluded.ranks"
            " WHERE excluded.revision > revision",
            (
                number,
                revision,
                to_blob(numbers),
                orjson.dumps(waiting).decode(),
                None if ranks is None else to_blob(ranks),
            ),
        )

"""The orders of large graphs in one piece each, as those of large threads are kept.

An order holds as long as its revision is that of the graph.
"""

from array import array
from collections.abc import Iterable, Mapping
from typing import NamedTuple

import orjson

from engine.store.database import writing
from engine.store.graph_nodes import KeptGraph
from engine.store.kept_orders import from_blob, to_blob
from engine.store.sqlite import Database


class KeptOrder(NamedTuple):
    """The order of a graph as it is read: the numbers of its nodes, and who waits for what."""

    numbers: "array[int]"
    waiting: dict[str, tuple[str, ...]]


class KeptGraphs:
    """The orders of large graphs of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def stale(self, kind: str, least: int) -> list[str]:
        """The names of the graphs of so many nodes whose order isn't kept as it is now."""
        rows = self._database.execute(
            """SELECT name FROM graphs LEFT JOIN kept_graphs ON graph = id
            WHERE kind = ? AND nodes >= ? AND kept_graphs.revision IS NOT graphs.revision""",
            (kind, least),
        )
        return [name for (name,) in rows]

    def order(self, graph: KeptGraph) -> KeptOrder | None:
        """The order of a graph; None where it isn't kept as it is now."""
        row = self._database.execute(
            "SELECT numbers, waiting FROM kept_graphs WHERE graph = ? AND revision = ?",
            (graph.number, graph.revision),
        ).fetchone()
        if row is None:
            return None
        waiting = {key: tuple(causes) for key, causes in orjson.loads(row[1]).items()}
        return KeptOrder(from_blob(row[0]), waiting)

    def keep(self, graph: KeptGraph, keys: Iterable[str], waiting: Mapping[str, object]) -> None:
        """Keep the order of a graph at its revision, in a transaction of its own."""
        rows = self._database.execute(
            "SELECT key, id FROM graph_nodes WHERE graph = ?", (graph.number,)
        )
        by_key = dict(rows.fetchall())
        numbers = array("i", [by_key[key] for key in keys])
        with writing(self._database):
            self._database.execute(
                "INSERT INTO kept_graphs (graph, revision, numbers, waiting) VALUES (?, ?, ?, ?)"
                " ON CONFLICT DO UPDATE SET revision = excluded.revision,"
                " numbers = excluded.numbers, waiting = excluded.waiting"
                " WHERE excluded.revision > revision",
                (graph.number, graph.revision, to_blob(numbers), orjson.dumps(waiting).decode()),
            )

"""Graphs in the database: the nodes of graph files and Autobases, each once, as they arrived.

How nodes join is in `engine.store.orders.graph_joining`.
"""

import sys
from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import fields
from itertools import groupby
from operator import itemgetter
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson

from tanglescope.engine.archive.graphs.pieces import (
    GraphItem,
    as_read,
)
from tanglescope.engine.archive.record import Place
from tanglescope.engine.linear.edits import Insert, ListEdit
from tanglescope.engine.linear.graph import Graph, Node, RecordedArrival, Writer, together
from tanglescope.engine.store.arrivals.changes import TimelineChange
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.files.database import writing
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.orders.members import NodeMembers

if TYPE_CHECKING:
    pass

_COLUMNS = (
    "key, after, writer, sequence, depth, asserted, received, is_optimistic, batch,"
    " label, text, status, refers, writer_name, raw, committed"
)


_TITLE = """ifnull(facts ->> '$.title', ifnull((
        SELECT group_concat(CASE WHEN value ->> 1 = '' THEN key ELSE
            (value ->> 1) || ' (' || key || ')' END, ', ')
        FROM json_each(facts, '$.rooms')), ''))"""
"""What the source of a graph calls it: its title, or the names and ids of its rooms."""

_ANY_GIVES = "EXISTS (SELECT 1 FROM nodes WHERE graph = ?1 AND graph > 0 AND {} IS NOT NULL)"
"""Whether any node of a graph gives a fact; at once if the first ones do."""


class StoredGraph(NamedTuple):
    """A graph in a list; `revision` changes whenever the graph does.

    Its stored order is of the revision `ordered`; the first `confirmed` nodes there are final.
    """

    number: int
    name: str
    revision: int
    nodes: int
    ordered: int
    confirmed: int

    @property
    def is_ordered(self) -> bool:
        """Whether its stored order is up to date."""
        return self.ordered == self.revision


class ListedGraph(NamedTuple):
    """The facts about a graph for a list; `writers` has the number of nodes by each writer.

    `title` is what its source calls it, empty if that says nothing.
    """

    name: str
    nodes: int
    first: float | None
    latest: float | None
    writers: Counter[str]
    title: str = ""


class ArrivedNode(NamedTuple):
    """The fields of a node that an order needs; numbers ascend in the order of import."""

    number: int
    key: str
    after: tuple[str, ...]
    writer: str | None
    sequence: int | None


class StoredItem(NamedTuple):
    """A stored node, and the place where it was first read."""

    path: str
    place: str
    item: GraphItem

    def is_from(self, path: PurePath, place: Place) -> bool:
        """Whether it was read at this place."""
        return (self.path, self.place) == (str(path), str(place))


class GraphMark(NamedTuple):
    """A value that changes whenever the nodes of a graph do, in any process."""

    revision: int
    nodes: int
    last: int | None
    key: str | None


class GraphNodes:
    """The graphs of a database, and their nodes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def describe(self, numbers: Collection[int]) -> dict[int, ListedGraph]:
        """The facts about graphs for a list, which takes a look at every node."""
        rows = self._database.execute(
            # The nodes are counted first: a title for each of them would take longer than the rest.
            f"""WITH wanted AS (SELECT value AS id FROM json_each(?)), parts AS (
                SELECT graph, (SELECT key FROM feeds WHERE feeds.id = author) AS writer,
                    count(*) AS written, min(ifnull(asserted, received)) AS first,
                    max(ifnull(asserted, received)) AS latest
                FROM nodes WHERE graph IN wanted AND graph > 0 GROUP BY graph, author
            )
            SELECT graphs.id, name, nodes, {_TITLE}, writer, ifnull(written, 0), first, latest
            FROM graphs LEFT JOIN parts ON graph = graphs.id
            WHERE graphs.id IN wanted ORDER BY graphs.id, writer""",
            (as_json(list(numbers)),),
        ).fetchall()
        found = {}
        for (number, name, nodes, title), some in groupby(rows, key=itemgetter(0, 1, 2, 3)):
            parts = [row[4:] for row in some]
            writers = Counter({writer: count for writer, count, *_ in parts if writer is not None})
            times = [time for _, _, *ends in parts for time in ends if time is not None]
            first, latest = min(times, default=None), max(times, default=None)
            found[number] = ListedGraph(name, nodes, first, latest, writers, title)
        return found

    def title(self, number: int) -> str:
        """What the source of a graph calls it; empty if it doesn't say."""
        return self._column(number, _TITLE)

    def first_writers(self, number: int, count: int) -> tuple[str, ...]:
        """The writers of the first `count` nodes of a graph."""
        question = "SELECT writer FROM graph_nodes WHERE graph = ? ORDER BY id LIMIT ?"
        writers = self._database.column(question, (number, count))
        return tuple(dict.fromkeys(writer for writer in writers if writer is not None))

    def find(self, kind: str, name: str) -> StoredGraph | None:
        """The graph of a name; None if there is none."""
        return next(iter(self._read_graphs("kind = ? AND name = ?", kind, name)), None)

    def of_kind(self, kind: str) -> list[StoredGraph]:
        """The graphs of a kind by name."""
        return self._read_graphs("kind = ? ORDER BY name, id", kind)

    def out_of_order(self, kind: str) -> list[StoredGraph]:
        """The graphs of a kind whose stored order is out of date."""
        return self._read_graphs("kind = ? AND ordered <> revision", kind)

    def _read_graphs(self, condition: str, *values: object) -> list[StoredGraph]:
        rows = self._database.execute(
            f"SELECT id, name, revision, nodes, ordered, confirmed FROM graphs WHERE {condition}",
            values,
        )
        return [StoredGraph(*row) for row in rows.fetchall()]

    def beginning(self, kind: str, text: str, most: int) -> list[str]:
        """The names of graphs of a kind that begin with a text, `most` at most."""
        return self._database.column(
            "SELECT name FROM graphs WHERE kind = ? AND name >= ? AND name < ?"
            " ORDER BY name LIMIT ?",
            (kind, text, text + chr(sys.maxunicode), most),
        )

    def holding(self, kind: str, key: str) -> list[str]:
        """The names of the graphs that have a node of that id."""
        return self._database.column(
            "SELECT name FROM nodes JOIN graphs ON graphs.id = graph"
            " WHERE key = ? AND kind = ? ORDER BY name",
            (key, kind),
        )

    def numbers(self, number: int, keys: Sequence[str]) -> dict[str, int]:
        """The numbers of the known nodes; they ascend in the order of import."""
        question = "SELECT key, id FROM nodes WHERE graph = ? AND key IN ({marks})"
        return dict(self._database.among(question, keys, number))

    def keys(self, numbers: Sequence[int]) -> list[str]:
        """The keys of the known nodes among these numbers, in the same order."""
        question = "SELECT id, key FROM nodes WHERE id IN ({marks})"
        found = dict(self._database.among(question, numbers))
        return [found[number] for number in numbers if number in found]

    def items(self, number: int, keys: Sequence[str]) -> dict[str, GraphItem]:
        """The known ones of the nodes, as they were read."""
        question = f"SELECT {_COLUMNS} FROM graph_nodes WHERE graph = ? AND key IN ({{marks}})"
        found = map(_item, self._database.among(question, keys, number))
        return {item.node.id: item for item in found}

    def causes(self, number: int, keys: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """The causes of nodes, including the one before each in its writer's log."""
        rows = self._database.execute(
            """SELECT here.key, here.after, before.key FROM json_each(?)
            CROSS JOIN graph_nodes AS here ON here.key = json_each.value AND here.graph = ?2
            LEFT JOIN nodes AS before ON before.graph = ?2
                AND before.author = here.author AND before.sequence = here.sequence - 1""",
            (as_json(keys), number),
        )
        found: dict[str, tuple[str, ...]] = {}
        for key, after, before in rows.fetchall():
            named = tuple(orjson.loads(after))
            found[key] = named if before is None or before in named else (before, *named)
        return found

    def members(self, number: int, *, is_ranked: bool) -> NodeMembers:
        """The nodes of a graph, with their edges and ranks, and its stored order."""
        return NodeMembers(self._database, number, number, is_ranked=is_ranked)

    def put_order(
        self, kind: str, graph: StoredGraph, end: Sequence[str], confirmed: int, start: int = 0
    ) -> TimelineChange | None:
        """Edit the order of a graph from a position on, and return the change.

        None if the graph has changed since, and for the first order, which no replica has.
        """
        numbers = self.numbers(graph.number, end)
        with writing(self._database):
            for _ in self._database.execute(
                "UPDATE graphs SET ordered = revision, confirmed = ?"
                " WHERE id = ? AND revision = ? RETURNING id",
                (confirmed, graph.number, graph.revision),
            ).fetchall():
                members = self.members(graph.number, is_ranked=False)
                order = members.blocks.beginning(start)
                order.extend(numbers[key] for key in end)
                if edits := members.replace(order, with_edits=graph.ordered > 0):
                    new = [each.name for each in edits if isinstance(each, Insert)]
                    address, since = Address(kind, graph.name), graph.ordered
                    causes = self.causes(graph.number, new)
                    return self.change(address, members, causes, edits, since)
        return None

    def arrived_since(self, number: int, last: int) -> list[ArrivedNode]:
        """The nodes of a graph with numbers above `last`, in order of arrival."""
        rows = self._database.execute(
            "SELECT id, key, after, writer, sequence FROM graph_nodes"
            " WHERE graph = ? AND id > ? ORDER BY id",
            (number, last),
        )
        return [
            ArrivedNode(id_, key, tuple(orjson.loads(after)), *place)
            for id_, key, after, *place in rows.fetchall()
        ]

    def has_writers(self, number: int) -> bool:
        """Whether any node of a graph has a writer."""
        return bool(self._database.number(f"SELECT {_ANY_GIVES.format('author')}", (number,)))

    def given_facts(self, number: int) -> tuple[bool, bool, bool, bool]:
        """Whether any node of a graph has a writer, any a time, and any a time of receipt.

        The last says whether several peers are known to have received nodes.
        """
        facts = ("author", "ifnull(asserted, received)", "received")
        peers = "(SELECT count(DISTINCT peer) > 1 FROM graph_arrivals WHERE graph = ?1)"
        found = ", ".join((*map(_ANY_GIVES.format, facts), peers))
        row = self._database.execute(f"SELECT {found}", (number,)).fetchone()
        writer, time, receipt, are_several = map(bool, row)
        return writer, time, receipt, are_several

    def facts(self, number: int) -> dict[str, Any]:
        """The properties of a graph as a whole, as given by its source."""
        found: dict[str, Any] = orjson.loads(self._column(number, "facts"))
        return found

    def graph(self, number: int) -> tuple[Graph, dict[str, GraphItem]]:
        """A graph in the order of arrival, and its items by id. Raises `GraphError`."""
        items = self._items(number)
        writers, name = self.writers(number), self._column(number, "name")
        nodes = [item.node for item in items]
        graph = together(writers, nodes, name, arrivals=self._arrivals(number))
        return graph, {item.node.id: item for item in items}

    def line(self, number: int) -> dict[str, Any]:
        """The writers and nodes of a graph as in a graph file, exactly as they were read."""
        nodes = [_node_line(item) for item in self._items(number)]
        whole = {"writers": self.writers(number), "names": self.names(number), "nodes": nodes}
        if arrivals := self._arrivals(number):
            whole["arrivals"] = list(arrivals)
        line: dict[str, Any] = orjson.loads(orjson.dumps(whole))
        return line

    def archives(self, number: int) -> list[str]:
        """The files that the nodes of a graph were first read from, the first one first."""
        return self._database.column(
            "SELECT path FROM (SELECT archive, min(id) AS first FROM graph_nodes WHERE graph = ?"
            " GROUP BY archive) JOIN archives ON archives.id = archive ORDER BY first",
            (number,),
        )

    def names(self, number: int) -> dict[str, str]:
        """What the writers of a graph are called, as far as a `names` object says so."""
        question = "SELECT writer, name FROM graph_names WHERE graph = ? ORDER BY writer"
        return dict(self._database.execute(question, (number,)).fetchall())

    def nodes_with_numbers(
        self, number: int, last: int = 0, without: Container[int] = ()
    ) -> list[tuple[int, Node]]:
        """The nodes of a graph with numbers above one, except some; each with its number."""
        later = "SELECT id FROM nodes WHERE graph = ? AND graph > 0 AND id > ? ORDER BY id"
        ids = self._database.column(later, (number, last))
        wanted = [each for each in ids if each not in without]
        question = f"SELECT id, {_COLUMNS} FROM graph_nodes WHERE id IN ({{marks}}) ORDER BY id"
        rows = self._database.among(question, wanted)
        return [(id_, _item(tuple(row)).node) for id_, *row in rows]

    def are_latest(self, number: int, nodes: Iterable[Node]) -> bool:
        """Whether all other nodes in the logs of these are earlier ones."""
        logs: dict[str, list[int]] = {}
        for node in nodes:
            if node.writer is not None and node.sequence is not None:
                logs.setdefault(node.writer, []).append(node.sequence)
        question = """SELECT count(*) FROM nodes WHERE graph = ?
            AND author = (SELECT id FROM feeds WHERE key = ?) AND sequence >= ?"""
        return all(
            len(log) == self._database.number(question, (number, writer, min(log)))
            for writer, log in logs.items()
        )

    def _arrivals(self, number: int) -> tuple[RecordedArrival, ...]:
        """What is recorded of the arrival of nodes at peers."""
        question = "SELECT peer, key, at FROM graph_arrivals WHERE graph = ? ORDER BY id"
        return tuple(RecordedArrival(*row) for row in self._database.execute(question, (number,)))

    def some(self, kind: str, name: str, keys: Sequence[str]) -> dict[str, "StoredItem"]:
        """The known ones of the nodes of a graph, by id."""
        rows = self._database.execute(
            f"""SELECT archives.path, place, {_COLUMNS.replace("key,", "graph_nodes.key,", 1)}
            FROM json_each(?) CROSS JOIN graph_nodes ON graph_nodes.key = json_each.value
            JOIN graphs ON graphs.id = graph JOIN archives ON archives.id = archive
            WHERE kind = ? AND name = ?""",
            (as_json(keys), kind, name),
        )
        found = (StoredItem(path, place, _item(tuple(row))) for path, place, *row in rows)
        return {each.item.node.id: each for each in found}

    def change(
        self,
        address: Address,
        members: NodeMembers,
        new: Mapping[str, tuple[str, ...]],
        edits: Sequence[ListEdit],
        since: int = -1,
    ) -> TimelineChange:
        """The change by new nodes, given with their causes."""
        number = members.number
        later = {key for each in members.effects(new).values() for key in each}
        causes = {**new, **self.causes(number, [*later.difference(new)])}
        here = self.numbers(number, [cause for each in causes.values() for cause in each])
        revision = self.mark(number).revision
        return TimelineChange.of(str(address), revision, edits, causes, here, since=since)

    def mark(self, number: int) -> GraphMark:
        """The present state of a graph."""
        return GraphMark(
            *self._database.execute(
                "SELECT revision, nodes, (SELECT max(id) FROM nodes),"
                " (SELECT key FROM nodes ORDER BY id DESC LIMIT 1) FROM graphs WHERE id = ?",
                (number,),
            ).fetchone()
        )

    def _column(self, number: int, column: str) -> str:
        question = f"SELECT {column} FROM graphs WHERE id = ?"
        return str(*self._database.column(question, (number,)))

    def writers(self, number: int) -> tuple[Writer, ...]:
        """The writers of a graph that its source lists."""
        return tuple(
            Writer(
                key,
                indexer,
                relayed,
                tuple(added),
                tuple(removed),
                *(None if ids is None else tuple(ids) for ids in later),
            )
            for key, indexer, relayed, added, removed, *later in orjson.loads(
                self._column(number, "writers")
            )
        )

    def _items(self, number: int) -> list[GraphItem]:
        question = f"SELECT {_COLUMNS} FROM graph_nodes WHERE graph = ? ORDER BY id"
        return [_item(row) for row in self._database.execute(question, (number,))]


def said_in(item: GraphItem) -> dict[str, object]:
    """What a node says besides its place in the graph, with the fields of a graph file."""
    said: dict[str, object] = {
        "label": item.label,
        "text": item.text,
        "references": list(item.references) or None,
        "writer_name": item.name,
        "raw": None if item.raw is None else as_read(item.raw),
    }
    return {name: value for name, value in said.items() if value is not None}


def _node_line(item: GraphItem) -> dict[str, Any]:
    """A node with the fields of a graph file."""
    line = {each.name: getattr(item.node, each.name) for each in fields(item.node)}
    return {name: each for name, each in line.items() if each is not None} | said_in(item)


def _item(row: tuple[Any, ...]) -> GraphItem:
    key, after, writer, sequence, depth, asserted, received, optimistic, batch, *rest = row
    label, text, status, refers, name, raw, committed = rest
    causes: list[str] = orjson.loads(after)
    node = Node(
        key,
        tuple(causes),
        writer,
        sequence,
        depth,
        asserted,
        received,
        optimistic == 1,
        None if batch is None else tuple(orjson.loads(batch)),
        committed,
    )
    references = () if refers is None else tuple(orjson.loads(refers))
    return GraphItem(node, label, text, status, references, name, raw)

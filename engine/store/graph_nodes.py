"""Graphs in the database: the nodes of graph files and Autobases, each once, as they arrived.

The edges, the ranks and, if it is by rank, the order are updated in the transaction in which nodes
arrive.
"""

import sys
from collections import Counter
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import groupby
from operator import itemgetter
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

import orjson

from tanglescope.engine.archive.graphs.pieces import (
    GraphItem,
    Piece,
    RefusedPiece,
    SoundGraph,
    as_read,
    item_as_json,
    merge,
    name_of,
)
from tanglescope.engine.archive.record import START, Place
from tanglescope.engine.linear.edits import Insert, ListEdit
from tanglescope.engine.linear.graph import Graph, Node, RecordedArrival, Writer, is_same, together
from tanglescope.engine.linear.walk import ranks_of
from tanglescope.engine.message.verdict import Rule
from tanglescope.engine.store.arrivals.archives import SeenArchive
from tanglescope.engine.store.arrivals.changes import TimelineChange
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.files.database import writing
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.messages import feed_numbers, next_node
from tanglescope.engine.store.orders.members import NodeMembers, next_number
from tanglescope.engine.store.reference_limit import reference_limit

if TYPE_CHECKING:
    from tanglescope.engine.store.arrivals.extracts import BadRecord

_FOLLOW = """INSERT OR IGNORE INTO edges (conversation, cause, effect)
    SELECT ?1, here.id, later.id FROM nodes AS here CROSS JOIN nodes AS later
        ON later.graph = ?1 AND later.author = here.author AND later.sequence = here.sequence + 1
        WHERE here.graph = ?1 AND here.graph > 0 AND here.id > ?2"""
"""Adds the edges from nodes with numbers above a given one to the next ones in their logs."""

_COLUMNS = (
    "key, after, writer, sequence, depth, asserted, received, is_optimistic, batch,"
    " label, text, status, refers, writer_name, raw, committed"
)


_TITLE = """ifnull(facts ->> '$.title', ifnull((
        SELECT group_concat(CASE WHEN value ->> 1 = '' THEN key ELSE
            (value ->> 1) || ' (' || key || ')' END, ', ')
        FROM json_each(facts, '$.rooms')), ''))"""
"""What the source of a graph calls it: its title, or the names and ids of its rooms."""


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


@dataclass(slots=True)
class GraphGrowth:
    """The result of adding pieces: the number of new nodes, and the refused parts."""

    added: int = 0
    bad: "list[BadRecord]" = field(default_factory=list)
    changes: list[TimelineChange] = field(default_factory=list, compare=False)


class _Mark(NamedTuple):
    """A value that changes whenever the nodes of a graph do, in any process."""

    revision: int
    nodes: int
    last: int | None
    key: str | None


class _Growing(NamedTuple):
    """The graph that was written last, cached for the next batch of an archive."""

    number: int
    mark: _Mark
    sound: SoundGraph


_growing: WeakKeyDictionary[Database, _Growing] = WeakKeyDictionary()


class GraphNodes:
    """The graphs of a database, and their nodes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def list_graphs(self, kind: str, name: str | None = None) -> list[ListedGraph]:
        """The graphs of a kind by name, or only the one of a name."""
        rows = self._database.execute(
            # The nodes are counted first: a title for each of them would take longer than the rest.
            f"""WITH wanted AS (
                SELECT id FROM graphs
                WHERE kind = :kind AND (:name IS NULL OR graphs.name = :name)
            ), parts AS (
                SELECT graph, (SELECT key FROM feeds WHERE feeds.id = author) AS writer,
                    count(*) AS written, min(ifnull(asserted, received)) AS first,
                    max(ifnull(asserted, received)) AS latest
                FROM nodes WHERE graph IN wanted AND graph > 0 GROUP BY graph, author
            )
            SELECT graphs.name, nodes, {_TITLE}, writer, ifnull(written, 0), first, latest
            FROM graphs LEFT JOIN parts ON graph = graphs.id
            WHERE graphs.id IN wanted ORDER BY graphs.name, graphs.id, writer""",
            {"kind": kind, "name": name},
        ).fetchall()
        found = []
        for (called, nodes, title), some in groupby(rows, key=itemgetter(0, 1, 2)):
            parts = list(some)
            writers = Counter({row[3]: row[4] for row in parts if row[3] is not None})
            times = [time for row in parts for time in row[5:] if time is not None]
            first, latest = min(times, default=None), max(times, default=None)
            found.append(ListedGraph(called, nodes, first, latest, writers, title))
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
                    return self._change(address, members, causes, edits, since)
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

    def given_facts(self, number: int) -> tuple[bool, bool, bool, bool]:
        """Whether any node of a graph has a writer, any a time, and any a time of receipt.

        The last says whether several peers are known to have received nodes.
        """
        facts = ("author", "ifnull(asserted, received)", "received")
        here = "EXISTS (SELECT 1 FROM nodes WHERE graph = ?1 AND graph > 0 AND {} IS NOT NULL)"
        peers = "(SELECT count(DISTINCT peer) > 1 FROM graph_arrivals WHERE graph = ?1)"
        found = ", ".join((*map(here.format, facts), peers))
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

    def put(
        self,
        pieces: Sequence[Piece],
        archive: SeenArchive,
        ranked: Collection[str] = (),
        *,
        with_edits: bool = False,
    ) -> GraphGrowth:
        """Add the nodes that are new and can join the others of their graphs.

        The orders of graphs of the `ranked` kinds are updated, and if wanted, their edits returned.
        """
        grown = GraphGrowth()
        by_graph: dict[tuple[str, str], list[Piece]] = {}
        for piece in pieces:
            if piece.is_locked:
                continue  # better information is known already
            name = name_of(piece, archive.path)
            by_graph.setdefault((piece.kind, name), []).append(piece)
        for (kind, name), some in by_graph.items():
            members = self.members(self._enter(kind, name), is_ranked=kind in ranked)
            new, edits = self._grow(members, some, archive, grown, with_edits=with_edits)
            if members.is_ranked and with_edits:
                grown.changes.append(self._change(Address(kind, name), members, new, edits))
        return grown

    def _grow(
        self,
        members: NodeMembers,
        pieces: Sequence[Piece],
        archive: SeenArchive,
        grown: GraphGrowth,
        *,
        with_edits: bool,
    ) -> tuple[Mapping[str, tuple[str, ...]], Sequence[ListEdit]]:
        """Add nodes to a graph; return their causes, and the edits of an order by rank."""
        number, among = members.number, self._mark(members.number).nodes
        new, forgotten = self._unknown(number, pieces, grown)
        self._keep_to_limit(number, new, grown)
        joining = [item.node for item, _ in new.values()]
        whole = None if forgotten else self._sound(number)
        is_awaited = bool(forgotten or self._is_awaited(members, joining))
        if whole is None and is_awaited:
            whole = SoundGraph(Node(*each[1:]) for each in self.arrived_since(number, 0))
        sound = whole or SoundGraph(self._in_places_of(number, joining))
        for key, rule in sound.join(joining).items():
            grown.bad += _bad_records(*new.pop(key), rule)
        grown.added += len(new) - forgotten
        numbers = self._insert(number, archive.number, list(new.values()))
        nodes = (item.node for item, _ in new.values())
        continuing = new if not is_awaited and self.are_latest(number, nodes) else None
        self._settle(number, pieces, members.is_ranked, continuing, len(new) - forgotten)
        if whole is not None:
            _growing[self._database] = _Growing(number, self._mark(number), whole)
        if forgotten:
            numbers = {each.key: each.number for each in self.arrived_since(number, 0)}
            every = self.causes(number, list(numbers))
            causes = {key: every[key] for key in new}
            return causes, members.replace_members(ranks_of(every), every, numbers)
        causes = self.causes(number, list(new))
        members.put(dict.fromkeys(new, 0), causes, numbers)
        if numbers:
            self._database.execute(_FOLLOW, (number, min(numbers.values()) - 1))
        named = {number: key for key, number in numbers.items()}
        return causes, members.sort(named, among, with_edits=with_edits)

    def _change(
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
        here = members.numbers(cause for each in causes.values() for cause in each)
        revision = self._mark(number).revision
        return TimelineChange.of(str(address), revision, edits, causes, here, since=since)

    def _unknown(
        self, number: int, pieces: Sequence[Piece], grown: GraphGrowth
    ) -> tuple[dict[str, tuple[GraphItem, Place]], int]:
        """The new nodes of a graph, with their places, and how many of them were known before.

        A node may be delivered any number of times: copies are merged, and one that differs is
        refused. If the causes of the known one were never proven, it is removed, and joins again.
        """
        keys = list(dict.fromkeys(item.node.id for piece in pieces for item in piece.items))
        known = self.items(number, keys)
        new: dict[str, tuple[GraphItem, Place]] = {}
        forgotten: list[str] = []
        for item, place in ((item, piece.place) for piece in pieces for item in piece.items):
            key = item.node.id
            here = known.get(key) or (new[key][0] if key in new else None)
            if here is None:
                new[key] = item, place
                continue
            if here.node.after != item.node.after and here.raw == _record(item):
                continue  # it was cut
            kept = merge(here, item)
            if kept is None:
                grown.bad += _bad_records(item, place, Rule.DUPLICATE, here)
            elif key in new:
                new[key] = kept, new[key][1]
            elif kept == here:
                continue
            elif is_same(old := here.node, kept.node) and old.optimistic is kept.node.optimistic:
                self._replace(number, kept)
            else:
                del known[key]
                forgotten.append(key)
                new[key] = kept, place
        self._forget(self.numbers(number, forgotten).values())
        return new, len(forgotten)

    def _keep_to_limit(
        self, number: int, new: dict[str, tuple[GraphItem, Place]], grown: GraphGrowth
    ) -> None:
        """Refuse or cut the new nodes that refer to too many others, their predecessor included.

        The record of a node that was cut is kept with it.
        """
        limit = reference_limit(self._database)
        if limit is None:
            return
        before = self._predecessors(number, [item.node for item, _ in new.values()])
        for key, (item, place) in list(new.items()):
            first = (before[key],) if key in before else ()
            named = tuple(dict.fromkeys((*first, *item.node.after)))
            if len(named) <= limit.most:
                continue
            grown.bad += _bad_records(item, place, limit.rule)
            if limit.is_cut:
                left = replace(item.node, after=named[: limit.most])
                new[key] = item._replace(node=left, raw=_record(item)), place
            else:
                del new[key]

    def _predecessors(self, number: int, new: Sequence[Node]) -> dict[str, str]:
        """The known nodes right before new ones in the logs of their writers."""
        places = {(node.writer, node.sequence): node.id for node in new}
        for node in self._in_places_of(number, _next_to(new, -1)):
            places.setdefault((node.writer, node.sequence), node.id)
        return {
            node.id: before
            for node in new
            if node.writer is not None
            if (before := places.get((node.writer, (node.sequence or 0) - 1))) is not None
        }

    def _is_awaited(self, members: NodeMembers, new: Sequence[Node]) -> bool:
        """Whether a node in the graph comes after one of these nodes, which aren't in it."""
        awaited = members.awaited([node.id for node in new])
        return bool(awaited or self._in_places_of(members.number, _next_to(new, 1)))

    def _in_places_of(self, number: int, new: Sequence[Node]) -> list[Node]:
        """The nodes of a graph at the same positions in their writers' logs as these."""
        places = [(node.writer, node.sequence) for node in new]
        rows = self._database.execute(
            """SELECT nodes.key, feeds.key, nodes.sequence FROM json_each(?2) AS place
                CROSS JOIN feeds ON feeds.key = place.value ->> 0
                CROSS JOIN nodes ON graph = ?1 AND author = feeds.id
                    AND nodes.sequence = place.value ->> 1""",
            (number, as_json(places)),
        )
        return [Node(key, (), writer, sequence) for key, writer, sequence in rows]

    def _sound(self, number: int) -> SoundGraph | None:
        """The cached graph that nodes join; None if it must be read again."""
        growing = _growing.pop(self._database, None)
        if growing is None or (growing.number, growing.mark) != (number, self._mark(number)):
            return None
        return growing.sound

    def _mark(self, number: int) -> _Mark:
        """The present state of a graph."""
        return _Mark(
            *self._database.execute(
                "SELECT revision, nodes, (SELECT max(id) FROM nodes),"
                " (SELECT key FROM nodes ORDER BY id DESC LIMIT 1) FROM graphs WHERE id = ?",
                (number,),
            ).fetchone()
        )

    def _enter(self, kind: str, name: str) -> int:
        """The number of a graph, which is entered if it is new."""
        if (found := self.find(kind, name)) is not None:
            return found.number
        return self._database.number(
            "INSERT INTO graphs (id, kind, name) VALUES (?, ?, ?) RETURNING id",
            (next_number(self._database), kind, name),
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

    def _replace(self, number: int, item: GraphItem) -> None:
        """Replace a node by one with more information."""
        here = self.numbers(number, [item.node.id]).values()
        execute = self._database.conn.executemany
        shared, facts = _shared(item, self._authors([item])), _facts(item)
        execute(
            f"UPDATE nodes SET ({', '.join(_SHARED)}) = ({_marks(_SHARED)}) WHERE id = ?",
            [(*shared, node) for node in here],
        )
        execute(
            f"UPDATE node_facts SET ({', '.join(_FACTS)}) = ({_marks(_FACTS)}) WHERE node = ?",
            [(*facts, node) for node in here],
        )

    def _forget(self, nodes: Collection[int]) -> None:
        """Remove nodes that turn out to be different, and authors who wrote nothing else."""
        wanted = (as_json([*nodes]),)
        here = "SELECT value FROM json_each(?)"
        writers = self._database.column(f"SELECT author FROM nodes WHERE id IN ({here})", wanted)
        self._database.execute(f"DELETE FROM node_facts WHERE node IN ({here})", wanted)
        self._database.execute(f"DELETE FROM nodes WHERE id IN ({here})", wanted)
        self._database.execute(
            f"DELETE FROM feeds WHERE id IN ({here})"
            " AND NOT EXISTS (SELECT 1 FROM nodes WHERE author = feeds.id)",
            (as_json(writers),),
        )

    def _insert(
        self, number: int, archive: int, new: Sequence[tuple[GraphItem, Place]]
    ) -> dict[str, int]:
        """Add new nodes; return their numbers."""
        authors = self._authors([item for item, _ in new])
        first = next_node(self._database)
        put = self._database.conn.executemany
        put(
            f"INSERT INTO nodes (id, graph, {', '.join(_SHARED)}) VALUES (?, ?, {_marks(_SHARED)})",
            ((id_, number, *_shared(item, authors)) for id_, (item, _) in enumerate(new, first)),
        )
        put(
            f"INSERT INTO node_facts (node, archive, place, {', '.join(_FACTS)})"
            f" VALUES (?, ?, ?, {_marks(_FACTS)})",
            (
                (id_, archive, str(place), *_facts(item))
                for id_, (item, place) in enumerate(new, first)
            ),
        )
        return {item.node.id: id_ for id_, (item, _) in enumerate(new, first)}

    def _authors(self, items: Iterable[GraphItem]) -> dict[str, int]:
        """The numbers of the writers of nodes."""
        writers = (item.node.writer for item in items)
        return feed_numbers(self._database, (each for each in writers if each is not None))

    def _settle(
        self,
        number: int,
        pieces: Sequence[Piece],
        is_ranked: bool,
        continuing: Collection[str] | None,
        further: int,
    ) -> None:
        """Store the properties of the graph as a whole, now with `further` nodes.

        The latest ones count.

        Among stores of several peers of an Autobase, the one with more signed entries counts. If
        nodes aren't `continuing` the others, or writers change, nothing in its order is final.
        """
        writers = before = {writer.key: writer for writer in self.writers(number)}
        facts = self.facts(number)
        for piece in pieces:
            said = {writer.key: writer for writer in piece.writers}
            rooms = _named_rooms(facts.get("rooms", {}), piece.facts.get("rooms", {}))
            if _count_settled(piece.facts) < _count_settled(facts):
                writers = said | writers
            else:
                writers = writers | said
                facts |= piece.facts
            facts |= {"rooms": rooms} if rooms else {}
            self._database.conn.executemany(
                "INSERT INTO graph_names VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET"
                " name = excluded.name",
                [(writer, number, name) for writer, name in piece.names.items()],
            )
            self._database.conn.executemany(
                "INSERT OR IGNORE INTO graph_arrivals (graph, peer, key, at) VALUES (?, ?, ?, ?)",
                [(number, each.peer, each.got, each.at) for each in piece.arrivals],
            )
        changing = {name for each in before.values() for name in (*each.added, *each.removed)}
        stays = continuing is not None and writers == before and changing.isdisjoint(continuing)
        self._database.execute(
            """UPDATE graphs SET writers = ?, facts = ?, revision = revision + 1,
                confirmed = CASE WHEN ? THEN confirmed ELSE 0 END,
                ordered = CASE WHEN ? THEN revision + 1 ELSE ordered END,
                nodes = nodes + ?
            WHERE id = ?""",
            (
                as_json([_writer_columns(writer) for writer in writers.values()]),
                as_json(facts),
                stays,
                is_ranked,
                further,
                number,
            ),
        )


def _named_rooms(known: Mapping[str, Any], said: Mapping[str, Any]) -> dict[str, Any]:
    """Rooms with their latest names; the later of two names is that with the later time."""
    return {
        room: max(known.get(room, (0, "")), said.get(room, (0, "")), key=tuple)
        for room in {**known, **said}
    }


def _count_settled(facts: dict[str, Any]) -> tuple[int, int]:
    """The number of signed and of shown entries in the store of an Autobase."""
    return len(facts.get("signed") or ()), len(facts.get("shown") or ())


def _bad_records(
    item: GraphItem, place: Place, rule: Rule, kept: GraphItem | None = None
) -> "Iterable[BadRecord]":
    # Imported here: readers refuse nothing and don't need the code that checks messages.
    from tanglescope.engine.store.arrivals.extracts import bad_parts

    return bad_parts(START, place, [RefusedPiece(item.node.id, rule, item_as_json(item, kept))])


def _record(item: GraphItem) -> bytes:
    """The record of a node as it was read, or else the node itself."""
    return item_as_json(item) if item.raw is None else item.raw


def _writer_columns(writer: Writer) -> list[object]:
    changes = [writer.added, writer.removed, writer.joined, writer.left]
    return [writer.key, writer.indexer, writer.relayed, *changes]


_SHARED = ["key", "author", "sequence", "asserted", "received", "value", "status", "writer_name"]

_FACTS = ["after", "depth", "is_optimistic", "batch", "label", "refers", "raw", "committed"]


def _marks(columns: Sequence[str]) -> str:
    return ", ".join("?" * len(columns))


def _next_to(nodes: Iterable[Node], step: int) -> list[Node]:
    """The nodes so many places further in the logs of some, as far as these have a place."""
    return [
        Node("", (), node.writer, node.sequence + step)
        for node in nodes
        if node.writer is not None and node.sequence is not None
    ]


def _shared(item: GraphItem, authors: Mapping[str, int]) -> tuple[object, ...]:
    """The columns of a node that messages have, too, and the name of its writer."""
    node = item.node
    return (
        node.id,
        None if node.writer is None else authors[node.writer],
        node.sequence,
        node.asserted,
        node.received,
        item.text,
        item.status,
        item.name,
    )


def _facts(item: GraphItem) -> tuple[object, ...]:
    """The columns that only a node of a graph has."""
    node = item.node
    return (
        as_json(node.after),
        node.depth,
        node.optimistic,
        None if node.batch is None else as_json(node.batch),
        item.label,
        as_json(item.references) if item.references else None,
        item.raw,
        node.committed,
    )


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

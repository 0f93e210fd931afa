"""How nodes join the graphs in the database, each once, as they arrive.

The edges, the ranks and, if it is by rank, the order are updated in the transaction in which nodes
arrive.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

from tanglescope.engine.archive.graphs.pieces import (
    GraphItem,
    Piece,
    RefusedPiece,
    SoundGraph,
    item_as_json,
    merge,
    name_of,
)
from tanglescope.engine.archive.record import START, Place
from tanglescope.engine.linear.edits import ListEdit
from tanglescope.engine.linear.graph import Node, Writer, is_same
from tanglescope.engine.linear.walk import ranks_of
from tanglescope.engine.message.verdict import Rule
from tanglescope.engine.store.arrivals.archives import SeenArchive
from tanglescope.engine.store.arrivals.changes import TimelineChange
from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.graph_nodes import GraphMark, GraphNodes
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


@dataclass(slots=True)
class GraphGrowth:
    """The result of adding pieces: the number of new nodes, and the refused parts."""

    added: int = 0
    bad: "list[BadRecord]" = field(default_factory=list)
    changes: list[TimelineChange] = field(default_factory=list, compare=False)


class _Growing(NamedTuple):
    """The graph that was written last, cached for the next batch of an archive."""

    number: int
    mark: GraphMark
    sound: SoundGraph


_growing: WeakKeyDictionary[Database, _Growing] = WeakKeyDictionary()


class GraphJoining:
    """The graphs of a database, changed by pieces of an archive in one transaction.

    The orders of graphs of the `ranked` kinds are updated, and if wanted, their edits reported.
    """

    def __init__(
        self,
        database: Database,
        archive: SeenArchive,
        ranked: Collection[str] = (),
        *,
        with_edits: bool = False,
    ) -> None:
        self._database = database
        self._archive = archive
        self._ranked = ranked
        self._with_edits = with_edits
        self._nodes = GraphNodes(database)
        self._grown = GraphGrowth()

    def put(self, pieces: Sequence[Piece]) -> GraphGrowth:
        """Add the nodes that are new and can join the others of their graphs."""
        by_graph: dict[tuple[str, str], list[Piece]] = {}
        for piece in pieces:
            if piece.is_locked:
                continue  # better information is known already
            name = name_of(piece, self._archive.path)
            by_graph.setdefault((piece.kind, name), []).append(piece)
        for (kind, name), some in by_graph.items():
            members = self._nodes.members(self._enter(kind, name), is_ranked=kind in self._ranked)
            new, edits = self._grow(members, some)
            if members.is_ranked and self._with_edits:
                change = self._nodes.change(Address(kind, name), members, new, edits)
                self._grown.changes.append(change)
        return self._grown

    def _grow(
        self, members: NodeMembers, pieces: Sequence[Piece]
    ) -> tuple[Mapping[str, tuple[str, ...]], Sequence[ListEdit]]:
        """Add nodes to a graph; return their causes, and the edits of an order by rank."""
        number, among = members.number, self._nodes.mark(members.number).nodes
        new, forgotten = self._unknown(number, pieces)
        self._keep_to_limit(number, new)
        joining = [item.node for item, _ in new.values()]
        whole = None if forgotten else self._sound(number)
        is_awaited = bool(forgotten or self._is_awaited(members, joining))
        if whole is None and is_awaited:
            whole = SoundGraph(Node(*each[1:]) for each in self._nodes.arrived_since(number, 0))
        sound = whole or SoundGraph(self._in_places_of(number, joining))
        for key, rule in sound.join(joining).items():
            self._grown.bad += _bad_records(*new.pop(key), rule)
        self._grown.added += len(new) - forgotten
        numbers = self._insert(number, list(new.values()))
        nodes = (item.node for item, _ in new.values())
        continuing = new if not is_awaited and self._nodes.are_latest(number, nodes) else None
        self._settle(number, pieces, members.is_ranked, continuing, len(new) - forgotten)
        if whole is not None:
            _growing[self._database] = _Growing(number, self._nodes.mark(number), whole)
        if forgotten:
            numbers = {each.key: each.number for each in self._nodes.arrived_since(number, 0)}
            every = self._nodes.causes(number, list(numbers))
            causes = {key: every[key] for key in new}
            return causes, members.replace_members(ranks_of(every), every, numbers)
        causes = self._nodes.causes(number, list(new))
        members.put(dict.fromkeys(new, 0), causes, numbers)
        if numbers:
            self._database.execute(_FOLLOW, (number, min(numbers.values()) - 1))
        named = {number: key for key, number in numbers.items()}
        return causes, members.sort(named, among, with_edits=self._with_edits)

    def _unknown(
        self, number: int, pieces: Sequence[Piece]
    ) -> tuple[dict[str, tuple[GraphItem, Place]], int]:
        """The new nodes of a graph, with their places, and how many of them were known before.

        A node may be delivered any number of times: copies are merged, and one that differs is
        refused. If the causes of the known one were never proven, it is removed, and joins again.
        """
        keys = list(dict.fromkeys(item.node.id for piece in pieces for item in piece.items))
        known = self._nodes.items(number, keys)
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
                self._grown.bad += _bad_records(item, place, Rule.DUPLICATE, here)
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
        self._forget(self._nodes.numbers(number, forgotten).values())
        return new, len(forgotten)

    def _keep_to_limit(self, number: int, new: dict[str, tuple[GraphItem, Place]]) -> None:
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
            self._grown.bad += _bad_records(item, place, limit.rule)
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
        awaited = members.ghosts_among([node.id for node in new])
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
        if growing is None or (growing.number, growing.mark) != (number, self._nodes.mark(number)):
            return None
        return growing.sound

    def _enter(self, kind: str, name: str) -> int:
        """The number of a graph, which is entered if it is new."""
        if (found := self._nodes.find(kind, name)) is not None:
            return found.number
        return self._database.number(
            "INSERT INTO graphs (id, kind, name) VALUES (?, ?, ?) RETURNING id",
            (next_number(self._database), kind, name),
        )

    def _replace(self, number: int, item: GraphItem) -> None:
        """Replace a node by one with more information."""
        here = self._nodes.numbers(number, [item.node.id]).values()
        execute = self._database.conn.executemany
        shared, facts = _message_columns(item, self._authors([item])), _facts(item)
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

    def _insert(self, number: int, new: Sequence[tuple[GraphItem, Place]]) -> dict[str, int]:
        """Add new nodes; return their numbers."""
        authors = self._authors([item for item, _ in new])
        first = next_node(self._database)
        put = self._database.conn.executemany
        put(
            f"INSERT INTO nodes (id, graph, {', '.join(_SHARED)}) VALUES (?, ?, {_marks(_SHARED)})",
            (
                (id_, number, *_message_columns(item, authors))
                for id_, (item, _) in enumerate(new, first)
            ),
        )
        put(
            f"INSERT INTO node_facts (node, archive, place, {', '.join(_FACTS)})"
            f" VALUES (?, ?, ?, {_marks(_FACTS)})",
            (
                (id_, self._archive.number, str(place), *_facts(item))
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
        writers = before = {writer.key: writer for writer in self._nodes.writers(number)}
        facts = self._nodes.facts(number)
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


def _message_columns(item: GraphItem, authors: Mapping[str, int]) -> tuple[object, ...]:
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

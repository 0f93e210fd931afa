"""Graphs: that they can be put together, and that they are what their archives say."""

from collections.abc import Iterator
from pathlib import Path

import orjson

from engine.archive.graphs.pieces import GRAPH, KINDS, read_piece
from engine.archive.record import Record
from engine.linear.graph import GraphError
from engine.message.verdict import Standing
from engine.store.check.subject import How, Part, Problem, Subject, by_rows
from engine.store.graph_nodes import GraphNodes, is_same, name_of
from engine.store.sqlite import Database

_STANDINGS = (Standing.VALID, Standing.UNVERIFIED, Standing.INVALID)


def compare(database: Database, part: Part, _how: How) -> Iterator[Problem]:
    """Graphs, each as a whole."""
    nodes = GraphNodes(database)
    for number, kind, name, count in database.execute(
        "SELECT id, kind, name, nodes FROM graphs WHERE id >= ? AND id < ?",
        (part.first, part.end),
    ).fetchall():
        where = f"{kind}:{name}"
        if kind not in KINDS.values():
            yield Problem("There are no graphs of that kind.", where)
        try:
            graph, items = nodes.graph(number)
            nodes.facts(number)
        except (GraphError, orjson.JSONDecodeError) as error:
            yield Problem(f"It can't be put together: {error}.", where)
            continue
        if len(graph.nodes) != count:
            yield Problem(f"It has {len(graph.nodes)} nodes, not {count}.", where)
        if any(item.standing not in _STANDINGS for item in items.values()):
            yield Problem("Nodes have verdicts that there aren't.", where)
        if kind == GRAPH and any(item.standing != Standing.UNVERIFIED for item in items.values()):
            yield Problem("Nodes that nobody signed are said to be verified.", where)


def is_kept(database: Database, path: Path, record: Record) -> bool:
    """Whether all nodes of a record are here as it says, or in the quarantine."""
    if record.value is None:
        return False
    piece = read_piece(record)
    keys = [item.node.id for item in piece.items]
    here = GraphNodes(database).some(piece.kind, name_of(piece, path), keys)
    for item in piece.items:
        found = here.get(item.node.id)
        if found is None or not is_same(found.item.node, item.node):
            if not _is_refused(database, str(piece.place), item.node.id):
                return False
        elif found.is_from(path, piece.place) and found.item != item:
            return False
    return True


def _is_refused(database: Database, place: str, key: str) -> bool:
    row = database.execute(
        "SELECT EXISTS (SELECT 1 FROM quarantine WHERE place = ? AND key = ?)", (place, key)
    ).fetchone()
    return bool(row[0])


GRAPHS = Subject("graphs", by_rows("graphs", 10), compare)

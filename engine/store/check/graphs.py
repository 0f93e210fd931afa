"""Check graphs: that they can be assembled and match their archives."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from tanglescope.engine.archive.graphs.pieces import KINDS, Item, Piece, name_of, read_piece
from tanglescope.engine.archive.record import Record
from tanglescope.engine.linear.graph import Graph, GraphError, is_same
from tanglescope.engine.linear.orders.named import linearize
from tanglescope.engine.linear.walk import ranks_of
from tanglescope.engine.message.verdict import ValidationStatus
from tanglescope.engine.store.check.conversations import differences
from tanglescope.engine.store.check.subject import (
    CheckOptions,
    CheckSubject,
    Problem,
    RowRange,
    by_places,
)
from tanglescope.engine.store.conversations.catalogue import GRAPHS as GRAPH_KINDS
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.graph_nodes import GraphNodes, StoredItem
from tanglescope.engine.store.orders.members import LaidConversation
from tanglescope.engine.wording import later, quoted, tr

_STATUSES = (ValidationStatus.VALID, ValidationStatus.UNVERIFIED, ValidationStatus.INVALID)


def compare(database: Database, part: RowRange, _: CheckOptions) -> Iterator[Problem]:
    """Compare graphs, each as a whole."""
    nodes = GraphNodes(database)
    for number, kind, name, count in database.execute(
        "SELECT id, kind, name, nodes FROM graphs WHERE id >= ? AND id < ?",
        (part.first, part.end),
    ).fetchall():
        where = f"{kind}:{name}"
        if kind not in KINDS.values():
            yield Problem(tr("The kind of this graph is unknown."), where)
        try:
            graph, items = nodes.graph(number)
            nodes.facts(number)
        except (GraphError, orjson.JSONDecodeError) as error:
            why = error if isinstance(error, GraphError) else quoted(tr("the parser"), error)
            yield Problem(tr("It can't be assembled: {why}.", why=why), where)
            continue
        yield from _derived(database, nodes, number, graph, where)
        if len(graph.nodes) != count:
            yield Problem(
                tr("It has {right:,} nodes, not {count:,}.", right=len(graph.nodes), count=count),
                where,
            )
        if any(item.status not in _STATUSES for item in items.values()):
            yield Problem(tr("Nodes have unknown verdicts."), where)
        is_unsigned = kind in GRAPH_KINDS and not GRAPH_KINDS[kind].is_signed
        if is_unsigned and any(
            each.status != ValidationStatus.UNVERIFIED for each in items.values()
        ):
            yield Problem(tr("Unsigned nodes are marked as verified."), where)

    for table in ("graph_names", "graph_arrivals"):
        for (number,) in database.execute(
            f"SELECT DISTINCT graph FROM {table} WHERE graph >= ? AND graph < ?"
            " AND graph NOT IN (SELECT id FROM graphs)",
            (part.first, part.end),
        ):
            yield Problem(
                tr("This graph doesn't exist."),
                tr("graph number {number} of {table}", number=number, table=table),
            )


def _derived(
    database: Database, nodes: GraphNodes, number: int, graph: Graph, where: str
) -> Iterator[Problem]:
    """Compare data derived from the nodes of a graph: edges, ranks and the stored order."""
    causes = graph.causes
    laid = LaidConversation(causes, ranks_of(causes))
    ((kind, revision, ordered, confirmed),) = database.execute(
        "SELECT kind, revision, ordered, confirmed FROM graphs WHERE id = ?", (number,)
    )
    if ordered > revision:
        yield Problem(tr("Its stored order is of a future revision."), where)
    answer: dict[str, Any] = {}
    if ordered == revision and kind in GRAPH_KINDS:
        answer = linearize(graph, GRAPH_KINDS[kind].order, edits=False)
    numbers = nodes.numbers(number, list(causes))
    members = nodes.members(number, is_ranked=True)
    wrong = differences(database, members, laid, numbers, answer.get("order"))
    yield from (Problem(what, where) for what in wrong)
    if answer and answer.get("confirmed", 0) != confirmed:
        yield Problem(tr("Its count of final nodes is wrong."), where)


def are_stored(database: Database, path: Path, records: Sequence[Record]) -> list[bool]:
    """For each record, whether all its nodes are stored unchanged or in the quarantine."""
    pieces = [None if record.value is None else read_piece(record) for record in records]
    keys: dict[tuple[str, str], list[str]] = {}
    for piece in filter(None, pieces):
        named = keys.setdefault((piece.kind, name_of(piece, path)), [])
        named += (item.node.id for item in piece.items)
    nodes = GraphNodes(database)
    here = {graph: nodes.some(*graph, some) for graph, some in keys.items()}
    return [
        piece is not None
        and all(
            _is_kept(database, path, piece, item, here[piece.kind, name_of(piece, path)])
            for item in piece.items
        )
        for piece in pieces
    ]


def _is_kept(
    database: Database, path: Path, piece: Piece, item: Item, here: Mapping[str, StoredItem]
) -> bool:
    found = here.get(item.node.id)
    if found is None or not is_same(found.item.node, item.node):
        return _is_refused(database, str(piece.place), item.node.id)
    return found.item == item or not found.is_from(path, piece.place)


def _is_refused(database: Database, place: str, key: str) -> bool:
    row = database.execute(
        "SELECT EXISTS (SELECT 1 FROM quarantine WHERE place = ? AND key = ?)", (place, key)
    ).fetchone()
    return bool(row[0])


GRAPHS = CheckSubject(later("graphs"), by_places("graphs", 10), compare)

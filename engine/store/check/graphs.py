"""Check graphs and PZP tangles: that they can be assembled, and match their archives."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import orjson

from tanglescope.engine.archive.checking import check_record
from tanglescope.engine.archive.graphs.pieces import KINDS, GraphItem, Piece, name_of, read_piece
from tanglescope.engine.archive.record import START, Dialect, Place, Record
from tanglescope.engine.language.wording import later, quote_program, tr
from tanglescope.engine.linear.graph import Graph, GraphError, is_same
from tanglescope.engine.linear.orders.named import linearize
from tanglescope.engine.linear.walk import ranks_of
from tanglescope.engine.message.canonical import NotJSON, parse
from tanglescope.engine.message.pzp import read
from tanglescope.engine.message.verdict import ValidationStatus, reason
from tanglescope.engine.reduce.feeds import RootedTangles
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
from tanglescope.engine.store.orders.members import RankedMembers
from tanglescope.engine.store.orders.pzp_tangles import (
    CLAIMED,
    NAMED,
    PzpTangleStore,
    author_of,
    said_by,
    tangles_of,
)

_STATUSES = (ValidationStatus.VALID, ValidationStatus.UNVERIFIED, ValidationStatus.INVALID)


def compare(database: Database, part: RowRange, _: CheckOptions) -> Iterator[Problem]:
    """Compare graphs, each as a whole."""
    nodes = GraphNodes(database)
    for number, kind, name, count in database.execute(
        "SELECT id, kind, name, nodes FROM graphs WHERE kind <> 'pzp' AND id >= ? AND id < ?",
        (part.first, part.end),
    ).fetchall():
        where = f"{kind}:{name}"
        if kind not in KINDS.values():
            yield Problem(tr("The kind of this graph is unknown."), where)
        try:
            graph, items = nodes.graph(number)
            nodes.facts(number)
        except (GraphError, orjson.JSONDecodeError) as error:
            why = error if isinstance(error, GraphError) else quote_program(tr("the parser"), error)
            yield Problem(tr("It can't be assembled: {why}.", why=why), where)
            continue
        yield from _check_derived(database, nodes, number, graph, where)
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


def _check_derived(
    database: Database, nodes: GraphNodes, number: int, graph: Graph, where: str
) -> Iterator[Problem]:
    """Compare data derived from the nodes of a graph: edges, ranks and the stored order."""
    causes = graph.causes
    ranked = RankedMembers(causes, ranks_of(causes))
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
    wrong = differences(database, members, ranked, numbers, answer.get("order"))
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
    database: Database, path: Path, piece: Piece, item: GraphItem, here: Mapping[str, StoredItem]
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


def compare_pzp_messages(database: Database, part: RowRange, _: CheckOptions) -> Iterator[Problem]:
    """Compare PZP messages: ids, signatures, data, authors, and what they say of tangles."""
    kept = PzpTangleStore(database)
    said: dict[int, set[tuple[int, int | str]]] = {}
    for number, *edge in database.execute(
        "SELECT effect, conversation, cause FROM edges"
        f" WHERE conversation IN ({CLAIMED}, {NAMED}) AND effect >= ? AND effect < ?",
        (part.first, part.end),
    ):
        said.setdefault(number, set()).add(tuple(edge))
    tangles = set(database.column("SELECT name FROM graphs WHERE kind = 'pzp'"))
    for number, key, author, value, status in database.execute(
        "SELECT pzp_messages.id, pzp_messages.key, feeds.key, value, status"
        " FROM pzp_messages LEFT JOIN feeds ON feeds.id = author"
        " WHERE pzp_messages.id >= ? AND pzp_messages.id < ? ORDER BY pzp_messages.id",
        (part.first, part.end),
    ).fetchall():
        where = tr("PZP message {key}", key=key)
        try:
            parsed = parse(value.encode())
        except NotJSON:
            yield Problem(tr("Its text isn't JSON."), where)
            continue
        record = Record(Place("item", 1), b"", START, key, parsed, dialect=Dialect.PZP)
        verdict = check_record(record).verdict
        if not verdict.is_good:
            yield Problem(tr("It isn't a valid message: {why}.", why=reason(verdict)), where)
            continue
        message = read(parsed)
        if (author, status) != (author_of(message), ValidationStatus.VALID):
            yield Problem(tr("Its author or its verdict doesn't match its text."), where)
        derived = said_by(message)
        numbers = kept.numbers(cause for _, cause in derived)
        if said.get(number) != {(kind, numbers.get(cause, cause)) for kind, cause in derived}:
            yield Problem(tr("Its links don't match its text."), where)
        if not tangles.issuperset(tangles_of(message)):
            yield Problem(tr("A tangle that it claims to be in is missing."), where)


def compare_pzp_tangles(database: Database, part: RowRange, _: CheckOptions) -> Iterator[Problem]:
    """Compare the orders of PZP tangles."""
    kept = PzpTangleStore(database)
    for root, *facts in database.execute(
        "SELECT name, nodes, ordered, confirmed, writers, facts FROM graphs"
        " WHERE kind = 'pzp' AND id >= ? AND id < ?",
        (part.first, part.end),
    ).fetchall():
        where = tr("PZP tangle {root}", root=root)
        if not kept.claiming(root):
            yield Problem(tr("No message belongs to this tangle."), where)
        if facts != [0, 0, 0, "[]", "{}"]:
            yield Problem(tr("It has facts that only graphs have."), where)
        if (tangle := kept.find(root)) is None:
            continue  # its root isn't here
        try:
            feed = RootedTangles(kept.entries(tangle), is_proven=True).feed(root)
        except KeyError:
            continue  # its root is not valid
        depths = {key: feed.tangle.depth(key) for key in feed.messages}
        causes = {key: feed.tangle.near(key) for key in depths}
        ranked = RankedMembers(causes, depths)
        numbers = kept.numbers(depths)
        wrong = differences(database, kept.members(tangle), ranked, numbers, depths)
        yield from (Problem(what, where) for what in wrong)


PZP = CheckSubject(later("PZP messages"), by_places("pzp_messages", 1000), compare_pzp_messages)
PZP_TANGLES = CheckSubject(later("PZP tangles"), by_places("graphs", 10), compare_pzp_tangles)

"""A collection's limit of references: what refers to more others is refused.

The ScuttleSort report (section 6) suggests two, the predecessor in the feed and one other event, so
that an event that many refer to takes constant memory for each.
"""

from dataclasses import replace

from tanglescope.engine.archive.graphs.pieces import Piece, RefusedPiece, item_as_json
from tanglescope.engine.message.verdict import Rule
from tanglescope.engine.store.files.database import writing
from tanglescope.engine.store.files.sqlite import Database


def reference_limit(database: Database) -> int | None:
    """The most references that a message or node may have here; None without a limit."""
    row = database.execute("SELECT most FROM reference_limit").fetchone()
    return None if row is None else int(row[0])


def limit_references(database: Database, most: int | None) -> None:
    """Set or lift the limit. What is here already stays."""
    with writing(database):
        database.execute("DELETE FROM reference_limit")
        if most is not None:
            database.execute("INSERT INTO reference_limit VALUES (1, ?)", (most,))


def under_limit(piece: Piece, most: int) -> Piece:
    """A piece of a graph without the nodes over a limit, which are refused parts of it."""
    at = {(item.node.writer, item.node.sequence): item.node.id for item in piece.items}
    kept, refused = [], list(piece.refused)
    for item in piece.items:
        node = item.node
        before = at.get((node.writer, (node.sequence or 0) - 1)) if node.writer else None
        if len({*node.after, *([] if before is None else [before])}) <= most:
            kept.append(item)
        else:
            refused.append(RefusedPiece(node.id, Rule.REFERENCES, item_as_json(item)))
    if len(kept) == len(piece.items):
        return piece
    return replace(piece, items=tuple(kept), refused=tuple(refused))

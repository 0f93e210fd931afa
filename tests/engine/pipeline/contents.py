"""The complete content of a database, in a comparable form.

Values that depend on how the database came about are left out: the numbers of conversations, the
sizes and labels of blocks (`orders` has their meaning), and `revision`, the number of transactions
that have changed a conversation.
"""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tanglescope.engine.library import Library
from tanglescope.engine.store.files.database import connect

TABLES = {
    "messages": """SELECT messages.id, messages.key, feeds.key, messages.sequence, previous,
        asserted, received, type, value, status, rule
        FROM messages JOIN feeds ON feeds.id = author ORDER BY messages.id""",
    "feeds": "SELECT id, key, sequence, latest, waiting FROM feeds ORDER BY id",
    "links": """SELECT target, kind, key FROM links JOIN messages ON messages.id = message
        ORDER BY 1, 2, 3""",
    "namings": "SELECT feed, author, sequence, name FROM namings ORDER BY 1, 2",
    "conversations": """SELECT name, root, present, title, messages, set_aside, authors, first,
        latest
        FROM conversations ORDER BY name, root""",
    "participants": """SELECT name, root, feeds.key, participants.messages FROM participants
        JOIN conversations ON conversations.id = conversation
        JOIN feeds ON feeds.id = author ORDER BY 1, 2, 3""",
    "members": """SELECT name, root, messages.key, rank FROM members
        JOIN conversations ON conversations.id = conversation
        JOIN messages ON messages.id = message ORDER BY 1, 2, 3""",
    "edges": """SELECT name, root, ifnull(before.key, cause), after.key FROM edges
        JOIN conversations ON conversations.id = conversation
        JOIN messages AS after ON after.id = effect
        LEFT JOIN messages AS before ON before.id = cause ORDER BY 1, 2, 3, 4""",
    "cut": """SELECT key, cut_messages.value FROM cut_messages JOIN messages ON id = message
        ORDER BY 1""",
    "quarantine": """SELECT archives.path, place, key, rule, raw, digest FROM quarantine
        JOIN archives ON archives.id = archive ORDER BY 1, 2, 4""",
    "archives": "SELECT path, offset, number, extent, fingerprint FROM archives ORDER BY path",
    "adjusted times": "SELECT key, time FROM adjusted_times JOIN messages ON id = message"
    " ORDER BY 1",
    "edges of everything": """SELECT ifnull(before.key, cause), after.key FROM edges
        JOIN messages AS after ON after.id = effect
        LEFT JOIN messages AS before ON before.id = cause
        WHERE conversation = 0 ORDER BY 1, 2""",
    "words": "SELECT term, doc, col, offset FROM temp.vocabulary ORDER BY 1, 2, 3, 4",
}


def contents(path: Path) -> Iterator[tuple[str, list[Any]]]:
    """Every table, and every order."""
    database = connect(path)
    database.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, search, instance)")
    for name, question in TABLES.items():
        yield name, database.execute(question).fetchall()
    database.close()
    with Library.open(path, read_only=True) as library:
        yield (
            "orders",
            [
                (each.address, library.conversation(each.address).in_order())
                for each in library.conversations()
            ],
        )
        yield "summaries", [*map(repr, library.conversations())]


def digests(path: Path) -> dict[str, str]:
    """A digest of each table except that of words, for databases too large for full comparison."""
    database = connect(path)
    found = {}
    for name, question in TABLES.items():
        if name != "words":
            digest = hashlib.sha256()
            for row in database.execute(question):
                digest.update(repr(row).encode())
            found[name] = digest.hexdigest()
    database.close()
    return found


def differences(one: Path, other: Path) -> list[str]:
    """The content of one database that the other lacks: a few examples of each kind."""
    return list(_differences(contents(one), contents(other)))


def _differences(
    one: Iterable[tuple[str, list[Any]]], other: Iterable[tuple[str, list[Any]]]
) -> Iterator[str]:
    for (name, rows), (_, others) in zip(one, other, strict=True):
        if rows != others:
            first = next(
                ((a, b) for a, b in zip(rows, others, strict=False) if a != b),
                (f"{len(rows)} rows", f"{len(others)} rows"),
            )
            yield f"{name}: {str(first[0])[:400]} != {str(first[1])[:400]}"

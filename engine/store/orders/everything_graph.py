"""The graph of everything in the database: the causes and effects of each message.

The graph isn't stored: causes are in the text of a message, and effects are found by its feed and
by the links to it. As in a thread, a message comes after the root that it names, whenever that is
here, and after the latest earlier message of its author, gaps or not (`engine.tangle.causes`).
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple

import orjson

from engine.linear.horizon import Edges
from engine.message.message import content_of
from engine.store.files.sqlite import Database, in_chunks
from engine.store.orders.members import is_member
from engine.tangle.rules import THREAD
from engine.tangle.thread import causes_in_everything, thread_root


class Named(NamedTuple):
    """A message and its causes; `named` of them are named by it, its root only if it is here.

    `earlier` is the message of its author before a gap.
    """

    key: str
    named: tuple[str, ...]
    earlier: str | None = None

    @property
    def causes(self) -> tuple[str, ...]:
        """All causes."""
        return self.named if self.earlier is None else (*self.named, self.earlier)


_EARLIER = """CASE WHEN status IN ('gap', 'forked') AND NOT EXISTS (
        SELECT 1 FROM messages AS chained WHERE chained.key = messages.previous
            AND chained.author = messages.author AND chained.sequence = messages.sequence - 1
            AND chained.status <> 'invalid'
    ) THEN (
        SELECT max(earlier.key) FROM messages AS earlier
            WHERE earlier.author = messages.author AND earlier.sequence < messages.sequence - 1
                AND earlier.status <> 'invalid'
            GROUP BY earlier.sequence HAVING count(*) = 1 ORDER BY earlier.sequence DESC LIMIT 1
    ) END"""
"""The latest earlier message of an author before a gap."""

# Only replies in threads are parsed.
_NAMING = f"""key, previous, CASE WHEN EXISTS (
        SELECT 1 FROM links WHERE links.message = messages.id AND kind IN ('root', 'tangle:thread')
    ) THEN value END, {_EARLIER}"""

MOMENT = "min(ifnull(asserted, 9e999), ifnull(received, 9e999))"
"""The time of a message in SQL (`engine.linear.orders.timestamps.moment`)."""

_AT_ONCE = 500


def all_named(database: Database, last: int, after: int = -(1 << 63)) -> Iterator[Named]:
    """All messages of everything, up to a number and `after` one, in order of arrival."""
    rows = database.execute(
        f"SELECT {_NAMING} FROM messages"
        " WHERE status <> 'invalid' AND id > ? AND id <= ? ORDER BY id",
        (after, last),
    )
    while batch := list(islice(rows, _AT_ONCE)):
        yield from _named(database, batch)


def _named(database: Database, rows: Sequence[tuple[Any, ...]]) -> Iterator[Named]:
    found: list[tuple[Named, str | None]] = []
    for key, previous, value, earlier in rows:
        content = {} if value is None else content_of(value)
        causes = causes_in_everything(key, previous, content)
        named = Named(key, causes, None if earlier in causes else earlier)
        found.append((named, thread_root(content)))
    answers = _answering_only(database, found)
    for named, root in found:
        if root is not None and named.key in answers:
            named = named._replace(named=(*named.named, root))
        yield named


def _answering_only(database: Database, rows: Iterable[tuple[Named, str | None]]) -> set[str]:
    """The messages that come after their root, and after no other message of its thread.

    Those that name their root aren't among them.
    """
    replies = [
        (named, root)
        for named, root in rows
        if root is not None and root not in (named.key, *named.named)
    ]
    pairs = [(root, cause) for named, root in replies for cause in (root, *named.named)]
    if not pairs:
        return set()
    inside = set(database.execute(_INSIDE, (orjson.dumps(pairs).decode(), THREAD)).fetchall())
    return {
        named.key
        for named, root in replies
        if (root, root) in inside and not any((root, cause) in inside for cause in named.named)
    }


_INSIDE = f"""SELECT wanted.value ->> 0, messages.key FROM json_each(?) AS wanted
    CROSS JOIN conversations
        ON conversations.root = wanted.value ->> 0 AND conversations.name = ?
    CROSS JOIN messages ON messages.key = wanted.value ->> 1
    CROSS JOIN members ON {is_member("conversations.id")}"""


def causes_of(database: Database, keys: Sequence[str]) -> Iterator[Named]:
    """The causes of the known ones of these messages."""
    return _selected(database, "key", keys)


def causes_by_number(database: Database, numbers: Sequence[int]) -> Iterator[Named]:
    """The causes of messages, by their numbers."""
    return _selected(database, "id", numbers)


def _selected(database: Database, column: str, values: Sequence[Any]) -> Iterator[Named]:
    for marks, some in in_chunks(values):
        question = f"SELECT {_NAMING} FROM messages WHERE {column} IN ({marks})"
        yield from _named(database, database.execute(question, some).fetchall())


def effects_of(database: Database, keys: Sequence[str]) -> dict[str, list[tuple[int, str]]]:
    """The direct effects of each of these, by number and key."""
    found: dict[str, list[tuple[int, str]]] = {}
    for marks, some in in_chunks(keys):
        wanted = set(some)
        rows = database.execute(_EFFECTS.format(marks=marks), [*[*some] * 6, THREAD]).fetchall()
        numbers = {row[1]: row[0] for row in rows}
        for named in _named(database, [row[1:] for row in rows]):
            for cause in wanted.intersection(named.causes):
                found.setdefault(cause, []).append((numbers[named.key], named.key))
    return found


def feed_edges(
    database: Database, author: int, keys: Sequence[str], outside: str
) -> dict[str, Edges]:
    """The causes and effects of messages in the feed of an author; ghosts have effects, too.

    `outside` is the condition in SQL for messages that name the feed and don't belong to it.
    """
    causes: dict[str, tuple[str, ...]] = {}
    effects: dict[str, list[str]] = {}
    for marks, some in in_chunks(keys):
        question = (
            f"SELECT key, previous, {_EARLIER} FROM messages"
            f" WHERE NOT {outside} AND +author = ? AND"
        )
        for key, *named in database.execute(f"{question} key IN ({marks})", [author, *some]):
            causes[key] = tuple(cause for cause in named if cause is not None)
        following = f"{question} id IN ({_FOLLOWING.format(marks=marks)})"
        for key, *named in database.execute(following, [author, *some, *some, *some]):
            for cause in named:
                if cause is not None:
                    effects.setdefault(cause, []).append(key)
    return {key: Edges(causes.get(key, ()), tuple(sorted(effects.get(key, ())))) for key in keys}


# The next in a feed has the next sequence, or is out of the chain, up to the first one behind a gap
# that is the only one with its sequence.
_FOLLOWING = """SELECT next.id FROM messages AS before CROSS JOIN messages AS next
            ON next.author = before.author AND next.sequence = before.sequence + 1
            WHERE before.key IN ({marks})
        UNION SELECT id FROM messages
            WHERE status IN ('gap', 'forked') AND previous IN ({marks})
        UNION SELECT far.id FROM messages AS before CROSS JOIN messages AS far
            ON far.author = before.author AND far.sequence > before.sequence + 1
            WHERE before.key IN ({marks}) AND far.status IN ('gap', 'forked')
            AND far.sequence <= 1 + ifnull((
                SELECT behind.sequence FROM messages AS behind
                    WHERE behind.author = before.author AND behind.sequence > before.sequence
                        AND behind.status <> 'invalid'
                    GROUP BY behind.sequence HAVING count(*) = 1
                    ORDER BY behind.sequence LIMIT 1
            ), 1 << 62)"""

# Replies have links; a thread has an edge from its root.
_EFFECTS = f"""SELECT id, {_NAMING} FROM messages WHERE status <> 'invalid' AND id IN (
        {_FOLLOWING}
        UNION SELECT message FROM links
            WHERE target IN ({{marks}}) AND kind IN ('branch', 'tangle:thread')
        UNION SELECT message FROM links AS named
            WHERE target IN ({{marks}}) AND kind = 'root' AND (
                NOT EXISTS (
                    SELECT 1 FROM links AS other
                        WHERE other.message = named.message AND other.kind = 'branch'
                ) OR (
                    -- A branch that is an object doesn't count.
                    SELECT instr(value, '"branch": {{{{') FROM messages
                        WHERE messages.id = named.message
                )
            )
        UNION SELECT edges.effect FROM conversations
            CROSS JOIN messages AS root ON root.key = conversations.root
            CROSS JOIN edges ON edges.conversation = conversations.id
                AND edges.cause = root.id
            WHERE conversations.root IN ({{marks}}) AND conversations.name = ?
    )"""

"""The edges of everything: what each message comes after, under number 0 in the table `edges`.

As in a thread, a message comes after what it names there, after the root, whenever that is here,
and after the latest earlier message of its author, gaps or not (`engine.tangle.causes`). An edge
from the root is left out if the message also names another one that comes after the root.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from tanglescope.engine.linear.horizon import Edges
from tanglescope.engine.message.message import content_of
from tanglescope.engine.store.files.sqlite import Database, as_json, in_chunks
from tanglescope.engine.store.reference_limit import as_ordered
from tanglescope.engine.tangle.rules import THREAD
from tanglescope.engine.tangle.thread import causes_in_everything, thread_root

NUMBER = 0
"""The number of everything among the stored conversations."""

MOMENT = "min(ifnull(asserted, 9e999), ifnull(received, 9e999))"
"""The time of a message in SQL (`engine.linear.orders.timestamps.moment`)."""

Cause: TypeAlias = int | str
"""The number of a message, or the key of a missing one."""

_EARLIER = """CASE WHEN messages.status IN ('gap', 'forked') AND NOT EXISTS (
        SELECT 1 FROM messages AS chained WHERE chained.key = messages.previous
            AND chained.author = messages.author AND chained.sequence = messages.sequence - 1
            AND chained.status <> 'invalid'
    ) THEN (
        SELECT max(earlier.id) FROM messages AS earlier
            WHERE earlier.author = messages.author AND earlier.sequence < messages.sequence - 1
                AND earlier.status <> 'invalid'
            GROUP BY earlier.sequence HAVING count(*) = 1 ORDER BY earlier.sequence DESC LIMIT 1
    ) END"""
"""The latest earlier message of an author before a gap."""

# Only replies in threads are parsed.
_DERIVED = f"""SELECT id, key, previous, CASE WHEN EXISTS (
        SELECT 1 FROM links WHERE links.message = messages.id AND kind IN ('root', 'tangle:thread')
    ) THEN {as_ordered()} END, {{earlier}} FROM messages WHERE status <> 'invalid' AND"""

_AT_ONCE = 500


def derived_causes(
    database: Database, condition: str, *values: object, over_gaps: bool = True
) -> Iterator[tuple[int, set[Cause]]]:
    """The messages that meet a condition, by number, and their causes derived from texts.

    Without edges `over_gaps`, sequence numbers don't count.
    """
    question = _DERIVED.format(earlier=_EARLIER if over_gaps else "NULL")
    rows = database.execute(f"{question} {condition} ORDER BY id", values)
    while batch := list(islice(rows, _AT_ONCE)):
        yield from _derive_edges(database, batch)


def _derive_edges(
    database: Database, rows: Iterable[tuple[Any, ...]]
) -> Iterator[tuple[int, set[Cause]]]:
    found: dict[int, set[Cause]] = {}
    named: dict[int, tuple[str, ...]] = {}
    roots: dict[int, str] = {}
    for number, key, previous, value, earlier in rows:
        content = {} if value is None else content_of(value)
        named[number] = causes_in_everything(key, previous, content)
        found[number] = set() if earlier is None else {earlier}
        root = thread_root(content)
        if root is not None and root not in (key, *named[number]):
            roots[number] = root
    every = {one for each in named.values() for one in each}
    numbers = _numbers(database, every.union(roots.values()))
    answers = {number: root for number, root in roots.items() if root in numbers}
    pairs = [(root, cause) for number, root in answers.items() for cause in named[number]]
    inside = set(_replies(database, pairs)) if pairs else set()
    for number, causes in found.items():
        causes.update(numbers.get(cause, cause) for cause in named[number])
        if number in answers:
            root = answers[number]
            if not any((root, cause) in inside for cause in named[number]):
                causes.add(numbers[root])
        yield number, causes


def _numbers(database: Database, keys: Collection[str]) -> dict[str, int]:
    """The numbers of the messages that are part of everything."""
    question = "SELECT key, id FROM messages WHERE key IN ({marks}) AND status <> 'invalid'"
    return dict(database.among(question, keys))


def _replies(database: Database, pairs: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Those of some pairs of a root and a message in which the message replies to the root."""
    for root, key, is_linked, value in database.execute(
        f"""SELECT wanted.value ->> 0, messages.key, EXISTS (SELECT 1 FROM links
                WHERE target = wanted.value ->> 0 AND kind = 'root' AND message = messages.id),
            CASE WHEN EXISTS (SELECT 1 FROM links
                WHERE message = messages.id AND kind = 'tangle:thread'
            ) THEN {as_ordered()} END
        FROM json_each(?) AS wanted CROSS JOIN messages
            ON messages.key = wanted.value ->> 1 AND status <> 'invalid'""",
        (as_json(pairs),),
    ).fetchall():
        if is_linked or (value is not None and thread_root(content_of(value)) == root):
            yield root, key


_TOUCHED = """SELECT effect FROM messages AS new CROSS JOIN edges
        ON conversation = 0 AND cause = new.key
        WHERE new.id > :after AND new.status <> 'invalid'
    UNION SELECT far.id FROM messages AS new CROSS JOIN messages AS far
        ON far.author = new.author AND far.sequence > new.sequence + 1
            AND far.sequence <= 1 + ifnull((
                SELECT behind.sequence FROM messages AS behind
                    WHERE behind.author = new.author AND behind.sequence > new.sequence
                        AND behind.status <> 'invalid'
                    GROUP BY behind.sequence HAVING count(*) = 1
                    ORDER BY behind.sequence LIMIT 1
            ), 1 << 62)
        WHERE new.id > :after AND new.status <> 'invalid'
            AND far.id <= :after AND far.status IN ('gap', 'forked')
    UNION SELECT message FROM messages AS new CROSS JOIN conversations
        ON conversations.root = new.key AND conversations.name = :thread
        CROSS JOIN members ON members.conversation = conversations.id AND message <= :after
        WHERE new.id > :after AND new.status <> 'invalid'"""
"""Earlier messages that may come after new ones: they name them, are behind a gap, or reply.

A gap reaches up to the next message that is the only one with its sequence number.
"""


class ChangedEdges(NamedTuple):
    """The earlier messages whose causes were `touched`, and the edges that were `removed`.

    An edge is its cause and its effect.
    """

    touched: set[int]
    removed: list[tuple[int, int]]


def connect(database: Database, after: int) -> ChangedEdges:
    """Write the edges of messages with numbers above `after`, within a transaction of the caller.

    The edges of earlier messages to these are written, too. Doing it again changes nothing.
    """
    touched = database.column(_TOUCHED, {"after": after, "thread": THREAD})
    removed = _write(database, "> ?", after)
    for marks, some in in_chunks(touched):
        removed += _write(database, f"IN ({marks})", *some)
    return ChangedEdges(set(touched), removed)


def _write(database: Database, condition: str, *values: object) -> list[tuple[int, int]]:
    """Write the causes of messages as they are derived; return the edges that are gone."""
    stored: dict[int, set[Cause]] = {}
    for effect, cause in database.execute(
        f"SELECT effect, cause FROM edges WHERE conversation = 0 AND effect {condition}", values
    ):
        stored.setdefault(effect, set()).add(cause)
    derived = derived_causes(database, f"id {condition}", *values)
    removed: list[tuple[int, int]] = []
    while batch := list(islice(derived, _AT_ONCE)):
        pairs = [(effect, causes, stored.get(effect, set())) for effect, causes in batch]
        gone = [(one, effect) for effect, causes, before in pairs for one in before - causes]
        database.conn.executemany(
            "DELETE FROM edges WHERE conversation = 0 AND cause = ? AND effect = ?", gone
        )
        database.conn.executemany(
            "INSERT INTO edges (conversation, cause, effect) VALUES (0, ?, ?)",
            ((one, effect) for effect, causes, before in pairs for one in causes - before),
        )
        removed += [(one, effect) for one, effect in gone if isinstance(one, int)]
    return removed


def feed_causes(database: Database, condition: str, *values: object) -> dict[str, list[str]]:
    """What messages come after in their feeds: the one before, and one before a gap."""
    rows = database.execute(
        f"SELECT key, previous, (SELECT key FROM messages AS other WHERE id = {_EARLIER})"
        f" FROM messages WHERE {condition}",
        values,
    )
    return {key: [each for each in named if each is not None] for key, *named in rows}


def feed_edges(
    database: Database, author: int, keys: Sequence[str], outside: str
) -> dict[str, Edges]:
    """The causes and effects of messages in the feed of an author; ghosts have effects, too.

    `outside` is the condition in SQL for messages that name the feed and don't belong to it.
    """
    wanted = as_json(keys)
    causes = feed_causes(
        database,
        f"NOT {outside} AND +author = ?2 AND key IN (SELECT value FROM json_each(?1)"
        " UNION SELECT after.key FROM json_each(?1) AS wanted"
        " LEFT JOIN messages AS before ON before.key = wanted.value"
        " CROSS JOIN edges ON conversation = 0 AND cause IN (wanted.value, before.id)"
        " CROSS JOIN messages AS after ON after.id = effect AND after.author = ?2)",
        wanted,
        author,
    )
    effects: dict[str, list[str]] = {}
    for key, named in causes.items():
        for cause in named:
            effects.setdefault(cause, []).append(key)
    return {
        key: Edges(tuple(causes.get(key, ())), tuple(sorted(effects.get(key, ())))) for key in keys
    }

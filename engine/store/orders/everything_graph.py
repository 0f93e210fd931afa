"""The graph of everything in the database: the causes and effects of each message.

The graph isn't stored: causes are in the text of a message, and effects are found by its feed and
by the links to it.
"""

from collections.abc import Iterable, Iterator, Sequence

from engine.message.message import content_of
from engine.store.files.sqlite import Database, in_chunks
from engine.tangle.thread import causes_in_everything

Named = tuple[str, Sequence[str]]
"""A message's key and its causes."""

# Only replies in threads are parsed.
_NAMING = """key, previous, CASE WHEN EXISTS (
        SELECT 1 FROM links WHERE links.message = messages.id AND kind IN ('root', 'tangle:thread')
    ) THEN value END"""


def all_named(database: Database, last: int, after: int = -(1 << 63)) -> Iterator[Named]:
    """All messages of everything, up to a number and `after` one, in order of arrival."""
    return map(
        _named,
        database.execute(
            f"SELECT {_NAMING} FROM messages"
            " WHERE status <> 'invalid' AND id > ? AND id <= ? ORDER BY id",
            (after, last),
        ),
    )


def _named(row: tuple[str, str | None, str | None]) -> Named:
    key, previous, value = row
    content = {} if value is None else content_of(value)
    return key, causes_in_everything(key, previous, content)


def causes_of(database: Database, keys: Sequence[str]) -> Iterator[Named]:
    """The causes of the known ones of these messages."""
    for marks, some in in_chunks(keys):
        yield from map(
            _named,
            database.execute(f"SELECT {_NAMING} FROM messages WHERE key IN ({marks})", some),
        )


def causes_by_number(database: Database, numbers: Sequence[int]) -> Iterator[Named]:
    """The causes of messages, by their numbers."""
    for marks, some in in_chunks(numbers):
        yield from map(
            _named,
            database.execute(f"SELECT {_NAMING} FROM messages WHERE id IN ({marks})", some),
        )


def effects_of(database: Database, keys: Sequence[str]) -> dict[str, list[tuple[int, str]]]:
    """The direct effects of each of these, by number and key, as derived from messages."""
    return _effects(database, keys, _ANSWERS_BY_LINKS)


def joined_effects_of(
    database: Database, keys: Sequence[str], threads: Iterable[int]
) -> dict[str, list[tuple[int, str]]]:
    """The same, in one query for the roots of large `threads`, from stored members."""
    return _effects(database, keys, _answers_by(threads))


def _effects(
    database: Database, keys: Sequence[str], answers: str
) -> dict[str, list[tuple[int, str]]]:
    found: dict[str, list[tuple[int, str]]] = {}
    for marks, some in in_chunks(keys):
        wanted = set(some)
        question = _EFFECTS.format(marks=marks, answers=answers.format(marks=marks))
        for number, *row in database.execute(question, [*some, *some, *some, *some]):
            key, causes = _named((row[0], row[1], row[2]))
            for cause in wanted.intersection(causes):
                found.setdefault(cause, []).append((number, key))
    return found


# The next in a feed has the next sequence, or is out of the chain; replies have links.
_EFFECTS = f"""SELECT id, {_NAMING} FROM messages WHERE status <> 'invalid' AND id IN (
        SELECT next.id FROM messages AS before CROSS JOIN messages AS next
            ON next.author = before.author AND next.sequence = before.sequence + 1
            WHERE before.key IN ({{marks}})
        UNION SELECT id FROM messages
            WHERE status IN ('gap', 'forked') AND previous IN ({{marks}})
        UNION SELECT message FROM links
            WHERE target IN ({{marks}}) AND kind IN ('branch', 'tangle:thread')
        UNION {{answers}}
    )"""

# All replies of a thread name its root, but a reply with a branch comes after the branch, not after
# the root, unless its branch is an object, which doesn't count.
_ANSWERS_BY_LINKS = """SELECT message FROM links AS named
        WHERE target IN ({marks}) AND kind = 'root' AND (
            NOT EXISTS (
                SELECT 1 FROM links AS other
                    WHERE other.message = named.message AND other.kind = 'branch'
            ) OR (
                SELECT instr(value, '"branch": {{') FROM messages
                    WHERE messages.id = named.message
            )
        )"""


def _answers_by(threads: Iterable[int]) -> str:
    return f"""SELECT answers.id FROM conversations
        JOIN events AS root ON root.timeline = conversations.id AND root.name = conversations.root
        JOIN causes ON causes.timeline = root.timeline AND causes.cause = root.event
        JOIN events ON events.timeline = root.timeline AND events.event = causes.effect
        JOIN messages AS answers ON answers.key = events.name
        WHERE conversations.root IN ({{marks}})
            AND conversations.id IN ({", ".join(map(str, threads))})"""

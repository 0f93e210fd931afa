"""Searching: the words of all messages in an index of SQLite's FTS5.

The index holds no text of its own: what is shown of a hit comes from the message.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from engine.message.message import Content
from engine.store.sqlite import Database

TABLE = """CREATE VIRTUAL TABLE search USING fts5(
    text, channel, content = '', tokenize = "unicode61 remove_diacritics 2"
)"""

_LONGEST = 20_000  # characters; a valid message has at most 8,192


@dataclass(frozen=True, slots=True)
class Question:
    """What is looked for: all `words`, and only in messages of an author, a type, a span of time.

    The last word may be unfinished. Times are in milliseconds since 1970, `until` excluded.
    `thread` is the root of the one conversation to look in.
    """

    words: str
    author: str | None = None
    type: str | None = None
    since: float | None = None
    until: float | None = None
    thread: str | None = None


class Search:
    """The index of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, rows: Iterable[tuple[int, str, str]]) -> None:
        """Index messages that were just added: number, text and channel of each."""
        self._database.conn.executemany(
            "INSERT INTO search (rowid, text, channel) VALUES (?, ?, ?)", rows
        )

    def keys(self, question: Question, count: int, first: int = 0) -> list[str]:
        """A page of the messages that fit, the newest arrivals first."""
        query = match(question.words)
        if not query:
            return []
        rows = self._database.execute(
            """SELECT messages.key FROM search
            JOIN messages ON messages.id = search.rowid
            JOIN feeds ON feeds.id = messages.author
            WHERE search MATCH :query
                AND feeds.key = coalesce(:author, feeds.key)
                AND (:type IS NULL OR messages.type = :type)
                AND (:since IS NULL OR messages.asserted >= :since)
                AND (:until IS NULL OR messages.asserted < :until)
                AND (:thread IS NULL OR messages.key = :thread OR EXISTS (
                    SELECT 1 FROM links
                    WHERE target = :thread AND kind = 'root' AND message = messages.id))
            ORDER BY search.rowid DESC LIMIT :count OFFSET :first""",
            {
                "query": query,
                "author": question.author,
                "type": question.type,
                "since": question.since,
                "until": question.until,
                "thread": question.thread,
                "count": count,
                "first": first,
            },
        )
        return [key for (key,) in rows]


def match(words: str) -> str:
    """FTS5's query for plain words: nobody's quotes or operators mean anything in it."""
    plain = _storable(words).replace('"', " ").replace("\0", " ")
    quoted = [f'"{word}"' for word in plain.split()]
    return " ".join(quoted) + "*" if quoted else ""


def indexed(content: Content) -> tuple[str, str]:
    """The words and the channel of a message, as they are indexed; encrypted ones have none."""
    if not isinstance(content, dict):
        return "", ""
    said = [content.get(field) for field in ("title", "name", "text", "description")]
    text = "\n".join(part for part in said if isinstance(part, str))
    channel = content.get("channel")
    return _storable(text), _storable(channel) if isinstance(channel, str) else ""


def _storable(text: str) -> str:
    return text[:_LONGEST].encode("utf-8", "replace").decode()

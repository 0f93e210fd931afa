"""Searching: the words of all messages in an index of SQLite's FTS5.

The index holds no text of its own: what is shown of a hit comes from the message.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from operator import attrgetter
from typing import NamedTuple

from engine.message.message import Content
from engine.store.damage import reports_damage
from engine.store.sqlite import Database
from engine.tangle.memberships import identity

TABLE = """CREATE VIRTUAL TABLE search USING fts5(
    text, channel, content = '', tokenize = "unicode61 remove_diacritics 2"
)"""

_LONGEST = 20_000  # characters; a valid message has at most 8,192


@dataclass(frozen=True, slots=True)
class Question:
    """What is looked for: all `words`, and only in messages of an author, a type, a span of time.

    The last word may be unfinished; without words all messages fit that the rest allows. The
    author is a feed, or what somebody calls it, or the beginning of that. Times are in
    milliseconds since 1970, `until` excluded. `thread` is the address of the one thread or tangle
    to look in.
    """

    words: str
    author: str | None = None
    type: str | None = None
    since: float | None = None
    until: float | None = None
    thread: str | None = None

    @property
    def asks(self) -> bool:
        """Whether it asks for anything."""
        narrowed = (self.author, self.type, self.since, self.until)
        return bool(match(self.words)) or any(each is not None for each in narrowed)


def written(question: Question) -> str:
    """A question as text that `read_question` reads."""
    given = {name: value for name, value in asdict(question).items() if value is not None}
    return json.dumps(given, sort_keys=True)


def read_question(text: str) -> Question | None:
    """The question in a text; None where it holds none."""
    try:
        given = json.loads(text)
    except ValueError:
        return None
    if not isinstance(given, dict) or not given.keys() <= _TYPES.keys() or "words" not in given:
        return None
    right = all(isinstance(value, _TYPES[name]) for name, value in given.items())
    return Question(**given) if right else None


_TYPES: dict[str, type | tuple[type, ...]] = {
    "words": str,
    "author": str,
    "type": str,
    "since": (int, float),
    "until": (int, float),
    "thread": str,
}


class Hit(NamedTuple):
    """A message that fits; the numbers descend from hit to hit."""

    number: int
    key: str


@reports_damage(attrgetter("_database"))
class Search:
    """The index of a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def put(self, rows: Iterable[tuple[int, str, str]]) -> None:
        """Index messages that were just added: number, text and channel of each."""
        self._database.conn.executemany(
            "INSERT INTO search (rowid, text, channel) VALUES (?, ?, ?)", rows
        )

    def page(self, question: Question, count: int, after: Hit | None = None) -> list[Hit]:
        """The next messages that fit `after` a hit, the newest arrivals first."""
        if not question.asks:
            return []
        last = {"last": after.number, "count": count} if after else {"last": None, "count": count}
        rows = self._database.execute(
            f"""SELECT here.id, here.key FROM {_source(question)} WHERE {_narrowed(question)}
                AND (:last IS NULL OR {_number(question)} < :last)
            ORDER BY {_number(question)} DESC LIMIT :count""",
            parameters(question) | last,
        )
        return [Hit(*row) for row in rows]

    def count(self, question: Question) -> int:
        """How many messages fit; that takes a while where there are many."""
        if not question.asks:
            return 0
        ((number,),) = self._database.execute(
            f"SELECT count(*) FROM {_source(question)} WHERE {_narrowed(question)}",
            parameters(question),
        )
        return int(number)


def members(question: Question) -> str:
    """What holds for `here`, a message that fits, in SQL with `parameters`."""
    if not match(question.words):
        return _narrowed(question)
    among = "here.id IN (SELECT rowid FROM search WHERE search MATCH :query)"
    return f"{among} AND {_narrowed(replace(question, words=''))}"


def numbers_of(question: Question) -> str:
    """The numbers of the messages that fit, as `id`, in SQL with `parameters`."""
    words, others = match(question.words), replace(question, words="")
    among = "SELECT rowid AS id FROM search WHERE search MATCH :query"
    if words and not others.asks:
        return among
    inside = f"here.id IN ({among}) AND " if words else ""
    return f"SELECT here.id AS id FROM messages AS here WHERE {inside}{_narrowed(others)}"


def parameters(question: Question) -> dict[str, object]:
    """The values that the SQL of a question asks for."""
    given = {
        name: _storable(value) if isinstance(value, str) else value
        for name, value in asdict(question).items()
    }
    tangle, root = identity(question.thread or "") or (None, None)
    return given | {
        "query": match(question.words),
        "named": _beginning(question.author or ""),
        "tangle": tangle,
        "root": root,
    }


def _source(question: Question) -> str:
    # Crossed, so that SQLite goes from the words, newest first, and not from the messages.
    if match(question.words):
        return "search CROSS JOIN messages AS here ON here.id = search.rowid"
    return "messages AS here"


def _number(question: Question) -> str:
    return "search.rowid" if match(question.words) else "here.id"


def _narrowed(question: Question) -> str:
    conditions = [_CONDITIONS[name] for name in _CONDITIONS if getattr(question, name) is not None]
    if match(question.words):
        conditions.append("search MATCH :query")
    return " AND ".join(conditions) or "TRUE"


_CONDITIONS = {
    "author": """here.author IN (SELECT id FROM feeds WHERE key = :author
        UNION SELECT feeds.id FROM namings JOIN feeds ON feeds.key = namings.feed
        WHERE namings.name LIKE :named ESCAPE '!')""",
    "type": "here.type = :type",
    "since": "here.asserted >= :since",
    "until": "here.asserted < :until",
    "thread": """EXISTS (SELECT 1 FROM conversations
        CROSS JOIN events INDEXED BY events_by_name
            ON events.timeline = conversations.id AND events.name = here.key
        WHERE conversations.name = :tangle AND conversations.root = :root AND level IS NOT NULL)""",
}


def _beginning(name: str) -> str:
    """SQL's pattern for all that begins with `name`."""
    plain = _storable(name).replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return f"{plain}%"


def match(words: str) -> str:
    """FTS5's query for plain words: nobody's quotes or operators mean anything in it."""
    plain = _storable(words).replace('"', " ").replace("\0", " ")
    quoted = [f'"{word}"' for word in plain.split()]
    return " ".join(quoted) + "*" if quoted else ""


def indexed(content: Content) -> tuple[str, str]:
    """The words and the channel of a message, as they are indexed; encrypted ones have none."""
    if not isinstance(content, dict):
        return "", ""
    said = [content[field] for field in _SAID if field in content]
    text = "\n".join([part for part in said if isinstance(part, str)])
    channel = content.get("channel")
    return _storable(text), _storable(channel) if isinstance(channel, str) else ""


_SAID = ("title", "name", "text", "description")


def _storable(text: str) -> str:
    if text.isascii():
        return text[:_LONGEST]
    return text[:_LONGEST].encode("utf-8", "replace").decode()

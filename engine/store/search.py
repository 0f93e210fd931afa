"""Searching: the words of all messages in an index of SQLite's FTS5.

The index stores no text: the text shown for a hit comes from the message.
"""

import json
import re
import sqlite3
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from operator import attrgetter
from types import UnionType
from typing import Any, NamedTuple, TypeAlias, get_args, get_origin, get_type_hints
from weakref import finalize

from tanglescope.engine.message.message import Content
from tanglescope.engine.store.files.errors import reports_damage
from tanglescope.engine.store.files.schema import SEARCH
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.orders.members import is_member
from tanglescope.engine.tangle.references import channel_of
from tanglescope.engine.tangle.thread import identity

_LONGEST = 20_000  # characters; a valid message has at most 8,192
_WORD = re.compile(r"[^\W_]{3,40}")
_ASCII = re.compile(r"[A-Za-z0-9]+")
_MOST_WORDS = 300
_BATCH = 50_000  # messages that are counted at once
_OFTEN = 2_000  # messages with a word that isn't rare


@dataclass(frozen=True, slots=True)
class Question:
    """The conditions of a search: all `words`, and an author, a type, a span of time.

    The last word may be incomplete; without words, the other conditions decide. The author is a
    feed, one of its names, or the beginning of a name. Times are in milliseconds since 1970,
    `until` is exclusive. `thread` is the address of the conversation to search. The words of a
    phrase follow each other; of each group of `either` one word or phrase must occur. `without`
    lists excluded values, each with its field (`""` for words, else `author`, `type`, `channel` or
    `thread`). `only_said` leaves out likes, follows, and what can't be decrypted; `deleted` finds
    what its author withdrew, too.
    """

    words: str
    author: str | None = None
    type: str | None = None
    since: float | None = None
    until: float | None = None
    thread: str | None = None
    channel: str | None = None
    phrases: tuple[str, ...] = ()
    either: tuple[tuple[str, ...], ...] = ()
    without: tuple[tuple[str, str], ...] = ()
    only_said: bool = False
    deleted: bool = False

    @property
    def asks(self) -> bool:
        """Whether it has any condition."""
        conditions = _conditions(replace(self, only_said=False))
        return bool(expression(self)) or next(conditions, None) is not None

    @property
    def all_phrases(self) -> tuple[str, ...]:
        """The phrases, and the alternative words and phrases."""
        return (*self.phrases, *(each for group in self.either for each in group))


def question_text(question: Question) -> str:
    """A question as text that `read_question` reads."""
    given = {
        name: value for name, value in asdict(question).items() if value not in (None, (), False)
    }
    return json.dumps(given, sort_keys=True)


def read_question(text: str) -> Question | None:
    """Parse a question; None if the text isn't one."""
    try:
        given = json.loads(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(given, dict) or "words" not in given:
        return None
    kinds = get_type_hints(Question)
    given = {name: _as_tuples(value) for name, value in given.items()}
    right = all(name in kinds and _is_a(kinds[name], value) for name, value in given.items())
    question = Question(**given) if right else None
    is_known = question and all(field in _EXCLUDABLE for field, _ in question.without)
    return question if is_known else None


def _as_tuples(value: object) -> object:
    """A JSON value with tuples for lists; a question has at most two levels."""
    if not isinstance(value, list):
        return value
    return tuple(tuple(each) if isinstance(each, list) else each for each in value)


def _is_a(kind: Any, value: object) -> bool:
    """Whether a value is of the type of a field."""
    parts = get_args(kind)
    if get_origin(kind) is UnionType:
        return any(_is_a(each, value) for each in parts)
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    if not parts:
        return isinstance(value, kind)
    if not isinstance(value, tuple):
        return False
    parts = parts[:1] * len(value) if parts[-1] is Ellipsis else parts
    return len(value) == len(parts) and all(map(_is_a, parts, value))


_EXCLUDABLE = ("", "author", "type", "channel", "thread")


Within: TypeAlias = Callable[[str], str]
"""Returns the numbers of the messages of an address as JSON, unless SQL can find them."""


def nothing_more(_address: str) -> str:
    """No numbers: SQL finds the messages of stored conversations."""
    return "[]"


class Hit(NamedTuple):
    """A matching message; the numbers descend from hit to hit."""

    number: int
    key: str


class OutdatedTexts(NamedTuple):
    """The numbers of the messages whose texts aren't read any more."""

    replaced: frozenset[int] = frozenset()
    """Those of which a later version is read."""
    deleted: frozenset[int] = frozenset()
    origins: Mapping[int, str] = {}
    """The message in whose place a version is read, by the number of the version."""


@reports_damage(attrgetter("_database"))
class Search:
    """The index of a database.

    `within` finds the messages of conversations that aren't stored, `outdated` the texts that
    aren't read any more.
    """

    def __init__(
        self,
        database: Database,
        within: Within = nothing_more,
        outdated: Callable[[], OutdatedTexts] = OutdatedTexts,
    ) -> None:
        self._database = database
        self._within = within
        self._outdated = outdated

    def put(self, rows: Iterable[tuple[int, str, str]]) -> None:
        """Index messages that were just added: number, text and channel of each."""
        self._database.conn.executemany(
            "INSERT INTO search (rowid, text, channel) VALUES (?, ?, ?)", rows
        )

    def page(self, question: Question, count: int, after: Hit | None = None) -> list[Hit]:
        """The next matching messages `after` a hit, the newest arrivals first."""
        if not question.asks:
            return []
        last = {"last": after.number if after else None, "count": count}
        outdated = self._outdated()
        number, matching = _matching(question)
        rows = self._database.execute(
            f"""SELECT here.id, here.key {matching} AND (:last IS NULL OR {number} < :last)
            ORDER BY {number} DESC LIMIT :count""",
            self._parameters(question, outdated) | last,
        )
        return [Hit(number, outdated.origins.get(number, key)) for number, key in rows]

    def _parameters(self, question: Question, outdated: OutdatedTexts) -> dict[str, object]:
        hidden = outdated.replaced if question.deleted else outdated.replaced | outdated.deleted
        return parameters(question, self._within) | {"hidden": json.dumps(sorted(hidden))}

    def count_part(self, question: Question, below: int | None = None) -> tuple[int, int | None]:
        """The number of matches in one batch of messages, and the upper end of the next batch.

        The newest batch is first: it has no `below`. After the last batch, the end is None.
        """
        if not question.asks:
            return 0, None
        if below is None:
            below = self._database.number("SELECT ifnull(max(id), 0) + 1 FROM messages")
        first = max(0, below - _BATCH)
        number, matching = _matching(question)
        found = self._database.number(
            f"SELECT count(*) {matching} AND {number} >= :first AND {number} < :below",
            self._parameters(question, self._outdated()) | {"first": first, "below": below},
        )
        return found, first or None

    def knows_author(self, author: str) -> bool:
        """Whether an author is known by that id, name, or beginning of a name."""
        given = {"value": _storable(author), "value_named": _beginning(author)}
        return bool(self._database.number(f"SELECT EXISTS ({_AUTHORS})", given))

    def names(self, beginning: str, count: int) -> list[str]:
        """The names of authors with a given beginning, in alphabetical order."""
        return self._database.column(
            "SELECT DISTINCT name FROM namings WHERE name LIKE ? ESCAPE '!' ORDER BY name LIMIT ?",
            (_beginning(beginning), count),
        )

    def people(self, beginning: str, count: int) -> list[str]:
        """The feeds that have a name with a given beginning, those with most messages first."""
        return self._database.column(
            """SELECT feeds.key FROM feeds WHERE feeds.key IN
                (SELECT feed FROM namings WHERE name LIKE ? ESCAPE '!')
            ORDER BY sequence DESC LIMIT ?""",
            (_beginning(beginning), count),
        )

    def channels(self, beginning: str, count: int) -> list[str]:
        """The channels with a given beginning, the most used first."""
        first = f"#{_storable(beginning).lstrip('#').lower()}"
        return self._database.column(
            """SELECT target FROM links
            WHERE target >= :first AND target < :end AND kind = 'channel'
            GROUP BY target ORDER BY count(*) DESC, target LIMIT :count""",
            {"first": first, "end": f"{first}\U0010ffff", "count": count},
        )

    def rarest(self, content: Content, most: int = 5) -> tuple[str, ...]:
        """The rarest words of a message that are also in others, up to a number."""
        text, channel = words_to_index(content)
        words = dict.fromkeys(word.casefold() for word in _WORD.findall(f"{text} {channel}"))
        limited = "SELECT count(*) FROM (SELECT 1 FROM search WHERE search MATCH ? LIMIT ?)"
        counted = (
            (self._database.number(limited, (f'"{word}"', _OFTEN)), -len(word), word)
            for word in list(words)[:_MOST_WORDS]
        )
        shared = sorted(each for each in counted if each[0] > 1)
        return tuple(word for _, _, word in shared[:most])


class WordIndex:
    """The words of texts, in an index outside of the database.

    With `in_memory`, nothing reaches the disk; otherwise SQLite may use a temporary file.
    """

    def __init__(self, *, in_memory: bool) -> None:
        place = ":memory:" if in_memory else ""
        self._index = sqlite3.connect(place, isolation_level=None, check_same_thread=False)
        finalize(self, self._index.close)
        self._index.execute(SEARCH)

    def put(self, rows: Iterable[tuple[int, str]]) -> None:
        """Index texts, each with a number."""
        self.index((number, _storable(text), "") for number, text in rows)

    def index(self, rows: Iterable[tuple[int, str, str]]) -> None:
        """Index messages: number, text and channel of each, as in `indexed`."""
        self._index.execute("BEGIN")
        self._index.executemany("INSERT INTO search (rowid, text, channel) VALUES (?, ?, ?)", rows)
        self._index.execute("COMMIT")

    def matching(self, asked: str) -> set[int]:
        """The numbers of the texts that match an `expression`."""
        rows = self._index.execute("SELECT rowid FROM search WHERE search MATCH ?", (asked,))
        return {number for (number,) in rows}

    def find(self, words: str, count: int) -> list[int]:
        """The numbers of the texts with these words, the greatest first."""
        if not (query := match(words)):
            return []
        rows = self._index.execute(
            "SELECT rowid FROM search WHERE search MATCH ? ORDER BY rowid DESC LIMIT ?",
            (query, count),
        )
        return [number for (number,) in rows]


class GraphWords(WordIndex):
    """The words of a graph's nodes, in an index that grows with the graph."""

    def __init__(self) -> None:
        super().__init__(in_memory=False)
        self._last = 0

    def follow(self, database: Database, graph: int) -> None:
        """Index new nodes."""
        rows = database.execute(
            "SELECT id, label, text, key FROM graph_nodes WHERE graph = ? AND id > ? ORDER BY id",
            (graph, self._last),
        )
        self.put(self._index_row(row) for row in rows)

    def _index_row(self, row: tuple[int, str | None, str | None, str]) -> tuple[int, str]:
        self._last, *texts = row
        return self._last, "\n".join(filter(None, texts))


def members(question: Question) -> str:
    """The condition in SQL, with `parameters`, for a message `here` whose text matches."""
    return _narrowing(replace(question, words="", phrases=(), either=()))


def numbers_of(question: Question) -> str:
    """A query in SQL for the numbers of the matching messages as `id`, with `parameters`."""
    others = members(question)
    if not expression(question):
        return f"SELECT here.id AS id FROM messages AS here WHERE {others}"
    among = "SELECT rowid AS id FROM search WHERE search MATCH :query"
    if others == _narrowing(Question("")):
        return among
    return f"SELECT here.id AS id FROM messages AS here WHERE here.id IN ({among}) AND {others}"


def is_lasting(question: Question) -> bool:
    """Whether a message that matches now always will: times, names and threads may change."""
    lasting = Question(
        question.words,
        phrases=question.phrases,
        either=question.either,
        type=question.type,
        channel=question.channel,
    )
    return question == lasting


def parameters(question: Question, within: Within = nothing_more) -> dict[str, object]:
    """The parameters for the SQL of a question."""
    values: dict[str, object] = {"query": expression(question)}
    for _, given in _conditions(question, within):
        values |= given
    return values


def expression(question: Question) -> str:
    """The FTS5 query for words, phrases and alternatives; `""` if there are none."""
    groups = [" OR ".join(quoted) for group in question.either if (quoted := _quote_phrases(group))]
    parts = [match(question.words), *_quote_phrases(question.phrases), *groups]
    return " AND ".join(f"({part})" for part in parts if part)


def needed_part(question: Question) -> str:
    """The longest ASCII part of a word in lower case; a matching text in ASCII holds it."""
    parts = _ASCII.findall(" ".join((question.words, *question.phrases)))
    return max(parts, key=len, default="").lower()


def may_hold(value: str, part: str) -> bool:
    """Whether the words of a message in JSON may hold a `needed_part`, found without reading it."""
    return part in value.lower() or not value.isascii() or "\\u" in value


def _matching(question: Question) -> tuple[str, str]:
    """The number of a message in SQL, and the messages whose text is read now that match."""
    source, number = "messages AS here", "here.id"
    if expression(question):
        # A cross join makes SQLite start at the words, newest first, not at the messages.
        source, number = f"search CROSS JOIN {source} ON here.id = search.rowid", "search.rowid"
    hidden = f"{number} NOT IN (SELECT value FROM json_each(:hidden))"
    return number, f"FROM {source} WHERE {_narrowing(question)} AND {hidden}"


def _narrowing(question: Question) -> str:
    conditions = [sql for sql, _ in _conditions(question)]
    if expression(question):
        conditions.append("search MATCH :query")
    return " AND ".join(conditions) or "TRUE"


def _conditions(
    question: Question, within: Within = nothing_more
) -> Iterator[tuple[str, dict[str, object]]]:
    """The conditions in SQL for a message `here`, without its text, and their parameters."""
    if question.since is not None:
        yield "here.asserted >= :since", {"since": question.since}
    if question.until is not None:
        yield "here.asserted < :until", {"until": question.until}
    if question.only_said:
        yield _SAID_BY_PEOPLE, {}
    for field in ("author", "type", "channel", "thread"):
        if (value := getattr(question, field)) is not None:
            yield _condition(field, value, field, within)
    for number, (field, value) in enumerate(question.without):
        if field or _quote_phrases([value]):
            sql, given = _condition(field, value, f"without{number}", within)
            yield f"NOT ({sql})", given


def _condition(field: str, value: str, name: str, within: Within) -> tuple[str, dict[str, object]]:
    """The condition in SQL for a field with a value; its parameters begin with `name`."""
    sql = _CONDITIONS[field].replace(":value", f":{name}")
    match field:
        case "":
            given: dict[str, object] = {name: " ".join(_quote_phrases([value]))}
        case "author":
            given = {name: _storable(value), f"{name}_named": _beginning(value)}
        case "channel":
            given = {name: channel_of(value) or ""}
        case "thread":
            tangle, root = identity(value) or (None, None)
            given = {
                f"{name}_tangle": tangle and _storable(tangle),
                f"{name}_root": root and _storable(root),
                f"{name}_numbers": within(value),
            }
        case _:
            given = {name: _storable(value)}
    return sql, given


_SAID_BY_PEOPLE = "here.type IS NOT NULL AND here.type NOT IN ('vote', 'contact')"

_AUTHORS = """SELECT id FROM feeds WHERE key = :value
    UNION SELECT feeds.id FROM namings JOIN feeds ON feeds.key = namings.feed
    WHERE namings.name LIKE :value_named ESCAPE '!'"""

_CONDITIONS = {
    "": "here.id IN (SELECT rowid FROM search WHERE search MATCH :value)",
    "author": f"here.author IN ({_AUTHORS})",
    "type": "here.type IS :value",
    "channel": """here.id IN
        (SELECT message FROM links WHERE target = :value AND kind = 'channel')""",
    "thread": f"""(EXISTS (SELECT 1 FROM conversations
        CROSS JOIN members ON {is_member("conversations.id", "here")}
        WHERE conversations.name = :value_tangle AND conversations.root = :value_root)
        OR here.id IN (SELECT value FROM json_each(:value_numbers)))""",
}


def _beginning(name: str) -> str:
    """The SQL pattern for texts that begin with `name`."""
    plain = _storable(name).replace("!", "!!").replace("%", "!%").replace("_", "!_")
    return f"{plain}%"


def match(words: str) -> str:
    """The FTS5 query for plain words, without quotes and operators."""
    quoted = _quote_phrases(words.replace("\0", " ").replace('"', " ").split())
    return " ".join(quoted) + "*" if quoted else ""


def _quote_phrases(phrases: Iterable[str]) -> list[str]:
    """The phrases with at least one word, quoted for FTS5."""
    plain = (_storable(each).replace('"', " ").replace("\0", " ") for each in phrases)
    return [f'"{each}"' for each in plain if any(map(_is_in_words, each))]


def _is_in_words(letter: str) -> bool:
    # For the tokenizer "unicode61": letters, numbers and private-use characters.
    return letter.isalnum() or unicodedata.category(letter) == "Co"


def words_to_index(content: Content) -> tuple[str, str]:
    """The indexed words and channel of a message; encrypted ones have none."""
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

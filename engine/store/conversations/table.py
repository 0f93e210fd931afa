"""The table of stored conversations: the facts shown in lists, updated as messages arrive.

Counting on every request would read the whole database, so each conversation has its sums and its
participants. It is identified by the name of its tangle (`thread`, `chess`) and its root.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.messages import IdColumn
from tanglescope.engine.store.names import Names
from tanglescope.engine.store.orders.members import next_number
from tanglescope.engine.tangle.metafeeds import People

THREAD = "thread"
"""The name of the tangles of threads."""

PRIVATE = "private"
"""The kind of private threads."""

MOST_LOOKED_AT = 1_000
"""The number of messages that are read to find the first authors."""


def thread_address(root: str) -> Address:
    """The address of the thread of a root: its key."""
    return Address(THREAD, root, short=root)


def tangle_address(name: str, root: str) -> Address:
    """The address of the tangle of a name and a root."""
    return Address(name, root)


def stored_address(name: str, root: str) -> Address:
    """The address of a stored thread or tangle."""
    return thread_address(root) if name == THREAD else tangle_address(name, root)


class ConversationRow(NamedTuple):
    """A row of the table; `people` are names, the most active first."""

    number: int
    name: str
    root: str
    present: bool
    messages: int
    set_aside: int
    authors: int
    title: str
    first: float | None
    latest: float | None
    people: tuple[str, ...] = ()
    feeds: tuple[str, ...] = ()
    """The feeds of the people, in the same order."""


class Arrival(NamedTuple):
    """A message that has joined: the number of its author, its time; a title if it is the root."""

    author: int
    time: float | None
    title: str | None


def roots_of(name: str) -> IdColumn:
    """The column with the roots of the stored conversations of a name."""
    return IdColumn("conversations", "root", "name = ?", (name,))


class ConversationTable:
    """The stored conversations of a database, by name and root."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def numbers(self, name: str, roots: Iterable[str]) -> dict[str, int]:
        """The numbers of the known conversations of a name, by root."""
        question = "SELECT root, id FROM conversations WHERE name = ? AND root IN ({marks})"
        return dict(self._database.among(question, roots, name))

    def names(self) -> set[str]:
        """The names of all stored conversations."""
        return set(self._database.column("SELECT DISTINCT name FROM conversations"))

    def with_replies(self, keys: Sequence[str]) -> set[int]:
        """The numbers of the threads that these messages began, or replied in by `root`."""
        replied_in = self._database.among(
            "SELECT conversations.id FROM messages JOIN links ON links.message = messages.id"
            " JOIN conversations ON name = 'thread' AND root = links.target"
            " WHERE messages.key IN ({marks}) AND links.kind = 'root'",
            keys,
        )
        return {*self.numbers(THREAD, keys).values(), *(number for (number,) in replied_in)}

    def enter(self, name: str, roots: Sequence[str]) -> dict[str, int]:
        """Enter new, empty conversations; return their numbers."""
        numbers = {root: each for each, root in enumerate(roots, next_number(self._database))}
        self._database.conn.executemany(
            "INSERT INTO conversations (name, root, id) VALUES (?, ?, ?)",
            [(name, *each) for each in numbers.items()],
        )
        return numbers

    def join(self, arrivals: Mapping[int, Sequence[Arrival]]) -> None:
        """Count messages that have joined conversations, by conversation number."""
        connection = self._database.conn
        written = Counter(
            (number, arrival.author) for number, joined in arrivals.items() for arrival in joined
        )
        connection.executemany(
            "INSERT INTO participants (conversation, author, messages) VALUES (?, ?, ?)"
            " ON CONFLICT DO UPDATE SET messages = messages + excluded.messages",
            [(*who, count) for who, count in written.items()],
        )
        connection.executemany(
            """UPDATE conversations SET
                messages = messages + :messages,
                authors = (SELECT count(*) FROM participants WHERE conversation = :number),
                first = min(coalesce(first, :first), coalesce(:first, first)),
                latest = max(coalesce(latest, :latest), coalesce(:latest, latest)),
                present = max(present, :present),
                title = coalesce(:title, title),
                revision = revision + 1
            WHERE id = :number""",
            [_sums(number, joined) for number, joined in arrivals.items()],
        )

    def without_root(self, numbers: Iterable[int]) -> list[int]:
        """Those of some conversations whose root isn't here."""
        question = "SELECT id FROM conversations WHERE id IN ({marks}) AND NOT present"
        return [number for (number,) in self._database.among(question, numbers)]

    def call(self, titles: Mapping[int, str]) -> None:
        """Set the titles of conversations."""
        self._database.conn.executemany(
            "UPDATE conversations SET title = ?2 WHERE id = ?1 AND title <> ?2", titles.items()
        )

    def set_aside(self, counts: Mapping[int, int]) -> None:
        """Count candidates that wait for a missing cause, more or fewer than before."""
        self._database.conn.executemany(
            "UPDATE conversations SET set_aside = set_aside + ? WHERE id = ?",
            [(count, number) for number, count in counts.items()],
        )

    def date(self, numbers: Iterable[int]) -> None:
        """Compute the times of conversations again, after times of messages have changed."""
        self._database.conn.executemany(
            """UPDATE conversations SET (first, latest) = (
                SELECT min(moment), max(moment) FROM (
                    SELECT min(coalesce(asserted, received), coalesce(received, asserted)) AS moment
                    FROM members CROSS JOIN messages ON messages.id = message
                    WHERE conversation = conversations.id
                )
            ) WHERE id = ?""",
            [(number,) for number in numbers],
        )

    def revision(self, number: int) -> int:
        """The number of changes of a conversation's timeline."""
        row = self._database.execute(
            "SELECT revision FROM conversations WHERE id = ?", (number,)
        ).fetchone()
        return row[0] if row else 0

    def row(self, names: Names, number: int) -> ConversationRow:
        """One conversation."""
        rows = self._database.execute(
            f"SELECT {_COLUMNS} FROM conversations WHERE id = ?", (number,)
        ).fetchall()
        return self._with_people(names, rows, number)[0]

    def number(self, name: str, root: str) -> int | None:
        """The number of a conversation with messages, also waiting ones; None if there is none."""
        found = self._database.execute(
            "SELECT id FROM conversations WHERE name = ? AND root = ? AND messages + set_aside > 0",
            (name, root),
        ).fetchone()
        return None if found is None else int(found[0])

    def latest_without(
        self, name: str, roots: Sequence[str], left_out: Collection[str]
    ) -> dict[str, float | None]:
        """The latest time in conversations of a name without some messages, by root."""
        if not roots:
            return {}
        rows = self._database.execute(
            """SELECT wanted.value, max(messages.asserted) FROM json_each(?) AS wanted
            CROSS JOIN conversations AS here ON here.root = wanted.value AND here.name = ?
            CROSS JOIN members ON members.conversation = here.id
            CROSS JOIN messages ON messages.id = members.message
            WHERE messages.key NOT IN (SELECT value FROM json_each(?)) GROUP BY 1""",
            (as_json(roots), name, as_json(list(left_out))),
        )
        return dict(rows.fetchall())

    def rows(self, names: Names, *, threads: bool) -> list[ConversationRow]:
        """All threads, or all other conversations, with messages in them; the latest first."""
        found = self._database.execute(
            f"SELECT {_COLUMNS} FROM conversations WHERE messages + set_aside > 0"
            f" AND name {'=' if threads else '<>'} 'thread' ORDER BY latest DESC, root"
        ).fetchall()
        return self._with_people(names, found, None)

    def feeds(self, number: int) -> tuple[str, ...]:
        """The authors in a conversation, in the order in which the database first saw them."""
        rows = self._database.execute(
            "SELECT key FROM participants JOIN feeds ON feeds.id = author"
            " WHERE conversation = ? ORDER BY feeds.id",
            (number,),
        )
        return tuple(feed for (feed,) in rows)

    def _with_people(
        self, names: Names, rows: Sequence[tuple[object, ...]], number: int | None
    ) -> list[ConversationRow]:
        people = self._people(names.people(), number)
        called = names.of({feed for feeds in people.values() for feed in feeds})
        plain = [ConversationRow(*row) for row in rows]  # type: ignore[arg-type] # a row of the table
        return [
            each._replace(
                present=bool(each.present),
                authors=len(people.get(each.number, ())),
                people=tuple([called[feed] for feed in people.get(each.number, ())]),
                feeds=tuple(people.get(each.number, ())),
            )
            for each in plain
        ]

    def _people(self, known: People, number: int | None) -> dict[int, list[str]]:
        """The people in each conversation, or in one, by their feeds, the most active first."""
        # One condition for both cases would make SQLite read every row for a single one.
        chosen = "TRUE" if number is None else "conversation = :number"
        rows = self._database.execute(
            "SELECT conversation, key, messages FROM participants JOIN feeds ON feeds.id = author"
            f" WHERE {chosen} ORDER BY conversation, messages DESC, key",
            {"number": number},
        )
        written: dict[int, dict[str, int]] = {}
        shared: dict[str, str] = {}  # SQLite returns a new string for each key and conversation
        for conversation, feed, messages in rows:
            written.setdefault(conversation, {})[shared.setdefault(feed, feed)] = messages
        return {
            conversation: list(feeds)
            if known.feeds.isdisjoint(feeds)
            else [feed for feed, _ in known.together(feeds).most_common()]
            for conversation, feeds in written.items()
        }


_COLUMNS = "id, name, root, present, messages, set_aside, authors, title, first, latest"


def _sums(number: int, joined: Sequence[Arrival]) -> dict[str, object]:
    times = [arrival.time for arrival in joined if arrival.time is not None]
    titles = [arrival.title for arrival in joined if arrival.title is not None]
    return {
        "number": number,
        "messages": len(joined),
        "first": min(times, default=None),
        "latest": max(times, default=None),
        "present": bool(titles),
        "title": titles[0] if titles else None,
    }

"""The table of stored conversations: the facts shown in lists, updated as messages arrive.

Counting on every request would read the whole database, so each conversation has its sums and its
participants. It is identified by the name of its tangle (`thread`, `chess`) and its root.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self

from tanglescope.engine.store.conversations.address import Address
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.messages import IdColumn
from tanglescope.engine.store.names import Names
from tanglescope.engine.store.orders.members import next_number
from tanglescope.engine.tangle.metafeeds import People
from tanglescope.engine.tangle.titles import one_line

THREAD = "thread"
"""The name of the tangles of threads."""

PRIVATE = "private"
"""The kind of private threads."""

SCUTTLESORT, TIMESTAMP = "scuttlesort", "timestamp"

NAMES = 5
"""The number of people that a list names for a conversation."""

MOST_LOOKED_AT = 1_000
"""The number of messages that are read to find the first authors."""


def thread_address(root: str) -> Address:
    """The address of the thread of a root: its key."""
    return Address(THREAD, root, short=root)


def stored_address(name: str, root: str) -> Address:
    """The address of a stored thread or tangle."""
    return thread_address(root) if name == THREAD else Address(name, root)


def private_address(name: str, root: str) -> Address:
    """The address of a thread or tangle of decrypted messages."""
    return Address(PRIVATE if name == THREAD else name, root)


@dataclass(frozen=True, slots=True)
class ConversationSummary:
    """A conversation in a list; `names` are its most active people, times in ms since 1970.

    `root` identifies it: the key of its first message, a feed, a channel; `present` says whether a
    root that is a message is known. `messages` counts the known ones, `set_aside` those that wait
    for a missing cause. `is_answerable` says whether this program can write replies in it.
    `tangle` is the name of a tangle that isn't a thread; if its root has no text, `begun_by` is its
    author. PZP messages have no time: there `first` and `latest` are times of receipt, and `depth`
    is the greatest depth.
    """

    address: str
    kind: str
    root: str
    present: bool
    messages: int
    authors: int
    title: str
    names: tuple[str, ...] = ()
    first: float | None = None
    latest: float | None = None
    order: str = SCUTTLESORT
    set_aside: int = 0
    private: bool = False
    is_answerable: bool = False
    excludes: bool = False
    """Whether messages may stay outside of it although this program writes none in it."""
    is_signed: bool = True
    """Whether its messages are signed; False for plain graph files."""
    tangle: str = ""
    tangle_name: str = ""
    """The name by which `Library.tangle` returns its candidates; empty if it isn't a tangle."""
    begun_by: str = ""
    depth: int | None = None
    feeds: tuple[str, ...] = ()
    """A feed of each person in `names`, where known."""
    people: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The names of all people in it, where known."""

    @property
    def candidates(self) -> int:
        """The number of its messages, including the waiting ones."""
        return self.messages + self.set_aside

    @classmethod
    def at(
        cls,
        address: Address,
        title: str,
        messages: int,
        authors: int,
        first: float | None = None,
        latest: float | None = None,
        *,
        present: bool = True,
        **more: Any,
    ) -> Self:
        """The summary of a conversation whose subject is its root."""
        names = str(address), address.kind, address.subject
        return cls(*names, present, messages, authors, title, first=first, latest=latest, **more)

    def mentions(self, words: Sequence[str]) -> bool:
        """Whether all words (in lower case) occur in the title or in a name, also of the tangle."""
        if not words:
            return True
        text = " ".join((self.tangle, self.title, *self.names, *self.people)).casefold()
        return all(word in text for word in words)


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

    def summary(self, names: Names, number: int) -> ConversationSummary:
        """What a list shows of one conversation."""
        return self._summaries(names, "id = ?", number)[0]

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

    def summaries(self, names: Names, *, threads: bool) -> list[ConversationSummary]:
        """All threads, or all other conversations, with messages in them; the latest first."""
        is_one = f"messages + set_aside > 0 AND name {'=' if threads else '<>'} 'thread'"
        return self._summaries(names, f"{is_one} ORDER BY latest DESC, root")

    def feeds(self, number: int) -> tuple[str, ...]:
        """The authors in a conversation, in the order in which the database first saw them."""
        rows = self._database.execute(
            "SELECT key FROM participants JOIN feeds ON feeds.id = author"
            " WHERE conversation = ? ORDER BY feeds.id",
            (number,),
        )
        return tuple(feed for (feed,) in rows)

    def _summaries(
        self, names: Names, condition: str, number: int | None = None
    ) -> list[ConversationSummary]:
        """The conversations that meet a condition, perhaps only the one with a `number`."""
        rows = self._database.execute(
            "SELECT id, name, root, present, messages, set_aside, title, first, latest"
            f" FROM conversations WHERE {condition}",
            () if number is None else (number,),
        ).fetchall()
        people = self._people(names.people(), number)
        called = names.of({feed for feeds in people.values() for feed in feeds})
        return [
            _summary(row, feeds, tuple([called[feed] for feed in feeds]))
            for number, *row in rows
            for feeds in (tuple(people.get(number, ())),)
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


def _summary(
    row: Sequence[Any], feeds: tuple[str, ...], people: tuple[str, ...]
) -> ConversationSummary:
    """The summary of a row; `people` are the names of all that write in `feeds`."""
    name, root, present, messages, set_aside, title, first, latest = row
    tangle = "" if name == THREAD else name
    return ConversationSummary.at(
        stored_address(name, root),
        title or one_line(tangle),
        messages,
        len(people),
        first,
        latest,
        present=bool(present),
        names=people[:NAMES],
        feeds=feeds[:NAMES],
        people=people,
        set_aside=set_aside,
        is_answerable=True,
        tangle=tangle,
        tangle_name=name,
    )


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

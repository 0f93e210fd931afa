"""Threads in the database: what a list of conversations shows, kept up to date as messages come.

Counting anew at every look would read the whole database; so each thread carries its
sums, and who took part.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.errors import TanglescopeError
from engine.message.keys import is_message_id
from engine.store.names import Names
from engine.store.questions import in_portions
from engine.store.sqlite import Database
from engine.wording import tr

NAMES = 5
"""How many people a list names in a thread."""


class UnknownThread(TanglescopeError):
    """Nothing is known of a conversation with that root."""

    def __init__(self, root: str) -> None:
        super().__init__(
            tr(
                "No conversation with the root {root} is known here; `tanglescope threads` lists"
                " those that are.",
                root=root,
            )
        )


@dataclass(frozen=True, slots=True)
class ThreadSummary:
    """A conversation in a list; `names` are its most active people, times in ms since 1970.

    `present` says whether the root itself is known; `messages` counts the known ones.
    """

    root: str
    present: bool
    messages: int
    authors: int
    title: str
    names: tuple[str, ...]
    first: float | None
    latest: float | None
    private: bool = False

    @property
    def is_gathered(self) -> bool:
        """Whether it is put together in memory, so that nobody tells of its edits one by one."""
        return self.private or not is_message_id(self.root)

    def mentions(self, words: Sequence[str], people: Sequence[str] = ()) -> bool:
        """Whether all words (in lower case) occur in the title or in a name."""
        if not words:
            return True
        text = " ".join((self.title, *self.names, *people)).casefold()
        return all(word in text for word in words)


class Arrival(NamedTuple):
    """A message that has joined a thread: its author's number, its time; a title if its root."""

    author: int
    time: float | None
    title: str | None


class Threads:
    """The threads of a database, by root."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def numbers(self, roots: Iterable[str]) -> dict[str, int]:
        """The numbers of those threads that are known."""
        found: dict[str, int] = {}
        for marks, some in in_portions(list(roots)):
            found.update(
                self._database.execute(
                    f"SELECT root, id FROM threads WHERE root IN ({marks})", some
                )
            )
        return found

    def with_messages(self, keys: Sequence[str]) -> set[int]:
        """The numbers of the threads that messages with these keys have begun or replied in."""
        found = set(self.numbers(keys).values())
        for marks, some in in_portions(keys):
            found.update(
                number
                for (number,) in self._database.execute(
                    "SELECT threads.id FROM messages JOIN links ON links.message = messages.id"
                    " JOIN threads ON threads.root = links.target"
                    f" WHERE messages.key IN ({marks}) AND links.kind = 'root'",
                    some,
                )
            )
        return found

    def enter(self, roots: Sequence[str]) -> dict[str, int]:
        """Enter threads that are new, empty as yet; their numbers."""
        ((first,),) = self._database.execute("SELECT ifnull(max(id), 0) + 1 FROM threads")
        numbers = {root: number for number, root in enumerate(roots, first)}
        self._database.conn.executemany(
            "INSERT INTO threads (root, id) VALUES (?, ?)", numbers.items()
        )
        return numbers

    def join(self, arrivals: Mapping[int, Sequence[Arrival]]) -> None:
        """Count messages that have joined threads, by the numbers of these."""
        connection = self._database.conn
        written = Counter(
            (thread, arrival.author) for thread, joined in arrivals.items() for arrival in joined
        )
        connection.executemany(
            "INSERT INTO participants (thread, author, messages) VALUES (?, ?, ?)"
            " ON CONFLICT DO UPDATE SET messages = messages + excluded.messages",
            [(*who, count) for who, count in written.items()],
        )
        connection.executemany(
            """UPDATE threads SET
                messages = messages + :messages,
                authors = (SELECT count(*) FROM participants WHERE thread = :number),
                first = min(coalesce(first, :first), coalesce(:first, first)),
                latest = max(coalesce(latest, :latest), coalesce(:latest, latest)),
                present = max(present, :present),
                title = coalesce(:title, title),
                revision = revision + 1
            WHERE id = :number""",
            [_sums(thread, joined) for thread, joined in arrivals.items()],
        )

    def date(self, numbers: Iterable[int]) -> None:
        """Find the times of threads anew, after those of their messages have changed."""
        self._database.conn.executemany(
            """UPDATE threads SET (first, latest) = (
                SELECT min(moment), max(moment) FROM (
                    SELECT min(coalesce(asserted, received), coalesce(received, asserted)) AS moment
                    FROM events JOIN messages ON messages.key = events.name
                    WHERE timeline = threads.id AND level IS NOT NULL
                )
            ) WHERE id = ?""",
            [(number,) for number in numbers],
        )

    def revision(self, root: str) -> int:
        """How many times the thread's timeline has changed; 0 for an unknown thread."""
        row = self._database.execute(
            "SELECT revision FROM threads WHERE root = ?", (root,)
        ).fetchone()
        return row[0] if row else 0

    def summaries(
        self, names: Names, words: Sequence[str] = (), root: str | None = None
    ) -> list[ThreadSummary]:
        """The threads in whose title or names all words occur, the latest first; or just one."""
        # A condition that fits both cases would have SQLite look at every thread for the one.
        chosen = "TRUE" if root is None else "root = :root"
        rows = self._database.execute(
            "SELECT id, root, present, messages, authors, title, first, latest FROM threads"
            f" WHERE messages > 0 AND {chosen} ORDER BY latest DESC, root",
            {"root": root},
        ).fetchall()
        people = self._people(rows[0][0] if root is not None and rows else None)
        called = names.of({feed for feeds in people.values() for feed in feeds})
        found = []
        for number, *columns in rows:
            everybody = [called[feed] for feed in people.get(number, ())]
            thread = _summary(columns, tuple(everybody[:NAMES]))
            if thread.mentions(words, everybody):
                found.append(thread)
        return found

    def feeds(self, thread: int) -> tuple[str, ...]:
        """The authors in a thread, in the order in which the database met them."""
        rows = self._database.execute(
            "SELECT key FROM participants JOIN feeds ON feeds.id = author"
            " WHERE thread = ? ORDER BY feeds.id",
            (thread,),
        )
        return tuple(feed for (feed,) in rows)

    def _people(self, thread: int | None) -> dict[int, list[str]]:
        """The feeds in each thread, the most active first; or in just one thread."""
        chosen = "TRUE" if thread is None else "thread = :thread"
        rows = self._database.execute(
            "SELECT thread, key FROM participants JOIN feeds ON feeds.id = author"
            f" WHERE {chosen} ORDER BY thread, messages DESC, key",
            {"thread": thread},
        )
        people: dict[int, list[str]] = {}
        shared: dict[str, str] = {}  # SQLite hands out every key anew, once for each thread
        for number, feed in rows:
            people.setdefault(number, []).append(shared.setdefault(feed, feed))
        return people


def _sums(thread: int, joined: Sequence[Arrival]) -> dict[str, object]:
    times = [arrival.time for arrival in joined if arrival.time is not None]
    titles = [arrival.title for arrival in joined if arrival.title is not None]
    return {
        "number": thread,
        "messages": len(joined),
        "first": min(times, default=None),
        "latest": max(times, default=None),
        "present": bool(titles),
        "title": titles[0] if titles else None,
    }


def _summary(columns: Sequence[Any], names: tuple[str, ...]) -> ThreadSummary:
    root, present, messages, authors, title, first, latest = columns
    return ThreadSummary(root, bool(present), messages, authors, title, names, first, latest)

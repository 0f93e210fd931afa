"""Threads in the database: what a list of conversations shows, kept up to date as messages come.

Counting anew at every look would read the whole database; so each thread carries its
sums, and who took part.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.store.names import Names
from engine.store.sqlite import Database

NAMES = 5
"""How many people a list names in a thread."""


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


@dataclass(frozen=True, slots=True)
class Arrival:
    """A message that has joined a thread: its author's number, its time, a title it would give."""

    key: str
    author: int
    time: float | None
    title: str


class Threads:
    """The threads of a database, by root."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def numbers(self, roots: Iterable[str]) -> dict[str, int]:
        """The numbers of those threads that are known."""
        find = "SELECT id FROM threads WHERE root = ?"
        rows = ((root, self._database.execute(find, (root,)).fetchone()) for root in roots)
        return {root: row[0] for root, row in rows if row}

    def enter(self, root: str) -> int:
        """A new thread, empty as yet; its number."""
        (number,) = self._database.execute(
            "INSERT INTO threads (root) VALUES (?) RETURNING id", (root,)
        ).fetchone()
        return int(number)

    def join(self, number: int, root: str, arrivals: Sequence[Arrival]) -> int:
        """Count messages that have joined a thread; its revision after that."""
        known = self._participants(number, {arrival.author for arrival in arrivals})
        written = Counter(arrival.author for arrival in arrivals)
        self._database.conn.executemany(
            "INSERT INTO participants (thread, author, messages) VALUES (?, ?, ?)"
            " ON CONFLICT DO UPDATE SET messages = messages + excluded.messages",
            [(number, author, count) for author, count in written.items()],
        )
        times = [arrival.time for arrival in arrivals if arrival.time is not None]
        (revision,) = self._database.execute(
            """UPDATE threads SET
                messages = messages + :messages,
                authors = authors + :authors,
                first = min(coalesce(first, :first), coalesce(:first, first)),
                latest = max(coalesce(latest, :latest), coalesce(:latest, latest)),
                revision = revision + 1
            WHERE id = :number RETURNING revision""",
            {
                "number": number,
                "messages": len(arrivals),
                "authors": len(written.keys() - known),
                "first": min(times, default=None),
                "latest": max(times, default=None),
            },
        ).fetchone()
        self._title(number, root, arrivals)
        return int(revision)

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
        rows = self._database.execute(
            "SELECT id, root, present, messages, authors, title, first, latest FROM threads"
            " WHERE messages > 0 AND root = coalesce(?, root) ORDER BY latest DESC, root",
            (root,),
        ).fetchall()
        people = self._people(rows[0][0] if root is not None and rows else None)
        called = names.of({feed for feeds in people.values() for feed in feeds})
        found = []
        for number, *columns in rows:
            everybody = [called[feed] for feed in people.get(number, ())]
            thread = _summary(columns, tuple(everybody[:NAMES]))
            text = " ".join((thread.title, *everybody)).casefold()
            if all(word in text for word in words):
                found.append(thread)
        return found

    def _people(self, thread: int | None) -> dict[int, list[str]]:
        """The feeds in each thread, the most active first; or in just one thread."""
        rows = self._database.execute(
            "SELECT thread, key FROM participants JOIN feeds ON feeds.id = author"
            " WHERE thread = coalesce(?, thread) ORDER BY thread, messages DESC, key",
            (thread,),
        )
        people: dict[int, list[str]] = {}
        for number, feed in rows:
            people.setdefault(number, []).append(feed)
        return people

    def _participants(self, number: int, authors: set[int]) -> set[int]:
        marks = ", ".join("?" * len(authors))
        return {
            author
            for (author,) in self._database.execute(
                f"SELECT author FROM participants WHERE thread = ? AND author IN ({marks})",
                (number, *authors),
            )
        }

    def _title(self, number: int, root: str, arrivals: Sequence[Arrival]) -> None:
        for arrival in arrivals:
            if arrival.key == root:
                self._database.execute(
                    "UPDATE threads SET present = 1, title = ? WHERE id = ?",
                    (arrival.title, number),
                )


def _summary(columns: Sequence[Any], names: tuple[str, ...]) -> ThreadSummary:
    root, present, messages, authors, title, first, latest = columns
    return ThreadSummary(root, bool(present), messages, authors, title, names, first, latest)

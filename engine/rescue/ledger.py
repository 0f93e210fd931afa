"""The ledger: what a rescue has found so far, in a database in the user's cache.

A message is kept once, with the sources that hold it and the earliest time it was received. Parts
of sources are committed some megabytes at a time, so an interrupted rescue continues behind the
last ones. Only this program writes the ledger: one that lies beside an archive is never read.
"""

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import groupby, islice
from operator import itemgetter
from typing import Any, NamedTuple

from tanglescope.engine.archive.record import Cursor
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.language.wording import tr
from tanglescope.engine.rescue.survey import LOST_TEXT, Damage, Surveyed, Survivor
from tanglescope.engine.system.files import make_private_file, make_private_folder, system_message
from tanglescope.engine.system.user_folders import cache_folder

MOST_SOURCES = 60
"""The greatest number of archives of a rescue: one bit each in a number of SQLite."""

_TABLES = """
CREATE TABLE job (text TEXT);
CREATE TABLE sources (number INTEGER PRIMARY KEY, offset INTEGER, items INTEGER, is_done INTEGER,
    records INTEGER);
CREATE TABLE authors (id INTEGER PRIMARY KEY, feed TEXT UNIQUE);
CREATE TABLE messages (id INTEGER PRIMARY KEY, key TEXT, mark INTEGER, author INTEGER,
    sequence INTEGER, previous TEXT, received REAL, claimed REAL, sources INTEGER,
    is_extended INTEGER, aside TEXT);
CREATE INDEX marks ON messages (mark);
CREATE TABLE texts (id INTEGER PRIMARY KEY, text BLOB);
CREATE TABLE damages (source INTEGER, place TEXT, size INTEGER, rule TEXT);
"""

_AT_ONCE = 500

_COMMITTED = 16 << 20
"""Bytes of messages in a transaction: more, and less is written; fewer, and less is lost."""

_UNPROVEN = "?"
"""Before the key of a message that isn't proven: a proven one may have the same key."""


def _mark(key: str) -> int:
    """A number by which a key is found: an index of whole keys wouldn't fit into memory."""
    digest = hashlib.blake2b(key.removeprefix(_UNPROVEN).encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


class LedgerError(TanglescopeError):
    """The ledger of a rescue can't be used."""


class Entry(NamedTuple):
    """A message in the ledger; `sources` has a bit for each source that holds it."""

    id: int
    key: str
    sequence: int
    previous: str | None
    sources: int
    time: float
    """When it was received, or when it says that it was written."""

    is_extended: int
    """1 if bytes follow the 64 of its signature."""


class Kept(NamedTuple):
    """A message with its text, as a log holds it."""

    key: str
    time: float
    text: bytes
    aside: str


class SourceState(NamedTuple):
    """How far a source was read."""

    cursor: Cursor
    is_done: bool
    records: int


class Ledger:
    """The ledger of one rescue."""

    def __init__(self, name: bytes) -> None:
        """Open or create the ledger with a name, such as the path of the result."""
        folder = cache_folder("rescues")
        self._is_closed = False
        self._pending = 0  # bytes in the open transaction
        self._path = folder / f"{hashlib.sha256(name).hexdigest()[:32]}.db"
        try:
            make_private_folder(folder)
            make_private_file(self._path)
            self._database = sqlite3.connect(self._path, isolation_level=None)
            self._database.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._database.execute("PRAGMA synchronous = NORMAL")
            self._database.execute("PRAGMA cache_size = -200000")
            if not self._database.execute("SELECT 1 FROM sqlite_master").fetchone():
                self._database.executescript(f"BEGIN;{_TABLES}COMMIT;")
            self._authors = dict(self._database.execute("SELECT feed, id FROM authors"))
        except (OSError, sqlite3.Error) as error:
            raise self._unusable(error) from error

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the ledger; one of a rescue that never began is deleted."""
        if not self._is_closed and self._pending:
            self._commit()
        is_empty = not self._is_closed and not self.job
        self._database.close()
        if is_empty:
            self._path.unlink(missing_ok=True)
        self._is_closed = True

    def remove(self) -> None:
        """Close the ledger and delete it."""
        self._is_closed = True
        self._database.close()
        self._path.unlink(missing_ok=True)

    @property
    def job(self) -> str:
        """What is rescued, and to where; empty before `begin`."""
        row = self._row("SELECT text FROM job")
        return str(row[0]) if row else ""

    def begin(self, job: str, sources: int) -> None:
        """Begin a rescue of some sources."""
        with self._transaction():
            self._database.execute("INSERT INTO job VALUES (?)", (job,))
            self._database.executemany(
                "INSERT INTO sources VALUES (?, 0, 0, 0, 0)", ((each,) for each in range(sources))
            )

    def state(self, source: int) -> SourceState:
        """How far a source was read."""
        row = self._row(
            "SELECT offset, items, is_done, records FROM sources WHERE number = ?", source
        )
        offset, items, is_done, records = row
        return SourceState(Cursor(offset, items), bool(is_done), records)

    def add(self, source: int, found: Surveyed) -> None:
        """Add a part of a source."""
        with self._transaction(sum(len(each.text) for each in found.survivors)):
            texts = filter(None, (self._add(source, each) for each in found.survivors))
            self._database.executemany("INSERT INTO texts VALUES (?, ?)", texts)
            self._database.executemany(
                "INSERT INTO damages VALUES (?, ?, ?, ?)",
                ((source, *damage) for damage in found.damages),
            )
            self._database.execute(
                "UPDATE sources SET offset = ?, items = ?, records = records + ? WHERE number = ?",
                (found.after.offset, found.after.number, found.records, source),
            )

    def forget(self, source: int) -> None:
        """Forget what was counted of a source that is read from its beginning again."""
        with self._transaction():
            self._database.execute("DELETE FROM damages WHERE source = ?", (source,))
            self._database.execute("UPDATE sources SET records = 0 WHERE number = ?", (source,))

    def finish(self, source: int) -> None:
        """Note that a source was read to its end."""
        with self._transaction():
            self._database.execute("UPDATE sources SET is_done = 1 WHERE number = ?", (source,))

    def feeds(self) -> Iterator[tuple[str, list[Entry]]]:
        """The feeds with proven messages, each with these in ascending sequence."""
        rows = self._database.execute(
            "SELECT feed, messages.id, key, sequence, previous, sources,"
            " coalesce(received, claimed, 0), is_extended"
            " FROM messages JOIN authors ON authors.id = author"
            " WHERE aside = '' ORDER BY author, sequence, is_extended, messages.id"
        )
        for feed, entries in groupby(rows, itemgetter(0)):
            yield feed, [Entry(*entry[1:]) for entry in entries]

    def read_kept(self, numbers: Iterable[int]) -> Iterator[Kept]:
        """The messages with these numbers, in this order."""
        left = iter(numbers)
        while some := list(islice(left, _AT_ONCE)):
            rows = self._database.execute(
                "SELECT messages.id, key, coalesce(received, claimed, 0), text, aside"
                " FROM messages JOIN texts USING (id)"
                f" WHERE messages.id IN ({', '.join('?' * len(some))})",
                some,
            )
            found = {number: (key, *others) for number, key, *others in rows}
            for number in some:
                key, time, text, aside = found[number]
                yield Kept(key.removeprefix(_UNPROVEN), time, text, aside)

    def aside(self, lacking: int = 0) -> list[int]:
        """The numbers of the messages that can't be in a log, unless a proven one has their key.

        Those in a source of `lacking`, as bits, are left out.
        """
        rows = self._database.execute(
            "SELECT id FROM messages WHERE aside != '' AND NOT EXISTS"
            " (SELECT 1 FROM messages AS proven WHERE proven.mark = messages.mark"
            " AND proven.key = substr(messages.key, 2)"
            f" AND messages.key LIKE '{_UNPROVEN}%') AND NOT sources & ? ORDER BY id",
            (lacking,),
        )
        return [number for (number,) in rows]

    def unproven_end(self, feed: str) -> int:
        """The greatest sequence of the messages of a feed that can't be proven; 0 without any."""
        row = self._row(
            "SELECT max(sequence) FROM messages JOIN authors ON authors.id = author"
            " WHERE feed = ? AND aside != ''",
            feed,
        )
        return row[0] or 0

    def author(self, feed: str) -> int:
        """The number of a feed with messages."""
        return int(self._authors[feed])

    def texts(self) -> Iterator[tuple[int, int, bytes]]:
        """The proven messages: the number, the number of the author, and the text of each."""
        return iter(
            self._database.execute(
                "SELECT messages.id, author, text FROM messages JOIN texts USING (id)"
                " WHERE aside = ''"
            )
        )

    def key(self, number: int) -> tuple[str, str]:
        """The key of a message, and its feed."""
        row = self._row(
            "SELECT key, feed FROM messages JOIN authors ON authors.id = author"
            " WHERE messages.id = ?",
            number,
        )
        return row[0], row[1]

    def counts(self, source: int) -> tuple[int, int]:
        """The number of proven messages in a source, and of those that no other source has."""
        bit = 1 << source
        row = self._row(
            "SELECT count(*), total(sources = ?) FROM messages WHERE aside = '' AND sources & ?",
            bit,
            bit,
        )
        return int(row[0]), int(row[1])

    def rules(self, source: int) -> dict[str, int]:
        """The number of damaged records of a source, by the rule that each breaks."""
        return dict(
            self._database.execute(
                "SELECT rule, count(*) FROM damages WHERE source = ? GROUP BY rule ORDER BY rule",
                (source,),
            )
        )

    def damages(self, source: int, most: int) -> list[Damage]:
        """The first damaged records of a source."""
        rows = self._database.execute(
            "SELECT place, size, rule FROM damages WHERE source = ? ORDER BY rowid LIMIT ?",
            (source, most),
        )
        return [Damage(*row) for row in rows]

    def damaged_bytes(self, source: int) -> int:
        """The size of the damaged records of a source."""
        row = self._row("SELECT total(size) FROM damages WHERE source = ?", source)
        return int(row[0])

    def _row(self, query: str, *values: object) -> Any:
        return self._database.execute(query, values).fetchone()

    def _add(self, source: int, found: Survivor) -> tuple[int | None, bytes] | None:
        """Add a message; its number and text if it is new."""
        key = f"{_UNPROVEN}{found.key}" if found.why_aside == LOST_TEXT else found.key
        mark = _mark(key)
        row = self._row("SELECT id FROM messages WHERE mark = ? AND key = ?", mark, key)
        if row is not None:
            self._database.execute(
                "UPDATE messages SET sources = sources | ?,"
                " received = min(coalesce(received, ?), coalesce(?, received)) WHERE id = ?",
                (1 << source, found.received, found.received, row[0]),
            )
            return None
        if (author := self._authors.get(found.author)) is None:
            add = "INSERT INTO authors (feed) VALUES (?)"
            author = self._database.execute(add, (found.author,)).lastrowid or 0
            self._authors[found.author] = author
        inserted = self._database.execute(
            "INSERT INTO messages (key, mark, author, sequence, previous, received, claimed,"
            " sources, is_extended, aside) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(key, mark, author, found.sequence, found.previous, found.received, found.claimed),
                *(1 << source, found.is_extended, found.why_aside),
            ),
        )
        return inserted.lastrowid, found.text

    @contextmanager
    def _transaction(self, size: int = _COMMITTED) -> Iterator[None]:
        """One change, whole or not at all; it is committed once the changes are large enough."""
        database = self._database
        try:
            if not database.in_transaction:
                database.execute("BEGIN IMMEDIATE")
            database.execute("SAVEPOINT change")
            try:
                yield
            except BaseException:
                if database.in_transaction:  # SQLite ends it itself on a full disk
                    database.execute("ROLLBACK TO change")
                raise
            database.execute("RELEASE change")
        except sqlite3.Error as error:
            raise self._unusable(error) from error
        self._pending += size or 1
        if self._pending >= _COMMITTED:
            self._commit()

    def _commit(self) -> None:
        try:
            if self._database.in_transaction:
                self._database.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._unusable(error) from error
        self._pending = 0

    def _unusable(self, error: OSError | sqlite3.Error) -> LedgerError:
        return LedgerError(
            tr(
                "What is rescued is collected in {path}, but that failed: {why}. Correct that, then"
                " give the same command again: it continues.",
                path=self._path,
                why=system_message(error),
            )
        )

"""Building a database that isn't there yet: beside its place, without safety, then one rename.

Nobody can look at the file while it is made, so it needs no journal, and a crash costs only the
file. What it says in the end is what the same archives taken in portion by portion would say.
"""

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from engine.archive.record import Cursor
from engine.message.verdict import Rule, Standing, Verdict, invalid
from engine.pipeline.parts import Part
from engine.pipeline.staged import Staged
from engine.store.archives import Archives
from engine.store.database import connect, writing
from engine.store.everything import Everything
from engine.store.everything_order import EverythingOrder
from engine.store.extracts import BadRecord, Extract, verdict_of
from engine.store.intake import note_names, read_again
from engine.store.laying import LaidTimeline, write
from engine.store.messages import Messages, NewMessage, content_of
from engine.store.quarantine import Quarantine
from engine.store.search import Search
from engine.store.sqlite import Database
from engine.tangle.titles import title_of

_THREADS_AT_ONCE = 2000


def sweep(path: Path) -> None:
    """Remove what a killed job may have left of a database that was on its way to `path`."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        temporary(path, suffix).unlink(missing_ok=True)


def temporary(path: Path, suffix: str = "") -> Path:
    """Where the database is until it is finished."""
    return path.with_name(f".{path.name}.building{suffix}")


class Exceptions:
    """The messages that are not what they are alone, by position."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table.sort_by("position").combine_chunks()
        self._positions = self._table["position"]

    def between(
        self, first: int, last: int
    ) -> dict[int, tuple[str | None, str | None, float | None]]:
        """Standing, rule and time of receipt of those from one position to another."""
        inside = pc.and_(
            pc.greater_equal(self._positions, first), pc.less_equal(self._positions, last)
        )
        columns = [column.to_pylist() for column in self._table.filter(inside).columns]
        return {row[0]: row[1:] for row in zip(*columns, strict=True)}


@dataclass(slots=True)
class Loaded:
    """What has been loaded: for the report, for the titles of threads, and for the ranks."""

    added: int = 0
    bad: list[tuple[Path, BadRecord]] = field(default_factory=list)
    titles: dict[str, str] = field(default_factory=dict)
    closes_cycles: bool = False


class Building:
    """A database on its way to `path`."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._temporary = temporary(path)
        sweep(path)
        self._database = connect(self._temporary)
        self._loaded = Loaded()
        self._authors: dict[str, int] = {}
        for setting in (
            "journal_mode = OFF",
            "synchronous = OFF",
            "locking_mode = EXCLUSIVE",
            "cache_size = -262144",
            "temp_store = MEMORY",
        ):
            self._database.execute(f"PRAGMA {setting}")
        self._indexes = _drop_indexes(self._database)

    def load(self, archives: Iterable[Staged], exceptions: Exceptions) -> Iterator[Part]:
        """Load all messages and bad records; gives each part that is done."""
        for archive in archives:
            with writing(self._database):
                seen = Archives(self._database).recognize(archive.path)
            after: Cursor = archive.start
            for part, portion in archive.portions():
                with writing(self._database):
                    refused = self._load(archive, portion.good, exceptions)
                    bad = portion.bad + [read_again(seen, *each) for each in refused]
                    Quarantine(self._database).put(seen.number, bad)
                after = portion.after
                self._loaded.bad += [(archive.path, each) for each in bad]
                yield part
            with writing(self._database):
                Archives(self._database).advance(seen, after)

    def order(self, threads: Path) -> None:
        """Load all threads with their orders, in the order in which they began."""
        if not threads.exists():
            return
        table = pq.read_table(threads).sort_by("first_position")
        number = 1
        for batch in table.to_batches(_THREADS_AT_ONCE):
            rows = batch.to_pylist()
            with writing(self._database):
                self._order(dict(enumerate(rows, number)))
            number += len(rows)

    def rank(self, ranks: Path) -> None:
        """Load the ranks of all messages among everything, unless some are missing.

        Messages are numbered in the order of their positions.
        """
        if not ranks.exists():
            return
        table = pq.read_table(ranks).sort_by("position")
        if len(table) != self._loaded.added or self._loaded.closes_cycles:
            return
        with writing(self._database):
            Everything(self._database).put(
                enumerate(_values(table["rank"]), 1),
                (
                    (ghost, number)
                    for number, ghosts in enumerate(_values(table["ghosts"]), 1)
                    for ghost in ghosts
                ),
            )

    def publish(self) -> Loaded:
        """Finish the database and put it into its place. Raises `FileExistsError`."""
        database = self._database
        for statement in self._indexes:
            database.execute(statement)
        with writing(database):
            _settle_feeds(database)
        Everything(database).catch_up()
        EverythingOrder(database).renew()
        database.close()
        with self._temporary.open("rb") as file:
            os.fsync(file.fileno())
        _put_in_place(self._temporary, self._path)
        return self._loaded

    def abandon(self) -> None:
        """Leave nothing behind."""
        self._database.close()
        sweep(self._path)

    def _load(
        self, archive: Staged, extracts: list[Extract], exceptions: Exceptions
    ) -> list[tuple[Extract, Verdict]]:
        """Load messages; those that their feeds refuse."""
        if not extracts:
            return []
        odd = exceptions.between(
            archive.position(extracts[0].offset), archive.position(extracts[-1].offset)
        )
        new: list[NewMessage] = []
        refused: list[tuple[Extract, Verdict]] = []
        number = self._loaded.added + 1
        for extract in extracts:
            feed = self._number(extract.author)
            standing, rule = extract.standing, extract.rule
            exception = odd.get(archive.position(extract.offset)) if odd else None
            if exception is not None:
                judged, rule, received = exception
                if judged is None:
                    continue
                if judged == Standing.INVALID:
                    refused.append((extract, verdict_of(judged, rule)))
                    continue
                standing = judged
                extract = extract._replace(received=received)
            new.append(NewMessage(number, feed, extract, verdict_of(standing, rule)))
            number += 1
        Messages(self._database).put(new)
        Search(self._database).put(
            (each.number, each.extract.text, each.extract.channel) for each in new
        )
        note_names(self._database, new)
        self._loaded.added += len(new)
        self._loaded.titles.update(
            (each.extract.key, each.extract.title) for each in new if each.extract.title is not None
        )
        return refused

    def _number(self, author: str) -> int:
        number = self._authors.get(author)
        if number is None:
            number = self._authors[author] = len(self._authors) + 1
            self._database.execute("INSERT INTO feeds (id, key) VALUES (?, ?)", (number, author))
        return number

    def _order(self, threads: dict[int, dict[str, Any]]) -> None:
        connection = self._database.conn
        connection.executemany(
            "INSERT INTO threads (id, root, present, title, messages, authors, first, latest,"
            " revision) VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)",
            [(number, *self._sums(row)) for number, row in threads.items()],
        )
        connection.executemany(
            "INSERT INTO participants (thread, author, messages) VALUES (?, ?, ?)",
            [
                (number, self._authors[author], count)
                for number, row in threads.items()
                for author, count in zip(row["authors"], row["counts"], strict=True)
            ],
        )
        write(connection, {number: _laid(row) for number, row in threads.items()})
        refused = [key for row in threads.values() for key in row["refused"]]
        self._loaded.closes_cycles |= bool(refused)
        Messages(self._database).judge((key, invalid(Rule.CYCLE)) for key in refused)

    def _sums(self, row: dict[str, Any]) -> tuple[Any, ...]:
        root = row["root"]
        title = self._title(root) if row["present"] else ""
        sums = (row["messages"], len(row["authors"]), row["first"], row["latest"])
        return root, row["present"], title, *sums

    def _title(self, root: str) -> str:
        title = self._loaded.titles.get(root)
        if title is None:
            value = Messages(self._database).value(root)
            title = "" if value is None else title_of(content_of(value))
        return title


def _laid(row: dict[str, Any]) -> LaidTimeline:
    causes = list(zip(row["causes"], row["effects"], strict=True))
    return LaidTimeline(row["names"], row["ranks"], row["tips"], causes)


def _put_in_place(made: Path, path: Path) -> None:
    """Give a file its name, unless another one came to have it meanwhile."""
    try:
        path.hardlink_to(made)
    except FileExistsError:
        raise
    except OSError:
        # Not every disk knows links.
        if path.exists():
            raise FileExistsError(path) from None
        made.replace(path)
        return
    made.unlink()


def _values(column: pa.ChunkedArray) -> Iterator[Any]:
    for chunk in column.chunks:
        yield from chunk.to_pylist()


def _drop_indexes(database: Database) -> list[str]:
    """Drop every index that speeds up questions only; the statements that make them again."""
    rows = database.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    ).fetchall()
    for name, _ in rows:
        database.execute(f"DROP INDEX {name}")
    return [statement for _, statement in rows]


def _settle_feeds(database: Database) -> None:
    """How far every feed is proven, and how many wait, out of the verdicts on its messages."""
    database.execute(
        """UPDATE feeds SET
            sequence = (
                SELECT ifnull(max(sequence), 0) FROM messages
                WHERE author = feeds.id AND standing IN (:valid, :unverified)
            ),
            latest = (
                SELECT key FROM messages WHERE author = feeds.id
                AND standing IN (:valid, :unverified) ORDER BY sequence DESC LIMIT 1
            ),
            waiting = (
                SELECT count(*) FROM messages WHERE author = feeds.id AND standing = :gap
            )""",
        {"valid": Standing.VALID, "unverified": Standing.UNVERIFIED, "gap": Standing.GAP},
    )

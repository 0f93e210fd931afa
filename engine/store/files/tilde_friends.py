"""Databases of Tilde Friends: their messages as an archive, and their blobs.

After its `docs/model.md`: the fields of a message are in columns. It was signed with `sequence`
before `author` if bit 1 of `flags` is set (before, the column `sequence_before_author`), and
`content` is JSON, as text or in SQLite's JSONB.

The database isn't trusted: a message or a blob counts only if it has the hash in its id. What a
running program has only in its log is found once it is in the database.
"""

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tanglescope.engine.archive.record import (
    START,
    Cursor,
    Dialect,
    Place,
    Record,
    UnreadableArchive,
)
from tanglescope.engine.language.wording import tr
from tanglescope.engine.message.canonical import NotJSON, TextTooLarge, canonical, parse
from tanglescope.engine.message.keys import message_id
from tanglescope.engine.message.verdict import Rule
from tanglescope.engine.store.files.database_reader import DatabaseReader
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.files.opening import open_foreign, open_on_disk
from tanglescope.engine.system.files import is_database, open_database_of, system_message

_SETTINGS = ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON")
_FIELDS = {"author", "id", "sequence", "timestamp", "previous", "hash", "content", "signature"}
"""The columns of the messages of Tilde Friends."""
_ORDERS = (("author", "sequence"), ("sequence", "author"))
_LONGEST = 1 << 16
"""Bytes of a field that are read; a valid message has 8,192 characters."""


@dataclass(frozen=True, slots=True)
class TildeReader(DatabaseReader):
    """Reads the messages of a database of Tilde Friends, each from the columns of its row.

    A row is a message if its fields, in one of the two orders, have the hash in its id.
    """

    format: str = "db.sqlite"

    @property
    def dialect(self) -> Dialect:
        """The kind of its messages."""
        return Dialect.CLASSIC

    def records(self, start: Cursor = START, *, growing: bool = False) -> Iterator[Record]:
        """The records in the order of their rows; a file that is followed goes on after the last.

        Raises `UnreadableArchive`.
        """
        last = start.number if growing else 0
        try:
            with closing(open_foreign(self.path, _SETTINGS)) as connection:
                ((newest,),) = connection.execute("SELECT max(rowid) FROM messages")
                # Rows have other numbers after the database was compacted.
                last = last if newest is not None and newest >= last else 0
                for row in connection.execute(_question(connection), {"last": last}):
                    yield _tilde_record(*row)
        except sqlite3.Error as error:
            why = system_message(error)
            text = tr("{path} can't be read: {why}.", path=self.path, why=why)
            raise UnreadableArchive(text) from error
        except DatabaseError as error:
            raise UnreadableArchive(str(error)) from error


def is_of_tilde_friends(path: Path) -> bool:
    """Whether a file is a database of Tilde Friends, by the columns of its messages."""
    try:
        with closing(open_foreign(path, _SETTINGS)) as connection:
            return _columns(connection) >= _FIELDS
    except (sqlite3.Error, DatabaseError):
        return False


def _columns(connection: sqlite3.Connection, table: str = "messages") -> set[str]:
    """The columns of a table that hold what was stored, and compute nothing."""
    rows = connection.execute(
        "SELECT here.name FROM sqlite_master AS its, pragma_table_xinfo(its.name) AS here"
        " WHERE its.name = ? AND its.type = 'table' AND its.sql NOT LIKE '%VIRTUAL%'"
        " AND NOT here.hidden",
        (table,),
    )
    return {str(name) for (name,) in rows}


def _question(connection: sqlite3.Connection) -> str:
    columns = _columns(connection)
    flags = next((name for name in ("flags", "sequence_before_author") if name in columns), "0")
    fields = ("id", "previous", "author", "hash", "content", "signature")
    # Longer fields are cut, so that one row can't fill the memory.
    cut = ", ".join(f"substr({name}, 1, {_LONGEST})" for name in fields)
    return (
        f"SELECT rowid, sequence, timestamp, {flags}, {cut} FROM messages"
        " WHERE rowid > :last ORDER BY rowid"
    )


def _tilde_record(number: int, sequence: Any, timestamp: Any, flags: Any, *fields: Any) -> Record:
    """A row as a record; one whose fields don't have the hash in its id is refused as such."""
    key, previous, author, hash_, content, signature = fields
    after, place = Cursor(1, number), Place("item", number)
    key = key if isinstance(key, str) else None
    raw = b""
    try:
        said = parse(from_jsonb(content) if isinstance(content, bytes) else str(content).encode())
        # The column of times holds floating-point numbers.
        if isinstance(timestamp, float) and timestamp.is_integer():
            timestamp = int(timestamp)
        first = flags & 1 if isinstance(flags, int) else 0
        for order in (_ORDERS[first], _ORDERS[1 - first]):
            who = {"author": author, "sequence": sequence}
            value = {
                "previous": previous,
                **{name: who[name] for name in order},
                "timestamp": timestamp,
                "hash": hash_,
                "content": said,
                "signature": signature,
            }
            text = canonical(value)
            raw = raw or text
            if message_id(text) == key:
                return Record(place, text, after, key, value)
        return Record(place, raw, after, key, parse(raw))
    except (NotJSON, TextTooLarge, ValueError, TypeError):
        row = repr((key, previous, author, sequence, timestamp, hash_, content, signature))
        return Record(place, row.encode("utf-8", "replace"), after, key, problem=Rule.JSON)


_ATOMS = {0: b"null", 1: b"true", 2: b"false"}
_DEEPEST = 100
"""Levels of content that are read; a valid message has at most 63."""


def from_jsonb(data: bytes) -> bytes:
    """The JSON text of a value in SQLite's JSONB. Raises `ValueError`."""
    text, end = _jsonb(data, 0, 0)
    if end != len(data):
        raise ValueError("bytes after the value")
    return text


def _jsonb(data: bytes, at: int, depth: int) -> tuple[bytes, int]:
    """A value and where it ends; a byte has its kind and its size, or how many bytes have that."""
    if at >= len(data) or depth > _DEEPEST:
        raise ValueError("no value")
    kind, size = data[at] & 15, data[at] >> 4
    at += 1
    if size > 11:
        length = 1 << (size - 12)
        size, at = int.from_bytes(data[at : at + length], "big"), at + length
    end = at + size
    if end > len(data):
        raise ValueError("a value that is cut off")
    payload = data[at:end]
    match kind:
        case 0 | 1 | 2:
            return _ATOMS[kind], end
        case 3 | 5:
            return payload, end
        case 7 | 8:  # needs no escapes, or has those of JSON
            return b'"' + payload + b'"', end
        case 10:
            return json.dumps(payload.decode()).encode(), end
        case 11:
            return b"[" + b",".join(_parts(data, at, end, depth)) + b"]", end
        case 12:
            parts = list(_parts(data, at, end, depth))
            pairs = zip(parts[::2], parts[1::2], strict=True)
            return b"{" + b",".join(b"%s:%s" % pair for pair in pairs) + b"}", end
    raise ValueError("a kind that JSON.parse doesn't read")  # of JSON5, or reserved


def _parts(data: bytes, at: int, end: int, depth: int) -> Iterator[bytes]:
    """The values between two places."""
    while at < end:
        part, at = _jsonb(data, at, depth + 1)
        yield part


_IDS = "SELECT CAST(id AS BLOB) FROM blobs WHERE length(CAST(id AS BLOB)) = 52"
_CONTENT = """SELECT content FROM blobs
    WHERE id = ? AND typeof(content) = 'blob' AND length(content) <= ?"""


@dataclass(frozen=True, slots=True)
class TildeBlobs:
    """The table of blobs in a database; see `engine.blobs.folders.BlobTable`."""

    path: Path

    def content(self, blob: str, most: int) -> bytes | None:
        """The bytes under an id, not verified; None if there are none, or too many."""
        try:
            with closing(open_on_disk(self.path, _SETTINGS)) as database:
                row = database.execute(_CONTENT, (blob, most)).fetchone()
        except (OSError, sqlite3.Error):
            return None
        return None if row is None else bytes(row[0])

    def ids(self) -> Iterator[str]:
        """The ids in the table that are as long as those of blobs."""
        found: list[tuple[bytes]] = []
        with (
            suppress(OSError, sqlite3.Error),
            closing(open_on_disk(self.path, _SETTINGS)) as database,
        ):
            found = database.execute(_IDS).fetchall()
        for (blob,) in found:
            yield blob.decode("ascii", "replace")


def tables_in(archives: Iterable[Path]) -> list[TildeBlobs]:
    """The tables of blobs in archives that are databases."""
    return [TildeBlobs(each) for each in archives if _has_blobs(each)]


def _has_blobs(path: Path) -> bool:
    # If one that is open here were opened as a file, the process would lose its locks.
    if open_database_of(path) is not None or not is_database(path):
        return False
    try:
        with closing(open_on_disk(path, _SETTINGS)) as connection:
            return _columns(connection, "blobs") >= {"id", "content"}
    except (OSError, sqlite3.Error):
        return False

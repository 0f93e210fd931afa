"""Databases as archives: what is in one can be read into another, and is verified again.

Besides our own, these are those of Tilde Friends, which keeps the fields of a message in columns.
After its `docs/model.md`: a message was signed with `sequence` before `author` if bit 1 of `flags`
is set (before, the column `sequence_before_author`), and `content` is JSON, as text or in SQLite's
JSONB.
"""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tanglescope.engine.archive.graphs.pieces import KINDS, Rooms
from tanglescope.engine.archive.lines import KEPT_OF_TOO_LONG, parsed
from tanglescope.engine.archive.record import (
    START,
    Cursor,
    Dialect,
    Place,
    Record,
    UnreadableArchive,
)
from tanglescope.engine.archive.source import ArchiveSource
from tanglescope.engine.files import system_message, unreadable
from tanglescope.engine.message.canonical import NotJSON, TextTooLarge, canonical, parse
from tanglescope.engine.message.keys import message_id
from tanglescope.engine.message.verdict import Rule, ValidationStatus
from tanglescope.engine.store.files.backup import to_read
from tanglescope.engine.store.files.database import connect, reading
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.files.opening import LARGEST_COPY, open_foreign
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.store.graph_nodes import GraphNodes
from tanglescope.engine.wording import tr

_AT_ONCE = 1 << 20  # bytes

_DIALECTS = {kind: dialect for dialect, kind in KINDS.items()}


@dataclass(frozen=True, slots=True)
class DatabaseReader:
    """Reads the messages, PZP messages and graphs of a database, all of them each time."""

    path: Path
    format: str = "database"

    @property
    def dialect(self) -> Dialect:
        """The kind of its first record."""
        return next((record.dialect for record in self.records()), Dialect.CLASSIC)

    def records(
        self,
        start: Cursor = START,  # noqa: ARG002 - all of it is read each time
        *,
        growing: bool = False,  # noqa: ARG002
    ) -> Iterator[Record]:
        """The records in order of their import; see `engine.archive.record.Reader`."""
        with TemporaryDirectory(prefix="tanglescope-") as folder:
            file = to_read(self._unpacked(Path(folder)), Path(folder) / "upgraded.db")
            with closing(connect(file, read_only=True)) as database, reading(database):
                yield from self._records(database)

    def _unpacked(self, folder: Path) -> Path:
        """The database as a file that SQLite can read."""
        source = ArchiveSource.of(self.path)
        if not source.magic:
            return self.path
        unpacked = folder / "unpacked.db"
        try:
            with source.open() as packed, unpacked.open("xb") as file:
                for data in iter(partial(packed.read, _AT_ONCE), b""):
                    if file.tell() > LARGEST_COPY:
                        raise UnreadableArchive(
                            tr(
                                "{path} is a compressed database of more than {megabytes:,} MB."
                                " Unpack it, and open what was in it.",
                                path=self.path,
                                megabytes=LARGEST_COPY // 1_000_000,
                            )
                        )
                    file.write(data)
        except OSError as error:
            raise UnreadableArchive(unreadable(self.path, error)) from None
        return unpacked

    def record(self, key: str) -> Record:
        """The record of a message that is known to be in it."""
        return next(record for record in self.records() if record.key == key)

    def _records(self, database: Database) -> Iterator[Record]:
        number = 0
        for question, dialect in _MESSAGES:
            for key, value, received, status in database.execute(question):
                number += 1
                raw = value.encode()
                content, problem = parsed(raw)
                yield Record(
                    Place("item", number),
                    raw if problem is None else raw[:KEPT_OF_TOO_LONG],
                    START,
                    key,
                    content,
                    received,
                    problem,
                    is_lossy=status == ValidationStatus.UNVERIFIED,
                    dialect=dialect,
                )
        nodes = GraphNodes(database)
        for kind, dialect in _DIALECTS.items():
            for graph in nodes.listed(kind):
                number += 1
                value = _graph(nodes, kind, graph.name)
                yield Record(Place("item", number), b"", START, value=value, dialect=dialect)


_FIELDS = {"author", "id", "sequence", "timestamp", "previous", "hash", "content", "signature"}
"""The columns of the messages of Tilde Friends."""
_ORDERS = (("author", "sequence"), ("sequence", "author"))
_LONGEST = 1 << 16
"""Bytes of a field that are read; a valid message has 8,192 characters."""
_FOREIGN = ("trusted_schema = OFF", "cell_size_check = ON", "query_only = ON")


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
            with closing(open_foreign(self.path, _FOREIGN)) as connection:
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
        with closing(open_foreign(path, _FOREIGN)) as connection:
            return _columns(connection) >= _FIELDS
    except (sqlite3.Error, DatabaseError):
        return False


def _columns(connection: sqlite3.Connection) -> set[str]:
    """The columns of the table of messages that hold what was stored, and compute nothing."""
    tables = connection.execute(
        "SELECT 1 FROM sqlite_master WHERE name = 'messages' AND type = 'table'"
        " AND sql NOT LIKE '%VIRTUAL%'"
    )
    if tables.fetchone() is None:
        return set()
    rows = connection.execute("SELECT name, hidden FROM pragma_table_xinfo('messages')")
    return {str(name) for name, hidden in rows if not hidden}


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
        told = repr((key, previous, author, sequence, timestamp, hash_, content, signature))
        return Record(place, told.encode("utf-8", "replace"), after, key, problem=Rule.JSON)


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


_MESSAGES = (
    ("SELECT key, value, received, status FROM messages ORDER BY id", Dialect.CLASSIC),
    ("SELECT key, value, received, NULL FROM pzp_messages ORDER BY id", Dialect.PZP),
)


def _graph(nodes: GraphNodes, kind: str, name: str) -> dict[str, Any]:
    """A graph as a line of a graph file; what a database says about signatures isn't believed."""
    found = nodes.find(kind, name)
    assert found is not None
    line = nodes.line(found.number)
    for node in line["nodes"]:
        node["verdict"] = ValidationStatus.UNVERIFIED
    facts = nodes.facts(found.number)
    said = {field: facts.get(field) for field in ("title", "marks")}
    return {"name": name, **line, **said, "rooms": Rooms(facts.get("rooms", {})), "facts": facts}

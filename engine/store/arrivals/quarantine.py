"""The quarantine: records that were refused, with their place, their reason and their bytes."""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING

from engine.archive.record import Cursor, Place
from engine.message.verdict import Rule
from engine.store.files.database import reading
from engine.store.files.errors import reports_damage
from engine.store.files.sqlite import Database

if TYPE_CHECKING:
    from engine.store.arrivals.extracts import BadRecord

SHOWN = 1 << 15
"""Bytes of a record that are handed out; a whole message with its wrapping needs fewer."""


@dataclass(frozen=True, slots=True)
class QuarantinedRecord:
    """A record that isn't a message: `place` says where in which archive, `rule` what is wrong.

    `raw` is how it begins, up to `SHOWN` of its `size` bytes.
    """

    archive: str
    place: str
    key: str | None
    rule: str
    raw: bytes
    size: int


@reports_damage(attrgetter("_database"))
class Quarantine:
    """The refused records of a database, oldest first."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def __len__(self) -> int:
        with reading(self._database):
            return int(self._database.execute("SELECT count(*) FROM quarantine").fetchone()[0])

    def put(self, archive: int, records: Iterable["BadRecord"]) -> None:
        """Keep `records` of the archive with that number; what is already here stays once."""
        self._database.conn.executemany(
            "INSERT OR IGNORE INTO quarantine (archive, place, key, rule, raw, digest)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [
                (
                    archive,
                    str(record.at),
                    record.key,
                    record.rule,
                    record.raw,
                    digest(record.rule, record.raw),
                )
                for record in records
            ],
        )

    def forget(self, archive: int, at: Cursor) -> None:
        """Remove the record with which reading continues: its end may have been missing."""
        self._database.execute(
            "DELETE FROM quarantine WHERE archive = ? AND place IN (?, ?, ?)",
            (archive, *_places(at)),
        )

    def pardon(self, archive: int) -> bool:
        """Remove what was refused for its signature alone; return whether there was anything."""
        found = self._database.execute(
            "DELETE FROM quarantine WHERE archive = ? AND rule = ?", (archive, Rule.SIGNATURE)
        )
        return found.rowcount > 0

    def of(self, archive: int, *, before: Cursor) -> int:
        """How many records of the archive with that number were refused and stay so."""
        (count,) = self._database.execute(
            "SELECT count(*) FROM quarantine WHERE archive = ? AND place NOT IN (?, ?, ?)",
            (archive, *_places(before)),
        ).fetchone()
        return int(count)

    def page(self, first: int, count: int) -> list[QuarantinedRecord]:
        """At most `count` records, after the first `first` ones."""
        with reading(self._database):
            rows = self._database.execute(
                "SELECT archives.path, place, key, rule, substr(raw, 1, ?), length(raw)"
                " FROM quarantine JOIN archives ON archives.id = archive"
                " ORDER BY quarantine.id LIMIT ? OFFSET ?",
                (SHOWN, count, first),
            )
            return [QuarantinedRecord(*row) for row in rows]

    def whole(self) -> Iterator[QuarantinedRecord]:
        """All records with all of their bytes, oldest first."""
        with reading(self._database):
            for row in self._database.execute(
                "SELECT archives.path, place, key, rule, raw, length(raw)"
                " FROM quarantine JOIN archives ON archives.id = archive ORDER BY quarantine.id"
            ):
                yield QuarantinedRecord(*row)

    def of_author(self, author: str) -> list[QuarantinedRecord]:
        """The records that say they are of an author, oldest first."""
        with reading(self._database):
            rows = self._database.execute(
                "SELECT archives.path, place, key, rule, substr(raw, 1, ?), length(raw)"
                " FROM quarantine JOIN archives ON archives.id = archive"
                " WHERE instr(raw, CAST(? AS BLOB)) ORDER BY quarantine.id",
                (SHOWN, author),
            )
            found = [QuarantinedRecord(*row) for row in rows]
        return [record for record in found if _author(record.raw) == author]


_FEED_ID = re.compile(rb"@[A-Za-z0-9+/]{43}=\.ed25519")


def _author(raw: bytes) -> str | None:
    """Who a record says it is by; where it doesn't parse, the first feed that it names."""
    try:
        record = json.loads(raw)
    except (ValueError, RecursionError):
        first = _FEED_ID.search(raw)
        return first and first[0].decode()
    value = record.get("value", record) if isinstance(record, dict) else None
    author = value.get("author") if isinstance(value, dict) else None
    return author if isinstance(author, str) else None


def _places(at: Cursor) -> tuple[str, ...]:
    """What the place of the record behind a cursor is called, in whatever format."""
    lines = (Place(unit, at.number + 1) for unit in ("line", "item"))
    return tuple(map(str, (Place("byte", at.offset), *lines)))


def digest(rule: str, raw: bytes) -> bytes:
    """A digest that distinguishes records at the same position, by their fault and bytes."""
    return hashlib.sha256(rule.encode() + b"\0" + raw).digest()

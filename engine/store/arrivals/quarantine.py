"""The quarantine: refused records, with their place, the reason and their bytes."""

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tanglescope.engine.archive.graphs.pieces import why_refused
from tanglescope.engine.archive.record import Cursor, Place
from tanglescope.engine.language.wording import on_one_line
from tanglescope.engine.message.verdict import Rule
from tanglescope.engine.store.exporting import write_records
from tanglescope.engine.store.files.database import reading
from tanglescope.engine.store.files.errors import reports_damage
from tanglescope.engine.store.files.sqlite import Database, as_json
from tanglescope.engine.store.reference_limit import reference_limit

if TYPE_CHECKING:
    from tanglescope.engine.store.arrivals.extracts import BadRecord

SHOWN = 1 << 15
"""The number of bytes of a record that are shown; a message with its wrapping has fewer."""


@dataclass(frozen=True, slots=True)
class QuarantinedRecord:
    """A refused record: its `archive` and `place`, and the `rule` that it violates.

    `raw` has the first `SHOWN` of its `size` bytes.
    """

    archive: str
    place: str
    key: str | None
    rule: str
    raw: bytes
    size: int

    def in_words(self) -> str:
        """Where it is and why it was refused, without a full stop."""
        where = f"{on_one_line(str(self.archive))}, {Place.read(self.place).in_words()}"
        return f"{where}: {self.why}"

    @property
    def why(self) -> str:
        """Why it was refused, without a full stop."""
        return why_refused(self.rule, self.raw)

    def as_json(self) -> dict[str, Any]:
        """The record as a value of JSON: as `text` if it is text, else as `base64`."""
        try:
            raw = {"text": self.raw.decode()}
        except UnicodeDecodeError:
            raw = {"base64": b64encode(self.raw).decode()}
        return {
            "archive": self.archive,
            "place": self.place,
            "rule": self.rule,
            "reason": self.why,
            "key": self.key,
            "size": self.size,
            **raw,
        }


@reports_damage(attrgetter("_database"))
class Quarantine:
    """The refused records of a database, oldest first."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def __len__(self) -> int:
        return self._database.number("SELECT count(*) FROM quarantine")

    def put(self, archive: int, records: Iterable["BadRecord"]) -> None:
        """Store `records` of the archive with that number, without duplicates."""
        self._database.conn.executemany(
            "INSERT OR IGNORE INTO quarantine (archive, place, key, rule, raw, digest)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            [
                (archive, str(each.at), each.key, each.rule, each.raw, digest(each.rule, each.raw))
                for each in records
            ],
        )

    def forget(self, archive: int, at: Cursor) -> None:
        """Remove the record at which reading resumes: its end may have been missing."""
        self._database.execute(
            "DELETE FROM quarantine WHERE archive = ? AND place IN (?, ?, ?)",
            (archive, *_places(at)),
        )

    def pardon(self, archive: int, *, has_key: bool) -> bool:
        """Remove records whose reason may be gone; whether there were any, to be read again.

        A key of the network, which wasn't given at the first import, may fit signatures. A limit of
        references that refuses nothing any more takes what was over it.
        """
        limit = reference_limit(self._database)
        reasons = {Rule.SIGNATURE: has_key, Rule.REFERENCES: limit is None or limit.is_cut}
        found = self._database.execute(
            "DELETE FROM quarantine WHERE archive = ? AND rule IN (SELECT value FROM json_each(?))",
            (archive, as_json([rule for rule, is_gone in reasons.items() if is_gone])),
        )
        return found.rowcount > 0

    def of(self, archive: int, *, before: Cursor) -> int:
        """The number of refused records of the archive with that number."""
        return self._database.number(
            "SELECT count(*) FROM quarantine WHERE archive = ? AND place NOT IN (?, ?, ?)",
            (archive, *_places(before)),
        )

    def page(self, first: int = 0, count: int = 100) -> list[QuarantinedRecord]:
        """At most `count` records, after skipping `first`."""
        return self._some("ORDER BY quarantine.id LIMIT ? OFFSET ?", count, first)

    def export(self, file: Path) -> int:
        """Write all records to a new file, a line of JSON for each; return their number.

        Raises `OSError`.
        """
        return write_records(file, (record.as_json() for record in self.whole()))

    def whole(self) -> Iterator[QuarantinedRecord]:
        """All records with all their bytes, oldest first."""
        with reading(self._database):
            for row in self._database.execute(_RECORDS.format("raw") + " ORDER BY quarantine.id"):
                yield QuarantinedRecord(*row)

    def refusals_of(self, keys: Sequence[str]) -> list[tuple[str, str]]:
        """The records that claim one of these ids: the id, and where and why, in words."""
        claiming = "WHERE key IN (SELECT value FROM json_each(?)) ORDER BY quarantine.id"
        found = self._some(claiming, as_json(keys))
        return [(record.key, record.in_words()) for record in found if record.key is not None]

    def of_author(self, author: str) -> list[QuarantinedRecord]:
        """The records that name an author as theirs, oldest first."""
        naming = "WHERE instr(raw, CAST(? AS BLOB)) ORDER BY quarantine.id"
        return [each for each in self._some(naming, author) if _author(each.raw) == author]

    def _some(self, condition: str, *values: object) -> list[QuarantinedRecord]:
        """The records that meet a condition, with the beginnings of their bytes."""
        with reading(self._database):
            question = f"{_RECORDS.format('substr(raw, 1, ?)')} {condition}"
            rows = self._database.execute(question, (SHOWN, *values))
            return [QuarantinedRecord(*row) for row in rows]


_RECORDS = """SELECT archives.path, place, key, rule, {}, length(raw)
    FROM quarantine JOIN archives ON archives.id = archive"""

_FEED_ID = re.compile(rb"@[A-Za-z0-9+/]{43}=\.ed25519")


def _author(raw: bytes) -> str | None:
    """The author that a record names; if it can't be parsed, the first feed in it."""
    try:
        record = json.loads(raw)
    except (ValueError, RecursionError):
        first = _FEED_ID.search(raw)
        return first and first[0].decode()
    value = record.get("value", record) if isinstance(record, dict) else None
    author = value.get("author") if isinstance(value, dict) else None
    return author if isinstance(author, str) else None


def _places(at: Cursor) -> tuple[str, ...]:
    """The possible places of the record after a cursor, in any format."""
    lines = (Place(unit, at.number + 1) for unit in ("line", "item"))
    return tuple(map(str, (Place("byte", at.offset), *lines)))


def digest(rule: str, raw: bytes) -> bytes:
    """A digest that distinguishes records at the same place, by rule and bytes."""
    return hashlib.sha256(rule.encode() + b"\0" + raw).digest()

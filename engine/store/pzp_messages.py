"""PZP messages in the database: as they were read, each good by itself.

Whether a message has a place in its tangle depends on what else is known, so that is not kept:
it is a function of the set of messages, computed where a tangle is looked at.
"""

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from engine.archive.record import Record
from engine.store.files.sqlite import Database

TABLE = """CREATE TABLE pzp_messages (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE,
    received REAL,
    is_erased INTEGER NOT NULL,
    value TEXT NOT NULL
) STRICT"""


class PzpExtract(NamedTuple):
    """A PZP message on its way into the database; `value` is its JSON."""

    key: str
    received: float | None
    is_erased: bool
    value: str


class PzpMessages:
    """The PZP messages of a database, each once."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def __len__(self) -> int:
        return int(self._database.execute("SELECT count(*) FROM pzp_messages").fetchone()[0])

    @property
    def version(self) -> tuple[int, int]:
        """What changes whenever a message comes, or one gets back what had been erased of it."""
        count, erased = self._database.execute(
            "SELECT count(*), total(is_erased) FROM pzp_messages"
        ).fetchone()
        return int(count), int(erased)

    def put(self, extracts: Iterable[PzpExtract]) -> int:
        """Add messages; one with data takes the place of its erased copy. How many are new."""
        before = len(self)
        self._database.conn.executemany(
            """INSERT INTO pzp_messages (key, received, is_erased, value) VALUES (?, ?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET value = excluded.value, is_erased = 0
            WHERE is_erased AND NOT excluded.is_erased""",
            extracts,
        )
        return len(self) - before

    def all(self) -> Iterator[tuple[str, float | None, Any]]:
        """Every message as it came: its id, when it was received, its JSON value."""
        rows = self._database.execute(
            "SELECT key, received, value FROM pzp_messages WHERE json_valid(value) ORDER BY id"
        )
        for key, received, value in rows:
            yield key, received, json.loads(value)

    def value(self, key: str) -> str | None:
        """A message in JSON."""
        row = self._database.execute(
            "SELECT value FROM pzp_messages WHERE key = ?", (key,)
        ).fetchone()
        return row[0] if row else None


def pzp_extract(record: Record) -> PzpExtract:
    """All that a database keeps of a record that holds a good message."""
    assert record.key is not None
    assert isinstance(record.value, dict)
    erased = is_erased(record.value)
    return PzpExtract(record.key, record.received, erased, json.dumps(record.value))


def is_erased(value: object) -> bool:
    """Whether the JSON of a message comes without its data."""
    return isinstance(value, dict) and value.get("data") is None

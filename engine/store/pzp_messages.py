"""PZP messages in the database: as they were read, each valid by itself.

Whether a message is valid in its tangle depends on other messages: see
`engine.store.orders.pzp_tangles`.
"""

import json
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tanglescope.engine.archive.record import Record
from tanglescope.engine.store.files.sqlite import Database


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
        return self._database.number("SELECT count(*) FROM pzp_messages")

    @property
    def last(self) -> int:
        """The number of the latest message."""
        question = "SELECT ifnull(max(id), 0) FROM pzp_messages"
        return self._database.number(question)

    def erased(self, keys: Sequence[str]) -> list[str]:
        """The messages that are stored without their data."""
        return self._database.column(
            "SELECT key FROM pzp_messages WHERE is_erased"
            " AND key IN (SELECT value FROM json_each(?))",
            (json.dumps(keys),),
        )

    def numbers(self, keys: Sequence[str]) -> dict[str, int]:
        """The numbers of the known messages; they ascend in the order of import."""
        rows = self._database.execute(
            "SELECT key, id FROM pzp_messages WHERE key IN (SELECT value FROM json_each(?))",
            (json.dumps(keys),),
        )
        return dict(rows.fetchall())

    def put(self, extracts: Iterable[PzpExtract]) -> int:
        """Add messages; one with data replaces its erased copy. Return the number of new ones."""
        before = len(self)
        self._database.conn.executemany(
            """INSERT INTO pzp_messages (key, received, is_erased, value) VALUES (?, ?, ?, ?)
            ON CONFLICT (key) DO UPDATE SET value = excluded.value, is_erased = 0
            WHERE is_erased AND NOT excluded.is_erased""",
            extracts,
        )
        return len(self) - before

    def value(self, key: str) -> str | None:
        """A message in JSON."""
        row = self._database.execute(
            "SELECT value FROM pzp_messages WHERE key = ?", (key,)
        ).fetchone()
        return row[0] if row else None


def pzp_extract(record: Record) -> PzpExtract:
    """Everything a database stores of a record with a valid message."""
    assert record.key is not None
    assert isinstance(record.value, dict)
    erased = is_erased(record.value)
    return PzpExtract(record.key, record.received, erased, json.dumps(record.value))


def is_erased(value: object) -> bool:
    """Whether the JSON of a message lacks its data."""
    return isinstance(value, dict) and value.get("data") is None

"""Exporting: records as NDJSON, and feeds as this and other programs can read them."""

import json
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tanglescope.engine.message.canonical import parse
from tanglescope.engine.message.verdict import ValidationStatus
from tanglescope.engine.store.files.sqlite import Database
from tanglescope.engine.system.files import replacing


def feed_records(database: Database, feed: str, after: int = 0) -> Iterator[dict[str, Any]]:
    """The valid messages of a feed in order, after the sequence `after`."""
    rows = database.execute(
        "SELECT messages.key, value, received FROM messages JOIN feeds ON feeds.id = author"
        " WHERE feeds.key = ? AND messages.sequence > ? AND status = ?"
        " ORDER BY messages.sequence",
        (feed, after, ValidationStatus.VALID),
    )
    for key, value, received in rows:
        yield {"key": key, "value": parse(value.encode()), "timestamp": received}


def export_feed(database: Database, feed: str, file: Path) -> int:
    """Write the valid messages of a feed to a new file; return their number.

    The file appears complete or not at all. Raises `OSError`.
    """
    return write_records(file, feed_records(database, feed))


def write_records(file: Path, records: Iterable[dict[str, Any]]) -> int:
    """Write records to a new file, as one line of JSON each; return their number."""
    count = 0
    with replacing(file) as growing:
        for record in records:
            growing.write(as_line(record))
            count += 1
        growing.flush()
        os.fsync(growing.fileno())
    return count


def as_record(key: str, value: object, received: float | None) -> dict[str, Any]:
    """A message in the form of its programs; PZP uses `{id, msg, received}`."""
    if isinstance(value, dict) and "metadata" in value and "author" not in value:
        return {"id": key, "msg": value, "received": received}
    return {"key": key, "value": value, "timestamp": received}


def as_line(record: dict[str, Any]) -> bytes:
    """A record as a line of NDJSON, in ASCII, because texts may have lone surrogates."""
    return json.dumps(record, separators=(",", ":")).encode() + b"\n"

"""Exporting: a feed as NDJSON that this and other programs can read."""

import json
import os
from base64 import b64encode
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tanglescope.engine.files import replacing
from tanglescope.engine.message.canonical import parse
from tanglescope.engine.message.verdict import ValidationStatus
from tanglescope.engine.store.files.sqlite import Database

if TYPE_CHECKING:
    from tanglescope.engine.store.arrivals.quarantine import QuarantinedRecord


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
    return _write(file, feed_records(database, feed))


def export_quarantine(records: Iterable["QuarantinedRecord"], file: Path) -> int:
    """Write bad records to a new file, as one line of JSON each; return their number.

    A line has the archive, the place, the rule, a description, and the record: as `text` if it is
    text, else as `base64`. Raises `OSError`.
    """
    return _write(file, map(as_bad, records))


def as_bad(record: "QuarantinedRecord") -> dict[str, Any]:
    """A bad record with its place, its rule and its bytes."""
    try:
        raw = {"text": record.raw.decode()}
    except UnicodeDecodeError:
        raw = {"base64": b64encode(record.raw).decode()}
    return {
        "archive": record.archive,
        "place": record.place,
        "rule": record.rule,
        "reason": record.why,
        "key": record.key,
        "size": record.size,
        **raw,
    }


def _write(file: Path, records: Iterable[dict[str, Any]]) -> int:
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

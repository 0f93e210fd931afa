"""PZP messages on their way into the database: as they were read, each valid by itself.

Whether a message is valid in its tangle depends on other messages: see
`engine.store.orders.pzp_tangles`.
"""

import json
from typing import NamedTuple

from tanglescope.engine.archive.record import Record


class PzpExtract(NamedTuple):
    """A PZP message on its way into the database; `value` is its JSON."""

    key: str
    received: float | None
    is_erased: bool
    value: str


def pzp_extract(record: Record) -> PzpExtract:
    """Everything a database stores of a record with a valid message."""
    assert record.key is not None
    assert isinstance(record.value, dict)
    is_erased = record.value.get("data") is None
    return PzpExtract(record.key, record.received, is_erased, json.dumps(record.value))

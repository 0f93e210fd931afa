"""A log by pzp-db 1.0.4, and pzp-db's results for it."""

import json
from functools import cache
from typing import Any

from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.reduce.feeds import FileEntry
from tests.engine.archive.samples import DATA


@cache
def entries() -> list[FileEntry]:
    """The messages of the log in its order."""
    records = open_archive(DATA / "pzp" / "db" / "log").records()
    return [FileEntry(record.key or "", record.value) for record in records]


@cache
def expected() -> dict[str, Any]:
    """The ids of its parts, and under `records` the verdict for each message."""
    answer: dict[str, Any] = json.loads((DATA / "pzp" / "expected.json").read_text())
    return answer

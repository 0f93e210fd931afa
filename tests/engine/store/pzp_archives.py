"""Archives of PZP messages for tests of the database and the window."""

from collections.abc import Iterable
from pathlib import Path

from tanglescope.engine.reduce.feeds import FileEntry
from tests.engine.archive.writers import block_log, pzp_record


def write_log(path: Path, entries: Iterable[FileEntry], received: float = 1.7e12) -> Path:
    """A log of pzp-db with these messages, received at intervals of a second."""
    records = (
        pzp_record({"id": entry.id, "msg": entry.value, "received": received + 1000 * number})
        for number, entry in enumerate(entries)
    )
    path.write_bytes(block_log(records, end=4))
    return path

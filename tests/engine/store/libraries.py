"""Libraries for tests, filled with signed messages."""

from collections.abc import Iterable
from pathlib import Path

from engine.library import Library
from tests.engine.authors import Said


def write(path: Path, said: Iterable[Said]) -> Path:
    """An archive of NDJSON with these messages."""
    path.write_bytes(b"".join(each.line for each in said))
    return path


def library_of(folder: Path, *said: Said) -> Library:
    """A library that has taken in these messages at once."""
    library = Library.open(folder / "library.db")
    library.ingest(write(folder / "log.ndjson", said))
    return library

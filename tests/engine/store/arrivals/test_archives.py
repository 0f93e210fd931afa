"""Archives are recognized by both ends of the part that was read."""

from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.store.arrivals.archives import WINDOW
from tests.engine.authors import Author, Said, post


def log(name: str) -> list[Said]:
    """Longer than both ends together: the middle isn't compared."""
    author = Author(name)
    return [author.say(post("x" * 6000)) for _ in range(3 * WINDOW // 6000)]


def text(said: list[Said]) -> bytes:
    return b"".join(each.line for each in said)


@pytest.mark.parametrize("part", ["beginning", "end", "all"])
def test_an_archive_of_which_an_end_was_replaced_is_read_anew(tmp_path: Path, part: str) -> None:
    archive, old, new = tmp_path / "log.ndjson", log("ann"), log("bob")
    half = len(old) // 2
    archive.write_bytes(text(old))
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(archive)
        if part == "beginning":
            other = new[:half] + old[half:]
        else:
            other = (old[:half] if part == "end" else new[:half]) + new[half:]
        assert len(text(other)) == len(text(old))
        archive.write_bytes(text(other))
        changed = len(old) if part == "all" else half if part == "beginning" else len(old) - half
        assert library.ingest(archive).added == changed


@pytest.mark.parametrize("left", [0, 1, 5, 20])
def test_an_archive_that_was_cut_is_read_anew_and_on_when_it_grows(
    tmp_path: Path, left: int
) -> None:
    archive, said = tmp_path / "log.ndjson", log("ann")
    archive.write_bytes(text(said))
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(archive)
        archive.write_bytes(text(said[:left]))
        assert library.ingest(archive).added == 0
        archive.write_bytes(text([*said[:left], *log("bob")]))
        assert library.ingest(archive).added == len(log("bob"))
        assert library.check().problems == ()


def test_an_archive_that_has_grown_is_read_on_where_reading_ended(tmp_path: Path) -> None:
    archive, said = tmp_path / "log.ndjson", log("ann")
    archive.write_bytes(text(said[:-1]))
    with Library.open(tmp_path / "own.db") as library:
        library.ingest(archive)
        archive.write_bytes(text(said))
        records: list[int] = []
        library.ingest(archive, on_progress=lambda progress: records.append(progress.messages))
        assert records == [1]

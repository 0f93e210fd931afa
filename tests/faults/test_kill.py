"""Imports that are killed: committed messages stay, and the next import completes them."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tests.engine.authors import Author, Said, post

IMPORT = """
import sys
from pathlib import Path
from tanglescope.engine.library import Library
with Library.open(Path(sys.argv[1])) as library:
    library.ingest(Path(sys.argv[2]), on_change=lambda change: print(change.added, flush=True))
"""


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A thread long enough for several transactions, with bad lines between its messages."""
    people = [Author(str(n)) for n in range(5)]
    said: list[Said] = [people[0].say(post("root"))]
    for step in range(3500):
        said.append(people[step % 5].say(post(str(step), said[0], said[-1 - step % 3])))
    log = tmp_path_factory.mktemp("kill") / "log.ndjson"
    lines = [each.line for each in said]
    for place in range(500, 3500, 1100):
        lines.insert(place, b"{oops\n")
    log.write_bytes(b"".join(lines))
    return log


def described(path: Path) -> tuple[object, ...]:
    with Library.open(path) as library:
        (thread,) = library.threads()
        return (
            thread,
            library.conversation(thread.root).in_order(),
            [r.place for r in library.quarantine.page()],
        )


@pytest.mark.parametrize("transactions", [pytest.param(1, marks=pytest.mark.slow), 3])
def test_a_killed_import_leaves_what_it_committed(
    archive: Path, tmp_path: Path, transactions: int
) -> None:
    database = tmp_path / "killed.db"
    with subprocess.Popen(
        [sys.executable, "-c", IMPORT, str(database), str(archive)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as process:
        assert process.stdout is not None
        committed = sum(int(process.stdout.readline()) for _ in range(transactions))
        process.send_signal(signal.SIGKILL)
    with Library.open(database) as library:
        assert library.check().ok
        kept = len(library)
        assert committed <= kept < 3501
        fresh = fresh_import(archive, tmp_path / "part.db", kept)
        (thread,) = library.threads()
        assert library.conversation(thread.root).in_order() == fresh
        library.ingest(archive)
    with Library.open(tmp_path / "whole.db") as library:
        library.ingest(archive)
    assert described(database) == described(tmp_path / "whole.db")


def fresh_import(archive: Path, database: Path, messages: int) -> list[str]:
    """The order after importing only the first `messages` messages of the archive."""
    good = [line for line in archive.read_bytes().splitlines(True) if not line.startswith(b"{oops")]
    part = database.with_suffix(".ndjson")
    part.write_bytes(b"".join(good[:messages]))
    with Library.open(database) as library:
        library.ingest(part)
        (thread,) = library.threads()
        return library.conversation(thread.root).in_order()

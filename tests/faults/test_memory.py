"""Little memory: an import is slow, or reports why it is impossible; the kernel kills nothing."""

from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write
from tests.faults.groups import with_memory

IMPORT = """
import sys
from pathlib import Path
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.pipeline import importing
importing.BULK = 0
try:
    archive, database = map(Path, sys.argv[1:3])
    print(importing.import_archives([archive], database, engine=importing.Engine.DIRECT).added)
except TanglescopeError as error:
    print("refused", error)
"""

LITTLE, LESS = 260 << 20, 120 << 20


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Several slices; each needs its own memory while it is checked."""
    alice, bob = Author("alice"), Author("bob")
    said = [alice.say(post("root"))]
    for step in range(16_000):
        said.append((alice, bob)[step % 2].say(post(f"{step} " * 300, said[0], said[-1])))
    return write(tmp_path_factory.mktemp("memory") / "log.ndjson", said)


@pytest.mark.slow
def test_an_import_ends_well_with_little_memory(archive: Path, tmp_path: Path) -> None:
    status, reported = with_memory(LITTLE, IMPORT, archive, tmp_path / "own.db")
    assert (status, reported) == (0, "16001\n")
    with Library.open(tmp_path / "own.db", read_only=True) as library:
        assert library.check().ok


def test_too_little_memory_is_reported_before_the_kernel_kills_the_import(tmp_path: Path) -> None:
    alice = Author("alice")
    archive = write(tmp_path / "log.ndjson", [alice.say(post("hello"))])
    status, reported = with_memory(LESS, IMPORT, archive, tmp_path / "own.db")
    assert status == 0, "it ended by itself"
    assert reported.startswith("refused There is too little memory: "), reported
    assert "start the import again" in reported

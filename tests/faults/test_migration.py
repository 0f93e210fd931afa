"""Processes killed while they migrate a database of the first version: no data is lost."""

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.library import Library
from tests.engine.store.conversations.test_catching_up import assert_same, imported_anew, unpacked
from tests.faults.killing import ROOT

MIGRATE = """
import os, signal, sqlite3, sys
from pathlib import Path

connect, seen, last = sqlite3.connect, 0, None

def count(statement):
    global seen
    seen += 1
    if seen == last:
        os.kill(os.getpid(), signal.SIGKILL)

def counted(*arguments, **more):
    connection = connect(*arguments, **more)
    connection.set_trace_callback(count)
    return connection

sqlite3.connect = counted
from engine.library import Library
copy, database, share = Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3])
Library.open(copy).close()
seen, last = 0, int(seen * share)
Library.open(database).close()
"""
"""Brings a copy up to date to count the statements, then dies after a share of them.

The second time takes fewer: some are asked once in a process.
"""


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a database of the first version, and one made by today's program."""
    folder = tmp_path_factory.mktemp("first-version")
    unpacked(folder)
    imported_anew(folder)
    return folder


@pytest.mark.parametrize("share", [0.2, 0.5, 0.75])
def test_a_killed_migration_is_made_at_the_next_start(
    archives: Path, tmp_path: Path, share: float
) -> None:
    copy, database = tmp_path / "copy.db", tmp_path / "library.db"
    for path in (copy, database):
        shutil.copy(archives / "library.db", path)
    done = subprocess.run(
        [sys.executable, "-c", MIGRATE, str(copy), str(database), str(share)],
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr.decode()
    with Library.open(database) as library:
        assert library.check().problems == ()
        assert library.conversations(kind="chess")
    new = tmp_path / "new.db"
    shutil.copy(archives / "new.db", new)
    assert_same(database, new)

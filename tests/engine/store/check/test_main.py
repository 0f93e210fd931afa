"""A check as a separate process reports its progress, and ends with its parent."""

import json
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pytest

from tanglescope.engine import child_processes
from tanglescope.engine.library import Library
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of


@pytest.fixture
def stranger(tmp_path: Path) -> Path:
    """A database that was made elsewhere."""
    library_of(tmp_path, Author("ann").say(post("hello"))).close()
    return Path(shutil.copy(tmp_path / "library.db", tmp_path / "stranger.db"))


def events(database: Path) -> list[dict[str, object]]:
    command = child_processes.python(
        "-m", "tanglescope.engine.store.check", "--database", str(database)
    )
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=child_processes.environment()
    ) as process:
        assert process.stdout is not None
        return [json.loads(line) for line in process.stdout]


def test_a_good_database_is_known_after_its_check(stranger: Path) -> None:
    *progress, last = events(stranger)
    assert (last["event"], last["ok"], last["problems"]) == ("done", True, [])
    assert progress[-1]["done"] == progress[-1]["total"]
    with Library.open(stranger, read_only=True) as library:
        assert library.is_known()


def test_a_forged_one_is_reported_and_never_known(stranger: Path) -> None:
    with closing(sqlite3.connect(stranger)) as forger:
        forger.execute("UPDATE conversations SET title = 'Buy now'")
        forger.commit()
    last = events(stranger)[-1]
    assert (last["event"], last["ok"]) == ("done", False)
    assert "title" in str(last["problems"])
    with Library.open(stranger, read_only=True) as library:
        assert not library.is_known()


def test_what_cannot_be_opened_is_reported(tmp_path: Path) -> None:
    (last,) = events(tmp_path / "missing.db")
    assert last["event"] == "failed"
    assert "doesn't exist" in str(last["error"])


def test_it_ends_when_its_parent_is_gone(stranger: Path) -> None:
    code = (
        "import sys, time; from tanglescope.engine.store.check import __main__ as m;"
        "m.check_up = lambda *a, **k: time.sleep(600); sys.exit(m.main(sys.argv[1:]))"
    )
    command = child_processes.python("-c", code, "--database", str(stranger))
    process = subprocess.Popen(command, stdin=subprocess.PIPE, env=child_processes.environment())
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(60) == 1

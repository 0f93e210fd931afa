"""Suspended processes: others can read, report what they wait for, and continue."""

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tanglescope.engine.library import Library, OwnFeed
from tanglescope.engine.store import own_feed
from tanglescope.engine.store.files import database
from tanglescope.engine.store.files.errors import DatabaseError
from tanglescope.engine.store.own_feed import CannotWrite
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write

ROOT = Path(__file__).parents[2]

IN_A_TRANSACTION = """
import sys
from pathlib import Path
from tanglescope.engine.store.files.database import connect, writing
database = connect(Path(sys.argv[1]))
with writing(database):
    database.execute("INSERT INTO feeds (key) VALUES ('half')")
    print("in the middle", flush=True)
    sys.stdin.readline()
print("done", flush=True)
"""

PUBLISHING = """
import sys
from pathlib import Path
from tanglescope.engine.library import OwnFeed
with OwnFeed.open(Path(sys.argv[1])).writing():
    print("in the middle", flush=True)
    sys.stdin.readline()
print("done", flush=True)
"""


@contextmanager
def suspended(program: str, path: Path) -> Iterator[None]:
    """Run a program, suspend it in the middle, and expect it to resume and succeed."""
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "in the middle\n"
        process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            process.send_signal(signal.SIGCONT)
        assert process.communicate("\n", timeout=60)[0] == "done\n"
        assert process.returncode == 0


def test_a_suspended_writer_blocks_no_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "BUSY_SECONDS", 0.05)
    ann = Author("ann")
    root = ann.say(post("root"))
    path, log = tmp_path / "own.db", tmp_path / "log.ndjson"
    with Library.open(path) as library:
        library.ingest(write(log, [root]))
        write(log, [root, ann.say(post("answer", root))])
        with suspended(IN_A_TRANSACTION, path):
            with Library.open(path, read_only=True) as reader:
                assert reader.conversation(root.key).in_order() == [root.key]
                assert reader.check().ok
            with pytest.raises(DatabaseError, match="Another program is writing"):
                library.ingest(log)
        assert library.ingest(log).added == 1
        assert len(library.conversation(root.key).in_order()) == 2


def test_publishing_does_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_feed, "BUSY_SECONDS", 0.05)
    own = OwnFeed.open(tmp_path / "feed")
    with Library.open(tmp_path / "own.db") as library:
        publisher = library.publisher(own)
        preview = publisher.preview(post("hello"))
        with (
            suspended(PUBLISHING, tmp_path / "feed"),
            pytest.raises(CannotWrite, match="takes too long"),
        ):
            publisher.publish(preview)
        assert set(library.messages([publisher.publish(preview).key]))

"""Imports of which any process is killed: the next import gives the same result as one alone."""

import os
import random
import signal
from pathlib import Path
from threading import Event

import pytest

from tanglescope.engine.pipeline.files.slices import SLICE
from tanglescope.engine.pipeline.importing import BULK
from tests.engine.authors import Author, post
from tests.engine.pipeline.children import WITH_JVM, Child
from tests.engine.pipeline.contents import differences
from tests.engine.pipeline.test_engines import watched
from tests.engine.store.libraries import write

pytestmark = [pytest.mark.slow, pytest.mark.spark]


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some slices, and enough for the direct engine to build the database as a whole."""
    alice, bob = Author("alice"), Author("bob")
    said = [alice.say(post("root"))]
    for step in range(16_000):
        said.append((alice, bob)[step % 2].say(post(f"{step} " * 200, said[0], said[-1])))
    path = write(tmp_path_factory.mktemp("kill") / "log.ndjson", said)
    assert path.stat().st_size > max(SLICE, BULK)
    return path


@pytest.fixture(scope="module")
def untouched(archive: Path) -> Path:
    """The database from the archive when no process is killed."""
    return watched(archive, archive.with_name("other.db"))


def victim(child: Child, who: str) -> int:
    """The process to kill; the driver where its workers have ended already."""
    if who == "driver":
        return child.process.pid
    others = [pid for pid in child.family() if pid != child.process.pid]
    java = [pid for pid in others if b"java" in Path(f"/proc/{pid}/cmdline").read_bytes()[:200]]
    if who == "JVM" and java:
        return java[0]
    return max(set(others) - set(java), default=java[0] if java else child.process.pid)


@pytest.mark.parametrize(
    ("engine", "who"),
    [
        ("direct", "driver"),
        ("direct", "worker"),
        ("spark", "driver"),
        ("spark", "JVM"),
        ("spark", "worker"),
    ],
)
@pytest.mark.parametrize("seed", range(2))
def test_going_on_gives_the_clean_result(
    engine: str, who: str, seed: int, archive: Path, untouched: Path, tmp_path: Path
) -> None:
    database = tmp_path / "killed.db"
    by = WITH_JVM if engine == "spark" else ("--engine", engine)
    arguments = (*by, "--database", database, archive)
    with Child(*arguments) as child:
        next(event for event in child.events() if event.get("stage", "starting") != "starting")
        Event().wait(random.Random(f"{who} {seed}").random() * 6)
        killed = victim(child, who)
        os.kill(killed, signal.SIGKILL)
        events = list(child.events())
        child.process.wait(timeout=120)
        # The first JVM of all records at its end which classes it has loaded, which takes a while.
        child.wait_until_gone(tries=600)
    outlives = killed != child.process.pid and not (engine == "spark" and who == "worker")
    if outlives and not database.exists():
        assert "start the import again" in events[-1]["error"]["message"].lower()
    # Killed right after the end, it has left unneeded parts; the next import removes them.
    with Child(*arguments) as child:
        _, status = child.finish()
    assert status == 0
    assert differences(database, untouched) == []
    assert not list(tmp_path.glob(".*"))

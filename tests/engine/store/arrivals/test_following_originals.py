"""Logs that ssb-db2 8 writes while they are followed: grown, compacted, and after a restart."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import pytest

from tanglescope.engine.library import Follower, Library
from tanglescope.engine.message.identity import Identity
from tests.engine.authors import Author, post

MODULES = os.environ.get("TANGLESCOPE_NODE_MODULES")
PROGRAM = Path(__file__).parents[3] / "vectors" / "following" / "ssb-db2.js"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not (Path(MODULES or "") / "ssb-db2").exists(), reason="npm's packages are not here"
    ),
]


class Running:
    """An ssb-db2 that publishes, and what follows its folder."""

    def __init__(self, program: "subprocess.Popen[str]", library: Library, follower: Follower):
        self._program = program
        self._library = library
        self._follower = follower

    def answer(self, wanted: dict[str, object]) -> str:
        """What the program answers to a line."""
        assert self._program.stdin is not None
        assert self._program.stdout is not None
        self._program.stdin.write(json.dumps(wanted) + "\n")
        self._program.stdin.flush()
        return self._program.stdout.readline().strip()

    def publish(self, text: str) -> str:
        """Publish a post and follow the folder until it is here; its key."""
        key = self.answer({"publish": post(text)})
        assert key.startswith("%"), key
        until = monotonic() + 60
        while key not in self._library.messages([key]):
            assert monotonic() < until, "it never arrived"
            self._follower.poll()
        return key


@contextmanager
def running(folder: Path, library: Library, follower: Follower) -> Iterator[Running]:
    with subprocess.Popen(
        ["node", PROGRAM, folder, folder.parent / "secret"],
        env={**os.environ, "NODE_PATH": MODULES or ""},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as program:
        yield Running(program, library, follower)
        program.communicate()


def test_a_running_ssb_db2_is_followed_through_compaction_and_restart(tmp_path: Path) -> None:
    ann, folder = Author("ann"), tmp_path / "ssb"
    (folder / "db2").mkdir(parents=True)
    (folder / "db2" / "log.bipf").touch()
    (tmp_path / "secret").write_text(Identity(ann.feed, ann._secret).secret_file())
    with Library.open(tmp_path / "library.db") as library:
        follower = library.follow(folder)
        with running(folder, library, follower) as program:
            first, second, third = (program.publish(text) for text in ("1", "2", "3"))
            for key in (first, second):
                assert program.answer({"delete": key}) == "done"
            assert program.answer({"compact": True}) == "done"
            fourth = program.publish("4")
        with running(folder, library, follower) as program:
            fifth = program.publish("5")
        keys = [first, second, third, fourth, fifth]
        found = library.messages(keys)
        assert [found[key].content for key in keys] == [post(str(n)) for n in range(1, 6)]
        assert library.quarantined() == 0
        assert library.check().ok

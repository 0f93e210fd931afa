"""Logs that ssb-db2 8 writes while they are followed: grown, compacted, and after a restart."""

from pathlib import Path
from time import monotonic

from tanglescope.engine.library import Follower, Library
from tests.engine.authors import Author, post
from tests.engine.node_programs import NodeProgram, running, slow_with

pytestmark = slow_with("ssb-db2")
SCRIPT = "following/ssb-db2.js"


def publish(program: NodeProgram, text: str, library: Library, follower: Follower) -> str:
    """Publish a post and follow the folder until it is here; its key."""
    key = program.answer({"publish": post(text)})
    assert key.startswith("%"), key
    until = monotonic() + 60
    while key not in library.messages([key]):
        assert monotonic() < until, "it never arrived"
        follower.poll()
    return key


def test_a_running_ssb_db2_is_followed_through_compaction_and_restart(tmp_path: Path) -> None:
    ann, folder = Author("ann"), tmp_path / "ssb"
    (folder / "db2").mkdir(parents=True)
    (folder / "db2" / "log.bipf").touch()
    with Library.open(tmp_path / "library.db") as library:
        follower = library.follow(folder)
        with running(SCRIPT, folder, ann) as program:
            keys = [publish(program, text, library, follower) for text in "123"]
            for key in keys[:2]:
                assert program.answer({"delete": key}) == "done"
            assert program.answer({"compact": True}) == "done"
            keys.append(publish(program, "4", library, follower))
        with running(SCRIPT, folder, ann) as program:
            keys.append(publish(program, "5", library, follower))
        found = library.messages(keys)
        assert [found[key].content for key in keys] == [post(text) for text in "12345"]
        assert len(library.quarantine) == 0
        assert library.check().ok

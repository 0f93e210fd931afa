"""Kills while publishing: the feed stays one chain, and no confirmed message is lost."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from engine.archive.checking import check, follow_chains
from engine.archive.opening import open_archive
from engine.library import Library, OwnFeed
from engine.message.chain import FeedChains
from engine.message.verdict import ValidationStatus
from tests.engine.authors import post

TALK = """
import sys
from itertools import count
from pathlib import Path
from engine.library import Library, OwnFeed
with Library.open(Path(sys.argv[1])) as library:
    publisher = library.publisher(OwnFeed.open(Path(sys.argv[2])))
    for number in count():
        preview = publisher.preview({"type": "post", "text": str(number)})
        print(publisher.publish(preview).key, flush=True)
"""


@pytest.mark.parametrize("messages", [1, 4, 9])
def test_a_feed_goes_on_after_a_kill(tmp_path: Path, messages: int) -> None:
    database, folder = tmp_path / "library.db", tmp_path / "feed"
    with subprocess.Popen(
        [sys.executable, "-c", TALK, str(database), str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    ) as process:
        assert process.stdout is not None
        out = [process.stdout.readline().strip() for _ in range(messages)]
        process.send_signal(signal.SIGKILL)
    own = OwnFeed.open(folder)
    with Library.open(database) as library:
        publisher = library.publisher(own)
        publisher.catch_up()
        out.append(publisher.publish(publisher.preview(post("still here"))).key)
        assert set(library.messages(out)) == set(out)
        assert library.check().ok
    records = list(open_archive(own.log).records())
    checked = list(follow_chains(check(records), FeedChains()))
    assert {each.verdict.status for each in checked} == {ValidationStatus.VALID}
    assert {each.computed for each in checked} >= set(out)

"""Kills while publishing: the feed stays one chain, and no confirmed message is lost."""

import json
import signal
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tanglescope.engine.archive.checking import check, follow_chains
from tanglescope.engine.archive.opening import open_archive
from tanglescope.engine.library import Library, OwnFeed
from tanglescope.engine.message.chain import FeedChains
from tanglescope.engine.message.verdict import ValidationStatus
from tests.engine.authors import post
from tests.faults.killing import killed

TALK = """
import sys
from itertools import count
from pathlib import Path
from tanglescope.engine.library import Library, OwnFeed
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
    records = list(open_archive(own.path).records())
    checked = list(follow_chains(check(records), FeedChains()))
    assert {each.verdict.status for each in checked} == {ValidationStatus.VALID}
    assert {each.computed for each in checked} >= set(out)


TALK_AT_ONCE = """
import sys
from itertools import count
from pathlib import Path
from tanglescope.engine.library import Library, OwnFeed, PreviewOutdated, ShownLater
with Library.open(Path(sys.argv[1])) as library:
    publisher = library.publisher(OwnFeed.open(Path(sys.argv[2])))
    print(flush=True)
    for number in count():
        published = None
        while published is None:
            preview = publisher.preview({"type": "post", "text": f"{sys.argv[3]} {number}"})
            try:
                published = publisher.publish(preview).key
            except PreviewOutdated:
                continue
            except ShownLater as later:
                published = later.key
        print(published, flush=True)
"""


def test_three_processes_and_two_collections_make_one_chain_however_they_are_killed(
    tmp_path: Path, chance: int
) -> None:
    """`FAULTS=67 pytest` kills two hundred."""
    folder, databases = tmp_path / "feed", [tmp_path / "one.db", tmp_path / "two.db"]
    for database in databases:
        Library.open(database).close()
    OwnFeed.open(folder)
    with ThreadPoolExecutor(3) as pool:
        talks = [
            pool.submit(
                *(killed, TALK_AT_ONCE, databases[number % 2], folder, str(number)),
                chance=3 * chance + number,
            )
            for number in range(3)
        ]
        said = [key for talk in talks for key in talk.result()]
    own = OwnFeed.open(folder)
    for database in databases:
        with Library.open(database) as library:
            publisher = library.publisher(own)
            said.append(publisher.publish(publisher.preview(post(f"still in {database}"))).key)
            publisher.catch_up()
            assert set(library.messages(said)) == set(said)
            assert library.check().ok
    records = list(open_archive(own.path).records())
    checked = list(follow_chains(check(records), FeedChains()))
    assert {each.verdict.status for each in checked} == {ValidationStatus.VALID}
    texts = [
        json.loads(line)["value"]["content"]["text"] for line in own.path.read_bytes().splitlines()
    ]
    assert set(Counter(texts).values()) == {1}

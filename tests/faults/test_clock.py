"""Clocks that jump: clocks of peers decide nothing, and the own clock may go backwards."""

import random
import re
from pathlib import Path

import pytest

from tanglescope.engine.library import Library, OwnFeed
from tests.engine.authors import Author, Said, post
from tests.engine.store.libraries import write

ROOT = Path(__file__).parents[2]
LARGE = float(2**63)
JUMPS = (0.0, -1.0, -LARGE, LARGE, 1e300, 5e-324, 1.5e12, 1.4e12, 253402300800000.0)


def disordered(chance: random.Random) -> list[Said]:
    """A thread by two people; their clocks and the receiver's clock jump with every message."""
    people = [Author("ann"), Author("bob")]
    said: list[Said] = []
    for number in range(40):
        author = people[number % 2]
        author.clock = chance.choice([0, 1.5e12, 1.7e12, 2.0**53 - 2000])
        content = post(str(number), said[0], said[-1]) if said else post("root")
        said.append(author.say(content, received=chance.choice(JUMPS)))
    return said


@pytest.mark.parametrize("seed", range(3))
def test_jumping_clocks_leave_the_order_and_the_agreement_alone(tmp_path: Path, seed: int) -> None:
    said = disordered(random.Random(seed))
    with Library.open(tmp_path / "own.db") as library:
        log = tmp_path / "log.ndjson"
        follower = library.follow(log)
        for number in range(1, len(said) + 1, 13):
            write(log, said[:number])
            follower.poll()
        write(log, said)
        follower.poll()
        assert library.conversation(said[0].key).in_order() == [each.key for each in said]
        assert library.check().problems == ()
        [thread] = library.threads()
        assert thread.messages == len(said)
        assert sorted(library.conversation(said[0].key, "timestamp").in_order()) == sorted(
            each.key for each in said
        )


def test_an_own_feed_goes_on_when_the_clock_goes_back(tmp_path: Path) -> None:
    times = iter([2e9, 2e9, 1e9, 1e9, 0.0, 0.0, 3e9, 3e9])
    own = OwnFeed.open(tmp_path / "feed")
    with Library.open(tmp_path / "own.db") as library:
        publisher = library.publisher(own)
        publisher._clock = lambda: next(times)
        keys = [publisher.publish(publisher.preview(post(str(n)))).key for n in range(4)]
        messages = library.messages(keys)
        asserted = [messages[key].asserted for key in keys]
        assert asserted == sorted(set(asserted))
        assert {message.status for message in messages.values()} == {"valid"}
        assert library.check().problems == ()


def test_no_code_waits_by_the_wall_clock() -> None:
    """Code that waits by `time()` would wait forever when the clock is put back."""
    walls = re.compile(
        r"from time import[^\n]*\btime\b|\btime\.time\(|datetime\.now|QTime\.|currentM?S"
    )
    found = {
        str(path.relative_to(ROOT))
        for package in ("engine", "viewer")
        for path in (ROOT / package).rglob("*.py")
        if walls.search(path.read_text())
    }
    # A message says when it was written, and a part is as old as its file.
    writing = {"engine/store/publishing.py", "viewer/models/composing.py"}
    assert found <= {*writing, "engine/pipeline/files/staging.py"}

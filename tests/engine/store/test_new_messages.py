"""News: the unread messages of conversations."""

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis.strategies import integers, lists, sets

from tanglescope.engine.library import Library, ReadMark
from tests.engine.authors import Author, post
from tests.engine.club import Club, move
from tests.engine.store.libraries import write


@pytest.fixture(scope="module")
def club_library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """Threads, a game, feeds with gaps and forks, channels."""
    folder = tmp_path_factory.mktemp("club")
    with Library.open(folder / "library.db") as library:
        library.ingest(write(folder / "log.ndjson", Club().said))
        yield library


def test_threads_that_have_grown_are_named_with_how_much(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    old, other = ann.say(post("An old thread")), ann.say(post("Another"))
    first = [old, other, bob.say(post("yes", other, other))]
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write(tmp_path / "one.ndjson", first))
        seen = ReadMark(library.latest())
        assert library.unread(seen) == {}
        young = bob.say(post("A new thread"))
        later = [bob.say(post("no", old, old)), young, ann.say(post("hello", young, young))]
        # A message outside of a thread is no news of it.
        later.append(ann.say({"type": "about", "about": ann.feed, "name": "Ann"}))
        library.ingest(write(tmp_path / "two.ndjson", later))
        assert library.unread(seen) == {old.key: 1, young.key: 2}
        assert library.unread(ReadMark(0)) == {old.key: 2, other.key: 2, young.key: 2}


def test_what_joins_by_tangle_data_is_news_too(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    talk, game = ann.say(post("A thread")), ann.say(move("Shall we play?", None))
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write(tmp_path / "one.ndjson", [talk, game]))
        seen = ReadMark(library.latest())
        reply = bob.say(move("By tangle data", talk, talk, name="thread"))
        both_ways = {"thread": {"root": talk.key, "previous": [talk.key]}}
        both = bob.say(post("Both ways", talk, talk, tangles=both_ways))
        first = bob.say(move("e4", game, game))
        waiting = bob.say(move("Nc6", game, "%" + "A" * 43 + "=.sha256"))
        young = bob.say(move("Another game", None))
        later = [reply, both, first, waiting, young]
        library.ingest(write(tmp_path / "two.ndjson", later))
        expected = {talk.key: 2, f"chess:{game.key}": 1, f"chess:{young.key}": 1}
        found = library.unread(seen)
        assert {address: found.get(address) for address in expected} == expected
        assert found.keys() - expected.keys() <= {each.key for each in later}


@given(mark=integers(0, 20), batches=lists(lists(integers(1, 40), max_size=8), max_size=8))
def test_a_mark_holds_what_was_read(mark: int, batches: list[list[int]]) -> None:
    read, oracle = ReadMark(mark), set(range(1, mark + 1))
    for batch in batches:
        read = read.with_read(batch)
        oracle.update(batch)
    assert {number for number in range(1, 50) if read.has_read(number)} == oracle
    assert set(read.numbers()) | set(range(1, read.number + 1)) == oracle
    gaps = [after[0] - before[1] for before, after in pairwise([(0, read.number), *read.later])]
    assert all(gap > 1 for gap in gaps), "ranges are apart"


@given(seen=sets(integers(0, 40)), upto=integers(0, 20))
def test_every_conversation_has_as_many_unread_messages_as_the_list_says(
    club_library: Library, seen: set[int], upto: int
) -> None:
    mark = ReadMark(upto).with_read(seen)
    counted = club_library.unread(mark)
    for summary in club_library.conversations():
        if summary.kind in ("feed", "channel", "everything", "mentions"):
            continue  # they are only counted when they are open
        unread = club_library.conversation(summary.address).unread(mark)
        assert counted.get(summary.address, 0) == len(unread), summary.address

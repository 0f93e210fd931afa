"""News: the messages of conversations that were imported after a given one."""

from pathlib import Path

from engine.library import Library
from tests.engine.authors import Author, post
from tests.engine.club import move
from tests.engine.store.libraries import write


def test_threads_that_have_grown_are_named_with_how_much(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    old, other = ann.say(post("An old thread")), ann.say(post("Another"))
    first = [old, other, bob.say(post("yes", other, other))]
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write(tmp_path / "one.ndjson", first))
        seen = library.latest()
        assert library.news(seen) == {}
        young = bob.say(post("A new thread"))
        later = [bob.say(post("no", old, old)), young, ann.say(post("hello", young, young))]
        # A message outside of a thread is no news of it.
        later.append(ann.say({"type": "about", "about": ann.feed, "name": "Ann"}))
        library.ingest(write(tmp_path / "two.ndjson", later))
        assert library.news(seen) == {old.key: 1, young.key: 2}
        assert library.news(0) == {old.key: 2, other.key: 2, young.key: 2}


def test_what_joins_by_tangle_data_is_news_too(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    talk, game = ann.say(post("A thread")), ann.say(move("Shall we play?", None))
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write(tmp_path / "one.ndjson", [talk, game]))
        seen = library.latest()
        reply = bob.say(move("By tangle data", talk, talk, name="thread"))
        both_ways = {"thread": {"root": talk.key, "previous": [talk.key]}}
        both = bob.say(post("Both ways", talk, talk, tangles=both_ways))
        first = bob.say(move("e4", game, game))
        waiting = bob.say(move("Nc6", game, "%" + "A" * 43 + "=.sha256"))
        young = bob.say(move("Another game", None))
        later = [reply, both, first, waiting, young]
        library.ingest(write(tmp_path / "two.ndjson", later))
        expected = {talk.key: 2, f"chess:{game.key}": 1, f"chess:{young.key}": 1}
        found = library.news(seen)
        assert {address: found.get(address) for address in expected} == expected
        assert found.keys() - expected.keys() <= {each.key for each in later}

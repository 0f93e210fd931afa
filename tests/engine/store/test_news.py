"""News are the messages of threads that were taken in after a given one."""

from pathlib import Path

from engine.library import Library
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write


def test_threads_that_have_grown_are_named_with_how_much(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    old, other = ann.say(post("An old thread")), ann.say(post("Another"))
    first = [old, other, bob.say(post("yes", other, other))]
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write(tmp_path / "one.ndjson", first))
        seen = library.news.latest()
        assert library.news.since(seen) == {}
        young = bob.say(post("A new thread"))
        later = [bob.say(post("no", old, old)), young, ann.say(post("hello", young, young))]
        # What isn't part of a thread is no news of one.
        later.append(ann.say({"type": "about", "about": ann.feed, "name": "Ann"}))
        library.ingest(write(tmp_path / "two.ndjson", later))
        assert library.news.since(seen) == {old.key: 1, young.key: 2}
        assert library.news.since(0) == {old.key: 2, other.key: 2, young.key: 2}

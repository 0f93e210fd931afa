"""A gallery has every file that a conversation names, once, in its order."""

from pathlib import Path

import pytest

from tanglescope.engine.library import Library
from tanglescope.engine.store.conversations import conversation
from tests.engine.authors import Author, post
from tests.engine.blobs.pictures import blob_id
from tests.engine.store.libraries import write

ONE, TWO = blob_id(b"one"), blob_id(b"two")


def test_files_are_listed_where_they_are_named_first(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post(f"![a]({ONE})"))
    answer = bob.say(post(f"![b]({TWO}) and again ![a]({ONE})", root, root))
    elsewhere = bob.say(post(f"![c]({blob_id(b'three')})"))
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", [root, answer, elsewhere]))
        found = [(key, link.id) for key, link in library.conversation(root.key).blobs()]
        assert found == [(root.key, ONE), (answer.key, TWO)]
        assert len(list(library.conversation("everything").blobs())) == 3
        assert len(list(library.conversation(f"feed:{bob.feed}").blobs())) == 3


def test_of_a_long_conversation_only_the_files_near_a_message_may_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "_NEAR", 2)
    ann = Author("ann")
    said = [ann.say(post(f"![{number}]({blob_id(bytes([number]))})")) for number in range(9)]
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", said))
        feed = library.conversation(f"feed:{ann.feed}")
        near = [key for key, _ in feed.blobs(said[4].key)]
        assert near == [each.key for each in said[2:6]]
        assert [key for key, _ in feed.blobs(said[0].key)] == [said[0].key, said[1].key]
        assert len(list(feed.blobs("elsewhere"))) == 9

"""A gallery has every file that a conversation names, once, in its order."""

from pathlib import Path

from tanglescope.engine.library import Library
from tanglescope.engine.store.gallery import files_of
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
        found = [(key, link.id) for key, link in files_of(library.conversation(root.key))]
        assert found == [(root.key, ONE), (answer.key, TWO)]
        assert len(list(files_of(library.conversation("everything")))) == 3
        assert len(list(files_of(library.conversation(f"feed:{bob.feed}")))) == 3

"""What joins messages: asked of the database, and told by every change."""

from pathlib import Path

import pytest

from engine.library import Edges, Library, LibraryChange, UnknownThread
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of, write


def test_the_database_knows_what_comes_before_and_after(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post("Shall we sail?"))
    lost = bob.say(post("Lost on its way", root))
    yes = bob.say(post("yes", root, lost))
    both = ann.say(post("so so", root, root, yes))
    with library_of(tmp_path, root, yes, both) as library:
        keys = [each.key for each in (root, lost, yes, both)]
        edges = library.edges(root.key, [*keys, "%unknown"])
        assert edges == {
            root.key: Edges((), (both.key,)),
            lost.key: Edges((), (yes.key,)),
            yes.key: Edges((lost.key,), (both.key,)),
            both.key: Edges(tuple(sorted((root.key, yes.key))), ()),
            "%unknown": Edges(),
        }
        with pytest.raises(UnknownThread):
            library.edges("%unknown", keys)


def test_a_change_tells_the_causes_of_what_it_inserts(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post("Shall we sail?"))
    yes = bob.say(post("yes", root))
    changes: list[LibraryChange] = []
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(write(tmp_path / "log.ndjson", [root, yes]), on_change=changes.append)
    (timeline,) = (each for change in changes for each in change.timelines)
    assert timeline.causes == {root.key: (), yes.key: (root.key,)}

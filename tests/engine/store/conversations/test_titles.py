"""Titles of conversations whose root is missing."""

from pathlib import Path

from tanglescope.engine.library import Library
from tests.engine.authors import Author, post
from tests.engine.store.libraries import write


def test_a_thread_without_its_root_is_called_by_the_first_text_in_its_order(
    tmp_path: Path,
) -> None:
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post("Shall we sail?"))
    yes = bob.say(post("Yes, on Sunday", root))
    when = ann.say(post("At noon?", root, yes))
    like = bob.say({"type": "vote", "root": root.key, "vote": {"link": when.key, "value": 1}})
    titles = []
    with Library.open(tmp_path / "library.db") as library:
        for number, part in enumerate([[like], [when], [yes], [root]]):
            library.ingest(write(tmp_path / f"{number}.ndjson", part))
            (thread,) = (each for each in library.threads() if each.root == root.key)
            titles.append((thread.title, thread.present))
            assert library.check(quick=True).ok
    assert titles == [
        ("", False),
        ("At noon?", False),
        ("Yes, on Sunday", False),
        ("Shall we sail?", True),
    ]

"""The effects of a message among everything: found by links, and the same as from the texts."""

from pathlib import Path
from typing import Any

import pytest

from engine.store.orders import everything_graph
from engine.store.orders.everything_graph import all_named, effects_of
from tests.engine.authors import Author, post
from tests.engine.store.libraries import library_of


def test_effects_are_the_causes_of_all_messages_read_backwards(tmp_path: Path) -> None:
    """With any branch of a reply: programs wrote lists, texts, objects and nonsense."""
    ann = Author("ann")
    root = ann.say(post("root"))
    first = ann.say(post("first", root, root))
    keys = (root.key, first.key)
    branches: tuple[Any, ...] = (
        *(None, keys[0], list(keys), [keys[1]], {"0": keys[0], "1": keys[1]}),
        *({"link": keys[1]}, "nonsense", ["nonsense"], [{"link": keys[1]}], []),
    )
    tangles = {"thread": {"root": keys[0], "previous": [keys[1]]}}
    more: tuple[dict[str, Any], ...] = (
        *({"root": keys[0], "branch": branch} for branch in branches),
        {"root": keys[0]},
        {"root": keys[0], "branch": [keys[1]], "tangles": tangles},
        {"tangles": tangles},
        {"root": keys[1], "branch": keys[0]},
    )
    said = [Author(f"author {n}").say(post("reply") | each) for n, each in enumerate(more)]
    with library_of(tmp_path, root, first, *said) as library:
        database = library._database
        named = {each.key: each.causes for each in all_named(database, 1 << 62)}
        wanted = {key: {other for other, causes in named.items() if key in causes} for key in keys}
        found = effects_of(database, keys)
        assert {key: {name for _, name in found[key]} for key in keys} == wanted
        assert len(named) == len(said) + 2


def test_replies_to_replies_are_not_read_for_the_effects_of_their_root(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = Author("ann"), Author("bob")
    root = ann.say(post("root"))
    said = [bob.say(post("first", root, root))]
    for number in range(20):
        said.append(bob.say(post(f"reply {number}", root, said[-1])))
    read: list[str] = []
    content_of = everything_graph.content_of
    with library_of(tmp_path, root, *said) as library:
        monkeypatch.setattr(
            everything_graph, "content_of", lambda value: read.append(value) or content_of(value)
        )
        read.clear()
        found = effects_of(library._database, [root.key])
        assert [name for _, name in found[root.key]] == [said[0].key]
        assert len(read) == 1

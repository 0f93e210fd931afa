"""The graph of a thread for panels, and the labels of its messages."""

import json
from pathlib import Path

import pytest

from tanglescope.engine import words
from tanglescope.engine.errors import TanglescopeError
from tanglescope.engine.library import Library
from tanglescope.engine.words import thread_graph
from tanglescope.engine.words.thread_graph import read_thread_graph
from tests.engine.store.libraries import library_of
from tests.viewer.windows import Talk


def test_messages_are_labelled_with_author_and_text(tmp_path: Path) -> None:
    talk = Talk(answers=2)
    long = talk.answer("x" * 100)
    with library_of(tmp_path, *talk.said) as library:
        read = read_thread_graph(library, talk.root.key)
    assert read.order == tuple(each.key for each in talk.answers)
    assert {node.id for node in read.graph.nodes} == {*read.order}
    assert read.name(talk.ann.feed) == "Ann"
    assert read.name("@somebody.ed25519") == words.short("@somebody.ed25519")
    assert read.label(talk.root.key) == "Ann: Where are the bicycles?"
    bob = words.short(talk.bob.feed)
    assert read.label(long.key) == f"{bob}: {'x' * 59}…"
    assert read.label("%unknown.sha256") == words.short("%unknown.sha256")


def test_two_people_of_one_name_are_told_apart(tmp_path: Path) -> None:
    talk = Talk(answers=2)
    namesake = talk.bob.say({"type": "about", "about": talk.bob.feed, "name": "Ann"})
    with library_of(tmp_path, *talk.said, namesake) as library:
        read = read_thread_graph(library, talk.root.key)
    ann, bob = read.name(talk.ann.feed), read.name(talk.bob.feed)
    assert ann != bob
    assert ann.startswith("Ann ")
    assert bob.startswith("Ann ")


def test_a_thread_that_is_too_long_is_refused_with_its_length(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = Talk(answers=4)
    with library_of(tmp_path, *talk.said) as library:
        monkeypatch.setattr(thread_graph, "MOST", 5)
        assert len(read_thread_graph(library, talk.root.key).order) == 5
        monkeypatch.setattr(thread_graph, "MOST", 4)
        with pytest.raises(TanglescopeError) as found:
            read_thread_graph(library, talk.root.key)
    text = "This conversation has 5 messages; this panel can examine at most 4."
    assert str(found.value) == text


def test_a_graph_file_that_does_not_list_its_writers_has_those_of_its_nodes(tmp_path: Path) -> None:
    nodes = [
        {"id": "x", "after": [], "writer": "ann"},
        {"id": "y", "after": ["x"], "writer": "bob"},
    ]
    writers = {}
    with Library.open(tmp_path / "library.db") as library:
        for name, listed in (("none", {}), ("one", {"writers": [{"key": "ann"}]})):
            path = tmp_path / f"{name}.json"
            path.write_text(json.dumps({"name": name, **listed, "nodes": nodes}))
            library.ingest(path)
        for each in library.conversations():
            graph = read_thread_graph(library, each.address).graph
            writers[each.title] = [writer.key for writer in graph.writers]
    assert writers == {"Graph none": ["ann", "bob"], "Graph one": ["ann"]}

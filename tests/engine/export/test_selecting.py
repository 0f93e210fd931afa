"""A part of a conversation: by a query, by rows."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.engine.authors import Author, post
from tests.engine.commandline.graphs import graph_file, run
from tests.engine.store.libraries import library_of

WRITERS = [{"key": "a", "indexer": True}, {"key": "b", "indexer": True}, {"key": "c"}]
NODES: list[dict[str, Any]] = [
    {"id": "a1", "after": [], "writer": "a", "sequence": 1, "text": "the old oak"},
    {"id": "b1", "after": ["a1"], "writer": "b", "sequence": 1, "text": "confirmed by me"},
    {"id": "a2", "after": ["b1"], "writer": "a", "sequence": 2, "text": "an oak, not old"},
    {"id": "b2", "after": ["a2"], "writer": "b", "sequence": 2},
    {"id": "c1", "after": ["a1"], "writer": "c", "sequence": 1, "text": "Ash", "asserted": 1e12},
    {"id": "c2", "after": ["b2", "c1"], "writer": "c", "sequence": 2},
]


@pytest.fixture
def base(tmp_path: Path) -> str:
    return graph_file(tmp_path / "base.ndjson", NODES, writers=WRITERS)


def shown(*words: str) -> list[str]:
    result = run("show", *words, "--json")
    assert result.exit_code == 0, result.output
    return [each["key"] for each in json.loads(result.stdout)["messages"]]


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        ("writer:c", ["c1", "c2"]),
        ("-writer:c -writer:a", ["b1", "b2"]),
        ("oak", ["a1", "a2"]),
        ("oa", ["a1", "a2"]),
        ('"old oak"', ["a1"]),
        ("oak -old", []),
        ("ash OR oak", ["a1", "c1", "a2"]),
        ("after:2001 ash", ["c1"]),
        ("before:2001", []),
        ("confirmed", ["a1", "b1"]),
        ("writer:c -confirmed", ["c1", "c2"]),
        ('"confirmed"', ["b1"]),
        ("type:node b2", ["b2"]),
        ("", ["a1", "b1", "c1", "a2", "b2", "c2"]),
    ],
)
def test_a_query_is_about_the_nodes_of_a_graph(base: str, query: str, keys: list[str]) -> None:
    assert shown(base, "--only", query) == keys


def test_the_rows_between_two_messages_are_those_of_the_order(base: str) -> None:
    whole = shown(base)
    assert shown(base, "--from", "c1", "--to", "b2") == whole[2:5]
    assert shown(base, "--by", "autobase", "--to", "a2") == ["a1", "b1", "a2"]
    assert shown(base, "--from", "a2", "--only", "writer:b") == ["b2"]
    assert "the old oak" not in run("show", base, "--from", "b1").stdout


@pytest.mark.parametrize(
    ("words", "exit_code", "said"),
    [
        (["--from", "b2", "--to", "a1"], 2, "b2 is in row 5, below a1. Swap the two."),
        (["--from", "x"], 4, "No id in this conversation matches x."),
        (["--to", "a"], 4, "2 ids in this conversation match a. Enter more of the id."),
        (["--only", "on:never"], 2, "“never” isn't a date"),
        (["--in", "graph:none"], 4, "graph:none"),
    ],
)
def test_what_has_no_part_is_refused(
    base: str, words: list[str], exit_code: int, said: str
) -> None:
    result = run("show", base, *words)
    assert (result.exit_code, result.stdout, said in result.stderr) == (exit_code, "", True)


def test_a_thread_is_narrowed_by_names_channels_and_conversations(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    named = ann.say({"type": "about", "about": ann.feed, "name": "Ann"})
    root = ann.say(post("The oak? #garden") | {"channel": "garden"})
    reply = bob.say(post("ash", root))
    liked = bob.say({"type": "vote", "vote": {"link": root.key, "value": 1}})
    library_of(tmp_path, named, root, reply, liked).close()
    where = ("--database", str(tmp_path / "library.db"))
    assert shown("everything", *where, "--only", "author:an type:post") == [root.key]
    assert shown("everything", *where, "--only", "channel:garden") == [root.key]
    assert shown("everything", *where, "--only", f"in:{root.key} -oak") == [reply.key]
    assert liked.key in shown("everything", *where, "--only", "author:" + bob.feed)


def test_of_several_conversations_in_a_file_one_is_named(tmp_path: Path) -> None:
    lines = [{"name": name, "nodes": [{"id": name, "after": []}]} for name in "xy"]
    file = tmp_path / "two.ndjson"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert shown(str(file), "--in", "graph:y") == ["y"]
    refused = run("show", str(file))
    assert (refused.exit_code, "add --in: graph:" in refused.stderr) == (2, True)


def test_standard_input_is_shown_and_what_is_bad_in_it_ends_with_3(base: str) -> None:
    text = Path(base).read_text() + "{torn"
    result = run("show", "-", "--json", text=text)
    assert (result.exit_code, len(json.loads(result.stdout)["messages"])) == (3, 6)

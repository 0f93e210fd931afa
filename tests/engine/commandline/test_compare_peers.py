"""`compare --peers`: two sources of one conversation as two peers."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.engine.authors import Author, post
from tests.engine.commandline.graphs import graph_file, run
from tests.engine.store.libraries import library_of, write

ROOT = {"id": "a", "after": []}
B, C = ({"id": name, "after": ["a"]} for name in "bc")


def compared(one: object, other: object, *more: str) -> dict[str, Any]:
    result = run("compare", "--peers", str(one), str(other), "--json", *more)
    assert result.exit_code == 0, result.output
    answer: dict[str, Any] = json.loads(result.stdout)
    return answer


def test_two_graph_files_with_one_graph_each_are_two_peers(tmp_path: Path) -> None:
    one = graph_file(tmp_path / "one.ndjson", [ROOT, C])
    other = graph_file(tmp_path / "other.ndjson", [ROOT, B])
    answer = compared(one, other)
    assert (answer["by"], answer["same"], answer["together"]) == ("scuttlesort", 1, ["a", "b", "c"])
    first, second = answer["peers"]
    assert (first["only"], first["entry"], first["because"], first["undo"]) == (["c"], "c", "c", 1)
    assert (second["only"], second["entry"], second["undo"]) == (["b"], "b", 0)
    text = run("compare", "--peers", one, other).stdout
    assert f"Row 2: {one} has" in text
    assert f"{other} receives 1 and keeps all its rows." in text


def test_an_archive_and_a_database_are_two_peers_of_a_thread(tmp_path: Path) -> None:
    alice, bob = Author("alice"), Author("bob")
    root = alice.say(post("Shall we sail?"))
    yes = bob.say(post("yes", root))
    no = alice.say(post("no", root))
    library_of(tmp_path, root, yes).close()
    log = write(tmp_path / "log.ndjson", [root, no])
    answer = compared(tmp_path / "library.db", log, "--in", root.key)
    assert [peer["only"] for peer in answer["peers"]] == [[yes.key], [no.key]]
    assert len(answer["together"]) == 3


def test_two_stores_of_an_autobase_are_two_peers(tmp_path: Path) -> None:
    pytest.importorskip("rocksdict", reason="rocksdict has no build for this system")
    from tests.engine.archive.corestore.writers import base_of, message, write

    blocks = [message(b'{"entry":%d}' % number) for number in range(3)]
    ahead = write(tmp_path / "ahead", base_of(blocks).records(1))
    behind = write(tmp_path / "behind", base_of(blocks[:2]).records(1))
    answer = compared(ahead, behind)
    assert (answer["by"], answer["same"]) == ("autobase", 2)
    assert [len(peer["only"]) for peer in answer["peers"]] == [1, 0]
    assert answer["peers"][0]["because"] == answer["together"][-1]


@pytest.mark.parametrize(
    ("nodes", "more", "status", "told"),
    [
        ([ROOT], ("--in", "graph:nothing"), 1, "graph:nothing"),
        ([ROOT], ("--by", "leaves"), 2, "takes one of these orders"),
        ([ROOT], ("--clocks",), 2, "--peers goes with"),
        ([], (), 1, "no conversation in common"),
    ],
)
def test_bad_questions_end_with_a_line(
    tmp_path: Path, nodes: list[dict[str, Any]], more: tuple[str, ...], status: int, told: str
) -> None:
    one = graph_file(tmp_path / "one.ndjson", [ROOT])
    other = graph_file(tmp_path / "other.ndjson", nodes)
    result = run("compare", "--peers", one, other, *more)
    assert (result.exit_code, result.stdout) == (status, "")
    assert told in result.stderr


def test_of_several_conversations_one_has_to_be_named(tmp_path: Path) -> None:
    lines = b"".join(
        json.dumps({"name": name, "nodes": [ROOT]}).encode() + b"\n" for name in ("x", "y")
    )
    (tmp_path / "one.ndjson").write_bytes(lines)
    (tmp_path / "other.ndjson").write_bytes(lines)
    paths = tmp_path / "one.ndjson", tmp_path / "other.ndjson"
    result = run("compare", "--peers", *map(str, paths))
    assert "2 conversations in common; name one with --in: graph:" in result.stderr
    assert compared(*paths, "--in", "graph:y")["together"] == ["a"]

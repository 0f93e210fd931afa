"""Lists of what is in any source, without a database."""

import json
from pathlib import Path

import pytest

from tanglescope import resources
from tests.engine.commandline.graphs import graph_file, run

SAMPLES = Path(resources.__file__).parent / "samples"
HARBOUR = SAMPLES / "harbour.ndjson"


@pytest.fixture
def graph(tmp_path: Path) -> str:
    nodes = [{"id": "a", "after": [], "text": "an oak"}, {"id": "b", "after": ["a"]}]
    return graph_file(tmp_path / "trees.ndjson", nodes)


@pytest.mark.parametrize("command", ["threads", "conversations"])
def test_a_log_is_listed_like_a_database(command: str, tmp_path: Path) -> None:
    database = str(tmp_path / "own.db")
    run("import", str(HARBOUR), "--database", database)
    wanted = run(command, "--database", database, "--json").stdout
    assert wanted.count("\n") > 10
    assert run(command, str(HARBOUR), "--json").stdout == wanted
    assert run(command, "--database", str(HARBOUR), "--json").stdout == wanted
    assert run(command, "-", "--json", text=HARBOUR.read_bytes()).stdout == wanted
    assert run(command, str(HARBOUR), "oak", "--json").stdout.count("\n") < wanted.count("\n")


def test_a_graph_file_is_listed_and_searched(graph: str, tmp_path: Path) -> None:
    assert run("conversations", graph).stdout.startswith("graph:trees ")
    found = run("search", graph, "oak")
    assert found.exit_code == 0
    assert "an oak" in found.stdout
    assert run("search", graph, "elm").exit_code == 1
    database = str(tmp_path / "trees.db")
    run("import", graph, "--database", database)
    assert run("search", "oak", "--database", database).stdout == found.stdout
    answer = json.loads(run("search", graph, "oak", "--json").stdout)
    assert (answer["key"], answer["address"]) == ("a", "graph:trees")


def test_bad_records_of_a_file_are_listed(tmp_path: Path) -> None:
    file = tmp_path / "bad.ndjson"
    file.write_text('{"id": "a", "after": []}\n{"id": 7, "after": []}\n')
    result = run("quarantine", str(file))
    assert result.exit_code == 3
    assert "line 2: This is neither a message nor part of a graph" in result.stdout


def test_the_members_of_the_only_group_of_a_file_are_named() -> None:
    where = str(SAMPLES / "group.ndjson"), "--group-keys", str(SAMPLES / "group-keys.json")
    assert run("members", *where).stdout.startswith("Epoch 0: 4 members, begun by Ada, 2023-")
    locked = run("members", where[0])
    assert locked.exit_code == 4
    assert "Give its keys with --group-keys" in locked.stderr


@pytest.mark.parametrize("command", ["threads", "conversations", "quarantine"])
def test_an_empty_file_stays_empty(command: str, tmp_path: Path) -> None:
    file = tmp_path / "empty.ndjson"
    file.touch()
    assert run(command, str(file)).exit_code == 0
    assert [each.stat().st_size for each in tmp_path.iterdir()] == [0]


def test_what_is_no_archive_is_bad_input(tmp_path: Path) -> None:
    noise = tmp_path / "noise"
    noise.write_bytes(bytes(range(255, 0, -1)) * 9)
    for source in (noise, tmp_path):
        refused = run("conversations", str(source), "--json")
        assert (refused.exit_code, json.loads(refused.stdout)["error"]["code"]) == (3, "bad-input")

"""`-` wherever a command takes an archive."""

import json
from pathlib import Path

from tests.engine.commandline.graphs import run

LINES = '{"id":"a","after":[]}\n{"id":"b","after":["a"]}\n'
NAMED = '{"name":"mine","nodes":[{"id":"a","after":[]}]}\n'


def test_graphs_from_standard_input_are_imported(tmp_path: Path) -> None:
    database = str(tmp_path / "library.db")
    answer = run("import", "-", "--database", database, "--json", text=LINES)
    assert json.loads(answer.stdout)["added"] == 2
    assert run("import", "-", "--database", database, text=NAMED + LINES).exit_code == 0
    listed = run("conversations", "--database", database, "--json").stdout.splitlines()
    assert [json.loads(line)["address"] for line in listed] == ["graph:mine", "graph:stdin"]
    assert run("check", "--database", database).exit_code == 0


def test_standard_input_is_verified() -> None:
    answers = [
        json.loads(line) for line in run("verify", "-", "--json", text=LINES).stdout.splitlines()
    ]
    assert [each["verdict"] for each in answers] == ["unverified", "unverified"]


def test_a_drawing_comes_this_way_too(tmp_path: Path) -> None:
    database = str(tmp_path / "library.db")
    assert run("import", "-", "--database", database, text="digraph { a -> b }").exit_code == 0
    shown = run("show", "graph:stdin", "--database", database, "--format", "json")
    assert [each["key"] for each in json.loads(shown.stdout)["messages"]] == ["a", "b"]

import json
from pathlib import Path
from typing import Any

import pytest

from tests.engine.commandline.graphs import run

RACE = {
    "name": "race",
    "writers": [{"key": "a"}, {"key": "b"}, {"key": "c"}],
    "nodes": [
        {"id": "a0", "after": [], "writer": "a", "sequence": 0},
        {"id": "b0", "after": [], "writer": "b", "sequence": 0},
        {"id": "c0", "after": ["a0"], "writer": "c", "sequence": 0},
        {"id": "a1", "after": ["c0"], "writer": "a", "sequence": 1},
        {"id": "c1", "after": ["c0", "b0"], "writer": "c", "sequence": 1},
        {"id": "b1", "after": ["c1"], "writer": "b", "sequence": 1},
    ],
}


@pytest.fixture
def race(tmp_path: Path) -> str:
    path = tmp_path / "race.ndjson"
    path.write_text(json.dumps(RACE))
    return str(path)


@pytest.fixture
def database(tmp_path: Path, race: str) -> str:
    path = str(tmp_path / "race.db")
    run("import", race, "--database", path)
    return path


def answer(*arguments: str, exit_code: int = 0) -> Any:
    result = run(*arguments, "--json")
    assert result.exit_code == exit_code
    return json.loads(result.stdout)


def test_a_file_is_settled(race: str) -> None:
    text = run("settle", race).stdout.splitlines()
    assert text[0] == "1 of 6 entries are confirmed."
    assert text[1] == "The fewest next entries that confirm everything here are 3:"
    assert text[2:5] == [
        "  1. by a, after a1, b1",
        "  2. by b, after the one before",
        "  3. by c, after the one before",
    ]
    assert text[-1] == "  c1: from row 5 to row 4"


def test_as_data_it_can_be_tried(race: str, tmp_path: Path) -> None:
    found = answer("settle", race)
    assert found["possible"]
    assert found["fewest"]
    nodes = [
        *RACE["nodes"],
        *({**entry, "sequence": 2} for entry in found["entries"]),
    ]
    longer = tmp_path / "longer.ndjson"
    longer.write_text(json.dumps({**RACE, "nodes": nodes}))
    tried = json.loads(run("linearize", str(longer), "--by", "autobase", "--json").stdout)
    assert tried["order"] == found["order"]
    assert tried["confirmed"] == found["confirms"] >= 6


def test_one_entry_needs_no_more_than_all(race: str) -> None:
    assert answer("settle", race, "--entry", "a0")["entries"] == []
    assert len(answer("settle", race, "--entry", "c0")["entries"]) <= 3


def test_an_address_is_settled_as_its_file_is(race: str, database: str) -> None:
    found = answer("settle", "graph:race", "--database", database)
    assert found == answer("settle", race)
    assert found == answer("settle", "--in", "graph:race", "--database", database)


def test_impossible_is_an_answer_with_a_reason(race: str) -> None:
    found = answer("settle", race, "--without", "a", "--without", "b", exit_code=1)
    assert found == {
        "confirmed": 1,
        "entries": [],
        "confirms": None,
        "order": [],
        "moves": [],
        "possible": False,
        "why": "No next entries confirm everything here: a majority of the indexers is 2,"
        " and only 1 can write.",
    }


def test_an_unknown_writer_is_named(race: str) -> None:
    result = run("settle", race, "--without", "x")
    assert result.exit_code
    assert "No key of a writer matches x. The writers are: a, b, c." in result.stderr


def test_explain_says_what_would_confirm_an_entry(race: str) -> None:
    text = run("explain", "b0", "--graph", race, "--by", "autobase").stdout
    assert (
        "The fewest next entries that confirm this entry, each after everything there is, are 3:"
        " by a, b, c." in text
    )
    found = answer("explain", "b0", "--graph", race, "--by", "autobase")["settlement"]
    assert [entry["writer"] for entry in found["entries"]] == ["a", "b", "c"]
    assert answer("explain", "a0", "--graph", race, "--by", "autobase")["settlement"] is None


def test_what_if_an_entry_existed(race: str) -> None:
    text = run("whatif", race, "--by", "autobase", "--add", "a", "--add", "b:after b1").stdout
    assert "next-1 by a, after a1, b1: row 7" in text
    assert "next-2 by b, after b1" in text
    assert "Confirmed: 1 now, " in text


def test_what_if_a_writer_were_not_there(race: str) -> None:
    found = answer("whatif", race, "--by", "autobase", "--drop", "b")
    assert found["by"] == "autobase"
    assert found["left_out"] == ["b0", "b1"]
    assert found["waiting"] == ["c1"]
    assert found["order"] == ["a0", "c0", "a1"]
    assert found["before"]["order"] == ["a0", "b0", "c0", "a1", "c1", "b1"]


def test_what_if_an_entry_came_later(race: str, database: str) -> None:
    found = answer("whatif", "graph:race", "--database", database, "--hold", "c1")
    assert found["by"] == "scuttlesort"
    assert found["confirmed"] is None
    assert found["waiting"] == ["b1"]


@pytest.mark.parametrize("arguments", [[], ["--add", "x"], ["--add", "a:x"], ["--hold", "x"]])
def test_what_cannot_be_supposed_is_an_error(race: str, arguments: list[str]) -> None:
    result = run("whatif", race, *arguments)
    assert result.exit_code == (4 if arguments else 2)
    assert result.stderr

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tanglescope.engine.commandline.debugging.explain import explain
from tanglescope.engine.commandline.linearize import linearize
from tests.engine.archive.corestore import STORES, store, truth
from tests.engine.archive.corestore.test_copies import without_its_key
from tests.engine.commandline.graphs import run as run_command


def run(*arguments: object, **more: Any) -> Result:
    return run_command("corestore", *map(str, arguments), **more)


@pytest.mark.parametrize("name", STORES)
def test_a_base_is_answered_in_order_with_what_is_confirmed_and_signed(name: str) -> None:
    result = run(store(name), "--json")
    assert result.exit_code == 0
    [base] = json.loads(result.stdout)["bases"]
    known = truth(name)
    in_view = set(known["view"])
    keys = [message["key"] for message in base["messages"]]
    assert base["address"] == f"autobase:{known['key']}"
    assert [key for key in keys if key in in_view] == known["view"]
    assert sum(key in in_view for key in keys[: base["signed"]]) == known["signed"]
    assert base["signed"] <= base["confirmed"] <= len(keys)
    assert {message["verdict"] for message in base["messages"]} == {"valid"}


@pytest.mark.parametrize("name", STORES)
def test_its_graph_lines_are_ordered_alike(name: str) -> None:
    [base] = json.loads(run(store(name), "--json").stdout)["bases"]
    line = run(store(name), "--graph").stdout
    answer = CliRunner().invoke(linearize, ["-", "--by", "autobase", "--json"], input=line)
    assert json.loads(answer.stdout)["order"] == [message["key"] for message in base["messages"]]
    assert json.loads(answer.stdout)["confirmed"] == base["confirmed"]


def test_people_see_members_entries_and_how_final_they_are() -> None:
    lines = run(store("growing")).stdout.splitlines()
    assert lines[0] == f"autobase:{truth('growing')['key']}"
    assert lines[1] == "  65 entries, 17 confirmed, 17 signed"
    assert sum(line.startswith("  indexer ") for line in lines) == 3
    assert "entries that confirm everything here" in lines[2]
    assert lines[7].startswith("       1 signed    ")
    assert lines[7].endswith('{"hello":1}')
    assert lines[-1].split()[1] not in {"signed", "confirmed"}


def test_a_printed_name_of_an_entry_is_taken_by_explain(tmp_path: Path) -> None:
    graph = tmp_path / "base.ndjson"
    graph.write_text(run(store("growing"), "--graph").stdout)
    name = run(store("growing")).stdout.splitlines()[-1].split()[1]
    answer = CliRunner().invoke(explain, [name, "--graph", str(graph), "--by", "autobase"])
    assert "It is in row 65 of 65." in answer.output


def test_a_key_comes_from_a_file_or_is_asked_for(tmp_path: Path) -> None:
    folder = shutil.copytree(store("encrypted"), tmp_path / "store")
    without_its_key(folder)
    secret = truth("encrypted")["secret"]
    assert "Give their key" in run(folder).stdout
    opened = run(store("encrypted"), "--json").stdout
    for content in (bytes.fromhex(secret), f"{secret}\n".encode()):
        (tmp_path / "key").write_bytes(content)
        assert run(folder, "--key-file", tmp_path / "key", "--json").stdout == opened
    asked = run(folder, "--ask-key", "--json", text=f"{secret}\n")
    assert asked.stdout.endswith(opened)
    assert secret not in asked.output


def test_a_malformed_key_is_bad_usage(tmp_path: Path) -> None:
    (tmp_path / "key").write_text("not a key")
    result = run(store("plain"), "--key-file", tmp_path / "key")
    assert result.exit_code == 2
    assert "64 hexadecimal digits" in result.output


def test_two_stores_of_one_base_are_compared() -> None:
    [same] = json.loads(run(store("plain"), "--with", store("plain"), "--json").stdout)
    assert same["key"] == truth("plain")["key"]
    assert same["one"] == same["other"]
    assert (same["one"]["only"], same["one"]["entry"], same["contrary"]) == ([], None, [])
    text = run(store("plain"), "--with", store("plain")).stdout
    assert "the first 69 rows are the same" in text


def test_stores_of_different_bases_have_nothing_to_compare() -> None:
    result = run(store("plain"), "--with", store("growing"))
    assert (result.exit_code, "no Autobase in common" in result.stderr) == (4, True)

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tanglescope.engine.commandline.reduce import reduce
from tanglescope.engine.errors import ExitCode
from tanglescope.engine.library import Library
from tanglescope.engine.message.pzp import TanglePlace, read
from tanglescope.engine.reduce.sets import change_of, reduce_changes
from tests.engine.authors import Author
from tests.engine.commandline.graphs import graph_file
from tests.engine.commandline.graphs import run as run_command
from tests.engine.message.pzp_writing import write
from tests.engine.reduce.scenarios import DOMAIN, EXAMPLE, SCENARIOS, Devices, entries_of
from tests.engine.store.libraries import write as write_archive
from tests.engine.store.pzp_archives import write_log


def lines(scenario: dict[str, Any] = EXAMPLE) -> list[str]:
    return [json.dumps({"id": id_, "msg": message}) for id_, message in scenario["msgs"].items()]


def run(text: str | bytes, *options: str) -> Result:
    return CliRunner().invoke(reduce, ["-", *options], input=text)


def test_a_byte_order_mark_is_no_part_of_the_first_message() -> None:
    text = "\n".join(lines())
    assert run("\ufeff" + text, "--json").stdout == run(text, "--json").stdout


def last_state(scenario: dict[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """The last state of the device that knew most, with ids for names."""
    states = [event["state"] for event in scenario["events"] if event["state"]]
    state = max(states, key=lambda each: len(each["topo"]))
    ids = scenario["aliases"]
    return [ids[name] for name in state["topo"]], {
        "root": scenario["moot"],
        "set": state["values"],
        "item_roots": [ids[name] for name in state["item_roots_spec"]],
        "tips": sorted(ids[name] for name in state["tips"]),
        "max_depth": state["max_depth"],
        "erasable": sorted(ids[name] for name in state["erasables"]),
        "deletable": sorted(ids[name] for name in state["deletables"]),
        "rejected": [],
        "warnings": [],
    }


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda vector: vector["name"])
def test_the_answer_is_what_pzp_set_says_whatever_the_order_of_lines(
    scenario: dict[str, Any],
) -> None:
    order, expected = last_state(scenario)
    known = {*order, *scenario["account_msgs"]}
    text = [line for line in lines(scenario) if json.loads(line)["id"] in known]
    Random(4).shuffle(text)
    result = run("\n".join(text), "--json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 0
    assert answer.pop("order") == order
    for name in ("tips", "erasable", "deletable"):
        answer[name].sort()
    assert answer == expected


def test_text_is_for_people() -> None:
    result = run("\n".join(lines()))
    assert result.exit_code == 0
    assert result.stdout.splitlines()[:3] == [
        "set_v1__follows: 6 messages, depth 4", '  "bob"', '  "carol"',
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[" * 100_000,
        '{"msg": {}}',
        '{"id": 5, "msg": {}}',
        "null",
        '{"id": NaN}',
        b"\xff\xfe",
        '"\\ud800"',
    ],
)
def test_a_line_that_holds_no_message_is_rejected_with_its_place(line: str | bytes) -> None:
    raw = line if isinstance(line, bytes) else line.encode()
    result = run(b"\n".join([*(each.encode() for each in lines()), raw]), "--json")
    answer = json.loads(result.stdout)
    assert result.exit_code == 3
    assert answer["set"] == ["bob", "carol"]
    assert [each["id"] for each in answer["rejected"]] == [None]
    assert f"line {len(lines()) + 1}" in result.stderr


@pytest.mark.parametrize(
    "message", ["null", "5", "[]", '"text"', "true", "{}", '{"data": 1e999, "metadata": {}}']
)
def test_a_value_that_isnt_a_message_is_rejected_by_id(message: str) -> None:
    result = run("\n".join([*lines(), f'{{"id": "\\ud800", "msg": {message}}}']), "--json")
    assert result.exit_code == 3
    assert [each["id"] for each in json.loads(result.stdout)["rejected"]] == ["\ud800"]
    assert "ud800" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_an_empty_file_makes_an_empty_set() -> None:
    result = run("\n\n", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout) == {
        "root": None, "order": [], "set": [], "item_roots": [], "tips": [], "max_depth": 0,
        "erasable": [], "deletable": [], "rejected": [], "warnings": [],
    }  # fmt: skip


def test_a_file_without_the_root_says_so() -> None:
    rest = [line for line in lines() if json.loads(line)["id"] != EXAMPLE["moot"]]
    result = run("\n".join(rest))
    assert result.exit_code == 3
    assert "its root is missing" in result.stdout
    assert "the root of the feed is missing" in result.stderr


def test_a_set_that_pruning_would_change_is_reported() -> None:
    scenario = next(each for each in SCENARIOS if each["name"] == "rand-38")
    states = [event["state"] for event in scenario["events"] if event["state"]]
    told = set()
    for state in states:
        known = {scenario["aliases"][name] for name in state["topo"]}
        text = [line for line in lines(scenario) if json.loads(line)["id"] in known]
        told.add("Pruning would change the set" in run("\n".join(text)).stdout)
    assert told == {True, False}


def test_items_that_are_no_strings_are_answered_as_they_are() -> None:
    devices = Devices(1)
    devices.say(0, {"add": [1, "1", None, {"a": []}], "del": [], "supersedes": []})
    messages = (*devices.account, *devices.known[0].values())
    text = "\n".join(json.dumps({"id": each.id, "msg": each.as_json()}) for each in messages)
    assert json.loads(run(text, "--json").stdout)["set"] == [1, "1", None, {"a": []}]
    shown = run(text).stdout.splitlines()
    assert shown[1:5] == ["  1", '  "1"', "  null", '  {"a": []}']


def invoke(*arguments: str) -> Result:
    return CliRunner().invoke(reduce, list(arguments))


def test_a_log_its_folder_and_a_database_answer_the_same(tmp_path: Path) -> None:
    others = [each for each in SCENARIOS if each["name"] in ("seed-example", "rand-1")]
    (tmp_path / "db").mkdir()
    entries = {entry.id: entry for each in others for entry in entries_of(each)}
    log = write_log(tmp_path / "db" / "log", list(entries.values()))
    with Library.open(tmp_path / "library.db") as library:
        library.ingest(log)
    roots = {each["moot"] for each in others}
    answers = [
        invoke(*arguments, "--json")
        for arguments in (
            [str(log)],
            [str(tmp_path)],
            ["--database", str(tmp_path / "library.db")],
        )
    ]
    assert [each.exit_code for each in answers] == [0, 0, 0]
    found = [
        {line["root"]: line for line in map(json.loads, each.stdout.splitlines())}
        for each in answers
    ]
    assert found[0] == found[1] == found[2]
    assert found[0].keys() == roots
    assert found[0][EXAMPLE["moot"]]["set"] == ["bob", "carol"]
    one = invoke(str(log), "--root", EXAMPLE["moot"], "--json")
    assert json.loads(one.stdout) == found[0][EXAMPLE["moot"]]


def test_an_unknown_root_is_refused_in_words(tmp_path: Path) -> None:
    log = write_log(tmp_path / "log", entries_of(EXAMPLE))
    result = run_command("reduce", str(log), "--root", "nothing")
    assert result.exit_code == 4
    assert '"nothing" isn\'t the root of a PZP set' in result.stderr


def test_either_a_file_or_a_database_is_asked_for() -> None:
    assert invoke().exit_code == 2
    assert invoke("-", "--database", "x").exit_code == 2


def test_what_the_text_asks_for_is_named_without_refusing() -> None:
    devices = Devices(1)
    devices.say(0, {"add": ["alice"], "del": [], "supersedes": []})
    deletion = devices.say(0, {"add": [], "del": ["alice"], "supersedes": []})
    messages = (*devices.account, *devices.known[0].values())
    text = "\n".join(json.dumps({"id": each.id, "msg": each.as_json()}) for each in messages)
    result = run(text, "--json")
    assert result.exit_code == 0
    warning = {"id": deletion.id, "rule": "del-without-supersedes"}
    assert json.loads(result.stdout)["warnings"] == [warning]
    assert f"Warning: {deletion.id}: del-without-supersedes: It deletes" in run(text).stdout


def test_lipmaa_links_that_are_missing_are_listed_on_demand() -> None:
    devices = Devices(1)
    first = devices.say(0, {"add": ["a"], "del": [], "supersedes": []})
    second = devices.say(0, {"add": ["b"], "del": [], "supersedes": []})
    place = {devices.root.id: TanglePlace(3, (second.id,))}
    third = write(devices.authors[0], DOMAIN, {"add": [], "del": [], "supersedes": []}, place)
    messages = (devices.root, first, second, third)
    text = "\n".join(json.dumps({"id": each.id, "msg": each.as_json()}) for each in messages)
    assert json.loads(run(text, "--lipmaa", "--json").stdout)["lipmaa"] == {
        third.id: [devices.root.id]
    }
    assert "lipmaa" not in json.loads(run(text, "--json").stdout)
    assert f"lipmaa: {third.id} doesn't name {devices.root.id}" in run(text, "--lipmaa").stdout


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda vector: vector["name"])
def test_pruning_is_a_preview_of_the_set_without_what_is_pruned(scenario: dict[str, Any]) -> None:
    text = lines(scenario)
    answer = json.loads(run("\n".join(text), "--json", "--prune").stdout)
    gone = {*answer["erasable"], *answer["deletable"]}
    kept = [entry for entry in entries_of(scenario) if entry.id not in gone]
    changes = {entry.id: change_of(read(entry.value)) for entry in kept}
    after = reduce_changes({id_: changes[id_] for id_ in answer["order"] if changes.get(id_)})
    assert answer["pruned"]["before"] == answer["set"]
    assert answer["pruned"]["after"] == list(after.items)
    assert answer["pruned"]["is_same"] == (list(after.items) == answer["set"])
    told = run("\n".join(text), "--prune").stdout
    assert "Nothing was pruned." in told
    assert ("The set would be the same." in told) == answer["pruned"]["is_same"]


def test_without_prune_nothing_is_said_of_it() -> None:
    assert "pruned" not in json.loads(run("\n".join(lines()), "--json").stdout)


def test_why_an_item_is_in_the_set_or_not() -> None:
    text = "\n".join(lines())
    answer = json.loads(run(text, "--json").stdout)
    for item in answer["set"]:
        found = json.loads(run(text, "--why", item, "--json").stdout)
        assert found["in_set"]
        assert found["decides"] == found["changes"][-1]["id"]
        assert found["changes"][-1]["action"] == "add"
    gone = json.loads(run(text, "--why", "alice", "--json").stdout)
    assert not gone["in_set"]
    assert gone["changes"][-1]["action"] == "delete"
    words = run(text, "--why", "alice").stdout.splitlines()
    assert words[0] == "alice is not in the set."
    assert words[len(gone["changes"])].endswith("; this decides")


def test_an_item_that_no_message_mentions() -> None:
    text = "\n".join(lines())
    assert run(text, "--why", "zoe").stdout == "No message of this set mentions zoe.\n"
    answer = json.loads(run(text, "--why", "zoe", "--json").stdout)
    assert (answer["item"], answer["decides"], answer["changes"]) == (None, None, [])


ROOT_DATA = {"root": None, "previous": None}
RECORD = [
    {"id": "r", "after": [], "title": {"set": "soup"}, "who": {"ann": 1}},
    {"id": "a", "after": ["r"], "title": {"set": "stew"}, "who": {"bob": 1}},
    {"id": "b", "after": ["r"], "title": {"set": "broth"}, "n": "two"},
    {"id": "m", "after": ["a", "b"], "who": {"dan": 1}},
]


def test_a_tangle_of_ones_own_is_reduced_by_strategies(tmp_path: Path) -> None:
    file = graph_file(tmp_path / "recipe.ndjson", RECORD)
    result = run_command("reduce", file, "--strategy", "title=overwrite", "--strategy", "n=counter")
    assert result.exit_code == ExitCode.NO
    assert result.stdout.splitlines() == [
        "title: in conflict",
        '  "stew"  by a',
        '  "broth"  by b',
        "n: 0",
        "left out: m, after different values of title",
        "ignored: n of b doesn't have the form of its strategy",
    ]


def test_a_file_says_the_strategies_and_an_option_overrides_it(tmp_path: Path) -> None:
    file = graph_file(tmp_path / "recipe.ndjson", RECORD[:2])
    (tmp_path / "schema.json").write_text('{"title": "overwrite", "who": "overwrite"}')
    schema = ["--schema", str(tmp_path / "schema.json")]
    result = run_command("reduce", file, *schema, "--strategy", "who=set", "--json")
    assert result.exit_code == 0
    state = {"values": {"title": "stew", "who": ["ann", "bob"]}, "conflicts": {}}
    rest = {"tips": {"a": state}, "undecided": {}, "ignored": []}
    assert json.loads(result.stdout) == {"address": "graph:recipe", **state, **rest}


def test_signed_messages_are_reduced_in_their_conversation(tmp_path: Path) -> None:
    ann, bob = Author("ann"), Author("bob")
    root = ann.say({"type": "score", "score": 1, "tangles": {"score": ROOT_DATA}})
    data = {"root": root.key, "previous": [root.key]}
    more = bob.say({"type": "score", "score": 2, "tangles": {"score": data}})
    file = write_archive(tmp_path / "log.ndjson", [root, more])
    place = ["--in", f"score:{root.key}"]
    result = run_command("reduce", str(file), *place, "--strategy", "score=counter")
    assert result.stdout == "score: 3\n"
    told = run_command("state", str(file), *place, "--reduce", "score=counter", "--json")
    assert json.loads(told.stdout)["state"] == {"values": {"score": 3}, "conflicts": {}}


def test_a_strategy_that_is_none_is_named(tmp_path: Path) -> None:
    file = graph_file(tmp_path / "recipe.ndjson", RECORD)
    result = run_command("reduce", file, "--strategy", "title=last")
    assert result.exit_code == ExitCode.BAD_INPUT
    assert "last of the field title is no strategy; these are: overwrite" in result.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--strategy", "a=set", "--prune"), "--prune is for PZP sets"),
        (("--in", "chess:x"), "--in is for --strategy and --schema"),
    ],
)
def test_options_of_the_other_kind_are_refused(
    tmp_path: Path, options: tuple[str, ...], said: str
) -> None:
    result = run_command("reduce", graph_file(tmp_path / "recipe.ndjson", RECORD), *options)
    assert result.exit_code == ExitCode.USAGE
    assert said in result.stderr


def test_a_record_needs_a_file_or_a_conversation() -> None:
    result = run_command("reduce", "--strategy", "a=set")
    assert result.exit_code == ExitCode.USAGE
    assert "Give FILE, or --in ADDRESS." in result.stderr

"""`tanglescope state`: sets, groups, games and the user's own state, row by row."""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from nacl.signing import SigningKey

from tanglescope import resources
from tanglescope.engine.kit.reducers import reducer
from tanglescope.engine.library import Library
from tanglescope.engine.message.pzp import TanglePlace
from tanglescope.engine.reduce.activities import ChessGame
from tanglescope.engine.words.inspection import sections
from tests.engine.commandline.graphs import graph_file, room_file, run
from tests.engine.commandline.test_answers import GROUP
from tests.engine.message.pzp_writing import (
    public,
    write_account,
    write_key_added,
    write_key_deleted,
)
from tests.engine.reduce.scenarios import EXAMPLE, entries_of, entry
from tests.engine.store.pzp_archives import write_log

SAMPLES = Path(resources.__file__).parent / "samples"
GAME = "%mx54c+29QaL4HtYLDh0JzQWiTTQD1AcGD1/BTWz/bnM=.sha256"
NODES = [
    {"id": "a", "after": [], "text": "+1", "received": 1},
    {"id": "b", "after": ["a"], "text": "*3", "received": 3},
    {"id": "c", "after": ["a"], "text": "+5", "received": 2},
]
FUNCTION = """
def calculate(state, message):
    print("stdout is not the answer")
    text = message["text"]
    total = (state or {"total": 0})["total"]
    return {"total": total * int(text[1:]) if text[0] == "*" else total + int(text[1:])}

def raising(state, message):
    return 1 / (message["key"] != "b")
"""
COMMAND = """
import json, sys
keys = []
for line in sys.stdin:
    keys.append(json.loads(line)["key"])
    print(json.dumps(keys), flush=True)
"""


@pytest.fixture
def graph(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("sum.py").write_text(FUNCTION)
    Path("keys.py").write_text(COMMAND)
    return graph_file(tmp_path / "sum.ndjson", NODES)


def answer(*words: str, exit_code: int = 0) -> Any:
    result = run("state", *words, "--json")
    assert result.exit_code == exit_code, result.output
    return json.loads(result.stdout)


def test_a_function_folds_the_messages_of_a_graph(graph: str) -> None:
    found = answer(graph, "--reduce", "sum.py:calculate")
    assert found["state"] == {"total": 8}
    assert [row["key"] for row in found["rows"]] == ["a", "b", "c"]
    assert found["rows"][1]["changes"] == [{"path": "/total", "before": [1], "after": [3]}]
    there = answer(graph, "--reduce", "sum.py:calculate", "--at", "b")
    assert (there["row"], there["of"], there["state"]) == (2, 3, {"total": 3})
    assert there["changes"] == found["rows"][1]["changes"]


def test_a_command_reads_messages_and_prints_states(graph: str) -> None:
    command = shlex.join([sys.executable, "keys.py"])
    assert answer(graph, "--reduce", command, "--by", "received")["state"] == ["a", "c", "b"]


def test_two_orders_part_at_a_row(graph: str) -> None:
    command = shlex.join([sys.executable, "keys.py"])
    parts = answer(graph, "--reduce", command, "--against", "received", exit_code=1)["parts"]
    assert (parts["row"], parts["one"]["key"], parts["other"]["key"]) == (2, "b", "c")
    text = run("state", graph, "--reduce", "sum.py:calculate", "--against", "received")
    assert "The states differ first after row 2." in text.stdout
    assert "          /total  - 3 → + 6" in text.stdout
    same = answer(graph, "--reduce", "sum.py:calculate", "--against", "scuttlesort")
    assert (same["equal"], same["parts"]) == (True, None)


def test_two_peers_part_where_one_lacks_a_message(graph: str, tmp_path: Path) -> None:
    other = graph_file(tmp_path / "other.ndjson", [NODES[0], NODES[2]])
    found = answer(graph, "--reduce", "sum.py:calculate", "--peer", other, exit_code=1)
    assert found["parts"]["row"] == 2
    assert [found["parts"][side]["state"]["total"] for side in ("one", "other")] == [3, 6]


@pytest.mark.parametrize(
    ("named", "exit_code", "said"),
    [
        ("sum.py:raising", 3, "fails at the message b: it ended with status 1"),
        ("sum.py:nothing", 3, "KeyError: 'nothing'"),
        ("none.py:f", 4, "none.py"),
        (
            "nobody",
            4,
            "nobody is neither a command nor one of account, activity, members, record, room, set.",
        ),
        ("cat", 0, ""),
        ("true", 3, "fails at the message a"),
    ],
)
def test_what_fails_is_reported_with_its_message(
    graph: str, named: str, exit_code: int, said: str
) -> None:
    result = run("state", graph, "--reduce", named)
    assert (result.exit_code, said in result.stderr) == (exit_code, True), result.output


def test_a_set_is_what_reduce_says(tmp_path: Path) -> None:
    write_log(tmp_path / "log", entries_of(EXAMPLE))
    database = str(tmp_path / "sets.db")
    run("import", str(tmp_path / "log"), "--database", database)
    (said,) = map(json.loads, run("reduce", "--database", database, "--json").stdout.splitlines())
    found = answer(said["root"], "--reduce", "set", "--database", database)
    assert found["state"] == {"items": said["set"], "roots": said["item_roots"]}


def test_the_keys_of_an_account_are_those_that_may_sign(tmp_path: Path) -> None:
    owner, other = (SigningKey(bytes([seed]) * 32) for seed in (1, 2))
    account = write_account(owner, "account__person", "nonce")
    added = write_key_added(owner, account, other, TanglePlace(1, (account.id,)))
    deleted = write_key_deleted(owner, account, other, TanglePlace(2, (added.id,)))
    log = write_log(tmp_path / "log", map(entry, (account, added, deleted)))
    database = str(tmp_path / "account.db")
    run("import", str(log), "--database", database)
    (listed,) = map(
        json.loads, run("conversations", "--database", database, "--json").stdout.splitlines()
    )
    found = answer(listed["address"], "--database", database)
    assert found["reduce"] == "account"
    changes = [each for row in found["rows"] for each in row["changes"] if each["path"] == "/keys"]
    assert changes == [
        {"path": "/keys", "before": [], "after": [public(other)]},
        {"path": "/keys", "before": [public(other)], "after": []},
    ]
    assert found["state"]["keys"] == [public(owner)]


def test_the_members_of_a_group_are_those_of_its_panel(tmp_path: Path) -> None:
    database = str(tmp_path / "group.db")
    run("import", str(SAMPLES / "group.ndjson"), "--database", database)
    where = ("--database", database, "--group-keys", str(SAMPLES / "group-keys.json"))
    said = json.loads(run("members", GROUP, *where, "--json").stdout)["epochs"]
    found = answer(GROUP, "--reduce", "members", *where)["state"]
    assert {epoch: set(each["members"]) for epoch, each in found.items()} == {
        each["epoch"]: {one["feed"] for one in each["members"]} for each in said
    }


def test_a_game_is_what_the_timeline_shows(tmp_path: Path) -> None:
    database = tmp_path / "talk.db"
    run("import", str(SAMPLES / "harbour.ndjson"), "--database", str(database))
    found = answer(GAME, "--reduce", "activity", "--database", str(database))["state"]
    with Library.open(database) as library:
        game = library.activities.of([GAME])[GAME]
    assert isinstance(game, ChessGame)
    assert (found["end"], found["fen"], len(found["moves"])) == ("mate", game.fen, len(game.moves))


def test_a_record_is_folded_by_the_strategies_of_its_fields_whatever_the_order(
    tmp_path: Path,
) -> None:
    nodes = [
        {"id": "r", "after": [], "title": {"set": "soup"}, "asserted": 9},
        {"id": "a", "after": ["r"], "title": {"set": "stew"}, "asserted": 5},
        {"id": "b", "after": ["a"], "title": {"set": "broth"}, "asserted": 1},
    ]
    file = graph_file(tmp_path / "recipe.ndjson", nodes)
    (tmp_path / "schema.json").write_text('{"title": "overwrite"}')
    for named in ("title=overwrite", str(tmp_path / "schema.json")):
        for order in ("scuttlesort", "asserted"):
            answer = run("state", file, "--reduce", named, "--by", order, "--json")
            state = json.loads(answer.stdout)["state"]
            assert state == {"values": {"title": "broth"}, "conflicts": {}}


@given(order=st.permutations(range(5)))
def test_fields_that_are_found_one_by_one_count_as_if_they_had_been_known(order: list[int]) -> None:
    fields: list[dict[str, Any]] = [
        {"title": "soup"},
        {"title": "stew", "n": 2},
        {"n": 3, "tags": {"hot": 1}},
        {"title": {"set": "broth"}, "tags": {"hot": 1, "cold": -1}},
        {"cooks": {"ann": 1}},
    ]
    causes = {0: [], 1: ["0"], 2: ["0"], 3: ["1", "2"], 4: ["3"]}
    messages = [
        {"key": str(each), "causes": causes[each], "content": fields[each]} for each in order
    ]
    with reducer("record") as step:
        *_, found = map(step, messages)
    known = ",".join(f"{name}={strategy}" for name, strategy in found["strategies"].items())
    with reducer(known) as step:
        *_, wanted = map(step, messages)
    assert {**wanted, "strategies": found["strategies"]} == found


def test_a_room_has_the_state_that_its_forks_are_resolved_to(tmp_path: Path) -> None:
    found = answer(room_file(tmp_path / "room.ndjson"))
    state = found["state"]
    assert (found["reduce"], state["version"], state["resolution"]) == ("room", "11", "v2")
    assert state["state"]["m.room.topic"][""]["event"] == "$5"
    assert state["extremities"] == ["$4", "$5"]
    contested = state["contested"]["m.room.topic"][""]
    assert [(each["event"], each["decided_by"]) for each in contested["candidates"]] == [
        ("$5", None),
        ("$4", "timestamp"),
    ]
    assert list(state["rejected"]) == ["$6"]
    assert state["rejected"]["$6"]["rule"] == "7"
    assert state["unknown"] == {}


def test_the_state_after_an_event_is_that_of_its_past(tmp_path: Path) -> None:
    room = room_file(tmp_path / "room.ndjson")
    there = answer(room, "--at", "$4", "--past")["state"]
    assert there["state"]["m.room.topic"][""]["event"] == "$4"
    assert (there["extremities"], there["contested"], there["rejected"]) == (["$4"], {}, {})


def test_why_an_entry_is_as_it_is(tmp_path: Path) -> None:
    room = room_file(tmp_path / "room.ndjson")
    text = run("state", room, "--why", "m.room.topic", "").stdout
    assert "It is applied earlier, because of its time: 4, not 5." in text
    assert "Rejected by rule 7: " in text
    assert "It needs level 50; its sender has 0." in text
    changes = answer(room, "--why", "m.room.topic", "")["changes"]
    assert [each["row"] for each in changes] == [5, 6, 7]
    none = run("state", room, "--why", "m.room.name", "").stdout
    assert none == 'No event sets m.room.name "".\n'


def test_why_an_item_of_a_set_is_in_it(tmp_path: Path) -> None:
    write_log(tmp_path / "log", entries_of(EXAMPLE))
    database = str(tmp_path / "sets.db")
    run("import", str(tmp_path / "log"), "--database", database)
    (said,) = map(json.loads, run("reduce", "--database", database, "--json").stdout.splitlines())
    whole = answer(said["root"], "--database", database)["rows"]
    for item in (*said["set"], "nobody"):
        found = answer(said["root"], "--database", database, "--why", "items", item)
        wanted = [
            row["key"]
            for row in whole
            if any(item in [*each["before"], *each["after"]] for each in row["changes"])
            or any(item in value["items"] for each in row["changes"] if each["path"] == ""
                   for value in each["after"])
        ]  # fmt: skip
        assert [each["key"] for each in found["rows"]] == wanted
    none = run("state", said["root"], "--database", database, "--why", "items", "nobody")
    assert (none.exit_code, none.stdout) == (0, 'No row changes "nobody" in "items".\n')


def test_why_is_asked_of_a_state_of_ones_own(graph: str) -> None:
    found = answer(graph, "--reduce", "sum.py:calculate", "--why", "total", "3")
    assert [each["row"] for each in found["rows"]] == [2, 3]
    assert len(answer(graph, "--reduce", "sum.py:calculate", "--why", "total", "")["rows"]) == 3
    assert not answer(graph, "--reduce", "sum.py:calculate", "--why", "tot", "")["rows"]


def test_what_a_room_lacks_is_unknown(tmp_path: Path) -> None:
    more = {
        "event_id": "$7",
        "type": "m.room.message",
        "sender": "@ann:one",
        "content": {},
        "room_id": "!r:one",
        "prev_events": ["$lost"],
        "auth_events": ["$0", "$1"],
    }
    found = answer(room_file(tmp_path / "room.ndjson", more))
    assert found["state"]["unknown"] == {"$7": "It names $lost, which isn't here."}


def test_a_conversation_that_no_reducer_fits_needs_one(graph: str) -> None:
    result = run("state", graph)
    assert (result.exit_code, "--reduce" in result.stderr) == (2, True)
    assert run("state", graph, "--past", "--reduce", "set").exit_code == 2


def test_explain_and_the_inspector_say_whether_the_room_allows_an_event(tmp_path: Path) -> None:
    lost = {
        "event_id": "$7",
        "type": "m.room.message",
        "sender": "@ann:one",
        "content": {},
        "room_id": "!r:one",
        "prev_events": ["$lost"],
        "auth_events": ["$0", "$1"],
    }
    room, database = room_file(tmp_path / "room.ndjson", lost), str(tmp_path / "room.db")
    run("import", room, "--database", database)
    said = {
        "$4": "The rules of the room allow it.",
        "$6": "Rejected by rule 7 of the room: It needs level 50; its sender has 0.",
        "$7": "Whether the room allows it can't be known: It names $lost, which isn't here.",
    }
    for event, sentence in said.items():
        assert sentence in run("explain", event, "--database", database).stdout.splitlines()
    found = json.loads(run("explain", "$6", "--database", database, "--json").stdout)
    assert (found["judged"]["judgement"], found["judged"]["rule"]) == ("rejected", "7")
    shown = run("show", "graph:room", "--database", database).stdout
    assert [each in shown for each in said.values()] == [False, True, True]
    found = json.loads(run("show", "graph:room", "--database", database, "--json").stdout)
    assert [each["judged"]["judgement"] for each in found["messages"]].count("rejected") == 1
    with Library.open(Path(database)) as library:
        (address, *_) = library.conversations_of("$4")
        inspected = sections(library.inspect(address, "$4"))
        assert said["$4"] in [fact.text for section in inspected for fact in section.facts]


def test_a_graph_that_is_no_room_judges_nothing(graph: str, tmp_path: Path) -> None:
    database = str(tmp_path / "graph.db")
    run("import", graph, "--database", database)
    assert "room" not in run("explain", "b", "--database", database).stdout
    assert "judged" not in json.loads(run("explain", "b", "--database", database, "--json").stdout)


def test_a_reducer_that_fails_says_why_in_one_line(graph: str) -> None:
    Path("wrong.py").write_text(
        "def wrong(state):\n    return state\n\ndef late(state, message):\n    return {}['total']\n"
    )
    said = run("state", graph, "--reduce", "wrong.py:wrong")
    assert "takes 1 positional argument but 2 were given" in said.stderr
    assert "Traceback" not in said.stderr
    assert (
        "KeyError: 'total' (line 5 of wrong.py)"
        in run("state", graph, "--reduce", "wrong.py:late").stderr
    )


def test_a_room_in_which_every_event_is_in_a_cycle_names_the_first(tmp_path: Path) -> None:
    room = [
        {"event_id": f"${name}", "type": "m.room.message", "room_id": "!r:a", "sender": "@a:a",
         "content": {"body": name}, "prev_events": [f"${before}"], "auth_events": []}
        for name, before in (("x", "y"), ("y", "x"))
    ]  # fmt: skip
    (tmp_path / "room.json").write_text(json.dumps(room))
    said = run("state", str(tmp_path / "room.json"), "--json")
    assert said.exit_code == 3
    error = json.loads(said.stdout or said.stderr)["error"]
    assert "item 1" in error["message"]
    assert "It comes after itself, through others" in error["message"]


def test_the_conversations_to_choose_from_have_titles() -> None:
    said = run("state", str(SAMPLES / "gossip.ndjson"))
    assert said.exit_code == 2
    assert "“" in said.stderr

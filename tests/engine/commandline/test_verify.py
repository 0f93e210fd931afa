import base64
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from nacl.signing import SigningKey

from tanglescope.engine.library import Library
from tanglescope.engine.message.pzp import PzpMessage, TanglePlace
from tests.engine.archive.samples import VARIANTS
from tests.engine.commandline.graphs import room_file
from tests.engine.commandline.graphs import run as run_command
from tests.engine.message.corrupt import Case, cases
from tests.engine.message.pzp_writing import Author, write
from tests.engine.reduce.scenarios import DOMAIN, Devices, entry
from tests.engine.reduce.set_writing import next_place
from tests.engine.store.pzp_archives import write_log

WHOLE = (VARIANTS / "kvt.ndjson").read_bytes()


def run(*arguments: str) -> Result:
    return run_command("verify", *arguments)


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.split("\n") if line]


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_the_original_validators_say_the_same(tmp_path: Path, case: Case) -> None:
    path = tmp_path / "archive"
    path.write_bytes(b"\n".join(case.lines) + b"\n")
    key = [f"--hmac-key={base64.b64encode(case.hmac_key).decode()}"] if case.hmac_key else []
    result = run(str(path), "--json", *key)
    found = answers(result)
    for answer, expected in zip(found, case.verdicts, strict=True):
        assert answer.keys() == {"place", "key", "computed", "verdict", "rule"}
        assert answer["key"] is None
        assert answer["place"] is not None
        assert answer["computed"] == expected.get("id")
        is_valid = expected.get("ssbValidate", {"ok": False})["ok"]
        assert (answer["verdict"] == "valid") == is_valid
        by_both = is_valid and expected["ssbClassic"]["ok"]
        assert (answer["rule"] is None) == by_both
    bad = {answer["verdict"] for answer in found} & {"invalid", "forked"}
    assert result.exit_code == bool(bad)


def test_a_good_archive_ends_with_0_and_says_how_many_there_are() -> None:
    result = run(str(VARIANTS / "kvt.ndjson"))
    assert (result.exit_code, result.output) == (0, "30 records: 30 valid.\n")


def test_the_rules_of_a_room_judge_its_events(tmp_path: Path) -> None:
    result = run(room_file(tmp_path / "room.ndjson"))
    assert (result.exit_code, result.stderr) == (0, ""), "a rejected event is a record like others"
    *_, last, summary = result.stdout.splitlines()
    assert last.endswith("Rejected by rule 7 of the room: It needs level 50; its sender has 0.")
    assert summary == ("7 records: 7 unverified. By the rules of the room: 6 allowed, 1 rejected.")


def test_an_event_whose_past_is_missing_is_neither_allowed_nor_rejected(tmp_path: Path) -> None:
    path = Path(room_file(tmp_path / "room.ndjson"))
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:2], *lines[3:5]]))
    result = run(str(path), "--json")
    assert result.exit_code == 0
    found = [each for answer in answers(result) for each in answer["room"]]
    assert [each["judgement"] for each in found] == ["allowed", "allowed", "unknown", "unknown"]
    assert found[2]["why"] == "It names $2, which isn't here."


def test_a_record_with_many_events_says_it_of_each(tmp_path: Path) -> None:
    path = Path(room_file(tmp_path / "room.ndjson"))
    events = list(map(json.loads, path.read_text().splitlines()))
    path.write_text(json.dumps({"origin": "one", "pdus": events}))
    found = [each for answer in answers(run(str(path), "--json")) for each in answer["room"]]
    assert [(each["event"], each["judgement"]) for each in found[-2:]] == [
        ("$5", "allowed"),
        ("$6", "rejected"),
    ]


def test_what_is_bad_is_reported_in_one_line_beside_the_answers() -> None:
    result = run(str(VARIANTS / "torn-line.ndjson"), "--json")
    assert result.exit_code == 1
    assert len(answers(result)) == 30
    assert "line 30" in result.stderr


@pytest.mark.parametrize("name", ["missing", "folder", "binary"])
def test_anything_but_an_archive_is_refused_in_one_sentence(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "binary").write_bytes(bytes(range(256)))
    result = run(str(tmp_path / name), "--json")
    assert result.exit_code == (4 if name == "missing" else 3)
    assert set(json.loads(result.stdout)) == {"error"}
    assert result.stderr == result.stdout


def test_an_empty_archive_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "empty").touch()
    result = run(str(tmp_path / "empty"), "--json")
    assert (result.exit_code, result.stdout) == (0, "")
    assert "empty" in result.stderr


@pytest.mark.parametrize("key", ["", "short", base64.b64encode(b"x" * 31).decode(), "?" * 44])
def test_a_malformed_network_key_is_a_usage_error(key: str) -> None:
    assert run(str(VARIANTS / "kvt.ndjson"), f"--hmac-key={key}").exit_code == 2


def test_a_claimed_key_may_hold_anything(tmp_path: Path) -> None:
    line = json.loads(WHOLE.split(b"\n")[0])
    (tmp_path / "a").write_text(json.dumps(line | {"key": "\ud800"}))
    assert [a["rule"] for a in answers(run(str(tmp_path / "a"), "--json"))] == ["id"]


def test_the_number_of_threads_changes_nothing(small: Path) -> None:
    outputs = {run(str(small / "log.ndjson"), "--json", f"--threads={n}").stdout for n in (1, 2, 5)}
    assert len(outputs) == 1


def forged(devices: Devices) -> dict[str, PzpMessage]:
    """Messages that are valid alone, but that pzp-db would reject from the tangle."""
    depth, prev = next_place(devices.feed(0).tangle)
    root = devices.root.id
    data = {"add": ["mallory"], "del": [], "supersedes": []}
    one, two = devices.authors[0], devices.authors[1]
    stranger = Author(SigningKey(b"m" * 32), one.account, one.account_tips)

    def at(author: Author, *place: Any) -> PzpMessage:
        return write(author, DOMAIN, data, {root: TanglePlace(*place)})

    return {
        "signer": at(stranger, depth, prev),
        "too deep": at(one, depth + 1, prev),
        "not deep enough": at(one, depth - 1, prev),
        "prev twice": at(one, depth, (*prev, prev[-1])),
        "prev in another order": at(two, depth, tuple(reversed(prev))),
        "no prev": at(two, depth, ()),
    }


def test_what_has_no_place_in_its_tangle_is_invalid(tmp_path: Path) -> None:
    devices = Devices(2)
    devices.add(0, "alice")
    devices.sync(0, 1)
    devices.delete(0, "alice")
    devices.add(1, "bob")
    devices.sync(1, 0)
    genuine = [*devices.account, *devices.known[0].values()]
    bad = forged(devices)
    log = write_log(tmp_path / "log", map(entry, [*genuine, *bad.values()]))
    result = run(str(log), "--json")
    found = {each["key"]: (each["verdict"], each["rule"]) for each in answers(result)}
    assert {found[each.id] for each in genuine} == {("valid", None)}
    for name, message in bad.items():
        rule = "signer" if name == "signer" else "tangle"
        assert found[message.id] == ("invalid", rule), name
    assert result.exit_code == 1


def test_what_was_deleted_makes_nothing_invalid(tmp_path: Path) -> None:
    devices = Devices(1)
    for number in range(12):
        devices.add(0, f"item {number}")
    kept = list(devices.known[0].values())[::3]
    log = write_log(tmp_path / "log", map(entry, [*devices.account, devices.root, *kept]))
    assert run(str(log)).exit_code == 0


def test_a_good_copy_stays_valid_beside_a_bad_one(tmp_path: Path) -> None:
    devices = Devices(1)
    message = devices.add(0, "alice")
    assert message is not None
    other = replace(message, sig=devices.account[0].sig)
    genuine = [*devices.account, devices.root, message]
    log = write_log(tmp_path / "log", map(entry, [*genuine, other]))
    verdicts = [each["verdict"] for each in answers(run(str(log), "--json"))]
    assert verdicts == ["valid", "valid", "valid", "invalid"]


def test_nodes_that_contradict_others_are_found_as_an_import_finds_them(tmp_path: Path) -> None:
    nodes = [
        {"id": "a", "after": []},
        {"id": "a", "after": []},
        {"id": "a", "after": ["z"]},
        {"id": "x", "after": ["y"]},
        {"id": "y", "after": ["x"]},
        {"id": "e", "after": [], "writer": "w", "sequence": 1},
        {"id": "f", "after": [], "writer": "w", "sequence": 1},
        {"id": "g", "after": "a"},
    ]
    path = tmp_path / "g.ndjson"
    path.write_text("".join(json.dumps(node) + "\n" for node in nodes))
    answers = [json.loads(line) for line in run(str(path), "--json").stdout.splitlines()]
    assert [(each["key"], each["rule"]) for each in answers] == [
        ("a", "unsigned"),
        ("a", "unsigned"),
        ("a", "duplicate"),
        ("x", "cycle"),
        ("y", "cycle"),
        ("e", "unsigned"),
        ("f", "fork"),
        ("g", "shape"),
    ]
    with Library.open(tmp_path / "library.db") as library:
        report = library.ingest(path)
        assert report.rules == {"duplicate": 1, "cycle": 2, "fork": 1, "shape": 1}

"""Graph files that say which peer got what, in every form."""

import json
from pathlib import Path

import pytest

from tanglescope.engine.archive.graphs.pieces import why_refused
from tanglescope.engine.message.verdict import Rule
from tests.engine.commandline.graphs import run

NODES = (
    '{"id":"a","after":[],"writer":"x"}',
    '{"id":"b","after":["a"],"writer":"y"}',
    '{"id":"c","after":["a"],"writer":"x"}',
)
ALICE, BOB = "bac", "acb"
EVENTS = [("alice", "b"), ("bob", "a"), ("alice", "a"), ("bob", "c"), ("alice", "c"), ("bob", "b")]
LINES = "\n".join(f'{{"peer":"{peer}","got":"{got}"}}' for peer, got in EVENTS)
TIMES = {got: {peer: EVENTS.index((peer, got)) for peer in ("alice", "bob")} for got in "abc"}


def in_nodes() -> str:
    """Nodes with an object of times in `received`."""
    nodes = [json.loads(node) for node in NODES]
    return "\n".join(json.dumps(node | {"received": TIMES[node["id"]]}) for node in nodes)


def on_one_line() -> str:
    """A graph with `arrivals`."""
    events = ",".join(LINES.splitlines())
    return f'{{"name":"file","nodes":[{",".join(NODES)}],"arrivals":[{events}]}}'


@pytest.fixture(params=["lines", "nodes", "one line"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    texts = {
        "lines": "\n".join((*NODES, LINES)),
        "nodes": in_nodes(),
        "one line": on_one_line(),
    }
    path = tmp_path / "file.ndjson"
    path.write_text(texts[request.param] + "\n")
    return str(path)


def arrivals(*arguments: str) -> tuple[str, str]:
    answer = json.loads(run("replay", *arguments, "--json").stdout)
    return answer["delivery"], "".join(step["arrival"] for step in answer["steps"])


def test_a_replay_shows_what_a_peer_received(file: str, tmp_path: Path) -> None:
    assert arrivals(file) == ("as_received", ALICE)
    assert arrivals(file, "--peer", "bob") == ("as_received", BOB)
    assert arrivals(file, "--delivery", "in_order") == ("in_order", "abc")
    unknown = run("replay", file, "--peer", "eve")
    assert (unknown.exit_code, "the peers are: alice, bob" in unknown.stderr) == (2, True)


def test_two_peers_show_what_happened(file: str) -> None:
    answer = json.loads(run("replay", file, "--peers", "recorded", "--json").stdout)
    happened = [("alice", "bob")[each["receiver"]] + each["name"] for each in answer["exchanges"]]
    assert happened == [peer + got for peer, got in EVENTS]
    assert answer["equal"]
    said = run("replay", file, "--peers", "recorded").stdout
    assert said.startswith("As recorded: the first peer is alice, the second bob.\n")


def test_explain_and_edits_use_what_is_recorded(file: str) -> None:
    assert "It came as number 1 of 3, in row 1." in run("explain", "b", "--graph", file).stdout
    edits = json.loads(run("edits", file, "--json").stdout)
    assert edits["recorded"] == {"as received by alice": 1.0, "as received by bob": 1.0}


def test_a_collection_keeps_what_is_recorded(file: str, tmp_path: Path) -> None:
    database = str(tmp_path / "graphs.db")
    run("import", file, "--database", database)
    run("import", file, "--database", database)
    place = ("--in", "graph:file", "--database", database)
    assert arrivals(*place) == ("as_received", ALICE)
    exported = tmp_path / "again.ndjson"
    exported.write_text(
        run("show", "graph:file", "--format", "ndjson", "--database", database).stdout
    )
    assert arrivals(str(exported), "--peer", "bob") == ("as_received", BOB)
    assert json.loads(run("check", "--database", database, "--json").stdout)["ok"]


def test_without_a_record_a_replay_is_one_possible_delivery(tmp_path: Path) -> None:
    path = tmp_path / "file.ndjson"
    path.write_text("\n".join(NODES))
    assert arrivals(str(path)) == ("possible", "abc")
    for arguments in (["replay"], ["replay", "--moved", "--from", "1"], ["replay", "--trail", "a"]):
        said = run(arguments[0], str(path), *arguments[1:]).stdout
        assert "One possible delivery, as it lists them:" in said
        assert "arrived" not in said
        assert "received" not in said
    refused = run("replay", str(path), "--peers", "recorded")
    assert refused.exit_code != 0
    assert "doesn't record what two peers received" in refused.stderr
    by_receipt = run("compare", str(path), "--by", "scuttlesort", "--by", "received")
    assert "none is ordered by" in by_receipt.stderr


@pytest.mark.parametrize("wrong", ['{"peer":1,"got":"a"}', '{"peer":"p","got":"a","at":"x"}'])
def test_a_wrong_event_is_a_bad_record(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "file.ndjson"
    path.write_text("\n".join((*NODES, wrong)))
    answer = json.loads(
        run("import", str(path), "--database", str(tmp_path / "x.db"), "--json").stdout
    )
    assert (answer["added"], answer["quarantined"]) == (3, 1)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('{"id": "b", "after": [], "received": {"p": "noon"}}', "`received`: `p` must be"),
        ('{"peer": 7}', "`peer` must be"),
        ('{"peer": "p", "got": 7}', "`got` must be"),
    ],
)
def test_a_bad_arrival_names_its_field(line: str, fault: str) -> None:
    assert fault in why_refused(Rule.SHAPE, line.encode())

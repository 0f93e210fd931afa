import json
from pathlib import Path
from typing import Any

import pytest

from tanglescope.engine.linear.edits import Insert, Move, apply
from tanglescope.engine.linear.simulate import paper
from tests.engine.authors import Author, post
from tests.engine.commandline.graphs import graph_file, run
from tests.engine.store.libraries import library_of

NODES = [
    {"id": "m", "after": ["n"], "writer": "u", "received": 1},
    {"id": "x", "after": [], "writer": "v", "received": 2},
    {"id": "n", "after": ["gone"], "writer": "w", "received": 3},
    {"id": "o", "after": ["m", "x"], "writer": "u", "received": 4},
]


@pytest.fixture
def graph(tmp_path: Path) -> str:
    return graph_file(tmp_path / "graph.ndjson", NODES)


def answer(*arguments: str) -> dict[str, Any]:
    result = run("replay", *arguments, "--json")
    assert result.exit_code == 0
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def edit_of(edit: dict[str, Any]) -> Insert | Move:
    kind = {"insert": Insert, "move": Move}[edit.pop("edit")]
    return kind(**edit)


def test_the_edits_of_all_arrivals_make_the_order(graph: str) -> None:
    found = answer(graph)
    order: list[str] = []
    for step in found["steps"]:
        apply([edit_of(edit) for edit in step["edits"]], order)
    assert order == ["n", "x", "m", "o"]
    assert (found["messages"], found["edits"], found["average"]) == (4, 5, 1.25)


def test_every_arrival_is_reported_in_words(graph: str) -> None:
    lines = run("replay", graph).stdout.splitlines()
    assert lines[0] == "4 steps, 5 edits: 1.25 per step."
    assert [line.split()[:3] for line in lines[-4:]] == [
        ["1", "1", "1.00"],
        ["2", "1", "1.00"],
        ["3", "2", "1.33"],
        ["4", "1", "1.25"],
    ]
    assert lines[-2].endswith("n into row 1, moves m")


def test_everything_that_an_arrival_places_is_named(tmp_path: Path) -> None:
    nodes: list[dict[str, Any]] = [
        {"id": "m", "after": ["z"], "writer": "a"},
        {"id": "z", "after": [], "writer": "b"},
    ]
    graph = graph_file(tmp_path / "graph.ndjson", nodes)
    text = run("replay", graph, "--by", "autobase").stdout
    assert "z into row 1, m into row 2\n" in text
    trail = run("replay", graph, "--by", "autobase", "--trail", "m").stdout
    assert trail.splitlines()[2:] == ["step 2: placed in row 2, when z came"]


def test_a_part_of_the_arrivals_can_be_asked_for(graph: str) -> None:
    found = answer(graph, "--from", "2", "--until", "3")
    assert [step["arrival"] for step in found["steps"]] == ["n"]
    assert answer(graph, "--from", "9")["steps"] == []


def test_a_trail_reports_what_moved_a_message(graph: str) -> None:
    assert answer(graph, "--trail", "m")["trail"] == [
        {"step": 0, "source": None, "destination": 0, "is_moved": True},
        {"step": 2, "source": 0, "destination": 2, "is_moved": True},
    ]
    assert "step 3: from row 1 to 3, when n came" in run("replay", graph, "--trail", "m").stdout


@pytest.mark.parametrize("by", ["scuttlesort", "timestamp"])
def test_explain_and_a_trail_name_the_rows_after_an_arrival(graph: str, by: str) -> None:
    moved = "arrival 3, from row 1 to 3:"
    assert moved in run("explain", "m", "--graph", graph, "--by", by).stdout
    trail = run("replay", graph, "--trail", "m", "--by", by).stdout
    assert moved.replace("arrival", "step").replace(",", ":").rstrip(":") in trail


def test_what_has_moved_since_is_reported_with_its_reason(graph: str) -> None:
    (moved,) = answer(graph, "--moved", "--from", "2")["moved"]
    assert (moved["name"], moved["arrival"], moved["risen"]) == ("m", "n", "m")
    text = run("replay", graph, "--moved", "--from", "2").stdout
    assert "n came; the rank rose from 0 to 1" in text
    nothing = run("replay", graph, "--moved", "--from", "9").stdout.splitlines()
    assert nothing == ["No row that was there has changed.", "0 of 4 messages moved in no steps:"]


def test_the_rows_of_a_reader_that_changed_are_named(tmp_path: Path) -> None:
    late = graph_file(
        tmp_path / "late.ndjson", [{"id": name, "after": []} for name in ("b", "c", "d", "a")]
    )
    assert answer(late, "--moved", "--from", "3")["rows"] == {"first": 1, "last": 3, "count": 3}
    text = run("replay", late, "--moved", "--from", "3").stdout
    assert text.splitlines()[1] == "Rows from 1 to 3 have changed: 3 in all."
    trail = run("replay", late, "--trail", "c").stdout
    assert "step 4: from row 2 to 3, when a came, and the rows above changed" in trail
    told = run("explain", "c", "--graph", late, "--delivery", "as_received", "--order", "/dev/null")
    assert "Other messages have changed its row once, in arrival 4, from 2 to 3." in told.stdout


def test_other_deliveries_cost_other_edits(graph: str, tmp_path: Path) -> None:
    order = tmp_path / "order"
    order.write_text("n\nm\n")
    assert answer(graph, "--delivery", "in_order")["edits"] == 4
    by_hand = answer(graph, "--order", str(order))
    assert [step["arrival"] for step in by_hand["steps"]] == ["n", "m", "x", "o"]
    assert by_hand["delivery"] == "by_hand"


@pytest.mark.parametrize("cut", ["author", "time"])
def test_two_peers_end_in_the_same_order(graph: str, cut: str) -> None:
    found = answer(graph, "--peers", cut)
    assert found["equal"] is True
    assert len(found["exchanges"]) == 4
    text = run("replay", graph, "--peers", cut).stdout
    assert text.splitlines()[-1].startswith("Now both have the same order")


def test_the_knowledge_of_the_first_peer_can_be_given(graph: str, tmp_path: Path) -> None:
    order = tmp_path / "order"
    order.write_text("m\nx\n")
    found = answer(graph, "--peers", "hand", "--order", str(order))
    assert found["known"] == [["m", "x"], ["n", "o"]]
    assert found["exchanges"][0]["moved"] == ["m"]


def test_peers_send_in_the_order_of_the_delivery(graph: str) -> None:
    def received(delivery: str) -> list[str]:
        found = answer(graph, "--peers", "author", "--delivery", delivery)
        return [each["name"] for each in found["exchanges"] if each["receiver"] == 1]

    assert received("as_received") == ["m", "n", "o"]
    assert received("reverse") == ["o", "m", "n"]


def test_of_many_arrivals_the_costliest_are_reported(tmp_path: Path) -> None:
    nodes = [{"id": name, "after": after, "writer": str(f)} for name, after, f in paper(120, 8)]
    path = graph_file(tmp_path / "many", nodes)
    text = run("replay", path, "--delivery", "random_feed").stdout.splitlines()
    table = text[text.index("The 10 costliest:") + 2 :]
    assert len(table) == 10
    assert "model needs 3.0 with as many feeds" in text[1]
    exchanged = run("replay", path, "--peers", "author").stdout.splitlines()
    assert len(exchanged) == 13


def test_a_thread_arrives_as_it_was_received(tmp_path: Path) -> None:
    alice, bob = Author("alice"), Author("bob")
    root = alice.say(post("up?"), received=9.0)
    reply = bob.say(post("high", root), received=5.0)
    library_of(tmp_path, root, reply).close()
    where = ("--database", str(tmp_path / "library.db"), "--thread", root.key)
    assert [step["arrival"] for step in answer(*where)["steps"]] == [reply.key, root.key]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--trail", "m", "--moved"],
        ["--peers", "hand"],
        ["--peers", "nobody"],
        ["--from", "-1"],
    ],
)
def test_wrong_usage_ends_with_2(graph: str, arguments: list[str]) -> None:
    assert run("replay", graph, *arguments).exit_code == 2


def test_an_order_with_an_unknown_message_ends_with_1(graph: str, tmp_path: Path) -> None:
    order = tmp_path / "order"
    order.write_bytes(b"nobody\xff\n")
    for peers in ([], ["--peers", "hand"]):
        result = run("replay", graph, *peers, "--order", str(order))
        assert (result.exit_code, len(result.stderr.splitlines())) == (3, 1)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("m\nx\nnobody\n", "line 3: there is no message nobody in this graph"),
        ("m\n\n", 'line 2: there is no message "" in this graph'),
        ("x\nm\nx\n", "line 3: x is in line 1 already"),
    ],
)
def test_a_wrong_order_is_reported_by_its_line(
    graph: str, tmp_path: Path, lines: str, message: str
) -> None:
    order = tmp_path / "order"
    order.write_text(lines)
    for peers in ([], ["--peers", "hand"]):
        result = run("replay", graph, *peers, "--order", str(order))
        assert result.exit_code == 3
        assert f"{order}, {message}" in result.stderr


def test_an_autobase_is_replayed_with_what_each_arrival_undoes_and_applies(tmp_path: Path) -> None:
    nodes = [
        {"id": "b0", "after": [], "writer": "b", "sequence": 0},
        {"id": "a1", "after": ["a0"], "writer": "a", "sequence": 1},
        {"id": "a0", "after": [], "writer": "a", "sequence": 0},
        {"id": "b1", "after": ["a1"], "writer": "b", "sequence": 1},
    ]
    file = graph_file(tmp_path / "base", nodes)
    answer = json.loads(run("replay", file, "--by", "autobase", "--json").stdout)
    steps = [(step["arrival"], step["undo"], step["applied"]) for step in answer["steps"]]
    assert steps == [("b0", 0, 1), ("a1", 0, 0), ("a0", 1, 3), ("b1", 0, 1)]
    assert [step["waits"] for step in answer["steps"]] == [False, True, False, False]
    states = json.loads(run("linearize", file, "--by", "autobase", "--states", "--json").stdout)[
        "states"
    ]
    assert [state["undo"] for state in states] == [step["undo"] for step in answer["steps"]]
    assert [state["confirmed"] for state in states] == [
        step["confirmed"] for step in answer["steps"]
    ]
    text = run("replay", file, "--by", "autobase").stdout
    assert "1 entry is undone by a0, from row 1 on, 3 entries are applied;" in text
    assert [step["first"] for step in answer["steps"]] == [1, 2, 1, 4]
    assert "a1 waits for entries that it refers to" in text


def test_two_peers_exchange_an_autobase_in_its_order(tmp_path: Path) -> None:
    nodes = [
        {"id": "b0", "after": [], "writer": "b", "sequence": 0},
        {"id": "a1", "after": ["b1"], "writer": "a", "sequence": 1},
        {"id": "a0", "after": [], "writer": "a", "sequence": 0},
        {"id": "b1", "after": ["a0"], "writer": "b", "sequence": 1},
        {"id": "b3", "after": [], "writer": "b", "sequence": 3},
        {"id": "b4", "after": ["b3"], "writer": "b", "sequence": 4},
    ]
    file = graph_file(tmp_path / "base", nodes)
    found = answer(file, "--by", "autobase", "--peers", "author")
    assert (found["by"], found["equal"]) == ("autobase", True)
    # The first peer had only a0 in its order: a1 waited for b1.
    order = ["a0"]
    for exchange in found["exchanges"]:
        if exchange["receiver"] == 0:
            apply([edit_of(edit) for edit in exchange["edits"]], order)
    shown = json.loads(run("linearize", file, "--by", "autobase", "--json").stdout)
    assert order == shown["order"]
    lines = run("replay", file, "--by", "autobase", "--peers", "author").stdout.splitlines()
    assert lines[2] == "to the second: a1, set aside until its causes arrive"
    assert lines[4] == "to the second: a0, places b1, a1"
    assert lines[-1] == "Now both have the same order, after 5 edits here and 3 there."

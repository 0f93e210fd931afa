import json
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st

from tanglescope.engine.commandline.linearize import linearize
from tanglescope.engine.linear.graph import Graph, Node
from tanglescope.engine.linear.orders.named import CAVEATS, LINEARIZERS
from tanglescope.engine.linear.scuttlesort.timeline import Timeline
from tests.engine.commandline.graphs import run as run_command
from tests.engine.linear import oracle


@st.composite
def graphs(draw: st.DrawFn) -> list[dict[str, Any]]:
    """Nodes in any order of arrival, each with causes that are earlier in another order."""
    count = draw(st.integers(1, 12))
    nodes = [
        {
            "id": f"n{number}",
            "after": [f"n{cause}" for cause in draw(st.sets(st.integers(-1, number - 1)))],
            "writer": f"w{draw(st.integers(0, 2))}",
            "received": draw(st.integers(0, 5)),
        }
        for number in range(count)
    ]
    return draw(st.permutations(nodes))


DIAMOND = {
    "name": "diamond",
    "nodes": [
        {"id": "d", "after": ["b", "c"], "received": 1, "asserted": 9},
        {"id": "b", "after": ["a"], "received": 5},
        {"id": "c", "after": ["a"], "received": 4},
        {"id": "a", "after": [], "received": 9},
    ],
}


def run(*arguments: str, lines: list[object]) -> Result:
    text = "".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines)
    return CliRunner().invoke(linearize, ["-", *arguments], input=text)


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_scuttlesort_answers_with_order_and_edits() -> None:
    result = run("--by", "scuttlesort", "--json", lines=[DIAMOND])
    assert result.exit_code == 0
    before: list[str] = []
    known: dict[str, list[str]] = {}
    edits = 0
    for node in DIAMOND["nodes"]:
        known[node["id"]] = node["after"]
        edits += oracle.fewest_edits(before, oracle.order(known))
        before = oracle.order(known)
    assert answers(result) == [{"name": "diamond", "order": ["a", "b", "c", "d"], "edits": edits}]


def test_the_help_has_a_paragraph_for_each_weakness() -> None:
    paragraphs = run("--help", lines=[]).output.split("\n\n")
    for by in CAVEATS:
        assert [each for each in paragraphs if each.startswith(f"  {by} (")]


def test_timestamps_order_what_is_concurrent() -> None:
    result = run("--by", "timestamp", "--json", lines=[DIAMOND])
    assert answers(result)[0]["order"] == ["a", "c", "b", "d"]


ONE_NODE = Graph((Node("a", asserted=1.0, received=2.0),))
COUNTED = [name for name, each in LINEARIZERS.items() if "edits" in each.answer(ONE_NODE)]
"""The orders that count their edits."""


def test_all_orders_but_gits_count_their_edits() -> None:
    assert "scuttlesort" in COUNTED
    assert "git" not in COUNTED  # each commit can move all others


@pytest.mark.parametrize("by", COUNTED)
def test_every_order_counts_its_edits(by: str) -> None:
    (answer,) = answers(run("--by", by, "--json", lines=[DIAMOND]))
    assert answer["edits"] >= len(answer["order"]) == 4


@pytest.mark.parametrize("by", COUNTED)
@given(nodes=graphs())
@settings(max_examples=20)
def test_without_edits_the_order_is_the_same(by: str, nodes: list[dict[str, Any]]) -> None:
    timed = [{"received": number, "asserted": 1, **node} for number, node in enumerate(nodes)]
    graph = {"name": "drawn", "nodes": timed}
    (counted,) = answers(run("--by", by, "--json", lines=[graph]))
    (sorted_only,) = answers(run("--by", by, "--no-edits", "--json", lines=[graph]))
    assert counted.pop("edits") >= len(nodes)
    assert sorted_only == counted


def test_without_edits_nothing_is_added_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def add(*_: object) -> None:
        raise AssertionError("an event was added by itself")

    monkeypatch.setattr(Timeline, "add", add)
    (answer,) = answers(run("--no-edits", "--json", lines=[DIAMOND]))
    assert answer == {"name": "diamond", "order": ["a", "b", "c", "d"]}


def test_counting_that_takes_long_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tanglescope.engine.commandline.linearize._SECONDS_BETWEEN_REPORTS", 0)
    result = run("--json", lines=[DIAMOND])
    assert result.stderr == "counting edits: 0 of 4 events; --no-edits only sorts\n"
    assert not run("--no-edits", "--json", lines=[DIAMOND]).stderr


@pytest.mark.parametrize(("by", "verb"), [("received", "received"), ("asserted", "written")])
def test_an_order_by_times_needs_one(by: str, verb: str) -> None:
    chain = {"nodes": [{"id": "a", "after": []}, {"id": "b", "after": ["a"]}]}
    result = run("--by", by, "--json", lines=[chain, DIAMOND])
    refused, ordered = answers(result)
    why = f"nothing here says when it was {verb}, so it has no such order"
    assert (refused["error"], refused["detail"]) == ("no-times", why)
    assert len(ordered["order"]) == 4
    assert result.exit_code == 3


def test_a_head_is_answered_with_what_its_author_knew() -> None:
    result = run("--json", lines=[{**DIAMOND, "head": "c"}])
    assert answers(result)[0]["order"] == ["a", "c"]


def test_a_byte_order_mark_is_no_part_of_the_first_graph() -> None:
    result = run("--json", lines=["\ufeff" + json.dumps(DIAMOND), DIAMOND])
    assert result.exit_code == 0
    first, second = answers(result)
    assert first == second


def test_every_line_has_one_answer_whatever_it_holds() -> None:
    lines = [
        DIAMOND,
        "",
        "{",
        {"name": 7, "nodes": [{"id": "a", "after": ["b"]}, {"id": "b", "after": ["a"]}]},
        {"name": "twice", "nodes": [{"id": "a", "after": []}, {"id": "a", "after": ["b"]}]},
        {"name": "headless", "nodes": [], "head": "x"},
        {"nodes": []},
    ]
    for by in LINEARIZERS:
        result = run("--by", by, "--json", lines=lines)
        assert result.exit_code == 3
        given = answers(result)
        codes = [answer.get("error") for answer in given]
        assert codes == [None, "malformed", "malformed", "cycle", "duplicate", "unknown", None]
        assert [answer["name"] for answer in given] == [
            "diamond",
            None,
            None,
            7,
            "twice",
            "headless",
            None,
        ]
        for answer in given:
            assert ("order" in answer) is ("error" not in answer)
        assert result.stderr.count("\n") == 1
        assert "line 2: malformed" in result.stderr


def test_people_read_text() -> None:
    result = run(lines=[DIAMOND, "{"])
    assert result.stdout.splitlines()[:5] == [
        "diamond: 4 events, 4 edits",
        "  a",
        "  b",
        "  c",
        "  d",
    ]
    assert "line 2: malformed" in result.stdout


def test_a_terminal_is_sent_no_commands() -> None:
    graph = {"name": "\x1b[2J", "nodes": [{"id": "a\nb", "after": []}, {"id": "é", "after": []}]}
    result = run(lines=[graph])
    assert result.stdout.splitlines() == [r"'\x1b[2J': 2 events, 2 edits", r"  'a\nb'", "  é"]


def test_an_empty_id_can_be_seen() -> None:
    graph = {"name": "", "nodes": [{"id": "", "after": []}, {"id": "a", "after": []}]}
    assert run(lines=[graph]).stdout.splitlines() == ["'': 2 events, 2 edits", "  ''", "  a"]


PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\n" + bytes(range(128, 256)) + b"\n" * 3


@pytest.mark.parametrize("content", [PICTURE, PICTURE * 40, b"Dear Ann,\nhow are you?\n"])
def test_a_file_of_another_kind_is_refused_once(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "photo.png").write_bytes(content)
    lines, known = "photo.png has no lines of JSON. A ", "photo.png holds no messages in a known"
    for command, said in (("linearize", lines), ("shuffle", lines), ("reduce", known)):
        answer = run_command(command, str(tmp_path / "photo.png"))
        assert answer.exit_code == 3
        assert answer.stdout == ""
        assert said in answer.stderr
        assert answer.stderr.count("\n") == 1


def test_lines_of_an_old_mac_are_graphs(tmp_path: Path) -> None:
    (tmp_path / "graph").write_text("\r".join([json.dumps(DIAMOND)] * 2))
    answer = run_command("linearize", "--json", str(tmp_path / "graph"))
    assert {each["name"] for each in answers(answer)} == {"diamond"}


def test_a_zip_file_with_lines_of_graphs_is_called_by_its_name(tmp_path: Path) -> None:
    with ZipFile(tmp_path / "graph.zip", "w") as packed:
        packed.writestr("graph", f"\n{json.dumps(DIAMOND)}\n")
    assert "is a ZIP file" in run_command("linearize", str(tmp_path / "graph.zip")).stderr


@pytest.mark.parametrize("line", ['{"nodes": [', '{"nodes"', "3", '"text"', "[1, 2]"])
def test_a_graph_file_with_a_fault_is_not_taken_for_another_file(line: str, tmp_path: Path) -> None:
    (tmp_path / "graph.jsonl").write_text(f"# a comment\n{line}\n")
    assert "line 1: malformed" in run_command("linearize", str(tmp_path / "graph.jsonl")).stderr


def test_a_limit_of_references_names_what_exceeds_it() -> None:
    graph = {
        "nodes": [{"id": name, "after": []} for name in "ab"]
        + [{"id": "c", "after": ["a", "b", "x"]}]
    }
    limit = ("--max-references", "2")
    assert run("--json", *limit, lines=[graph]).stdout.splitlines() == [
        '{"name":null,"order":["a","b"],"edits":2,"over_limit":["c"]}'
    ]
    assert run(*limit, "--over", "cut", lines=[graph]).stdout.splitlines()[1:] == [
        "  a",
        "  b",
        "  c",
        "  c  over the limit",
    ]
